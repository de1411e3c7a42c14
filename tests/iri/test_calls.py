"""Calls of the functions and what they return or raise: ``cases/iri.txt``."""

import json
import pickle
from typing import Any

import pytest

from extract.iri import IRI
from extract.redirects.browser_hosts import ipv4_in_browsers
from tests.calls import names, wrong_calls
from tests.marking import table


def of(text: str, attributes: str) -> dict[str, Any]:
    """Return attributes of an IRI by name."""
    return {name: getattr(IRI(text), name) for name in attributes.split()}


KNOWN = names("extract", "extract.iri") | {"json": json, "pickle": pickle, "of": of}
KNOWN["ipv4_in_browsers"] = ipv4_in_browsers
CALLS = table("iri.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
