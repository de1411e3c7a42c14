"""Work with the spans of links: find the end of a link, replace, mask or convert links, and search between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from re import Match
from typing import Any, TypeVar

from extract.detect.address import read_address
from extract.detect.bare_domains import read_domain
from extract.detect.end import tail_end
from extract.detect.finder import shared_finder
from extract.detect.ip_addresses import IP_ADDRESS, read_ip_address
from extract.detect.link import Link
from extract.detect.schemed import hierarchical, opaque
from extract.detect.tailorings import profile_with, tailorings_of
from extract.iri.errors import text_of
from extract.iri.schemes import scheme_status
from extract.text.arguments import items, require, require_function
from extract.text.positions import Unit as Unit
from extract.text.positions import UnitOffsets
from extract.text.regexes import re

_Found = TypeVar("_Found")
_Spanned = TypeVar("_Spanned", bound=tuple[int, int, *tuple[Any, ...]] | Match[str])
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]{0,63}+):(//)?")
_LOCAL_PART = re.compile(r"(?:mailto:)?[^\s@:/?#\[\]()<>\"]{1,64}+@", re.IGNORECASE)


def link_end(text: str, start: int, *, profile: str | Collection[str] = "prose") -> int:
    """Return the end of the link that starts at ``start``, or ``start`` if there is no link.

    At a "/", "?" or "#", return the end of path, query and fragment, for any text before them. Elsewhere the link may
    have any scheme (without "//" a registered one), or be a bare domain or an email address. Offsets are code points.
    ``profile`` and its errors are the same as for `Finder`. Raises IndexError if ``start`` is not an offset of the
    text, and TypeError if it is not an ``int``.
    """
    text = text_of(text, "text")
    require(isinstance(start, int), "start", "the offset of a code point, an int", start)
    if not 0 <= start <= len(text):
        raise IndexError(f"offset {start} is outside the text of {len(text)} characters")
    if not isinstance(profile, str):
        profile = items("profile", str, profile, "names")
    rules = profile_with(tailorings_of(profile))
    if text[start : start + 1] in ("/", "?", "#"):
        return tail_end(text, start, rules.after(text[start - 1 : start]))
    link: Link | None = None
    if address := _LOCAL_PART.match(text, start):
        link, _ = read_address(text, start, address.end() - 1, True, True, rules)
    elif scheme := _SCHEME.match(text, start):
        names = frozenset({scheme[1].lower()})
        if scheme[2]:
            link, _, good = hierarchical(text, start, scheme.end(1), names, rules, False)
            link = link if good else None
        elif scheme_status(scheme[1]) is not None:
            link, _ = opaque(text, start, scheme.end(1), names, rules)
    if link is None:
        link, _ = read_domain(text, start, start, rules)
    if link is None and rules.ip_addresses and (address := IP_ADDRESS.match(text, start)):
        link = read_ip_address(text, address, rules)
    return link.end if link is not None and link.start == start else start


def in_units(text: str, links: Iterable[_Spanned], unit: Unit) -> Iterator[tuple[int, int, _Spanned]]:
    """Yield the start and end of each link in the units of another language, and the link, in one pass.

    ``unit``: ``"utf16"`` (JavaScript, Java, C#, the LSP, entities of chat protocols), ``"utf8"`` (C, Go, Rust) or
    ``"codepoint"``. ``links`` are the links of ``text``, in order, or the results of `find_between`: tuples that begin
    with start and end, or matches of a pattern. Raises ValueError for an unknown unit.
    """
    if unit not in ("codepoint", "utf8", "utf16"):
        raise ValueError(f"unknown unit {unit!r}: use 'codepoint', 'utf8' or 'utf16'")
    units = UnitOffsets(text_of(text, "text"), unit)
    require(_are_spans(links), "links", "those of the text", links)
    return _in_units(units, links)


def _are_spans(links: object) -> bool:
    return isinstance(links, Iterable) and not isinstance(links, str | bytes)


def _in_units(units: UnitOffsets, links: Iterable[_Spanned]) -> Iterator[tuple[int, int, _Spanned]]:
    for link in links:
        require(isinstance(link, tuple | Match), "each of links", "a link, a tuple or a match", link)
        start, end, *_ = link.span() if isinstance(link, Match) else link
        yield units(start), units(end), link


def find_between(
    text: str, links: Iterable[Link], recognize: Callable[[str, int, int], Iterable[_Found]]
) -> Iterator[Link | _Found]:
    """Yield the links of ``text``, and between them the results of ``recognize``, such as issue keys or mentions.

    ``recognize(text, start, end)`` is called for each range without a link, like ``finditer`` of a pattern, and yields
    its results in order. ``links`` are the links of ``text``, in order.
    """
    text = text_of(text, "text")
    require(_are_spans(links), "links", "those of the text", links)
    require_function("recognize", recognize)
    return _between(text, links, recognize)


def _between(
    text: str, links: Iterable[Link], recognize: Callable[[str, int, int], Iterable[_Found]]
) -> Iterator[Link | _Found]:
    end = 0
    for link in links:
        require(isinstance(link, Link), "each of links", "a Link", link)
        if end < link.start:
            yield from recognize(text, end, link.start)
        yield link
        end = link.end
    if end < len(text):
        yield from recognize(text, end, len(text))


def replace_links(text: str, function: Callable[[Link], str], **options: Any) -> str:
    """Replace each link of ``text`` by the result of ``function`` for it.

    ``options`` and errors are the same as for `find_links`. Raises TypeError if ``function`` returns no text.
    """
    require_function("function", function)
    pieces = []
    end = 0
    for link in shared_finder(**options).find(text):
        replacement = function(link)
        require(isinstance(replacement, str), "the result of function", "a str", replacement)
        pieces += [text[end : link.start], replacement]
        end = link.end
    return "".join([*pieces, text[end:]])


def mask(text: str, with_: str = " ", **options: Any) -> str:
    """Replace each character of the links of ``text`` by ``with_``, so that offsets in code points do not change.

    Keep line breaks inside links (``wrapped``). Use this for spell checkers and tokenizers. ``options`` are the same as
    for `find_links`. Raises ValueError if ``with_`` is not one character.
    """
    require(isinstance(with_, str), "with_", "a character, a str", with_)
    if len(with_) != 1:
        raise ValueError(f"mask() takes one character to write over links, not {with_!r}")
    return replace_links(text, lambda link: _NOT_BREAK.sub(lambda _: with_, link.text), **options)


_NOT_BREAK = re.compile(r"[^\r\n]")
