"""Find the text and the anchors of HTML: the source is tokenized as in browsers (WHATWG HTML §13.2.5).

Inserting links is safe only where every browser parses text. Where the tokenizer depends on the document tree (foreign
content, ``<select>``, ``<noscript>``) and browsers may differ, the text ends.
"""

from __future__ import annotations

from collections import Counter
from html.entities import html5
from typing import NamedTuple

from extract.text.html_tokens import TEXT_ONLY, TOKEN, attributes, end_of_text, next_tag
from extract.text.references import in_text, unescape
from extract.text.regexes import re

# HTML allows no link in these ("phrasing content", "interactive content"), or does not show their text.
NO_PLACE = frozenset(
    {"a", "button", "iframe", "math", "noembed", "noframes", "noscript", "plaintext", "script"}
    | {"select", "style", "svg", "textarea", "title", "xmp"}
)

_REFERENCE = re.compile(in_text())
_SPLIT = re.compile(f"({_REFERENCE.pattern})")

RAW = TEXT_ONLY | {"noscript"}  # without scripts, noscript is an ordinary element
# §13.2.6.5 foreign content, §13.2.6.4.16 "in select", framesets: in these, a raw element may be an ordinary one.
_FOREIGN = frozenset(["svg", "math", "select", "frameset"])
# §13.2.6.1 foster parenting: browsers move text directly in these, and any link inserted into it, before the table.
_TABLE = dict.fromkeys(["table", "tbody", "thead", "tfoot", "tr", "colgroup", "col"], False)
_CELL = dict.fromkeys(["td", "th", "caption"], True)
HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_WATCHED = NO_PLACE | RAW | _FOREIGN | _TABLE.keys() | _CELL.keys()


class Anchor(NamedTuple):
    """An ``<a>`` of the source: the spans of its start tag and its end tag; ``None`` if another tag ends it."""

    start: tuple[int, int]
    end: tuple[int, int] | None


class Layout(NamedTuple):
    """The spans of linkable text, and the anchors of the source, each in order."""

    texts: list[tuple[int, int]]
    anchors: list[Anchor]


def layout(source: str, unlinked: frozenset[str]) -> Layout:
    """Return the text outside the elements ``unlinked``, and the anchors."""
    if "<" not in source:
        return Layout([(0, len(source))] if source else [], [])
    return _Reader(source, unlinked).read()


