"""Convert a URI to an IRI (RFC 3987 §3.2), by default without decoding characters that readers could misread."""

from __future__ import annotations

import unicodedata
from binascii import a2b_qp
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args, overload

import regex

from extract.iri.components import (
    Component,
    authority_components,
    join_authority,
    match_components,
    match_false_scheme,
    match_head,
)
from extract.iri.errors import AnIRI, HostError, as_given, require_choice, text_of
from extract.iri.host import STRAY_JOINER, host_to_ascii, host_to_unicode, is_socket
from extract.iri.mailto import domain_spans
from extract.iri.percent import ESCAPES, character_spans, decode_characters, decode_name
from extract.iri.schemes import DNS_SCHEMES
from extract.text.characters import BIDI_CONTROLS, IPRIVATE, JOINERS, RESERVED, UCSCHAR, UNRESERVED
from extract.text.regexes import lazy, re

Profile = Literal["safe", "rfc3987"]
Reason = Literal[
    "reserved",  # a delimiter that decoding would activate
    "ascii",  # "%", a control, or another ASCII character that IRIs do not allow
    "utf-8",  # not strictly valid UTF-8
    "character",  # a character that IRIs do not allow
    "private-use",
    "bidi",  # a character that controls direction
    "unassigned",
    "invisible",
    "look-alike",  # similar to a space or a delimiter
    "compatibility",  # changed by NFKC
    "nfc",  # part of a sequence that NFC would change
    "combining",  # a mark that would combine with a delimiter or with a percent-encoded byte
    "host",  # a host without a valid Unicode form that converts back
]


class KeptEscape(NamedTuple):
    """A part of a URI that `to_iri` did not decode: ``uri[start:end] == text``."""

    start: int  # offset in the URI, in code points
    end: int  # offset of the end
    text: str  # as in the URI: "%20"
    reason: Reason  # why it was not decoded


class Explanation(NamedTuple):
    """An IRI, and the parts that were not decoded, in order."""

    iri: str  # the result of to_iri without explain
    kept: tuple[KeptEscape, ...]  # () if everything was decoded


_UNRESERVED_BYTE = "2[DEde]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee]"
_MAY_DECODE = f"{_UNRESERVED_BYTE}|[89A-Fa-f][0-9A-Fa-f]"
# Not after a "%" without two hexadecimal digits, as in ESCAPES.
_UNRESERVED_TRIPLET = re.compile(f"(?<!%)(?<!%[0-9A-Fa-f])%(?:{_UNRESERVED_BYTE})")
_STRAY_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
# The "%" of a reserved ASCII byte, or a "%" without two hexadecimal digits.
_STAYS = re.compile(f"%(?!{_MAY_DECODE})")
_ASCII_TRIPLET = re.compile("%(?![89A-Fa-f][0-9A-Fa-f])")
_OTHER = re.compile(r"[^\w\x00-\x7f]")
# Each with the ASCII character before it.
_OTHERS = re.compile(r"([\x00-\x7f]?)([^\w\x00-\x7f])")
# Letters of Hangul and of Kirat Rai that may combine with the one before (NFC_Quick_Check=Maybe).
_COMBINING_LETTER = re.compile("[\u1100-\u11ff\U00016d40-\U00016d7f]")

# Characters similar to a space or a delimiter (draft-masinter-url-i18n §3.1 b), except letters, marks and digits:
# spaces, the Braille blank, the Arabic percent sign, and the symbols whose prototype in UTS #39 consists of the
# characters : / ? # [ ] @ \ = % & ;
LOOK_ALIKE = (
    r"\p{Z}"
    r"\u02F8\u0589\u05C3\u066A\u0703\u0704\u0831\u1361\u1393\u1400\u16EC\u1735\u1803\u1809\u2041\u2044\u205A"
    r"\u2215\u2216\u2236\u2237\u2254\u2255\u244A\u2571\u2572\u27CB\u27CD\u2800\u29F5\u29F8\u29F9\u2AFB\u2AFD"
    r"\u2CF9\u2E2C\u2E40\u30A0\u31D2\u31D3\u31D4\uA4FF\uA789\uA78A\U00010190\U00010AF5"
    r"\U0001123A\U0001D108\U0001D20F\U0001D23A\U0001D23B\U0001F672\U0001F674\U0001F675"
)


