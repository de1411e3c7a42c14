"""Links that a terminal, a margin or a page has broken over lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

from extract.detect.link import Link
from extract.text.positions import Edit, edited
from extract.text.regexes import re

Find = Callable[[str], Iterable[Link]]

_MAX_LINES = 50  # that a link may go over
_BREAK = re.compile(r"\r?\n")
_REST = re.compile(r"[^\s]{0,4}+(?=\r?\n)")  # what may stand between a link and the line's end: it is final no more
# What may go on: not another link, the mark of a list, a rule or an underline, a label, or a new sentence.
_RUN = re.compile(r"(?![A-Za-z][A-Za-z0-9+.\-]*+://|([\-*+=_~^`])\1*+>?(?!\S)|\[)\S++")
_AFTER_BREAK = re.compile(r"\r?\n[ \t]*+(\S)")
_INDENT = re.compile(r"[ \t]*+")


def links_over_columns(text: str, find: Find, width: int) -> Iterator[Link]:
    """Find links that continue in the next line if theirs fills ``width`` columns (East Asian characters take two).

    The next line has the indentation of the first.
    """
    return _joined_links(text, find, partial(_is_full, width=width))


def links_over_hyphens(text: str, find: Find) -> Iterator[Link]:
    """Find links that continue in the next line after a hyphen at the end of theirs, which is kept."""
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
    """Return the link with what follows in the next lines."""
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
    """Return whether a capital letter follows a full stop after a link at the end of its line."""
    following = _AFTER_BREAK.match(text, line_end)
    return text[link_end:line_end].endswith((".", "!", "?")) and following is not None and following[1].isupper()


def _is_full(text: str, place: int, end: int, width: int) -> bool:
    """Return whether the line of ``place`` up to its ``end`` has as many columns as fit."""
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
