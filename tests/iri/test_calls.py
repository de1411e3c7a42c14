"""Calls of the functions and what they return or raise: ``cases/iri.txt``."""

import json
import pickle
from typing import Any

import pytest

from extract.iri import IRI, equivalent
from extract.iri.normalization import LEVELS
from extract.redirects.browser_hosts import ipv4_in_browsers
from extract.rules.iri.suggestions import suggest_scheme
from tests.calls import names, wrong_calls
from tests.marking import table


def of(text: str, attributes: str) -> dict[str, Any]:
    """Return attributes of an IRI by name."""
    return {name: getattr(IRI(text), name) for name in attributes.split()}


def lowest_rung(one: str, other: str) -> str:
    """Return the lowest level of the comparison ladder on which two texts are the same."""
    same = [level for level in LEVELS if equivalent(one, other, level=level)]
    assert same == [*LEVELS[len(LEVELS) - len(same) :]]
    assert same == [level for level in LEVELS if equivalent(other, one, level=level)]
    return (*same, "never")[0]


HERE: list[Any] = [of, lowest_rung, ipv4_in_browsers, suggest_scheme, json, pickle]
KNOWN = names("extract", "extract.iri") | {one.__name__: one for one in HERE}
CALLS = table("iri.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
