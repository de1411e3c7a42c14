"""What ``.gitignore`` files leave out (gitignore(5)), read as git does (``dir.c``)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from extract.cli.globs import Glob
from extract.files.reading import read_file

_LARGEST = 1 << 20  # bytes; its patterns are compared with every file


class _Pattern(NamedTuple):
    glob: Glob
    leaves_out: bool  # "!" takes it back
    directories_only: bool  # "/" at its end
    of_path: bool  # a "/" elsewhere: it is for the path from the folder on, not for the name


_Listed = tuple[int, list[_Pattern]]  # the depth of a folder below the root, and its patterns, the last one first


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
        self._known: dict[str, tuple[_Listed, ...]] = {}

    def __call__(self, path: str, is_directory: bool) -> bool:
        """Whether a path from the directory on is left out: the last pattern that matches, in the nearest file.

        Symbolic links are not followed; git does not either.
        """
        directory, name = os.path.split(os.path.normpath(os.path.join(self._below_root, path)))
        for depth, patterns in self._lists(directory):
            below = ""
            for pattern in patterns:
                if pattern.directories_only and not is_directory:
                    continue
                if pattern.of_path and not below:
                    below = "/".join([*directory.split(os.sep), name][depth:] if directory else [name])
                if pattern.glob.matches(os.fsencode(below if pattern.of_path else name)):
                    return pattern.leaves_out
        return False

    def _lists(self, directory: str) -> tuple[_Listed, ...]:
        """Return the lists of a directory and those above it, the nearest first; most directories have none."""
        unknown = []
        while directory not in self._known:
            unknown.append(directory)
            if not directory:
                break
            directory = os.path.dirname(directory)
        for folder in reversed(unknown):
            above = self._known[os.path.dirname(folder)] if folder else ()
            patterns = _read(os.path.join(self._root, folder, ".gitignore"), self._say)
            depth = folder.count(os.sep) + 1 if folder else 0
            self._known[folder] = ((depth, patterns), *above) if patterns else above
        return self._known[unknown[0] if unknown else directory]


def _is_root(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def _read(path: str, say: Callable[[OSError], None]) -> list[_Pattern]:
    if not os.path.lexists(path) or os.path.islink(path):  # a link is not followed
        return []
    try:
        data = read_file(path, at_most=_LARGEST)
    except OSError as error:
        say(error)
        return []
    patterns = []
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        # for git a NUL ends the line
        line = _without_spaces(line.removesuffix(b"\r").partition(b"\0")[0])
        if not line or line.startswith(b"#"):
            continue
        leaves_out = not line.startswith(b"!")
        line = line.removeprefix(b"!")
        directories_only = line.endswith(b"/")
        line = line.removesuffix(b"/")
        of_path = b"/" in line
        patterns.append(_Pattern(Glob(line.removeprefix(b"/")), leaves_out, directories_only, of_path))
    return patterns[::-1]


def _without_spaces(line: bytes) -> bytes:
    r"""Cut the spaces at the end; "\ " is kept."""
    cut = line.rstrip(b" ")
    slashes = len(cut) - len(cut.rstrip(b"\\"))
    return line[: len(cut) + (slashes % 2 and len(cut) < len(line))]
