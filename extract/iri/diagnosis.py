"""What is wrong with a text that the grammar refuses, and where: the errors behind ``IRI.parse`` (R-27).

This is read only after a pattern of ``grammar`` has failed, or when every error of a text is wanted.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator

from extract.iri import grammar
from extract.iri.errors import IRISyntaxError
from extract.iri.parts import SPLIT, split_authority
from extract.text.regexes import re

# RFC 3987 §4.1: MUST NOT be in an IRI although ucschar matches them (C20); ALM and the isolates came later (S4).
BIDI_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_PERCENT_U = re.compile("%u[0-9A-Fa-f]{4}")

_SUGGESTED_ENCODING = frozenset(("path", "query", "fragment", "userinfo"))


def syntax_errors(text: str, *, profile: grammar.GrammarProfile = "rfc3987") -> Iterator[IRISyntaxError]:
    """Yield every place at which a text breaks the grammar of ``IRI-reference``, in order; none if it is one.

    Direction-controlling characters come as errors too, though the ABNF matches them (RFC 3987 §4.1, C20).
    """
    if grammar.is_uri_reference(grammar.outline(text)) and not BIDI_CONTROLS.search(text):
        return
    match = SPLIT.fullmatch(text)
    assert match is not None
    scheme, authority, _, query, fragment = match.groups()
    if scheme is None and authority is None:
        yield from _scheme_errors(match[3])
    if authority is not None:
        yield from authority_errors(authority, match.start(2))
    yield from _character_errors("path", match[3], match.start(3))
    if query is not None:
        yield from _character_errors("query", query, match.start(4), profile)
    if fragment is not None:
        yield from _character_errors("fragment", fragment, match.start(5))


def _scheme_errors(path: str) -> Iterator[IRISyntaxError]:
    """A ":" in the first segment of a relative path (RFC 3986 §4.2): most often a misspelt scheme (R-15, R-22)."""
    name, colon, _ = path.partition("/")[0].partition(":")
    if not colon:
        return
    rule = 'scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )'
    if not name:
        message = 'scheme is empty: ":" at 0; write a name before the colon, or "./:" for a path'
        yield IRISyntaxError(message, component="scheme", start=0, end=1, character=":", rule=rule)
        return
    at = 0
    what = "does not begin with an ASCII letter"
    if re.match("[A-Za-z]", name):
        bad = re.search(r"[^A-Za-z0-9+.\-]", name)
        assert bad is not None
        at, what = bad.start(), "has a character other than ASCII letters, digits, + - and ."
    message = f'scheme {_quote(name)} {what}: {_show(name[at])} at {at}; if a path is meant, write "./" before it'
    yield IRISyntaxError(message, component="scheme", start=at, end=at + 1, character=name[at], rule=rule)


def authority_errors(authority: str, offset: int = 0) -> Iterator[IRISyntaxError]:
    """Yield the errors of an authority that begins at ``offset`` of the text."""
    userinfo, host, port = split_authority(authority)
    if userinfo is not None:
        yield from _character_errors("userinfo", userinfo, offset)
        offset += len(userinfo) + 1
    if "@" in host:
        at = offset + host.index("@")
        last = authority.rpartition("@")[2]
        message = (
            f"authority {_quote(authority)} has a second \"@\": '@' at {at}; some programs would go to {_quote(host)}, "
            f'others to {_quote(last)}; write "%40" in the user information'
        )
        yield IRISyntaxError(
            message, component="authority", start=at, end=at + 1, character="@", rule="RFC 3987 §2.2 iuserinfo"
        )
    elif host.startswith("["):
        yield from _ip_literal_errors(host, offset)
    else:
        yield from _character_errors("host", host, offset)
    if port is not None:
        offset += len(host) + 1
        bad = re.search("[^0-9]", port)
        if bad is not None:
            at = offset + bad.start()
            message = (
                f"port {_quote(port)} has a character that is no digit: {_show(bad[0])} at {at}; write digits only"
            )
            yield IRISyntaxError(
                message, component="port", start=at, end=at + 1, character=bad[0], rule="RFC 3986 §3.2.3 port = *DIGIT"
            )


def _ip_literal_errors(host: str, offset: int) -> Iterator[IRISyntaxError]:
    if grammar.is_ip_literal(host):
        return

    def error(what: str, start: int, end: int, rule: str) -> IRISyntaxError:
        character = host[start] if end == start + 1 else None
        start, end = start + offset, end + offset
        return IRISyntaxError(
            f"IP literal {_quote(host)} {what}", component="host", start=start, end=end, character=character, rule=rule
        )

    close = host.find("]")
    if close < 0:
        yield error('is not closed: write "]" after the address', 0, len(host), "RFC 3986 §3.2.2 IP-literal")
        return
    if close + 1 < len(host):
        at = close + 1
        what = f'has text after its "]": {_show(host[at])} at {at + offset}; only a port may follow'
        yield error(what, at, at + 1, "RFC 3986 §3.2.2 IP-literal")
        return
    address = host[1:-1]
    if "%" in address:
        at = host.index("%")
        what = f"has a zone identifier at {at + offset}: no IRI has one; leave {_quote(host[at:-1])} out"
        yield error(what, at, len(host) - 1, "RFC 9844, which obsoletes RFC 6874")
    elif address[:1] in ("v", "V"):
        bad = re.search(rf"[^0-9A-Fa-f](?<!\.)|\.(?=[^{grammar.UNRESERVED}{grammar.SUB_DELIMS}:])", address[1:])
        what = 'is no address of a future version: it reads "[v", hexadecimal digits, ".", and letters or digits'
        at = 0 if bad is None else bad.start() + 2
        yield error(what, 0, len(host), "RFC 3986 §3.2.2 IPvFuture")
    else:
        bad = re.search(r"[^0-9A-Fa-f:.]", address)
        if bad is not None:
            at = bad.start() + 1
            what = f"has a character that no IPv6 address has: {_show(bad[0])} at {at + offset}; leave it out"
            yield error(what, at, at + 1, "RFC 3986 §3.2.2 IPv6address")
        else:
            yield error(_ipv6_fault(address), 1, len(host) - 1, "RFC 3986 §3.2.2 IPv6address")


def _ipv6_fault(address: str) -> str:
    """Say what an address of the right characters lacks."""
    *groups, last = address.split(":")
    if "." in last and not grammar.is_ipv4_address(last):
        return f"ends in {_quote(last)}, which is no IPv4 address: four numbers from 0 to 255 without leading zeros"
    long = next((group for group in [*groups, "" if "." in last else last] if len(group) > 4), None)
    if long is not None:
        return f"has a group of more than four digits: {_quote(long)}"
    if address.count("::") > 1 or ":::" in address:
        return 'has "::" more than once; write it once'
    count = len([group for group in groups if group]) + (2 if "." in last else bool(last))
    if "::" in address:
        return f'has {count} groups beside "::", seven at most are allowed'
    return f'has {count} groups instead of eight; "::" stands for groups of zeros'


@functools.cache
def refused(component: str, profile: grammar.GrammarProfile = "rfc3987") -> re.Pattern[str]:
    """What a component must not have: one character, or a "%" that begins no triplet.

    Components are ``"userinfo"``, ``"host"`` (a name), ``"path"``, ``"query"`` and ``"fragment"``.
    """
    allowed = grammar.UNRESERVED + grammar.UCSCHAR + grammar.SUB_DELIMS
    if component != "host":
        allowed += ":"
    if component not in ("host", "userinfo"):
        allowed += "@/"
    if component in ("query", "fragment"):
        allowed += "?"
    if component == "query":
        allowed += grammar.IPRIVATE if profile == "rfc3987" else grammar.IPRIVATE_BIS
    return re.compile(f"[^{allowed}%]|%(?![0-9A-Fa-f]{{2}})|{BIDI_CONTROLS.pattern}")


def _character_errors(
    component: str, text: str, offset: int, profile: grammar.GrammarProfile = "rfc3987"
) -> Iterator[IRISyntaxError]:
    for match in refused(component, profile).finditer(text):
        character = match[0]
        at = match.start() + offset
        what, rule = _why(component, character)
        advice = f'; write "{_encoded(character)}" for it' if component in _SUGGESTED_ENCODING else ""
        if character == "\\":
            advice = '; write "/"' + (', or "%5C" for the sign itself' if advice else "")
        elif character == "%":
            advice = '; write "%25" for the sign itself'
            if _PERCENT_U.match(text, match.start()):
                advice = "; JavaScript's escape() wrote it, which is no encoding of IRIs: write UTF-8"
        elif "\ud800" <= character <= "\udfff":
            advice = "; it stands for no character: decode the text again"
        elif BIDI_CONTROLS.match(character):
            advice = "; leave it out: the text around an IRI sets its direction"
        elif component == "host" and character == ":":
            advice = "; an IPv6 address stands in brackets"
        yield IRISyntaxError(
            f"{component} has {what}: {_show(character)} at {at}{advice}",
            component=component,
            start=at,
            end=at + 1,
            character=character,
            rule=rule,
        )


def _why(component: str, character: str) -> tuple[str, str]:
    """What a character is, and which rule refuses it (R-11 … R-14, C20)."""
    rule = f"RFC 3987 §2.2 {'ireg-name' if component == 'host' else f'i{component}'}"
    code = ord(character)
    if character == "%":
        return 'a "%" that two hexadecimal digits do not follow', "RFC 3986 §2.1 pct-encoded"
    if character == " ":
        return "a space", rule
    if character == "#":
        return 'a second "#"', rule
    if character in "[]":
        return "a bracket outside an IP literal", rule
    if code <= 0x1F or 0x7F <= code <= 0x9F:
        return "a control character", rule
    if code < 0x7F:
        return ("a character that is not allowed there" if character in ":/?@" else "a character that no IRI has"), rule
    if 0xD800 <= code <= 0xDFFF:
        return "half of a surrogate pair", "RFC 3987 §2.2 ucschar"
    if BIDI_CONTROLS.match(character):
        return "a character that controls direction", "RFC 3987 §4.1"
    if unicodedata.category(character) == "Co":
        return "a private use character, which only a query may have", "RFC 3987 §2.2 iprivate"
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return "a noncharacter", "RFC 3987 §2.2 ucschar"
    return "a character that no IRI has", "RFC 3987 §2.2 ucschar"


def _quote(text: str) -> str:
    return f'"{text}"' if len(text) <= 80 else f'"{text[:40]}…{text[-39:]}"'


def _show(character: str) -> str:
    """A character as a person can read it in a message: itself in quotes, or its code point and name."""
    if character.isprintable() and not unicodedata.combining(character):
        return f"'{character}'"
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" {name}" if name else "")


def _encoded(character: str) -> str:
    return "".join(f"%{octet:02X}" for octet in character.encode("utf-8", "surrogatepass"))
