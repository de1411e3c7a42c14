"""A link in a message."""

from __future__ import annotations

from typing import Literal, NamedTuple

from extract.detect.link import Kind, mailto
from extract.iri.errors import IRIError
from extract.iri.mailto import addresses
from extract.redirects.chain import LookupKey as LookupKey
from extract.redirects.chain import RedirectStep, lookup_key, redirect_chain, uri_or_error, uri_or_none
from extract.redirects.following import uri_on_page

Origin = Literal["text", "attribute", "header"]
# Without a label: ``href`` of a <link>, ``xlink:href`` of a picture in SVG.
_LOADED = frozenset(
    "src srcset imagesrcset background poster data href xlink:href style url() @import base IMAGE LOGO PHOTO"
    " lowsrc dynsrc codebase archive manifest".split()
)


class MailLink(NamedTuple):  # made twenty times as fast as a dataclass
    """A link, and where it is.

    ``start`` and ``end`` are code points of the part, with only its transfer encoding and charset decoded, or of the
    header field's value, decoded and on one line; ``text`` is what is there.
    """

    origin: Origin  # "attribute": of HTML, or a property of a calendar or card
    kind: Kind  # "iri", "domain" (written without a scheme) or "email"
    iri: str  # with the implied scheme, without HTML escapes and inner line breaks, repaired as in browsers
    text: str  # as it is written
    link_text: str | None  # what an HTML link shows; None for other links
    part: str  # numbered as in IMAP: "1.2"; "" if the message has only one part
    header: str | None  # the name of its header field, in lower case; None: it is in a body
    attribute: str | None  # the name of its attribute or property; None: it is in neither
    start: int  # offset in its part or header field
    end: int  # offset after it
    line: int | None  # in the raw message, from 1; None for a Message
    column: int | None  # in that line, from 1, in bytes
    byte_start: int | None  # offset in the raw message, in bytes
    context: str  # the line that it is in, or what an HTML link shows; shortened
    only_in: Literal["text", "html"] | None = None  # the only one of two alternative forms that has it; else None
    charset: str | None = None  # of HTML that is not in Unicode: some programs send queries in it; else None
    others: tuple[str, ...] = ()  # the IRIs that programs read which do not believe the declared charset

    @property
    def uri(self) -> str | None:
        """The URI that software follows (RFC 3987 §3.1); ``None`` if there is none: `uri_error` says why."""
        return uri_or_none(self.iri)

    @property
    def uris(self) -> tuple[str, ...]:
        """The URIs that mail programs follow: `uri`; that with the query in ``charset``; those of ``others``."""
        uri = self.uri
        on_page = None if self.charset is None or uri is None else uri_on_page(self.iri, self.charset)
        found = (uri, on_page, *map(uri_or_none, self.others))
        return tuple(dict.fromkeys(one for one in found if one is not None))

    @property
    def is_loaded(self) -> bool:
        """Whether programs load it to show the message: pictures, style sheets, frames."""
        return self.link_text is None and self.header is None and self.attribute in _LOADED

    @property
    def uri_error(self) -> IRIError | None:
        """Why there is no URI."""
        uri = uri_or_error(self.iri)
        return None if isinstance(uri, str) else uri

    @property
    def lookup_key(self) -> LookupKey | None:
        """What to look up in a list of addresses; ``None`` if there is no URI."""
        return lookup_key(self.iri)

    @property
    def lookup_keys(self) -> tuple[LookupKey, ...]:
        """All that there is to look up: `redirect_chain`; of a ``mailto:`` each address; those of ``others``."""
        found = [one for iri in (self.iri, *self.others) for one in _looked_up(iri)]
        return tuple(dict.fromkeys(key for key in map(lookup_key, found) if key is not None))

    @property
    def redirect_chain(self) -> tuple[RedirectStep, ...]:
        """Where it leads, step by step, its own address first: see `redirect_chain`."""
        return redirect_chain(self.iri)


def _looked_up(iri: str) -> list[str]:
    """Return each address to which an IRI leads."""
    return [*map(mailto, addresses(uri_or_none(iri) or ""))] or [one.iri for one in redirect_chain(iri)]
