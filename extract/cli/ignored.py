"""What ``.gitignore`` files leave out, read as git does (``dir.c``).

Their patterns (gitignore(5)) match as git's do (``wildmatch.c``). git compares bytes: "?" is one byte of a name.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import string
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from extract.files.near import in_time
from extract.files.reading import read_file

_LARGEST = 1 << 20  # bytes; its patterns are compared with every file


class _List(NamedTuple):
    """A file's patterns, by number."""

    depth: int  # of its folder below the root
    leaves_out: list[bool]  # by number; "!" takes it back
    of_names: Patterns
    of_paths: Patterns | None  # with a "/" that is not the last: for the path from the folder on, not for the name


class Ignored:
    """The patterns of the ``.gitignore`` files from a directory to the root."""

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
        self._of: dict[str, tuple[str, tuple[_List, ...]]] = {}  # folders from the directory on: where, and their lists

    def __call__(self, path: str, is_directory: bool) -> bool:
        """Whether a path from the directory on is left out: by the last match in the nearest file.

        Symbolic links are not followed; git does not either.
        """
        folder, name = os.path.split(path)
        if folder not in self._of:
            below_root = os.path.normpath(os.path.join(self._below_root, folder))
            directory = "" if below_root == os.curdir else below_root
            self._of[folder] = directory, self._lists(directory)
        directory, lists = self._of[folder]
        if not lists:
            return False
        encoded = os.fsencode(name)
        for listed in lists:
            number = listed.of_names.last(encoded, is_directory)
            if listed.of_paths:
                below = "/".join([*directory.split(os.sep), name][listed.depth :] if directory else [name])
                number = max(number, listed.of_paths.last(os.fsencode(below), is_directory))
            if number >= 0:
                return listed.leaves_out[number]
        return False

    def _lists(self, directory: str) -> tuple[_List, ...]:
        """Return the lists of a directory and those above it, the nearest first."""
        unknown = []
        while directory not in self._known:
            unknown.append(directory)
            if not directory:
                break
            directory = os.path.dirname(directory)
        for folder in reversed(unknown):
            # A repository inside this one has its own lists.
            is_below = folder and not _is_root(os.path.join(self._root, folder))
            above = self._known[os.path.dirname(folder)] if is_below else ()
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
        data = in_time(functools.partial(read_file, path, at_most=_LARGEST), path=path)
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


# --- matching ------------------------------------------------------------------------------------------------------


class Pattern(NamedTuple):
    """A line of a list."""

    number: int  # among the lines
    text: bytes
    directories_only: bool


