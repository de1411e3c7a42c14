"""Plain text: all of it is prose. A "`" encloses code and is never part of an IRI, so it ends a link."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extract.readers.segment import Segment, blank, cut
from extract.readers.triggers import PARAGRAPH, has_trigger


def read(source: str) -> Iterator[Segment]:
    """Yield the paragraphs that may have a link."""
    if not has_trigger(source):
        return
    for match in PARAGRAPH.finditer(source):
        if has_trigger(match[0]):
            marks = (blank(*mark.span()) for mark in re.compile("`").finditer(source, *match.span()))
            yield cut(source, *match.span(), marks)
