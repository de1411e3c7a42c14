"""Plain text: all of it is prose. A "`" encloses code and never occurs in an IRI, so it ends a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from extract.readers.passage import Edit, Passage, blank, cut
from extract.readers.triggers import PARAGRAPH, has_trigger, is_address


def read(source: str) -> Iterator[Passage]:
    """Yield the paragraphs that may have a link."""
    if has_trigger(source):
        yield from prose(source, [blank(*mark.span()) for mark in re.finditer("`", source)])


# The result for a token: the destination of a link, the text that it represents, or the offset where markup ends.
Token = Passage | str | int


def read_tokens(source: str, token: re.Pattern[str], read_one: Callable[[re.Match[str]], Token]) -> Iterator[Passage]:
    """Yield the destinations with a scheme among the tokens, and the prose between the tokens."""
    if not has_trigger(source):
        return
    edits: list[Edit] = []
    position = 0
    while match := token.search(source, position):
        position = match.end()
        found = read_one(match)
        if isinstance(found, str):
            edits.append(Edit(match.start(), position, found))
            continue
        if isinstance(found, int):
            position = max(position, found)
        elif is_address(found.text):
            yield found
        edits.append(blank(match.start(), position))
    yield from prose(source, edits)


def prose(source: str, edits: Sequence[Edit]) -> Iterator[Passage]:
    """Yield the paragraphs that may have a link, with ``edits`` applied, which must be in order.

    An edit that crosses the border of a paragraph becomes spaces in each paragraph.
    """
    first = 0
    for match in PARAGRAPH.finditer(source):
        start, end = match.span()
        while first < len(edits) and edits[first].end <= start:
            first += 1
        last = first
        while last < len(edits) and edits[last].start < end:
            last += 1
        if has_trigger(match[0]):
            inside = (
                edit if start <= edit.start and edit.end <= end else blank(max(edit.start, start), min(edit.end, end))
                for edit in edits[first:last]
            )
            passage = cut(source, start, end, inside)
            if has_trigger(passage.text):
                yield passage
        first = max(first, last - 1)
