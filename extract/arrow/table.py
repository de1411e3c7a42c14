"""A batch of texts or files to the table of their links."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple, TypedDict, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from extract.arrow.column import Unit, scan_column, strings
from extract.arrow.documents import MailOptions, Row, as_utf8, rows_of
from extract.arrow.schema import LINK_TABLE
from extract.detect.finder import Finder, shared_finder
from extract.iri.as_uri import to_uri, usual_uri
from extract.iri.components import split, split_authority
from extract.iri.errors import IRIError
from extract.iri.tld import registrable_domain
from extract.readers.formats import FORMATS, format_of
from extract.redirects.chain import host_and_domain, lookup_key
from extract.rules import checking
from extract.text.arguments import require, require_text

T = TypeVar("T")


class TableOptions(TypedDict, total=False):
    """The options of `link_table`, each by its name."""

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

    ``text`` names a column of strings, or ``content`` a column of files as binary data, mail, mailboxes and web pages
    among them. Their format is ``format`` (a name in ``extract.readers.FORMATS``) or follows from the suffix of their
    source. ``source`` names the column that identifies a document. ``finder`` decides what is found, by default as in
    `extract.find_links`, in mail as in `links_in_message`. ``unit`` is what ``start`` and ``end`` count in texts, as
    for `extract.arrow.link_column`. ``uri``: fill in ``uri``, ``host_ascii`` and ``registrable_domain``; ``check``:
    fill in ``codes``, the rules that `extract.check` applies, and ``severity`` in mail; ``context``: keep this many
    characters before and after the link; ``notes``: add a row for each `Note` of mail.

    A null document has no rows; a broken one has a row with ``error``, and rows for the links that can be read. Raises
    ValueError for wrong options, KeyError for a missing column, TypeError for a column of another type.
    """
    require(isinstance(batch, (pa.RecordBatch, pa.Table)), "batch", "a RecordBatch or Table of pyarrow", batch)
    require(finder is None or isinstance(finder, Finder), "finder", "a Finder or None", finder)
    for option, value in {"text": text, "content": content, "source": source, "format": format}.items():
        require_text(option, value)
    require(isinstance(context, int), "context", "a number of characters, an int", context)
    _require_fit(text, content, format, unit)
    sources = None if source is None else _column(batch, source)
    if content is None:
        return of_texts(_column(batch, text), sources, finder, unit, uri=uri, check=check, context=context)
    contents = _column(batch, content)
    if not _is_binary(contents.type):
        raise TypeError(f"content=… needs binary data, not {contents.type}: use text=… for strings")
    known, mail = None if format is None else FORMATS[format], MailOptions(check, notes)
    rows: list[tuple[str | None, Row]] = []
    for data, source_name in zip(contents, repeat(None) if sources is None else sources, strict=False):
        if data.is_valid:
            name = source_name and source_name.as_py()
            found = rows_of(data.as_py(), known or format_of(str(name or "")), finder, context=context, mail=mail)
            rows += [(name, row) for row in found]
    return of_rows(rows, uri=uri, check=check)


def _require_fit(text: str | None, content: str | None, format: str | None, unit: str) -> None:
    """Raise ValueError for options that are unknown, or that do not fit each other."""
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
    links, before = len(found.iris), found.offsets()
    all = pa.array(range(links), pa.int32())
    rows = pc.list_parent_indices(pa.ListArray.from_arrays(before, all))
    arrays = found.arrays()
    columns = {
        "ord": pc.subtract(all, before.take(rows)),
        **arrays,
        **_told_by(found.iris, arrays["iri"], uri, check),
        "iri": arrays["iri"],
    }
    if context:
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
    # a stable sort: errors of a text stay before its links
    order = sorted(range(len(errors) + links), key=[*about.to_pylist(), *rows.to_pylist()].__getitem__)
    return pa.concat_batches([_batch(columns, len(errors)), table]).take(pa.array(order, pa.int64()))


