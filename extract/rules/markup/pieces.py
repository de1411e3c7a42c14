"""Split long texts, so that parsers that are not linear need linear time."""

from __future__ import annotations

from collections.abc import Iterable

from extract.text.regexes import re

_LONGEST = 1000


def pieces(text: str) -> Iterable[tuple[int, str]]:
    """Split ``text`` into pieces with their offsets, if possible at whitespace outside of brackets and backticks."""
    start = 0
    while len(text) - start > _LONGEST:
        end = _cut(text, start)
        yield start, text[start:end]
        start = end
    yield start, text[start:] if start else text


def _cut(text: str, start: int) -> int:
    """Return the end of the piece at ``start``: after the last whitespace or stop outside of brackets and backticks.

    If there is no such place, the piece ends after a closing bracket, or after a long IRI.
    """
    opened: list[int] = []
    tick, end, joint, likely, last = -1, 0, 0, 0, start  # tick: start of open code, or -1
    for match in _MARK.finditer(text, start, start + _LONGEST):
        mark, after = match[0], match.end()
        last = after
        if mark in "[(<":
            opened.append(after)
            continue
        if mark == "`":
            tick = after if tick < 0 else -1
            continue
        is_bracket = mark in "])>"
        if is_bracket and opened:
            opened.pop()
        if after - start <= _LONGEST // 2:
            continue
        # A bracket or backtick that is open for longer than a link text is stray.
        is_outside = after - max(opened[-1] if opened else 0, tick) > _LONGEST_LABEL
        if not is_bracket:
            likely = after
            end = after if is_outside else end
        elif is_outside and text[after : after + 1] not in _CONTINUES[mark]:
            joint = after
    if end or joint:
        return end or joint
    rest = _REST_OF_ADDRESS.match(text, last)
    return max(rest.end(), start + _LONGEST) if rest else likely or start + _LONGEST


_CONTINUES = {"]": tuple("([{:"), ")": tuple("{])"), ">": tuple("`_)")}
_LONGEST_LABEL = 300
_MARK = re.compile(r"[\[(<\])>`\s、。，；！？]")
# Excludes characters that open markup, to keep parsers linear. Some IRIs contain a whole program.
_REST_OF_ADDRESS = re.compile(r"https?://(?:[^\s\[\](){}<>`*!\\|、。，；！？]++|\([^\s()]{0,300}+\))*+[)>]?(?:`__?)?")
