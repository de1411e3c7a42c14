"""Find the links of a document in bytes: a file of any known format, a message or a mailbox. Does not need Arrow."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import chain
from typing import Any

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.iri.errors import IRIError
from extract.iri.resolution import resolve
from extract.mail.deception import deceptive_links
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.mail.mailboxes import messages
from extract.readers import html
from extract.readers.charsets import decode_labeled, label_of_page
from extract.readers.document import Document
from extract.readers.formats import FORMATS, TEXT, Format
from extract.readers.mime import Note, head_of
from extract.readers.passage import Passage
from extract.redirects.following import uri_on_page
from extract.rules.problem import Problem

# Attributes of a finder that are options of `links_in_message`.
_OPTIONS = ("schemes", "bare_domains", "email", "profile", "broken", "wrapped", "refang")


Row = dict[str, Any]
"""Columns of a link; or ``error``, why some of the document was not read, and ``part``."""


def name_of(path: str, format: str | None) -> str:
    """Return a name whose suffix decides the format: ``path``, or a name for the format of the options."""
    return path if format is None else "document" + FORMATS[format].suffixes[0]


@dataclass(frozen=True, slots=True)
class Options:
    """The options for reading inputs; see `link_table`."""

    finder: Finder | None = None
    text: str | None = None  # names of columns
    content: str | None = None
    source: str | None = None
    format: str | None = None
    encoding: str | None = None  # of documents that do not declare one
    uri: bool = True
    check: bool = False
    context: int = 0
    notes: bool = False
    copied: tuple[str, str] | None = None  # a temporary copy of an input, and the name of the input

    def source_of(self, path: str | None) -> str | None:
        """Return the name of a file in the table."""
        return self.copied[1] if self.copied and path == self.copied[0] else path


def rows_of(document: Document, options: Options) -> Iterator[Row]:
    """Yield the links of a document, in order. Errors become rows; nothing is raised.

    If some bytes are invalid, the rest is parsed, and a row reports them.
    """
    try:
        if not document.format.own_charsets:
            yield from _file_rows(document, options)
            return
        is_mailbox = document.data.startswith(b"From ")
        for message in messages(BytesIO(document.data)):
            yield from message_rows(message.data, options, f"{message.key}/" if is_mailbox else "")
    except Exception as error:  # one document must not stop the run
        yield failure(error)


def failure(error: Exception | str, part: str | None = None) -> Row:
    """Return a row that reports an exception or an error message."""
    message = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    return {"part": part, "error": text_of_name(message)}


def text_of_name(name: str) -> str:
    r"""Return a file name as Unicode, which Arrow needs. Undecodable bytes (PEP 383) become ``\xff``."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "backslashreplace")


def message_rows(data: bytes, options: Options, prefix: str = "") -> Iterator[Row]:
    """Yield the links of a message. ``prefix`` is added before the numbers of its parts."""
    finding: dict[str, Any] = {name: getattr(options.finder, name) for name in _OPTIONS if options.finder}
    told: list[Note] = []
    message_id = cache(lambda: as_utf8(head_of(data).value("message-id").strip("<> ")) or None)
    try:
        links: Iterable[MailLink] = links_in_message(data, report=told.append, **finding)
        deceptive: dict[MailLink, list[Problem]] = {}
        if options.check:
            links = list(links)
            deceptive = dict(deceptive_links(links))
        for ord, link in enumerate(links):
            severities = [problem.severity for problem in deceptive.get(link, ())]
            row = _mail_row(link, prefix, options.context)
            severity = max(severities, key=_SEVERITIES.index, default=None)
            yield row | {"ord": ord, "message_id": message_id(), "severity": severity}
    except Exception as error:  # one message must not stop the run
        yield failure(error, prefix or None)
    for note in told:
        if note.kind == "limit" or options.notes:
            row = failure(as_utf8(note.message), prefix + note.part)
            yield row | {"note": note.kind if options.notes else None, "message_id": message_id()}


_SEVERITIES = ("info", "warning", "error")


def _mail_row(link: MailLink, prefix: str, context: int) -> Row:
    return {
        "part": f"{prefix}{link.part}:{link.header}" if link.header else f"{prefix}{link.part}",
        "start": link.start,
        "end": link.end,
        "kind": link.kind,
        "text": as_utf8(link.text),
        "iri": as_utf8(link.iri),
        "context": _within(link.context, link.text, context) if context else None,
        "header": link.header,
        "attribute": link.attribute,
        "link_text": None if link.link_text is None else as_utf8(link.link_text),
        "line": link.line,
        "redirect_chain": [as_utf8(target.iri) for target in link.redirect_chain[1:]] or None,
    }


