"""``iri convert``: lines in, lines out, in another form."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from extract.cli.files import STDIN, encoding, read_octets
from extract.errors import IRIError
from extract.readers import decode
from extract.visible import visible

FORMS = ("uri", "iri", "leiri", "normal")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("values", nargs="*", metavar="IRI", help='"-" is the lines of standard input (the default)')
    parser.add_argument(
        "--to",
        choices=FORMS,
        default="uri",
        help="the form: uri (default), iri, normal; leiri reads LEIRIs and writes IRIs",
    )
    parser.add_argument("--file", default=STDIN, help="read lines from a file instead")
    parser.add_argument("--encoding", type=encoding, help="of the lines (default: utf-8)")
    parser.add_argument(
        "--charset", help="of the document the IRIs stand in: their queries are encoded in it (http, https)"
    )


def run(options: argparse.Namespace) -> int:
    """Print each converted; what cannot be converted is told, and its line is left as it was."""
    lines: list[str] = []
    for value in options.values or [STDIN]:
        if value != STDIN:
            lines.append(value)
            continue
        path = STDIN if options.values else options.file
        try:
            decoded = decode(read_octets(path), options.encoding)
        except OSError as error:
            print(f"iri: {path}: {error.strerror}", file=sys.stderr)
            return 2
        if decoded.text is None:
            print(f"iri: {path}: byte {decoded.start} is no {decoded.encoding}", file=sys.stderr)
            return 2
        lines += decoded.text.splitlines()
    try:
        convert = _converter(options)
    except LookupError as error:
        print(f"iri: {error}", file=sys.stderr)
        return 2
    status = 0
    for number, line in enumerate(lines, 1):
        try:
            print(convert(line.strip(" \t")) if line.strip() else line)
        except IRIError as error:
            print(line)
            print(f"iri: line {number}: {visible(str(error))}", file=sys.stderr)
            status = 1
    return status


def _converter(options: argparse.Namespace) -> Callable[[str], str]:
    import codecs

    from extract import mapping
    from extract.comparison import normalize
    from extract.decoding import to_iri
    from extract.leiri import leiri_to_iri

    if options.charset is not None:
        codecs.lookup(options.charset)
    forms: dict[str, Callable[[str], str]] = {
        "uri": lambda line: mapping.to_uri(line, document_charset=options.charset),
        "iri": to_iri,
        "leiri": leiri_to_iri,
        "normal": normalize,
    }
    return forms[options.to]
