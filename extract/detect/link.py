"""`Link`, the result of detection."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, NamedTuple

from extract.iri.errors import IRIError
from extract.text.regexes import re

Kind = Literal["iri", "domain", "email"]


class Link(NamedTuple):
    """A link in a text: ``text[link.start:link.end] == link.text``, in code points."""

    start: int  # offset of its first code point
    end: int  # offset after its last code point
    text: str  # as written
    kind: Kind  # "iri", "domain" (written without a scheme) or "email" (with or without "mailto:")
    iri: str  # with the implied scheme if none is written

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The spans of the pieces of the link: several if it is broken over lines (``wrapped``)."""
        return tuple((self.start + piece.start(), self.start + piece.end()) for piece in _PIECE.finditer(self.text))


_PIECE = re.compile(r"\S+")
# RFC 6068 §2: characters of an email address that have another meaning in a URI, or are not allowed there.
_IN_ADDRESS = re.compile(r"""[%/?#\[\]&;="\\^`{|}<> ]""")
NEW = tuple.__new__  # twice as fast as Link()


def link_at(text: str, start: int, end: int, kind: Kind) -> Link:
    """Return the link of ``text[start:end]``, with the implied scheme in its IRI (UTS #58)."""
    iri = written = text[start:end]
    if kind == "domain":
        iri = "https://" + written
    elif kind == "email" and written[:7].lower() != "mailto:":
        iri = mailto(written)
    return NEW(Link, (start, end, written, kind, iri))


def as_followed(link: Link) -> Link:
    """Return a link with user information whose IRI is the one that browsers follow, if it is valid."""
    from extract.redirects.following import follow  # rarely needed

    with suppress(IRIError):
        return link._replace(iri=follow(link.iri).iri)
    return link


def mailto(address: str) -> str:
    """Return the IRI of an email address. Percent-encode the local part as RFC 6068 §2 requires."""
    if _IN_ADDRESS.search(address) is None:
        return "mailto:" + address
    local, _, domain = address.rpartition("@")
    return f"mailto:{_IN_ADDRESS.sub(_encoded, local)}@{domain}"


def _encoded(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"
