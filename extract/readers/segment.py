"""A segment: text that a reader takes out of a file, with the way back to the source."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extract.detect.finder import find_links
from extract.detect.link import Link


class Piece(NamedTuple):
    """Text from ``start`` on came from ``source[source_start:source_end]``.

    A piece as long as its source is the source, one to one; any other (``&amp;``, ``\\u00e9``) is taken as a whole.
    """

    start: int
    source_start: int
    source_end: int


@dataclass(frozen=True, slots=True)
class Segment:
    """Text and its map back. Offsets are code points, of the text and of the decoded source."""

    text: str
    pieces: tuple[Piece, ...]
    target: bool = False  # the text is the target of an explicit link, as a whole
    label: str | None = None  # and this is the text that the reader sees

    def links(self) -> list[Link]:
        """Return the links: all of a target, what is found in prose (the broken ones too)."""
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
        piece, stop = self._at(start)
        one_to_one = stop - piece.start == piece.source_end - piece.source_start
        source_start = piece.source_start + (start - piece.start if one_to_one else 0)
        if end <= start:
            return source_start, source_start
        piece, stop = self._at(end - 1)
        one_to_one = stop - piece.start == piece.source_end - piece.source_start
        return source_start, (piece.source_start + end - piece.start if one_to_one else piece.source_end)

    def inside(self, outer: Segment) -> Segment:
        """The same segment, where what it takes for its source is the text of another segment."""
        pieces: list[Piece] = []
        for piece, stop in zip(self.pieces, [*(later.start for later in self.pieces[1:]), len(self.text)], strict=True):
            length = stop - piece.start
            if length != piece.source_end - piece.source_start:
                pieces.append(Piece(piece.start, *outer.span(piece.source_start, piece.source_end)))
                continue
            position = piece.source_start
            while position < piece.source_end:
                _, outer_stop = outer._at(position)
                outer_stop = min(outer_stop, piece.source_end)
                pieces.append(Piece(piece.start + position - piece.source_start, *outer.span(position, outer_stop)))
                position = outer_stop
        return Segment(self.text, tuple(pieces) or (Piece(0, 0, 0),), self.target, self.label)


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

    position = start
    for edit in sorted(edits):
        if edit.start < position or edit.end > end:
            continue
        add(source[position : edit.start], position, edit.start)
        add(edit.text, edit.start, edit.end)
        position = edit.end
    add(source[position:end], position, end)
    return Segment("".join(texts), tuple(pieces) or (Piece(0, start, start),), target, label)
