"""MediaWiki: the targets of external links, and text; not comments, code, and what is not to be parsed."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Segment, cut
from extract.readers.text import Token, read_tokens
from extract.text.regexes import re

_CODE = "nowiki pre syntaxhighlight source code math score templatedata".split()
# What ends an address in text: apostrophes of bold text, and the marks of templates, tables and links (mediawiki.org,
# Help:Formatting, Help:Links, Help:Templates).
_TOKEN = re.compile(
    r"(?P<comment><!--)"
    rf"|<(?P<code>{'|'.join(_CODE)})\b[^<>]{{0,300}}(?<!/)>"
    r"|\[(?P<target>(?:[A-Za-z][A-Za-z0-9+.\-]{1,20}:)?//[^\s\[\]<>\"]++)(?:[ \t]+(?P<label>[^\[\]\n]{0,1000}))?\]"
    r"|''++|\{\{++|\}\}++|\||\[\[|\]\]"
)


def read(source: str) -> Iterator[Segment]:
    """Yield the targets of external links, and the text that may have one."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    if match["comment"] or match["code"]:
        end = "-->" if match["comment"] else f"</{match['code']}"
        closing = match.string.find(end, match.end())
        return closing + len(end) if closing >= 0 else len(match.string)
    if match["target"]:
        return cut(match.string, *match.span("target"), target=True, label=match["label"])
    return match.end()
