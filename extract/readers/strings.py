"""String literals with backslash escapes: their value, and where each of its characters comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from extract.readers.segment import Edit, Segment, cut

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
# Those of Python, which include those of C, JSON and gettext.
_ESCAPE = re.compile(
    r"(?s)\\(?:(?:u[dD][89abAB]([0-9a-fA-F]{2})\\u[dD][c-fC-F]([0-9a-fA-F]{2}))|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"
    r"|x([0-9a-fA-F]{2})|N\{([^{}]*)\}|([0-7]{1,3})|(\r?\n)|(.))"
)


def escapes(source: str, start: int, end: int) -> Iterator[Edit]:
    """Yield edits that resolve the escapes inside a literal."""
    for match in _ESCAPE.finditer(source, start, end):
        yield Edit(match.start(), match.end(), _value(match))


def _value(match: re.Match[str]) -> str:
    _, low, four, eight, two, name, octal, newline, other = match.groups()
    if low is not None:  # a surrogate pair, as JSON writes it
        units = bytes.fromhex(match[0].replace("\\u", ""))
        return units.decode("utf-16-be", "replace")
    digits = four or eight or two
    if digits:
        return chr(min(int(digits, 16), 0x10FFFF))
    if name is not None:
        import unicodedata

        try:
            return unicodedata.lookup(name)
        except KeyError:
            return match[0]
    if octal:
        return chr(int(octal, 8))
    return "" if newline else _SIMPLE.get(other, other if other in "\\'\"/" else match[0])


def join(source: str, spans: Iterable[tuple[int, int]], *, raw: bool = False) -> Segment:
    """Return the value of adjacent literals, which are joined."""
    spans = list(spans)
    if not spans:
        return cut(source, 0, 0)
    edits = [] if raw else [edit for start, end in spans for edit in escapes(source, start, end)]
    between = zip((end for _, end in spans), (start for start, _ in spans[1:]), strict=False)
    edits += [Edit(end, start, "") for end, start in between if end < start]
    return cut(source, spans[0][0], spans[-1][1], edits)
