"""Recognize IRIs that are only examples: a scheme alone, a placeholder for the host, a word as port."""

from __future__ import annotations

import re

_SCHEME_ALONE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:/{0,2}|https?:[A-Za-z][\w-]*", re.ASCII | re.IGNORECASE)
# Placeholders for a host: ``http://[host]:8080/``, ``http://(IP)/``, ``http://'host'/``, ``http://~.git``, variables of
# shells and Python (``http://$host/``, ``http://%HOST%/``, ``http://%s:%(port)d/``), and ``*`` for many hosts.
_PLACEHOLDER_HOST = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]*://"
    r"(?:\[(?:[A-Za-z_][\w-]*\]|[^/?#:\]]*[$%])"
    r"|(?:[^/?#@]*@)?(?![^/?#]*@)(?:[^/?#$%\[]*(?:\$[\w{(]|%(?:[a-z(](?![0-9A-Fa-f])|[A-Za-z_]\w*%(?![0-9A-Fa-f]{2}))|\*)"
    r"|\([\w .-]+(?:\)|\Z)|'[\w .-]+(?:'|\Z)|~+(?=[.:/?#]|\Z)))",
    re.ASCII,
)
# ``http://localhost:PORT/``, ``http://localhost:80xx/``, ``http://[::1]:port/``, ``http://host:port를/``, but not a
# password (``ssh://a:b@host/``).
_WORD_FOR_PORT = re.compile(
    r"(?P<host>[A-Za-z][A-Za-z0-9+.\-]*://[^/?#\[]*(?:\[[^\]/?#]*\])?):(?:[A-Za-z_]\w*|[0-9]{0,4}[xXnN]+)"
    r"(?:(?=[/?#]|\Z)|(?P<goes_on>(?=[^\x00-\x7f])(?![^/?#]*@)))",
    re.ASCII,
)
_UP_TO_ODD_PORT = re.compile(
    r"[A-Za-z][A-Za-z0-9+.\-]*://[^/?#\[:]*(?:\[[^\]/?#]*\])?(?=:[^0-9/?#\s])(?![^/?#]*@)", re.ASCII
)


# RFC 6570 §1.2, and format strings of Python: ``/{id}/日本``, ``/%s/日本``, ``/%(name)s``
_PLACEHOLDER_IN_PATH = re.compile(r"\{\w[\w.,:-]*\}|%(?:\(\w+\))?[sd](?![0-9A-Fa-f])")


def is_template(iri: str) -> bool:
    """Return whether a non-ASCII IRI has a placeholder in its path, so that it cannot be followed."""
    return not iri.isascii() and _PLACEHOLDER_IN_PATH.search(iri) is not None


def only_spoken_of(iri: str) -> bool | None:
    """Return whether an example remains a link without a warning, or None if ``iri`` is not an example.

    "``file://`` URLs", ``http://[host]/`` and "the element http:request" are not links. An ASCII IRI with a word as
    port remains a link, as in docutils.
    """
    if _SCHEME_ALONE.fullmatch(iri) or _PLACEHOLDER_HOST.match(iri):
        return False
    return True if iri.isascii() and _WORD_FOR_PORT.match(iri) else None


def with_word_for_port(iri: str) -> str:
    """Return the part that docutils would link of an IRI whose port is a word, or "" for other IRIs."""
    word = _WORD_FOR_PORT.match(iri)
    if word is None:
        return ""
    return word["host"] if word["goes_on"] is not None else word[0]


def up_to_odd_port(iri: str, after: str = "") -> str:
    """Return the part that linkify-it would link of an IRI whose port, or ``after``, is not a number, or ""."""
    host = _UP_TO_ODD_PORT.match(f"{iri}{after}")
    return "" if host is None else host[0]