class _Reader:
    """Parses a source once."""

    def __init__(self, source: str, unlinked: frozenset[str]) -> None:
        self.source = source
        self.unlinked = unlinked
        self.watched = _WATCHED | unlinked if HEADINGS.isdisjoint(unlinked) else _WATCHED | unlinked | HEADINGS
        self.headings: list[str] = []
        self.texts: list[tuple[int, int]] = []
        self.anchors: list[Anchor] = []
        self.anchor: tuple[int, int] | None = None
        self.open: Counter[str] = Counter()
        self.cells: list[bool] = []  # for each open table, whether one of its cells is open
        self.foreign = False

    def read(self) -> Layout:
        position: int | None = 0
        while position is not None:
            position = self._read_from(position)
        if self.anchor is not None:
            self.anchors.append(Anchor(self.anchor, None))
        return Layout(self.texts, self.anchors)

    def _read_from(self, position: int) -> int | None:
        """Parse to the next raw text, and return its end; ``None`` at the end of linkable text."""
        texts, watched = self.texts, self.watched
        end = position
        linked = self._is_linked()
        for match in TOKEN.finditer(self.source, position):
            if linked and end < match.start():
                texts.append((end, match.start()))
            end = match.end()
            name = match["name"]
            if name is None:
                if self.foreign and match[0].startswith("<![CDATA[") and not match[0].endswith("]]>"):
                    return None  # §13.2.5.42: in foreign content it ends later
                continue
            name = name.lower()
            if name not in watched or match["ends"] is None:  # "eof-in-tag": browsers drop the tag and its content
                continue
            if match["slash"]:
                self._close(name, match.span())
            else:
                self._open(name, match.span())
                if name == "plaintext":
                    return None
                if name in RAW:
                    return raw_end(self.source, name, end, anywhere=self.foreign or name == "noscript")
            linked = self._is_linked()
        if linked and end < len(self.source):
            texts.append((end, len(self.source)))
        return None

    def _is_linked(self) -> bool:
        """Return whether text is linkable here: outside unlinked elements, and in tables only inside cells."""
        return not self.open and False not in self.cells[-1:]

    def _open(self, name: str, span: tuple[int, int]) -> None:
        if name == "a" and (self.open["svg"] or self.open["math"]) and closes_itself(self.source[slice(*span)]):
            self.anchors.append(Anchor(span, None))
        elif name == "a":
            if self.anchor is not None:  # §13.2.6.4.7: a second <a> ends the first
                self.anchors.append(Anchor(self.anchor, None))
            self.anchor = span
            self.open[name] = 1
        elif name in self.unlinked and name not in RAW:
            self.open[name] += 1
        if name in HEADINGS:
            self.headings.append(name)
        self.foreign = self.foreign or name in _FOREIGN
        if name == "table":
            self.cells.append(False)
        elif self.cells and (name in _CELL or name in _TABLE):
            self.cells[-1] = name in _CELL

    def _close(self, name: str, span: tuple[int, int]) -> None:
        if name == "a" and self.anchor is not None:
            self.anchors.append(Anchor(self.anchor, span))
            self.anchor = None
        if name in HEADINGS and self.headings:  # §13.2.6.4.7: the end tag of any heading closes the last one
            name = self.headings.pop()
        if self.open[name] > 1:
            self.open[name] -= 1
        else:
            del self.open[name]
        if self.cells and name == "table":
            self.cells.pop()
        elif self.cells and (name in _TABLE or name in _CELL):
            self.cells[-1] = False


def raw_end(source: str, name: str, start: int, *, anywhere: bool) -> int | None:
    """Return the end of a raw element; ``None`` if it has no end, or browsers may disagree about it.

    With ``anywhere``, some browsers may parse it as an ordinary element.
    """
    end = end_of_text(source, name, start)
    return None if end == len(source) or (anywhere and not _is_plain(source, start, end)) else end


def _is_plain(source: str, start: int, end: int) -> bool:
    """Return whether raw text parses alike as markup: it ends at the same place, and its raw elements are empty."""
    raw = ""
    for match in TOKEN.finditer(source, start):
        name, closes = (match["name"] or "").lower(), bool(match["slash"])
        if raw and not (closes and name == raw):
            return False
        if match.start() >= end:
            return match.start() == end
        raw = name if name in RAW and not closes else ""
        if name == "plaintext" or match[0].startswith("<![CDATA["):
            return False
    return False


def at_references(source: str) -> list[str]:
    """Split text at its character references, which are the second, fourth, … item."""
    return _SPLIT.split(source) if "&" in source else [source]


def attributes_of(start_tag: str) -> dict[str, str]:
    """Return the attributes of a start tag by name in lowercase; of duplicates, the first (§13.2.5.33)."""
    found: dict[str, str] = {}
    for match in attributes(start_tag, 0, len(start_tag)):
        found.setdefault(match[1].lower(), _REFERENCE.sub(_in_attribute, match[2] or match[3] or match[4] or ""))
    return found


def closes_itself(start_tag: str) -> bool:
    """Return whether a start tag ends with "/>", as in SVG and MathML, and the "/" is not part of a value."""
    tag = next_tag(start_tag)
    return tag is not None and tag.ending == "/>"


def _in_attribute(match: re.Match[str]) -> str:
    """Resolve a reference, except a name without ";" before "=" or a letter (§13.2.5.73)."""
    written = match[0]
    if written[1] != "#" and (
        written[1:] not in html5 or (written[-1] != ";" and match.string.startswith("=", match.end()))
    ):
        return written
    return unescape(written)


def text_of(source: str) -> str:
    """Return the text of HTML, without tags and comments, and with character references resolved."""
    return unescape(TOKEN.sub("", source))
