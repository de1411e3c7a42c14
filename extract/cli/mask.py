"""``iri mask``: the text of files with its links masked, for spell checkers, tokenizers and the like."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from extract.cli.files import STDIN, add_found, add_input, add_result, read_text, walk
from extract.cli.patterns import usual
from extract.cli.saying import Unread
from extract.detect.spans import mask
from extract.readers.formats import format_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_input(parser)
    add_found(parser)
    add_result(parser)
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
    unread = Unread()
    for path, within in walk(options.paths or [STDIN], usual(options.exclude), say=unread):
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        for text in unread.guard(name, _masked(name, path, within, options)):
            sys.stdout.write(text)
    return 2 if unread.any else 0


def _masked(name: str, path: str, within: str | None, options: argparse.Namespace) -> Iterator[str]:
    text = read_text(path, name, options.encoding, within)
    profile = format_of(name).profile
    yield mask(text, options.with_, bare_domains=options.bare_domains, email=options.email, profile=profile)


def _character(given: str) -> str:
    if len(given) != 1:
        raise argparse.ArgumentTypeError(f"one character is needed, not {given!r}")
    return given
