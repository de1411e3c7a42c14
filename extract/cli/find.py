"""``iri find``: the links of files, one a line."""

from __future__ import annotations

import argparse
import json
import sys

from extract.cli.files import encoding, read_texts
from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.readers.formats import Format
from extract.readers.segment import is_inside
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help='files or directories; "-" is standard input')
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME", help="leave out files or directories")
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument("--bare", action="store_true", help="find bare domain names and e-mail addresses too")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print ``file:line:column: IRI`` for each link."""
    status = 0
    for name, format, text in read_texts(options.paths, options.exclude, options.encoding):
        if text is None:
            status = 2
        else:
            _print_links(name, text, format, options)
    return status


def _print_links(name: str, source: str, format: Format, options: argparse.Namespace) -> None:
    lines = Lines(source)
    found = [(*segment.span(link.start, link.end), link) for segment in format.read(source) for link in segment.links()]
    if options.bare:
        found += _bare_links(source, format, [(start, end) for start, end, _ in found])
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
            # Another program gets the very IRI.
            print(f"{name}:{line}:{column}: {escape_invisible(link.iri) if sys.stdout.isatty() else link.iri}")


def _bare_links(source: str, format: Format, spans: list[tuple[int, int]]) -> list[tuple[int, int, Link]]:
    """Find what has no scheme in the source as it stands, but not within ``spans``."""
    profile = ("prose", "technical-text") if format.technical else "prose"
    links = find_links(source, schemeless=True, email=True, profile=profile)
    spans = sorted(spans)
    return [
        (link.start, link.end, link) for link in links if link.kind != "iri" and not is_inside(spans, link.start + 1)
    ]
