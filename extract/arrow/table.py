"""A batch of texts or files to the table of their links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from extract.arrow.column import Unit, scan_column, strings
from extract.arrow.documents import Row, as_utf8, rows_of
from extract.arrow.schema import LINK_TABLE
from extract.detect.finder import Finder, shared_finder
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.iri.parts import split, split_authority
from extract.iri.tld import registrable_domain
from extract.readers.formats import FORMATS, format_of
from extract.rules import checking


def link_table(
    batch: pa.RecordBatch | pa.Table,
    *,
    text: str | None = None,
    content: str | None = None,
    source: str | None = None,
    format: str | None = None,
    finder: Finder | None = None,
    unit: Unit = "codepoint",
    uri: bool = True,
    check: bool = False,
    context: int = 0,
) -> pa.RecordBatch:
    """Return the links of a batch of documents, a document per row, in the columns of `LINK_TABLE`.

    ``text`` names a column of strings, or ``content`` a column of files as binary data, mail, mailboxes and web pages
    among them. Their format is ``format`` (a name in ``extract.readers.FORMATS``) or follows from the suffix of their
    source. ``source`` names the column that identifies a document. ``finder`` decides what is found, by default as in
    `extract.find_links`, in mail as in `links_in_message`. ``unit`` is what ``start`` and ``end`` count in texts, as
    for `extract.arrow.find_links`. ``uri``: fill in ``uri``, ``host_ascii`` and ``registrable_domain``; ``check``: fill
    in ``codes``, the rules that `extract.check` applies; ``context``: keep this many characters before and after the
    link.

    A null document has no rows; a broken one has a row with ``error``, and rows for the links that can be read. Raises
    ValueError for wrong options, KeyError for a missing column, TypeError for a column of another type.
    """
    if (text is None) == (content is None):
        raise ValueError("name a column of texts or of contents: text=… or content=…")
    if format is not None and format not in FORMATS:
        raise ValueError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    if unit not in ("codepoint", "utf8", "utf16"):
        raise ValueError(f"unknown unit {unit!r}: use 'codepoint', 'utf8' or 'utf16'")
    if content is not None and unit != "codepoint":
        raise ValueError("unit= is only for text=…: places in files are code points")
    sources = None if source is None else _column(batch, source)
    if content is None:
        return of_texts(_column(batch, text), sources, finder, unit, uri=uri, check=check, context=context)
    rows = []
    known = None if format is None else FORMATS[format]
    contents = _column(batch, content)
    if not _is_binary(contents.type):
        raise TypeError(f"content=… needs binary data, not {contents.type}: use text=… for strings")
    for index, data in enumerate(contents):
        if data.is_valid:
            name = None if sources is None else sources[index].as_py()
            found = rows_of(data.as_py(), known or format_of(str(name or "")), finder, context=context)
            rows += [(name, row) for row in found]
    return of_rows(rows, uri=uri, check=check)


def _column(batch: pa.RecordBatch | pa.Table, name: str | None) -> pa.Array:
    if name not in batch.schema.names:
        raise KeyError(f"no column {name!r}; the columns are {', '.join(batch.schema.names)}")
    column = batch.column(name)
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _is_binary(type: pa.DataType) -> bool:
    return bool(pa.types.is_binary(type) or pa.types.is_large_binary(type) or pa.types.is_binary_view(type))


def of_texts(
    texts: pa.Array,
    sources: pa.Array | None,
    finder: Finder | None,
    unit: Unit = "codepoint",
    *,
    uri: bool = True,
    check: bool = False,
    context: int = 0,
) -> pa.RecordBatch:
    """Return the table of a column of strings."""
    found = scan_column(strings(texts), finder or shared_finder(), unit, context)
    rows, links = found.rows, len(found.rows)
    ords = [0] * links
    for index in range(1, links):
        if rows[index] == rows[index - 1]:
            ords[index] = ords[index - 1] + 1
    arrays = found.arrays()
    columns = {
        "ord": pa.array(ords, pa.int32()),
        **arrays,
        **_told_by(found.iris, uri, check),
        "iri": arrays["iri"],
    }
    if context:
        columns["context"] = pa.array(map(as_utf8, found.contexts), pa.string())
    if sources is not None:
        columns["source"] = _names(sources).take(pa.array(rows, pa.int64()))
    table = _batch(columns, links)
    if not found.bad:
        return table
    about = pa.array([row for row, _ in found.bad], pa.int64())
    errors = [f"the byte at offset {offset} is not valid utf-8" for _, offset in found.bad]
    columns = {"error": pa.array(errors, pa.string())}
    if sources is not None:
        columns["source"] = _names(sources).take(about)
    # a stable sort: errors of a text stay before its links
    order = sorted(range(len(errors) + links), key=[*about.to_pylist(), *rows].__getitem__)
    return pa.concat_batches([_batch(columns, len(errors)), table]).take(pa.array(order, pa.int64()))


def of_rows(rows: Iterable[tuple[str | None, Row]], *, uri: bool = True, check: bool = False) -> pa.RecordBatch:
    """Return the table of rows, each given with the name of its document."""
    kept = list(rows)
    told = _told_by([row.iri for _, row in kept], uri, check)
    columns = {
        name: pa.array([getattr(row, name) for _, row in kept], LINK_TABLE.field(name).type) for name in Row._fields
    }
    told["error"] = pc.coalesce(columns["error"], told["error"])
    names = pa.array([name for name, _ in kept], pa.string())
    return _batch({**columns, **told, "source": names}, len(kept))


def _batch(columns: dict[str, pa.Array], length: int) -> pa.RecordBatch:
    arrays = [columns[one.name] if one.name in columns else pa.nulls(length, one.type) for one in LINK_TABLE]
    return pa.RecordBatch.from_arrays(arrays, schema=LINK_TABLE)


def _names(sources: pa.Array) -> pa.Array:
    return sources if pa.types.is_string(sources.type) else sources.cast(pa.string())


# --- columns that follow from the IRI
# ----------------------------------------------------------------------------------------------


def _told_by(iris: Sequence[str | None], uri: bool, check: bool) -> dict[str, pa.Array]:
    """Return the columns that follow from the IRIs."""
    told = list(map(_facts if uri else _parts, iris))
    columns = {
        name: pa.array([facts[index] for facts in told], pa.string()) for index, name in enumerate(_Facts._fields)
    }
    if check:
        codes = [None if iri is None else _codes(iri) for iri in iris]
        columns["codes"] = pa.array(codes, pa.list_(pa.string()))
    return columns


class _Facts(NamedTuple):
    """What follows from an IRI; ``error`` says why there is no URI."""

    uri: str | None = None
    scheme: str | None = None
    host: str | None = None
    host_ascii: str | None = None
    registrable_domain: str | None = None
    error: str | None = None


_NOTHING = _Facts()


@lru_cache(maxsize=1 << 14)
def _facts(iri: str | None) -> _Facts:
    facts = _parts(iri)
    if iri is None:
        return facts
    try:
        uri = to_uri(iri)
    except IRIError as error:
        return facts._replace(error=as_utf8(str(error)))
    host, domain = _domain(_host(uri))
    return facts._replace(uri=uri, host_ascii=host, registrable_domain=domain)


def _parts(iri: str | None) -> _Facts:
    if iri is None:
        return _NOTHING
    return _Facts(scheme=(split(iri).scheme or "").lower() or None, host=_host(iri) or None)


def _host(iri: str) -> str:
    scheme, authority, path, _, _ = split(iri)
    if authority is not None:
        return split_authority(authority).host
    return path.rpartition("@")[2].partition(",")[0] if (scheme or "").lower() == "mailto" else ""


@lru_cache(maxsize=1 << 16)
def _domain(host: str) -> tuple[str | None, str | None]:
    """Return a host as it is looked up in the DNS, and its registrable domain."""
    name = host.lower()
    return name or None, registrable_domain(name) if name else None


@lru_cache(maxsize=1 << 14)
def _codes(iri: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(problem.code for problem in checking.check(iri)))
