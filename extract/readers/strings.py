"""Strings with backslash escapes or `printf` formats: their value, with the source position of each character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from extract.readers.passage import Edit, Passage, cut, replacing
from extract.text.regexes import re

_LETTERS = dict(zip("ntrabfv\\'\"/", "\n\t\r\a\b\f\v\\'\"/", strict=True))
PAIR = r"(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"  # of surrogates, as in JSON
# The escapes of Python, which include those of C, JSON and gettext.
_ESCAPE = re.compile(
    rf"(?s)\\(?:{PAIR}|[uUx](?P<number>(?<=u)[0-9a-fA-F]{{4}}|(?<=U)[0-9a-fA-F]{{8}}|(?<=x)[0-9a-fA-F]{{2}})"
    r"|N\{(?P<name>[^{}]*)\}|(?P<octal>[0-7]{1,3})|(?P<line>\r?\n)|(?P<other>.))"
)
# Android, "String resources": "Handle special characters", "Unicode characters"
_OF_ANDROID = re.compile(rf"(?s)\\(?:{PAIR}|u(?P<number>[0-9a-fA-F]{{4}})|(?P<other>[^u]))")
_IN_ANDROID = {"n": "\n", "t": "\t"}
_PERCENT = re.compile("%%")
# JSON-LD: strings, and the colon after a name (RFC 8259 §7).
_STRING = re.compile(r'"((?:[^"\\]|\\(?s:.))*+)"?+(\s*+:)?+')
_DATA_MAY_HAVE = re.compile(r"[:@.。．｡]|\\u")
_FOLLOWED = re.compile(r"(?i)(?:(?:[a-z][a-z0-9+.-]*+:)?(?:\\?/){2}|mailto:|tel:|sms:)[^\s\"]++\"")


def escapes(source: str, start: int, end: int) -> Iterator[Edit]:
    """Return edits that resolve the escapes inside a literal."""
    return replacing(_ESCAPE, source, start, end, _value)


def _value(escape: re.Match[str]) -> str:
    if escape["name"] is not None:
        import unicodedata

        try:
            return unicodedata.lookup(escape["name"])
        except KeyError:
            return escape[0]
    if escape["octal"]:
        return chr(int(escape["octal"], 8))
    return escape[0] if escape["other"] and escape["other"] not in _LETTERS else meant(escape, _LETTERS)


def meant(escape: re.Match[str], letters: Mapping[str, str]) -> str:
    """Return the text that an escape represents, by the groups that its pattern has.

    "pair" (of surrogates), "number" (hexadecimal), "line" (a continued line), and "other", which is one of ``letters``
    or represents itself.
    """
    found = escape.groupdict()
    if pair := found.get("pair"):
        return bytes.fromhex(pair.replace("\\u", "").replace("u", "")).decode("utf-16-be", "replace")
    if number := found.get("number"):
        code = int(number, 16)
        return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else "\ufffd"
    return "" if found.get("line") else letters.get(found["other"], found["other"])


def join(source: str, spans: Iterable[tuple[int, int]], *, raw: bool = False) -> Passage:
    """Return the concatenated value of the adjacent literals at ``spans``; ``raw`` keeps escapes."""
    spans = list(spans)
    if not spans:
        return cut(source, 0, 0)
    edits = [] if raw else [edit for start, end in spans for edit in escapes(source, start, end)]
    edits += [Edit(end, start, "") for (_, end), (start, _) in pairwise(spans) if end < start]
    return cut(source, spans[0][0], spans[-1][1], edits)


def formatted(text: Passage) -> Passage:
    """Return a format string with "%%" replaced by a percent sign (C `printf`, java.util.Formatter)."""
    return text.edited(replacing(_PERCENT, text.text, by="%"))


def of_android(text: Passage, *, is_formatted: bool = True) -> Passage:
    """Return the value of an Android string. ``is_formatted`` is false for ``formatted="false"``."""
    value = text.edited(replacing(_OF_ANDROID, text.text, by=lambda escape: meant(escape, _IN_ANDROID)))
    return formatted(value) if is_formatted else value


def linked_data(source: str, start: int, end: int) -> Iterator[Passage]:
    """Yield the URLs and texts in JSON-LD, except types and names of properties."""
    name = ""
    for string in _STRING.finditer(source, start, end):
        first, last = string.span(1)
        if string[2]:
            name = string[1]
        elif (not name.startswith("@") or name == "@id") and _DATA_MAY_HAVE.search(source, first, last):
            edits = escapes(source, first, last)
            is_target = _FOLLOWED.match(source, first, last + 1) is not None
            is_id = name == "@id"  # JSON-LD 1.1 §3.3
            yield cut(source, first, last, edits, target=is_target, attribute="ld+json", identifies=is_id)
