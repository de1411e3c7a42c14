r"""Find links that are written in another form: with JSON escapes (``https:\/\/a.example``), or defanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from extract.detect.link import Link
from extract.text.positions import Edit, edited
from extract.text.regexes import re

Find = Callable[[str], Iterable[Link]]

_PAIR = r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
_ESCAPE = re.compile(rf"\\/|{_PAIR}|\\u(?![dD][89a-fA-F])[0-9A-Fa-f]{{4}}")
# Group 1 matches for a link. In a regular expression, another slash or escape follows: s/http:\/\/a.example/…/
_LINK = re.compile(
    rf"(?<=[A-Za-z]):\\/\\/(?:[^\s\"'`<>\\/]++|{_ESCAPE.pattern})++((?=[\s\"'`<>]|\\{{1,2}}[\"nrt]|\Z))?"
)
# Patterns of defanged text after its first character, with their meaning. None: the text in the brackets.
_DEFANGED = {
    "dot": (r"(?<=[\[({])(?:\.|(?i:dot))[\])}][ ]?(?=\w)|(?<=\w\\)\.(?=\w)", "."),
    "at": (r"(?<=[\[({])(?:@|(?i:at))[\])}][ ]?(?=\w)", "@"),
    "scheme": (
        r"(?<=[hH])(?<![A-Za-z0-9+.\-].)(?:[xX*]{2}|[tT]{2}|[xX][tT]|[tT][xX])[pP]"
        r"(?=[sS]?(?:://|\[:\]//|\[://\]|\[:\]\[//\]))",
        "http",
    ),
    "colon": (r"(?<=[A-Za-z]\[):\](?=//|\[//\])|(?<=\w\[):\](?=[0-9])", ":"),
    "slashes": (r"(?<=[A-Za-z]\[)://\]|(?<=[\]:]\[)//\]", None),
    "slash": (r"(?<=[\w/]\[)/\]", "/"),
}
# It begins with a set, which is searched ten times as fast as alternatives.
_ANY = re.compile(rf"[\[({{\\hH](?:{'|'.join(f'(?P<{name}>{pattern})' for name, (pattern, _) in _DEFANGED.items())})")


def escaped_links(text: str, find: Find) -> Iterator[Link]:
    """Find the links that ``find`` finds after decoding JSON escapes, with offsets in ``text``."""
    links = (link.span() for link in _LINK.finditer(text) if link[1] is not None)
    escapes = (escape for link in links for escape in _ESCAPE.finditer(text, *link))
    return _links(text, [Edit(*escape.span(), _meant(escape[0])) for escape in escapes], find)


def refanged_links(text: str, find: Find) -> Iterator[Link]:
    """Find the links that ``find`` finds after refanging, with offsets in ``text``."""
    edits = []
    for mark in _ANY.finditer(text):
        start, end = mark.span()
        if mark[0].lower() != "http":
            start -= mark.lastgroup in ("dot", "at") and text.endswith(" ", 0, start)
            edits.append(Edit(start, end, _DEFANGED[str(mark.lastgroup)][1] or mark[0].strip("[]")))
    return _links(text, edits, find) if edits else iter(find(text))


def _links(text: str, edits: list[Edit], find: Find) -> Iterator[Link]:
    """Find the links after applying ``edits``. ``text`` and offsets of each link are the original ones."""
    meant = edited(text, edits)
    for link in find(meant.text):
        start, end = meant.span(link.start, link.end)
        yield Link(start, end, text[start:end], link.kind, link.iri)


def _meant(escape: str) -> str:
    r"""Decode an escape (RFC 8259 §7): ``\/``, ``\u00e9``, ``\ud83d\ude00``."""
    if escape == r"\/":
        return "/"
    return bytes.fromhex(escape.replace(r"\u", "")).decode("utf-16-be")
