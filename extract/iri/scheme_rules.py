"""The rules of single schemes, in addition to the grammar of every IRI.

They apply to the URI of an IRI, but are checked on the IRI itself, so that offsets are offsets in the IRI. A non-ASCII
character counts as its percent-encoded bytes.
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
    """A violation of a rule of the IRI's scheme. Offsets count code points of the IRI's text."""

    name: str  # "empty-host"
    message: str  # one sentence with an advice
    severity: Severity  # "warning" if the scheme only advises against it
    component: str  # as in Component
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    rule: str  # the clause of the standard, for people


def _fault(component: Component, name: str, message: str, rule: str, *, warning: bool = False) -> SchemeFault:
    """Return a violation at the whole component."""
    severity: Severity = "warning" if warning else "error"
    return SchemeFault(name, message, severity, component.component, component.start, component.end, rule)


# A URL without port and user information, and with a host, which cannot violate the rules of http.
_WEB_ADDRESS = re.compile(r"(?i:https?)://[^/?#@:]++(?=[/?#]|\Z)")


def scheme_faults(iri: str) -> list[SchemeFault]:
    """Return the violations of the rules of the IRI's scheme, in order; an empty list for an unknown scheme.

    The IRI need not be valid. Errors of the grammar are not reported here, and nothing is raised.
    """
    iri = text_of(iri)
    return [] if _WEB_ADDRESS.match(iri) else faults_of(Components(iri))


def faults_of(components: Components) -> list[SchemeFault]:
    """Return the result of `scheme_faults` for components that are already split."""
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
        message = Message("user information has a password, which everybody can read; remove it")
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
            message = Message("{what} (there may be a slash too many)", what=message)
        yield _fault(components.authority, "empty-host", message, rule)
    port = "" if components.port is None else components.port.text.lstrip("0")
    if components.port is not None and re.fullmatch("[0-9]++", port) and (len(port) > 5 or int(port) > 65535):
        message = Message('port "{port}" is greater than 65535; write a smaller one', port=components.port.text[:20])
        yield _fault(components.port, "port-range", message, "RFC 9293 §3.1")


# The components that schemes do not allow, the severity, and the clause of the standard.
_NOT_ALLOWED: dict[str, tuple[str, Severity, str]] = {
    "ws": ("userinfo fragment", "error", "RFC 6455 §3"),
    "wss": ("userinfo fragment", "error", "RFC 6455 §3"),
    "coap": ("userinfo fragment", "error", "RFC 7252 §6.1"),
    "coaps": ("userinfo fragment", "error", "RFC 7252 §6.1"),
    "ftp": ("query", "warning", "RFC 1738 §3.2.2"),
    "file": ("userinfo query", "warning", "RFC 8089 §2"),
    "mailto": ("fragment", "warning", "RFC 6068 §2"),
    "tel": ("query fragment", "error", "RFC 3966 §3"),
}
_ADVICE = {
    "userinfo": Message("remove it"),
    "query": Message('write "%3F" for "?"'),
    "fragment": Message('write "%23" for "#"'),
}
_NO_AUTHORITY = {
    "mailto": "RFC 6068 §2",
    "data": "RFC 2397 §3",
    "urn": "RFC 8141 §2",
    "tel": "RFC 3966 §3",
    "geo": "RFC 5870 §3.3",
}


def _refused(components: Components) -> Iterator[SchemeFault]:
    """Report components that the scheme does not allow."""
    names, severity, rule = _NOT_ALLOWED.get(components.scheme_name, ("", "error", ""))
    scheme = f"{_scheme(components)}:"
    for name in names.split():
        if (component := getattr(components, name)) is not None:
            message = Message(
                '"{scheme}" does not allow a {what}; {what2}', scheme=scheme, what=name, what2=_ADVICE[name]
            )
            yield _fault(component, name, message, rule, warning=severity == "warning")
    if components.authority is not None and components.scheme_name in _NO_AUTHORITY:
        near = f"{scheme}{components.authority.text}{components.path.text}"
        message = Message('"//" is not allowed after "{scheme}"; write "{near}"', scheme=scheme, near=near)
        found = _fault(components.authority, "authority", message, _NO_AUTHORITY[components.scheme_name])
        yield found._replace(start=found.start - 2)


def _http(components: Components) -> Iterator[SchemeFault]:
    if components.userinfo is not None and components.host is not None:
        message = Message('user information before the host "{host}"; remove it', host=components.host.text)
        yield _fault(components.userinfo, "userinfo", message, "RFC 9110 §4.2.4", warning=True)


def _file(components: Components) -> Iterator[SchemeFault]:
    if not components.path.text.startswith("/"):
        message = Message('a file IRI needs an absolute path; write "file://" and the path from "/" on')
        yield _fault(components.path, "relative-file", message, "RFC 8089 §2")
    host, port = components.host, components.port
    if host is not None and port is not None and re.fullmatch("[A-Za-z]", host.text) and not port.text:
        near = f"file:///{host.text}:{components.path.text}"
        message = Message('drive "{drive}:" is read as a host; write "{near}"', drive=host.text, near=near)
        yield _fault(host, "drive-as-host", message, "RFC 8089 appendix E.2")
    elif port is not None:
        yield _fault(port, "port", Message("file IRIs do not allow a port; remove it"), "RFC 8089 §2")


# RFC 5322 §3.2.3 atext, with the characters of RFC 6532.
_ATOM = r'[^\x00-\x20"(),.:;<>@\[\\\]\x7f]++'
_DOT_ATOM = rf"{_ATOM}(?:\.{_ATOM})*+"
_QUOTED = r'"(?:[^"\\\r\n]|\\.)*+"'


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
        if bad := re.search("[/?=]", value):
            at, near = len(name) + 1 + bad.start(), encode_all(bad[0])
            message = Message('"{character}" in a header field; write "{near}"', character=bad[0], near=near)
            yield _fault(field.slice(at, at + 1), "mailto-header", message, "RFC 6068 §2 qchar", warning=True)
        yield from _not_utf8(field, "RFC 6068 §2")
        if lone := re.search("(?i)%0D(?!%0A)|(?<!%0D)%0A", field.text):
            message = Message('incomplete line break; write "%0D%0A"')
            yield _fault(field.slice(*lone.span()), "mailto-line-break", message, "RFC 6068 §5", warning=True)


def _address(address: Component) -> Iterator[SchemeFault]:
    local, at, domain = address.text.rpartition("@")
    if not at:
        message = Message('address "{address}" has no "@"; write name@host', address=address.text)
        yield _fault(address, "mailto-address", message, _ADDR_SPEC)
        return
    if bad := re.search("[/&;=]", local):
        message = Message('"{character}" in an IRI; write "{near}"', character=bad[0], near=encode_all(bad[0]))
        yield _fault(address.slice(*bad.span()), "mailto-address", message, _ADDR_SPEC)
    if wrong := next(_not_utf8(address, "RFC 6068 §2"), None):
        yield wrong
        return
    name, host = (decode_to_bytes(text).decode("utf-8", "replace") for text in (local, domain))
    if not re.fullmatch(f"{_DOT_ATOM}|{_QUOTED}", name):
        what = Message("has a dot at an end, two dots in a row, or a character that needs quotes")
        message = Message('name "{given}" before "@" {what}', given=name, what=what if name else Message("is empty"))
        yield _fault(address.slice(0, max(len(local), 1)), "mailto-address", message, _ADDR_SPEC)
    if not re.fullmatch(rf"{_DOT_ATOM}|\[[^\[\]\\]*+\]", host):
        what = Message("is not a domain; write names with single dots between them")
        message = Message('"{given}" after "@" {what}', given=host, what=what if host else Message("is empty"))
        yield _fault(address.slice(len(local) + 1), "mailto-address", message, _ADDR_SPEC)


_ADDR_SPEC = "RFC 6068 §2 addr-spec"


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
        # The Fetch standard's forgiving decoding: percent-decode first, ignore whitespace and padding.
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
    """Return whether telephones dial a ``tel:`` IRI, valid or not: they ignore characters that are not digits."""
    return re.fullmatch("(?i)tel:[^?#]*?[0-9][^?#]*+", text_of(iri)) is not None


def _tel(components: Components) -> Iterator[SchemeFault]:
    if components.authority is not None:
        return
    path = components.path.text
    number, _, parameters = path.partition(";")
    fault, rule = "tel-number", "RFC 3966 §5.1.5"
    message = None
    if number.startswith("+"):
        rule = "RFC 3966 §3 global-number"
        if not re.fullmatch(_GLOBAL, path):
            message = Message(
                '"{number}" is not a number; after "+" write only digits and - . ( ), then ";name=value"', number=path
            )
    elif not re.fullmatch(_LOCAL, path):
        rule = "RFC 3966 §3 local-number"
        message = Message(
            '"{number}" is not a number; write only digits, * and - . ( ), then ";name=value"', number=path
        )
    elif "phone-context=" not in f";{parameters.lower()}":
        fault = "tel-context"
        message = Message(
            'number "{number}" is local; write it with "+" and the country code, or add ";phone-context="',
            number=number,
        )
        if re.search("[A-Za-z]", number):  # digits of §5.1.5, which telephones cannot dial
            fault = "tel-number"
            message = Message(
                '"{number}" is not a number: write digits, * and - . ( ), or add ";phone-context="', number=number
            )
    if message is not None:
        yield _fault(components.path, fault, message, rule, warning=fault == "tel-context")


_NUMBER = r"-?[0-9]++(?:\.[0-9]++)?+"
# RFC 5870 §3.3
_OTHER = r"(?i:;(?!u(?:[=;]|\Z))[^;]++)"
GEO = rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER})?+(?i:;crs=[A-Za-z0-9\-]++)?+(?i:;u=[0-9]++(?:\.[0-9]++)?+)?+{_OTHER}*+"


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
                span = f"-{limit} to {limit}"
                message = Message('"{number}" is not from {limit}; write degrees', number=number[:20], limit=span)
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
    "file": _file,
    "mailto": _mailto,
    "data": _data,
    "javascript": _javascript,
    "urn": _urn,
    "tel": _tel,
    "geo": _geo,
    "xmpp": _xmpp,
}
