"""Org: the targets of links, and text; not comments, code, examples (Org Syntax §4, §5)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Edit, Segment, cut
from extract.readers.text import Token, read_tokens
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
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    source = match.string
    if match["block"]:
        closing = re.compile(rf"(?im)^[ \t]*#\+end_{match['block']}\b").search(source, match.end())
        return closing.start() if closing else len(source)
    if not match["link"]:
        return match.end()
    start, end = match.span("target")
    escapes = (Edit(*one.span(), one[1]) for one in _ESCAPE.finditer(source, start, end))
    return cut(source, start, end, escapes, target=True, label=match["label"])
