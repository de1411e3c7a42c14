"""What ``.gitignore`` files leave out, read as git does (``dir.c``).

Their patterns (gitignore(5)) are matched as git does (``wildmatch.c``), but without backtracking: all ways at once. git
compares bytes: "?" is one byte of a name. The patterns of a list become one row of states, a bit each, and a byte of
the path moves all of them; the time is that of one pass over the path, however the patterns are made.
"""

from __future__ import annotations

import functools
import os
import re
import string
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
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

_SLASH = ord("/")
# Sets of bytes are numbers with a bit for each.
_BYTES = (1 << 256) - 1
_NOT_SLASH = _BYTES ^ 1 << _SLASH
_PRINTED = range(0x20, 0x7F)
_CLASSES = {  # ASCII only; git's own ctype has neither \v nor \f in "space"
    b"alnum": string.ascii_letters + string.digits,
    b"alpha": string.ascii_letters,
    b"blank": " \t",
    b"cntrl": "".join(map(chr, [*range(0x20), 0x7F])),
    b"digit": string.digits,
    b"graph": "".join(map(chr, _PRINTED[1:])),
    b"lower": string.ascii_lowercase,
    b"print": "".join(map(chr, _PRINTED)),
    b"punct": string.punctuation,
    b"space": " \t\n\r",
    b"upper": string.ascii_uppercase,
    b"xdigit": string.hexdigits,
}
_PLAIN = re.compile(rb"[^*?\[\\]*")
_WILD = re.compile(rb"[*?\[\\]")


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
            if _WILD.search(pattern.text):
                self._others.append(pattern)
                continue
            self._plain[True][pattern.text] = pattern.number
            if not pattern.directories_only:
                self._plain[False][pattern.text] = pattern.number

    def last(self, path: bytes, is_directory: bool) -> int:
        """Return the number of the last pattern that matches the whole path; -1 if none does."""
        plain = self._plain[is_directory].get(path, -1)
        return max(plain, self._states.last(path, is_directory)) if self._others else plain

    @cached_property
    def _states(self) -> _States:
        return _States(self._others)


class _States:
    """What a byte does in each state of all patterns: move to the next one, or stay; a few are passed for free.

    The states of a pattern follow each other; after them comes one that nothing leaves: the pattern has matched.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._numbers = array("L")
        self._ends = array("L")  # the state in which each pattern has matched
        taking: defaultdict[int | str, array[int]] = defaultdict(lambda: array("L"))  # states, by what they take
        starts, of_files = array("L"), array("L")
        at = 0
        for pattern in patterns:
            try:
                steps = _steps(pattern.text)
            except ValueError:
                continue  # it matches nothing
            starts.append(at)
            for step in steps:
                taking[step].append(at)
                at += 1
            self._numbers.append(pattern.number)
            self._ends.append(at)
            if not pattern.directories_only:
                of_files.append(at)
            at += 1
        self._size = at
        self._final = self._row(of_files), self._row(self._ends)
        self._optional = self._row(taking["**/"])
        self._stays_anywhere = self._row(taking["**"])
        self._stays_in_name = self._row(taking["*"]) | self._stays_anywhere
        self._runs = self._stays_in_name | self._optional
        self._first = self._passed(self._row(starts))
        self._takers = [(taken, states) for taken, states in taking.items() if isinstance(taken, int)]
        self._moves: dict[int, int] = {}

    def last(self, path: bytes, is_directory: bool) -> int:
        states = self._first
        for byte in path:
            move = self._moves.get(byte)
            if move is None:
                move = self._moves[byte] = self._row(self._that_take(byte))
            stay = self._stays_anywhere if byte == _SLASH else self._stays_in_name
            states = self._passed((states & move) << 1 | states & stay)
            if not states:
                return -1
        matched = states & self._final[is_directory]
        return self._numbers[bisect_left(self._ends, matched.bit_length() - 1)] if matched else -1

    def _passed(self, states: int) -> int:
        """Add the states that are reached without a byte: after "*", and after an optional "**/"."""
        states |= (states & self._optional) << 3
        states |= (states & self._runs) << 1
        return states | (states & self._runs) << 1  # "**/" and then its "**"

    def _that_take(self, byte: int) -> Iterator[int]:
        for taken, states in self._takers:
            if taken >> byte & 1:
                yield from states

    def _row(self, states: Iterable[int]) -> int:
        """Return a number with a bit for each state, in linear time."""
        row = bytearray(self._size // 8 + 1)
        for state in states:
            row[state >> 3] |= 1 << (state & 7)
        return int.from_bytes(row, "little")


def _steps(pattern: bytes) -> list[int | str]:
    """Return sets of bytes, and runs of bytes; ValueError for what git never matches.

    "**/" is a state before "**" and "/": both may be left out.
    """
    steps: list[int | str] = []
    # git compares what comes before the first wildcard, and cuts it off: "a**/b" begins with "**/" then.
    plain = at = _PLAIN.match(pattern).end()  # type: ignore[union-attr]
    steps += (1 << byte for byte in pattern[:plain])
    while at < len(pattern):
        byte = pattern[at : at + 1]
        if byte == b"*":
            end = at
            while pattern[end : end + 1] == b"*":
                end += 1
            is_whole = (at == plain or pattern[at - 1] == _SLASH) and re.compile(rb"\\?/|\Z").match(pattern, end)
            if end - at == 1 or not is_whole:
                steps.append("*")
            elif pattern[end : end + 1] != b"/":
                steps.append("**")
            elif steps[-3:-1] != ["**/", "**"]:  # "**/**/" is "**/"
                steps += ["**/", "**", 1 << _SLASH]
                end += 1
            else:
                end += 1
            at = end
        elif byte == b"[":
            members, at = _set(pattern, at + 1)
            steps.append(members & _NOT_SLASH)
        elif byte == b"?":
            steps.append(_NOT_SLASH)
            at += 1
        else:
            at += byte == b"\\"
            if at == len(pattern):
                raise ValueError("a backslash at the end")
            steps.append(1 << pattern[at])
            at += 1
    return steps


def _set(pattern: bytes, at: int) -> tuple[int, int]:
    """Read what follows "[": the bytes, and where the set ends."""
    negated = pattern[at : at + 1] in (b"!", b"^") and at < len(pattern)
    at += negated
    members = 0
    before = -1  # the byte that a range may start with
    close = -1  # where the next "]" is, once that has been asked
    first = True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if at >= len(pattern):
            raise ValueError("a set without an end")
        byte = pattern[at]
        if byte == ord("-") and before >= 0 and at + 1 < len(pattern) and pattern[at + 1] != ord("]"):
            at += 1 + (pattern[at + 1] == ord("\\"))
            members |= max((2 << _byte(pattern, at)) - (1 << before), 0)
            before = -1
        elif pattern.startswith(b"[:", at):
            if close < at + 2:
                close = pattern.index(b"]", at + 2)
            if close > at + 2 and pattern[close - 1] == ord(":"):
                members |= _class(pattern[at + 2 : close - 1])
                at, before = close, -1
            else:
                before = byte
                members |= 1 << byte
        else:
            at += byte == ord("\\")
            before = _byte(pattern, at)
            members |= 1 << before
        at += 1
    return (_BYTES ^ members if negated else members), at + 1


def _byte(pattern: bytes, at: int) -> int:
    if at >= len(pattern):
        raise ValueError("a set without an end")
    return pattern[at]


@cache
def _class(name: bytes) -> int:
    if name not in _CLASSES:
        raise ValueError("no such class")
    return sum(1 << byte for byte in _CLASSES[name].encode())
