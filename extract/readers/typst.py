"""Typst: URLs in strings, and text, but not comments and raw text (typst.app, "Syntax")."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Edit, Passage, cut
from extract.readers.strings import meant
from extract.readers.text import Token, read_tokens
from extract.text.regexes import re

_STRING = r"(?:[^\"\\\s]|\\(?:u\{[0-9A-Fa-f]{1,6}\}|.)){1,2000}+"
_ADDRESS = rf'"(?P<given>https?://{_STRING})"'  # an argument of any function
_LINK = rf'\blink\([ \t]*"(?P<target>{_STRING})"(?:[^()"\n]{{0,200}}\)(?:\[(?P<label>[^\[\]]{{0,1000}})\])?)?'
_TOKEN = re.compile(
    rf"{_LINK}|{_ADDRESS}|`{{3,}}(?s:.*?)(?:`{{3}}|\Z)|`[^`]*+`|(?<!:)//.*|/\*(?s:.*?)(?:\*/|\Z)|\\[^\s]"
)
_ESCAPE = re.compile(r"\\(?:u\{(?P<number>[0-9A-Fa-f]{1,6})\}|(?P<other>.))")
_ADDED = re.compile(r"[ \t]*\+")
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}


def read(source: str) -> Iterator[Passage]:
    """Yield the destinations of links, other URLs in strings, and the text that may have a link."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    group = "target" if match["target"] else "given"
    if not match[group]:
        return match.end()
    start, end = match.span(group)
    before = match.string[max(match.start() - 9, 0) : match.start()].rstrip()
    if before.endswith("+") or _ADDED.match(match.string, end + 1):
        return match.end()  # the URL is only one of several concatenated strings
    escapes = (Edit(*one.span(), meant(one, _LETTERS)) for one in _ESCAPE.finditer(match.string, start, end))
    return cut(match.string, start, end, escapes, target=True, label=match["label"])
