"""The rules of single schemes, beyond what the grammar asks of every IRI (R-96).

They hold for the URI that an IRI stands for (R-44); a character beyond ASCII counts as the percent-encoded octets it
becomes, so the rules can be read off the IRI and speak of its own offsets.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple
from urllib.parse import unquote_to_bytes

from extract.iri.parts import SPLIT, split_authority
from extract.iri.schemes import NONEMPTY_HOST_SCHEMES
from extract.text.regexes import re


class SchemeFault(NamedTuple):
    """A rule of its scheme that an IRI breaks; offsets are code points of the IRI's text."""

    name: str  # "empty-host"
    message: str
    severity: Literal["error", "warning"]
    component: str
    start: int
    end: int
    rule: str


class _Part(NamedTuple):
    component: str
    text: str
    start: int

    def fault(self, name: str, message: str, rule: str, *, warning: bool = False) -> SchemeFault:
        """A fault of the whole part."""
        end = self.start + len(self.text)
        return SchemeFault(name, message, "warning" if warning else "error", self.component, self.start, end, rule)

    def slice(self, start: int, end: int | None = None) -> _Part:
        return _Part(self.component, self.text[start:end], self.start + start)

    def split(self, separator: str) -> Iterator[_Part]:
        at = 0
        for piece in self.text.split(separator):
            yield _Part(self.component, piece, self.start + at)
            at += len(piece) + len(separator)


class _Parts(NamedTuple):
    """The parts of one IRI with a scheme, each with its place; ``None`` is absent."""

    scheme: _Part
    authority: _Part | None
    userinfo: _Part | None
    host: _Part | None
    port: _Part | None
    path: _Part
    query: _Part | None
    fragment: _Part | None


# There are no rules for more of it than host, port and user information.
_WEB_ADDRESS = re.compile(r"(?i:https?)://[^/?#@:]++(?=[/?#]|\Z)")


def scheme_faults(iri: str) -> list[SchemeFault]:
    """The rules of its scheme that an IRI breaks, in the order of their places; none for an unknown scheme.

    The grammar's own errors are ``extract.syntax``'s; the IRI need not be valid, and nothing is raised.
    """
    parts = None if _WEB_ADDRESS.match(iri) else _read(iri)
    if parts is None:
        return []
    name = parts.scheme.text.lower()
    found = list(_password(parts))
    if name in NONEMPTY_HOST_SCHEMES:
        found += _server(parts)
    if name in _RULES:
        found += _RULES[name](parts)
    return sorted(found, key=lambda fault: fault.start)


def _read(iri: str) -> _Parts | None:
    match = SPLIT.fullmatch(iri)
    assert match is not None
    if match[1] is None:
        return None

    def part(group: int, name: str) -> _Part | None:
        return None if match[group] is None else _Part(name, match[group], match.start(group))

    authority = part(2, "authority")
    userinfo = host = port = None
    if authority is not None:
        user, name, number = split_authority(authority.text)
        at = authority.start
        if user is not None:
            userinfo = _Part("userinfo", user, at)
            at += len(user) + 1
        host = _Part("host", name, at)
        if number is not None:
            port = _Part("port", number, at + len(name) + 1)
    path = _Part("path", match[3], match.start(3))
    scheme = _Part("scheme", match[1], 0)
    return _Parts(scheme, authority, userinfo, host, port, path, part(4, "query"), part(5, "fragment"))


def _password(parts: _Parts) -> Iterator[SchemeFault]:
    if parts.userinfo is not None and parts.userinfo.text.partition(":")[2]:
        message = "user information has a password, which everybody can read; leave it out"
        yield parts.userinfo.fault("password", message, "RFC 3986 §3.2.1", warning=True)


_HOST_RULES = {"http": "RFC 9110 §4.2.1", "https": "RFC 9110 §4.2.2", "ws": "RFC 6455 §3", "wss": "RFC 6455 §3"}


