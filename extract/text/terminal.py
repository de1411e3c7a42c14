"""Text on a terminal: its width, and its invisible characters."""

from __future__ import annotations

import functools
import unicodedata
from typing import Any

import regex

from extract.text.regexes import lazy


@functools.cache
def _invisible() -> regex.Pattern[str]:
    # Controls, format characters except joiners (words need them), whitespace except the space, private use,
    # unassigned, and lone surrogates, which cannot be encoded.
    return regex.compile(r"[\p{C}\p{Zl}\p{Zp}[\p{Zs}--\ ]\p{DI}--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1)


def escape_invisible(text: str) -> str:
    """Replace invisible characters by codes such as ``<U+200E>``."""
    if text.isascii() and text.isprintable():
        return text
    return _invisible().sub(_named, text)


@functools.cache
def _acting() -> regex.Pattern[str]:
    # Characters that affect a terminal or a line-based program, surrogates, which cannot be encoded, and noncharacters,
    # which are invalid in HTML and XML (HTML §13.2.3.5, XML §2.2). Joiners are part of words.
    return regex.compile(
        r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\p{NChar}\uFFF9-\uFFFB--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1
    )


def in_line(text: str) -> str:
    """Replace characters that would break or reorder a line, such as a line end, by codes such as ``<U+000A>``."""
    if text.isascii() and text.isprintable():
        return text
    return _acting().sub(_named, text)


# In a build log, GitHub's runner treats a line that starts with "::" as a command, and "##[" with a known name anywhere
# in a line (ActionCommand.cs). Azure Pipelines does so for "##vso[", TeamCity for "##teamcity[".
_COMMAND = lazy(r"#(?=#(?:vso|teamcity)?\[)")


def file_name(path: str) -> str:
    """Return the name of a file for people, without commands and control characters, since it may be hostile.

    For programs, JSON has the exact name, with escapes.
    """
    shown = in_line(path)
    name = shown.lstrip()
    if name.startswith("::"):
        shown = f"{shown[: -len(name)]}<U+003A>{name[1:]}"
    return without_commands(shown)


def without_commands(text: str) -> str:
    """Escape ``##[``, ``##vso[`` and ``##teamcity[``, which CI systems run as commands in a build log."""
    return _COMMAND.sub(_named, text) if "##" in text else text


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Return a value as JSON (RFC 8259 §7). Characters with an effect on a terminal or in a build log are escaped."""
    import json  # imported here, because most reports do not need it

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if "##" in text:  # only strings can contain it
        text = _COMMAND.sub(r"\\u0023", text)
    if text.isascii() and "\x7f" not in text:
        return text
    return _acting().sub(lambda match: match[0] if match[0] == "\n" else json.dumps(match[0])[1:-1], text)


def _named(match: regex.Match[str]) -> str:
    return f"<U+{ord(match[0]):04X}>"


def width(text: str) -> int:
    """Return the columns of a text on a terminal (UAX #11): 0 for marks and joiners, 2 for wide characters."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
