"""Values separated by commas, semicolons or tabs. The end of a field ends a link (RFC 4180 §2, TSV)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Passage, cut, replacing
from extract.readers.triggers import has_trigger
from extract.text.regexes import re

_FIELDS = {mark: re.compile(rf'"((?:[^"]|"")*+)"?+|([^\r\n{mark}]++)') for mark in ",;\t"}
_QUOTE = re.compile('""')
_ADDRESS = re.compile(r"[ \t]*+(?:https?|ftp)://[^\s<>\"]++[ \t]*+").fullmatch


def read(source: str) -> Iterator[Passage]:
    """Yield the fields that may have a link. A field that is only a URL is a destination."""
    if not has_trigger(source):
        return
    head = source[: source.find("\n") + 1 or len(source)]
    mark = max(_FIELDS, key=head.count)
    for match in _FIELDS[mark].finditer(source):
        text = match[match.lastindex or 0]
        if not has_trigger(text):
            continue
        start, end = match.span(match.lastindex or 0)
        if _ADDRESS(text):
            start += len(text) - len(text.lstrip(" \t"))
            yield cut(source, start, start + len(text.strip(" \t")), target=True)
        else:
            yield cut(source, start, end, replacing(_QUOTE, source, start, end, '"'))