def _server(parts: _Parts) -> Iterator[SchemeFault]:
    """A host that is there, and a port that exists."""
    scheme = parts.scheme.text
    rule = _HOST_RULES.get(scheme.lower(), "RFC 3986 §3.2.2")
    if parts.host is None:
        message = f'"{scheme}:" has no host; write "{scheme}://" and the host'
        yield parts.scheme.fault("no-host", message, rule)
    elif not parts.host.text:
        assert parts.authority is not None
        message = f'host is empty; write one after "{scheme}://"'
        if parts.path.text.startswith("/"):
            message += " (there may be a slash too many)"
        yield parts.authority.fault("empty-host", message, rule)
    if parts.port is not None and re.fullmatch("[0-9]++", parts.port.text) and int(parts.port.text[-400:]) > 65535:
        message = f'port "{parts.port.text}" is beyond 65535; write a smaller one'
        yield parts.port.fault("port-range", message, "RFC 9293 §3.1")


def _no_authority(parts: _Parts, rule: str) -> Iterator[SchemeFault]:
    if parts.authority is not None:
        scheme = parts.scheme.text
        message = f'"{scheme}:" has no "//" after it; write "{scheme}:{parts.authority.text}{parts.path.text}"'
        yield parts.authority._replace(start=parts.authority.start - 2, text=f"//{parts.authority.text}").fault(
            "authority", message, rule
        )


def _http(parts: _Parts) -> Iterator[SchemeFault]:
    if parts.userinfo is not None and parts.host is not None:
        message = f'user information stands before the host, which is "{parts.host.text}"; leave it out'
        yield parts.userinfo.fault("userinfo", message, "RFC 9110 §4.2.4", warning=True)


def _websocket(parts: _Parts) -> Iterator[SchemeFault]:
    if parts.userinfo is not None:
        yield parts.userinfo.fault("userinfo", "a WebSocket has no user information; leave it out", "RFC 6455 §3")
    if parts.fragment is not None:
        yield parts.fragment.fault("fragment", 'a WebSocket has no fragment; write "%23" for "#"', "RFC 6455 §3")


def _coap(parts: _Parts) -> Iterator[SchemeFault]:
    if parts.userinfo is not None:
        yield parts.userinfo.fault("userinfo", "CoAP has no user information; leave it out", "RFC 7252 §6.1")
    if parts.fragment is not None:
        yield parts.fragment.fault("fragment", "a CoAP request has no fragment; leave it out", "RFC 7252 §6.1")


def _ftp(parts: _Parts) -> Iterator[SchemeFault]:
    path, mark, code = parts.path.text.rpartition(";type=")
    if mark and code not in ("a", "i", "d", "A", "I", "D"):
        message = f'type code "{code}" is none of a, i and d'
        yield parts.path.slice(len(path) + len(mark)).fault("ftp-type", message, "RFC 1738 §3.2.2")
    if parts.query is not None:
        message = 'FTP has no query; write "%3F" if a file name has a question mark'
        yield parts.query.fault("query", message, "RFC 1738 §3.2.2", warning=True)


def _file(parts: _Parts) -> Iterator[SchemeFault]:
    if not parts.path.text.startswith("/"):
        advice = "write three slashes and an absolute path"
        yield parts.path.fault("relative-file", f"a file's path begins with a slash; {advice}", "RFC 8089 §2")
    if parts.host is not None and re.fullmatch("[A-Za-z]", parts.host.text) and parts.port and not parts.port.text:
        message = f'"{parts.host.text}:" is read as a host; write "file:///{parts.host.text}:{parts.path.text}"'
        yield parts.host.fault("drive-as-host", message, "RFC 8089 appendix E.2")
    elif parts.port is not None:
        yield parts.port.fault("port", "a file's host has no port; leave it out", "RFC 8089 §2")
    if parts.userinfo is not None:
        yield parts.userinfo.fault("userinfo", "a file's host has no user information", "RFC 8089 §2", warning=True)
    if parts.query is not None:
        message = 'a file has no query; write "%3F" if its name has a question mark'
        yield parts.query.fault("query", message, "RFC 8089 §2", warning=True)