def page_rows(
    data: bytes, is_html: bool, label: str | None, options: Options, address: str | None = None
) -> Iterator[Row]:
    """Yield the links of a page in HTML or plain text. ``label`` is the charset that the server declared."""
    try:
        decoded = decode_labeled(data, label_of_page(label, data) if is_html else label)
        text = decoded.text
        found = _html_links(text, options, address) if is_html else _links(text, options)
        yield from _text_rows(text, found, options, decoded.codec if is_html else None)
    except Exception as error:  # one page must not stop the run
        yield failure(error)


def _file_rows(document: Document, options: Options) -> Iterator[Row]:
    text, format = document.source, document.format
    if document.text is None:
        start, end = document.invalid
        yield _undecodable(document.data[start:end], start, document.codec)
    if format.name == "html":
        yield from _text_rows(text, _html_links(text, options), options, document.codec)
    else:
        found = _links(text, options) if format is TEXT else _source_links(text, format, options)
        yield from _text_rows(text, found, options)


def line_rows(data: bytes, start: int, options: Options) -> tuple[int, Iterator[Row]]:
    """Return the number of characters and the links of some lines of a UTF-8 text. ``start`` is their byte offset."""
    mark = len(BOM_UTF8) if not start and data.startswith(BOM_UTF8) else 0
    errors = []
    try:
        text = data[mark:].decode()
    except UnicodeDecodeError as error:
        first = mark + error.start
        errors.append(_undecodable(data[first : mark + error.end], start + first, "utf-8"))
        text = data[mark:].decode("utf-8", "surrogateescape")
    return len(text), chain(errors, _text_rows(text, _links(text, options), options))


_Placed = tuple[int, int, Link]  # start and end in the source


def _text_rows(text: str, found: Iterable[_Placed], options: Options, charset: str | None = None) -> Iterator[Row]:
    """Yield the rows of links. ``charset`` is the charset of a page, which browsers use to encode queries."""
    for ord, (start, end, link) in enumerate(found):
        row: Row = {"ord": ord, "start": start, "end": end, "kind": link.kind, "text": as_utf8(text[start:end])}
        row["iri"] = as_utf8(link.iri)
        if options.context:
            row["context"] = as_utf8(text[max(start - options.context, 0) : end + options.context])
        if charset is not None and not link.iri.isascii():
            row["uri"] = uri_on_page(row["iri"], charset)
        yield row


def _links(text: str, options: Options) -> Iterator[_Placed]:
    return ((link.start, link.end, link) for link in (options.finder or shared_finder()).find(text))


def _source_links(text: str, format: Format, options: Options) -> list[_Placed]:
    """Return the links of a source file. A destination in markup is a link if it has a scheme."""
    finder = options.finder or shared_finder()
    return _in_passages(format.read(text, bare=finder.bare_domains or finder.email), Passage.links, finder)


def _in_passages(
    passages: Iterable[Passage], of_destination: Callable[[Passage], list[Link]], finder: Finder
) -> list[_Placed]:
    found: list[_Placed] = []
    for passage in passages:
        links = of_destination(passage) if passage.target else finder.find(passage.text)
        found += [(*passage.span(link.start, link.end), link) for link in links]
    return sorted(found)


def _html_links(text: str, options: Options, base: str | None = None) -> list[_Placed]:
    """Return the links of a page. Those in attributes are resolved if its base IRI is known."""
    finder, page = options.finder or shared_finder(), html.parse(text, whole=True)
    own = base
    if page.base:
        with suppress(IRIError, ValueError):  # HTML §4.2.3: an invalid <base> is ignored
            base = resolve(base, page.base) if base else html.base_address(page.base)

    def followed(passage: Passage) -> list[Link]:
        return passage.followed(own if passage.attribute == "base" else base)

    return _in_passages(page.passages, followed, finder)


def _undecodable(bad: bytes, start: int, encoding: str) -> Row:
    return failure(f"bytes {bad.hex(' ').upper()} at offset {start} are not valid {encoding}")


def as_utf8(text: str) -> str:
    """Replace lone surrogates by U+FFFD, so that UTF-8 can encode the text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _within(line: str, text: str, context: int) -> str:
    """Return the line of a link, with at most ``context`` characters before and after the link."""
    at = line.find(text)
    return as_utf8(line[max(at - context, 0) : at + len(text) + context] if at >= 0 else line[: 2 * context])
