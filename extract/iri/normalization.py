"""The comparison ladder of RFC 3987 §5: normalize and compare IRIs. The original is never changed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Literal, get_args, overload

from extract.iri import grammar
from extract.iri.as_iri import to_iri
from extract.iri.components import Split, join_authority, split, split_authority, unsplit
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import AnIRI, HostError, as_given, require_choice, text_of
from extract.iri.host import host_to_unicode
from extract.iri.mailto import change_domains
from extract.iri.percent import TRIPLET, capitalize_triplets, encode_all
from extract.iri.resolution import remove_dot_segments, resolve
from extract.iri.scheme_rules import GEO
from extract.iri.schemes import DEFAULT_PORTS, DNS_SCHEMES, OPAQUE_SCHEMES
from extract.text.characters import BIDI_CONTROLS, SUB_DELIMS, UCSCHAR, UNRESERVED
from extract.text.forms import to_form
from extract.text.regexes import and_non_ascii, lazily, re

Level = Literal["simple", "case", "percent", "path", "scheme", "idn", "protocol"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels in order: each finds more equivalent IRIs than the one before, but assumes more."""


@overload
def normalize(iri: AnIRI, *, level: Level = "idn", fragment: bool = True) -> AnIRI: ...
@overload
def normalize(iri: str, *, level: Level = "idn", fragment: bool = True) -> str: ...
def normalize(iri: str, *, level: Level = "idn", fragment: bool = True) -> str:
    """Return the normal form of an IRI, or of an IRI reference, at one level of the ladder (RFC 3987 §5.3).

    - ``"simple"``: the text unchanged, compared by code points (§5.3.1).
    - ``"case"``: the scheme and an ASCII host in lowercase, hexadecimal digits in uppercase (§5.3.2.1).
    - ``"percent"``: percent-encoded characters decoded if an IRI allows them (§5.3.2.3).
    - ``"path"``: without dot segments (§5.3.2.4).
    - ``"scheme"``: default port and authority, empty port and path (§5.3.3), IPv6 addresses (RFC 5952).
    - ``"idn"``: the host in Unicode (§5.3.3). An invalid name stays unchanged.
    - ``"protocol"``: without the slash at the end of the path (§5.3.4), which is a guess.

    An `IRI` gives an `IRI`. No level changes the Unicode normalization of the text (§5.3.2.2). ``fragment=False``
    removes the fragment, which is not part of the retrieved resource (§5.1).

    Raises `IRISyntaxError` unless ``iri`` is an IRI reference, except at the lowest level, and ``ValueError`` for an
    unknown level.
    """
    if type(iri) is not str:
        return as_given(iri, normalize(text_of(iri), level=level, fragment=fragment))
    text = iri
    require_choice("level", level, LEVELS)
    rung = LEVELS.index(level)
    if not fragment:
        text = text.partition("#")[0]
    if rung == 0:
        return text
    if rung <= _IDN and (found := _NORMAL.fullmatch(text)) and (text.isascii() or not _not_normal.search(text)):
        host = found[1]
        if host is None:
            return text
        if rung == _IDN:
            start, end = found.span(1)
            return text[:start] + _unicode(host) + text[end:]
    if not grammar.is_iri_reference(text):
        raise next(syntax_errors(text))
    return _normalized(_lower_case(text), rung)


def _normalized(text: str, rung: int) -> str:
    """Return the normal form of a reference whose letters already have the right case."""
    if rung >= LEVELS.index("percent"):
        text = to_iri(text, profile="rfc3987", unicode_host=False)
        # The grammar allows direction controls, but §4.1 forbids them in IRIs: they are percent-encoded, as in a URI.
        if not text.isascii():
            text = _BIDI_CONTROL.sub(lambda match: encode_all(match[0]), text)
        # For letters of an ASCII host that were percent-encoded.
        text = _lower_case(text)
    parts = split(text)
    if rung >= LEVELS.index("path"):
        parts = _without_dots(parts)
    if rung >= LEVELS.index("scheme"):
        parts = _with_host(parts, _shortest_literal)
        if parts.scheme is not None:
            parts = _by_scheme(parts)
    # A reference without a scheme is treated as one with DNS names, as in to_uri.
    if rung >= LEVELS.index("idn") and (parts.scheme is None or parts.scheme in DNS_SCHEMES):
        parts = _with_host(parts, _unicode)
        if parts.scheme == "mailto":
            parts = split(change_domains(unsplit(parts), lambda domain, at: _unicode(domain)))
    if rung >= LEVELS.index("protocol") and parts.path.startswith("/") and parts.scheme not in OPAQUE_SCHEMES:
        path = parts.path.rstrip("/")
        parts = parts._replace(path="/" if path in ("", "/.") else path)
        if parts.scheme is not None:
            parts = _by_scheme(parts)  # "file:/.//" has become "file:/"
    return unsplit(parts)