# Patterns are compiled by their first use. Where characters beyond ASCII are allowed, a class names
# what is not: that is much quicker to compile.

# RFC 5322 §3.2.3 atext, with the characters of RFC 6532.
_ATOM = r'[^\x00-\x20"(),.:;<>@\[\\\]\x7f]++'
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*+"
_QUOTED = r'"(?:[^"\\\r\n]|\\.)*+"'
_DOMAIN_LITERAL = r"\[[^\[\]\\]*+\]"


def _mailto(parts: _Parts) -> Iterator[SchemeFault]:
    yield from _no_authority(parts, "RFC 6068 §2")
    if parts.authority is None and parts.path.text:
        for address in parts.path.split(","):
            yield from _address(address)
    for field in parts.query.split("&") if parts.query is not None else ():
        name, equals, value = field.text.partition("=")
        if not equals or not name:
            message = f'header field "{field.text}" is not "name=value"; write "%26" for "&" in a value'
            yield field.fault("mailto-header", message, "RFC 6068 §2 hfield")
            continue
        bad = re.search("[/?=]", value)
        if bad is not None:
            at = len(name) + 1 + bad.start()
            message = f'"{bad[0]}" in a header field is written "%{ord(bad[0]):02X}"'
            yield field.slice(at, at + 1).fault("mailto-header", message, "RFC 6068 §2 qchar", warning=True)
        yield from _not_utf8(field, "RFC 6068 §2")
        lone = re.search("(?i)%0D(?!%0A)|(?<!%0D)%0A", field.text)
        if lone is not None:
            message = 'a line break in a mail is written "%0D%0A"'
            yield field.slice(*lone.span()).fault("mailto-line-break", message, "RFC 6068 §5", warning=True)
    if parts.fragment is not None:
        message = 'a fragment means nothing in mailto; write "%23" for "#"'
        yield parts.fragment.fault("fragment", message, "RFC 6068 §2", warning=True)


def _address(address: _Part) -> Iterator[SchemeFault]:
    local, at, domain = address.text.rpartition("@")
    rule = "RFC 6068 §2 addr-spec"
    if not at:
        yield address.fault("mailto-address", f'address "{address.text}" has no "@"; write name@host', rule)
        return
    bad = re.search("[/&;=]", local)
    if bad is not None:
        message = f'"{bad[0]}" in an address is written "%{ord(bad[0]):02X}"'
        yield address.slice(*bad.span()).fault("mailto-address", message, rule)
    wrong = next(_not_utf8(address, "RFC 6068 §2"), None)
    if wrong is not None:
        yield wrong
        return
    name, host = (
        unquote_to_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace") for text in (local, domain)
    )
    if not re.fullmatch(_DOT_ATOM, name) and not re.fullmatch(_QUOTED, name):
        what = "is empty" if not name else "has dots at its ends or in a row, or a character that wants quotes"
        yield address.slice(0, max(len(local), 1)).fault("mailto-address", f'name "{name}" before "@" {what}', rule)
    if not re.fullmatch(_DOT_ATOM, host) and not re.fullmatch(_DOMAIN_LITERAL, host):
        what = "is empty" if not host else "is no domain: names with single dots between them"
        yield address.slice(len(local) + 1).fault("mailto-address", f'"{host}" after "@" {what}', rule)


def _not_utf8(part: _Part, rule: str) -> Iterator[SchemeFault]:
    """Percent-encoded octets that are not UTF-8 where the scheme wants UTF-8."""
    for run in re.finditer("(?:%[0-9A-Fa-f]{2})++", part.text):
        try:
            bytes.fromhex(run[0].replace("%", "")).decode()
        except UnicodeDecodeError as error:
            start, end = run.start() + 3 * error.start, run.start() + 3 * error.end
            message = f'"{part.text[start:end]}" is not UTF-8; encode the character as UTF-8'
            yield part.slice(start, end).fault("not-utf-8", message, rule)


