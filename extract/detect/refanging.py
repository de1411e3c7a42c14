"""Links that are written so that nobody follows them (``hxxps://bad[.]example``), read as what they stand for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from extract.detect.link import Link
from extract.text.regexes import re

# Each group is what its name in _MEANING stands for.
_DEFANGED = re.compile(
    r"(?P<dot>[ ]?[\[({](?:\.|(?i:dot))[\])}][ ]?(?=\w)|(?<=\w)\\\.(?=\w))"
    r"|(?P<at>[ ]?[\[({](?:@|(?i:at))[\])}][ ]?(?=\w))"
    r"|(?P<scheme>(?<![A-Za-z0-9+.\-])[hH](?:[xX*]{2}|[tT]{2}|[xX][tT]|[tT][xX])[pP](?=[sS]?(?:://|\[:\]//|\[://\]|\[:\]\[//\])))"
    r"|(?P<colon>(?<=[A-Za-z])\[:\](?=//|\[//\])|(?<=\w)\[:\](?=[0-9]))"
    r"|(?P<slashes>(?<=[A-Za-z])\[://\]|(?<=[\]:])\[//\])"
    r"|(?P<slash>(?<=[\w/])\[/\])"
)
_MEANING = {"dot": ".", "at": "@", "scheme": "http", "colon": ":", "slash": "/"}


def refanged_links(text: str, find: Callable[[str], Iterable[Link]]) -> Iterator[Link]:
    """Find the links that ``find`` would find if they were not defanged; ``text`` of each is as it was written."""
    pieces: list[str] = []
    starts, sources, ends = [0], [0], [0]  # of each piece, where it starts, and its span in the text
    length = end = 0
    for match in _DEFANGED.finditer(text):
        kind = str(match.lastgroup)
        meaning = _MEANING.get(kind) or ("://" if match[0] == "[://]" else "//")
        if kind == "scheme" and match[0].lower() == "http":
            continue
        pieces += [text[end : match.start()], meaning]
        length += match.start() - end
        ends[-1] = match.start()
        starts += [length, length + len(meaning)]
        sources += [match.start(), match.end()]
        ends += [match.end(), match.end()]
        length += len(meaning)
        end = match.end()
    ends[-1] = len(text)
    if not pieces:
        yield from find(text)
        return

    def source(offset: int, is_end: bool) -> int:
        index = bisect_right(starts, offset - is_end) - 1
        if index % 2:  # a mark, as a whole
            return ends[index] if is_end else sources[index]
        return sources[index] + offset - starts[index]

    for link in find("".join([*pieces, text[end:]])):
        first, last = source(link.start, False), source(link.end, True)
        yield Link(first, last, text[first:last], link.kind, link.iri)
