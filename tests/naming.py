"""Names of tests that are read by people: what a case is, not its number."""

from __future__ import annotations

LONGEST_NAME = 60  # characters of a value
_CONTROLS = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\0": "‹NUL›", "\x1b": "‹ESC›", "\xa0": "‹NBSP›", "\u200b": "‹ZWSP›"}
_CONTROLS |= {"\u200c": "‹ZWNJ›", "\u200d": "‹ZWJ›", "\ufeff": "‹BOM›", "\u3000": "‹ideographic space›"}


def readable(value: object) -> str | None:
    """Return a text as the name of a test, with names for what cannot be seen; None for pytest's own name."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if isinstance(value, type):
        return value.__name__
    if not isinstance(value, str):
        return None
    if len(value) > LONGEST_NAME:
        value = f"{value[:40]}…{len(value)}…{value[-16:]}"
    return value if value.isprintable() else "".join(each if each.isprintable() else _named(each) for each in value)


def _named(character: str) -> str:
    """Return a name for what cannot be seen: ⏎, ‹ESC›, ‹200E›; in bytes that are not UTF-8 the byte, ‹xE9›."""
    code = ord(character)
    return _CONTROLS.get(character) or (f"‹x{code - 0xDC00:02X}›" if 0xDC80 <= code < 0xDD00 else f"‹{code:04X}›")