# RFC 2045 §5.1 token, with percent-encoding.
_TOKEN = r'[^\x00-\x20"(),/:;<=>?@\[\\\]{}\x7f]++'
_MEDIA_TYPE = f'(?:{_TOKEN}/{_TOKEN})?+(?:;{_TOKEN}=(?:{_TOKEN}|"[^"]*+"|%22[^,;]*+))*+'


def _data(parts: _Parts) -> Iterator[SchemeFault]:
    yield from _no_authority(parts, "RFC 2397 §3")
    rest = parts.path.text + ("" if parts.query is None else f"?{parts.query.text}")
    header, comma, content = rest.partition(",")
    if not comma:
        message = 'data has no ","; write one between the media type, which may be empty, and the content'
        yield parts.path.fault("data-comma", message, "RFC 2397 §3")
        return
    media_type, encoded, _ = header.lower().partition(";base64")
    is_base64 = bool(encoded) and header.lower().endswith(";base64")
    if not re.fullmatch(_MEDIA_TYPE, header[: -len(";base64")] if is_base64 else header):
        message = f'"{media_type}" is no media type such as "text/plain;charset=utf-8"'
        yield parts.path.slice(0, len(header)).fault("data-media-type", message, "RFC 2397 §3 mediatype")
    if is_base64:
        # The Fetch standard's forgiving decoding: percent-encoding first, white space and padding do not count.
        octets = re.sub(rb"[\t\n\f\r ]", b"", unquote_to_bytes(content.encode("utf-8", "surrogatepass")))
        bare = re.sub(b"={1,2}$", b"", octets) if len(octets) % 4 == 0 else octets
        try:
            binascii.a2b_base64(bare + b"=" * (-len(bare) % 4), strict_mode=True)
        except binascii.Error:
            at = parts.path.slice(len(header) + 1)
            text = content if parts.query is None else parts.path.text[len(header) + 1 :]
            yield at._replace(text=text).fault("data-base64", "the content is not base64", "RFC 2397 §3, Fetch")


def _javascript(parts: _Parts) -> Iterator[SchemeFault]:
    message = "javascript: runs a program and leads nowhere; link a page"
    yield parts.scheme.fault("script", message, "draft-hoehrmann-javascript-scheme", warning=True)
    for part in (parts.path, parts.query, parts.fragment):
        if part is not None:
            yield from _not_utf8(part, "draft-hoehrmann-javascript-scheme §3")


_NID = "[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]"


def _urn(parts: _Parts) -> Iterator[SchemeFault]:
    yield from _no_authority(parts, "RFC 8141 §2")
    if parts.authority is not None:
        return
    nid, colon, nss = parts.path.text.partition(":")
    namespace = parts.path.slice(0, len(nid))
    if not re.fullmatch(_NID, nid):
        message = f'namespace "{nid}" is not 2 to 32 ASCII letters, digits and inner hyphens'
        yield namespace.fault("urn-namespace", message, "RFC 8141 §2 NID")
    elif re.match("(?i)x-|..--|urn-(?![1-9][0-9]*+$)", nid):
        message = f'namespace "{nid}" is of a kind that is not given out'
        yield namespace.fault("urn-namespace", message, "RFC 8141 §5.1", warning=True)
    if not nss or nss.startswith("/"):
        what = "is empty" if not nss else "begins with a slash"
        advice = 'a URN is "urn:", a namespace, ":" and a name'
        message = f"name {what}; {advice}" if colon else f'URN has no ":" and name; {advice}'
        yield parts.path.slice(len(nid) + len(colon)).fault("urn-name", message, "RFC 8141 §2 NSS")
    if parts.query is not None:
        query = f"?{parts.query.text}"
        if not re.fullmatch(r"(?:\?\+(?![?/])(?:(?!\?=).)++)?+(?:\?=(?![?/]).++)?+", query, re.DOTALL):
            message = 'after the name stand "?+" and "?=" with their values, or nothing'
            yield parts.query.fault("urn-query", message, "RFC 8141 §2 rq-components")


