"""Find the links of a batch of texts or files, as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any, TypedDict

import pyarrow as pa
import pyarrow.compute as pc

from extract.arrow.column import Unit, scan_column, strings
from extract.arrow.documents import Options, Row, as_utf8, name_of, rows_of, text_of_name
from extract.arrow.schema import LINK_TABLE
from extract.detect.finder import Finder, shared_finder
from extract.iri.as_uri import to_uri
from extract.iri.components import split, split_authority
from extract.iri.errors import IRIError
from extract.iri.tld import registrable_domain
from extract.readers.document import Document
from extract.readers.formats import FORMATS
from extract.redirects.chain import host_in, lookup_key
from extract.rules import checking
from extract.text.arguments import require, require_text


class TableOptions(TypedDict, total=False):
    """The keyword options of `link_table`."""

    text: str | None
    content: str | None
    source: str | None
    format: str | None
    finder: Finder | None
    unit: Unit
    uri: bool
    check: bool
    context: int
    notes: bool


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
    notes: bool = False,
) -> pa.RecordBatch:
    """Return the links of a batch, which has a document per row, as a table with the columns of `LINK_TABLE`.

    ``text`` names a column of strings. Alternatively, ``content`` names a column of files as binary data, which may
    also be messages, mailboxes and web pages. ``format`` is their format (a name in ``extract.readers.FORMATS``), by
    default determined by the suffix of their source. ``source`` names the column that identifies a document. ``finder``
    determines which links are found, by default as in `extract.find_links`, in mail as in `links_in_message`. ``unit``
    is the unit of ``start`` and ``end`` in texts, as for `extract.arrow.link_column`. ``uri``: fill in ``uri``,
    ``host_ascii`` and ``registrable_domain``. ``check``: fill in ``codes`` with the rules of `extract.check`, and
    ``severity`` in mail. ``context``: keep this many characters before and after the link. ``notes``: add a row for
    each `Note` of mail.

    A null document has no rows. A broken document has a row with ``error``, and rows for the links that can be found.
    Raises ValueError for wrong options, KeyError for a missing column, TypeError for a column of another type.
    """
    require(isinstance(batch, (pa.RecordBatch, pa.Table)), "batch", "a RecordBatch or Table of pyarrow", batch)
    require(finder is None or isinstance(finder, Finder), "finder", "a Finder or None", finder)
    for option, value in {"text": text, "content": content, "source": source, "format": format}.items():
        require_text(option, value)
    require(isinstance(context, int), "context", "a number of characters, an int", context)
    _require_fit(text, content, format, unit)
    options = Options(finder, format=format, uri=uri, check=check, context=context, notes=notes)
    sources = None if source is None else _column(batch, source)
    if content is None:
        return _of_texts(_column(batch, text), sources, options, unit)
    contents = _column(batch, content)
    if contents.type not in (pa.binary(), pa.large_binary(), pa.binary_view()):
        raise TypeError(f"content=… needs binary data, not {contents.type}: use text=… for strings")
    rows: list[tuple[str | None, Row]] = []
    for data, source_name in zip(contents, repeat(None) if sources is None else sources, strict=False):
        if data.is_valid:
            name = source_name and source_name.as_py()
            document = Document(data.as_py(), name_of(str(name or ""), format))
            rows += [(name, row) for row in rows_of(document, options)]
    return of_rows(rows, options)


def _require_fit(text: str | None, content: str | None, format: str | None, unit: str) -> None:
    """Raise ValueError for options that are unknown or cannot be combined."""
    if (text is None) == (content is None):
        raise ValueError("name one column: text=… for strings, or content=… for files as binary data")
    if format is not None and format not in FORMATS:
        raise ValueError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    if unit not in ("codepoint", "utf8", "utf16"):
        raise ValueError(f"unknown unit {unit!r}: use 'codepoint', 'utf8' or 'utf16'")
    if content is not None and unit != "codepoint":
        raise ValueError("unit= is only for text=…: places in files are code points")


def _column(batch: pa.RecordBatch | pa.Table, name: str | None) -> pa.Array:
    if name not in batch.schema.names:
        raise KeyError(f"no column {name!r}; the columns are {', '.join(batch.schema.names)}")
    column = batch.column(name)
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _of_texts(texts: pa.Array, sources: pa.Array | None, options: Options, unit: Unit) -> pa.RecordBatch:
    """Return the table of the links in a column of strings."""
    found = scan_column(strings(texts), options.finder or shared_finder(), unit, options.context)
    links, before = len(found.iris), found.offsets()
    all = pa.array(range(links), pa.int32())
    rows = pc.list_parent_indices(pa.ListArray.from_arrays(before, all))
    arrays = found.arrays()
    columns = {
        "ord": pc.subtract(all, before.take(rows)),
        **arrays,
        **_columns_of(arrays["iri"], options),
    }
    if options.context:
        columns["context"] = pa.array(map(as_utf8, found.contexts), pa.string())
    if sources is not None:
        columns["source"] = _names(sources).take(rows)
    table = _batch(columns, links)
    if not found.bad:
        return table
    about = pa.array([row for row, _ in found.bad], pa.int64())
    errors = [f"the byte at offset {offset} is not valid utf-8" for _, offset in found.bad]
    columns = {"error": pa.array(errors, pa.string())}
    if sources is not None:
        columns["source"] = _names(sources).take(about)
    # The sort is stable, so errors of a text stay before its links.
    order = sorted(range(len(errors) + links), key=[*about.to_pylist(), *rows.to_pylist()].__getitem__)
    return pa.concat_batches([_batch(columns, len(errors)), table]).take(pa.array(order, pa.int64()))


def of_rows(rows: Iterable[tuple[str | None, Row]], options: Options = Options()) -> pa.RecordBatch:  # noqa: B008
    """Return the table of rows, each given with the name of its document."""
    kept = [{**row, "source": name and text_of_name(name)} for name, row in rows]
    columns = {one.name: pa.array([row.get(one.name) for row in kept], one.type) for one in LINK_TABLE}
    derived = _columns_of(columns["iri"], options)
    if options.uri:
        derived["error"] = pc.coalesce(columns["error"], derived["error"])
        derived["uri"] = pc.coalesce(columns["uri"], derived["uri"])
    return _batch({**columns, **derived}, len(kept))


def _batch(columns: dict[str, pa.Array], length: int) -> pa.RecordBatch:
    arrays = [columns[one.name] if one.name in columns else pa.nulls(length, one.type) for one in LINK_TABLE]
    return pa.RecordBatch.from_arrays(arrays, schema=LINK_TABLE)


def _names(sources: pa.Array) -> pa.Array:
    return sources if pa.types.is_string(sources.type) else sources.cast(pa.string())


# --- columns computed from the IRI ----------------------------------------------------------------------------------


# Scheme and authority, which many links share (RFC 3986 appendix B), for RE2.
_SITE = "^(?P<site>[^:/?#]+://[^/?#]*)"
_OF_SITE = ("scheme", "host", "host_ascii", "registrable_domain")


def _columns_of(iris: pa.Array, options: Options) -> dict[str, pa.Array]:
    """Return the columns that are computed from the IRIs."""
    sites = pc.coalesce(pc.struct_field(pc.extract_regex(iris, _SITE), 0), iris)
    columns = _columns_once(sites, _OF_SITE, lambda site: _site(site, options.uri))
    if options.uri:
        columns |= _columns_once(iris, ("uri", "error"), _uri)
        for name in ("host_ascii", "registrable_domain"):
            columns[name] = pc.if_else(pc.is_valid(columns["uri"]), columns[name], None)
    if options.check:
        columns |= _columns_once(iris, ("codes",), _codes)
    return columns


def _columns_once(texts: pa.Array, names: Sequence[str], facts: Callable[[str], Sequence[Any]]) -> dict[str, pa.Array]:
    """Return columns of the values that ``facts`` returns, called once for each distinct text."""
    encoded = texts.dictionary_encode()
    known = [facts(text) for text in encoded.dictionary.to_pylist()]
    values = zip(*known, strict=True) if known else [()] * len(names)
    return {
        name: pa.array(column, LINK_TABLE.field(name).type).take(encoded.indices)
        for name, column in zip(names, values, strict=True)
    }


def _site(iri: str, uri: bool) -> tuple[str | None, ...]:
    """Return scheme, host, ASCII host and registrable domain of an IRI or its beginning; None for missing ones."""
    scheme, host = (split(iri).scheme or "").lower() or None, _host(iri) or None
    target = _uri(iri)[0] if uri else None
    if target is None:
        return scheme, host, None, None
    # RFC 3986 §3.2.2: a percent-encoded host is decoded before the lookup.
    key = lookup_key(target) if "%" in (host or "") else None
    name = host_in(target) if key is None else key.host
    return scheme, host, name, registrable_domain(name) if name else None


def _uri(iri: str) -> tuple[str | None, str | None]:
    """Return the URI of an IRI and None, or None and the reason why there is no URI."""
    try:
        return to_uri(iri), None
    except IRIError as error:
        return None, as_utf8(str(error))


def _host(iri: str) -> str:
    scheme, authority, path, _, _ = split(iri)
    if authority is not None:
        return split_authority(authority).host
    return path.rpartition("@")[2].partition(",")[0] if (scheme or "").lower() == "mailto" else ""


def _codes(iri: str) -> tuple[tuple[str, ...]]:
    return (tuple(dict.fromkeys(problem.code for problem in checking.check(iri))),)