def equivalent(
    one: str,
    other: str,
    *,
    level: Level = "idn",
    base: str | None = None,
    fragment: bool = True,
    components: bool = True,
) -> bool:
    """Return whether two IRIs are equal at one level of the ladder; see ``normalize``.

    True means that they identify the same resource. False means that this is unknown. With a ``base``, references are
    resolved first (§5.1). ``fragment=False`` ignores fragments. ``components=False`` ignores all components after the
    name of a URN (RFC 8141 §3.1). A text equals itself, valid or not. Raises the same errors as ``normalize``.
    """
    one, other = text_of(one, "one"), text_of(other, "other")
    require_choice("level", level, LEVELS)
    if base is not None:
        one, other = resolve(base, one), resolve(base, other)
    if not components:
        one, other = _NAME_OF_URN.sub(r"\1", one), _NAME_OF_URN.sub(r"\1", other)
    if one == other:
        return True
    return normalize(one, level=level, fragment=fragment) == normalize(other, level=level, fragment=fragment)


def is_nfc(iri: str) -> bool:
    """Return whether the text is in Normalization Form C, as new IRIs should be (RFC 3987 §5.3.2.2)."""
    return unicodedata.is_normalized("NFC", text_of(iri))


def is_nfkc(iri: str) -> bool:
    """Return whether the text is in Normalization Form KC, which may avoid even more problems (RFC 3987 §5.3.2.2)."""
    return unicodedata.is_normalized("NFKC", text_of(iri))


def canonically_equivalent(one: str, other: str) -> bool:
    """Return whether two texts are canonically equivalent (the same NFC), a hint that they may mean the same."""
    return to_form("NFC", text_of(one, "one")) == to_form("NFC", text_of(other, "other"))


_FIELD_NAME = re.compile("(?:^|(?<=&))[^&=]++")
_NAME_OF_URN = re.compile(r"(?i)\A(urn:[^?#]*+).*+", re.DOTALL)
_BIDI_CONTROL = re.compile(f"[{BIDI_CONTROLS}]")
_IDN = LEVELS.index("idn")
# The fast path: most web IRIs are in normal form, except for a non-ASCII host, which is the group. The pattern allows
# all of Unicode, which compiles fast. A second search finds characters that are not allowed.
_SEGMENT_LETTER = and_non_ascii(rf"{UNRESERVED}{SUB_DELIMS}:@")
_DATA_LETTER = and_non_ascii(rf"{UNRESERVED}{SUB_DELIMS}:@/?")
_HOST_LETTER = and_non_ascii(r"a-z0-9.\-")
# Percent-encoded reserved characters, and ASCII characters that IRIs do not allow.
_STAYS = "%(?:[01][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])"
_SEGMENT = f"{_SEGMENT_LETTER}*+(?:{_STAYS}{_SEGMENT_LETTER}*+)*+"
_DATA = f"{_DATA_LETTER}*+(?:{_STAYS}{_DATA_LETTER}*+)*+"
_NORMAL = re.compile(
    rf"https?://(?:(?![^/]*xn--)[a-z0-9.\-]++(?=[:/])|({_HOST_LETTER}++))(?::(?!80/|443/)[1-9][0-9]*+)?+"
    rf"(?:/(?!\.){_SEGMENT})++(?:\?{_DATA})?+(?:\#{_DATA})?+"
)
_not_normal = lazily(lambda: re.compile(f"[^\x00-\x7f{UCSCHAR}]|[{BIDI_CONTROLS}]"))
# A host that is ASCII, even after decoding (§5.3.2.1).
_ASCII_HOST = re.compile(r"(?:[\x00-$&-\x7f]|%[0-7])*+")


def _lower_case(text: str) -> str:
    components = _with_host(split(capitalize_triplets(text)), _lower_host)
    scheme = components.scheme
    return unsplit(components._replace(scheme=scheme and scheme.lower()))


def _lower_host(host: str) -> str:
    return capitalize_triplets(host.lower()) if _ASCII_HOST.fullmatch(host) else host


def _with_host(parts: Split, change: Callable[[str], str]) -> Split:
    """Return the parts with the host changed, if there is one."""
    if parts.authority is None:
        return parts
    userinfo, host, port = split_authority(parts.authority)
    return parts._replace(authority=join_authority(userinfo, change(host), port))


def _without_dots(parts: Split) -> Split:
    """Remove dot segments from a path, unless it is opaque, or relative and so not yet resolved."""
    scheme, authority, path, _, _ = parts
    if not path.startswith("/") and (scheme is None or scheme in OPAQUE_SCHEMES):
        return parts
    path = remove_dot_segments(path)
    if authority is None and path.startswith("//"):
        path = f"/.{path}"  # RFC 3986 §3.3, as in resolution
    return parts._replace(path=path)


