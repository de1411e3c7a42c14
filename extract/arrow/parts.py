"""Write the tables of pieces to separate files, and merge them into one: Parquet, CSV or JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from extract.arrow.documents import Options, failure
from extract.arrow.pieces import CHARACTERS, Piece, tables_of
from extract.arrow.schema import ABOUT, LINK_TABLE
from extract.arrow.table import of_rows
from extract.files.writing import whole

_ROWS = 1 << 17  # rows of a row group
_LISTS = ("codes", "redirect_chain")  # list columns, which CSV joins with spaces, because IRIs contain none


def write_part(piece: Piece, part: Path, how: Options) -> None:
    """Write the links of a piece to a file, which appears only when it is complete."""
    _write(tables_of(piece, how), part)


def write_failure(piece: Piece, part: Path, error: str) -> None:
    """Write an error in place of the links of a piece."""
    _write([of_rows([(path, failure(error)) for path in piece.paths])], part)


def _write(tables: Iterable[pa.RecordBatch], part: Path) -> None:
    left = iter(tables)
    first = next(left, of_rows([]))
    options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
    with whole(part) as temporary, pa.ipc.new_file(temporary, first.schema, options=options) as writer:
        writer.write_batch(first)
        for batch in left:
            writer.write_batch(batch.replace_schema_metadata(first.schema.metadata))


def merge(
    pieces: Sequence[Piece], parts: Iterable[Path], output: Path, folder: Path, *, for_spreadsheets: bool = False
) -> tuple[int, int]:
    """Write one table in the order of the pieces. Return the number of links, and of rows with an error.

    The suffix of ``output`` determines the format: ``.parquet``, ``.csv`` or ``.jsonl``. The table is first written in
    ``folder``.
    """
    links = errors = 0
    with whole(output, folder) as temporary, WRITERS[output.suffix](temporary) as write:
        for table in _tables(_batches(pieces, parts)):
            if for_spreadsheets:
                table = _without_formulas(table)
            links += len(table) - table["ord"].null_count
            is_note = pc.and_(pc.is_valid(table["note"]), pc.not_equal(table["note"], "limit"))
            errors += table["ord"].null_count - (pc.sum(is_note).as_py() or 0)
            write(table)
    return links, errors


def _tables(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Merge small batches."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        waiting.append(batch)
        rows += len(batch)
        if rows >= _ROWS:
            yield pa.Table.from_batches(waiting, LINK_TABLE)
            waiting, rows = [], 0
    yield pa.Table.from_batches(waiting, LINK_TABLE)


def _batches(pieces: Sequence[Piece], parts: Iterable[Path]) -> Iterator[pa.RecordBatch]:
    """Yield the batches of all parts. Offsets in a piece of a text become offsets in the whole text."""
    text, characters, links = "", 0, 0
    for piece, part in zip(pieces, parts, strict=True):
        if piece.kind != "text" or piece.paths[0] != text:
            text, characters, links = piece.paths[0], 0, 0
        found = 0
        with pa.OSFile(str(part)) as source, pa.ipc.open_file(source) as file:
            for index in range(file.num_record_batches):
                batch = file.get_batch(index).replace_schema_metadata(None)
                found += len(batch) - batch["ord"].null_count
                yield _shifted(batch, {"ord": links, "start": characters, "end": characters}) if characters else batch
            characters += int((file.schema.metadata or {}).get(CHARACTERS, b"0"))
        links += found


def _shifted(batch: pa.RecordBatch, shifts: dict[str, int]) -> pa.RecordBatch:
    for name, shift in shifts.items():
        field = LINK_TABLE.field(name)
        moved = pc.add(batch[name], pa.scalar(shift, field.type))
        batch = batch.set_column(LINK_TABLE.get_field_index(name), field, moved)
    return batch


def _without_formulas(table: pa.Table) -> pa.Table:
    """Add "'" before each text that a spreadsheet would interpret as a formula (OWASP, "CSV Injection")."""
    for index, field in enumerate(table.schema):
        if field.type == pa.string():
            column = table.column(index)
            quoted = pc.binary_join_element_wise("", column, "'")
            table = table.set_column(
                index, field, pc.if_else(pc.match_substring_regex(column, r"\A[=+\-@\t\r]"), quoted, column)
            )
    return table


# --- writers ---------------------------------------------------------------------------------------------------------

_Writer = Callable[[pa.Table], None]


@contextmanager
def _csv(path: str) -> Iterator[_Writer]:
    """Yield a function that writes CSV (RFC 4180) with a header. Items of a list are separated by spaces."""
    names = [(field.name, pa.string() if field.name in _LISTS else field.type) for field in LINK_TABLE]
    with pa.csv.CSVWriter(path, pa.schema(names)) as writer:

        def write(table: pa.Table) -> None:
            for name in _LISTS:
                at = LINK_TABLE.get_field_index(name)
                table = table.set_column(at, name, pc.binary_join(table[name], " "))
            writer.write_table(table)

        yield write


@contextmanager
def _json_lines(path: str) -> Iterator[_Writer]:
    """Yield a function that writes one JSON object per line, without null members."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:

        def write(table: pa.Table) -> None:
            for row in table.to_pylist():
                kept = {name: value for name, value in row.items() if value is not None}
                file.write(json.dumps(kept, ensure_ascii=False) + "\n")

        yield write


@contextmanager
def _parquet(path: str) -> Iterator[_Writer]:
    with pq.ParquetWriter(path, LINK_TABLE.with_metadata(ABOUT), compression="zstd") as writer:
        yield writer.write_table


WRITERS = {".parquet": _parquet, ".csv": _csv, ".jsonl": _json_lines}
