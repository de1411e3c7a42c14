"""Text for a screen: how wide it is, and what is in it that cannot be seen."""

from __future__ import annotations

import functools
import unicodedata

import regex


@functools.cache
def _invisible() -> regex.Pattern[str]:
    # Controls, format characters but the joiners (words need them), white space but the space, private use,
    # unassigned, and lone surrogates, which cannot be written at all.
    return regex.compile(r"[\p{C}\p{Zl}\p{Zp}[\p{Zs}--\ ]\p{DI}--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1)


def escape_invisible(text: str) -> str:
    """Write what cannot be seen as ``<U+200E>``."""
    if text.isascii() and text.isprintable():
        return text
    return _invisible().sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def width(text: str) -> int:
    """How many columns of a terminal the text takes (UAX #11): none for marks and joiners, two for wide characters."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
