"""``iri find``: the links of files, one per line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from extract.cli.files import (
    STDIN,
    Passed,
    add_found,
    add_input,
    add_result,
    is_document,
    read_bytes,
    refuse_system,
    text_of,
    walk,
)
from extract.cli.patterns import usual
from extract.cli.saying import Unread, UnreadableError, say
from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.files.reading import check_file
from extract.readers.formats import Format, format_of
from extract.readers.passage import Passage, bare_links
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible, file_name, json_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser)
    add_found(parser)
    add_result(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(options: argparse.Namespace) -> int:
    """Print ``file:line:column: IRI`` for each link."""
    unread, passed = Unread(), Passed()
    number = 0
    for path, within in walk(options.paths or [STDIN], usual(options.exclude), say=unread, passed=passed):
        number += 1
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        for line in unread.guard(name, _lines(name, path, within, options)):
            print(line)
    if not number or passed.unknown or passed.of_tests:
        from extract.reports.text import count

        say(f"{count(number, 'file') if number else 'no files'} to read{passed}")
    return 2 if unread.any else 0


def _lines(name: str, path: str, within: str | None, options: argparse.Namespace) -> Iterator[str]:
    """Yield what to print of a file."""
    format = format_of(name)
    if format.own_charsets:
        if within is not None:
            refuse_system(path)
        yield from _of_mail(name, path, format, options.json)
    else:
        data = read_bytes(path, within)
        if data and is_document(data, name):
            yield from _of_document(name, data, options.json)
        else:
            text = text_of(data, name, options.encoding)
            yield from _of_text(name, text, format_of(name, text), options)


def _of_document(name: str, data: bytes, as_json: bool) -> Iterator[str]:
    """Yield the links of an office file or a PDF, which have no lines."""
    from extract.mail.attachments import open_attachment
    from extract.mail.links import Note, links_in_message

    notes: list[Note] = []
    message = b"Content-Type: application/octet-stream\n\n" + data
    for link in links_in_message(message, headers=False, attachments=open_attachment, report=notes.append):
        if as_json:
            value = {"path": name, "kind": link.kind, "text": link.text, "iri": link.iri, "uri": link.uri}
            yield json_text(value | {"part": link.part, "link_text": link.link_text})
        else:
            yield f"{file_name(name)}: {_shown(link.iri)}"
    if notes:
        raise UnreadableError(escape_invisible(f"{notes[0].kind}: {notes[0].message}"))


def _of_mail(name: str, path: str, format: Format, as_json: bool) -> Iterator[str]:
    """Yield the links of messages; the notes go to standard error."""
    from extract.mail.links import Note, links_in_message
    from extract.mail.mailboxes import StoredMessage, messages, split_mbox

    stored: Iterable[StoredMessage]
    if path == STDIN:
        stored = (
            split_mbox(sys.stdin.buffer, as_stored=True)
            if format.mailbox
            else [StoredMessage("0", sys.stdin.buffer.read())]
        )
    else:
        check_file(path)
        stored = messages(path, as_stored=True)
    first_line = 1

    def report(note: Note) -> None:
        place = f" part {note.part}" if note.part else ""
        say(f"{name}:{first_line}:{place} {note.kind}: {escape_invisible(note.message)}")

    for message in stored:
        first_line = message.line
        for link in links_in_message(message.data, report=report):
            line = first_line + (link.line or 1) - 1
            if as_json:
                value = {
                    "path": name,
                    "line": line,
                    "column": link.column,
                    "start": message.start + (link.byte_start or 0),
                    "kind": link.kind,
                    "text": link.text,
                    "iri": link.iri,
                    "uri": link.uri,
                    "origin": link.origin,
                    "part": link.part,
                    "header": link.header,
                    "link_text": link.link_text,
                    "only_in": link.only_in,
                    "joined": link.joined,
                }
                yield json_text(value)
            else:
                yield _line(name, line, link.column or 1, link.iri)


def _passages(source: str, format: Format, bare: bool) -> tuple[list[Passage], str | None]:
    """Return the segments of a text, and the address that relative ones start from."""
    passages = list(format.read(source, bare=bare))
    if not format.page:
        return passages, None
    from extract.readers.html import base_of, parse

    base = base_of(source)
    if base is not None:  # relative links too
        passages = [passage for passage in passages if not passage.attribute]
        passages += [one for one in parse(source, whole=True).passages if one.target and one.attribute]
    return passages, base


def _of_text(name: str, source: str, format: Format, options: argparse.Namespace) -> Iterator[str]:
    lines = Lines(source)
    bare = options.bare_domains or options.email
    passages, base = _passages(source, format, bare)
    found = [(*passage.span(link.start, link.end), link) for passage in passages for link in _links(passage, base)]
    if bare:
        finder = Finder(bare_domains=options.bare_domains, email=options.email)
        spans = [(start, end) for start, end, _ in found]
        found += [(*one.span(link.start, link.end), link) for one, link in bare_links(passages, finder, spans)]
    for start, end, link in sorted(found):
        line, column = lines.place(start)
        if options.json:
            value = {
                "path": name,
                "line": line,
                "column": column,
                "start": start,
                "end": end,
                "kind": link.kind,
                "text": link.text,
                "iri": link.iri,
            }
            yield json_text(value)
        else:
            yield _line(name, line, column, link.iri)


def _links(passage: Passage, base: str | None) -> list[Link]:
    """Return the links of a segment; of an attribute of HTML, what a browser follows."""
    if base and passage.target and passage.attribute not in (None, "base"):  # HTML §4.2.3: it is not relative to itself
        return passage.followed(base)
    written = passage.links()
    return (passage.followed() or written) if written and passage.target and passage.attribute else written


def _line(name: str, line: int, column: int, iri: str) -> str:
    return f"{file_name(name)}:{line}:{column}: {_shown(iri)}"


def _shown(iri: str) -> str:
    if not sys.stdout.isatty():  # another program gets the very IRI
        return iri
    from extract.present.displaying import display, hidden_labels

    return escape_invisible(display(iri) if not iri.isascii() and hidden_labels(iri) else iri)
