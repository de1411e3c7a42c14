"""Split inputs of any size into pieces that are read separately, in bounded memory, and turn these into tables.

Small files share a piece. Mailboxes are split between messages, plain text between lines, Parquet files between row
groups. The links do not depend on the places of the splits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from mmap import ACCESS_READ, mmap
from typing import BinaryIO, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from extract.arrow import warc
from extract.arrow.documents import Options, Row, failure, line_rows, message_rows, name_of, rows_of, text_of_name
from extract.arrow.schema import LINK_TABLE
from extract.arrow.table import link_table, of_rows
from extract.files.reading import check_file, open_file, read_file
from extract.mail.mailboxes import split_mbox
from extract.readers.document import Document
from extract.readers.formats import HEAD, TEXT, Format, format_of, known_format
from extract.readers.mbox import SEPARATOR

_TOGETHER = 1 << 20  # bytes of small files that share a piece
_AT_ONCE = 1 << 23  # bytes of a piece of a mailbox, a text or a column
_ROWS = 1 << 14  # rows of a resulting batch

CHARACTERS = b"characters"  # key in the metadata of a table: the length of a piece of text

Kind = Literal["files", "mbox", "text", "parquet", "warc"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of work: small files, a span of bytes of a file, or a row group."""

    kind: Kind
    paths: tuple[str, ...]
    size: int  # bytes, for progress
    start: int = 0
    stop: int = 0

    def stamps(self) -> list[tuple[int, int]]:
        """Return the sizes and modification times of the files, which change if the files do."""
        return [(status.st_size, status.st_mtime_ns) for status in map(_status, self.paths) if status]


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def is_readable(path: str) -> bool:
    """Return whether the name of a file determines its format."""
    return known_format(path) is not None or path.lower().endswith((".parquet", *warc.SUFFIXES))


def pieces_of(entries: Iterable[tuple[str, str | None]], options: Options) -> Iterator[Piece]:
    """Split the inputs into pieces, in their order. An unreadable file also becomes a piece, whose table has the error.

    An entry is a path and the directory in which it was found, or None if it was named.

    Raises:
        ValueError: a named Parquet file lacks a requested column, or no column is requested
    """
    small: list[str] = []
    size = 0
    for path, within in entries:
        pieces = list(_of_file(path, options, is_named=within is None))
        if pieces == [] or (pieces[0].kind == "files" and size + pieces[0].size <= _TOGETHER and len(small) < 1000):
            small.append(path)
            size += pieces[0].size if pieces else 0
            continue
        if small:
            yield Piece("files", tuple(small), size)
        small, size = [], 0
        if pieces[0].kind == "files":
            small, size = [path], pieces[0].size
        else:
            yield from pieces
    if small:
        yield Piece("files", tuple(small), size)


def _of_file(path: str, options: Options, *, is_named: bool) -> Iterator[Piece]:
    status = _status(path)
    if status is None:
        return
    size, name = status.st_size, path.lower()
    format = format_of(name_of(path, options.format))
    if name.endswith(".parquet"):
        try:
            yield from _of_parquet(path, options)
        except (pa.ArrowException, OSError):
            yield Piece("files", (path,), 0)  # the table reports the error
        except ValueError as error:
            if is_named:
                raise ValueError(f"{path}: {error}") from None
            yield Piece("files", (path,), 0)
    elif name.endswith(warc.SUFFIXES):
        yield Piece("warc", (path,), size)
    elif size > _AT_ONCE and (format.own_charsets or format is TEXT) and _can_be_cut(path, format, options):
        for start in range(0, size, _AT_ONCE):
            stop = min(start + _AT_ONCE, size)
            yield Piece("mbox" if format.own_charsets else "text", (path,), stop - start, start, stop)
    else:
        yield Piece("files", (path,), size)


def _can_be_cut(path: str, format: Format, options: Options) -> bool:
    """Return whether a large file can be split at LF bytes: they end links, and are not part of other characters."""
    try:
        with open_file(path) as file:
            start = file.read(HEAD)
    except OSError:  # the table reports the error
        return False
    if format.own_charsets:
        return start.startswith(b"From ")
    if format_of(name_of(path, options.format), start) is not TEXT or (options.finder and options.finder.wrapped):
        return False
    return not start.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")) and options.encoding in (None, "utf-8")


def _of_parquet(path: str, options: Options) -> Iterator[Piece]:
    """Yield a piece for each row group. Raises ValueError for missing columns, and the errors of the file."""
    if (options.text is None) == (options.content is None):
        raise ValueError("name the column to read with --text or --content")
    check_file(path)
    with pq.ParquetFile(path) as file:
        names = file.schema_arrow.names
        for name in (options.text, options.content, options.source):
            if name is not None and name not in names:
                raise ValueError(f"no column {name!r}; the columns are {', '.join(names)}")
        first = 0
        for index in range(file.num_row_groups):
            group = file.metadata.row_group(index)
            yield Piece("parquet", (path,), group.total_byte_size, index, first)
            first += group.num_rows


