"""Plain text to HTML with its links, and links added to the text of HTML."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from extract.markup.html_text import NO_PLACE, Layout, layout, pieces
from extract.markup.target import Target

# Text in these is not linked: code, what is a link, and where HTML has no place for a link.
UNLINKED = NO_PLACE | {"code", "pre"}


def as_html(text: str, targets: Iterable[Target]) -> str:
    parts = []
    end = 0
    for link, attributes in targets:
        parts += [escape(text[end : link.start]), start_tag(attributes), escape(link.text), "</a>"]
        end = link.end
    return "".join([*parts, escape(text[end:])])


def start_tag(attributes: Mapping[Any, str]) -> str:
    """Return the start tag of an ``<a>``; values are escaped. A name may be one of (namespace, name)."""
    tag = "<a"
    for key, value in attributes.items():
        name = key if isinstance(key, str) else key[1]
        written = escape(str(value)) if name == "href" else _often(str(value))
        tag += f' {name}="{written}"'
    return tag + ">"


_often = lru_cache(maxsize=64)(escape)  # the same for most links


# What to write in place of source[start:end]: start, end, text.
Edit = tuple[int, int, str]


def edited(source: str, edits: Iterable[Edit]) -> str:
    """Return the source with edits made, which are in order and disjoint."""
    parts = []
    end = 0
    for start, stop, text in edits:
        parts += [source[end:start], text]
        end = stop
    return "".join([*parts, source[end:]])


class TextOfHTML:
    """The text of HTML that may be linked, read at one go: character references resolved, a line for each run.

    ``text``: where a tag stands is a line break, at which every link ends.
    """

    __slots__ = ("_pieces", "_starts", "source", "text")

    def __init__(self, source: str, page: Layout) -> None:
        self.source = source
        self._starts: list[int] = []  # of each piece in the text
        self._pieces: list[tuple[int, int, int]] = []  # its length in the text, its span in the source
        if page.texts == [(0, len(source))] and "&" not in source:
            self.text = source
            return
        parts: list[str] = []
        length = 0
        for start, end in page.texts:
            if source.find("&", start, end) < 0:
                parts.append(source[start:end])
                self._starts.append(length)
                self._pieces.append((end - start, start, end))
                length += end - start
            else:
                for meant, first, last in pieces(source, start, end):
                    parts.append(meant)
                    self._starts.append(length)
                    self._pieces.append((len(meant), first, last))
                    length += len(meant)
            parts.append("\n")
            length += 1
        self.text = "".join(parts)

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the span in the source of a span of the text; ``None`` if it begins or ends inside a reference."""
        if not self._starts:
            return start, end
        first = self._source(bisect_right(self._starts, start) - 1, start)
        last = self._source(bisect_right(self._starts, end - 1) - 1, end)
        return None if first is None or last is None else (first, last)

    def _source(self, index: int, offset: int) -> int | None:
        length, first, last = self._pieces[index]
        within = offset - self._starts[index]
        if within == 0:
            return first
        if within == length:
            return last
        return first + within if length == last - first else None


def in_html(source: str, targets: Callable[[str], Iterable[Target]]) -> str:
    """Add links to the text of HTML; everything else is copied."""

    def links() -> Iterator[Edit]:
        whole = TextOfHTML(source, layout(source, UNLINKED))
        for link, attributes in targets(whole.text):
            span = whole.span(link.start, link.end)
            if span is not None:
                start, end = span
                yield start, end, f"{start_tag(attributes)}{source[start:end]}</a>"

    return edited(source, links())
