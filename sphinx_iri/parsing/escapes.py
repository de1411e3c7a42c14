r"""Backslash escapes in addresses; docutils, and our Markdown, have a NUL in the text where a backslash was written."""

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
# docutils' `Inliner.uric` without the NUL, and `Inliner.emailc` with "." and "@": over these, escaped, an address goes
# on. "?" and "#" are not among the first.
_URIC, _EMAILC = r"-_.!~*'()\[\];/:@&=+$,%a-zA-Z0-9", r"-_.!~*'{|}/#?^`&=+$%@a-zA-Z0-9"
_OVER, _OVER_IN_EMAIL = re.compile(rf"\x00(?=[{_URIC}])"), re.compile(rf"\x00(?=[{_EMAILC}])")
_RUN, _RUN_OF_EMAIL = re.compile(rf"[\x00?#{_URIC}]++"), re.compile(rf"[\x00{_EMAILC}]++")
_END = rf"(?:[_~*/=+a-zA-Z0-9]|[\x00{_URIC}](?=>))"  # `Inliner.uri_end`
_MARKUP = frozenset("_*")  # the characters of addresses that begin or end markup
_HOST = re.compile(r"://[^/?#]*+|:")
_MARKS = frozenset("!*'()[];@&=+$,%")  # may mean something to detection; escaped they are like letters


def links_in_markdown(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in text where each escaped character is part of an address: ``\_`` is ``_``.

    Escaping the first character of an address, or one that makes it a link, prevents the link: ``a\@b.example``.
    """
    if "\x00" not in text:
        return find(text)
    return _mapped(find, text, [match.start() for match in _ESCAPE.finditer(text)])


def links_in_rst(find: Find, text: str, end_string_suffix: str) -> Iterator[Link]:
    r"""Find links in text as docutils does: an escaped character that it allows in addresses is part of one.

    Before any other, such as a space or a letter that is not ASCII, the backslash ends the address: ``日本\を見る``.
    So it does where docutils would not reach beyond the escaped character: ``a\)에서``, ``a\.b에서``, but not
    ``a\.b.에서``; see `_ends_of_addresses`. ``end_string_suffix`` is the Inliner's.
    """
    if "\x00" not in text:
        return find(text)
    over: list[int] = []
    marks: list[int] = []
    for word in _WORD.finditer(text):
        if "\x00" not in word[0]:
            continue
        # the first "://", else the first ":", else an e-mail address or a domain
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
    return (link for link in links if text[link.start - 1 : link.start] != "\x00")  # else its first one is escaped


def _ends_of_addresses(text: str, runs: re.Pattern[str], begin: int, end: int, suffix: str) -> set[int]:
    r"""Return the escapes that end an address because docutils' own would not reach beyond the escaped character.

    docutils ends an address after one of `Inliner.uri_end`, before the end-string suffix; a non-ASCII letter is
    neither. After such a letter docutils has no link that could be kept, and ``\_`` or ``\*`` only says that this is no
    markup (``日本\_語``); nothing else needs to be escaped, except to end the address.
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
    """Find links in a text without the NULs at these places, and with letters for these marks."""
    letters = [Edit(at, at + 1, "x") for at in marks or ()]
    searched = edited(text, [*letters, *(Edit(at, at + 1, "") for at in skipped)])
    for link in find(searched.text):
        start, end = searched.span(link.start, link.end)
        inside = range(bisect_left(skipped, start - 1), bisect_left(skipped, end))  # or directly before it
        escaped = (skipped[number] - number - link.start for number in inside)
        if _makes_a_link(link).isdisjoint(escaped):
            written = text[start:end]
            iri = link.iri.removesuffix(link.text) + written.replace("\x00", "") if marks else link.iri
            yield link._replace(start=start, end=end, text=written, iri=iri)


def _makes_a_link(link: Link) -> frozenset[int]:
    """Return the places of what makes a link one: its first character, scheme and "//", "@", the dots of a name."""
    if link.kind == "domain":
        name = re.split("[/?#]", link.text, maxsplit=1)[0]
        return frozenset((0, *(at for at, character in enumerate(name) if character == ".")))
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://)?", link.text)
    begin = range(scheme.end() if scheme else 1)
    return frozenset((*begin, link.text.index("@")) if link.kind == "email" else begin)
