"""Calls of the functions for display, and what they return: ``cases/present.txt``."""

from typing import Any

import pytest

from extract.present import bidi, build_minimal_uri
from tests.calls import names, wrong_calls
from tests.marking import table


def composed(**parts: Any) -> str:
    """Compose an IRI of parts, and return it without its origin."""
    return build_minimal_uri("https://a.example", **parts).removeprefix("https://a.example")


KNOWN = names("extract", "extract.present") | vars(bidi) | {"composed": composed}
CALLS = table("present.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
