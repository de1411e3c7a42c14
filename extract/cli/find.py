"""``iri find``: the links of files, one a line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from extract.cli.files import encoding, read_texts
from extract.readers.formats import Format
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
    more: dict[str, Any] = {}
    if options.bare:
        profile = ("prose", "technical-text") if format.technical else "prose"
        more = {"schemeless": True, "email": True, "profile": profile}
    found = [
        (*segment.span(link.start, link.end), link) for segment in format.read(source) for link in segment.links(**more)
    ]
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
