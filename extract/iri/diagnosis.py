"""Find the errors of a text that does not match the grammar, with their offsets and reasons, for ``IRI.parse``."""

# This module is used only after a pattern of ``grammar`` has failed, or to list all errors of a text.

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from extract.iri import grammar
from extract.iri.components import Component, authority_components, hide_password, match_components
from extract.iri.errors import IRISyntaxError, Kind, shortened, shown
from extract.iri.percent import PERCENT_U, TRIPLET, encode_all
from extract.text.characters import (
    BIDI_CONTROLS,
    CONTROLS,
    DELIMS,
    IPRIVATE,
    NONCHARACTERS,
    SUB_DELIMS,
    SURROGATES,
    UCSCHAR,
    UNRESERVED,
    UNWISE,
)
from extract.text.messages import Message
from extract.text.regexes import re

# RFC 3987 §4.1: they MUST NOT be in an IRI, although ucschar matches them.
bidi_control = re.compile(f"[{BIDI_CONTROLS}]").search

_PERCENT_U = re.compile(PERCENT_U)
# "ros[iso-8859-1]é", a notation that RFC 3987 A.4 rejects.
_CHARSET_TAG = re.compile(r"\[(?=[^\]0-9]{0,20}[0-9])[A-Za-z][A-Za-z0-9_.:+\-]{0,20}\]")

# Whitespace, quotation marks, brackets, invisible characters.
_BEFORE_SCHEME = re.compile(r"[^\w%./+\-]++(?=[A-Za-z][A-Za-z0-9+.\-]*+\Z)")

_MAY_BE_ENCODED = frozenset(("path", "query", "fragment", "userinfo"))


def syntax_errors(text: str) -> Iterator[IRISyntaxError]:
    """Yield an error for each violation of the grammar of ``IRI-reference``, in order.

    Direction controls are errors too, although the ABNF matches them (RFC 3987 §4.1).
    """
    if grammar.is_uri_reference(grammar.outline(text)) and not bidi_control(text):
        return
    match = match_components(text)
    scheme, authority, *others = match.groups()
    if scheme is None and authority is None:
        yield from _scheme_errors(others[0])
    if authority is not None:
        yield from authority_errors(authority, match.start(2))
    for group, component in enumerate(("path", "query", "fragment"), 3):
        if match[group]:
            yield from _character_errors(Component(component, *match.span(group), match[group]))


def _at(component: str, at: int, character: str, message: str, kind: Kind, rule: str) -> IRISyntaxError:
    """Return the error of one character."""
    return IRISyntaxError(message, kind=kind, component=component, start=at, end=at + 1, character=character, rule=rule)


def _scheme_errors(path: str) -> Iterator[IRISyntaxError]:
    """Yield an error for a ":" in the first segment of a relative path (RFC 3986 §4.2), often a misspelled scheme."""
    name, colon, _ = path.partition("/")[0].partition(":")
    if not colon:
        return
    rule = 'scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )'
    if not name:
        message = Message(
            'scheme is empty: ":" at {at}; write a name before the colon, or "./:" if a path is meant', at=0
        )
        yield _at("scheme", 0, ":", message, "scheme", rule)
        return
    at = 0
    what = Message("does not begin with an ASCII letter")
    advice = Message('if a path is meant, write "./" before it')
    if before := _BEFORE_SCHEME.match(name):
        advice = Message("remove everything before it")
        if before[0].isspace():
            advice = Message("remove the whitespace before it")
    elif bad := re.match(r"[A-Za-z][A-Za-z0-9+.\-]*+", name):
        at, what = bad.end(), Message("has a character other than ASCII letters, digits, + - and .")
    message = Message(
        "scheme {given} {what}: {shown} at {at}; {what2}",
        given=_quote(name),
        what=what,
        shown=shown(name[at]),
        at=at,
        what2=advice,
    )
    yield _at("scheme", at, name[at], message, "scheme", rule)


