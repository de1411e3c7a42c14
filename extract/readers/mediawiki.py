"""MediaWiki: the targets of external links, and text; not comments, code, and what is not to be parsed."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from extract.readers.passage import Passage, cut
from extract.readers.text import Token, read_tokens
from extract.text.regexes import re

_CODE = "nowiki pre syntaxhighlight source code math score templatedata".split()
# What ends an address in text: apostrophes of bold text, and the marks of templates, tables and links (mediawiki.org,
# Help:Formatting, Help:Links, Help:Templates).
_TOKEN = re.compile(
    r"(?P<comment><!--)"
    rf"|<(?P<code>(?i:{'|'.join(_CODE)}))\b[^<>]{{0,300}}(?<!/)>"
    r"|\[(?P<target>(?:[A-Za-z][A-Za-z0-9+.\-]{1,20}:)?//[^\s\[\]<>\"]++)(?:[ \t]+(?P<label>[^\[\]\n]{0,1000}))?\]"
    r"|''++|\{\{++|\}\}++|\||\[\[|\]\]"
)


_END_OF_CODE = re.compile(r"(?i)(?P<closes></code)|<code\b|\n[ \t\r]*\n")


def read(source: str) -> Iterator[Passage]:
    """Yield the targets of external links, and the text that may have one."""
    return read_tokens(source, _TOKEN, functools.partial(_token, set()))


def _token(unclosed: set[str], match: re.Match[str]) -> Token:
    if match["comment"]:
        closing = match.string.find("-->", match.end())
        return closing + 3 if closing >= 0 else len(match.string)
    if match["code"]:
        return _end_of_code(unclosed, match)
    if match["target"]:
        return cut(match.string, *match.span("target"), target=True, label=match["label"])
    return match.end()


def _end_of_code(unclosed: set[str], match: re.Match[str]) -> int:
    """Return the end of an element; a tag that nothing closes is text (Preprocessor_Hash of MediaWiki)."""
    name = match["code"].lower()
    if name == "code":  # HTML, which ends with its paragraph; the others are taken out before anything is read
        end = _END_OF_CODE.search(match.string, match.end())
        return end.end() if end and end["closes"] else match.end()
    closing = None if name in unclosed else re.compile(f"(?i)</{name}").search(match.string, match.end())
    if closing is None:
        unclosed.add(name)
    return closing.end() if closing else match.end()
