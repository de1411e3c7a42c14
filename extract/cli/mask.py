"""``iri mask``: the text of files with its links masked, for spell checkers, tokenisers and the like."""

from __future__ import annotations

import argparse
import sys

from extract.cli.files import encoding, read_texts
from extract.detect.spans import mask


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help='files or directories; "-" is standard input')
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="NAME", help="skip files or directories of this name"
    )
    parser.add_argument("--encoding", type=encoding, help="encoding of files that do not declare one (default: utf-8)")
    parser.add_argument("--bare", action="store_true", help="mask bare domain names and e-mail addresses too")
    parser.add_argument(
        "--with",
        dest="with_",
        type=_character,
        default=" ",
        metavar="CHAR",
        help="character to write over links (default: a space)",
    )


def run(options: argparse.Namespace) -> int:
    """Print each file, one after the other; every character that is not in a link stays where it was."""
    status = 0
    for _name, _format, text in read_texts(options.paths, options.exclude, options.encoding):
        if text is None:
            status = 2
        else:
            sys.stdout.write(mask(text, options.with_, schemeless=options.bare, email=options.bare))
    return status


def _character(given: str) -> str:
    if len(given) != 1:
        raise argparse.ArgumentTypeError(f"one character is needed, not {given!r}")
    return given
