"""Calls of the functions and what they return or raise: ``cases/iri.txt``."""

import json
import pickle

import pytest

from tests.calls import names, wrong_calls
from tests.marking import table

KNOWN = names("extract", "extract.iri") | {"json": json, "pickle": pickle}
CALLS = table("iri.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
