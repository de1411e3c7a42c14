"""Running text to links: from colon to colon (UTS #58; RFC 3987 §7.3, R-95). This is the hot loop.

What has no scheme is looked for in the text between (`bare`): a search for one string is many times faster than one
for three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count

from extract.detect.fast_path import Reach, common_link
from extract.detect.link import Kind, Link
from extract.detect.schemed import ends_by_mark, hierarchical, opaque
from extract.detect.schemeless import bare_links, next_mailto
from extract.detect.tailorings import profile as profile_for
from extract.detect.tailorings import tailorings_of
from extract.iri.grammar import is_scheme
from extract.iri.schemes import DEFAULT_SCHEMES, EITHER_WAY
from extract.text.regexes import re

__all__ = ["Kind", "Link", "find_links"]

_NEW = tuple.__new__  # twice as fast as Link()
_ANY_COLON = re.compile(":")
_OPAQUE = re.compile(r":(?!//)[^ \r\n]")  # a colon that may belong to a link without "//"


def find_links(
    text: str,
    *,
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    broken: bool = False,
    wrapped: bool = False,
) -> Iterator[Link]:
    """Find the links of a text, in order and disjoint; offsets are code points of ``text``.

    ``schemes``: the scheme names to find, in any case; by default those of `DEFAULT_SCHEMES`, with "//" (and
    ``mailto:``). Where schemes are named, those that can do without "//" are found so too (``urn:…``, ``xmpp:…``).
    ``schemeless``: also bare domain names with a known top-level domain (``example.com/ü``).
    ``email``: also e-mail addresses.
    ``profile``: ``"prose"``, ``"uts58"``, or the names of the tailorings to add to UTS #58.
    ``broken``: also what is plainly meant as a link and cannot be one (``http://a..b/``); `check` says why.
    ``wrapped``: links in ``<…>`` and ``<URL:…>`` may be broken over lines (RFC 3986 appendix C); ``text`` is then the
    raw span, ``iri`` the joined form.

    Raises ValueError for an unknown profile or what is no scheme's name, and TypeError where ``text`` is no str or
    ``schemes`` a single one.
    """
    if not isinstance(text, str):
        raise TypeError(f"find_links() takes a str, not {type(text).__name__}")
    if isinstance(schemes, str):
        raise TypeError(f"schemes is a collection of names: {{{schemes!r}}}, not {schemes!r}")
    names = DEFAULT_SCHEMES if schemes is None else _lower_case(frozenset(schemes))
    return _scan(text, names, schemeless, email, tailorings_of(profile), broken, wrapped)


@lru_cache(maxsize=8)
def _lower_case(schemes: frozenset[str]) -> frozenset[str]:
    for name in schemes:
        if not (isinstance(name, str) and is_scheme(name)):
            raise ValueError(f"{name!r} is no name of a scheme: use names such as 'https' (RFC 3986 §3.1)")
    return frozenset(map(str.lower, schemes))


_short_texts = count()
_SHORTEST = 4  # characters of a bare link: a.io, a@b with "mailto:" before it


def _never(_text: str, low: int, position: int, _stop: int) -> tuple[list[Link], int, int]:
    return [], low, position


def _scan(
    text: str,
    names: frozenset[str],
    schemeless: bool,
    email: bool,
    tailorings: frozenset[str],
    broken: bool,
    wrapped: bool,
) -> Iterator[Link]:
    """Go from colon to colon; what a candidate covered, link or not, is never scanned again."""
    nowhere = len(text) + 1
    without_slashes = frozenset() if names is DEFAULT_SCHEMES else names - (DEFAULT_SCHEMES - EITHER_WAY)
    if without_slashes and not _OPAQUE.search(text):
        without_slashes = frozenset()
    common = not without_slashes and not wrapped and "http" in names and "https" in names
    reach: Reach = "ascii"
    if not text.isascii():
        # the pattern with all letters takes 50 ms to build and saves 10 µs a short text
        reach = "letters" if len(text) < 4096 and next(_short_texts) < 5000 else "plane"
    colons = _ANY_COLON if without_slashes else common_link(profile_for(tailorings), reach)
    # where the next bare link may be at the earliest
    bare = schemeless or (email and "@" in text)
    seek = -1 if bare else next_mailto(text, 0) if "mailto" in names else nowhere
    between = bare_links(tailorings, schemeless, email, "mailto" in names) if seek < nowhere else _never
    low = position = 0  # go on from ``position``; no walk to the left goes beyond ``low``
    matches = colons.finditer(text)
    while True:
        # the common link, as long as it is what comes next
        for match in matches:
            kind = match.lastindex
            colon, end = match.span()
            start = colon - 3 - (kind or 9)
            if not common or kind is None or kind > 2 or start < low or colon < position:
                break
            if seek < start and start - position >= _SHORTEST:
                links, low, position = between(text, low, position, start)
                yield from links
                if not bare:
                    seek = next_mailto(text, start)
                if position > start:
                    break
            low = position = end
            written = text[start:end]
            yield _NEW(Link, (start, end, written, "iri", written))
        else:
            colon = end = nowhere
            kind = None
        if seek < colon:
            links, low, position = between(text, low, position, colon)
            yield from links
            if not bare:
                seek = next_mailto(text, max(position, colon))
        if colon == nowhere:
            return
        if colon < position:
            if position < end:  # a link ended in the midst of what the pattern took in
                matches = colons.finditer(text, position)
            continue
        # the colon
        good = True
        link: Link | None
        if common and kind and (start := colon - 3 - (2 - kind % 2)) >= low and not ends_by_mark(text, start, end):
            link = _NEW(Link, (start, end, text[start:end], "iri", text[start:end]))
        elif text.startswith("://", colon):
            link, position, good = hierarchical(text, low, colon, names, tailorings, wrapped)
        else:
            link, position = opaque(text, low, colon, without_slashes, tailorings)
        if link is not None:
            low = position = link.end
            if position < end:  # a mark ended it in the midst of what the pattern took in
                matches = colons.finditer(text, position)
            if good or broken:
                yield link
