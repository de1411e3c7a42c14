"""What ``.gitignore`` files leave out (gitignore(5)), read as git does (``dir.c``)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from extract.cli.globs import Pattern, Patterns
from extract.files.reading import read_file

_LARGEST = 1 << 20  # bytes; its patterns are compared with every file


class _List(NamedTuple):
    """The patterns of a file, by their numbers."""

    depth: int  # of its folder below the root
    leaves_out: list[bool]  # by number; "!" takes it back
    of_names: Patterns
    of_paths: Patterns | None  # with a "/" that is not the last: for the path from the folder on, not for the name


class Ignored:
    """The patterns of the ``.gitignore`` files of a directory and those above it, up to the repository's root."""

    def __init__(self, directory: str, say: Callable[[OSError], None]) -> None:
        self._say = say
        real = root = os.path.realpath(directory)
        while not _is_root(root):
            if os.path.dirname(root) == root:
                root = real  # no repository: what is above is none of its business
                break
            root = os.path.dirname(root)
        self._root = root
        self._below_root = os.path.relpath(real, root)
        self._known: dict[str, tuple[_List, ...]] = {}

    def __call__(self, path: str, is_directory: bool) -> bool:
        """Whether a path from the directory on is left out: the last pattern that matches, in the nearest file.

        Symbolic links are not followed; git does not either.
        """
        directory, name = os.path.split(os.path.normpath(os.path.join(self._below_root, path)))
        encoded = os.fsencode(name)
        for listed in self._lists(directory):
            number = listed.of_names.last(encoded, is_directory)
            if listed.of_paths:
                below = "/".join([*directory.split(os.sep), name][listed.depth :] if directory else [name])
                number = max(number, listed.of_paths.last(os.fsencode(below), is_directory))
            if number >= 0:
                return listed.leaves_out[number]
        return False

    def _lists(self, directory: str) -> tuple[_List, ...]:
        """Return the lists of a directory and those above it, the nearest first; most directories have none."""
        unknown = []
        while directory not in self._known:
            unknown.append(directory)
            if not directory:
                break
            directory = os.path.dirname(directory)
        for folder in reversed(unknown):
            above = self._known[os.path.dirname(folder)] if folder else ()
            depth = folder.count(os.sep) + 1 if folder else 0
            listed = _read(os.path.join(self._root, folder, ".gitignore"), depth, self._say)
            self._known[folder] = (listed, *above) if listed else above
        return self._known[unknown[0] if unknown else directory]


def _is_root(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def _read(path: str, depth: int, say: Callable[[OSError], None]) -> _List | None:
    if not os.path.lexists(path) or os.path.islink(path):  # a link is not followed
        return None
    try:
        data = read_file(path, at_most=_LARGEST)
    except OSError as error:
        say(error)
        return None
    leaves_out: list[bool] = []
    of_names: list[Pattern] = []
    of_paths: list[Pattern] = []
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        # for git a NUL ends the line
        line = _without_spaces(line.removesuffix(b"\r").partition(b"\0")[0])
        if not line or line.startswith(b"#"):
            continue
        negated = line.startswith(b"!")
        line = line.removeprefix(b"!")
        directories_only = line.endswith(b"/")
        line = line.removesuffix(b"/")
        (of_paths if b"/" in line else of_names).append(
            Pattern(len(leaves_out), line.removeprefix(b"/"), directories_only)
        )
        leaves_out.append(not negated)
    return (
        _List(depth, leaves_out, Patterns(of_names), Patterns(of_paths) if of_paths else None) if leaves_out else None
    )


def _without_spaces(line: bytes) -> bytes:
    r"""Cut the spaces at the end; "\ " is kept."""
    cut = line.rstrip(b" ")
    slashes = len(cut) - len(cut.rstrip(b"\\"))
    return line[: len(cut) + (slashes % 2 and len(cut) < len(line))]