def of_rows(rows: Iterable[tuple[str | None, Row]], *, uri: bool = True, check: bool = False) -> pa.RecordBatch:
    """Return the table of rows, each given with the name of its document."""
    kept = list(rows)
    values = zip(*(row for _, row in kept), strict=True) if kept else repeat(())
    fields = dict(zip(Row._fields, values, strict=False))
    fields["error"] = tuple(error and text_of_name(error) for error in fields["error"])
    columns = {name: pa.array(values, LINK_TABLE.field(name).type) for name, values in fields.items()}
    told = _told_by(fields["iri"], columns["iri"], uri, check)
    if uri:
        told["error"] = pc.coalesce(columns["error"], told["error"])
        told["uri"] = pc.coalesce(columns["uri"], told["uri"])
    names = pa.array([name and text_of_name(name) for name, _ in kept], pa.string())
    return _batch({**columns, **told, "source": names}, len(kept))


def text_of_name(name: str) -> str:
    r"""Return the name of a file as Unicode, which Arrow needs: a byte that is not text (PEP 383) as ``\xff``."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "backslashreplace")


def _batch(columns: dict[str, pa.Array], length: int) -> pa.RecordBatch:
    arrays = [columns[one.name] if one.name in columns else pa.nulls(length, one.type) for one in LINK_TABLE]
    return pa.RecordBatch.from_arrays(arrays, schema=LINK_TABLE)


def _names(sources: pa.Array) -> pa.Array:
    return sources if pa.types.is_string(sources.type) else sources.cast(pa.string())


# --- columns that follow from the IRI -------------------------------------------------------------------------------


# Scheme and authority, which many links have in common (RFC 3986 appendix B); read by RE2.
_SITE = "^(?P<site>[^:/?#]+://[^/?#]*)"
_MAX_REMEMBERED = 256  # characters: long texts would fill memory


def _told_by(iris: Sequence[str | None], column: pa.Array, uri: bool, check: bool) -> dict[str, pa.Array]:
    """Return the columns that follow from the IRIs; ``column`` has them too."""
    sites = pc.coalesce(pc.struct_field(pc.extract_regex(column, _SITE), 0), column).dictionary_encode()
    facts = [_site(site, uri) for site in sites.dictionary.to_pylist()]
    columns = {
        name: pa.array([fact[index] for fact in facts], pa.string()).take(sites.indices)
        for index, name in enumerate(_Site._fields)
    }
    if uri:
        told = [_NO_URI if iri is None else _uri(iri) for iri in iris]
        columns["uri"] = pa.array([one for one, _ in told], pa.string())
        columns["error"] = pa.array([error for _, error in told], pa.string())
        for name in ("host_ascii", "registrable_domain"):
            columns[name] = pc.if_else(pc.is_valid(columns["uri"]), columns[name], None)
    if check:
        codes = [None if iri is None else _codes(iri) for iri in iris]
        columns["codes"] = pa.array(codes, pa.list_(pa.string()))
    return columns


def _remembering(function: Callable[..., T]) -> Callable[..., T]:
    cached = lru_cache(maxsize=1 << 14)(function)
    return lambda text, *more: (cached if len(text) <= _MAX_REMEMBERED else function)(text, *more)


class _Site(NamedTuple):
    """What follows from the beginning of an IRI, or from all of it if it has no authority."""

    scheme: str | None
    host: str | None
    host_ascii: str | None = None
    registrable_domain: str | None = None


@_remembering
def _site(iri: str, uri: bool) -> _Site:
    site = _Site((split(iri).scheme or "").lower() or None, _host(iri) or None)
    target = _uri(iri)[0] if uri else None
    if target is None:
        return site
    # RFC 3986 §3.2.2: a host that is percent-encoded is decoded before it is looked up.
    key = lookup_key(target) if "%" in (site.host or "") else None
    host = host_and_domain(target)[0] if key is None else key.host
    return site._replace(host_ascii=host, registrable_domain=registrable_domain(host) if host else None)


_NO_URI = None, None


def _uri(iri: str) -> tuple[str | None, str | None]:
    """Return the URI of an IRI, or why there is none."""
    uri = usual_uri(iri)
    return _rare_uri(iri) if uri is None else (uri, None)


@_remembering
def _rare_uri(iri: str) -> tuple[str | None, str | None]:
    try:
        return to_uri(iri), None
    except IRIError as error:
        return None, as_utf8(str(error))


def _host(iri: str) -> str:
    scheme, authority, path, _, _ = split(iri)
    if authority is not None:
        return split_authority(authority).host
    return path.rpartition("@")[2].partition(",")[0] if (scheme or "").lower() == "mailto" else ""


@_remembering
def _codes(iri: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(problem.code for problem in checking.check(iri)))
