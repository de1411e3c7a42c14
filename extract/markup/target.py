"""What the writers share: a link with its attributes, where it leads, and the backslash that escapes."""

from __future__ import annotations

from collections.abc import Mapping

from extract.detect.link import Link
from extract.iri.as_uri import usual_uri
from extract.iri.errors import IRIError
from extract.iri.following import follow
from extract.text.regexes import re

# A link, and the attributes of its <a>, "href" first.
Target = tuple[Link, Mapping[str, str]]


def href(link: Link, default_scheme: str = "https") -> str | None:
    """Return the URI that a link leads to (RFC 3987 §3.1), ``None`` if it has none.

    A bare domain gets the scheme given; the rest is `uri_of`.
    """
    iri = link.iri
    if link.kind == "domain":
        iri = f"{default_scheme}://{link.text}"
    elif link.kind == "email" and len(iri) > len(link.text) and iri.isascii():
        return iri
    try:
        return uri_of(iri)
    except IRIError:
        return None


def uri_of(iri: str) -> str:
    """Return the URI of an IRI as people write it (RFC 3987 §3.1). Raises `IRIError` if it has none.

    It is what a browser follows (`follow`), so that the page shows no other address than the one it leads to.
    """
    return usual_uri(iri) or follow(iri).uri


def backslashed(match: re.Match[str]) -> str:
    return "\\" + match[0]
