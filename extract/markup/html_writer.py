"""Plain text to HTML with its links, and links added to the text of HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from html import escape
from itertools import accumulate, starmap
from typing import Any

from extract.markup.html_text import NO_PLACE, at_references, layout
from extract.markup.target import RedirectStep
from extract.text.positions import Edited, Piece
from extract.text.references import unescape

# Text in these is not linked: code, what is a link, and where HTML has no place for a link.
UNLINKED = NO_PLACE | {"code", "pre"}


def as_html(text: str, targets: Iterable[RedirectStep]) -> str:
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
    """Return the source with edits made, which are in order; one that overlaps an earlier one is left out."""
    parts = []
    end = 0
    for start, stop, text in edits:
        if start >= end:
            parts += [source[end:start], text]
            end = stop
    return "".join([*parts, source[end:]])


class TextOfHTML:
    """The text of HTML that may be linked, read at one go: character references resolved, a line for each run.

    ``text``: where a tag stands is a line break, at which every link ends.
    """

    def __init__(self, source: str, texts: Iterable[tuple[int, int]]) -> None:
        self._written: list[str] = []  # the source in pieces: text, references, and what is no text
        self._meant: list[str] = []  # what each stands for
        end = 0
        for start, stop in texts:
            if end < start:
                self._written.append(source[end:start])
                self._meant.append("\n")
            parts = at_references(source[start:stop])
            self._written += parts
            parts[1::2] = map(_resolved, parts[1::2])
            self._meant += parts
            end = stop
        self.text = "".join(self._meant)

    @cached_property
    def _map(self) -> Edited:
        """Where the text comes from; made when a link is found, for most texts have none."""
        starts, places = (list(accumulate(map(len, some), initial=0)) for some in (self._meant, self._written))
        pieces = zip(starts, places, places[1:], strict=False)
        return Edited(self.text, tuple(starmap(Piece, pieces)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source of a span of the text; a reference is in it as a whole."""
        return self._map.span(start, end)


_resolved = lru_cache(maxsize=256)(unescape)  # few references are nearly all


def in_html(source: str, targets: Callable[[str], Iterable[RedirectStep]]) -> str:
    """Add links to the text of HTML; everything else is copied."""

    def links() -> Iterator[Edit]:
        whole = TextOfHTML(source, layout(source, UNLINKED).texts)
        for link, attributes in targets(whole.text):
            start, end = whole.span(link.start, link.end)
            is_written = link.text == whole.text[link.start : link.end]
            shown = source[start:end] if is_written else escape(link.text)
            yield start, end, f"{start_tag(attributes)}{shown}</a>"

    return edited(source, links())