@overload
def to_iri(
    uri: AnIRI, *, profile: Profile = "safe", unicode_host: bool = True, explain: Literal[False] = False
) -> AnIRI: ...
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

    - ``profile="rfc3987"`` decodes everything that the five steps allow. ``"safe"``, for display, does not decode
      look-alikes of spaces and delimiters, invisible, unassigned, compatibility and private use characters,
      and sequences that are not in NFC (§3.2 step 4, §6.1).
    - ``unicode_host`` decodes Punycode in references without a scheme, in schemes that use the DNS and in
      domains of ``mailto:``, if the whole host is valid and converts back.
    - ``explain`` returns an `Explanation` instead: the IRI, each part that was not decoded, and the reason.

    An `IRI` gives an `IRI`. ``to_uri(to_iri(uri)) == to_uri(uri)``, apart from the case of hexadecimal digits,
    percent-encoded unreserved characters and the case of a host with Punycode. Never raises. In a text that is not a
    URI, nothing is decoded that would create a scheme or another percent-encoded byte.
    """
    if type(uri) is not str:
        text = text_of(uri, "uri")
        if explain:
            return to_iri(text, profile=profile, unicode_host=unicode_host, explain=True)
        return as_given(uri, to_iri(text, profile=profile, unicode_host=unicode_host))
    if profile != "safe" and profile != "rfc3987":
        require_choice("profile", profile, get_args(Profile))
    decoder = _Decoder(uri, profile, explain)
    iri = _decoded(decoder, unicode_host) if explain or _has_work(uri) else uri
    return Explanation(iri, decoder.kept()) if explain else iri


def _decoded(decoder: _Decoder, unicode_host: bool) -> str:
    """Decode a URI component by component."""
    uri = decoder.uri
    head = match_head(uri)
    scheme, authority = head.groups()
    scheme = scheme and scheme.lower()
    result, at = head[0], head.end()
    if authority is not None and _has_work(result):
        result = uri[: head.start(2)] + _authority(decoder, scheme, authority, head.start(2), unicode_host)
    elif scheme is None and (name := match_false_scheme(uri)):
        at = name.end()
        result = decoder.keep(0, at, "reserved") if "%" in name[0] else name[0]
    if scheme == "mailto":
        for start, end in domain_spans(uri):
            domain = Component("host", start, end, uri[start:end])
            result += decoder.decode(at, start) + _dns_host(decoder, domain, unicode_host)
            at = end
    return result + decoder.decode(at, len(uri))


def _has_work(text: str) -> bool:
    return "%" in text or "xn--" in text.lower()


def _decode_plain(part: str, safe: bool) -> str | None:
    """Decode a part of a URI in one step; return ``None`` if a character in it must not be decoded."""
    # Percent-encoded bytes that must stay get "%25" for their "%". Quoted-printable is percent-encoding with "=".
    if _ASCII_TRIPLET.search(part):
        if _STRAY_PERCENT.search(part):
            return None
        part = _STAYS.sub("%25", part)
    text = a2b_qp(part.replace("=", "=3D").replace("%", "=")).decode("utf-8", "replace")
    if safe and (not unicodedata.is_normalized("NFKC", text) or _COMBINING_LETTER.search(text)):
        return None
    if _OTHER.search(text):  # neither a letter nor a digit
        if safe and _MARKS.match(text):
            return None
        for before, character in set(_OTHERS.findall(text)):
            if _reason(character, safe) or (safe and before and _MARKS.match(character)):
                return None
    return text


def _authority(decoder: _Decoder, scheme: str | None, authority: str, at: int, unicode_host: bool) -> str:
    userinfo, host, port = authority_components(authority, at)
    before = None if userinfo is None else decoder.decode(userinfo.start, userinfo.end)
    if scheme is None or scheme in DNS_SCHEMES:
        name = _dns_host(decoder, host, unicode_host)
    else:
        name = decoder.decode(host.start, host.end)
    return join_authority(before, name, port and port.text)


def _dns_host(decoder: _Decoder, host: Component, unicode_host: bool) -> str:
    """Return a host with its percent-encoding and Punycode decoded, or as it is if `to_uri` would not map it back."""
    _, at, end, text = host
    name = decode_name(text)
    if name is None or is_socket(text):
        return decoder.decode(at, end)  # not a DNS name, so its characters convert back unchanged
    try:
        if not name.isascii():
            host_to_ascii(name)
        if unicode_host and "xn--" in name.lower():
            return _unicode_name(name)
    except HostError:
        return decoder.decode_ascii(at, end)
    return decoder.decode(at, end)


@lru_cache(maxsize=4096)
def _unicode_name(name: str) -> str:
    unicode = host_to_unicode(name)
    if unicode.isascii():  # "axn--b": no label is Punycode
        return name
    if host_to_ascii(unicode) != host_to_ascii(name):
        raise HostError("does not map back", kind="host-round-trip")
    return unicode


class _Decoder:
    """Decodes the percent-encoding in one URI, and records the parts that it does not decode."""

    __slots__ = ("_at", "_is_ascii", "_kept", "_query", "_safe", "uri")

    def __init__(self, uri: str, profile: Profile, explain: bool) -> None:
        self.uri = uri
        self._query = match_components(uri).span(4)  # RFC 3987 §2.2 allows private use characters only in queries
        self._safe = profile == "safe"
        self._is_ascii = uri.isascii()
        self._kept: list[tuple[int, int, Reason]] | None = [] if explain else None
        self._at = 0

    def keep(self, start: int, end: int, reason: Reason) -> str:
        """Record ``uri[start:end]`` as not decoded, and return it."""
        if self._kept is not None:
            before = self._kept[-1] if self._kept else None
            if before is not None and before[1:] == (start, reason):
                self._kept[-1] = (before[0], end, reason)
            else:
                self._kept.append((start, end, reason))
        return self.uri[start:end]

    def kept(self) -> tuple[KeptEscape, ...]:
        return tuple(KeptEscape(start, end, self.uri[start:end], reason) for start, end, reason in self._kept or ())

    def decode_ascii(self, start: int, end: int) -> str:
        """Decode only the unreserved ASCII characters of ``uri[start:end]``, a host (RFC 3986 §6.2.2.2)."""
        result, at = [], start
        for match in _UNRESERVED_TRIPLET.finditer(self.uri, start, end):
            if at < match.start():
                result.append(self.keep(at, match.start(), "host"))
            result.append(decode_characters(match[0]))
            at = match.end()
        return "".join([*result, self.keep(at, end, "host") if at < end else ""])

    def decode(self, start: int, end: int) -> str:
        """Decode the percent-encoded bytes of ``uri[start:end]``."""
        part = self.uri[start:end]
        if "%" not in part:
            return part
        if self._is_ascii and self._kept is None and (text := _decode_plain(part, self._safe)) is not None:
            return text
        self._at = start
        return ESCAPES.sub(self._run, part)

    def _run(self, match: re.Match[str]) -> str:
        text = decode_characters(match[0])
        start = self._at + match.start()
        reasons = [_reason(character, self._safe) for character in text]
        if not self._safe:
            if "private-use" in reasons and self._query[0] <= start < self._query[1]:
                reasons = [None if reason == "private-use" else reason for reason in reasons]
        else:
            if "invisible" in reasons:
                # ZWJ and ZWNJ are decoded where they shape letters of Arabic and Indic scripts (RFC 5892 A.1, A.2).
                stray = {match.start() for match in STRAY_JOINER.finditer(text)}
                joins = (character in JOINERS and index not in stray for index, character in enumerate(text))
                reasons = [None if one else reason for one, reason in zip(joins, reasons, strict=True)]
            starts_well = unicodedata.is_normalized("NFC", text) and not _MARKS.match(text)
            if starts_well and self._is_ascii and not any(reasons):
                return text
            _keep_sequences(self.uri, start, self._at + match.end(), text, reasons)
        if not any(reasons):
            return text
        result = []
        for (character, begin, end), reason in zip(character_spans(text, start), reasons, strict=True):
            result.append(character if reason is None else self.keep(begin, end, reason))
        return "".join(result)


def _keep_sequences(uri: str, start: int, end: int, text: str, reasons: list[Reason | None]) -> None:
    """Add reasons to keep sequences of a base and marks that are not in NFC, and marks without a base (§3.2 step 4).

    ``text`` is the decoded form of ``uri[start:end]``.
    """
    for match in _SEQUENCE.finditer(text):
        before = after = ""
        if match.end() == len(text) and (following := _MARKS.match(uri, end, end + _CONTEXT)):
            after = following[0]
        if match[1]:
            has_base = reasons[match.start()] is None
        else:  # the base is before the percent-encoded bytes
            preceding = _SEQUENCE_BEFORE.search(uri, max(0, start - _CONTEXT), start)
            before = preceding[0] if preceding else ""
            has_base = before != "" and not _DELIMITER.match(before)
        if has_base and not unicodedata.is_normalized("NFC", before + match[0] + after):
            for index in range(*match.span()):
                if not text[index].isascii():
                    reasons[index] = reasons[index] or "nfc"
            continue
        for index in range(match.start(2), match.end()):
            if not has_base:
                reasons[index] = reasons[index] or "combining"
            has_base = reasons[index] is None


# The number of characters around percent-encoded bytes that are searched for the base or the marks of a sequence
# (UAX #15 Stream-Safe: 30 marks).
_CONTEXT = 32
_DELIMITER = re.compile(rf"[{RESERVED}%]")
_MARK = r"\p{M}\p{NFC_QC=M}"


_SEQUENCE = lazy(rf"(?=[\s\S])([^{_MARK}])?+([{_MARK}]*+)")
_SEQUENCE_BEFORE = lazy(rf"[^{_MARK}]?+[{_MARK}]*+\Z")
_MARKS = lazy(f"[{_MARK}]++")


# Step 4 of §3.2, and characters that readers would misread, in the order in which they are tested.
_REASONS: tuple[tuple[Reason, str], ...] = (
    ("utf-8", r"\uDC80-\uDCFF"),
    ("reserved", RESERVED),
    ("ascii", r"\x00-\x7F"),
    ("private-use", IPRIVATE),
    ("character", rf"^{UCSCHAR}"),
    ("bidi", BIDI_CONTROLS),
)
_SAFE_REASONS: tuple[tuple[Reason, str], ...] = (
    ("unassigned", r"\p{Cn}"),
    ("look-alike", LOOK_ALIKE),
    ("invisible", r"\p{Cf}\p{Default_Ignorable_Code_Point}"),
    ("nfc", r"\p{NFC_QC=N}"),
    ("compatibility", r"\p{NFKC_QC=N}"),
)


@cache
def _tests() -> list[tuple[Reason, regex.Pattern[str]]]:
    return [(reason, regex.compile(f"[{characters}]", regex.V1)) for reason, characters in (*_REASONS, *_SAFE_REASONS)]


_UNRESERVED = re.compile(f"[{UNRESERVED}]")


@lru_cache(maxsize=8192)
def _reason(character: str, safe: bool) -> Reason | None:
    """Return the reason for not decoding a character, or ``None``."""
    if _UNRESERVED.match(character):
        return None
    tests = _tests() if safe else _tests()[: len(_REASONS)]
    return next((reason for reason, pattern in tests if pattern.match(character)), None)
