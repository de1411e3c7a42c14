r"""Find IRIs with backslash escapes. docutils, and our Markdown parser, replace a backslash in text by NUL."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from extract.text.positions import Edit, edited

if TYPE_CHECKING:
    from extract import Link


Find = Callable[[str], Iterator["Link"]]

_ESCAPE = re.compile(r"\x00(?=[!-~])")


def links_beyond_escapes(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in ``text``, where an escaped ASCII character is part of an IRI: ``\_`` is ``_``.

    Before a space or another letter, the backslash ends the IRI: ``日本\を見る``. An escape of the first character of a
    link, or of a character that is necessary for it, prevents the link: ``a\@b.example``.
    """
    if "\x00" not in text:
        yield from find(text)
        return
    skipped = [match.start() for match in _ESCAPE.finditer(text)]
    searched = edited(text, [Edit(at, at + 1, "") for at in skipped])
    for link in find(searched.text):
        start, end = searched.span(link.start, link.end)
        inside = range(bisect_left(skipped, start - 1), bisect_left(skipped, end))  # also directly before the link
        escaped = (skipped[number] - number - link.start for number in inside)
        if text[start - 1 : start] != "\x00" and _makes_a_link(link).isdisjoint(escaped):
            yield link._replace(start=start, end=end, text=text[start:end])


def _makes_a_link(link: Link) -> frozenset[int]:
    """Return the offsets of the necessary characters of a link: the first one, scheme and "//", "@", dots of a name."""
    if link.kind == "domain":
        name = re.split("[/?#]", link.text, maxsplit=1)[0]
        return frozenset((0, *(at for at, character in enumerate(name) if character == ".")))
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://)?", link.text)
    begin = range(scheme.end() if scheme else 1)
    return frozenset((*begin, link.text.index("@")) if link.kind == "email" else begin)
