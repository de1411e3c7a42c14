"""Names of tests that are read by people: what a case is, not its number."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from linecache import getline
from types import FunctionType

LONGEST_NAME = 60  # characters of a value


def readable(value: object) -> str | None:
    """Return a value as the name of a test: a text with names for what cannot be seen; None for pytest's own name."""
    shown = _shown(value)
    if shown is None:
        return None
    if len(shown) > LONGEST_NAME:
        shown = f"{shown[:40]}…{len(shown)}…{shown[-16:]}"
    return "".join(each if each.isprintable() else _named(each) for each in shown)


def _named(character: str) -> str:
    """Return a name for what cannot be seen: ⏎, ‹ESC›, ‹200E›; in bytes that are not UTF-8 the byte, ‹xE9›."""
    code = ord(character)
    return _CONTROLS.get(character) or (f"‹x{code - 0xDC00:02X}›" if 0xDC80 <= code < 0xDD00 else f"‹{code:04X}›")


_CONTROLS = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\0": "‹NUL›", "\x1b": "‹ESC›", "\xa0": "‹NBSP›", "\u200b": "‹ZWSP›"}
_CONTROLS |= {"\u200c": "‹ZWNJ›", "\u200d": "‹ZWJ›", "\ufeff": "‹BOM›", "\u3000": "‹ideographic space›"}


def _shown(value: object) -> str | None:
    """Return a value to be read; None for what may be written in another way in each process."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, FunctionType):
        is_lambda = value.__name__ == "<lambda>"
        held = [cell.cell_contents for cell in value.__closure__ or ()] + [*(value.__defaults__ or ())] * is_lambda
        name = _body(value) if is_lambda else value.__name__
        return " ".join([name, *(shown for each in held if (shown := _shown(each)))])
    if isinstance(value, re.Pattern):
        return _shown(value.pattern)
    members: list[str | None]
    if isinstance(value, dict):
        members = [None if (shown := _shown(each)) is None else f"{key}={shown}" for key, each in value.items()]
    elif isinstance(value, (tuple, list)):
        members = [_shown(each) for each in value]
    elif isinstance(value, (set, frozenset)):
        members = [*sorted(map(str, map(_shown, value)))]
    elif isinstance(value, (bool, int, float, type(None))):
        return repr(value)
    else:
        text = repr(value) if is_dataclass(value) else ""
        return None if "frozenset({" in text or " at 0x" in text else text or None
    return None if None in members else ", ".join(map(str, members)) or "nothing"


def _body(function: FunctionType) -> str:
    """Return what a lambda returns, as its source has it."""
    spans = [span for span in function.__code__.co_positions() if None not in span and span[2:] != (0, 0)]
    if not spans:  # a constant, since Python 3.12
        return repr(function.__code__.co_consts[0])
    (first, start), (last, end) = min((a, c) for a, _, c, _ in spans), max((b, d) for _, b, _, d in spans)  # type: ignore[type-var]
    lines = [getline(function.__code__.co_filename, line).encode() for line in range(first, last + 1)]  # type: ignore[arg-type, operator]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    return " ".join(line.decode("utf-8", "replace").strip() for line in lines)