_VISUAL = r"\-.()"
_PARAMETERS = r'(?:;[A-Za-z0-9\-]++(?:=(?:[^\x00-\x20"#%,;<=>?@\\^`{|}\x7f]|%[0-9A-Fa-f]{2})++)?+)*+'
_GLOBAL = rf"\+[{_VISUAL}]*+[0-9][0-9{_VISUAL}]*+{_PARAMETERS}"
_LOCAL = rf"(?i)[{_VISUAL}]*+(?:[0-9a-f*]|%23)(?:[0-9a-f*{_VISUAL}]|%23)*+{_PARAMETERS}"


def _tel(parts: _Parts) -> Iterator[SchemeFault]:
    yield from _no_authority(parts, "RFC 3966 §3")
    if parts.authority is not None:
        return
    number, _, parameters = parts.path.text.partition(";")
    path = parts.path.text
    if number.startswith("+"):
        if not re.fullmatch(_GLOBAL, path):
            message = f'"{path}" is no number: after "+" stand digits and - . ( ) only, then ";name=value"'
            yield parts.path.fault("tel-number", message, "RFC 3966 §3 global-number")
    elif not re.fullmatch(_LOCAL, path):
        message = f'"{path}" is no number: digits, * and - . ( ), then ";name=value"'
        yield parts.path.fault("tel-number", message, "RFC 3966 §3 local-number")
    elif "phone-context=" not in f";{parameters.lower()}":
        message = f'number "{number}" is local; write it with "+" and the country, or add ";phone-context="'
        yield parts.path.fault("tel-context", message, "RFC 3966 §5.1.5", warning=True)
    if parts.fragment is not None:
        yield parts.fragment.fault("fragment", 'a number has no fragment; write "%23" for "#"', "RFC 3966 §3")
    if parts.query is not None:
        yield parts.query.fault("query", 'a number has no query; parameters begin with ";"', "RFC 3966 §3")


_XMPP_CHARACTER = r"(?:[^\x00-,/:-@\[-^`{-}\x7f]|%[0-9A-Fa-f]{2})"
_XMPP_QUERY = rf"{_XMPP_CHARACTER}*+(?:;{_XMPP_CHARACTER}*+={_XMPP_CHARACTER}*+)*+"


def _xmpp(parts: _Parts) -> Iterator[SchemeFault]:
    if parts.authority is not None and parts.userinfo is None:
        message = 'the account to use stands after "//" as name@host; for a contact write "xmpp:" without "//"'
        yield parts.authority.fault("xmpp-account", message, "RFC 5122 §2.2 iauthxmpp")
    if parts.authority is None:
        jid = parts.path.text.partition("/")[0]
        node, at, host = jid.partition("@")
        address = parts.path.slice(0, len(jid))
        if not (host if at else node):
            message = "address has no host; write name@host"
            yield address.fault("empty-host", message, "RFC 5122 §2.2 ipathxmpp")
        elif "@" in host:
            yield address.fault("xmpp-address", 'address has a second "@"', "RFC 5122 §2.2 ipathxmpp")
        elif at and re.search("[&':]", node):
            message = 'name before "@" has one of & \' : , which are percent-encoded there'
            yield address.slice(0, len(node)).fault("xmpp-address", message, "RFC 5122 §2.2 nodeallow")
    if parts.query is not None and not re.fullmatch(_XMPP_QUERY, parts.query.text):
        message = 'query is not an action and ";name=value" pairs, such as "message;subject=Hi"'
        yield parts.query.fault("xmpp-query", message, "RFC 5122 §2.2 iquerycomp")


_RULES: dict[str, Callable[[_Parts], Iterator[SchemeFault]]] = {
    "http": _http,
    "https": _http,
    "ws": _websocket,
    "wss": _websocket,
    "coap": _coap,
    "coaps": _coap,
    "ftp": _ftp,
    "file": _file,
    "mailto": _mailto,
    "data": _data,
    "javascript": _javascript,
    "urn": _urn,
    "tel": _tel,
    "xmpp": _xmpp,
}
