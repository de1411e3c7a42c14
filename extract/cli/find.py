"""``iri find``: the links of files, one a line."""

from __future__ import annotations

import argparse
import json
import sys

from extract.cli.files import STDIN, encoding, read_bytes, walk
from extract.readers.decoding import decode
from extract.readers.formats import Format, format_of
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help='files or directories; "-" is standard input')
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME", help="leave out files or directories")
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print ``file:line:column: IRI`` for each link."""
    status = 0
    for path in walk(options.paths, options.exclude):
        name = "<stdin>" if path == STDIN else path
        format = format_of(name)
        try:
            decoded = decode(read_bytes(path), options.encoding, format)
        except OSError as error:
            print(f"iri: {name}: {error.strerror}", file=sys.stderr)
            status = 2
            continue
        if decoded.text is None:
            advice = "name the right encoding with --encoding"
            print(f"iri: {name}: byte {decoded.start} is not valid {decoded.encoding}; {advice}", file=sys.stderr)
            status = 2
            continue
        _print_links(name, decoded.text, format, options.json)
    return status


def _print_links(name: str, source: str, format: Format, as_json: bool) -> None:
    lines = Lines(source)
    found = [(*segment.span(link.start, link.end), link) for segment in format.read(source) for link in segment.links()]
    for start, end, link in sorted(found):
        line, column = lines.place(start)
        if as_json:
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
