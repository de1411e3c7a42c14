"""The rules of single schemes, beyond the grammar of every IRI.

They apply to the URI that an IRI is converted to, but are checked on the IRI itself, so that offsets are the IRI's: a
non-ASCII character counts as its percent-encoded bytes.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from extract.iri.components import Component, Components
from extract.iri.errors import text_of
from extract.iri.percent import TRIPLETS, decode_to_bytes, decode_triplets, encode_all
from extract.iri.schemes import NONEMPTY_HOST_SCHEMES
from extract.text.messages import Message
from extract.text.regexes import re

Severity = Literal["error", "warning"]


class SchemeFault(NamedTuple):
    """A rule of its scheme that an IRI breaks; offsets are code points of the IRI's text."""

    name: str  # "empty-host"
    message: str  # one sentence that says what to do
    severity: Severity  # "warning" if the scheme only advises against it
    component: str  # as in Part
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    rule: str  # the clause of the standard, for people


def _fault(component: Component, name: str, message: str, rule: str, *, warning: bool = False) -> SchemeFault:
    """Return a fault of the whole part."""
    severity: Severity = "warning" if warning else "error"
    return SchemeFault(name, message, severity, component.component, component.start, component.end, rule)


# An address without port and user information, and with a host, which cannot break the rules of http.
_WEB_ADDRESS = re.compile(r"(?i:https?)://[^/?#@:]++(?=[/?#]|\Z)")


def scheme_faults(iri: str) -> list[SchemeFault]:
    """Return the violations of its scheme's rules, in the order of their places; none for an unknown scheme.

    The IRI need not be valid: errors of the grammar are not reported here, and nothing is raised.
    """
    iri = text_of(iri)
    return [] if _WEB_ADDRESS.match(iri) else faults_of(Components(iri))


def faults_of(components: Components) -> list[SchemeFault]:
    """Return what `scheme_faults` returns, for an IRI that is split already."""
    if components.scheme is None or _WEB_ADDRESS.match(components.text):
        return []
    found = [*_password(components), *_refused(components)]
    if components.scheme_name in NONEMPTY_HOST_SCHEMES:
        found += _server(components)
    if components.scheme_name in _RULES:
        found += _RULES[components.scheme_name](components)
    return sorted(found, key=lambda fault: fault.start)


def _scheme(components: Components) -> str:
    """Return the scheme as written."""
    assert components.scheme is not None  # faults_of ensures it
    return components.scheme.text


def _password(components: Components) -> Iterator[SchemeFault]:
    if components.userinfo is not None and components.userinfo.text.partition(":")[2]:
        message = Message("user information has a password, which everybody can read; leave it out")
        yield _fault(components.userinfo, "password", message, "RFC 3986 §3.2.1", warning=True)


_HOST_RULES = {"http": "RFC 9110 §4.2.1", "https": "RFC 9110 §4.2.2", "ws": "RFC 6455 §3", "wss": "RFC 6455 §3"}


def _server(components: Components) -> Iterator[SchemeFault]:
    """Check that the host is not missing and the port is not too large."""
    scheme = _scheme(components)
    rule = _HOST_RULES.get(components.scheme_name, "RFC 3986 §3.2.2")
    if components.host is None:
        message = Message('host is missing; write "{scheme}://" and the host', scheme=scheme)
        yield SchemeFault("no-host", message, "error", "scheme", 0, len(scheme), rule)
    elif not components.host.text:
        assert components.authority is not None
        before = f"{scheme}://"
        message = Message('host is empty; write one after "{scheme}"', scheme=before)
        if components.path.text.startswith("/"):
            message = Message(
                'host is empty; write one after "{scheme}" (there may be a slash too many)', scheme=before
            )
        yield _fault(components.authority, "empty-host", message, rule)
    port = "" if components.port is None else components.port.text.lstrip("0")
    if components.port is not None and re.fullmatch("[0-9]++", port) and (len(port) > 5 or int(port) > 65535):
        message = Message('port "{port}" is greater than 65535; write a smaller one', port=components.port.text[:20])
        yield _fault(components.port, "port-range", message, "RFC 9293 §3.1")


