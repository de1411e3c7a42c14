"""Code shared by the integrations for inline text: options, a link finder, and raw HTML that contains no links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.iri.schemes import UNSAFE_SCHEMES
from extract.markup.html_writer import UNLINKED
from extract.markup.linker import is_marked
from extract.markup.target import checked_hosts, checked_scheme, href, shown_text, uri_of
from extract.text.positions import Edit, Edited, edited
from extract.text.references import CLOSED, unescape
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.present.displaying import Hosts

# GFM "Extended autolink path validation": closing delimiters of emphasis and strikethrough are not part of a link.
_CLOSING = "*_~"
# A delimiter that opens before the link closes at the same delimiter, except "_", which occurs inside words.
_OPENING = re.compile(r"(\*\*?|~~?|==|\^\^?|\+\+)\Z")
_OPENS = frozenset("*~=^+")
_REFERENCE = re.compile(CLOSED)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")


class Options(TypedDict, total=False):
    """The options of every integration for inline text."""

    bare_domains: bool  # also bare domains without "www.", except file names; False
    email: bool  # also email addresses; True
    default_scheme: str  # scheme of bare domains; "https"
    hosts: Hosts  # hosts shown in Unicode, as for `display`; "browser"


OPTIONS = frozenset(Options.__annotations__)


class Found(NamedTuple):
    """A link in inline text, with its URI and the text to show."""

    start: int
    end: int
    uri: str
    shown: str


class OpenElements(Counter[str]):
    """The open elements of raw HTML whose text is not linked."""

    def read(self, html: str) -> None:
        """Count the element of a tag."""
        tag = _TAG.match(html)
        if tag and tag[2].lower() in UNLINKED:
            self.count(tag[2].lower(), -1 if tag[1] else 1)

    def count(self, name: str, change: int) -> None:
        """Add ``change`` to the number of open elements; ignore an end tag without a start tag."""
        self[name] += change
        if self[name] <= 0:
            del self[name]


def resolved(data: str) -> Edited:
    """Return Markdown text with character references resolved and source positions (CommonMark §2.5)."""
    return edited(data, [Edit(*match.span(), unescape(match[0])) for match in _REFERENCE.finditer(data)])


class InlineFinder:
    """Finds links in inline text. A ``finder`` replaces ``bare_domains`` and ``email``."""

    def __init__(
        self,
        *,
        bare_domains: bool = False,
        email: bool = True,
        default_scheme: str = "https",
        hosts: Hosts = "browser",
        finder: Finder | None = None,
    ) -> None:
        self._hosts = checked_hosts(hosts)
        self._bare_domains = bare_domains or finder is not None
        self._default = checked_scheme(default_scheme)
        self._finder = finder or shared_finder(bare_domains=True, email=email)
        self._all = self._finder.schemes is not None

    def links(self, text: str) -> Iterator[Link]:
        """Yield the links of a text, including delimiters at their end."""
        for link in self._finder.find(text):
            is_www = link.text[:4].lower() == "www."
            if (self._all or is_marked(link)) and (link.kind != "domain" or self._bare_domains or is_www):
                yield link

    def uri(self, link: Link) -> str | None:
        """Return the URI of a link, or ``None``."""
        return href(link, self._default)

    def find(self, text: str) -> Iterator[Found]:
        """Yield the links of a text in order, without delimiters that close markup."""
        for link in self.links(text):
            length = _length(link, text)
            if length < len(link.text):  # check that the rest is still a link
                left = next(self._finder.find(link.text[:length]), None)
                if left is None or left.start:
                    continue
                link = left._replace(start=link.start, end=link.start + left.end)
            uri = self.uri(link)
            if uri is not None:
                yield Found(link.start, link.end, uri, shown_text(link.text, uri, self._hosts))

    def pieces(self, text: str) -> Iterator[str | Found]:
        """Yield the links of a text, and the text between them."""
        end = 0
        for found in self.find(text):
            if end < found.start:
                yield text[end : found.start]
            yield found
            end = found.end
        if end < len(text):
            yield text[end:]


def _length(link: Link, text: str) -> int:
    """Return the length of a link without delimiters at its end that close markup."""
    at = link.start
    opening = _OPENING.search(text, max(at - 2, 0), at) if text[at - 1 : at] in _OPENS else None
    length = link.text.find(opening[0]) if opening else -1
    return length if length > 0 else len(link.text.rstrip(_CLOSING))


def explicit_uri(target: str) -> str:
    """Return the URI for the destination of an explicit link; unchanged if it has none."""
    if target.isascii() or target.partition(":")[0].lower() in UNSAFE_SCHEMES:
        return target
    with suppress(IRIError):
        return uri_of_explicit(target)
    return target


def uri_of_explicit(iri: str) -> str:
    """Return the URI of a link that somebody made: that of `uri_of`, or of a socket, to which no browser connects."""
    try:
        return uri_of(iri)
    except IRIError:
        return to_uri(iri)
