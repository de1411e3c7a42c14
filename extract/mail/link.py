"""The links of a message."""

from __future__ import annotations

from typing import Literal, NamedTuple

from extract.detect.link import Kind, mailto
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.iri.mailto import addresses
from extract.redirects.chain import LookupKey as LookupKey
from extract.redirects.chain import RedirectStep, lookup_key, redirect_chain, uri_or_none
from extract.redirects.following import uri_on_page

Origin = Literal["text", "attribute", "header"]
# Attributes that may have no link text: ``href`` of a <link>, ``xlink:href`` of a picture in SVG.
_LOADED = frozenset(
    "src srcset imagesrcset background poster data href xlink:href style url() @import base IMAGE LOGO PHOTO"
    " lowsrc dynsrc codebase archive manifest".split()
)


class MailLink(NamedTuple):  # created twenty times as fast as a dataclass
    """A link and its position.

    ``start`` and ``end`` are offsets of ``text`` in its part or header field, in code points. In a part, only the
    transfer encoding and charset are decoded. The value of a header field is decoded and on one line.
    """

    origin: Origin  # "attribute": of HTML, or a property of a calendar or card
    kind: Kind  # "iri", "domain" (written without a scheme) or "email"
    iri: str  # with the implied scheme, without HTML escapes and inner line breaks, repaired as in browsers
    text: str  # as written
    link_text: str | None  # the visible text of an HTML link; None for other links
    part: str  # numbered as in IMAP: "1.2"; "" if the message has only one part
    header: str | None  # name of its header field, in lowercase; None: it is in a body
    attribute: str | None  # name of its attribute or property; None: it is in neither
    start: int  # offset in its part or header field
    end: int  # offset of its end
    line: int | None  # in the raw message, from 1; None for a Message
    column: int | None  # in that line, from 1, in bytes
    byte_start: int | None  # offset in the raw message, in bytes
    context: str  # the line that contains it, or the visible text of an HTML link; shortened
    only_in: Literal["text", "html"] | None = None  # set if only one of two alternatives has it
    charset: str | None = None  # of HTML outside Unicode, in which some programs send queries; else None
    others: tuple[str, ...] = ()  # IRIs found by programs that ignore the declared charset

    @property
    def uri(self) -> str | None:
        """The URI that software follows (RFC 3987 §3.1); ``None`` if there is none, with the reason in `uri_error`."""
        return uri_or_none(self.iri)

    @property
    def uris(self) -> tuple[str, ...]:
        """The URIs that mail programs follow: `uri`, the URI with the query in ``charset``, and URIs of ``others``."""
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
        """The reason why there is no URI; ``None`` if there is one."""
        try:
            to_uri(self.iri)
        except IRIError as error:
            return error
        return None

    @property
    def lookup_key(self) -> LookupKey | None:
        """The keys for lists of hosts and URIs; ``None`` if there is no URI."""
        return lookup_key(self.iri)

    @property
    def lookup_keys(self) -> tuple[LookupKey, ...]:
        """The lookup keys of the `redirect_chain`, of each email address of a ``mailto:``, and of ``others``."""
        found = [one for iri in (self.iri, *self.others) for one in _looked_up(iri)]
        return tuple(dict.fromkeys(key for key in map(lookup_key, found) if key is not None))

    @property
    def redirect_chain(self) -> tuple[RedirectStep, ...]:
        """The redirect chain from its own IRI to its destination; see `redirect_chain`."""
        return redirect_chain(self.iri)


def _looked_up(iri: str) -> list[str]:
    """Return the email addresses of a ``mailto:``, or the IRIs of the redirect chain."""
    return [*map(mailto, addresses(uri_or_none(iri) or ""))] or [one.iri for one in redirect_chain(iri)]
