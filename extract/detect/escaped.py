r"""Links as JSON escapes them (``https:\/\/example.com\/a``), read as what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from extract.detect.link import Link
from extract.text.positions import Edit, edited
from extract.text.regexes import re

_PAIR = r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
_ESCAPE = re.compile(rf"\\/|{_PAIR}|\\u(?![dD][89a-fA-F])[0-9A-Fa-f]{{4}}")
# Group 1 is set for a link; in a regular expression, another slash or escape follows: s/http:\/\/a.example/…/
_LINK = re.compile(
    rf"(?<=[A-Za-z]):\\/\\/(?:[^\s\"'`<>\\/]++|{_ESCAPE.pattern})++((?=[\s\"'`<>]|\\{{1,2}}[\"nrt]|\Z))?"
)


def escaped_links(text: str, find: Callable[[str], Iterable[Link]]) -> Iterator[Link]:
    """Find the links that ``find`` would find without the escapes; ``text`` of each is as it was written."""
    edits = [
        Edit(*escape.span(), _meant(escape[0]))
        for link in _LINK.finditer(text)
        if link[1] is not None
        for escape in _ESCAPE.finditer(text, *link.span())
    ]
    unescaped = edited(text, edits)
    for link in find(unescaped.text):
        start, end = unescaped.span(link.start, link.end)
        yield Link(start, end, text[start:end], link.kind, link.iri)


def _meant(escape: str) -> str:
    r"""Return the character that an escape stands for (RFC 8259 §7): ``\/``, ``\u00e9``, ``\ud83d\ude00``."""
    if escape == r"\/":
        return "/"
    return bytes.fromhex(escape.replace(r"\u", "")).decode("utf-16-be")
