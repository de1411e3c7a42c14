"""What ``.gitignore`` files leave out, read as git does (``dir.c``).

Their patterns (gitignore(5)) match as git's do (``wildmatch.c``). git compares bytes: "?" is one byte of a name.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

from extract.files.near import in_time
from extract.files.reading import read_file

_LARGEST = 1 << 20  # bytes; its patterns are compared with every file


# For each "(" of an expression, whether its pattern leaves out; and what matches a path.
_Matcher = tuple[list[bool], Callable[[bytes], re.Match[bytes] | None]]


class _List(NamedTuple):
    """A file's patterns; of those that match, the last one counts."""

    depth: int  # of its folder below the root
    of_files: _Matcher
    of_folders: _Matcher


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
        self._lists = functools.cache(self._lists_of)
        self._place = functools.cache(self._place_of)
        parts = self._below_root.split(os.sep)
        for number in range(len(parts)):  # each asks only for the one above it: folders may be many
            self._lists("" if parts == [os.curdir] else os.sep.join(parts[:number]))

    def __call__(self, path: str, is_directory: bool) -> bool:
        """Whether a path from the directory on is left out: by the last match in the nearest file.

        Symbolic links are not followed; git does not either.
        """
        folder, name = os.path.split(path)
        parts, lists = self._place(folder)
        for listed in lists:
            leaves_out, match = listed.of_folders if is_directory else listed.of_files
            found = match(os.fsencode("/".join([*parts[listed.depth :], name])))
            if found:
                return leaves_out[(found.lastindex or 0) - 1]
        return False

    def _place_of(self, folder: str) -> tuple[list[str], tuple[_List, ...]]:
        """Return the names from the root to a folder, and the lists for what is in it, the nearest first."""
        below_root = os.path.normpath(os.path.join(self._below_root, folder))
        directory = "" if below_root == os.curdir else below_root
        return directory.split(os.sep) if directory else [], self._lists(directory)

    def _lists_of(self, directory: str) -> tuple[_List, ...]:
        whole = os.path.join(self._root, directory)
        # A repository inside this one has its own lists.
        above = self._lists(os.path.dirname(directory)) if directory and not _is_root(whole) else ()
        listed = _read(os.path.join(whole, ".gitignore"), directory.count(os.sep) + 1 if directory else 0, self._say)
        return (listed, *above) if listed else above


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
    patterns: list[tuple[bytes, bool, bool]] = []  # an expression, whether it leaves out, and only folders
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        # for git a NUL ends the line
        line = _without_spaces(line.removesuffix(b"\r").partition(b"\0")[0])
        if not line or line.startswith(b"#"):
            continue
        text = line.removeprefix(b"!").removesuffix(b"/")
        with contextlib.suppress(ValueError):  # it matches nothing
            # With a "/" that is not the last it is for the path from the folder on, otherwise for the name.
            before = b"" if b"/" in text else rb"(?>(?s:.*/)?)"
            expression = b"%s(%s)" % (before, translate(text.removeprefix(b"/")))
            patterns.append((expression, not line.startswith(b"!"), line.endswith(b"/")))
    if not patterns:
        return None
    patterns.reverse()  # the first that matches is the last one then
    return _List(depth, _matcher([one for one in patterns if not one[2]]), _matcher(patterns))


def _matcher(patterns: list[tuple[bytes, bool, bool]]) -> _Matcher:
    expressions = [expression for expression, _, _ in patterns] or [b"(?!)"]
    return [leaves_out for _, leaves_out, _ in patterns], re.compile(rb"(?:%s)\Z" % b"|".join(expressions)).match


def _without_spaces(line: bytes) -> bytes:
    r"""Cut the spaces at the end; "\ " is kept."""
    cut = line.rstrip(b" ")
    slashes = len(cut) - len(cut.rstrip(b"\\"))
    return line[: len(cut) + (slashes % 2 and len(cut) < len(line))]


# --- matching ------------------------------------------------------------------------------------------------------


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