# The components that schemes do not allow: the schemes, the component, how bad it is, the clause, what to do.
_NOT_ALLOWED: tuple[tuple[str, str, Severity, str, Message], ...] = (
    (
        "ws wss",
        "userinfo",
        "error",
        "RFC 6455 §3",
        Message("WebSocket addresses do not allow user information; leave it out"),
    ),
    (
        "ws wss",
        "fragment",
        "error",
        "RFC 6455 §3",
        Message('WebSocket addresses do not allow a fragment; write "%23" for "#"'),
    ),
    ("coap coaps", "userinfo", "error", "RFC 7252 §6.1", Message("CoAP does not allow user information; leave it out")),
    ("coap coaps", "fragment", "error", "RFC 7252 §6.1", Message("CoAP does not allow a fragment; leave it out")),
    (
        "ftp",
        "query",
        "warning",
        "RFC 1738 §3.2.2",
        Message('FTP does not allow a query; write "%3F" for a question mark in a file name'),
    ),
    (
        "file",
        "userinfo",
        "warning",
        "RFC 8089 §2",
        Message("file addresses do not allow user information; leave it out"),
    ),
    (
        "file",
        "query",
        "warning",
        "RFC 8089 §2",
        Message('file addresses do not allow a query; write "%3F" for a question mark in a file name'),
    ),
    (
        "mailto",
        "fragment",
        "warning",
        "RFC 6068 §2",
        Message('a fragment has no meaning in mailto; write "%23" for "#"'),
    ),
    ("tel", "fragment", "error", "RFC 3966 §3", Message('a number cannot have a fragment; write "%23" for "#"')),
    ("tel", "query", "error", "RFC 3966 §3", Message('a number cannot have a query; parameters begin with ";"')),
)
_NO_AUTHORITY = {
    "mailto": "RFC 6068 §2",
    "data": "RFC 2397 §3",
    "urn": "RFC 8141 §2",
    "tel": "RFC 3966 §3",
    "geo": "RFC 5870 §3.3",
}


def _refused(components: Components) -> Iterator[SchemeFault]:
    """Report components that the scheme does not allow."""
    for schemes, name, severity, rule, said in _NOT_ALLOWED:
        if components.scheme_name in schemes.split() and (component := getattr(components, name)) is not None:
            yield _fault(component, name, said, rule, warning=severity == "warning")
    if components.authority is not None and components.scheme_name in _NO_AUTHORITY:
        scheme, (_, start, end, text) = _scheme(components), components.authority
        message = Message(
            '"//" is not allowed after "{scheme}"; write "{near}"',
            scheme=f"{scheme}:",
            near=f"{scheme}:{text}{components.path.text}",
        )
        yield SchemeFault(
            "authority", message, "error", "authority", start - 2, end, _NO_AUTHORITY[components.scheme_name]
        )


def _http(components: Components) -> Iterator[SchemeFault]:
    if components.userinfo is not None and components.host is not None:
        message = Message('user information before the host "{host}"; leave it out', host=components.host.text)
        yield _fault(components.userinfo, "userinfo", message, "RFC 9110 §4.2.4", warning=True)


def _ftp(components: Components) -> Iterator[SchemeFault]:
    path, mark, code = components.path.text.rpartition(";type=")
    if mark and code not in ("a", "i", "d", "A", "I", "D"):
        message = Message('invalid type code "{code}"; write a, i or d', code=code)
        yield _fault(components.path.slice(len(path) + len(mark)), "ftp-type", message, "RFC 1738 §3.2.2")


def _file(components: Components) -> Iterator[SchemeFault]:
    if not components.path.text.startswith("/"):
        message = Message('a file address needs an absolute path; write "file://" and the path from "/" on')
        yield _fault(components.path, "relative-file", message, "RFC 8089 §2")
    if (
        components.host is not None
        and re.fullmatch("[A-Za-z]", components.host.text)
        and components.port
        and not components.port.text
    ):
        message = Message(
            'drive "{drive}:" is read as a host; write "{near}"',
            drive=components.host.text,
            near=f"file:///{components.host.text}:{components.path.text}",
        )
        yield _fault(components.host, "drive-as-host", message, "RFC 8089 appendix E.2")
    elif components.port is not None:
        message = Message("file addresses do not allow a port; leave it out")
        yield _fault(components.port, "port", message, "RFC 8089 §2")


# Patterns are compiled at their first use. If non-ASCII characters are allowed, a negated class of those that are not
# compiles much faster.

# RFC 5322 §3.2.3 atext, with the characters of RFC 6532.
_ATOM = r'[^\x00-\x20"(),.:;<>@\[\\\]\x7f]++'
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*+"
_QUOTED = r'"(?:[^"\\\r\n]|\\.)*+"'
_DOMAIN_LITERAL = r"\[[^\[\]\\]*+\]"


