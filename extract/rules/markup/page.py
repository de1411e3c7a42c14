"""Stretches of a page of Markdown that are no prose."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import is_inside
from extract.text.regexes import re

_FENCED = re.compile(r"(?ms)^[ >\t]*(?P<fence>`{3,}|~{3,}).*?^[ >\t]*(?P=fence)")
# GitHub Flavored Markdown §4.10: a "|" of a table ends code, too.
_RUN = re.compile(r"`+|\n(?P<row>[ \t]*\|)?|(?<!\\)\|")


def code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of fenced code, and of code in backticks on one line."""
    fenced = [match.span() for match in _FENCED.finditer(text)]
    yield from fenced
    open_runs: dict[str, int] = {}  # in this line; a run is closed by the next one as long
    is_row = text.startswith("|")
    for match in _RUN.finditer(text):
        if match[0][0] in "\n|":
            is_row = match["row"] is not None if match[0][0] == "\n" else is_row
            if is_row or match[0][0] == "\n":
                open_runs.clear()
        elif not is_inside(fenced, match.start() + 1):
            begin = open_runs.pop(match[0], -1)
            if begin < 0:
                open_runs[match[0]] = match.start()
            else:
                open_runs.clear()  # what was open stands before or inside
                yield begin, match.end()


def comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of comments of HTML."""
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start)) >= 0:
        yield start, end
        start = text.find("<!--", end)
