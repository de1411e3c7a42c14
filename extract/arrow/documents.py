"""A document in bytes to its links: a file of any format that is known, a message, a mailbox. Needs no Arrow."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.iri.errors import IRIError
from extract.iri.resolution import resolve
from extract.mail.links import links_in_message, target_link
from extract.mail.mailboxes import split_mbox
from extract.readers import html
from extract.readers.charsets import decode_labelled, label_in
from extract.readers.decoding import decode
from extract.readers.formats import Format
from extract.readers.mime import Note

# Of a finder, what `links_in_message` takes.
_OPTIONS = ("schemes", "schemeless", "email", "profile", "broken", "wrapped", "width", "refang")


class Row(NamedTuple):
    """A link of a document, or why not all of it was read: then there is an ``error``, and nothing else but a part."""

    part: str | None
    ord: int | None
    start: int | None = None
    end: int | None = None
    kind: str | None = None
    text: str | None = None
    iri: str | None = None
    context: str | None = None
    error: str | None = None


def rows_of(
    data: bytes,
    format: Format,
    finder: Finder | None = None,
    *,
    context: int = 0,
    encoding: str | None = None,
) -> Iterator[Row]:
    """Yield the links of a document, in order; no exception comes out of any bytes.

    ``finder`` is by default what `find_links` does, in mail what `links_in_message` does. ``encoding`` is that of a
    document that does not declare one (by default UTF-8). Where bytes are not of the encoding, the rest is read, and
    there is a row that says so.
    """
    try:
        if format.name == "mbox":
            for message in split_mbox(BytesIO(data)):
                yield from message_rows(message.data, finder, context, f"{message.key}/")
        elif format.name == "mail":
            yield from message_rows(data, finder, context)
        else:
            yield from _file_rows(data, format, finder or shared_finder(), context, encoding)
    except Exception as error:  # one document never ends a run
        yield failure(error)


def failure(error: Exception, part: str | None = None) -> Row:
    """Return the row of what should not have happened."""
    return Row(part, None, error=f"{type(error).__name__}: {error}")


def message_rows(data: bytes, finder: Finder | None = None, context: int = 0, prefix: str = "") -> Iterator[Row]:
    """Yield the links of a message; ``prefix`` goes before the numbers of its parts."""
    options: dict[str, Any] = {} if finder is None else {name: getattr(finder, name) for name in _OPTIONS}
    notes: list[Note] = []
    try:
        for ord, link in enumerate(links_in_message(data, report=notes.append, **options)):
            part = f"{prefix}{link.part}:{link.header}" if link.header else prefix + link.part
            around = _within(link.context, link.text, context) if context else None
            yield Row(part, ord, link.start, link.end, link.kind, as_utf8(link.text), as_utf8(link.iri), around)
    except Exception as error:  # one message never ends a mailbox
        yield failure(error, prefix or None)
    for note in notes:
        if note.kind == "limit":
            yield Row(prefix + note.part, None, error=note.message)


def page_rows(
    data: bytes, is_html: bool, label: str | None, finder: Finder | None, context: int = 0, address: str | None = None
) -> Iterator[Row]:
    """Yield the links of what a server sent, HTML or plain text; ``label`` is the charset that it declares."""
    try:
        text = decode_labelled(data, label_in(data) if label is None and is_html else label).text
        finder = finder or shared_finder()
        yield from _text_rows(text, _html_links(text, finder, address) if is_html else _links(text, finder), context)
    except Exception as error:  # one page never ends a crawl
        yield failure(error)


def _file_rows(data: bytes, format: Format, finder: Finder, context: int, encoding: str | None) -> Iterator[Row]:
    decoded = decode(data, encoding, format)
    text = decoded.text
    if text is None:
        text = data[decoded.mark :].decode(decoded.encoding, "surrogateescape")
        yield _undecodable(data[decoded.start : decoded.end], decoded.start, decoded.encoding)
    found: Iterable[_Placed]
    if format.name == "text":
        found = _links(text, finder)
    elif format.name == "html":
        found = _html_links(text, finder)
    else:
        found = _source_links(text, format, finder)
    yield from _text_rows(text, found, context)


def line_rows(data: bytes, start: int, finder: Finder | None, context: int = 0) -> tuple[int, Iterator[Row]]:
    """Return how many characters some lines of a text in UTF-8 have, and their links; ``start`` is where they start."""
    mark = len(BOM_UTF8) if not start and data.startswith(BOM_UTF8) else 0
    errors = []
    try:
        text = data[mark:].decode()
    except UnicodeDecodeError as error:
        first = mark + error.start
        errors.append(_undecodable(data[first : mark + error.end], start + first, "utf-8"))
        text = data[mark:].decode("utf-8", "surrogateescape")
    return len(text), chain(errors, _text_rows(text, _links(text, finder or shared_finder()), context))


_Placed = tuple[int, int, Link]  # where it starts and ends in the source


def _text_rows(text: str, found: Iterable[_Placed], context: int) -> Iterator[Row]:
    for ord, (start, end, link) in enumerate(found):
        around = as_utf8(text[max(start - context, 0) : end + context]) if context else None
        yield Row(None, ord, start, end, link.kind, as_utf8(text[start:end]), as_utf8(link.iri), around)


def _links(text: str, finder: Finder) -> Iterator[_Placed]:
    return ((link.start, link.end, link) for link in finder.find(text))


def _source_links(text: str, format: Format, finder: Finder) -> list[_Placed]:
    """Return the links of a source; an explicit target is one if it has a scheme."""
    found: list[_Placed] = []
    for segment in format.read(text, bare=finder.schemeless or finder.email):
        links = segment.links() if segment.target else finder.find(segment.text)
        found += [(*segment.span(link.start, link.end), link) for link in links]
    return sorted(found)


def _html_links(text: str, finder: Finder, base: str | None = None) -> list[_Placed]:
    """Return the links of a page; those in attributes are made absolute where it has an address."""
    page = html.parse(text, whole=True)
    if page.base:
        with suppress(IRIError, ValueError):  # HTML §4.2.3: the address of the page stays
            base = resolve(base, page.base) if base else page.base
    found: list[_Placed] = []
    for segment in page.segments:
        links = target_link(segment, base) if segment.target else finder.find(segment.text)
        found += [(*segment.span(link.start, link.end), link) for link in links]
    return sorted(found)


def _undecodable(bad: bytes, start: int, encoding: str) -> Row:
    error = f"bytes {bad.hex(' ').upper()} at offset {start} are not valid {encoding}"
    return Row(None, None, error=error)


def as_utf8(text: str) -> str:
    """Return a text as UTF-8 can have it: what was a byte of no character is U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _within(line: str, text: str, context: int) -> str:
    """Return as much of the line of a link as is asked for."""
    at = line.find(text)
    return as_utf8(line[max(at - context, 0) : at + len(text) + context] if at >= 0 else line[: 2 * context])
