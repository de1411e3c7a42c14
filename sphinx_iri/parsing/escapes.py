r"""Find IRIs with backslash escapes. docutils, and our Markdown parser, replace a backslash in text by NUL."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from extract.text.positions import Edit, edited

if TYPE_CHECKING:
    from extract import Link


Find = Callable[[str], Iterator["Link"]]

_ESCAPE = re.compile(r"\x00(?=[^ \n])")
_WORD = re.compile(r"\S++")
# docutils' `Inliner.uric` without NUL, and `Inliner.emailc` with "." and "@": if escaped, these characters continue an
# IRI. `uric` does not contain "?" and "#".
_URIC, _EMAILC = r"-_.!~*'()\[\];/:@&=+$,%a-zA-Z0-9", r"-_.!~*'{|}/#?^`&=+$%@a-zA-Z0-9"
_OVER, _OVER_IN_EMAIL = re.compile(rf"\x00(?=[{_URIC}])"), re.compile(rf"\x00(?=[{_EMAILC}])")
_RUN, _RUN_OF_EMAIL = re.compile(rf"[\x00?#{_URIC}]++"), re.compile(rf"[\x00{_EMAILC}]++")
_END = rf"(?:[_~*/=+a-zA-Z0-9]|[\x00{_URIC}](?=>))"  # `Inliner.uri_end`
_MARKUP = frozenset("_*")  # IRI characters that start or end markup
_HOST = re.compile(r"://[^/?#]*+|:")
_MARKS = frozenset("!*'()[];@&=+$,%")  # may affect detection; if escaped, they are treated as letters


def links_in_markdown(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in ``text``, where escaped characters are part of an IRI: ``\_`` is ``_``.

    An escape of the first character of a link, or of a character that is necessary for it, prevents the link:
    ``a\@b.example``.
    """
    if "\x00" not in text:
        return find(text)
    return _mapped(find, text, [match.start() for match in _ESCAPE.finditer(text)])


def links_in_rst(find: Find, text: str, end_string_suffix: str) -> Iterator[Link]:
    r"""Find links in ``text`` like docutils: an escaped character is part of an IRI if docutils allows it there.

    Before other characters, such as a space or a non-ASCII letter, the backslash ends the IRI: ``日本\を見る``. It also
    ends the IRI if the link of docutils would not continue after the escaped character: ``a\)에서``, ``a\.b에서``, but
    not ``a\.b.에서`` (see `_ends_of_addresses`). ``end_string_suffix`` is the attribute of the Inliner.
    """
    if "\x00" not in text:
        return find(text)
    over: list[int] = []
    marks: list[int] = []
    for word in _WORD.finditer(text):
        if "\x00" not in word[0]:
            continue
        # After the first "://", else the first ":", else an email address or a bare domain.
        host = _HOST.search(word[0], max(word[0].find("://"), 0))
        begin = word.start() + (host.start() if host else 0)
        ends = _ends_of_addresses(text, _RUN if host else _RUN_OF_EMAIL, begin, word.end(), end_string_suffix)
        for match in (_OVER if host else _OVER_IN_EMAIL).finditer(text, *word.span()):
            if match.start() in ends:
                continue
            over.append(match.start())
            if host and match.start() >= word.start() + host.end() and text[match.end()] in _MARKS:
                marks.append(match.end())
    links = _mapped(find, text, over, marks)
    return (link for link in links if text[link.start - 1 : link.start] != "\x00")  # "\x00": its start is escaped


def _ends_of_addresses(text: str, runs: re.Pattern[str], begin: int, end: int, suffix: str) -> set[int]:
    r"""Return the offsets of escapes that end an IRI, because docutils' link would not continue after them.

    docutils ends a link after a character of `Inliner.uri_end`, before the end-string suffix. Non-ASCII letters are
    neither of these. After such a letter docutils has no link, and ``\_`` or ``\*`` only prevents markup
    (``日本\_語``). Other characters need an escape only to end the IRI.
    """
    ends: set[int] = set()
    for run in runs.finditer(text, begin, end):
        if "\x00" in run[0]:
            last = max((match.end() for match in _end(suffix).finditer(text, run.start(), run.end() + 1)), default=0)
            escapes = (match.start() for match in _ESCAPE.finditer(text, run.start(), run.end()))
            is_iri = not text[run.start() - 1 : run.start()].isascii() and run.start() > begin
            ends.update(at for at in escapes if at + 1 >= last and not (is_iri and text[at + 1] in _MARKUP))
    return ends


@cache
def _end(suffix: str) -> re.Pattern[str]:
    return re.compile(f"{_END}{suffix}")


def _mapped(find: Find, text: str, skipped: list[int], marks: list[int] | None = None) -> Iterator[Link]:
    """Find links after removing the NULs at ``skipped`` and replacing the characters at ``marks`` by a letter."""
    letters = [Edit(at, at + 1, "x") for at in marks or ()]
    searched = edited(text, [*letters, *(Edit(at, at + 1, "") for at in skipped)])
    for link in find(searched.text):
        start, end = searched.span(link.start, link.end)
        inside = range(bisect_left(skipped, start - 1), bisect_left(skipped, end))  # also directly before the link
        escaped = (skipped[number] - number - link.start for number in inside)
        if _makes_a_link(link).isdisjoint(escaped):
            written = text[start:end]
            iri = link.iri.removesuffix(link.text) + written.replace("\x00", "") if marks else link.iri
            yield link._replace(start=start, end=end, text=written, iri=iri)


def _makes_a_link(link: Link) -> frozenset[int]:
    """Return the offsets of the necessary characters of a link: the first one, scheme and "//", "@", dots of a name."""
    if link.kind == "domain":
        name = re.split("[/?#]", link.text, maxsplit=1)[0]
        return frozenset((0, *(at for at, character in enumerate(name) if character == ".")))
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://)?", link.text)
    begin = range(scheme.end() if scheme else 1)
    return frozenset((*begin, link.text.index("@")) if link.kind == "email" else begin)
