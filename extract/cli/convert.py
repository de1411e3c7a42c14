"""``iri convert``: convert IRIs, one per line, to another form."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from extract.cli.files import STDIN, read_bytes, readable
from extract.cli.options import BARE, finder_of, known_encoding, shared
from extract.cli.saying import UnreadableError, WrongUseError, in_shell, say
from extract.detect.finder import find_links
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.cleaning import Replacement, clean_entry
from extract.iri.errors import IRIError
from extract.iri.leiri import from_leiri
from extract.iri.normalization import normalize
from extract.readers.document import Document
from extract.text.terminal import escape_invisible

_FORMS: dict[str, Callable[[str], str]] = {"uri": to_uri, "iri": to_iri, "leiri": from_leiri, "normal": normalize}
_FORM = "form to write: uri (default), iri, or normal (normalized); leiri: from LEIRIs (XML) to IRIs"
_CHARSET = "charset of the document, used to encode the queries of http and https"
OPTIONS = {
    "IRI...": ('"-" reads lines from standard input (the default)', {"dest": "values"}),
    "--to FORM": (_FORM, {"choices": _FORMS, "default": "uri", "metavar": None}),
    "--file FILE": ("read the IRIs from the lines of a file instead", {"default": STDIN}),
    **BARE,
    **shared("-o"),
    **shared("--encoding"),
    "--charset NAME": (_CHARSET, {"type": known_encoding}),
}
_SHOWN = 5  # changes reported per line


def run(options: argparse.Namespace) -> int:
    """Print each IRI converted. If one cannot be converted, print it unchanged, report it and return 1."""
    options.finder = finder_of(options)
    lines: list[str] = []
    for value in options.values or [STDIN]:
        if value == STDIN:
            path = STDIN if options.values else options.file
            lines += _text_of(path, options.encoding).splitlines()
            continue
        if os.path.exists(value):
            say(f"{value} is converted as an IRI, the file is not read; run: iri convert --file {in_shell(value)}")
        elif options.finder is None and _is_host(value):
            say(f"{value} is converted as a path; to convert a host, run: iri convert --bare {in_shell(value)}")
        lines.append(value)
    converted = [_convert(line, number, options) for number, line in enumerate(lines, 1)]
    return int(not all(converted))


def _text_of(path: str, encoding: str | None) -> str:
    try:
        return readable(Document(read_bytes(path), "", encoding)).source
    except UnreadableError as error:
        raise WrongUseError(f"{path}: {error}") from error


def _is_host(value: str) -> bool:
    """Return whether `iri explain` would take the value for a bare domain or host."""
    found = next(find_links(value, bare_domains=True), None)
    return found is not None and found.text == value != found.iri


def _convert(line: str, number: int, options: argparse.Namespace) -> bool:
    """Print a line converted, or unchanged after an error; return whether it was converted."""
    meant = line.strip(" \t")
    if options.to != "leiri":  # LEIRIs may contain spaces, quotation marks and brackets
        meant, found = clean_entry(line, bad="keep")
        if changes := [change for change in found if change.replacement is not None]:
            say(f"line {number}: {'; '.join(map(_described, changes[:_SHOWN]))}{'; …' if changes[_SHOWN:] else ''}")
    try:
        print(_converted(meant, options) if line.strip() else line)
    except IRIError as error:
        print(line)
        say(f"line {number}: {escape_invisible(str(error))}")
        return False
    return True


def _described(change: Replacement) -> str:
    written = escape_invisible(change.character)
    return f'"{written}" at {change.start} ' + (f'read as "{change.replacement}"' if change.replacement else "left out")


def _converted(line: str, options: argparse.Namespace) -> str:
    """Return a line in the form of ``--to``. With ``--bare``, first convert a domain or email address to an IRI."""
    if options.finder:
        link = next(options.finder.find(line), None)
        line = link.iri if link and link.text == line else line
    return to_uri(line, document_charset=options.charset) if options.to == "uri" else _FORMS[options.to](line)
