"""The grammars of RFC 3987 §2.2 (IRIs) and RFC 3986 appendix A (URIs), one named pattern per production.

Every predicate takes a ``str`` of code points and must match all of it, so a trailing newline is rejected. Time is
linear in its length. Patterns are compiled at their first use. They accept exactly the same text as the ABNF. Where
they look different (a run of characters instead of repeated segments), this is for speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from extract.iri.errors import require_choice, text_of
from extract.iri.percent import TRIPLET
from extract.text.characters import (
    GEN_DELIMS,
    IPRIVATE,
    NONCHARACTERS,
    SPECIALS,
    SUB_DELIMS,
    SURROGATES,
    TAGS,
    UCSCHAR,
    UNRESERVED,
)
from extract.text.regexes import lazily, re

Grammar = Literal["rfc3987", "3987bis"]
_PROFILES = get_args(Grammar)


def _run(characters: str) -> str:
    """Match any number of these characters and of percent-encoded bytes."""
    # Faster than _rare_run without or with few percent-encoded bytes, but it takes twice as long to compile.
    return f"[{characters}]*+(?:{TRIPLET}[{characters}]*+)*+"


def _rare_run(characters: str) -> str:
    return f"(?:[{characters}]++|{TRIPLET})*+"


def _run_nz(characters: str) -> str:
    """Match one or more of these characters and of percent-encoded bytes."""
    return f"(?:[{characters}]++|{TRIPLET})++"


# RFC 3986 §3.2.2, all nine forms in the order of the ABNF.
_DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = rf"{_DEC_OCTET}(?:\.{_DEC_OCTET}){{3}}"
_H16 = "[0-9A-Fa-f]{1,4}"
_LS32 = f"(?:{_H16}:{_H16}|{_IPV4})"
_IPV6 = "|".join(
    [f"(?:{_H16}:){{6}}{_LS32}", f"::(?:{_H16}:){{5}}{_LS32}"]
    + [
        f"(?:(?:{_H16}:){{0,{before}}}{_H16})?::" + (f"(?:{_H16}:){{{4 - before}}}" if before < 4 else "") + _LS32
        for before in range(5)
    ]
    + [f"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}", f"(?:(?:{_H16}:){{0,6}}{_H16})?::"]
)
_IPVFUTURE = rf"[vV][0-9A-Fa-f]++\.[{UNRESERVED}{SUB_DELIMS}:]++"
_IP_LITERAL = rf"\[(?:{_IPV6}|{_IPVFUTURE})\]"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*+"
_PORT = "[0-9]*+"

_COMMON = {
    "scheme": _SCHEME,
    "port": _PORT,
    "IP-literal": _IP_LITERAL,
    "IPvFuture": _IPVFUTURE,
    "IPv6address": _IPV6,
    "h16": _H16,
    "ls32": _LS32,
    "IPv4address": _IPV4,
    "dec-octet": _DEC_OCTET,
    "pct-encoded": TRIPLET,
    "unreserved": f"[{UNRESERVED}]",
    "reserved": f"[{GEN_DELIMS}{SUB_DELIMS}]",
    "gen-delims": f"[{GEN_DELIMS}]",
    "sub-delims": f"[{SUB_DELIMS}]",
}


def _productions(ucschar: str, iprivate: str) -> Iterator[tuple[str, str]]:
    """Yield name and pattern of each production of RFC 3987, or of RFC 3986 without ``ucschar``."""
    i, kind, relative = ("i", "IRI", "irelative") if ucschar else ("", "URI", "relative")
    unreserved = UNRESERVED + ucschar
    name = unreserved + SUB_DELIMS
    pchar = name + ":@"
    path = pchar + "/"

    userinfo, reg_name = _rare_run(name + ":"), _rare_run(name)
    # IPv4address needs no alternative, because each one is also a reg-name ("first match wins", see host_kind).
    host = f"(?:{_IP_LITERAL}|{reg_name})"
    # The plain name is first, since most authorities are one. It is matched twice only if an "@" follows.
    authority = rf"(?:{_run(name)}(?::{_PORT})?+|(?:{userinfo}@)?+{host}(?::{_PORT})?+)(?=[/?#]|\Z)"
    abempty = f"(?:/{_rare_run(path)})?+"
    # After an authority comes a slash or the end. Without an authority, the path does not begin with two slashes.
    hier_part = f"(?://{authority}|(?!//)){_run(path)}"
    # path-noscheme: a colon before the first slash would end a scheme.
    no_scheme = "(?![^:/?#]*+:)"
    query, fragment = _run(path + "?" + iprivate), _rare_run(path + "?")
    tail = rf"(?:\?{query})?+(?:#{fragment})?+"

    yield kind, f"{_SCHEME}:{hier_part}{tail}"
    yield f"{kind}-reference", f"(?:{_SCHEME}:|{no_scheme}){hier_part}{tail}"
    yield f"absolute-{kind}", rf"{_SCHEME}:{hier_part}(?:\?{query})?+"
    yield f"{relative}-ref", no_scheme + hier_part + tail
    yield f"{i}hier-part", hier_part
    yield f"{relative}-part", no_scheme + hier_part
    yield f"{i}authority", authority
    yield f"{i}userinfo", userinfo
    yield f"{i}host", host
    yield f"{i}reg-name", reg_name
    yield f"{i}path", _run(path)
    yield f"{i}path-abempty", abempty
    yield f"{i}path-absolute", f"/(?!/){_run(path)}"
    yield f"{i}path-noscheme", _run_nz(name + "@") + abempty
    yield f"{i}path-rootless", _run_nz(pchar) + abempty
    yield f"{i}path-empty", ""
    yield f"{i}segment", _run(pchar)
    yield f"{i}segment-nz", _run_nz(pchar)
    yield f"{i}segment-nz-nc", _run_nz(name + "@")
    yield f"{i}pchar", f"(?:[{pchar}]|{TRIPLET})"
    yield f"{i}query", query
    yield f"{i}fragment", fragment
    if ucschar:
        yield "iunreserved", f"[{unreserved}]"
        yield "ucschar", f"[{ucschar}]"
        yield "iprivate", f"[{iprivate}]"


_URI = dict(_productions("", ""))
_GRAMMARS: dict[str, dict[str, re.Pattern[str]]] = {
    name: {
        production: re.compile(source)
        for production, source in (_COMMON | _URI | dict(_productions(UCSCHAR, private))).items()
    }
    for name, private in (("rfc3987", IPRIVATE), ("3987bis", IPRIVATE + TAGS))
}

PRODUCTIONS = tuple(_GRAMMARS["rfc3987"])
"""The names that ``matches`` knows, as the ABNF writes them."""


def matches(production: str, text: str, *, grammar: Grammar = "rfc3987") -> bool:
    """Return whether the whole text matches a production, named as in the ABNF: ``"ipath-noscheme"``, ``"h16"``.

    ``grammar="3987bis"`` allows U+E0000 to U+E0FFF in queries (draft-ietf-iri-3987bis §11.2.3). An unknown production
    or grammar is a ValueError.
    """
    require_choice("production", production, PRODUCTIONS)
    require_choice("grammar", grammar, _PROFILES)
    return _GRAMMARS[grammar][production].fullmatch(text_of(text, "text")) is not None


_3987 = _GRAMMARS["rfc3987"]
_iri, _iri_reference, _uri = _3987["IRI"], _3987["IRI-reference"], _3987["URI"]
_uri_reference = _3987["URI-reference"]


def is_iri(text: str, *, grammar: Grammar = "rfc3987") -> bool:
    """Return whether a text is an IRI with a scheme (RFC 3987 §2.2). The grammar "3987bis" allows tags in queries."""
    if grammar != "rfc3987":
        return matches("IRI", text, grammar=grammar)
    if type(text) is not str:
        text = text_of(text, "text")
    # An ASCII IRI is a URI, whose character classes are faster.
    return (_uri if text.isascii() else _iri).fullmatch(text) is not None


def is_iri_reference(text: str, *, grammar: Grammar = "rfc3987") -> bool:
    """Return whether a text is an IRI or a relative reference (RFC 3987 §2.2); for ``grammar`` see `is_iri`."""
    if grammar != "rfc3987":
        return matches("IRI-reference", text, grammar=grammar)
    if type(text) is not str:
        text = text_of(text, "text")
    return (_uri_reference if text.isascii() else _iri_reference).fullmatch(text) is not None


# Non-ASCII characters outside ucschar, listed explicitly: the complement takes four times as long to compile.
not_ucschar = lazily(lambda: re.compile(rf"[\x80-\x9F{SURROGATES}{IPRIVATE}{SPECIALS}{NONCHARACTERS}{TAGS}]"))
_ucschar = lazily(lambda: re.compile(f"[{UCSCHAR}]++"))


def outline(text: str) -> str:
    """Return a text with ``%AA`` instead of ``ucschar``: if it is a URI reference, the text is an IRI reference.

    This holds because ``ucschar`` is allowed only where ``pct-encoded`` is (RFC 3987 §2.2). If the rest is ASCII, the
    reverse holds too. The pattern of URIs takes a seventh of the time to compile.
    """
    return text if text.isascii() else _ucschar.sub("%AA", text)


def is_uri(text: str) -> bool:
    """Return whether a text is a URI with a scheme (RFC 3986 appendix A)."""
    if type(text) is not str:
        text = text_of(text, "text")
    return _uri.fullmatch(text) is not None


def is_uri_reference(text: str) -> bool:
    """Return whether a text is a URI or a relative reference (RFC 3986 appendix A, ``URI-reference``)."""
    if type(text) is not str:
        text = text_of(text, "text")
    return _uri_reference.fullmatch(text) is not None


def is_scheme(text: str) -> bool:
    """Return whether a text is ``scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )``, ASCII only."""
    return matches("scheme", text)


def is_ip_literal(text: str) -> bool:
    """Return whether a text is an ``IP-literal``, in brackets. A zone identifier is not part of it (RFC 9844)."""
    return matches("IP-literal", text)


def is_ipv6_address(text: str) -> bool:
    """Return whether a text is an ``IPv6address`` in one of its nine forms, without brackets."""
    return matches("IPv6address", text)


def is_ipv4_address(text: str) -> bool:
    """Return whether a text is an ``IPv4address``: four decimal octets without leading zeros."""
    return matches("IPv4address", text)
