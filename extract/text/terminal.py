"""Text on a terminal: its width, and its invisible characters."""

from __future__ import annotations

import functools
import unicodedata

import regex


@functools.cache
def _invisible() -> regex.Pattern[str]:
    # Controls, format characters except joiners (words need them), white space except the space, private use,
    # unassigned, and lone surrogates, which cannot be encoded.
    return regex.compile(r"[\p{C}\p{Zl}\p{Zp}[\p{Zs}--\ ]\p{DI}--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1)


def escape_invisible(text: str) -> str:
    """Write invisible characters as ``<U+200E>``."""
    if text.isascii() and text.isprintable():
        return text
    return _invisible().sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def width(text: str) -> int:
    """Return the columns that a text takes on a terminal (UAX #11): 0 for marks and joiners, 2 for wide characters."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
