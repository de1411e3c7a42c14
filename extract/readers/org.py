"""Org: the targets of links, and text; not comments, code, examples (Org Syntax §4, §5)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.text import prose
from extract.readers.triggers import has_trigger, is_address
from extract.text.regexes import re

# Blocks, whose end may be missing; comments and fixed width; what is verbatim; links.
_TOKEN = re.compile(
    "|".join(
        [
            r"(?im:^[ \t]*#\+begin_(?P<block>src|example|comment|export)\b.*)",
            r"(?m:^[ \t]*(?:#|:)[ \t].*)",
            r"(?<![\w=~])(?P<mark>[=~])(?=\S)[^\n=~]{1,300}(?<=\S)(?P=mark)(?!\w)",
            r"(?P<link>\[\[(?P<target>(?:[^\[\]\\\n]|\\.){1,2000}+)\](?:\[(?P<label>[^\[\]]{0,1000})\])?\])",
        ]
    )
)
_ESCAPE = re.compile(r"\\([\[\]\\])")


def read(source: str) -> Iterator[Segment]:
    """Yield the targets of links, and the text that may have one."""
    if not has_trigger(source):
        return
    edits: list[Edit] = []
    position = 0
    while match := _TOKEN.search(source, position):
        position = match.end()
        if match["block"]:
            closing = re.compile(rf"(?im)^[ \t]*#\+end_{match['block']}\b").search(source, position)
            position = closing.start() if closing else len(source)
        elif match["link"]:
            start, end = match.span("target")
            escapes = (Edit(*one.span(), one[1]) for one in _ESCAPE.finditer(source, start, end))
            segment = cut(source, start, end, escapes, target=True, label=match["label"])
            if is_address(segment.text):
                yield segment
        edits.append(blank(match.start(), position))
    yield from prose(source, edits)
