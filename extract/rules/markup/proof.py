"""A proven fix: one link more, and all else as before."""

from __future__ import annotations

from collections import Counter

from extract.parsers import Construct, Reading
from extract.text.regexes import re


def is_proven(before: Reading, after: Reading, start: int, end: int) -> bool:
    """Return whether a fix of ``before.text[start:end]`` makes one link and changes nothing else.

    The link is at the place of the fix. Its label and target stand in the text; white space in the target does not
    count. Every other construct is what it was.
    """
    shift = len(after.text) - len(before.text)
    had = Counter(_key(one, 0) for one in before.constructs if one.kind not in ("phrase", "problem"))
    new: list[Construct] = []
    for one in after.constructs:
        if one.kind in ("phrase", "problem"):
            continue
        # What stands behind the fix has moved; what is inside its place is found under either count.
        keys = [_key(one, shift if one.start >= end + shift else 0), _key(one, shift)]
        key = next((key for key in keys if had[key] > 0), None)
        if key is None:
            new.append(one)
        else:
            had[key] -= 1
    lost = [key for key, number in had.items() if number > 0 and key[2] not in _MAY_BE_LOST]
    links = [one for one in new if one.is_link]
    if lost or len(links) != 1:
        return False
    (link,) = links
    if not (link.start <= end + shift and start <= max(link.end, link.closed)):
        return False
    return _stands_in(link.target, before.text) and _stands_in(link.label, before.text)


# An address between "<" and ">" becomes the target of the new link; an escape, code or a tag part of its label.
_MAY_BE_LOST = frozenset(["address", "escape", "other", "code", "template", "note"])


def _key(one: Construct, shift: int) -> tuple[int, int, str, str | None]:
    return one.start - shift, one.end - shift, one.kind, one.target


def _stands_in(part: str | None, text: str) -> bool:
    """Return whether it was in the text, marks of markup aside."""
    if not part:
        return True
    return _bare(part) in _bare(text)


def _bare(text: str) -> str:
    return _MARKUP.sub("", text)


_MARKUP = re.compile(r"[\s\\`*_~]+|%20")