def _mailto(components: Components) -> Iterator[SchemeFault]:
    if components.authority is None and components.path.text:
        for address in components.path.split(","):
            yield from _address(address)
    for field in components.query.split("&") if components.query is not None else ():
        name, equals, value = field.text.partition("=")
        if not equals or not name:
            message = Message(
                'header field "{field}" is not "name=value"; write "%26" for "&" in a value', field=field.text
            )
            yield _fault(field, "mailto-header", message, "RFC 6068 §2 hfield")
            continue
        bad = re.search("[/?=]", value)
        if bad is not None:
            at = len(name) + 1 + bad.start()
            message = Message(
                '"{character}" in a header field; write "{near}"', character=bad[0], near=encode_all(bad[0])
            )
            yield _fault(field.slice(at, at + 1), "mailto-header", message, "RFC 6068 §2 qchar", warning=True)
        yield from _not_utf8(field, "RFC 6068 §2")
        lone = re.search("(?i)%0D(?!%0A)|(?<!%0D)%0A", field.text)
        if lone is not None:
            message = Message('incomplete line break; write "%0D%0A"')
            yield _fault(field.slice(*lone.span()), "mailto-line-break", message, "RFC 6068 §5", warning=True)


def _address(address: Component) -> Iterator[SchemeFault]:
    local, at, domain = address.text.rpartition("@")
    rule = "RFC 6068 §2 addr-spec"
    if not at:
        yield _fault(
            address,
            "mailto-address",
            Message('address "{address}" has no "@"; write name@host', address=address.text),
            rule,
        )
        return
    bad = re.search("[/&;=]", local)
    if bad is not None:
        message = Message('"{character}" in an address; write "{near}"', character=bad[0], near=encode_all(bad[0]))
        yield _fault(address.slice(*bad.span()), "mailto-address", message, rule)
    wrong = next(_not_utf8(address, "RFC 6068 §2"), None)
    if wrong is not None:
        yield wrong
        return
    name, host = (decode_to_bytes(text).decode("utf-8", "replace") for text in (local, domain))
    if not re.fullmatch(_DOT_ATOM, name) and not re.fullmatch(_QUOTED, name):
        what = (
            "is empty"
            if not name
            else Message("has a dot at an end, two dots in a row, or a character that needs quotes")
        )
        yield _fault(
            address.slice(0, max(len(local), 1)),
            "mailto-address",
            Message('name "{given}" before "@" {what}', given=name, what=what),
            rule,
        )
    if not re.fullmatch(_DOT_ATOM, host) and not re.fullmatch(_DOMAIN_LITERAL, host):
        what = (
            Message("is empty") if not host else Message("is not a domain; write names with single dots between them")
        )
        yield _fault(
            address.slice(len(local) + 1),
            "mailto-address",
            Message('"{given}" after "@" {what}', given=host, what=what),
            rule,
        )


def _not_utf8(component: Component, rule: str) -> Iterator[SchemeFault]:
    """Yield the percent-encoded bytes that are not UTF-8, for schemes that require UTF-8."""
    for run in TRIPLETS.finditer(component.text):
        try:
            decode_triplets(run[0]).decode()
        except UnicodeDecodeError as error:
            start, end = run.start() + 3 * error.start, run.start() + 3 * error.end
            message = Message('"{text}" is not UTF-8; encode the character as UTF-8', text=component.text[start:end])
            yield _fault(component.slice(start, end), "not-utf-8", message, rule)


# RFC 2045 §5.1 token, with percent-encoding.
_TOKEN = r'[^\x00-\x20"(),/:;<=>?@\[\\\]{}\x7f]++'
_MEDIA_TYPE = f'(?:{_TOKEN}/{_TOKEN})?+(?:;{_TOKEN}=(?:{_TOKEN}|"[^"]*+"|%22[^,;]*+))*+'


def _data(components: Components) -> Iterator[SchemeFault]:
    rest = components.path.text + ("" if components.query is None else f"?{components.query.text}")
    header, comma, content = rest.partition(",")
    if not comma:
        message = Message('missing ","; write one between the media type, which may be empty, and the content')
        yield _fault(components.path, "data-comma", message, "RFC 2397 §3")
        return
    media_type, encoded, _ = header.lower().partition(";base64")
    is_base64 = bool(encoded) and header.lower().endswith(";base64")
    if not re.fullmatch(_MEDIA_TYPE, header[: -len(";base64")] if is_base64 else header):
        message = Message('"{type}" is not a media type such as "text/plain;charset=utf-8"', type=media_type)
        yield _fault(components.path.slice(0, len(header)), "data-media-type", message, "RFC 2397 §3 mediatype")
    if is_base64:
        # The Fetch standard's forgiving decoding: percent-decode first, ignore white space and padding.
        octets = re.sub(rb"[\t\n\f\r ]", b"", decode_to_bytes(content))
        bare = re.sub(b"={1,2}$", b"", octets) if len(octets) % 4 == 0 else octets
        try:
            binascii.a2b_base64(bare + b"=" * (-len(bare) % 4), strict_mode=True)
        except binascii.Error:
            at = components.path.slice(len(header) + 1)
            yield _fault(at, "data-base64", Message("the content is not valid base64"), "RFC 2397 §3, Fetch")