class Patterns:
    """Patterns for names, or for paths if they have slashes; of those that match, the last one counts."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._plain: tuple[dict[bytes, int], dict[bytes, int]] = {}, {}  # for files, for directories; most are plain
        self._others: list[Pattern] = []
        for pattern in patterns:
            if _PLAIN.fullmatch(pattern.text):
                self._plain[True][pattern.text] = pattern.number
                if not pattern.directories_only:
                    self._plain[False][pattern.text] = pattern.number
            else:
                self._others.append(pattern)

    def last(self, path: bytes, is_directory: bool) -> int:
        """Return the number of the last pattern that matches the whole path; -1 if none does."""
        plain = self._plain[is_directory].get(path, -1)
        if not self._others:
            return plain
        numbers, match = self._of_directories if is_directory else self._of_files
        found = match(path)
        return plain if found is None or found.lastindex is None else max(plain, numbers[found.lastindex - 1])

    @cached_property
    def _of_directories(self) -> _Expression:
        return _expression(self._others)

    @cached_property
    def _of_files(self) -> _Expression:
        return _expression([one for one in self._others if not one.directories_only])


_Expression = tuple[list[int], Callable[[bytes], re.Match[bytes] | None]]  # numbers of its groups, and what matches


def _expression(patterns: list[Pattern]) -> _Expression:
    numbers, groups = [], []
    for pattern in reversed(patterns):  # the first that matches is the last one then
        with contextlib.suppress(ValueError):  # it matches nothing
            groups.append(b"(%s)" % translate(pattern.text))
            numbers.append(pattern.number)
    return numbers, re.compile(rb"(?:%s)\Z" % b"|".join(groups or [b"(?!)"])).match


_PLAIN = re.compile(rb"[^*?\[\\]*")
_STARS = re.compile(rb"\*+")
_LONGEST = 1 << 12  # bytes, as a path on Linux; longer patterns match nothing
# Marks of "*" and "**/" that are in no regular expression made here, in which each "(" of a name is escaped.
_STAR, _FOLDERS = b"(*)", b"(**/)"
_CLASSES = {  # ASCII only; git's own ctype has neither \v nor \f in "space"
    b"alnum": string.ascii_letters + string.digits,
    b"alpha": string.ascii_letters,
    b"blank": " \t",
    b"cntrl": "".join(map(chr, [*range(0x20), 0x7F])),
    b"digit": string.digits,
    b"graph": "".join(map(chr, range(0x21, 0x7F))),
    b"lower": string.ascii_lowercase,
    b"print": "".join(map(chr, range(0x20, 0x7F))),
    b"punct": string.punctuation,
    b"space": " \t\n\r",
    b"upper": string.ascii_uppercase,
    b"xdigit": string.hexdigits,
}


def translate(pattern: bytes) -> bytes:
    """Return a pattern as a regular expression; ValueError for what git never matches."""
    if len(pattern) > _LONGEST:
        raise ValueError("longer than a path")
    parts = b"".join(_marked(pattern)).split(_FOLDERS)
    names = ([_one_after_another(name.split(_STAR), rb"[^/]*") for name in part.split(b"/")] for part in parts)
    return _one_after_another([b"/".join(part) for part in names], rb"(?:[^/]*/)*")


def _one_after_another(pieces: list[bytes], run: bytes) -> bytes:
    """Return pieces with runs before them, as `fnmatch.translate`: only the last run is tried in several lengths."""
    first, *others = pieces
    if not others:
        return first
    return first + b"".join(b"(?>%s?%s)" % (run, piece) for piece in others[:-1]) + run + others[-1]


def _marked(pattern: bytes) -> Iterator[bytes]:
    # git compares what comes before the first wildcard, and cuts it off: "a**/b" begins with "**/" then.
    plain = at = _PLAIN.match(pattern).end()  # type: ignore[union-attr]
    yield re.escape(pattern[:plain])
    while at < len(pattern):
        byte = pattern[at : at + 1]
        if byte == b"*":
            end = _STARS.match(pattern, at).end()  # type: ignore[union-attr]
            of_folders = end - at > 1 and (at == plain or pattern[at - 1 : at] == b"/")
            mark, at = _of_stars(pattern, end) if of_folders else (_STAR, end)
            yield mark
        elif byte == b"[":
            members, at = _set(pattern, at + 1)
            yield b"[%s]" % b"".join(rb"\x%02x" % one for one in sorted(members)) if members else b"(?!)"
        elif byte == b"?":
            at += 1
            yield rb"[^\x2f]"
        else:
            at += byte == b"\\"
            if at == len(pattern):
                raise ValueError("a backslash at the end")
            yield re.escape(pattern[at : at + 1])
            at += 1


def _of_stars(pattern: bytes, end: int) -> tuple[bytes, int]:
    """Return what several stars stand for that are all of a name, and where the pattern goes on."""
    if pattern.startswith(b"/", end):
        return _FOLDERS, end + 1
    if pattern.startswith(rb"\/", end):
        return _STAR + b"/" + _FOLDERS, end + 2
    return (b"(?s:.*)" if end == len(pattern) else _STAR), end


# A class, or a byte, or a range of them.
_MEMBER = re.compile(rb"(?s)\[:([^\]]*):\]|\\?(.)(?:-(?!\])\\?(.))?")


def _set(pattern: bytes, at: int) -> tuple[set[int], int]:
    """Read what follows "[": the bytes, and where the set ends."""
    start = at = at + pattern.startswith((b"!", b"^"), at)
    is_negated = pattern[at - 1 : at] != b"["
    members: set[int] = set()
    while at == start or not pattern.startswith(b"]", at):
        found = _MEMBER.match(pattern, at)
        if found is None:
            raise ValueError("a set without an end")
        name, low, high = found.groups()
        if low is not None:
            members.update(low, range(low[0], (high or low)[0] + 1))  # of an empty range, its first byte
        elif name in _CLASSES:
            members.update(_CLASSES[name].encode())
        else:
            raise ValueError("no such class")
        at = found.end()
    return ({*range(256)} - members if is_negated else members) - {ord("/")}, at + 1
