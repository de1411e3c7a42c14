"""``iri convert``: lines in, lines out, in another form."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from extract.cli.files import STDIN, read_named, undecodable
from extract.cli.options import BARE, add, known_encoding
from extract.cli.saying import WrongUseError, in_shell, say
from extract.detect.finder import Finder
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.cleaning import Replacement, clean_entry
from extract.iri.errors import IRIError
from extract.iri.leiri import from_leiri
from extract.iri.normalization import normalize
from extract.readers.decoding import decode
from extract.text.regexes import re
from extract.text.terminal import escape_invisible

_FORMS: dict[str, Callable[[str], str]] = {"uri": to_uri, "iri": to_iri, "leiri": from_leiri, "normal": normalize}
_TOLD = 5  # changes of a line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("values", nargs="*", metavar="IRI", help='"-" reads lines from standard input (the default)')
    help = "form to write: uri (default), iri, or normal (normalized); leiri: from LEIRIs (XML) to IRIs"
    parser.add_argument("--to", choices=_FORMS, default="uri", help=help)
    parser.add_argument("--file", metavar="FILE", default=STDIN, help="read the IRIs from the lines of a file instead")
    add(parser, *BARE, "-o", "--encoding")
    help = "charset of the document, used to encode the queries of http and https"
    parser.add_argument("--charset", type=known_encoding, help=help)


def run(options: argparse.Namespace) -> int:
    """Print each IRI converted; one that cannot be converted is reported, and its line is left as it was."""
    lines: list[str | _Undecodable] = []
    for value in options.values or [STDIN]:
        if value == STDIN:
            lines += _lines_of(STDIN if options.values else options.file, options.encoding)
            continue
        if os.path.exists(value):
            say(f"{value} is converted as an IRI, the file is not read; run: iri convert --file {in_shell(value)}")
        lines.append(value)
    finder = Finder(bare_domains=options.bare_domains, email=options.email)
    options.finder = finder if options.bare_domains or options.email else None
    converted = [_convert(line, number, options) for number, line in enumerate(lines, 1)]
    return int(not all(converted))


class _Undecodable(bytes):
    """A line that is not in its encoding."""

    message = ""


def _lines_of(path: str, encoding: str | None) -> list[str | _Undecodable]:
    data = read_named(path)
    decoded = decode(data, encoding)
    try:  # a surrogate stands for each byte that is invalid, if the encoding is one that has lines
        text = decoded.text or data[decoded.mark :].decode(decoded.encoding, "surrogateescape")
    except UnicodeDecodeError as error:
        raise WrongUseError(f"{path}: {undecodable(decoded.mark + error.start, decoded.encoding)}") from error
    return [_undecodable(line, decoded.encoding) or line for line in text.splitlines()]


def _undecodable(line: str, encoding: str) -> _Undecodable | None:
    bad = re.search("[\\udc80-\\udcff]", line)
    if bad is None:
        return None
    data = _Undecodable(line.encode(encoding, "surrogateescape"))
    at = len(line[: bad.start()].encode(encoding))
    data.message = f"byte 0x{data[at]:02X} at {at} is not valid {encoding}; name the right one with --encoding"
    return data


def _convert(line: str | _Undecodable, number: int, options: argparse.Namespace) -> bool:
    """Print a line converted, or as it is; return whether it could be."""
    if not isinstance(line, str):
        sys.stdout.flush()
        sys.stdout.buffer.write(line + b"\n")
        say(f"line {number}: {line.message}")
        return False
    meant = line.strip(" \t")
    if options.to != "leiri":  # LEIRIs may have spaces, quotation marks and brackets
        meant, told = clean_entry(line, bad="keep")
        if changes := [change for change in told if change.replacement is not None]:
            say(f"line {number}: {'; '.join(map(_told, changes[:_TOLD]))}{'; …' if changes[_TOLD:] else ''}")
    try:
        print(_converted(meant, options) if line.strip() else line)
    except IRIError as error:
        print(line)
        say(f"line {number}: {escape_invisible(str(error))}")
        return False
    return True


def _told(change: Replacement) -> str:
    written = escape_invisible(change.character)
    return f'"{written}" at {change.start} ' + (f'read as "{change.replacement}"' if change.replacement else "left out")


def _converted(line: str, options: argparse.Namespace) -> str:
    """Return a line in the form that is asked for; a domain name or an address as an IRI."""
    if options.finder:
        link = next(options.finder.find(line), None)
        line = link.iri if link and link.text == line else line
    return to_uri(line, document_charset=options.charset) if options.to == "uri" else _FORMS[options.to](line)
