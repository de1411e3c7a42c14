"""``iri find``: print the links of files, one per line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from extract.cli.files import STDIN, File, is_document, readable, refuse_system
from extract.cli.options import TEXTS, finder_of, links_of, print_texts
from extract.cli.saying import UnreadableError, say
from extract.files.near import common_folder
from extract.readers.document import NOWHERE, Document, Surroundings
from extract.readers.formats import TEXT, format_of, known_format
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible, file_name, json_text

_Facts = dict[str, Any]  # keys and values that --json writes for a link
_OF_ALL = ("kind", "text", "iri", "uri")
_OF_MAIL = (*_OF_ALL, "origin", "part", "header", "link_text", "only_in")
OPTIONS = TEXTS | {
    "--json": "write an object for each link, one a line",
    "--plain": "write only the IRIs (for xargs, lychee, …)",
}


def _printed(file: File, options: argparse.Namespace) -> Iterator[str]:
    """Yield ``file:line:column: IRI`` for each link. Links in binary documents have no line."""
    shown = _safe if sys.stdout.isatty() else str  # other programs get the unchanged IRI
    for facts in _links_of(file, options):
        place = f":{facts['line']}:{facts['column'] or 1}" if "line" in facts else ""
        before = "" if options.plain else f"{file_name(file.name)}{place}: "
        yield f"{json_text({'path': file.name} | facts) if options.json else before + shown(facts['iri'])}\n"


run = partial(print_texts, _printed, counted=True)


def _safe(iri: str) -> str:
    from extract.present.displaying import display, hidden_labels

    return escape_invisible(display(iri) if not iri.isascii() and hidden_labels(iri) else iri)


def _links_of(file: File, options: argparse.Namespace) -> Iterator[_Facts]:
    if format_of(file.name).own_charsets:
        return _of_mail(file)
    data = file.data()
    if data and is_document(data, file.name):
        return _of_document(data)
    return _of_text(readable(Document(data, file.name, options.encoding, _around(file))), options)


def _around(file: File) -> Surroundings:
    """Return the surroundings of a file: the markup in which Sphinx parses it, if its own suffix does not say it."""
    if known_format(file.name) not in (None, TEXT):
        return NOWHERE
    from extract.cli.surroundings import surroundings

    return surroundings(file.name, common_folder({file.within or os.path.dirname(file.path)}))


def _facts(link: Any, names: tuple[str, ...], **place: int | None) -> _Facts:
    return place | {name: getattr(link, name) for name in names}


def _of_document(data: bytes) -> Iterator[_Facts]:
    """Yield the links of an Office file or a PDF."""
    from extract.mail.attachments import open_attachment
    from extract.mail.links import Note, links_in_message

    notes: list[Note] = []
    message = b"Content-Type: application/octet-stream\n\n" + data
    for link in links_in_message(message, headers=False, attachments=open_attachment, report=notes.append):
        yield _facts(link, (*_OF_ALL, "part", "link_text"))
    for note in notes:
        raise UnreadableError(escape_invisible(f"{note.kind}: {note.message}"))


def _of_mail(file: File) -> Iterator[_Facts]:
    """Yield the links of messages. Print the notes to standard error."""
    from extract.mail.links import Note, links_in_message
    from extract.mail.mailboxes import messages

    if file.within is not None:
        refuse_system(file.path)

    def report(note: Note) -> None:
        place = f" part {note.part}" if note.part else ""
        say(f"{file.name}:{message.line}:{place} {note.kind}: {escape_invisible(note.message)}")

    for message in messages(sys.stdin.buffer if file.path == STDIN else file.path, as_stored=True):
        for link in links_in_message(message.data, report=report):
            line, start = message.line + (link.line or 1) - 1, message.start + (link.byte_start or 0)
            yield _facts(link, _OF_MAIL, line=line, column=link.column, start=start)


def _of_text(document: Document, options: argparse.Namespace) -> Iterator[_Facts]:
    lines = Lines(document.source)
    for start, end, link in links_of(document.source, document.format, finder_of(options)):
        line, column = lines.place(start)
        yield _facts(link, ("kind", "text", "iri"), line=line, column=column, start=start, end=end)