def _javascript(components: Components) -> Iterator[SchemeFault]:
    message = Message('"javascript:" runs a script; link to a page instead')
    rule = "draft-hoehrmann-javascript-scheme"
    yield SchemeFault("script", message, "warning", "scheme", 0, len(_scheme(components)), rule)
    for component in (components.path, components.query, components.fragment):
        if component is not None:
            yield from _not_utf8(component, "draft-hoehrmann-javascript-scheme §3")


_NID = "[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]"


# Namespaces that define a syntax for their names.
_NAMESPACES = {
    "uuid": (
        Message('a UUID such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"'),
        "(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        "RFC 9562 §4",
    ),
    "oid": (
        Message(
            'an object identifier such as "1.3.6.1": numbers and dots, the first from 0 to 2, after 0 and 1 up to 39'
        ),
        r"[01](?:\.[123]?[0-9](?:\.(?:0|[1-9][0-9]*+))*+)?+|2(?:\.(?:0|[1-9][0-9]*+))*+",
        "RFC 3061 §3",
    ),
}


def _urn(components: Components) -> Iterator[SchemeFault]:
    if components.authority is not None:
        return
    nid, colon, nss = components.path.text.partition(":")
    namespace = components.path.slice(0, len(nid))
    if not re.fullmatch(_NID, nid):
        message = Message('namespace "{text}" is not 2 to 32 ASCII letters, digits and inner hyphens', text=nid)
        yield _fault(namespace, "urn-namespace", message, "RFC 8141 §2 NID")
    elif re.match("(?i)x-|..--|urn-(?![1-9][0-9]*+$)", nid):
        message = Message('namespace "{text}" is of a form that is not assigned', text=nid)
        yield _fault(namespace, "urn-namespace", message, "RFC 8141 §5.1", warning=True)
    if not nss or nss.startswith("/"):
        message = Message('":" and name are missing; a URN is "urn:", a namespace, ":" and a name')
        if colon and nss:
            message = Message('name begins with a slash; a URN is "urn:", a namespace, ":" and a name')
        elif colon:
            message = Message('name is empty; a URN is "urn:", a namespace, ":" and a name')
        yield _fault(components.path.slice(len(nid) + len(colon)), "urn-name", message, "RFC 8141 §2 NSS")
    expected, syntax, standard = _NAMESPACES.get(nid.lower(), ("", "", ""))
    if nss and expected and not re.fullmatch(syntax, nss):
        message = Message('name "{given}" is not {what}', given=nss[:60], what=expected)
        yield _fault(components.path.slice(len(nid) + 1), "urn-name", message, standard)
    if components.query is not None:
        query = f"?{components.query.text}"
        if not re.fullmatch(r"(?:\?\+(?![?/])(?:(?!\?=).)++)?+(?:\?=(?![?/]).++)?+", query, re.DOTALL):
            message = Message('invalid query; after the name of a URN only "?+" and "?=" with their values are allowed')
            yield _fault(components.query, "urn-query", message, "RFC 8141 §2 rq-components")


_VISUAL = r"\-.()"
_PARAMETERS = r'(?:;[A-Za-z0-9\-]++(?:=(?:[^\x00-\x20"#%,;<=>?@\\^`{|}\x7f]|%[0-9A-Fa-f]{2})++)?+)*+'
_GLOBAL = rf"\+[{_VISUAL}]*+[0-9][0-9{_VISUAL}]*+{_PARAMETERS}"
_LOCAL = rf"(?i)[{_VISUAL}]*+(?:[0-9a-f*]|%23)(?:[0-9a-f*{_VISUAL}]|%23)*+{_PARAMETERS}"


def is_dialled(iri: str) -> bool:
    """Return whether telephones dial a ``tel:`` IRI, valid or not: they leave out what is not a digit."""
    return re.fullmatch("(?i)tel:[^?#]*?[0-9][^?#]*+", text_of(iri)) is not None


