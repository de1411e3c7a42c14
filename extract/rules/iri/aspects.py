"""Determine the aspects of an IRI, so that rules run only on IRIs that they may apply to."""

from __future__ import annotations

from functools import lru_cache

from extract.iri.tld import is_known_tld
from extract.present.deceptive import DIGIT_FOR_LETTER, LATIN_LETTERS, PLAIN_LETTERS, PLAIN_WORD, RTL_LETTERS
from extract.rules.registry import Aspect
from extract.rules.subjects import CheckedComponents
from extract.text.regexes import re

# Labels of letters, digits and hyphens, of valid length, without a reserved "--": conversion does not change them.
PLAIN_HOST = re.compile(r"(?=.{0,253}\Z)(?:(?![^.]{2}--)[A-Za-z0-9][A-Za-z0-9-]{0,62}+(?<!-)(?:\.(?!\Z)|\.?\Z))+")
# The most frequent ones, so that most files need not load the list. RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375,
# RFC 9476, and "internal" (ICANN 2024). The others are used in private networks and clusters.
WELL_KNOWN_TLDS = frozenset(
    "com org net edu gov int mil io dev info biz app eu de fr uk nl jp cn ru br in it es pl ch at be se no kr tw "
    "example test invalid tld localhost local onion alt internal arpa home lan corp intranet private cluster "
    "consul docker localdomain i2p".split()
)
# Unreserved characters, delimiters, and letters without a rule. Latin letters may be mixed with ASCII. A word in
# another script has letters of that script only, is not all capitals, and may end in digits.
_ASCII = r"[A-Za-z0-9\-._~!$&'()*+,;=:@/%s"
# After a letter of Latin-1, a letter of windows-1252 may be misread UTF-8 (IRI205).
_OF_WINDOWS = "(?<![\u00c2-\u00f4])[\u0152\u0153\u0160\u0161\u0178\u017d\u017e]"
_RUN = rf"(?:{_ASCII}{LATIN_LETTERS}]++|{_OF_WINDOWS}|{PLAIN_WORD(f'{PLAIN_LETTERS}|{RTL_LETTERS}')})*+"
_AUTHORITY = re.compile(r"[Hh][Tt][Tt][Pp][Ss]?://(?:[A-Za-z0-9._~-]++@)?+[^/?#@:]++(?::[0-9]++)?+(?![^/?#])")
_TAIL = r"(?:/{0})?+(?:\?{1})?+(?:#{1})?+"
_PLAIN_TAIL = re.compile(_TAIL.format(_RUN % "", _RUN % "?"))
_PLAIN_ASCII_TAIL = re.compile(_TAIL.format(f"{_ASCII % ''}]*+", f"{_ASCII % '?'}]*+"))  # compiles ten times faster


def is_tld(label: str) -> bool:
    """Return whether ``label`` is a top-level domain or a special-use name."""
    return label.lower() in WELL_KNOWN_TLDS or is_known_tld(label)


def relevant_prefix(iri: str) -> str:
    """Return the part of ``iri`` that rules with an aspect need: a web IRI up to the host if its rest is plain.

    The rules about "direction" need all of it, because its components may be displayed in another order.
    """
    found = _AUTHORITY.match(iri)
    tail = _PLAIN_ASCII_TAIL if iri.isascii() else _PLAIN_TAIL
    if found is None or not tail.fullmatch(iri, found.end()) or ("&" in iri and ";" in iri):
        return iri
    return iri if iri.find("://", found.end()) >= 0 else found[0]  # "glued"


@lru_cache(maxsize=256)  # for prefixes: many links have the same host
def is_plain(iri: str) -> bool:
    """Return whether ``iri`` is a web scheme and a plain host, without any aspect."""
    scheme, _, host = iri.partition("://")
    return scheme.lower() in ("http", "https") and _is_plain_name(host)


_OF_USERS = ("userinfo", "password")


def aspects(components: CheckedComponents) -> set[Aspect]:
    """Return the aspects of an IRI, except "direction", which `has_rtl` tests."""
    text = components.text
    found: set[Aspect] = set()
    scheme = components.scheme_name
    is_web = scheme in ("http", "https")
    if components.userinfo is not None:
        found.add("user")
    # Other rules report mistakes in the user information of web IRIs.
    if (
        components.errors
        or text.startswith("///")
        or any(not is_web or one.name not in _OF_USERS for one in components.faults)
    ):
        found.add("syntax")
    if not is_web:
        found.add("scheme")
    if scheme == "mailto" or not (components.host is None or _is_plain_name(components.host.text)):
        found.add("host")
    if text.count("://") > 1 or (components.authority is None and "://" in text):
        found.add("glued")
    if "%" in text or ("&" in text and ";" in text):
        found.add("escape")
    lower = text.lower()
    is_misread = "%c3%" in lower  # perhaps (IRI205)
    if not text.isascii() or "xn--" in lower or is_misread or (components.host and "%" in components.host.text):
        found.add("letters")
    return found


def _is_plain_name(host: str) -> bool:
    """Return whether ``host`` is ASCII, has a known top-level domain, and no digit in place of a letter."""
    return (
        PLAIN_HOST.fullmatch(host) is not None and not DIGIT_FOR_LETTER.search(host) and is_tld(host.rpartition(".")[2])
    )
