"""Plain text: all of it is prose. A "`" encloses code and is never part of an IRI, so it ends a link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.triggers import PARAGRAPH, has_trigger


def read(source: str) -> Iterator[Segment]:
    """Yield the paragraphs that may have a link."""
    if not has_trigger(source):
        return
    for match in PARAGRAPH.finditer(source):
        if has_trigger(match[0]):
            marks = (blank(*mark.span()) for mark in re.compile("`").finditer(source, *match.span()))
            yield cut(source, *match.span(), marks)


def prose(source: str, edits: Sequence[Edit]) -> Iterator[Segment]:
    """Yield the paragraphs that may have a link, with edits applied, which are in order.

    What an edit takes out of several paragraphs is blank in each.
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
            segment = cut(source, start, end, inside)
            if has_trigger(segment.text):
                yield segment
        first = max(first, last - 1)
