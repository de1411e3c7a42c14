"""URI to IRI: RFC 3987 §3.2, and a profile for display that leaves what a reader could misread."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal, NamedTuple, overload

import regex

from extract.characters import BIDI_CONTROL, IPRIVATE, UCSCHAR
from extract.errors import HostError
from extract.host import host_to_ascii, host_to_unicode
from extract.iri import split_authority
from extract.mapping import MAILTO_DOMAIN, TRIPLETS, decoded_name
from extract.schemes import DNS_SCHEMES

Profile = Literal["safe", "rfc3987"]
Reason = Literal[
    "reserved",  # a delimiter, which would delimit
    "ascii",  # "%", a control, or another ASCII character that no IRI may hold
    "utf-8",  # not strictly legal UTF-8
    "character",  # a character that no IRI may hold
    "private-use",
    "bidi",  # a character that controls direction
    "unassigned",
    "invisible",
    "look-alike",  # it looks like a space or a delimiter
    "compatibility",  # NFKC would change it
    "nfc",  # part of a sequence that NFC would change
    "combining",  # a mark that would combine with a delimiter or with a percent-encoded octet
    "host",  # a host that has no valid Unicode form, or none that maps back
]


class Kept(NamedTuple):
    """A part of a URI that `to_iri` left as it was: ``uri[start:end] == text``."""

    start: int
    end: int
    text: str
    reason: Reason


class Explanation(NamedTuple):
    """An IRI, and what was left in it in the form of the URI, in order (R-60)."""

    iri: str
    kept: tuple[Kept, ...]


_WORK = re.compile("%|[xX][nN]--").search
_HEAD = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):)?+(?://([^/?#]*+))?+")
_QUERY = re.compile(r"[^?#]*+\?([^#]*+)")

# What looks like a space or like a delimiter (R-56, draft-masinter-url-i18n §3.1 b) and is no letter or mark: spaces,
# the Braille blank, the Arabic percent sign, and the symbols whose UTS #39 prototype is made of : / ? # [ ] @ \ = % & ;
_LOOK_ALIKE = (
    r"\p{Z}"
    r"\u02F8\u0589\u05C3\u066A\u0703\u0704\u0831\u1361\u1393\u1400\u16EC\u1735\u1803\u1809\u2041\u2044\u205A"
    r"\u2215\u2216\u2236\u2237\u2254\u2255\u244A\u2571\u2572\u27CB\u27CD\u2800\u29F5\u29F8\u29F9\u2AFB\u2AFD"
    r"\u2CF9\u2E2C\u2E40\u30A0\u31D2\u31D3\u31D4\uA4FF\uA6EB\uA789\uA78A\U0001015B\U00010190\U00010AF5"
    r"\U00011053\U0001123A\U0001D108\U0001D20F\U0001D23A\U0001D23B\U0001F672\U0001F674\U0001F675"
)


@overload
def to_iri(
    uri: str, *, profile: Profile = "safe", unicode_host: bool = True, explain: Literal[False] = False
) -> str: ...
@overload
def to_iri(
    uri: str, *, profile: Profile = "safe", unicode_host: bool = True, explain: Literal[True]
) -> Explanation: ...
def to_iri(
    uri: str, *, profile: Profile = "safe", unicode_host: bool = True, explain: bool = False
) -> str | Explanation:
    """Return the IRI of a URI or URI reference: RFC 3987 §3.2, with strict UTF-8.

    - ``profile="rfc3987"`` decodes whatever the five steps allow. ``"safe"``, for display, also leaves look-alikes
      of spaces and delimiters, invisible, unassigned and compatibility characters, private use, and sequences that
      are not in NFC (§3.2 step 4, §6.1).
    - ``unicode_host`` writes punycode as Unicode in references without a scheme, in schemes that use the DNS and in
      domains of ``mailto:``, where the whole host is valid and maps back.
    - ``explain`` returns an `Explanation` instead: the IRI, each part that was left, and why.

    ``to_uri(to_iri(uri)) == to_uri(uri)`` up to the case of hexadecimal digits, percent-encoded unreserved
    characters and the case of a host with punycode. Never raises: what is no URI is left as it is.
    """
    if not _WORK(uri):
        return Explanation(uri, ()) if explain else uri
    kept: list[Kept] = []
    head = _HEAD.match(uri)
    assert head is not None
    at = head.end()
    scheme = head[1].lower() if head[1] else None
    result = head[0]
    if head[2] is not None and _WORK(result):
        result = uri[: head.start(2)] + _authority(uri, scheme, head.span(2), profile, unicode_host, kept)
    query = _QUERY.match(uri, at) if profile == "rfc3987" else None
    if scheme == "mailto":
        for domain in MAILTO_DOMAIN.finditer(uri, at, _path_end(uri, at)):
            result += _decoded(uri, at, domain.start(1), profile, None, kept)
            result += _mailto_domain(domain[1], domain.start(1), unicode_host, kept)
            at = domain.end()
    result += _decoded(uri, at, len(uri), profile, query, kept)
    return Explanation(result, tuple(kept)) if explain else result


def _path_end(uri: str, at: int) -> int:
    match = re.compile("[^?#]*+").match(uri, at)
    assert match is not None
    return match.end()


def _authority(
    uri: str, scheme: str | None, span: tuple[int, int], profile: Profile, unicode_host: bool, kept: list[Kept]
) -> str:
    at, end = span
    userinfo, host, port = split_authority(uri[at:end])
    result = ""
    if userinfo is not None:
        result = _decoded(uri, at, at + len(userinfo), profile, None, kept) + "@"
        at += len(userinfo) + 1
    end = at + len(host)
    if scheme is not None and scheme not in DNS_SCHEMES:
        result += _decoded(uri, at, end, profile, None, kept)
    else:
        result += _dns_host(uri, at, end, profile, unicode_host, kept)
    return result if port is None else f"{result}:{port}"


def _dns_host(uri: str, at: int, end: int, profile: Profile, unicode_host: bool, kept: list[Kept]) -> str:
    """A host whose IRI form `to_uri` maps to the same name, or else as it is (R-57, R-58)."""
    host = uri[at:end]
    name = decoded_name(host)
    try:
        if name is None:
            raise HostError("not UTF-8")
        if not name.isascii():
            host_to_ascii(name)
        if unicode_host and "xn--" in name.lower():
            return _unicode_name(name)
    except HostError:
        kept.append(Kept(at, end, host, "host" if name is not None else "utf-8"))
        return host
    return _decoded(uri, at, end, profile, None, kept)


def _unicode_name(name: str) -> str:
    unicode = host_to_unicode(name)
    if host_to_ascii(unicode) != host_to_ascii(name):
        raise HostError("does not map back")
    return unicode


def _mailto_domain(domain: str, at: int, unicode_host: bool, kept: list[Kept]) -> str:
    # A percent-encoded domain is the form that RFC 6068 §2 asks for; to_uri would not give it back.
    if not _WORK(domain) or not unicode_host:
        return domain
    try:
        return _unicode_name(domain)
    except HostError:
        kept.append(Kept(at, at + len(domain), domain, "host"))
        return domain


def _decoded(uri: str, start: int, end: int, profile: Profile, query: re.Match[str] | None, kept: list[Kept]) -> str:
    """Decode the percent-encoded octets of ``uri[start:end]``."""
    result = []
    plainly_fine = _plainly_fine(profile).fullmatch
    for match in TRIPLETS.finditer(uri, start, end):
        begin, stop = match.span()
        result.append(uri[start:begin])
        # Octets that are no strict UTF-8 come out as lone surrogates, one each (S16, R-53).
        text = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")
        if plainly_fine(text) and (profile == "rfc3987" or _stays_nfc(text, uri, stop)):
            result.append(text)
        else:
            in_query = query is not None and query.start(1) <= begin < query.end(1)
            result.append(_partly_decoded(uri, begin, stop, text, profile, in_query, kept))
        start = stop
    result.append(uri[start:end])
    return "".join(result)


def _stays_nfc(text: str, uri: str, stop: int) -> bool:
    # What follows can combine with the text only where the URI has characters beyond ASCII already.
    return unicodedata.is_normalized("NFC", text) and (stop == len(uri) or uri[stop].isascii())


def _partly_decoded(
    uri: str, begin: int, stop: int, text: str, profile: Profile, in_query: bool, kept: list[Kept]
) -> str:
    reasons = [_reason(character, profile, in_query) for character in text]
    if profile == "safe":
        _keep_sequences(uri, begin, stop, text, reasons)
    result = []
    end = begin
    for character, reason in zip(text, reasons, strict=True):
        start = end
        end += 3 * len(character.encode("utf-8", "surrogateescape"))
        if reason is None:
            result.append(character)
            continue
        result.append(uri[start:end])
        if kept and kept[-1].end == start and kept[-1].reason == reason:
            start = kept.pop().start
        kept.append(Kept(start, end, uri[start:end], reason))
    return "".join(result)


def _keep_sequences(uri: str, begin: int, stop: int, text: str, reasons: list[Reason | None]) -> None:
    """Keep sequences of a base and its marks that are not in NFC, and marks without a base in the IRI (R-56)."""
    for match in _sequence().finditer(text):
        start, end = match.span()
        before = after = ""
        if end == len(text) and (following := _marks().match(uri, stop, stop + _CONTEXT)):
            after = following[0]
        if match[1]:
            has_base = reasons[start] is None
        else:  # the base stands before the percent-encoded octets
            preceding = _sequence_before().search(uri, max(0, begin - _CONTEXT), begin)
            before = preceding[0] if preceding else ""
            has_base = before[:1] not in _DELIMITERS
        if has_base and not unicodedata.is_normalized("NFC", before + match[0] + after):
            for index in range(start, end):
                if not text[index].isascii():
                    reasons[index] = reasons[index] or "nfc"
            continue
        for index in range(match.start(2), end):
            if not has_base:
                reasons[index] = reasons[index] or "combining"
            has_base = reasons[index] is None


# How far the text around percent-encoded octets is read for the base or the marks of a sequence (UAX #15
# Stream-Safe: 30 marks).
_CONTEXT = 32
_DELIMITERS = frozenset(["", *":/?#[]@!$&'()*+,;=%"])
_MARK = r"\p{M}\p{NFC_QC=M}"


@cache
def _sequence() -> regex.Pattern[str]:
    return regex.compile(f"([^{_MARK}])([{_MARK}]*+)|()([{_MARK}]++)", regex.V1)


@cache
def _marks() -> regex.Pattern[str]:
    return regex.compile(f"[{_MARK}]++")


@cache
def _sequence_before() -> regex.Pattern[str]:
    return regex.compile(rf"[^{_MARK}]?+[{_MARK}]*+\Z")


# Step 4 of §3.2 and what a reader would misread, in the order in which they are tried.
_REASONS: tuple[tuple[Reason, str], ...] = (
    ("utf-8", r"\uDC80-\uDCFF"),
    ("reserved", r":/?#\[\]@!$\&'()*+,;="),
    ("ascii", r"\x00-\x7F"),
    ("private-use", IPRIVATE),
    ("character", rf"^{UCSCHAR}"),
    ("bidi", BIDI_CONTROL),
)
_SAFE_REASONS: tuple[tuple[Reason, str], ...] = (
    ("unassigned", r"\p{Cn}"),
    ("look-alike", _LOOK_ALIKE),
    ("invisible", r"\p{Cf}\p{Default_Ignorable_Code_Point}"),
    ("nfc", r"\p{NFC_QC=N}"),
    ("compatibility", r"\p{NFKC_QC=N}"),
)


@cache
def _plainly_fine(profile: Profile) -> regex.Pattern[str]:
    """What is decoded as a whole: no character has a reason to stay, and nothing combines with what stands before."""
    left = "".join(f"[{characters}]" for _, characters in (*_REASONS[3:], *_SAFE_REASONS))
    if profile == "rfc3987":
        return regex.compile(rf"[A-Za-z0-9\-._~[{UCSCHAR}--[{BIDI_CONTROL}]]]++", regex.V1)
    return regex.compile(rf"(?![{_MARK}])[A-Za-z0-9\-._~[{UCSCHAR}--[{left}]]]++", regex.V1)


@cache
def _tests() -> list[tuple[Reason, regex.Pattern[str]]]:
    return [(reason, regex.compile(f"[{characters}]", regex.V1)) for reason, characters in (*_REASONS, *_SAFE_REASONS)]


_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def _reason(character: str, profile: Profile, in_query: bool) -> Reason | None:
    """Why a character is not decoded, or ``None``."""
    if character in _UNRESERVED:
        return None
    tests = _tests() if profile == "safe" else _tests()[: len(_REASONS)]
    reason = next((reason for reason, pattern in tests if pattern.match(character)), None)
    return None if reason == "private-use" and in_query else reason