def authority_errors(authority: str, offset: int = 0) -> Iterator[IRISyntaxError]:
    """Yield the errors of an authority that begins at ``offset``."""
    userinfo, host, port = authority_components(authority, offset)
    if userinfo is not None:
        yield from _character_errors(userinfo)
    if "@" in host.text:
        yield _second_at(authority, host)
    elif host.text.startswith("["):
        yield from _ip_literal_errors(host.text, host.start)
    else:
        yield from _character_errors(host)
    bad = None if port is None else re.search("[^0-9]", port.text)
    if port is not None and bad is not None:
        at = port.start + bad.start()
        what, advice = Message("a character that is not a digit"), Message("write digits only")
        if bad[0].isdecimal():
            what, advice = Message("a digit that is not ASCII"), Message("port digits must be ASCII 0-9")
        message = Message(
            'port "{port}" has {what}: {shown} at {at}; {what2}',
            port="***" if "@" in port.text else shortened(port.text),  # it may be part of a password
            what=what,
            shown=shown(bad[0]),
            at=at,
            what2=advice,
        )
        yield _at("port", at, bad[0], message, "port", "RFC 3986 §3.2.3 port = *DIGIT")


def _second_at(authority: str, host: Component) -> IRISyntaxError:
    at = host.start + host.text.index("@")
    last = authority.rpartition("@")[2]
    given = hide_password(f"//{authority}")[2:]
    message = Message(
        "authority {given} has a second \"@\": '@' at {at}; some programs would go to {one}, others to {other}; "
        'write "%40" in the user information',
        given=_quote(given),
        at=at,
        one=_quote(host.text if given == authority else f"***@{last}"),
        other=_quote(last),
    )
    return _at("authority", at, "@", message, "second-at", "RFC 3987 §2.2 iuserinfo")


def _ip_literal_errors(host: str, offset: int) -> Iterator[IRISyntaxError]:
    if grammar.is_ip_literal(host):
        return
    address, start, end = host[1:-1], 0, len(host)
    rule = "RFC 3986 §3.2.2 IP-literal"
    kind: Kind = "ip-literal"
    close = host.find("]")
    if close < 0:
        what = Message('is not closed: write "]" after the address')
    elif close + 1 < len(host):
        start, end = close + 1, close + 2
        what = Message(
            'has text after its "]": {shown} at {at}; only a port may follow',
            shown=shown(host[start]),
            at=start + offset,
        )
    elif not address:
        what = Message('is empty; write an address such as "[2001:db8::1]"')
    elif "%" in address:
        start, end = host.index("%"), len(host) - 1
        what = Message(
            "has a zone identifier at {at}, which IRIs do not allow; remove {text}",
            at=start + offset,
            text=_quote(host[start:-1]),
        )
        rule, kind = "RFC 9844, which obsoletes RFC 6874", "zone-id"
    elif address[:1] in ("v", "V"):
        what = Message('is not valid: after "[v" write hexadecimal digits, ".", and letters or digits')
        rule = "RFC 3986 §3.2.2 IPvFuture"
    elif bad := re.search(r"[^0-9A-Fa-f:.]", address):
        start, end = bad.start() + 1, bad.end() + 1
        what = Message(
            "has a character that IPv6 addresses do not allow: {shown} at {at}; remove it",
            shown=shown(bad[0]),
            at=start + offset,
        )
        rule = "RFC 3986 §3.2.2 IPv6address"
    else:
        start, end, what = 1, len(host) - 1, _ipv6_fault(address)
        rule = "RFC 3986 §3.2.2 IPv6address"
    yield IRISyntaxError(
        Message("IP literal {given} {what}", given=_quote(host), what=what),
        kind=kind,
        component="host",
        start=start + offset,
        end=end + offset,
        character=host[start] if end == start + 1 else None,
        rule=rule,
    )


def _ipv6_fault(address: str) -> Message:
    """Return the error of an invalid IPv6 address that contains only allowed characters."""
    *groups, last = address.split(":")
    if "." in last and not grammar.is_ipv4_address(last):
        return Message(
            "ends in {shown}, not an IPv4 address; write four numbers from 0 to 255 without leading zeros",
            shown=_quote(last),
        )
    long = next((group for group in [*groups, "" if "." in last else last] if len(group) > 4), None)
    if long is not None:
        return Message("has a group of more than four digits: {shown}", shown=_quote(long))
    if address.count("::") > 1 or ":::" in address:
        return Message('has "::" more than once; write it once')
    count = len([group for group in groups if group]) + (2 if "." in last else bool(last))
    if "::" in address:
        return Message('has {count} groups and "::"; at most seven groups are allowed', count=count)
    return Message('has {count} groups instead of eight; "::" stands for groups of zeros', count=count)


