r"""Find IRIs with backslash escapes. docutils, and our Markdown parser, replace a backslash in text by NUL."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extract.text.positions import Edit, edited
from sphinx_iri.config import Find

if TYPE_CHECKING:
    from extract import Link

_ESCAPE = re.compile(r"\x00(?=[!-~])")
# docutils' `Inliner.uric`, the characters that continue an IRI if escaped. Before a non-ASCII letter, only markup does.
_ESCAPE_IN_RST = re.compile(r"\x00(?=[_*]|[-.!~'()\[\];/:@&=+$,%a-zA-Z0-9](?![^\W\x00-\x7f]))")
# Escaped characters that do not end an IRI, after its host.
_LITERAL, _LITERAL_IN_RST = re.compile(r"(?<=\x00)\|"), re.compile(r"(?<=\x00)[!*'()\[\];@&=+$,%]")
_AFTER_HOST = re.compile(r"(?<!\S)(?:(?:[^\s:]|:(?!//))*://[^\s/?#]*|[^\s:]*:)(\S*)")
_MAY_END_IRI = re.compile(r"[_~*/=+a-zA-Z0-9]")  # docutils' `Inliner.uri_end`


def links_in_markdown(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in ``text``, where an escaped ASCII character is part of an IRI: ``\_`` is ``_``.

    Before other characters, the backslash ends the IRI. An escape of the first character of a link, or of a character
    that is necessary for it, prevents the link: ``a\@b.example``.
    """
    return _links(find, text, _ESCAPE, _LITERAL) if "\x00" in text else find(text)


def links_in_rst(find: Find, text: str) -> Iterator[Link]:
    r"""Find links in ``text`` like `links_in_markdown`, where IRIs continue and end as docutils' links in ASCII.

    An escaped bracket is part of an IRI (``日本\)b``), but not at its end. Before a non-ASCII letter, the backslash
    ends the IRI (``日本\を見る``), except that ``\_`` and ``\*`` only prevent markup (``日本\_語``).
    """
    if "\x00" not in text:
        yield from find(text)
        return
    for link in _links(find, text, _ESCAPE_IN_RST, _LITERAL_IN_RST):
        end = link.end
        while text[end - 2] == "\x00" and not _MAY_END_IRI.match(text, end - 1) and text[end : end + 1] != ">":
            end -= 2
        dropped = (link.end - end) // 2
        iri = link.iri[: len(link.iri) - dropped]
        yield link._replace(end=end, text=text[link.start : end], iri=iri) if dropped else link


def _links(find: Find, text: str, escape: re.Pattern[str], literal: re.Pattern[str]) -> Iterator[Link]:
    """Find links after removing NULs before ``escape``, and replacing escaped ``literal`` characters by a letter."""
    skipped = [match.start() for match in escape.finditer(text)]
    marks = [mark.start() for rest in _AFTER_HOST.finditer(text) for mark in literal.finditer(text, *rest.span(1))]
    letters = [Edit(at, at + 1, "x") for at in marks]
    searched = edited(text, [*letters, *(Edit(at, at + 1, "") for at in skipped)])
    for link in find(searched.text):
        start, end = searched.span(link.start, link.end)
        inside = range(bisect_left(skipped, start - 1), bisect_left(skipped, end))  # also directly before the link
        escaped = (skipped[number] - number - link.start for number in inside)
        if text[start - 1 : start] != "\x00" and _makes_a_link(link).isdisjoint(escaped):
            written = text[start:end]
            iri = link.iri.removesuffix(link.text) + written.replace("\x00", "")
            yield link._replace(start=start, end=end, text=written, iri=iri)


def _makes_a_link(link: Link) -> frozenset[int]:
    """Return the offsets of the necessary characters of a link: the first one, scheme and "//", "@", dots of a name."""
    if link.kind == "domain":
        name = re.split("[/?#]", link.text, maxsplit=1)[0]
        return frozenset((0, *(at for at, character in enumerate(name) if character == ".")))
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://)?", link.text)
    begin = range(scheme.end() if scheme else 1)
    return frozenset((*begin, link.text.index("@")) if link.kind == "email" else begin)
