"""Why and where a text breaks the grammar: the errors of ``IRI.parse``."""

# This module is used only after a pattern of ``grammar`` has failed, or to list all errors of a text.

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from extract.iri import grammar
from extract.iri.components import Component, authority_components, hide_password, match_components
from extract.iri.errors import IRISyntaxError, Kind
from extract.iri.percent import PERCENT_U, TRIPLET, encode_all
from extract.text.characters import (
    BIDI_CONTROLS,
    CONTROLS,
    DELIMS,
    IPRIVATE,
    NONCHARACTERS,
    SUB_DELIMS,
    SURROGATES,
    TAGS,
    UCSCHAR,
    UNRESERVED,
    UNWISE,
)
from extract.text.messages import Message
from extract.text.regexes import re

# RFC 3987 §4.1: MUST NOT be in an IRI although ucschar matches them.
bidi_control = re.compile(f"[{BIDI_CONTROLS}]").search

_PERCENT_U = re.compile(PERCENT_U)
# "ros[iso-8859-1]é", a notation that RFC 3987 A.4 rejects.
_CHARSET_TAG = re.compile(r"\[(?=[^\]0-9]{0,20}[0-9])[A-Za-z][A-Za-z0-9_.:+\-]{0,20}\]")

# White space, quotes, brackets, invisible characters.
_BEFORE_SCHEME = re.compile(r"[^\w%./+\-]++(?=[A-Za-z][A-Za-z0-9+.\-]*+\Z)")

_MAY_BE_ENCODED = frozenset(("path", "query", "fragment", "userinfo"))


def syntax_errors(text: str, *, of_grammar: grammar.Grammar = "rfc3987", at: int = 0) -> Iterator[IRISyntaxError]:
    """Yield an error for each place at which a text breaks the grammar of ``IRI-reference``, in order.

    Direction controls are errors too, though the ABNF matches them (RFC 3987 §4.1). ``at`` is added to all offsets:
    where the text begins in a longer one.
    """
    if grammar.is_uri_reference(grammar.outline(text)) and not bidi_control(text):
        return
    match = match_components(text)
    scheme, authority, *others = match.groups()
    if scheme is None and authority is None:
        yield from _scheme_errors(others[0], at)
    if authority is not None:
        yield from authority_errors(authority, at + match.start(2))
    for group, component in enumerate(("path", "query", "fragment"), 3):
        if match[group]:
            start, end = match.span(group)
            yield from _character_errors(Component(component, at + start, at + end, match[group]), of_grammar)


def _scheme_errors(path: str, offset: int) -> Iterator[IRISyntaxError]:
    """A ":" in the first segment of a relative path (RFC 3986 §4.2): most often a misspelled scheme."""
    name, colon, _ = path.partition("/")[0].partition(":")
    if not colon:
        return
    rule = 'scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )'
    if not name:
        message = Message(
            'scheme is empty: ":" at {at}; write a name before the colon, or "./:" if a path is meant', at=offset
        )
        yield IRISyntaxError(
            message, kind="scheme", component="scheme", start=offset, end=offset + 1, character=":", rule=rule
        )
        return
    at = 0
    what = Message("does not begin with an ASCII letter")
    advice = Message('if a path is meant, write "./" before it')
    if before := _BEFORE_SCHEME.match(name):
        advice = Message("remove everything before it")
        if before[0].isspace():
            advice = Message("remove the white space before it")
    elif re.match("[A-Za-z]", name):
        bad = re.search(r"[^A-Za-z0-9+.\-]", name)
        assert bad is not None
        at, what = bad.start(), Message("has a character other than ASCII letters, digits, + - and .")
    start = offset + at
    message = Message(
        "scheme {given} {what}: {shown} at {at}; {what2}",
        given=_quote(name),
        what=what,
        shown=_show(name[at]),
        at=start,
        what2=advice,
    )
    yield IRISyntaxError(
        message, kind="scheme", component="scheme", start=start, end=start + 1, character=name[at], rule=rule
    )


