"""Paths to files: what a command reads."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import PurePath
from typing import NamedTuple

from extract.cli.ignored import Ignored
from extract.cli.saying import UnreadableError
from extract.files.reading import read_file
from extract.readers.decoding import decode
from extract.readers.formats import format_of, is_maildir, known_format
from extract.text.charsets import codec_name

STDIN = "-"
# Directories that hold no source of the writer's.
_SKIPPED = (".*", "_build", "__pycache__", "node_modules", "*.egg-info")


class Entry(NamedTuple):
    """A file to read."""

    path: str
    within: str | None = None  # the directory in which it was found; None: it was named


Say = Callable[[OSError], None]


def walk(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    *,
    force: bool = False,
    is_known: Callable[[str], object] = known_format,
    say: Say,
) -> Iterator[Entry]:
    """Yield the files: those that are named, and in directories those with a name of a known format, in order of name.

    ``is_known`` decides whether a name is. ``exclude`` has names or glob patterns, of files, directories or paths;
    what ``.gitignore`` leaves out in a directory is left out too. With ``force``, ``exclude`` applies to the paths that
    are named too. A missing path is yielded like a file, and none is yielded twice. ``say`` is told which directories
    cannot be read.
    """
    seen: set[str] = set()
    for path in paths:
        if force and path != STDIN and _is_excluded(path, exclude):
            continue
        is_directory = path != STDIN and os.path.isdir(path)
        for entry in _below(path, exclude, is_known, say) if is_directory else [Entry(path)]:
            if entry.path not in seen:
                seen.add(entry.path)
                yield entry


def _is_excluded(path: str, exclude: Sequence[str]) -> bool:
    """Whether a pattern matches a path, a directory above it, or the name of either."""
    whole = PurePath(os.path.normpath(path))
    return any(
        fnmatch(text, pattern)
        for part in (whole, *whole.parents)
        for text in (part.name, str(part))
        for pattern in exclude
    )


def _below(top: str, exclude: Sequence[str], is_known: Callable[[str], object], say: Say) -> Iterator[Entry]:
    ignored = Ignored(top, say)

    def is_skipped(below: str, name: str, is_directory: bool) -> bool:
        path = os.path.normpath(os.path.join(top, below))
        # Maildir++ names its subfolders so: ".Sent"
        usual = () if is_directory and is_maildir(path) else _SKIPPED
        by_name = any(fnmatch(name, pattern) for pattern in (*usual, *exclude))
        return by_name or any(fnmatch(path, pattern) for pattern in exclude) or ignored(below, is_directory)

    waiting = [""]  # directories, from the top on; os.walk calls itself for each level
    while waiting:
        directory = waiting.pop()
        directories, files = _listed(os.path.join(top, directory) if directory else top, say)
        for name in files:
            below = os.path.join(directory, name)
            path = os.path.join(top, below)
            if is_known(path) and not is_skipped(below, name, False) and _is_file(path):
                yield Entry(path, top)
        found = ((name, os.path.join(directory, name)) for name in reversed(directories))
        waiting += [below for name, below in found if not is_skipped(below, name, True)]


def _listed(directory: str, say: Say) -> tuple[list[str], list[str]]:
    """Return the directories and the other names in a directory, in order; links are no directories."""
    directories: list[str] = []
    others: list[str] = []
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                (directories if _is_directory(entry) else others).append(entry.name)
    except OSError as error:
        say(error)
    return sorted(directories), sorted(others)


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(path: str) -> bool:
    """Whether a path leads to a file, or nowhere, which its reader says: a pipe or a socket would be waited for."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True


def natural(text: str) -> int:
    """Return the number of an option that is not below zero."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below zero")
    return number


def encoding(name: str) -> str:
    """Check the name of a text encoding, as argparse wants it."""
    try:
        codec_name(name)
    except LookupError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, or of standard input; ``OSError`` if it cannot be read."""
    return sys.stdin.buffer.read() if path == STDIN else read_file(path)


def read_text(path: str, name: str, encoding: str | None) -> str:
    """Return the text of a file; ``name`` tells its format.

    Raises:
        OSError: it cannot be read
        UnreadableError: it is not in its encoding
    """
    data = read_bytes(path)
    decoded = decode(data, encoding, format_of(name, data))
    if decoded.text is None:
        raise undecodable(decoded.start, decoded.encoding)
    return decoded.text


def undecodable(start: int, encoding: str) -> UnreadableError:
    """Return the error of a file that is not in its encoding."""
    advice = 'name the right encoding with --encoding ("iri lint" suggests one)'
    return UnreadableError(f"byte {start} is not valid {encoding}; {advice}")
