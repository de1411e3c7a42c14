"""Match paths against ``.gitignore`` files, as git does (``dir.c``).

The patterns (gitignore(5)) match as in git's ``wildmatch.c``. git compares bytes, so "?" matches one byte of a name.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
import string
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import NamedTuple

from extract.files.near import is_in, read_in_time, upward

_LARGEST = 1 << 20  # bytes; the patterns are matched against every path


# For each group of an expression: whether its patterns exclude. Then the match function for paths.
_Matcher = tuple[list[bool], Callable[[bytes], re.Match[bytes] | None]]


class _List(NamedTuple):
    """The patterns of one file. The last pattern that matches counts."""

    start: int  # offset in an absolute path of what its patterns match
    of_files: _Matcher
    of_folders: _Matcher


class Ignored:
    """The patterns of the ``.gitignore`` files that apply to a directory, up to the root of the repository."""

    def __init__(self, directory: str, say: Callable[[OSError], None]) -> None:
        self._say = say
        self._top = os.path.realpath(directory)
        self._root = next(filter(_is_root, upward(self._top)), self._top)  # without a repository, ignore the parents
        self._lists_in = functools.cache(self._lists_of)
        for folder in sorted(one for one in upward(self._top) if is_in(one, self._root)):
            self._lists_in(folder)  # from the root on, so that `_lists_of` does not recurse deeply

    def __call__(self, path: str, is_directory: bool) -> bool:
        """Return whether a relative path is ignored, by the last matching pattern of the nearest file that has a match.

        Like git, it does not follow symbolic links.
        """
        whole = os.path.normpath(os.path.join(self._top, path))
        for listed in self._lists(os.path.dirname(path)):
            leaves_out, match = listed.of_folders if is_directory else listed.of_files
            found = match(os.fsencode(whole[listed.start :].replace(os.sep, "/")))
            if found:
                return leaves_out[(found.lastindex or 0) - 1]
        return False

    def _lists(self, folder: str) -> tuple[_List, ...]:
        """Return the pattern lists for files in a relative directory, nearest first."""
        return self._lists_in(os.path.normpath(os.path.join(self._top, folder)))

    def _lists_of(self, folder: str) -> tuple[_List, ...]:
        # A nested repository has its own lists.
        above = () if folder == self._root or _is_root(folder) else self._lists_in(os.path.dirname(folder))
        listed = _read(os.path.join(folder, ".gitignore"), len(os.path.join(folder, "")), self._say)
        return (listed, *above) if listed else above


def _is_root(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def _read(path: str, start: int, say: Callable[[OSError], None]) -> _List | None:
    if not os.path.lexists(path) or os.path.islink(path):  # git does not follow a link
        return None
    try:
        data = read_in_time(path, _LARGEST)
    except OSError as error:
        say(error)
        return None
    patterns: list[_Pattern] = []
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        # git ends the line at a NUL
        line = _without_spaces(line.removesuffix(b"\r").partition(b"\0")[0])
        if not line or line.startswith(b"#"):
            continue
        text = line.removeprefix(b"!").removesuffix(b"/")
        with contextlib.suppress(ValueError):  # an invalid pattern matches nothing
            # A pattern with a "/" before its end is for the relative path, otherwise for the name.
            before = b"" if b"/" in text else rb"(?>(?s:.*/)?)"
            expression = translate(text.removeprefix(b"/"))
            patterns.append(_Pattern(before, expression, not line.startswith(b"!"), line.endswith(b"/")))
    if not patterns:
        return None
    patterns.reverse()  # so that the first alternative that matches is the last pattern
    return _List(start, _matcher([one for one in patterns if not one.of_folders]), _matcher(patterns))


class _Pattern(NamedTuple):
    before: bytes  # expression of the directories before the name
    expression: bytes
    leaves_out: bool
    of_folders: bool  # only for directories


def _matcher(patterns: list[_Pattern]) -> _Matcher:
    """Compile patterns. A group has consecutive ones of the same kind, since compiling takes long for many groups."""
    runs = [
        (leaves_out, rb"%s(%s)" % (before, b"|".join(one.expression for one in run)))
        for (before, leaves_out), run in itertools.groupby(patterns, attrgetter("before", "leaves_out"))
    ]
    expression = b"|".join(run for _, run in runs) or b"(?!)"
    return [leaves_out for leaves_out, _ in runs], re.compile(rb"(?:%s)\Z" % expression).match


def _without_spaces(line: bytes) -> bytes:
    r"""Remove trailing spaces, but keep an escaped one ("\ ")."""
    cut = line.rstrip(b" ")
    slashes = len(cut) - len(cut.rstrip(b"\\"))
    return line[: len(cut) + (slashes % 2 and len(cut) < len(line))]


# --- matching ------------------------------------------------------------------------------------------------------


_PLAIN = re.compile(rb"[^*?\[\\]*")
_RANGE = rb"(?:-(?!\])(?:\\.|[^\\]))?+"
_TOKEN = re.compile(
    rb"(?s)(?P<stars>\*+)(?P<slash>\\?/)?|(?P<one>\?)|\\(?P<escaped>.)|(?P<plain>[^*?\[\\]+)"
    rb"|\[(?P<negated>[!^]?+)(?P<set>(?:\]%b)?+(?>\[:[^\]]*:\]|(?:\\.|[^\]\\])%b)*+)\]" % (_RANGE, _RANGE)
)
_LONGEST = 1 << 12  # bytes, as for paths on Linux; longer patterns match nothing
# Marks for "*" and "**/". They cannot occur in an expression made here, in which each "(" of a name is escaped.
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
    """Return a pattern as a regular expression; ValueError if git never matches it."""
    if len(pattern) > _LONGEST:
        raise ValueError("longer than a path")
    parts = b"".join(_marked(pattern)).split(_FOLDERS)
    names = ([_one_after_another(name.split(_STAR), rb"[^/]*") for name in part.split(b"/")] for part in parts)
    return _one_after_another([b"/".join(part) for part in names], rb"(?:[^/]*/)*")


def _one_after_another(pieces: list[bytes], run: bytes) -> bytes:
    """Join pieces with wildcards. As in `fnmatch.translate`, only the last wildcard can backtrack."""
    first, *others = pieces
    if not others:
        return first
    return first + b"".join(b"(?>%s?%s)" % (run, piece) for piece in others[:-1]) + run + others[-1]


def _marked(pattern: bytes) -> Iterator[bytes]:
    # git compares the text before the first wildcard and removes it, so "a**/b" then begins with "**/".
    begun = _PLAIN.match(pattern).end()  # type: ignore[union-attr]
    at = 0
    for token in _TOKEN.finditer(pattern):
        if token.start() > at:
            break
        at = token.end()
        if token["stars"]:
            start = token.start()
            of_folders = len(token["stars"]) > 1 and (start == begun or pattern[start - 1 : start] == b"/")
            yield _stars(token["slash"], of_folders, at == len(pattern))
        elif token["set"] is not None:
            members = _members(token["set"], bool(token["negated"]))
            yield b"[%s]" % b"".join(rb"\x%02x" % one for one in sorted(members)) if members else b"(?!)"
        else:
            yield rb"[^\x2f]" if token["one"] else re.escape(token["escaped"] or token["plain"])
    if at < len(pattern):
        raise ValueError("a set without an end, or a backslash at the end")


def _stars(slash: bytes | None, of_folders: bool, is_last: bool) -> bytes:
    """Return the expression for stars and the slash after them. ``of_folders``: several stars fill a segment."""
    if not of_folders:
        return _STAR + b"/" * bool(slash)
    if slash:
        return _FOLDERS if slash == b"/" else _STAR + b"/" + _FOLDERS
    return b"(?s:.*)" if is_last else _STAR


# A character class, a byte, or a range of bytes.
_MEMBER = re.compile(rb"(?s)\[:([^\]]*):\]|\\?(.)(?:-\\?(.))?")


def _members(listed: bytes, is_negated: bool) -> set[int]:
    """Return the bytes of a set."""
    members: set[int] = set()
    for name, low, high in _MEMBER.findall(listed):
        if low:
            members.update(low, range(low[0], (high or low)[0] + 1))  # a range in reverse order matches its first byte
        elif name in _CLASSES:
            members.update(_CLASSES[name].encode())
        else:
            raise ValueError("no such class")
    return ({*range(256)} - members if is_negated else members) - {ord("/")}
