r"""Find links that are written in another form: with JSON escapes (``https:\/\/a.example``), defanged, or broken over
lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

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
# Patterns of defanged text, with their meaning. None: the text in the brackets, for "[://]" and "[//]".
_DEFANGED = {
    "dot": (r"[ ]?[\[({](?:\.|(?i:dot))[\])}][ ]?(?=\w)|(?<=\w)\\\.(?=\w)", "."),
    "at": (r"[ ]?[\[({](?:@|(?i:at))[\])}][ ]?(?=\w)", "@"),
    "scheme": (
        r"(?<![A-Za-z0-9+.\-])[hH](?:[xX*]{2}|[tT]{2}|[xX][tT]|[tT][xX])[pP]"
        r"(?=[sS]?(?:://|\[:\]//|\[://\]|\[:\]\[//\]))",
        "http",
    ),
    "colon": (r"(?<=[A-Za-z])\[:\](?=//|\[//\])|(?<=\w)\[:\](?=[0-9])", ":"),
    "slashes": (r"(?<=[A-Za-z])\[://\]|(?<=[\]:])\[//\]", None),
    "slash": (r"(?<=[\w/])\[/\]", "/"),
}
_ANY = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _) in _DEFANGED.items()))


def escaped_links(text: str, find: Find) -> Iterator[Link]:
    """Find the links that ``find`` finds after decoding JSON escapes, with offsets in ``text``."""
    links = (link.span() for link in _LINK.finditer(text) if link[1] is not None)
    escapes = (escape for link in links for escape in _ESCAPE.finditer(text, *link))
    return _links(text, [Edit(*escape.span(), _meant(escape[0])) for escape in escapes], find)


def refanged_links(text: str, find: Find) -> Iterator[Link]:
    """Find the links that ``find`` finds after refanging, with offsets in ``text``."""
    marks = (match for match in _ANY.finditer(text) if match[0].lower() != "http")
    edits = [Edit(*mark.span(), _DEFANGED[str(mark.lastgroup)][1] or mark[0].strip("[]")) for mark in marks]
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


# Links that are broken over lines

_MAX_LINES = 50  # maximum lines of a link
_BREAK = re.compile(r"\r?\n")
_REST = re.compile(r"[^\s]{0,4}+(?=\r?\n)")  # characters that may follow a link on its line
# The continuation of a link: not another link, a list marker, a rule, an underline, or a text in square brackets.
_RUN = re.compile(r"(?![A-Za-z][A-Za-z0-9+.\-]*+://|([\-*+=_~^`])\1*+>?(?!\S)|\[)\S++")
_AFTER_BREAK = re.compile(r"\r?\n[ \t]*+(\S)")
_INDENT = re.compile(r"[ \t]*+")


def links_over_columns(text: str, find: Find, width: int) -> Iterator[Link]:
    """Find links that continue on the next line if their line fills ``width`` columns.

    East Asian characters have two columns. The next line must have the indentation of the first.
    """
    return _joined_links(text, find, partial(_is_full, width=width))


def links_over_hyphens(text: str, find: Find) -> Iterator[Link]:
    """Find links that continue on the next line after a hyphen at the end of their line. Keep the hyphen."""
    return _joined_links(text, find, _ends_with_hyphen)


def _joined_links(text: str, find: Find, goes_on: Callable[[str, int, int], bool]) -> Iterator[Link]:
    position = 0
    for link in find(text):
        if link.start < position:
            continue
        joined = _joined(text, link, find, goes_on)
        position = joined.end
        yield joined


def _joined(text: str, link: Link, find: Find, goes_on: Callable[[str, int, int], bool]) -> Link:
    """Return ``link`` with its continuation on the next lines, if any."""
    rest = _REST.match(text, link.end)
    if rest is None or not goes_on(text, link.start, rest.end()) or _begins_sentence(text, link.end, rest.end()):
        return link
    before = text[link.start - 1 : link.start]
    spans = [(link.start, rest.end())]
    line_start = text.rfind("\n", max(0, link.start - 1000), link.start) + 1
    indent = _INDENT.match(text, line_start)[0]  # type: ignore[index]
    if indent == " " and not text.startswith(" ", _BREAK.match(text, rest.end()).end()):  # type: ignore[union-attr]
        indent = ""  # a terminal broke the line before this space
    for _ in range(_MAX_LINES):
        line_end = spans[-1][1]
        start = _BREAK.match(text, line_end).end() + len(indent)  # type: ignore[union-attr]
        if not text.startswith(indent, start - len(indent)) or (run := _RUN.match(text, start)) is None:
            break
        spans.append(run.span())
        if _BREAK.match(text, run.end()) is None or not goes_on(text, start - len(indent), run.end()):
            break
    breaks = [Edit(line[1], following[0], "") for line, following in pairwise(spans)]
    whole = edited(text, breaks, link.start - len(before), spans[-1][1])
    found = next(iter(find(whole.text)), None)
    if found is None or found.start != len(before) or found.end <= len(before) + link.end - link.start:
        return link
    start, end = whole.span(found.start, found.end)
    return Link(start, end, text[start:end], link.kind, found.iri)


def _begins_sentence(text: str, link_end: int, line_end: int) -> bool:
    """Return whether a sentence ends after the link, and the next line starts with a capital letter."""
    following = _AFTER_BREAK.match(text, line_end)
    return text[link_end:line_end].endswith((".", "!", "?")) and following is not None and following[1].isupper()


def _is_full(text: str, place: int, end: int, width: int) -> bool:
    """Return whether the line that ends at ``end`` has ``width`` columns, or one less before a wide character."""
    first = max(0, end - width - 1)
    start = text.rfind("\n", first, end) + 1
    if not start and first:
        return False
    columns = sum(map(_columns, text[start:end]))
    following = _BREAK.match(text, end)
    wide_next = following is not None and _columns(text[following.end() : following.end() + 1] or "a") == 2
    return columns == width or (wide_next and columns == width - 1)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _ends_with_hyphen(text: str, _place: int, end: int) -> bool:
    following = _BREAK.match(text, end)
    return text[end - 1] == "-" and following is not None and text[following.end() : following.end() + 1].isalnum()
