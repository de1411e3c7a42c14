"""Find the links of running text, from colon to colon (UTS #58; RFC 3987 §7.3). This is the hot loop.

The text between two colons is searched for links without a scheme (`bare_domains`). A search for one string is much
faster than a search for three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from extract.detect.bare_domains import FirstDot, bare_links, first_dot, next_address
from extract.detect.evidence import Lists
from extract.detect.fast_path import SCHEME_LENGTHS, UNDECIDED, common_links, is_doubtful
from extract.detect.ip_addresses import Between
from extract.detect.link import NEW, Link
from extract.detect.schemed import hierarchical, opaque
from extract.detect.tailorings import profile_with
from extract.iri.schemes import DEFAULT_SCHEMES, EITHER_WAY
from extract.text.regexes import re

_ANY_COLON = re.compile(":")
_SLASHES = re.compile("://")
_NO_SPACE = re.compile(r"\S*+")
_OPAQUE = re.compile(r":(?!//)[^ \r\n]")  # a colon that may belong to a link without "//"
_SHORTEST = 4  # characters of a link without a scheme: a.io, a@b after "mailto:"
_LONG = 1000  # characters; longer texts are scanned without a search for the first trigger


class Plan:
    """The compiled options of a finder. Expensive patterns are compiled on first use."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        names: frozenset[str] | None = options["schemes"]
        self.schemes = DEFAULT_SCHEMES if names is None else names
        self.opaque_schemes = frozenset() if names is None else _opaque(names)  # found without "//"
        self.bare_domains: bool = options["bare_domains"]
        self.email: bool = options["email"]
        self.profile = profile_with(options["profile"])
        self.broken: bool = options["broken"]
        self.wrapped: bool = options["wrapped"]
        self.lists = Lists(options["always"], options["never"])
        self.mailto = "mailto" in self.schemes
        self.bare = self.bare_domains or self.email or self.mailto
        self.only_mailto = not (self.bare_domains or self.email)
        self.colon = ":" if self.opaque_schemes else "://"
        self.usual = not self.wrapped and {"http", "https"} <= self.schemes

    def _patterns(self, *, in_ascii: bool) -> tuple[re.Pattern[str], FirstDot]:
        """Return the pattern of links at a "://", and `first_dot`, for ASCII texts or for other texts."""
        slashes = common_links(self.profile, in_ascii) if self.usual else _SLASHES
        return slashes, first_dot(self.profile, self.bare_domains, in_ascii)

    @cached_property
    def in_ascii(self) -> tuple[re.Pattern[str], FirstDot]:
        """The patterns for ASCII texts."""
        return self._patterns(in_ascii=True)

    @cached_property
    def in_any(self) -> tuple[re.Pattern[str], FirstDot]:
        """The patterns for texts with non-ASCII characters."""
        return self._patterns(in_ascii=False)

    @cached_property
    def between(self) -> Between:
        return bare_links(self.profile, self.bare_domains, self.email, self.mailto, self.lists)


def _opaque(names: frozenset[str]) -> frozenset[str]:
    """Return the schemes that are also found without "//": the additional ones, or the chosen ones that allow it."""
    return names - DEFAULT_SCHEMES if names >= DEFAULT_SCHEMES else names - (DEFAULT_SCHEMES - EITHER_WAY)


def scan(text: str, plan: Plan) -> Iterator[Link]:
    """Find the links of ``text``. A short text that cannot have a link is not scanned."""
    if "\\" in text and ":\\/\\/" in text and plan.profile.written_escapes:
        from extract.detect.rewritten import escaped_links

        return escaped_links(text, partial(_scan, plan=plan))
    if len(text) > _LONG or plan.colon in text:
        return _scan(text, plan)
    # Nothing can begin a link, as in most messages of a chat.
    if "@" not in text and not (plan.bare_domains and (not text.isascii() or "." in text or ":" in text)):
        return iter(())
    _, next_dot = plan.in_ascii if text.isascii() else plan.in_any
    nowhere = len(text) + 1
    if plan.bare and ((dot := next_dot(text, 0, nowhere)) or "@" in text):
        return iter(plan.between(text, 0, 0, nowhere, dot.start() if dot else nowhere)[0])
    return iter(())


def _scan(text: str, plan: Plan) -> Iterator[Link]:  # noqa: C901 - at every colon of every text
    """Find links from colon to colon. Never scan the text of a candidate again, link or not."""
    pattern, next_dot = plan.in_ascii if (in_ascii := text.isascii()) else plan.in_any
    if plan.opaque_schemes and _OPAQUE.search(text):
        pattern = _ANY_COLON
    triggers, slashes = pattern.finditer, _SLASHES.finditer
    nowhere = len(text) + 1
    # Hosts contain full stops, so texts with links may contain bare domains. Addresses need an "@".
    # The next "@" of an address.
    at = next_address(text, 0, plan.only_mailto) if plan.bare and "@" in text else nowhere
    between = plan.between if plan.bare_domains or at < nowhere else None
    low = position = 0  # continue at ``position``; no link starts before ``low``
    # Up to ``seen`` it is known whether the pattern may match too far. Up to ``walked`` it may.
    seen = nowhere if in_ascii or not plan.usual or pattern is _ANY_COLON else 0
    walked = 0
    while True:
        for match in (triggers if walked <= position else slashes)(text, position):
            colon, end = match.span()
            link, stop = None, colon
            if group := match.lastindex:
                start = colon - SCHEME_LENGTHS[group]
                written = text[start:end]
                if start >= low and (in_ascii or written.isascii() or not is_doubtful(text, start, end, plan.profile)):
                    link, stop = NEW(Link, (start, end, written, "iri", written)), start
            if between and (link is None or stop - position >= _SHORTEST):
                if at < position:
                    at = next_address(text, position, plan.only_mailto)
                if (dot := next_dot(text, position, stop)) or at < stop:
                    links, low, position = between(text, low, position, stop, dot.start() if dot else stop)
                    yield from links
                    if stop < position:
                        break
            if link is None:
                if plan.opaque_schemes and not text.startswith("://", colon):
                    (link, position), good = opaque(text, low, colon, plan.opaque_schemes, plan.profile), True
                else:
                    link, position, good = hierarchical(text, low, colon, plan.schemes, plan.profile, plan.wrapped)
                if seen <= position:
                    seen, walked = _too_far(text, position)
                if link is None and walked <= position <= end and group is None:
                    continue  # the pattern did not match more either
                if link is not None:
                    low = position
                    if good or plan.broken:
                        yield link
                break
            low = position = end
            yield link
        else:
            break
    if between:
        at = next_address(text, position, plan.only_mailto) if at < position else at
        if (dot := next_dot(text, position, nowhere)) or at < nowhere:
            yield from between(text, low, position, nowhere, dot.start() if dot else nowhere)[0]


def _too_far(text: str, start: int) -> tuple[int, int]:
    """Return the end of the text up to the next space, and the same again if the fast path may match too far, else 0.

    The pattern treats some characters as letters. It would scan the same text again for each link before such a
    character.
    """
    space = _NO_SPACE.match(text, start).end()  # type: ignore[union-attr]
    return space, space if UNDECIDED.search(text, start, space) else 0
