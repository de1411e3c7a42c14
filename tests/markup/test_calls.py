"""Calls of the functions that mark links up, and what they return: ``cases/linking.txt``."""

from __future__ import annotations

import re
from typing import Any

import pytest
from markdown_it import MarkdownIt

from extract import Finder
from extract.markup import HTML, Linker, LinkifyIt
from tests.calls import names, wrong_calls
from tests.marking import table


def linked(html: str, **options: Any) -> str:
    """Link HTML, and again: what is linked is not linked again."""
    found = Linker(**options).linkify(html)
    assert isinstance(found, HTML)
    assert Linker(**options).linkify(found) == found
    return found


def render(text: str) -> str:
    md = MarkdownIt("gfm-like")
    md.linkify = LinkifyIt()  # type: ignore[assignment]
    return md.renderInline(text)


KNOWN = names("extract.markup") | {"re": re, "Finder": Finder, "linked": linked, "render": render}
CALLS = table("linking.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
