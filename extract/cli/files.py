"""Paths to files: what a command reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from extract.readers import SUFFIXES

STDIN = "-"
# Directories that hold no source of the writer's.
_SKIPPED = (".*", "_build", "__pycache__", "node_modules", "*.egg-info")


def walk(paths: Sequence[str], exclude: Sequence[str] = ()) -> Iterator[str]:
    """Yield the files: those that are named, and in directories those whose suffix has a reader, in order of name.

    ``exclude`` has names or glob patterns, of files, directories or paths. A missing path is yielded like a file.
    """
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            for directory, directories, files in os.walk(path):
                directories[:] = sorted(name for name in directories if not _excluded(directory, name, exclude))
                for name in sorted(files):
                    if Path(name).suffix.lower() in SUFFIXES and not _excluded(directory, name, exclude):
                        yield os.path.join(directory, name)
        else:
            yield path


def _excluded(directory: str, name: str, exclude: Sequence[str]) -> bool:
    path = os.path.join(directory, name)
    return any(fnmatch(name, pattern) or fnmatch(path, pattern) for pattern in (*_SKIPPED, *exclude))


def read_octets(path: str) -> bytes:
    """The octets of a file, or of standard input; ``OSError`` where there are none."""
    return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
