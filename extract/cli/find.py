"""``iri find``: the links of files, one a line."""

from __future__ import annotations

import argparse
import json
import sys

from extract.cli.files import STDIN, encoding, read_octets, walk
from extract.linter.linting import links_of
from extract.readers import decode, markup_of, read
from extract.text.positions import Lines
from extract.text.terminal import escape_invisible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help='files or directories; "-" is standard input')
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME", help="leave out files or directories")
    parser.add_argument("--encoding", type=encoding, help="of files that do not tell (default: utf-8)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Print ``file:line:column: IRI`` for each link."""
    status = 0
    for path in walk(options.paths, options.exclude):
        name = "<stdin>" if path == STDIN else path
        try:
            decoded = decode(read_octets(path), options.encoding, markup_of(name))
        except OSError as error:
            print(f"iri: {name}: {error.strerror}", file=sys.stderr)
            status = 2
            continue
        if decoded.text is None:
            advice = "name the right encoding with --encoding"
            print(f"iri: {name}: byte {decoded.start} is no {decoded.encoding}; {advice}", file=sys.stderr)
            status = 2
            continue
        _print_links(name, decoded.text, options.json)
    return status


def _print_links(name: str, source: str, as_json: bool) -> None:
    lines = Lines(source)
    found = [
        (*segment.span(link.start, link.end), link)
        for segment in read(source, markup_of(name))
        for link in links_of(segment)
    ]
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
