r"""Backslash escapes in addresses; docutils, and our Markdown, have a NUL in the text where a backslash was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extract import Link


Find = Callable[[str], Iterator["Link"]]

_ESCAPE = re.compile(r"\x00(?=[^ \n])")
_WORD = re.compile(r"\S++")
# docutils' `Inliner.uric` without the NUL: over these, escaped, an address goes on. "?" and "#" are not among them.
_OVER = re.compile(r"\x00(?=[-_.!~*'()\[\];/:@&=+$,%a-zA-Z0-9])")
# `Inliner.emailc`, and "." and "@"
_OVER_IN_EMAIL = re.compile(r"\x00(?=[-_.!~*'{|}/#?^`&=+$%@a-zA-Z0-9])")
# `Inliner.urilast`: docutils ends no address after other characters
_LAST = frozenset("_~*/=+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_HOST = re.compile(r"://[^/?#]*+|:")
_MARKS = frozenset("!*'()[];@&=+$,%")  # may mean something to detection; escaped they are like letters


def links_in_markdown(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in text where each escaped character is part of an address: ``\_`` is ``_``.

    Escaping the first character of an address, or one that makes it a link, prevents the link: ``a\@b.example``.
    """
    if "\x00" not in text:
        return find(text)
    return _mapped(find, text, [match.start() for match in _ESCAPE.finditer(text)])


def links_in_rst(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in text as docutils does: an escaped character that it allows in addresses is part of one.

    Before any other, such as a space or a letter that is not ASCII, the backslash ends the address: ``日本\を見る``.
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
        for match in (_OVER if host else _OVER_IN_EMAIL).finditer(text, *word.span()):
            over.append(match.start())
            if host and match.start() >= word.start() + host.end() and text[match.end()] in _MARKS:
                marks.append(match.end())
    return _as_docutils_ends_them(text, _mapped(find, text, over, marks))


def _mapped(find: Find, text: str, skipped: list[int], marks: list[int] | None = None) -> Iterator[Link]:
    """Find links in a text without the NULs at these places, and with letters for these marks."""
    characters = [*text]
    for at in marks or ():
        characters[at] = "x"
    for at in skipped:
        characters[at] = ""
    gone = 0  # NULs before the place
    for link in find("".join(characters)):
        while gone < len(skipped) and skipped[gone] < link.start + gone:
            gone += 1
        before = gone
        while gone < len(skipped) and skipped[gone] < link.end + gone:
            gone += 1
        escaped = (skipped[number] - number - link.start for number in range(before, gone))
        if _makes_a_link(link).isdisjoint(escaped):
            start, end = link.start + before, link.end + gone
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


def _as_docutils_ends_them(text: str, links: Iterator[Link]) -> Iterator[Link]:
    for link in links:
        if link.start and text[link.start - 1] == "\x00":  # its first character is escaped
            continue
        written = link.text
        end = len(written) if text[link.end : link.end + 1] == ">" else _end(written)  # `Inliner.uri_end`
        if end == len(written):
            yield link
        elif end > max(_makes_a_link(link)) + 1:
            cut = end - len(written) + written.count("\x00", end)
            yield link._replace(end=link.start + end, text=written[:end], iri=link.iri[:cut])


def _end(written: str) -> int:
    """Return where docutils ends an address with escapes at its end."""
    end = len(written)
    while end > 1 and written[end - 1] not in _LAST and written[end - 2] == "\x00":
        end -= 2
        while end > 1 and written[end - 1].isascii() and written[end - 1] not in _LAST and written[end - 2] != "\x00":
            end -= 1
    return end
