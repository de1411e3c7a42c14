"""IRI to URI and back."""

from __future__ import annotations

from urllib.parse import quote

import idna

from extract.errors import HostError
from extract.iri import split, split_authority, unsplit

_ASCII = "".join(map(chr, range(0x21, 0x7F)))


def to_uri(iri: str) -> str:
    """Return the URI of an IRI (RFC 3987 §3.1)."""
    parts = split(iri)
    authority = parts.authority
    if authority is not None:
        userinfo, host, port = split_authority(authority)
        if not host.isascii():
            try:
                host = idna.encode(host, uts46=True, std3_rules=True).decode("ascii")
            except idna.IDNAError as error:
                start = iri.index(host)
                message = f"host {host!r} is no internationalised domain name: {error}"
                raise HostError(message, component="host", start=start, end=start + len(host)) from error
        authority = ("" if userinfo is None else quote(userinfo, safe=_ASCII) + "@") + host
        authority += "" if port is None else ":" + port
    return quote(unsplit(parts._replace(authority=authority)), safe=_ASCII)


def to_iri(uri: str) -> str:
    """Return the IRI of a URI (RFC 3987 §3.2)."""
    return uri