def _tel(components: Components) -> Iterator[SchemeFault]:
    if components.authority is not None:
        return
    number, _, parameters = components.path.text.partition(";")
    path = components.path.text
    if number.startswith("+"):
        if not re.fullmatch(_GLOBAL, path):
            message = Message(
                '"{number}" is not a number; after "+" write only digits and - . ( ), then ";name=value"', number=path
            )
            yield _fault(components.path, "tel-number", message, "RFC 3966 §3 global-number")
    elif not re.fullmatch(_LOCAL, path):
        message = Message(
            '"{number}" is not a number; write only digits, * and - . ( ), then ";name=value"', number=path
        )
        yield _fault(components.path, "tel-number", message, "RFC 3966 §3 local-number")
    elif "phone-context=" not in f";{parameters.lower()}":
        if re.search("[A-Za-z]", number):  # digits of §5.1.5, of which no telephone knows where they are dialled
            message = Message(
                '"{number}" is not a number: write digits, * and - . ( ), or add ";phone-context="', number=number
            )
            yield _fault(components.path, "tel-number", message, "RFC 3966 §5.1.5")
            return
        message = Message(
            'number "{number}" is local; write it with "+" and the country code, or add ";phone-context="',
            number=number,
        )
        yield _fault(components.path, "tel-context", message, "RFC 3966 §5.1.5", warning=True)
    known: set[str] = set()
    for parameter in components.path.slice(len(number) + 1).split(";"):
        name = parameter.text.partition("=")[0].lower()
        if name and name in known:
            yield _fault(
                parameter,
                "tel-number",
                Message('parameter "{parameter}" is there twice; keep one', parameter=name),
                "RFC 3966 §3",
            )
        known.add(name)


_NUMBER = r"-?[0-9]++(?:\.[0-9]++)?+"
# RFC 5870 §3.3
GEO = rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER})?+(?i:;crs=[A-Za-z0-9\-]++)?+(?i:;u=[0-9]++(?:\.[0-9]++)?+)?+(?:;[^;]++)*+"


def _geo(components: Components) -> Iterator[SchemeFault]:
    path = components.path.text
    if components.authority is not None:
        return
    if not re.fullmatch(GEO, path):
        message = Message('"{number}" is not a place; write latitude, ",", longitude, then ";name=value"', number=path)
        yield _fault(components.path, "geo", message, "RFC 5870 §3.3")
    elif not re.search(r"(?i);crs=(?!wgs84(?:;|\Z))", path):
        latitude, longitude = re.findall(_NUMBER, path)[:2]
        for number, limit, at in ((latitude, 90, 0), (longitude, 180, len(latitude) + 1)):
            if len(number) > 20 or abs(float(number)) > limit:
                message = Message(
                    '"{number}" is not from {limit}; write degrees', number=number[:20], limit=f"-{limit} to {limit}"
                )
                yield _fault(components.path.slice(at, at + len(number)), "geo", message, "RFC 5870 §3.4.2")


_XMPP_CHARACTER = r"(?:[^\x00-,/:-@\[-^`{-}\x7f]|%[0-9A-Fa-f]{2})"
_XMPP_QUERY = rf"{_XMPP_CHARACTER}*+(?:;{_XMPP_CHARACTER}*+={_XMPP_CHARACTER}*+)*+"


def _xmpp(components: Components) -> Iterator[SchemeFault]:
    if components.authority is not None and components.userinfo is None:
        message = Message('after "//" write the account to use, as name@host; for a contact write "xmpp:" without "//"')
        yield _fault(components.authority, "xmpp-account", message, "RFC 5122 §2.2 iauthxmpp")
    if components.authority is None:
        jid = components.path.text.partition("/")[0]
        node, at, host = jid.partition("@")
        address = components.path.slice(0, len(jid))
        if not (host if at else node):
            message = Message("host is missing; write name@host")
            yield _fault(address, "empty-host", message, "RFC 5122 §2.2 ipathxmpp")
        elif "@" in host:
            yield _fault(address, "xmpp-address", Message('address has a second "@"'), "RFC 5122 §2.2 ipathxmpp")
        elif at and re.search("[&':]", node):
            message = Message('name before "@" has one of & \' : ; percent-encode it')
            yield _fault(address.slice(0, len(node)), "xmpp-address", message, "RFC 5122 §2.2 nodeallow")
    if components.query is not None and not re.fullmatch(_XMPP_QUERY, components.query.text):
        message = Message('invalid query; write an action and ";name=value" pairs, such as "message;subject=Hi"')
        yield _fault(components.query, "xmpp-query", message, "RFC 5122 §2.2 iquerycomp")


_RULES: dict[str, Callable[[Components], Iterator[SchemeFault]]] = {
    "http": _http,
    "https": _http,
    "ftp": _ftp,
    "file": _file,
    "mailto": _mailto,
    "data": _data,
    "javascript": _javascript,
    "urn": _urn,
    "tel": _tel,
    "geo": _geo,
    "xmpp": _xmpp,
}
