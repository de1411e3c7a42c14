"""A segment: text that a reader takes out of a file, with the way back to the source."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.readers.triggers import SCHEME


class Piece(NamedTuple):
    """Text from ``start`` on came from ``source[source_start:source_end]``.

    A piece as long as its source is the source, one to one; any other (``&amp;``, ``\\u00e9``) is taken as a whole.
    """

    start: int
    source_start: int
    source_end: int


class Outer(Protocol):
    """What a segment may have been taken out of, other than the source itself."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where its ``text[start:end]`` is in the source."""
        ...


@dataclass(frozen=True, slots=True)
class Segment:
    """Text and its map back. Offsets are code points, of the text and of the decoded source."""

    text: str
    pieces: tuple[Piece, ...]
    target: bool = False  # the text is the target of an explicit link, as a whole
    label: str | None = None  # and this is the text that the reader sees
    attribute: str | None = None  # the attribute of HTML, or the header field, that it is the value of
    outer: Outer | None = None  # what it was taken out of, if that is not the source

    def links(self) -> list[Link]:
        """Return the links: all of a target if it has a scheme, what is found in prose (the broken ones too)."""
        if self.target and not SCHEME.match(self.text):
            return []
        if self.target:
            return [Link(0, len(self.text), self.text, "iri", self.text)]
        return list(find_links(self.text, broken=True))

    def _at(self, offset: int) -> tuple[Piece, int]:
        """The piece that has the offset, and its end in the text."""
        index = bisect_right(self.pieces, offset, key=lambda piece: piece.start) - 1
        end = self.pieces[index + 1].start if index + 1 < len(self.pieces) else len(self.text)
        return self.pieces[index], end

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` is in the source."""
        found = self.inner_span(start, end)
        return found if self.outer is None else self.outer.span(*found)

    @property
    def is_whole(self) -> bool:
        """Whether the text is all that it was taken out of, or its beginning, one to one."""
        piece = self.pieces[0]
        return len(self.pieces) == 1 and piece[:2] == (0, 0) and piece.source_end == len(self.text) and not self.outer

    @property
    def shift(self) -> int | None:
        """What to add to an offset for the place in the source; ``None`` where that depends on the offset."""
        piece = self.pieces[0]
        if len(self.pieces) > 1 or piece.source_end - piece.source_start != len(self.text):
            return None
        if self.outer is None:
            return piece.source_start
        return piece.source_start + self.outer.start if isinstance(self.outer, Shift) else None

    def byte_start(self, offset: int) -> int:
        """Where a character of a header field's value starts in the message."""
        return self.span(offset, offset)[0]

    def inner_span(self, start: int, end: int) -> tuple[int, int]:
        """Where ``text[start:end]`` is in what it was taken out of."""
        if len(self.pieces) == 1 and len(self.text) == self.pieces[0].source_end - self.pieces[0].source_start:
            first = self.pieces[0].source_start
            return first + start, first + max(start, end)
        piece, stop = self._at(start)
        one_to_one = stop - piece.start == piece.source_end - piece.source_start
        source_start = piece.source_start + (start - piece.start if one_to_one else 0)
        if end <= start:
            return source_start, source_start
        piece, stop = self._at(end - 1)
        one_to_one = stop - piece.start == piece.source_end - piece.source_start
        return source_start, (piece.source_start + end - piece.start if one_to_one else piece.source_end)

    def inside(self, outer: Outer) -> Segment:
        """The same segment, where what it takes for its source is the text of another segment."""
        nested = outer if self.outer is None else _Nested(self.outer, outer)
        return Segment(self.text, self.pieces, self.target, self.label, self.attribute, nested)


@dataclass(frozen=True, slots=True)
class _Nested:
    inner: Outer
    outer: Outer

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.outer.span(*self.inner.span(start, end))


@dataclass(frozen=True, slots=True)
class Shift:
    """An `Outer` whose text starts at a place in the source, and is the source from there on."""

    start: int

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.start + start, self.start + end


class Edit(NamedTuple):
    """In place of ``source[start:end]`` the segment has ``text``."""

    start: int
    end: int
    text: str


def blank(start: int, end: int) -> Edit:
    """Spaces in place of markup or code: they end a link, and the map stays one to one."""
    return Edit(start, end, " " * (end - start))


def is_inside(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    """Whether an offset is within one of the spans, which are in order and disjoint; at its start is not within."""
    last = bisect_left(spans, (offset, 0)) - 1
    return last >= 0 and offset < spans[last][1]


def cut(
    source: str,
    start: int,
    end: int,
    edits: Iterable[Edit] = (),
    *,
    target: bool = False,
    label: str | None = None,
    attribute: str | None = None,
) -> Segment:
    """Take ``source[start:end]`` with some places edited. Edits inside an earlier edit are left out."""
    texts: list[str] = []
    pieces: list[Piece] = []
    length = 0

    def add(text: str, source_start: int, source_end: int) -> None:
        nonlocal length
        if not text:
            return
        joins = (
            pieces
            and pieces[-1].source_end == source_start
            and len(text) == source_end - source_start
            and length - pieces[-1].start == pieces[-1].source_end - pieces[-1].source_start
        )
        if joins:
            pieces[-1] = pieces[-1]._replace(source_end=source_end)
        else:
            pieces.append(Piece(length, source_start, source_end))
        texts.append(text)
        length += len(text)

    in_order = sorted(edits)
    if not in_order:
        return Segment(source[start:end], (Piece(0, start, max(start, end)),), target, label, attribute)
    position = start
    for edit in in_order:
        if edit.start < position or edit.end > end:
            continue
        add(source[position : edit.start], position, edit.start)
        add(edit.text, edit.start, edit.end)
        position = edit.end
    add(source[position:end], position, end)
    return Segment("".join(texts), tuple(pieces) or (Piece(0, start, start),), target, label, attribute)
