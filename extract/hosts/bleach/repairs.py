"""What bleach repairs in HTML: signs that are no markup are written as text, and what is left open is closed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

from extract.markup.html_text import Reader
from extract.markup.html_writer import edited
from extract.text.references import REFERENCE

# HTML "Void elements", and the obsolete ones (§13.2.6.4).
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
# Their end tags may be left out (HTML "Optional tags"); "</p>" without a <p> would make one.
_OPTIONAL = frozenset(
    """
    body caption colgroup dd dt head html li optgroup option p plaintext rb rp rt rtc tbody td tfoot th thead tr
    """.split()
)
# In text: a sign that begins no tag or reference.
_SIGN = re.compile(f"[<>]|(?!{REFERENCE})&")
_WRITTEN = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def _written(sign: re.Match[str]) -> str:
    return _WRITTEN[sign[0]]


_CLOSED = re.compile(r"<!--(?:-?>|(?s:.*)--!?>)|<[!?/](?!--).*>", re.DOTALL)


def repaired(source: str, known: Container[str]) -> str:
    """Return HTML whose tags have known names, that opens no element it does not close, and closes none of its page's.

    Tags with other names, tags and comments that do not end, and single signs become text, up to the first foreign
    content or ``<select>``, where browsers read tags otherwise.
    """
    if "<" not in source:
        return _SIGN.sub(_written, source)
    repairs = _Repairs(source, known)
    repairs.read()
    return edited(source, repairs.edits) + repairs.end_tags()


class _Repairs(Reader):
    def __init__(self, source: str, known: Container[str]) -> None:
        super().__init__(source, frozenset())
        self.edits: list[tuple[int, int, str]] = []
        self._known = known
        self._opened: list[str] = []
        self._open_count: Counter[str] = Counter()

    def inspect(self, match: re.Match[str] | None, end: int) -> bool:
        """Note what to repair from ``end`` to a tag, and whether the tag is none."""
        if self.foreign:
            return False
        place = len(self.source) if match is None else match.start()
        for sign in _SIGN.finditer(self.source, end, place):
            self.edits.append((*sign.span(), _written(sign)))
        if match is None:
            return False
        name = (match[2] or "").lower()
        if not (match[3] and name in self._known if name else _CLOSED.fullmatch(match[0])):
            self.edits.append((*match.span(), _SIGN.sub(_written, match[0])))
            return True
        if name in _VOID or not name:
            return False
        if not match[1]:
            self._opened.append(name)
            self._open_count[name] += 1
        elif self._open_count[name]:
            self._open_count[name] -= 1
        else:
            self.edits.append((*match.span(), ""))
            return True
        return False

    def end_tags(self) -> str:
        """Return the end tags of what was left open."""
        tags = []
        for name in reversed(self._opened):
            if self._open_count[name] and name not in _OPTIONAL and not self.foreign:
                self._open_count[name] -= 1
                tags.append(f"</{name}>")
        return "".join(tags)