def _by_scheme(parts: Split) -> Split:
    scheme, authority, path, _, _ = parts
    if authority is not None:
        userinfo, host, port = split_authority(authority)
        if port is not None and (port == "" or port.lstrip("0") == str(DEFAULT_PORTS.get(scheme or ""))):
            port = None
        authority = join_authority(userinfo, host, port)
        if authority:
            path = path or "/"
    parts = parts._replace(authority=authority, path=path)
    own = _BY_SCHEME.get(scheme or "")
    return own(parts) if own else parts


def _file(parts: Split) -> Split:
    """Treat no authority, an empty one and localhost as equal (RFC 8089 §2 and appendix B)."""
    authority, path = parts.authority, parts.path
    if authority == "localhost" or (authority is None and path.startswith("/") and not path.startswith("/.//")):
        return parts._replace(authority="")
    return parts


def _mailto(parts: Split) -> Split:
    """Ignore the case of domains (RFC 6068 §2) and of the names of header fields (RFC 5322 §2.2)."""
    parts = split(change_domains(unsplit(parts), lambda domain, at: _lower_ascii(_decoded(domain))))
    return parts._replace(query=parts.query and _FIELD_NAME.sub(lambda name: _lower_ascii(name[0]), parts.query))


def _urn(parts: Split) -> Split:
    """Ignore the case of the namespace (RFC 8141 §3.1)."""
    namespace, colon, name = parts.path.partition(":")
    return parts._replace(path=f"{namespace.lower()}{colon}{name}")


def _tel(parts: Split) -> Split:
    """Ignore visual separators, case and the order of parameters (RFC 3966 §4)."""
    number, *parameters = _lower_ascii(parts.path).split(";")
    if re.fullmatch(r"\+?[0-9a-f*\-.()]*+", number) is None:
        return parts
    numbers = [_bare(*one.partition("=")) for one in parameters]
    # §3: these come first, the others are sorted.
    numbers.sort(key=lambda one: (not one.startswith(("ext=", "isub=")), not one.startswith("phone-context="), one))
    return parts._replace(path=";".join([re.sub("[-.()]", "", number), *numbers]))


def _bare(name: str, equals: str, value: str) -> str:
    is_number = name == "ext" or (name == "phone-context" and value.startswith("+"))
    return name + equals + (re.sub("[-.()]", "", value) if is_number else value)


def _sip(parts: Split) -> Split:
    """Ignore the case of host and parameters, and the order of parameters and headers (RFC 3261 §19.1.4)."""
    user, at, rest = parts.path.rpartition("@")
    host, *parameters = _lower_ascii(rest).split(";")
    headers = parts.query and "&".join(sorted(parts.query.split("&")))
    return parts._replace(path=";".join([user + at + host, *sorted(parameters)]), query=headers)


def _geo(parts: Split) -> Split:
    """Compare numbers by value and parameters in any order; a pole has no longitude (RFC 5870 §3.4.4)."""
    if re.fullmatch(GEO, parts.path) is None:
        return parts
    places, *parameters = _lower_ascii(parts.path).split(";")
    parameters = sorted(re.sub("(?<=^u=).*", lambda found: _number(found[0]), one) for one in parameters)
    latitude, longitude, *altitude = map(_number, places.split(","))
    if not any(one.startswith("crs=") and one != "crs=wgs84" for one in parameters):
        parameters = [one for one in parameters if one != "crs=wgs84"]
        longitude = "0" if latitude in ("90", "-90") else "180" if longitude == "-180" else longitude
    return parts._replace(path=";".join([",".join([latitude, longitude, *altitude]), *parameters]))


def _number(text: str) -> str:
    value = (text.rstrip("0").rstrip(".") if "." in text else text).lstrip("-").lstrip("0")
    value = f"0{value}" if value[:1] in ("", ".") else value
    return f"-{value}" if text.startswith("-") and value != "0" else value


_BY_SCHEME = {"file": _file, "mailto": _mailto, "urn": _urn, "tel": _tel, "sip": _sip, "sips": _sip, "geo": _geo}


def _shortest_literal(host: str) -> str:
    """Return an IPv6 address in brackets in the form of RFC 5952 §4 and §5, and any other host unchanged."""
    if not grammar.is_ipv6_address(host[1:-1]):
        return host
    from ipaddress import IPv6Address

    address = IPv6Address(host[1:-1])
    return f"[{address.compressed}]" if address.ipv4_mapped is None else f"[::ffff:{address.ipv4_mapped}]"


def _decoded(domain: str) -> str:
    """Return the domain of an email address, decoded where allowed, which `to_iri` does not do."""
    return to_iri(f"x:{domain}", profile="rfc3987").removeprefix("x:") if "%" in domain else domain


def _lower_ascii(text: str) -> str:
    return re.sub(f"{TRIPLET}|[A-Z]+", lambda match: match[0] if match[0][0] == "%" else match[0].lower(), text)


def _unicode(host: str) -> str:
    try:
        return host_to_unicode(host)
    except HostError:
        return host
