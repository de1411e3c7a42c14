"""Write plain text with its links as HTML, and add links to the text of HTML."""

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

# Text in these elements is not linked: code, links, and elements that cannot contain a link.
UNLINKED = NO_PLACE | {"code", "pre"}


def as_html(text: str, targets: Iterable[RedirectStep]) -> str:
    links = ((link.start, link.end, f"{start_tag(to)}{escape(link.text)}</a>") for link, to in targets)
    return edited(text, links, escape)


def start_tag(attributes: Mapping[Any, str]) -> str:
    """Return the start tag of an ``<a>`` with escaped values. A name may be a pair (namespace, name)."""
    tag = "<a"
    for key, value in attributes.items():
        name = key if isinstance(key, str) else key[1]
        written = escape(str(value)) if name == "href" else _often(str(value))
        tag += f' {name}="{written}"'
    return tag + ">"


_often = lru_cache(maxsize=64)(escape)  # most links have the same values


# The replacement of source[start:end]: start, end, HTML.
Edit = tuple[int, int, str]


def edited(source: str, edits: Iterable[Edit], written: Callable[[str], str] = str) -> str:
    """Return the source with ``edits`` applied, which must be in order, and the rest as ``written`` converts it.

    Overlapping edits are ignored.
    """
    parts = []
    end = 0
    for start, stop, html in edits:
        if start >= end:
            parts += [written(source[end:start]), html]
            end = stop
    return "".join([*parts, written(source[end:])])


class TextOfHTML:
    """The linkable text of HTML, with character references resolved.

    In ``text``, each tag is a line break, at which every link ends.
    """

    def __init__(self, source: str, texts: Iterable[tuple[int, int]]) -> None:
        self._written: list[str] = []  # the source in pieces: text, references, and other markup
        self._meant: list[str] = []  # the text of each piece
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
        """The map from text to source, created only when a link is found, since most texts have none."""
        starts, places = (list(accumulate(map(len, some), initial=0)) for some in (self._meant, self._written))
        pieces = zip(starts, places, places[1:], strict=False)
        return Edited(self.text, tuple(starmap(Piece, pieces)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of a span of the text. A character reference is included as a whole."""
        return self._map.span(start, end)


_resolved = lru_cache(maxsize=256)(unescape)  # a few references are by far the most frequent


def in_html(source: str, targets: Callable[[str], Iterable[RedirectStep]]) -> str:
    """Add links to the text of HTML and copy everything else."""

    def links() -> Iterator[Edit]:
        whole = TextOfHTML(source, layout(source, UNLINKED).texts)
        for link, attributes in targets(whole.text):
            start, end = whole.span(link.start, link.end)
            is_written = link.text == whole.text[link.start : link.end]
            shown = source[start:end] if is_written else escape(link.text)
            yield start, end, f"{start_tag(attributes)}{shown}</a>"

    return edited(source, links())
