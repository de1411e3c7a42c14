"""Calls of the functions that find links, and what they return: ``cases/found.txt``."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from extract import IRI, Link, check, find_links, find_links_in
from tests.calls import names, wrong_calls
from tests.marking import assert_links, table, unmark


def iris(marked: str, **options: Any) -> list[str]:
    """Return the IRIs of the links that are marked, which are found with these options."""
    return [link.iri for link in assert_links(marked, **options)]


def of_address(text: str) -> str:
    """Return the IRI of a text that is an email address; braces are a placeholder to "prose"."""
    (link,) = find_links(text, email=True, profile="uts58")
    assert link.text == text
    return str(IRI(link.iri))


def refanged(marked: str) -> str:
    """Return the IRI of the only link; without ``refang`` it is found only if it is written as one."""
    text, (written,) = unmark(marked)
    (link,) = assert_links(marked, refang=True, bare_domains=True, email=True)
    assert [one.text for one in find_links(text, bare_domains=True, email=True)] == [written] * ("good" in written)
    return link.iri


def between(marked: str) -> str:
    """Return a text with marks around its links, ⟦ and ⟧, and around the keys that are found between them, ⟨ and ⟩."""
    text = re.sub("[⟦⟧⟨⟩]", "", marked)
    keys = re.compile("[A-Z]+-[0-9]+").finditer
    found = [
        (one.start(), one.end(), "⟨⟩") if isinstance(one, re.Match) else (one.start, one.end, "⟦⟧")
        for one in KNOWN["find_between"](text, find_links(text), keys)
    ]
    for start, end, marks in reversed(found):
        text = f"{text[:start]}{marks[0]}{text[start:end]}{marks[1]}{text[end:]}"
    return text


HERE: list[Any] = [iris, of_address, refanged, between, check, find_links_in, Link]
KNOWN = names("extract", "extract.detect") | {one.__name__: one for one in HERE} | {"io": io, "re": re}
CALLS = table("found.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
