"""Find the links of a column of texts. The texts are joined, so that they are decoded and scanned once."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise, repeat

import pyarrow as pa
import pyarrow.compute as pc

from extract.arrow.schema import LINK, LINKS
from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.detect.spans import Unit as Unit
from extract.text.arguments import require
from extract.text.positions import UnitOffsets

_RUN = 1 << 19  # bytes of texts that are joined
_LONG = 1 << 9  # mean bytes of texts above which each is scanned alone, without joining
_ERRORS = {"utf8": "surrogateescape", "utf16": "surrogatepass"}  # an invalid byte counts as one unit


def link_column(
    array: pa.Array | pa.ChunkedArray, finder: Finder | None = None, unit: Unit = "codepoint"
) -> pa.Array | pa.ChunkedArray:
    """Find the links of each text of a column, as ``finder.find(text)`` does.

    ``array`` is a column of strings, in any of Arrow's string types or dictionary-encoded. The result is a column of
    `LINKS` with the same length, nulls and chunks. ``finder`` determines which links are found, by default as in
    `extract.find_links`. ``unit`` is the unit of ``start`` and ``end``: code points (Python, Polars, DuckDB), bytes of
    UTF-8, or units of UTF-16 (Java, JavaScript). A byte that is not valid UTF-8 counts as one code point and ends a
    link.

    Raises TypeError for a column of another type, ValueError for another unit.
    """
    if unit not in ("codepoint", "utf8", "utf16"):
        raise ValueError(f"unknown unit {unit!r}: use 'codepoint', 'utf8' or 'utf16'")
    require(isinstance(array, (pa.Array, pa.ChunkedArray)), "array", "an Array or ChunkedArray of pyarrow", array)
    require(finder is None or isinstance(finder, Finder), "finder", "a Finder or None", finder)
    finder = finder or shared_finder()
    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array([_links(chunk, finder, unit) for chunk in array.chunks], LINKS)
    return _links(array, finder, unit)


def _links(array: pa.Array, finder: Finder, unit: Unit) -> pa.Array:
    if pa.types.is_dictionary(array.type):
        return _links(array.dictionary, finder, unit).take(array.indices)
    texts = strings(array)
    found = scan_column(texts, finder, unit)
    values = pa.StructArray.from_arrays(list(found.arrays().values()), fields=list(LINK))
    mask = texts.is_null() if texts.null_count else None
    return pa.ListArray.from_arrays(found.offsets(), values, type=LINKS, mask=mask)


def strings(array: pa.Array) -> pa.Array:
    """Cast a column of texts to a contiguous string type; TypeError if it does not contain texts."""
    type = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if type not in (pa.string(), pa.large_string(), pa.string_view(), pa.null()):
        raise TypeError(f"the column must have strings, not {array.type}")
    return array if array.type in (pa.string(), pa.large_string()) else array.cast(pa.large_string())


@dataclass(slots=True)
class Found:
    """The links of a column in order, with the number of links of each text, and their spans in it."""

    counts: array[int]  # 0, then the number of links of each text
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    # separate values, because the garbage collector would traverse `Link` objects
    texts: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    iris: list[str] = field(default_factory=list)
    contexts: list[str] = field(default_factory=list)  # only if requested
    bad: list[tuple[int, int]] = field(default_factory=list)  # rows with invalid UTF-8, and the byte offset

    def offsets(self) -> pa.Array:
        """Return the cumulative numbers of links: before each text, and in total."""
        counts = pa.Array.from_buffers(pa.int32(), len(self.counts), [None, pa.py_buffer(self.counts)])
        return pc.cumulative_sum(counts)

    def arrays(self) -> dict[str, pa.Array]:
        """Return the columns of `LINK`."""
        links = len(self.iris)
        iris = pa.array(self.iris, pa.string())
        return {
            "start": pa.array(self.starts, pa.int64()),
            "end": pa.array(self.ends, pa.int64()),
            # the same if all links have a scheme, so reuse the array
            "text": iris if self.texts == self.iris else pa.array(self.texts, pa.string()),
            "kind": pa.repeat("iri", links) if self.kinds.count("iri") == links else pa.array(self.kinds, pa.string()),
            "iri": iris,
        }


def scan_column(texts: pa.Array, finder: Finder, unit: Unit = "codepoint", context: int = 0) -> Found:
    """Find the links of a column of strings. Keep ``context`` characters before and after each link."""
    found = Found(array("i", bytes(4 * (len(texts) + 1))))
    size = max(texts.nbytes // max(len(texts), 1), 1)
    step = max(_RUN // size, 1)
    for first in range(0, len(texts), step):
        run = texts.slice(first, step)
        # A line feed ends every link, except wrapped ones, so that texts can be joined.
        pieces = None if finder.wrapped or size > _LONG else _joined(run, first)
        for row, text, ends in pieces or _one_by_one(run, first, found):
            links = list(finder.find(text))
            if links:
                _add(text, ends, row, links, unit, context, found)
    return found


_Piece = tuple[int, str, Sequence[int]]  # a row, a text, (); or the first row, the joined texts, their ends


def _joined(run: pa.Array, first: int) -> list[_Piece] | None:
    """Join texts, with a line feed after each; None if one is not valid UTF-8."""
    if run.null_count:
        run = run.fill_null("")
    whole = pa.ListArray.from_arrays(pa.array([0, len(run)], pa.int32()), run)
    buffer = pc.binary_join(whole, pa.scalar("\n", run.type))[0].as_buffer()
    try:
        text = str(buffer, "utf-8")
    except UnicodeDecodeError:
        return None
    lengths = pc.binary_length(run) if len(text) == len(buffer) else pc.utf8_length(run)
    ends = pc.cumulative_sum(pc.add(lengths.cast(pa.int64()), 1))
    return [(first, text, memoryview(ends.buffers()[1]).cast("q"))]


def _one_by_one(run: pa.Array, first: int, found: Found) -> Iterator[_Piece]:
    """Yield the texts. Each is decoded just before it is scanned, so that it is still in the processor's cache."""
    _, offsets, data = run.buffers()
    whole = memoryview(offsets)
    places = whole.cast("q") if pa.types.is_large_string(run.type) else whole.cast("i")
    places = places[run.offset : run.offset + len(run) + 1]
    view = memoryview(data or b"")
    there = run.is_valid().to_pylist() if run.null_count else repeat(True)
    for row, (start, stop), is_there in zip(count(first), pairwise(places), there, strict=False):
        if is_there:
            try:
                text = str(view[start:stop], "utf-8")
            except UnicodeDecodeError as error:
                found.bad.append((row, error.start))
                text = str(view[start:stop], "utf-8", "surrogateescape")
            yield row, text, ()


def _add(text: str, ends: Sequence[int], first: int, links: list[Link], unit: Unit, context: int, found: Found) -> None:
    """Add the links of one text, or of joined texts. ``ends`` are the ends of these, and ``first`` is the first row."""
    starts, stops, texts, kinds, iris = zip(*links, strict=True)
    found.texts += texts
    found.kinds += kinds
    found.iris += iris
    if len(ends) < 2 and unit == "codepoint" and not context:
        found.counts[first + 1] = len(links)
        found.starts += starts
        found.ends += stops
        return
    units = int if unit == "codepoint" or text.isascii() else UnitOffsets(text, unit, errors=_ERRORS[unit])
    row = base = before = 0
    stop = ends[0] if ends else len(text) + 1
    for start, end in zip(starts, stops, strict=True):
        if start >= stop:
            row += 1
            if start >= ends[row]:  # rare if each text has a link
                row = bisect_right(ends, start, row)
            base, stop = ends[row - 1], ends[row]
            before = units(base)
        found.counts[first + row + 1] += 1
        found.starts.append(units(start) - before)
        found.ends.append(units(end) - before)
        if context:
            found.contexts.append(text[max(start - context, base) : min(end + context, stop - 1)])