def authority_errors(authority: str, offset: int = 0) -> Iterator[IRISyntaxError]:
    """Yield the errors of an authority that begins at ``offset``."""
    userinfo, host_part, port = authority_components(authority, offset)
    host = host_part.text
    if userinfo is not None:
        yield from _character_errors(userinfo)
    if "@" in host:
        at = host_part.start + host.index("@")
        last = authority.rpartition("@")[2]
        shown = hide_password(f"//{authority}")[2:]
        if shown != authority:
            host = f"***@{last}"
        message = Message(
            "authority {given} has a second \"@\": '@' at {at}; some programs would go to {one}, others to {other}; "
            'write "%40" in the user information',
            given=_quote(shown),
            at=at,
            one=_quote(host),
            other=_quote(last),
        )
        yield IRISyntaxError(
            message,
            kind="second-at",
            component="authority",
            start=at,
            end=at + 1,
            character="@",
            rule="RFC 3987 §2.2 iuserinfo",
        )
    elif host.startswith("["):
        yield from _ip_literal_errors(host, host_part.start)
    else:
        yield from _character_errors(host_part)
    bad = None if port is None else re.search("[^0-9]", port.text)
    if port is not None and bad is not None:
        at = port.start + bad.start()
        advice = Message("port digits must be ASCII 0-9") if bad[0].isdecimal() else Message("write digits only")
        what = (
            Message("a digit that is not ASCII") if bad[0].isdecimal() else Message("a character that is not a digit")
        )
        shown = "***" if "@" in port.text else port.text  # which may be a part of a password
        message = Message(
            'port "{port}" has {what}: {shown} at {at}; {what2}',
            port=_shortened(shown),
            what=what,
            shown=_show(bad[0]),
            at=at,
            what2=advice,
        )
        rule = "RFC 3986 §3.2.3 port = *DIGIT"
        yield IRISyntaxError(message, kind="port", component="port", start=at, end=at + 1, character=bad[0], rule=rule)


def _ip_literal_errors(host: str, offset: int) -> Iterator[IRISyntaxError]:
    if grammar.is_ip_literal(host):
        return

    def error(what: str, start: int, end: int, rule: str, kind: Kind = "ip-literal") -> IRISyntaxError:
        return IRISyntaxError(
            Message("IP literal {given} {what}", given=_quote(host), what=what),
            kind=kind,
            component="host",
            start=start + offset,
            end=end + offset,
            character=host[start] if end == start + 1 else None,
            rule=rule,
        )

    close = host.find("]")
    if close < 0:
        yield error(Message('is not closed: write "]" after the address'), 0, len(host), "RFC 3986 §3.2.2 IP-literal")
        return
    if close + 1 < len(host):
        at = close + 1
        what = Message(
            'has text after its "]": {shown} at {at}; only a port may follow', shown=_show(host[at]), at=at + offset
        )
        yield error(what, at, at + 1, "RFC 3986 §3.2.2 IP-literal")
        return
    address = host[1:-1]
    if not address:
        yield error(
            Message('is empty; write an address such as "[2001:db8::1]"'), 0, len(host), "RFC 3986 §3.2.2 IP-literal"
        )
    elif "%" in address:
        at = host.index("%")
        what = Message(
            "has a zone identifier at {at}, which IRIs do not allow; leave {text} out",
            at=at + offset,
            text=_quote(host[at:-1]),
        )
        yield error(what, at, len(host) - 1, "RFC 9844, which obsoletes RFC 6874", "zone-id")
    elif address[:1] in ("v", "V"):
        what = Message('is not valid: after "[v" write hexadecimal digits, ".", and letters or digits')
        yield error(what, 0, len(host), "RFC 3986 §3.2.2 IPvFuture")
    else:
        bad = re.search(r"[^0-9A-Fa-f:.]", address)
        if bad is not None:
            at = bad.start() + 1
            what = Message(
                "has a character that IPv6 addresses do not allow: {shown} at {at}; leave it out",
                shown=_show(bad[0]),
                at=at + offset,
            )
            yield error(what, at, at + 1, "RFC 3986 §3.2.2 IPv6address")
        else:
            yield error(_ipv6_fault(address), 1, len(host) - 1, "RFC 3986 §3.2.2 IPv6address")


