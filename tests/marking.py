"""Tests of detection in one line each: the links expected are marked in the text itself.

``assert_links("see ⟦http://a/é⟧.")`` says that the text ``see http://a/é.`` has exactly one link, ``http://a/é``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from extract import Link, find_links
from extract.readers.formats import Format

_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def unmark(marked: str) -> tuple[str, list[str]]:
    """Take the marks out: the text itself, and the spans that were marked, in order."""
    text = _MARKED.sub(r"\1", marked)
    assert not {"⟦", "⟧"} & set(text), f"⟦ and ⟧ do not pair in {marked!r}"
    return text, _MARKED.findall(marked)


def mark_links(text: str, links: Iterable[Link]) -> str:
    """Put marks around the links of a text."""
    pieces = []
    end = 0
    for link in links:
        pieces += [text[end : link.start], "⟦", text[link.start : link.end], "⟧"]
        end = link.end
    return "".join([*pieces, text[end:]])


def assert_read_at_places(format: Format, marked: str) -> None:
    """Read a source, and compare the places of its links with the marks."""
    source, _ = unmark(marked)
    spans = [segment.span(link.start, link.end) for segment in format.read(source) for link in segment.links()]
    again = source
    for start, end in sorted(spans, reverse=True):
        again = f"{again[:start]}⟦{again[start:end]}⟧{again[end:]}"
    assert again == marked


def assert_links(marked: str, **options: Any) -> list[Link]:
    """Find the links of the text, with the options of ``find_links``, and compare them with the marks.

    Returns the links, for what else a test may ask of them.
    """
    text, _ = unmark(marked)
    links = list(find_links(text, **options))
    assert mark_links(text, links) == marked
    assert all(text[link.start : link.end] == link.text for link in links)
    return links
