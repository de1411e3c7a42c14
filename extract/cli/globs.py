"""Patterns of gitignore(5), matched as git does (``wildmatch.c``), but without backtracking: all ways at once.

git compares bytes: "?" is one byte of a name. A pattern becomes a row of states, a bit each, and a byte of the path
moves all of them; the time is that of one pass over the path.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from functools import cache

_SLASH = ord("/")
_BYTES = frozenset(range(256))
_NOT_SLASH = _BYTES - {_SLASH}
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
_LITERAL = re.compile(rb"[^*?\[\\]*")


class Glob:
    """A pattern for a name, or for a path if it has a slash."""

    def __init__(self, pattern: bytes) -> None:
        self.prefix = _LITERAL.match(pattern)[0]  # type: ignore[index]
        # Cut off as git does: "a**/b" begins with "**/" then.
        self._rest = pattern[len(self.prefix) :]
        self._states: _States | None = None

    def matches(self, path: bytes) -> bool:
        """Return whether the whole path matches."""
        if not self._rest or not path.startswith(self.prefix):
            return path == self.prefix
        if self._states is None:
            self._states = _States(self._rest)
        return self._states.match(path[len(self.prefix) :])


class _States:
    """What a byte does in each state of a pattern: move to the next one, or stay; a few states are passed for free."""

    def __init__(self, pattern: bytes) -> None:
        try:
            steps = _steps(pattern)
        except ValueError:
            self.final = self.runs = self.optional = self.shortest = 0  # it matches nothing
            self.steps: list[frozenset[int]] = []
            self.stays: list[frozenset[int]] = []
            return
        self.steps = [step if isinstance(step, frozenset) else frozenset() for step in steps]
        self.stays = [_RUNS.get(step, frozenset()) if isinstance(step, str) else frozenset() for step in steps]
        self.runs = _bits(isinstance(step, str) for step in steps)
        self.optional = _bits(step == "**/" for step in steps)
        self.final = 1 << len(steps)
        # Each set takes a byte, except the "/" of a "**/"; a longer pattern cannot match, whatever it has between.
        self.shortest = sum(isinstance(step, frozenset) for step in steps) - steps.count("**/")
        self._moves: dict[int, tuple[int, int]] = {}

    def match(self, path: bytes) -> bool:
        if not self.final or len(path) < self.shortest:
            return False
        states = self._passed(1)
        for byte in path:
            move, stay = self._moves.get(byte) or self._learn(byte)
            states = self._passed((states & move) << 1 | states & stay)
            if not states:
                return False
        return bool(states & self.final)

    def _passed(self, states: int) -> int:
        """Add the states that are reached without a byte: after "*", and after an optional "**/"."""
        states |= (states & self.optional) << 3
        states |= (states & self.runs) << 1
        return states | (states & self.runs) << 1  # "**/" and then its "**"

    def _learn(self, byte: int) -> tuple[int, int]:
        move = _bits(byte in step for step in self.steps)
        stay = _bits(byte in step for step in self.stays)
        self._moves[byte] = move, stay
        return move, stay


def _bits(flags: Iterable[bool]) -> int:
    """Return a number with a bit for each flag, the first one lowest, in linear time."""
    return int("0" + "".join("1" if flag else "0" for flag in flags)[::-1], 2)


# "**/" is a state before "**" and "/": both may be left out.
_RUNS = {"*": _NOT_SLASH, "**": _BYTES, "**/": frozenset[int]()}


def _steps(pattern: bytes) -> list[frozenset[int] | str]:
    """Return sets of bytes, and runs of bytes; ValueError for what git never matches."""
    steps: list[frozenset[int] | str] = []
    at = 0
    while at < len(pattern):
        byte = pattern[at : at + 1]
        if byte == b"*":
            end = at
            while pattern[end : end + 1] == b"*":
                end += 1
            is_whole = (not at or pattern[at - 1] == _SLASH) and re.compile(rb"\\?/|\Z").match(pattern, end)
            if end - at == 1 or not is_whole:
                steps.append("*")
            elif pattern[end : end + 1] != b"/":
                steps.append("**")
            elif steps[-3:-1] != ["**/", "**"]:  # "**/**/" is "**/"
                steps += ["**/", "**", frozenset([_SLASH])]
                end += 1
            else:
                end += 1
            at = end
        elif byte == b"[":
            members, at = _set(pattern, at + 1)
            steps.append(members - {_SLASH})
        elif byte == b"?":
            steps.append(_NOT_SLASH)
            at += 1
        else:
            at += byte == b"\\"
            if at == len(pattern):
                raise ValueError("a backslash at the end")
            steps.append(frozenset(pattern[at : at + 1]))
            at += 1
    return steps


def _set(pattern: bytes, at: int) -> tuple[frozenset[int], int]:
    """Read what follows "[": the bytes, and where the set ends."""
    negated = pattern[at : at + 1] in (b"!", b"^") and at < len(pattern)
    at += negated
    members: set[int] = set()
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
            members.update(range(before, _byte(pattern, at) + 1))
            before = -1
        elif pattern.startswith(b"[:", at):
            if close < at + 2:
                close = pattern.index(b"]", at + 2)
            if close > at + 2 and pattern[close - 1] == ord(":"):
                members |= _class(pattern[at + 2 : close - 1])
                at, before = close, -1
            else:
                before = byte
                members.add(byte)
        else:
            at += byte == ord("\\")
            before = _byte(pattern, at)
            members.add(before)
        at += 1
    return (_BYTES - members if negated else frozenset(members)), at + 1


def _byte(pattern: bytes, at: int) -> int:
    if at >= len(pattern):
        raise ValueError("a set without an end")
    return pattern[at]


@cache
def _class(name: bytes) -> frozenset[int]:
    if name not in _CLASSES:
        raise ValueError("no such class")
    return frozenset(_CLASSES[name].encode())
