"""Convert offsets: to lines and columns and back, from an edited text to its source, to bytes and UTF-16 units."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from posixpath import commonprefix
from typing import Literal, NamedTuple

# Code points (Python), UTF-8 bytes (C, Go, Rust), UTF-16 units (JavaScript, Java, C#).
Unit = Literal["codepoint", "utf8", "utf16"]  #: The unit of offsets.

_ENCODINGS = {"codepoint": ("utf-32-le", 4), "utf8": ("utf-8", 1), "utf16": ("utf-16-le", 2)}
_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """Converts offsets of a text, in code points, to lines and columns, which count from 1.

    Lines end at LF, CR LF or CR, as in editors. With ``lf_only``, they end only at LF, as in some parsers.
    """

    def __init__(self, text: str, *, lf_only: bool = False) -> None:
        self.text = text
        self._lf_only = lf_only
        self._excerpt = 0, ""  # number and text of the last line, which all findings in a long line share

    @cached_property
    def starts(self) -> array[int]:
        """The offset of each line."""
        text = self.text
        starts = array("q", [0])  # an array, because a list would take more memory than the text
        if not self._lf_only and text.count("\r") > text.count("\r\n"):
            starts.extend(match.end() for match in _LINE_END.finditer(text))
        else:
            position = text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = text.find("\n", position + 1)
        return starts

    @property
    def last(self) -> int:
        """The number of the last line."""
        return len(self.starts)

    def line(self, offset: int) -> int:
        """Return the line of an offset."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column."""
        return self.starts[line - 1] + column - 1

    def excerpt(self, line: int) -> str:
        """Return a line without its line end."""
        if self._excerpt[0] != line:
            stop = self.starts[line] if line < len(self.starts) else len(self.text)
            self._excerpt = line, self.text[self.starts[line - 1] : stop].rstrip("\r\n")
        return self._excerpt[1]


class UnitOffsets:
    """Converts offsets in a text, in code points, to UTF-8 bytes or UTF-16 units.

    It counts from the last offset, so that many offsets in one long line take linear time.
    """

    def __init__(self, text: str, unit: Unit = "utf8", errors: str = "surrogatepass") -> None:
        self.text = text
        self._encoding, self._size = _ENCODINGS[unit]
        self._errors = errors
        self._at = self._units = 0

    def __call__(self, offset: int) -> int:
        """Return the number of units before an offset."""
        low, high = sorted((self._at, offset))
        between = len(self.text[low:high].encode(self._encoding, self._errors)) // self._size
        self._units += between if offset > self._at else -between
        self._at = offset
        return self._units


def difference(one: str, other: str) -> tuple[int, int, int]:
    """Return where two texts begin to differ, and where the different part of each ends."""
    start = len(commonprefix((one, other)))
    after = len(commonprefix((one[start:][::-1], other[start:][::-1])))
    return start, len(one) - after, len(other) - after


class Edit(NamedTuple):
    """An edit: ``text`` replaces ``source[start:end]``."""

    start: int  # offset in the source, in code points
    end: int  # offset of the end
    text: str  # "" to delete the span


class Piece(NamedTuple):
    """A piece of an edited text, from ``start`` to the next piece, that comes from ``source[source_start:source_end]``.

    A piece as long as its source maps to it character by character. Others (``&amp;``, ``\\u00e9``) map as a whole.
    """

    start: int  # offset in the edited text, in code points
    source_start: int  # offset in the source, in code points
    source_end: int  # offset of the end in the source


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after edits. Offsets count code points, in the text and in the source."""

    text: str  # without the markup and escapes that the edits removed
    pieces: tuple[Piece, ...]  # in order

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source span of ``text[start:end]``."""
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

    def _at(self, offset: int) -> tuple[Piece, int]:
        """Return the piece that contains ``offset``, and its end in the text."""
        index = bisect_right(self.pieces, offset, key=lambda piece: piece.start) - 1
        end = self.pieces[index + 1].start if index + 1 < len(self.pieces) else len(self.text)
        return self.pieces[index], end


def edited(source: str, edits: Iterable[Edit], start: int = 0, end: int | None = None) -> Edited:
    """Return ``source[start:end]`` with ``edits`` applied. Edits that overlap an earlier one are ignored."""
    return Edited(*cut_out(source, start, len(source) if end is None else end, sorted(edits)))


def cut_out(source: str, start: int, end: int, edits: Iterable[Edit]) -> tuple[str, tuple[Piece, ...]]:
    """Return the text and the pieces of ``source[start:end]`` with ``edits`` applied, which must be in order."""
    texts: list[str] = []
    pieces: list[Piece] = []
    length = begin = source_begin = 0
    source_end = -1  # of the last piece, which begins at ``begin`` and ``source_begin``

    def add(text: str, first: int, last: int) -> None:
        nonlocal length, begin, source_begin, source_end
        if not text:
            return
        joins = first == source_end and len(text) == last - first and length - begin == source_end - source_begin
        if not joins:
            if texts:
                pieces.append(Piece(begin, source_begin, source_end))
            begin, source_begin = length, first
        source_end = last
        texts.append(text)
        length += len(text)

    position = start
    for edit in edits:
        if edit.start < position or edit.end > end:
            continue
        add(source[position : edit.start], position, edit.start)
        add(edit.text, edit.start, edit.end)
        position = edit.end
    add(source[position:end], position, end)
    pieces.append(Piece(begin, source_begin, source_end) if texts else Piece(0, start, start))
    return "".join(texts), tuple(pieces)
