"""Text on a terminal: its width, and its invisible characters."""

from __future__ import annotations

import functools
import unicodedata
from typing import Any

import regex

from extract.text.regexes import lazy


@functools.cache
def _invisible() -> regex.Pattern[str]:
    # Controls, format characters except joiners (words need them), white space except the space, private use,
    # unassigned, and lone surrogates, which cannot be encoded.
    return regex.compile(r"[\p{C}\p{Zl}\p{Zp}[\p{Zs}--\ ]\p{DI}--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1)


def escape_invisible(text: str) -> str:
    """Write invisible characters as ``<U+200E>``."""
    if text.isascii() and text.isprintable():
        return text
    return _invisible().sub(_named, text)


@functools.cache
def _acting() -> regex.Pattern[str]:
    # What a terminal or a program that reads lines acts on, what cannot be encoded, and noncharacters, which neither
    # HTML nor XML takes (HTML §13.2.3.5, XML §2.2); joiners belong to words.
    return regex.compile(
        r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\p{NChar}\uFFF9-\uFFFB--[\u200C\u200D\uFE0E\uFE0F]]", regex.V1
    )


def in_line(text: str) -> str:
    """Write what would not stay in its place in a line, such as a line end, as ``<U+000A>``; a message, for example."""
    if text.isascii() and text.isprintable():
        return text
    return _acting().sub(_named, text)


# In the log of a build GitHub's runner takes a line that starts with "::" for a command, and "##[" with a name that it
# knows anywhere in a line (ActionCommand.cs); Azure Pipelines "##vso[", TeamCity "##teamcity[".
_COMMAND = lazy(r"#(?=#(?:vso|teamcity)?\[)")


def file_name(path: str) -> str:
    """Return the name of a file for people: somebody else may have chosen it, and it is nothing but a name.

    For programs JSON has the very name, with escapes.
    """
    shown = in_line(path)
    name = shown.lstrip()
    if name.startswith("::"):
        shown = f"{shown[: -len(name)]}<U+003A>{name[1:]}"
    return without_commands(shown)


def without_commands(text: str) -> str:
    """Write what would be a command in the log of a build, anywhere in a line, so that it is none."""
    return _COMMAND.sub(_named, text) if "##" in text else text


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Return a value as JSON in which every character that acts on a terminal or in a log is escaped (RFC 8259 §7)."""
    import json  # most reports need none

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if "##" in text:  # in strings only
        text = _COMMAND.sub(r"\\u0023", text)
    if text.isascii() and "\x7f" not in text:
        return text
    return _acting().sub(lambda match: match[0] if match[0] == "\n" else json.dumps(match[0])[1:-1], text)


def _named(match: regex.Match[str]) -> str:
    return f"<U+{ord(match[0]):04X}>"


def width(text: str) -> int:
    """Return the columns that a text takes on a terminal (UAX #11): 0 for marks and joiners, 2 for wide characters."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
