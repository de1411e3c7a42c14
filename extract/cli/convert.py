"""``iri convert``: lines in, lines out, in another form."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from typing import NamedTuple

from extract.cli.files import STDIN, add_found, add_result, encoding, read_bytes, undecodable
from extract.cli.saying import reason, say
from extract.detect.finder import Finder
from extract.iri.cleaning import Replacement, clean_entry
from extract.iri.errors import IRIError
from extract.readers.decoding import decode
from extract.text.labels import codec_name
from extract.text.terminal import escape_invisible

FORMS = ("uri", "iri", "leiri", "normal")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("values", nargs="*", metavar="IRI", help='"-" reads lines from standard input (the default)')
    parser.add_argument(
        "--to",
        choices=FORMS,
        default="uri",
        help="form to write: uri (default), iri, or normal (normalized); leiri: from LEIRIs (XML) to IRIs",
    )
    parser.add_argument("--file", default=STDIN, help="read the IRIs from the lines of a file instead")
    add_found(parser)
    add_result(parser)
    parser.add_argument("--encoding", type=encoding, help="encoding of the lines (default: utf-8)")
    parser.add_argument("--charset", help="charset of the document, used to encode the queries of http and https")


def run(options: argparse.Namespace) -> int:
    """Print each IRI converted; one that cannot be converted is reported, and its line is left as it was.

    What was pasted by mistake is left out, and reported (`clean_entry`).
    """
    lines: list[str | _Undecodable] = []
    try:
        for value in options.values or [STDIN]:
            if value == STDIN:
                lines += _lines_of(STDIN if options.values else options.file, options.encoding)
                continue
            if os.path.exists(value):
                import shlex

                file = shlex.quote(value)
                say(f"{value} is converted as an IRI, the file is not read; write: iri convert --file {file}")
            lines.append(value)
        convert = _converter(options)
    except (_UnreadableError, LookupError) as error:
        say(str(error))
        return 2
    # LEIRIs may have spaces, quotation marks and brackets
    converted = [_convert(line, number, convert, clean=options.to != "leiri") for number, line in enumerate(lines, 1)]
    return int(not all(converted))


class _UnreadableError(Exception):
    """A file that cannot be read, or whose encoding has no lines."""


def _lines_of(path: str, encoding: str | None) -> list[str | _Undecodable]:
    try:
        data = read_bytes(path)
    except OSError as error:
        raise _UnreadableError(f"{path}: {reason(error)}") from error
    decoded = decode(data, encoding)
    try:  # a surrogate stands for each byte that is invalid, if the encoding is one that has lines
        text = decoded.text or data[decoded.mark :].decode(decoded.encoding, "surrogateescape")
    except UnicodeDecodeError as error:
        message = undecodable(decoded.mark + error.start, decoded.encoding)
        raise _UnreadableError(f"{path}: {message}") from error
    return [_undecodable(line, decoded.encoding) or line for line in text.splitlines()]


def _convert(line: str | _Undecodable, number: int, convert: Callable[[str], str], *, clean: bool) -> bool:
    """Print a line converted, or as it is; return whether it could be."""
    if not isinstance(line, str):
        sys.stdout.flush()
        sys.stdout.buffer.write(line.data + b"\n")
        say(f"line {number}: {line.message}")
        return False
    meant = line.strip(" \t")
    if clean:
        meant, told = clean_entry(line, bad="keep")
        if changes := [change for change in told if change.replacement is not None]:
            say(f"line {number}: {'; '.join(map(_told, changes[:_TOLD]))}{'; …' if changes[_TOLD:] else ''}")
    try:
        print(convert(meant) if line.strip() else line)
    except IRIError as error:
        print(line)
        say(f"line {number}: {escape_invisible(str(error))}")
        return False
    return True


_TOLD = 5  # changes of a line


def _told(change: Replacement) -> str:
    written = escape_invisible(change.character)
    return f'"{written}" at {change.start} ' + (f'read as "{change.replacement}"' if change.replacement else "left out")


class _Undecodable(NamedTuple):
    data: bytes
    message: str


def _undecodable(line: str, encoding: str) -> _Undecodable | None:
    bad = re.search("[\\udc80-\\udcff]", line)
    if bad is None:
        return None
    data = line.encode(encoding, "surrogateescape")
    at = len(line[: bad.start()].encode(encoding))
    return _Undecodable(
        data, f"byte 0x{data[at]:02X} at {at} is not valid {encoding}; name the right one with --encoding"
    )


def _converter(options: argparse.Namespace) -> Callable[[str], str]:

    from extract.iri import as_uri as mapping
    from extract.iri.as_iri import to_iri
    from extract.iri.leiri import from_leiri
    from extract.iri.normalization import normalize

    if options.charset is not None:
        codec_name(options.charset)
    finder = Finder(bare_domains=options.bare_domains, email=options.email)
    forms: dict[str, Callable[[str], str]] = {
        "uri": lambda line: mapping.to_uri(line, document_charset=options.charset),
        "iri": to_iri,
        "leiri": from_leiri,
        "normal": normalize,
    }
    to_form = forms[options.to]
    return (lambda line: to_form(_with_scheme(line, finder))) if options.bare_domains or options.email else to_form


def _with_scheme(line: str, finder: Finder) -> str:
    """Return a domain name or an address as an IRI; all else as it is."""
    link = next(finder.find(line), None)
    return link.iri if link and link.text == line else line
