"""Paths to files: what a command reads."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path, PurePath

from extract.cli.ignored import Ignored
from extract.readers.decoding import decode
from extract.readers.formats import Format, format_of, is_maildir, known_format
from extract.text.charsets import codec_name

STDIN = "-"
# Directories that hold no source of the writer's.
_SKIPPED = (".*", "_build", "__pycache__", "node_modules", "*.egg-info")


def walk(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    *,
    force: bool = False,
    is_known: Callable[[str], object] = known_format,
) -> Iterator[str]:
    """Yield the files: those that are named, and in directories those with a name of a known format, in order of name.

    ``is_known`` decides whether a name is. ``exclude`` has names or glob patterns, of files, directories or paths;
    what ``.gitignore`` leaves out in a directory is left out too. With ``force``, ``exclude`` applies to the paths that
    are named too. A missing path is yielded like a file, and none is yielded twice.
    """
    seen: set[str] = set()
    for path in paths:
        if force and path != STDIN and _is_excluded(path, exclude):
            continue
        for name in _below(path, exclude, is_known) if path != STDIN and os.path.isdir(path) else [path]:
            if name not in seen:
                seen.add(name)
                yield name


def _is_excluded(path: str, exclude: Sequence[str]) -> bool:
    """Whether a pattern matches a path, a directory above it, or the name of either."""
    whole = PurePath(os.path.normpath(path))
    return any(
        fnmatch(text, pattern)
        for part in (whole, *whole.parents)
        for text in (part.name, str(part))
        for pattern in exclude
    )


def _below(top: str, exclude: Sequence[str], is_known: Callable[[str], object]) -> Iterator[str]:
    ignored = Ignored(Path(top))

    def skipped(directory: str, name: str, is_directory: bool) -> bool:
        path = os.path.normpath(os.path.join(directory, name))
        # Maildir++ names its subfolders so: ".Sent"
        usual = () if is_directory and is_maildir(path) else _SKIPPED
        by_name = any(fnmatch(name, pattern) for pattern in (*usual, *exclude))
        return by_name or any(fnmatch(path, pattern) for pattern in exclude) or ignored(Path(path), is_directory)

    for directory, directories, files in os.walk(top, onerror=_say):
        directories[:] = sorted(name for name in directories if not skipped(directory, name, True))
        for name in sorted(files):
            path = os.path.join(directory, name)
            # a pipe or a socket would be waited for
            if is_known(path) and not skipped(directory, name, False) and os.path.isfile(path):
                yield path


def _say(error: OSError) -> None:
    print(f"iri: {error.filename}: {error.strerror}", file=sys.stderr)


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
    return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()


def read_text(path: str, name: str, encoding: str | None) -> str | None:
    """Return the text of a file; ``None`` where it cannot be read, which is said. ``name`` tells its format."""
    try:
        decoded = decode(read_bytes(path), encoding, format_of(name))
    except OSError as error:
        print(f"iri: {name}: {error.strerror}", file=sys.stderr)
        return None
    if decoded.text is None:
        print(undecodable(name, decoded.start, decoded.encoding), file=sys.stderr)
    return decoded.text


def undecodable(name: str, start: int, encoding: str) -> str:
    """Return what to say of a file that is not in its encoding."""
    advice = 'name the right encoding with --encoding ("iri lint" suggests one)'
    return f"iri: {name}: byte {start} is not valid {encoding}; {advice}"


def read_texts(
    paths: Sequence[str], exclude: Sequence[str], encoding: str | None
) -> Iterator[tuple[str, Format, str | None]]:
    """Yield the name, the format and the text of each file; the text is None where it cannot be read, which is said."""
    for path in walk(paths, exclude):
        name = "<stdin>" if path == STDIN else path
        yield name, format_of(name), read_text(path, name, encoding)
