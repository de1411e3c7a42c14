"""What the Markdown drop-ins share: the next link in inline text, without the markup that closes after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from extract.detect.finder import Finder, shared_finder
from extract.detect.link import Link
from extract.iri.errors import IRIError
from extract.iri.schemes import UNSAFE_SCHEMES
from extract.markup.linker import is_marked
from extract.markup.target import checked_hosts, href, shown_text, uri_of
from extract.text.positions import Edit, Edited, edited
from extract.text.references import CLOSED, unescape
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.present.displaying import Hosts

# GFM "Extended autolink path validation": what closes emphasis and strikethrough is not the link's.
_CLOSING = "*_~"
# What opens before the link closes at the same mark; "_" stands inside words.
_OPENING = re.compile(r"(\*\*?|~~?|==|\^\^?|\+\+)\Z")


_REFERENCE = re.compile(CLOSED)


class Found(NamedTuple):
    """A link in inline text, the URI that it leads to, and the text to show."""

    start: int
    end: int
    uri: str
    shown: str


def resolved(data: str) -> Edited:
    """Return Markdown text with its character references resolved, and its places in the source (CommonMark §2.5)."""
    return edited(data, [Edit(*match.span(), unescape(match[0])) for match in _REFERENCE.finditer(data)])


class InlineFinder:
    """Finds links in inline text: with ``bare_domains`` bare domains that name no file, otherwise those with "www."."""

    def __init__(
        self,
        *,
        bare_domains: bool = False,
        email: bool = True,
        default_scheme: str = "https",
        hosts: Hosts = "browser",
    ) -> None:
        self._hosts = checked_hosts(hosts)
        self._bare_domains = bare_domains
        self._default = default_scheme
        self._finder: Finder = shared_finder(bare_domains=True, email=email)

    def find(self, text: str) -> Iterator[Found]:
        """Find the links of a text, in order."""
        for link in self._finder.find(text):
            if not is_marked(link) or (
                link.kind == "domain" and not self._bare_domains and link.text[:4].lower() != "www."
            ):
                continue
            length = _length(link, text)
            if length < len(link.text):  # look whether the rest is a link
                left = next(self._finder.find(link.text[:length]), None)
                if left is None or left.start:
                    continue
                link = left._replace(start=link.start, end=link.start + left.end)
            uri = href(link, self._default)
            if uri is not None:
                yield Found(link.start, link.end, uri, shown_text(link.text, uri, self._hosts))


def _length(link: Link, text: str) -> int:
    """Return the length of a link without the marks at its end that close markup."""
    opening = _OPENING.search(text, max(link.start - 2, 0), link.start)
    length = link.text.find(opening[0]) if opening else -1
    return length if length > 0 else len(link.text.rstrip(_CLOSING))


def explicit_uri(target: str) -> str:
    """Return the URI of the target of an explicit link; one that has none stays as it is."""
    if target.isascii() or target.partition(":")[0].lower() in UNSAFE_SCHEMES:
        return target
    try:
        return uri_of(target)
    except IRIError:
        return target