@functools.cache
def refused(component: str, *, in_ascii: bool = False) -> re.Pattern[str]:
    """Return a pattern of text that a component does not allow: a character, or a "%" without two hexadecimal digits.

    Components are ``"userinfo"``, ``"host"`` (a name), ``"path"``, ``"query"`` and ``"fragment"``. With ``in_ascii``,
    the text has no other characters, and the pattern compiles in a tenth of the time.
    """
    allowed = UNRESERVED + UCSCHAR * (not in_ascii) + SUB_DELIMS
    if component != "host":
        allowed += ":"
    if component not in ("host", "userinfo"):
        allowed += "@/"
    if component in ("query", "fragment"):
        allowed += "?"
    if component == "query" and not in_ascii:
        allowed += IPRIVATE
    return re.compile(f"[^{allowed}%]|(?!{TRIPLET})%|[{BIDI_CONTROLS}]")


def _character_errors(one: Component) -> Iterator[IRISyntaxError]:
    component = one.component
    production = "RFC 3987 §2.2 " + ("ireg-name" if component == "host" else f"i{component}")
    for match in refused(component, in_ascii=one.text.isascii()).finditer(one.text):
        character = match[0]
        at = match.start() + one.start
        kind, _, what, rule = _class(character)
        if kind == "percent" and _PERCENT_U.match(one.text, match.start()):
            kind = "percent-u"
        message = Message(
            "{what} has {what2}: {shown} at {at}; {what3}",
            what=component,
            what2=what,
            shown=shown(character),
            at=at,
            what3=_advice(kind, one, match.start()),
        )
        yield _at(component, at, character, message, kind, rule or production)


def _advice(kind: Kind, component: Component, place: int) -> str:
    """Return the advice for an invalid character in a component."""
    character, may_be_encoded = component.text[place], component.component in _MAY_BE_ENCODED
    if component.component == "host" and character == ":":
        if port := re.match(":[0-9]*+\\Z", component.text[place : place + 8]):
            return Message('there is a second port after "{port}", keep one', port=port[0])
        return Message("write IPv6 addresses in brackets")
    if kind == "bracket" and (tag := _CHARSET_TAG.match(component.text, place)):
        said = _quote(tag[0])
        return Message("{tag} does not declare a charset, percent-encode the characters as UTF-8", tag=said)
    if kind == "backslash":
        return Message('write "/", or "%5C" for a literal backslash') if may_be_encoded else Message('write "/"')
    if kind in _ADVICE:
        return _ADVICE[kind]
    return Message('write "{near}"', near=encode_all(character, "surrogatepass")) if may_be_encoded else "remove it"


_ADVICE: dict[Kind, str] = {
    "percent": Message('write "%25" for a literal percent sign'),
    "percent-u": Message('"%u" comes from JavaScript\'s escape(), write percent-encoded UTF-8'),
    "surrogate": Message("it cannot be encoded, decode the text again"),
    "bidi-control": Message("remove it, the text around an IRI sets its direction"),
}


class _Class(NamedTuple):
    kind: Kind
    characters: str  # the inside of a set
    what: Message
    rule: str = ""  # "": the production of the component


# A character has the first class whose set contains it.
_CLASSES = (
    _Class("percent", "%", Message('a "%" not followed by two hexadecimal digits'), "RFC 3986 §2.1 pct-encoded"),
    _Class("space", " ", Message("a space")),
    _Class("second-hash", "#", Message('a second "#"')),
    _Class("bracket", r"\[\]", Message("a bracket outside an IP literal")),
    _Class("backslash", r"\\", Message("a backslash")),
    _Class("forbidden-ascii", DELIMS + UNWISE, Message("a character that IRIs do not allow")),
    _Class("control", CONTROLS, Message("a control character")),
    _Class("delimiter", r"\x00-\x7F", Message("a character that is not allowed there")),
    _Class("surrogate", SURROGATES, Message("a lone surrogate"), "RFC 3987 §2.2 ucschar"),
    _Class("bidi-control", BIDI_CONTROLS, Message("a character that controls direction"), "RFC 3987 §4.1"),
    # all of General_Category=Co
    _Class(
        "private-use", IPRIVATE, Message("a private use character, allowed only in a query"), "RFC 3987 §2.2 iprivate"
    ),
    _Class("noncharacter", NONCHARACTERS, Message("a noncharacter"), "RFC 3987 §2.2 ucschar"),
    _Class("character", r"\s\S", Message("a character that IRIs do not allow"), "RFC 3987 §2.2 ucschar"),
)


@functools.lru_cache(maxsize=256)
def _class(character: str) -> _Class:
    return next(one for one in _CLASSES if re.match(f"[{one.characters}]", character))


def _quote(text: str) -> str:
    return f'"{shortened(text)}"'
