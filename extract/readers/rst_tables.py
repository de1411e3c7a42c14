"""Tables of reStructuredText, in which the lines of a cell are not adjacent in the source.

docutils reference: reStructuredText Markup Specification, "Grid Tables" and "Simple Tables".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from unicodedata import combining, east_asian_width

from extract.readers.passage import Edit, Passage, cut, stripped
from extract.text.regexes import re

_GRID = re.compile(r"\+[-=+]{3,}\+[ \t\r]*\n[ \t]*\|")
_GRID_BORDER = re.compile(r"[ \t]*\+[-=+]+\+[ \t\r]*\Z")
_SIMPLE = re.compile(r"=+(?: +=+)+[ \t\r]*\n")
_SIMPLE_BORDER = re.compile(r"[ \t]*(?:=+(?: +=+)+|-+(?: +-+)+)[ \t\r]*\Z")

Span = tuple[int, int]


def cells(source: str, start: int, end: int) -> list[Passage]:
    """Return the cells of a table paragraph; an empty list if it is not a table, or is malformed."""
    is_grid = _GRID.match(source, start, end) is not None
    if not is_grid and not _SIMPLE.match(source, start, end):
        return []
    begin = source.rfind("\n", 0, start) + 1  # columns count from the start of the line
    lines = [(line.start(), line.end()) for line in re.compile(r"[^\n]+").finditer(source, begin, end)]
    border = source[slice(*lines[0])]
    if is_grid:
        columns = [mark.start() for mark in re.finditer(r"\+", border)]
        rows = _rows(source, lines[1:], _GRID_BORDER)
        try:
            return [cell for row in rows for cell in _grid_cells(source, row, columns)]
        except ValueError:
            return []
    columns = [mark.start() for mark in re.finditer("=+", border)]
    rows = _rows(source, lines[1:], _SIMPLE_BORDER)
    return [cell for row in rows for cell in _simple_cells(source, row, columns)]


def _rows(source: str, lines: Sequence[Span], border: re.Pattern[str]) -> list[list[Span]]:
    """Return the lines of each row, split at ``border``."""
    rows: list[list[Span]] = [[]]
    for line in lines:
        if border.match(source[slice(*line)]):
            rows.append([])
        else:
            rows[-1].append(line)
    return rows


def _by_width(text: str) -> Mapping[int, int] | range:
    """Map each column, as docutils counts them, to the offset of its character. Some characters take two columns."""
    if text.isascii():
        return range(len(text) + 1)
    found, column = {}, 0
    for offset, character in enumerate(text):
        found[column] = offset
        column += 0 if combining(character) else 1 + (east_asian_width(character) in "WF")
    found[column] = len(text)
    return found


def _grid_cells(source: str, lines: Sequence[Span], columns: Sequence[int]) -> Iterator[Passage]:
    """Yield the cells of a row. Two cells are one if a line has no border between them.

    Raises:
        ValueError: a line lacks an outer border
    """
    places = [(start, _by_width(source[start:end])) for start, end in lines]
    kept = list(columns)
    for start, at in places:
        if columns[-1] not in at:
            raise ValueError
        kept = [column for column in kept if column in at and source[start + at[column]] in "|+"]
    if lines and (kept[:1] != [columns[0]] or kept[-1] != columns[-1]):
        raise ValueError
    for left, right in pairwise(kept):
        yield from _joined(source, [(start + at[left] + 1, start + at[right]) for start, at in places])


def _simple_cells(source: str, lines: Sequence[Span], columns: Sequence[int]) -> Iterator[Passage]:
    """Yield the cells between two borders. A line whose first column is blank continues the row."""
    row: dict[int, list[Span]] = {}
    for start, end in lines:
        at = _by_width(source[start:end])
        reached = columns[: bisect_right(columns, 2 * (end - start))]  # a character has at most two columns
        bounds = [(column, start + at[column]) for column in reached if column in at]
        # Text over a column border belongs to both columns.
        bounds = [bound for bound in bounds if bound[0] == columns[0] or source[bound[1] - 1].isspace()]
        pieces = [(column, (left, right)) for (column, left), (_, right) in pairwise([*bounds, (0, end)])]
        if pieces and source[slice(*pieces[0][1])].strip():
            for spans in row.values():
                yield from _joined(source, spans)
            row = {}
        for column, span in pieces:
            row.setdefault(column, []).append(span)
    for spans in row.values():
        yield from _joined(source, spans)


def _joined(source: str, spans: Sequence[Span]) -> Iterator[Passage]:
    """Yield the text of a cell with a line break between its lines, if it is not blank."""
    lines = [stripped(source, *span) for span in spans if source[slice(*span)].strip()]
    if lines:
        between = [Edit(left[1], right[0], "\n") for left, right in pairwise(lines)]
        yield cut(source, lines[0][0], lines[-1][1], between)
