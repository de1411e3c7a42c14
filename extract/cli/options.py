"""Options and functions that several commands share."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from extract.cli.files import STDIN, Passed, read_text, walk
from extract.cli.patterns import usual
from extract.cli.saying import Unread, WrongUseError, say
from extract.text.labels import codec_name


def natural(text: str) -> int:
    """Parse a number that is not negative; ArgumentTypeError for anything else."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f'"{text}" is not a number from 0 on')
    return int(text)


def known_encoding(name: str) -> str:
    """Return the name of a text encoding; ArgumentTypeError if Python does not know it."""
    try:
        codec_name(name)
    except LookupError as error:
        raise argparse.ArgumentTypeError(f"{error}; check its name") from error
    return name


class _Bare(argparse.Action):
    def __call__(self, parser: object, options: argparse.Namespace, values: object, name: object = None) -> None:
        options.bare_domains = options.email = True


_OPTIONS: dict[str, dict[str, Any]] = {
    "FILE": {
        "dest": "paths",
        "nargs": "*",
        "metavar": "FILE",
        "help": 'files or directories; "-" is standard input (the default)',
    },
    "--exclude": {
        "action": "append",
        "default": [],
        "metavar": "NAME",
        "help": "skip these files or directories too",
    },
    "--encoding": {"type": known_encoding, "help": "encoding of files that do not declare one (default: utf-8)"},
    "--stdin-filename": {
        "metavar": "NAME",
        "help": "file name to assume for standard input; it decides the format",
    },
    "--bare-domains": {"action": "store_true", "help": "domain names without a scheme too"},
    "--email": {"action": "store_true", "help": "e-mail addresses too"},
    "--bare": {"action": _Bare, "nargs": 0, "help": "the same as --bare-domains --email"},
    "-o": {
        "dest": "result",
        "metavar": "FILE",
        "help": 'file to write instead of standard output ("-")',
    },
    "--json": {"action": "store_true", "help": "write an object for each link, one a line"},
    "-j": {
        "type": natural,
        "metavar": "N",
        "help": "number of processes (0: one per processor)",
    },
}
_OTHER_NAMES = {"-o": ("--output",), "-j": ("--jobs",)}
BARE = ("--bare-domains", "--email", "--bare")
TEXTS = ("FILE", "--exclude", "--encoding", "--stdin-filename", *BARE, "-o")


def add(parser: argparse._ActionsContainer, *names: str) -> None:
    """Add some of the shared options to a parser."""
    for name in names:
        flags = (name, *_OTHER_NAMES.get(name, ())) if name.startswith("-") else ()
        parser.add_argument(*flags, **_OPTIONS[name])


class Input(NamedTuple):
    """A file that a command reads."""

    path: str
    within: str | None  # the directory in which it was found; None: it was named
    name: str  # the name in the output

    def text(self, options: argparse.Namespace) -> str:
        """Return the text of the file; for errors see `read_text`."""
        return read_text(self.path, self.name, options.encoding, self.within)


def print_texts(
    texts: Callable[[Input, argparse.Namespace], Iterator[str]], options: argparse.Namespace, *, counted: bool = False
) -> int:
    """Print the texts for each file; return 2 if a file cannot be read. ``counted``: report the number of files."""
    unread, passed = Unread(), Passed()
    number = 0
    for path, within in walk(options.paths or [STDIN], usual(options.exclude), say=unread, passed=passed):
        number += 1
        name = (options.stdin_filename or "<stdin>") if path == STDIN else path
        for text in unread.guard(name, texts(Input(path, within, name), options)):
            sys.stdout.write(text)
    if counted and (not number or passed.unknown or passed.usual):
        from extract.reports.text import count

        say(f"{count(number, 'file') if number else 'no files'} to read{passed}")
    return 2 if unread.any else 0


def result_in(path: str, run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command and write its output to a file. After an error, the file is unchanged."""
    from extract.files.writing import write_file

    real = os.path.realpath(path)
    if any(os.path.realpath(one) == real for one in getattr(options, "paths", ()) if one != STDIN):
        raise WrongUseError(f"{path}: is to be read and to be written; write to another file")
    printed, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="")
    try:
        status = run(options)
        sys.stdout.flush()
        data = sys.stdout.buffer.getvalue()
    finally:
        sys.stdout = printed
    write_file(path, data)
    return status
