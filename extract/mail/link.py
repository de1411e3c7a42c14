"""A link in a message."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from extract.detect.link import Kind
from extract.iri.as_uri import to_uri
from extract.iri.errors import IRIError
from extract.iri.host import ipv4_in_browsers
from extract.iri.normalization import normalize
from extract.iri.parts import split, split_authority

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

Origin = Literal["text", "attribute", "header"]


class LookupKey(NamedTuple):
    """What to look up in a list of good or bad addresses; all of it is ASCII."""

    host: str | None  # "xn--…", in lower case; an IPv4 address as four numbers; None if there is none
    domain: str | None  # the registrable domain: a public suffix and one label; None for an IP address
    uri: str  # the normal form


class MailLink(NamedTuple):  # creation is twenty times as fast as for a frozen dataclass
    """A link, and where it is.

    ``start`` and ``end`` are code points of the part, with only its transfer encoding and charset decoded, or of the
    header field's value, decoded and on one line; ``text`` is what is there.
    """

    origin: Origin  # "attribute": of HTML, or a property of a calendar or card
    kind: Kind  # "iri", "domain" (written without a scheme) or "email"
    iri: str  # with the implied scheme, without HTML escapes and inner line breaks, repaired as in browsers
    text: str  # as it is written
    label: str | None  # what an HTML link shows; None for other links
    part: str  # numbered as in IMAP: "1.2"; "" if the message has only one part
    header: str | None  # the name of its header field, in lower case; None: it is in a body
    attribute: str | None  # the name of its attribute or property; None: it is in neither
    start: int  # offset in its part or header field, in code points
    end: int  # offset after it
    line: int | None  # in the raw message, from 1; None for a Message
    column: int | None  # in that line, from 1, in bytes; None for a Message
    byte_start: int | None  # offset in the raw message, in bytes; None for a Message
    context: str  # the line that it is in, or what an HTML link shows; shortened
    only_in: Literal["text", "html"] | None = None  # the only one of two alternative forms that has it; else None
    joined: str | None = None  # if the line looks hard-wrapped: the link continued in the next line; else None

    @property
    def uri(self) -> str | None:
        """The URI that software follows (RFC 3987 §3.1); ``None`` if there is none: `uri_error` says why."""
        return to_uri_or_none(self.iri)

    @property
    def uri_error(self) -> IRIError | None:
        """Why there is no URI."""
        uri = _uri(self.iri)
        return None if isinstance(uri, str) else uri

    @property
    def lookup_key(self) -> LookupKey | None:
        """What to look up in a list of addresses; ``None`` if there is no URI."""
        uri = self.uri
        if uri is None:
            return None
        with suppress(IRIError):  # not expected: a normal form has a URI too
            uri = to_uri(normalize(uri))
        return LookupKey(*host_and_domain(uri), uri)


def host_and_domain(uri: str) -> tuple[str | None, str | None]:
    """Return the host of a URI, also of a mailto:, in lower case, and its registrable domain."""
    parts = split(uri)
    host = split_authority(parts.authority)[1] if parts.authority is not None else ""
    if (parts.scheme or "").lower() == "mailto":
        host = parts.path.rpartition("@")[2].partition(",")[0]
    host = host.lower().rstrip(".")
    address = ipv4_in_browsers(host)
    return (address, None) if address else (host or None, _domain(host))


def to_uri_or_none(iri: str) -> str | None:
    """Return the URI of an IRI, or `None` if it has none."""
    uri = _uri(iri)
    return uri if isinstance(uri, str) else None


@lru_cache(maxsize=256)
def _uri(iri: str) -> str | IRIError:
    try:
        return to_uri(iri)
    except IRIError as error:
        return error


@lru_cache(maxsize=256)
def _domain(host: str) -> str | None:
    if not host or host.startswith("[") or host.rpartition(".")[2].isdigit():
        return None
    found: str | None = _suffixes().privatesuffix(host)
    return found


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
