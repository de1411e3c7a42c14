"""``iri find``: the links of files, one per line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from extract.cli.files import STDIN, encoding, read_text, walk
from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.detect.tailorings import TECHNICAL
from extract.readers.formats import Format, format_of
from extract.readers.segment import Segment, is_inside
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help='files or directories; "-" is standard input')
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="NAME", help="skip files or directories of this name"
    )
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input; it decides the format"
    )
    parser.add_argument("--bare", action="store_true", help="find bare domain names and e-mail addresses too")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(options: argparse.Namespace) -> int:
    """Print ``file:line:column: IRI`` for each link."""
    status = 0
    for path in walk(options.paths, options.exclude):
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        format = format_of(name)
        if format.name in ("mail", "mbox"):
            try:
                _print_mail(name, path, format, options.json)
            except BrokenPipeError:  # of the output
                raise
            except OSError as error:
                print(f"iri: {name}: {error.strerror}", file=sys.stderr)
                status = 2
            continue
        text = read_text(path, name, options.encoding)
        if text is None:
            status = 2
        else:
            _print_links(name, text, format, options)
    return status


def _print_mail(name: str, path: str, format: Format, as_json: bool) -> None:
    """Print the links of messages, and the notes on standard error."""
    from extract.mail.links import Note, links_in_message
    from extract.mail.mailboxes import StoredMessage, messages, split_mbox

    stored: Iterable[StoredMessage]
    if path == STDIN:
        stored = (
            split_mbox(sys.stdin.buffer, as_stored=True)
            if format.name == "mbox"
            else [StoredMessage("0", sys.stdin.buffer.read())]
        )
    else:
        stored = messages(path, as_stored=True)
    first_line = 1

    def report(note: Note) -> None:
        place = f" part {note.part}" if note.part else ""
        print(f"iri: {name}:{first_line}:{place} {note.kind}: {escape_invisible(note.message)}", file=sys.stderr)

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
                    "label": link.label,
                    "only_in": link.only_in,
                    "joined": link.joined,
                }
                print(json.dumps(value, ensure_ascii=False))
            else:
                _print_link(name, line, link.column or 1, link.iri)


def _print_links(name: str, source: str, format: Format, options: argparse.Namespace) -> None:
    lines = Lines(source)
    segments = list(format.read(source, bare=options.bare))
    found = [(*segment.span(link.start, link.end), link) for segment in segments for link in segment.links()]
    if options.bare:
        found += _bare_links(segments, format, [(start, end) for start, end, _ in found])
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
            print(json.dumps(value, ensure_ascii=False))
        else:
            _print_link(name, line, column, link.iri)


def _print_link(name: str, line: int, column: int, iri: str) -> None:
    # Another program gets the very IRI.
    print(f"{name}:{line}:{column}: {escape_invisible(iri) if sys.stdout.isatty() else iri}")


def _bare_links(
    segments: Iterable[Segment], format: Format, spans: list[tuple[int, int]]
) -> list[tuple[int, int, Link]]:
    """Find links without a scheme in what is text in a format, but not within ``spans``."""
    finder = Finder(schemeless=True, email=True, profile=TECHNICAL if format.technical else "prose")
    links = (
        (*segment.span(link.start, link.end), link)
        for segment in segments
        if not segment.target
        for link in finder.find(segment.text)
        if link.kind != "iri"
    )
    spans = sorted(spans)
    return [found for found in links if not is_inside(spans, found[0] + 1)]