# --- tables of a piece ----------------------------------------------------------------------------------------------


def tables_of(piece: Piece, options: Options) -> Iterator[pa.RecordBatch]:
    """Yield the links of a piece in batches. Offsets in a split text count from the start of the piece."""
    try:
        if piece.kind == "parquet":
            yield from _parquet_tables(piece, options)
        elif piece.kind == "text":
            count, rows = _rows_of_lines(piece, options)
            yield of_rows([]).replace_schema_metadata({CHARACTERS: str(count)})
            yield from _batches(rows, options)
        else:
            yield from _batches(_ROWS_OF[piece.kind](piece, options), options)
    except ModuleNotFoundError:  # a missing package, which the user can install
        raise
    except Exception as error:  # one input must not stop the run
        yield of_rows([(options.source_of(piece.paths[0]), failure(error))])


def _batches(rows: _Rows, options: Options) -> Iterator[pa.RecordBatch]:
    while batch := list(islice(rows, _ROWS)):
        named = [(options.source_of(path), row) for path, row in batch] if options.copied else batch
        yield of_rows(named, options)


_Rows = Iterator[tuple[str | None, Row]]


def _rows_of_files(piece: Piece, options: Options) -> _Rows:
    for path in piece.paths:
        try:
            check_file(path)
            if path.lower().endswith(".parquet"):
                list(_of_parquet(path, options))  # raises the error
            data = read_file(path)
        except (OSError, ValueError, pa.ArrowException) as error:
            yield path, failure(getattr(error, "strerror", None) or str(error))
            continue
        document = Document(data, name_of(path, options.format), options.encoding)
        yield from ((path, row) for row in rows_of(document, options))


def _rows_of_archive(piece: Piece, options: Options) -> _Rows:
    (path,) = piece.paths
    with open_file(path) as file:
        for address, row in warc.archive_rows(file, options):
            yield address or path, row


def _rows_of_mbox(piece: Piece, options: Options) -> _Rows:
    (path,) = piece.paths
    with open_file(path) as file:
        start = _next_message(file, piece.start)
        file.seek(start)
        for message in split_mbox(file) if start < piece.stop else ():
            key = start + int(message.key)
            if key >= piece.stop:
                return
            yield from ((path, row) for row in message_rows(message.data, options, f"{key}/"))


def _next_message(file: BinaryIO, start: int) -> int:
    """Return the offset of the first "From " line at or after ``start``; the end of the file if there is none."""
    with mmap(file.fileno(), 0, access=ACCESS_READ) as whole:
        match = SEPARATOR.search(whole, start - 1) if start else None
        return match.start() + 1 if match else len(whole) * (start > 0)


def _rows_of_lines(piece: Piece, options: Options) -> tuple[int, _Rows]:
    """Return the number of characters and the links of the lines that start in a piece."""
    (path,) = piece.paths
    with open_file(path) as file:
        start = _next_line(file, piece.start)
        stop = max(_next_line(file, piece.stop), start)
        file.seek(start)
        data = file.read(stop - start)
    count, rows = line_rows(data, start, options)
    return count, ((path, row) for row in rows)


def _parquet_tables(piece: Piece, options: Options) -> Iterator[pa.RecordBatch]:
    (path,) = piece.paths
    columns = [name for name in (options.text, options.content, options.source) if name is not None]
    row = piece.stop  # of the first row of the group
    with pq.ParquetFile(path) as file:
        group = file.metadata.row_group(piece.start)
        size = max(piece.size // max(group.num_rows, 1), 1)
        batches = file.iter_batches(max(min(_AT_ONCE // size, _ROWS), 1), [piece.start], columns, use_threads=False)
        for batch in batches:
            if options.source is None:
                numbers = pa.array(map(str, range(row, row + len(batch))), pa.string())
                batch = batch.append_column(_NUMBER, numbers)
            told = {name: getattr(options, name) for name in _OF_TABLE}
            table = link_table(batch, source=options.source or _NUMBER, **told)
            row += len(batch)
            yield table if options.source else _numbered(table, options.source_of(path) or path)


_OF_TABLE = ("text", "content", "format", "finder", "uri", "check", "context", "notes")
_NUMBER = "\0row"  # a name that no other column has


def _numbered(table: pa.RecordBatch, path: str) -> pa.RecordBatch:
    """Move the row numbers from ``source`` to the start of ``part``, and set ``source`` to the path."""
    parts = pc.binary_join_element_wise(table["source"], table["part"], "/")
    table = table.set_column(1, LINK_TABLE.field("part"), pc.coalesce(parts, table["source"]))
    return table.set_column(0, LINK_TABLE.field("source"), pa.array([text_of_name(path)] * len(table), pa.string()))


def _next_line(file: BinaryIO, start: int) -> int:
    """Return the offset of the first line that starts at or after ``start``."""
    if not start:
        return 0
    file.seek(start - 1)
    file.readline()
    return file.tell()


_ROWS_OF = {"files": _rows_of_files, "mbox": _rows_of_mbox, "warc": _rows_of_archive}
