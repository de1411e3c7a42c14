"""Calls of the functions for display, and what they return: ``cases/present.txt``."""

import pytest

from extract.iri import bidi_rule
from extract.present import bidi
from tests.calls import names, wrong_calls
from tests.marking import table

KNOWN = names("extract", "extract.present") | vars(bidi_rule) | vars(bidi)
CALLS = table("present.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
