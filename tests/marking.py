"""Tests of detection in one line each: the links expected are marked in the text itself.

``assert_links("see |http://a/é|.")`` says that the text ``see http://a/é.`` has exactly one link, ``http://a/é``.
"""

from __future__ import annotations

from typing import Any

from extract import Link, find_links


def unmark(marked: str, mark: str = "|") -> tuple[str, list[str]]:
    """Take the marks out: the text itself, and the spans that were marked, in order."""
    pieces = marked.split(mark)
    assert len(pieces) % 2, f"the marks {mark!r} do not pair in {marked!r}"
    return "".join(pieces), pieces[1::2]


def mark_links(text: str, links: list[Link], mark: str = "|") -> str:
    """Put marks around the links of a text."""
    pieces = []
    end = 0
    for link in links:
        pieces += [text[end : link.start], mark, text[link.start : link.end], mark]
        end = link.end
    return "".join([*pieces, text[end:]])


def assert_links(marked: str, *, mark: str = "|", **options: Any) -> list[Link]:
    """Find the links of the text, with the options of ``find_links``, and compare them with the marks.

    Choose another ``mark`` where the text itself has ``|``. Returns the links, for what else a test may ask of them.
    """
    text, _ = unmark(marked, mark)
    links = list(find_links(text, **options))
    assert mark_links(text, links, mark) == marked
    assert all(text[link.start : link.end] == link.text for link in links)
    return links