def _ipv6_fault(address: str) -> str:
    """Return what is wrong where all characters are allowed."""
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
def refused(component: str, of_grammar: grammar.Grammar = "rfc3987") -> re.Pattern[str]:
    """Return a pattern of what is not allowed in a component: a character, or a "%" without two hexadecimal digits.

    Components are ``"userinfo"``, ``"host"`` (a name), ``"path"``, ``"query"`` and ``"fragment"``.
    """
    allowed = UNRESERVED + UCSCHAR + SUB_DELIMS
    if component != "host":
        allowed += ":"
    if component not in ("host", "userinfo"):
        allowed += "@/"
    if component in ("query", "fragment"):
        allowed += "?"
    if component == "query":
        allowed += IPRIVATE if of_grammar == "rfc3987" else IPRIVATE + TAGS
    return re.compile(f"[^{allowed}%]|(?!{TRIPLET})%|[{BIDI_CONTROLS}]")


def _character_errors(one: Component, of_grammar: grammar.Grammar = "rfc3987") -> Iterator[IRISyntaxError]:
    component = one.component
    production = "RFC 3987 §2.2 " + ("ireg-name" if component == "host" else f"i{component}")
    for match in refused(component, of_grammar).finditer(one.text):
        character = match[0]
        at = match.start() + one.start
        kind, _, what, rule = _class(character)
        if kind == "percent" and _PERCENT_U.match(one.text, match.start()):
            kind = "percent-u"
        yield IRISyntaxError(
            Message(
                "{what} has {what2}: {shown} at {at}; {what3}",
                what=component,
                what2=what,
                shown=_show(character),
                at=at,
                what3=_advice(kind, one, match.start()),
            ),
            kind=kind,
            component=component,
            start=at,
            end=at + 1,
            character=character,
            rule=rule or production,
        )


def _advice(kind: Kind, component: Component, place: int) -> str:
    """Return what to write instead of the character at a place in a component."""
    character, may_be_encoded = component.text[place], component.component in _MAY_BE_ENCODED
    if component.component == "host" and character == ":":
        port = re.match(":[0-9]*+\\Z", component.text[place : place + 8])
        return (
            Message('there is a second port after "{port}", keep one', port=port[0])
            if port
            else Message("write IPv6 addresses in brackets")
        )
    if kind == "bracket" and (charset := _CHARSET_TAG.match(component.text, place)):
        return Message(
            "{tag} does not declare a charset, percent-encode the characters as UTF-8", tag=_quote(charset[0])
        )
    if kind == "backslash":
        return Message('write "/", or "%5C" for a literal backslash') if may_be_encoded else Message('write "/"')
    if kind in _ADVICE:
        return _ADVICE[kind]
    return Message('write "{near}"', near=encode_all(character, "surrogatepass")) if may_be_encoded else "remove it"


_ADVICE: dict[Kind, str] = {
    "percent": Message('write "%25" for a literal percent sign'),
    "percent-u": Message('"%u" comes from JavaScript\'s escape(), write percent-encoded UTF-8'),
    "surrogate": Message("it cannot be encoded, decode the text again"),
    "bidi-control": Message("leave it out, the text around an IRI sets its direction"),
}


class _Class(NamedTuple):
    kind: Kind
    characters: str  # the inside of a set
    what: Message
    rule: str = ""  # else the production of the component


# A character is of the first class whose set contains it.
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
    return f'"{_shortened(text)}"'


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:40]}…{text[-39:]}"


def _show(character: str) -> str:
    """Return a character for a message: in quotes, or its code point if it cannot be seen alone."""
    if character.isprintable() and not unicodedata.combining(character):
        return f"'{character}'"
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" {name}" if name else "")
