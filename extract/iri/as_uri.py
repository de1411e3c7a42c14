"""Convert an IRI to a URI, component by component (RFC 3987 §3.1). Convert as late as possible, and keep the IRI."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Literal, get_args

from extract.iri.components import authority_components, join_authority, match_head, split, unsplit
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import ConversionError, HostError, IRISyntaxError, require_choice, text_of
from extract.iri.grammar import is_iri_reference, is_uri_reference, not_ucschar, outline
from extract.iri.host import ascii_name, host_to_ascii, is_socket
from extract.iri.mailto import change_domains
from extract.iri.percent import decode_name, encode_bytes, encode_letters, percent_encode
from extract.iri.schemes import DNS_SCHEMES
from extract.text.labels import PageCharset, page_charset
from extract.text.regexes import and_non_ascii, re

Host = Literal["auto", "idna", "percent"]
_HOSTS = get_args(Host)

# The fast path: an absolute URI in ASCII with a plain host, which most are.
_PLAIN = re.compile(
    r"(?![Mm][Aa][Ii][Ll][Tt][Oo]:)[A-Za-z][A-Za-z0-9+.\-]*+://[A-Za-z0-9.\-]*+(?::[0-9]*+)?+"
    r"(?:[/?][!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+)?+"
    r"(?:\#[!$&-;=?-Z_a-z~]*+(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*+)*+)?+"
)

# A web IRI, with its host as the group. All of Unicode is allowed here, which compiles fast, and is checked later.
_HOST = and_non_ascii(r"A-Za-z0-9.\-")
_DATA = and_non_ascii(r"!$&-;=?-Z_a-z~")
_REST = rf"{_DATA}*+(?:%[0-9A-Fa-f]{{2}}{_DATA}*+)*+"
_WEB = re.compile(rf"(?:https?|ftp|wss?)://({_HOST}++)(?::[0-9]*+)?+(?:[/?]{_REST})?+(?:\#{_REST})?+")


def _web_uri(iri: str) -> str | None:
    """Return the URI of a usual web IRI, or ``None``."""
    found = _WEB.fullmatch(iri)
    if found is None or not_ucschar.search(iri):
        return None
    name = found[1]
    if not name.isascii():
        try:
            iri = iri[: found.start(1)] + host_to_ascii(name) + iri[found.end(1) :]
        except HostError:
            return None
    return encode_letters(iri)


def usual_uri(iri: str) -> str | None:
    """Return the result of `to_uri` with default options for usual IRIs; ``None`` for others."""
    if iri.isascii():
        return iri if _PLAIN.fullmatch(iri) else None
    return _web_uri(iri)


def to_uri(
    iri: str,
    *,
    host: Host = "auto",
    document_charset: str | None = None,
    base: str | None = None,
    strict2008: bool = False,
) -> str:
    """Return the URI of an IRI or IRI reference: RFC 3987 §3.1, component by component.

    Non-ASCII characters become percent-encoded UTF-8. A URI is returned unchanged, except for a DNS host in
    percent-encoded UTF-8, which no resolver can look up, also in the email addresses of ``mailto:``.

    - ``host``: ``"auto"`` converts the host to the form that the DNS looks up (`host_to_ascii`) in references without a
      scheme, in schemes that use the DNS and in the domains of ``mailto:``, and percent-encodes it elsewhere.
      ``"idna"`` and ``"percent"`` always do the one or the other.
    - ``document_charset``: the charset of the document that contains the ``http:`` or ``https:`` link. Unless it is a
      Unicode encoding, the query is encoded in it (draft-ietf-iri-3987bis §3.5).
    - ``base``: the IRI of that document, whose scheme decides for a relative reference. The result stays relative.
    - ``strict2008``: reject hosts with symbols, which UTS #46 allows and IDNA 2008 does not, and with "_".

    Raises `IRISyntaxError` unless ``iri`` is an IRI reference, `HostError` for a host that cannot be looked up, and
    `ConversionError` for a character outside ``document_charset``. Their offsets count code points of ``iri``.
    """
    if type(iri) is not str:
        iri = text_of(iri)
    charset = None if document_charset is None else _legacy_charset(text_of(document_charset, "document_charset"))
    document_scheme = None if base is None else match_head(text_of(base, "base"))[1]
    if base is not None and document_scheme is None:
        message = f'base "{base}" has no scheme; only an IRI with a scheme can be that of a document'
        raise IRISyntaxError(message, kind="scheme", component="scheme", rule="RFC 3986 §5.1")
    if host != "auto":
        require_choice("host", host, _HOSTS)
    is_usual = iri.isascii() or (host == "auto" and charset is None and not strict2008)
    if is_usual and (uri := usual_uri(iri)) is not None:
        return uri
    form = outline(iri)
    if not (is_uri_reference(form) if form.isascii() else is_iri_reference(iri)):
        # The grammar allows direction controls (RFC 3987 §4.1).
        raise next(error for error in syntax_errors(iri) if error.kind != "bidi-control")
    return percent_encode(_changed(iri, host, charset, document_scheme, strict2008))


def _changed(iri: str, host: Host, charset: PageCharset | None, document_scheme: str | None, strict2008: bool) -> str:
    parts = split(iri)
    name = (parts.scheme or document_scheme or "").lower()
    if name == "mailto" and host != "percent":
        parts = split(change_domains(iri, lambda domain, at: _mail_domain(domain, at, strict2008, host == "idna")))
    is_in_dns = host == "idna" or (host == "auto" and (not name or name in DNS_SCHEMES))
    if is_in_dns and parts.authority is not None and ("%" in parts.authority or not parts.authority.isascii()):
        at = 2 if parts.scheme is None else len(parts.scheme) + 3
        userinfo, found, port = authority_components(parts.authority, at)
        written = _dns_host(found.text, found.start, strict2008)
        parts = parts._replace(authority=join_authority(userinfo and userinfo.text, written, port and port.text))
    if charset is not None and parts.query is not None and name in ("http", "https"):
        # draft-ietf-iri-3987bis §3.5: no other scheme, no other component.
        parts = parts._replace(query=_in_charset(parts.query, charset, iri.index("?") + 1))
    return unsplit(parts)


def _dns_host(host: str, at: int, strict2008: bool) -> str:
    """Return the host in the form that the DNS looks up (draft-ietf-iri-3987bis §3.4.2 with UTS #46)."""
    name = decode_name(host)
    if name is None or name.isascii() or is_socket(host):
        return host
    try:
        return ascii_name(host, at, strict2008)
    except HostError:
        if host.isascii():
            return host  # it is a URI, so a host that is not a domain name stays unchanged
        raise


def _mail_domain(domain: str, at: int, strict2008: bool, refuse: bool) -> str:
    # RFC 6068 §2: in percent-encoded UTF-8 it is the same name.
    try:
        return _dns_host(domain, at, strict2008)
    except HostError:
        if strict2008 or refuse:
            raise
        return domain  # RFC 3987 §3.1 rejects an ireg-name, but this is part of a path, which step 2 encodes


# --- queries in the charset of a document ----------------------------------------------------------------------------


_OF_CHARSETS = "draft-ietf-iri-3987bis §3.5"


def query_in_charset(query: str, charset: str) -> str:
    """Return a query in the charset of its page, as browsers do."""
    page = _legacy_charset(charset)
    return query if page is None else _in_charset(query, page, None)


@cache
def _legacy_charset(charset: str) -> PageCharset | None:
    """Return the charset of a document; ``None`` for a Unicode encoding. Raise `ConversionError` if it is unknown."""
    with suppress(LookupError):
        page = page_charset(charset)
        if page is None or "&=".encode(page.codec) == b"&=":
            return page
    message = f"{charset!a} is not a document charset known to Python; name one such as iso-8859-1"
    raise ConversionError(message, kind="charset", component="query", rule=_OF_CHARSETS)


def _in_charset(query: str, charset: PageCharset, at: int | None) -> str:
    """Return the query in the charset of its document. ``at`` is its offset; ``None`` encodes as browsers do."""
    return _not_as_ascii(charset.codec).sub(lambda match: _in_bytes(match, charset, at), query)


@cache
def _not_as_ascii(codec: str) -> re.Pattern[str]:
    """Match a run of characters that a charset does not encode as ASCII does: also "~" in HZ (RFC 1843)."""
    # A run is encoded in one step, from the first shift of a stateful charset such as ISO-2022-JP to the last, which
    # returns to ASCII. Each run is decoded separately.
    odd = "".join(
        re.escape(character)
        for character in map(chr, range(0x20, 0x7F))
        if character not in "%" and character.encode(codec, "replace") != character.encode("ascii")
    )
    return re.compile(f"(?:[^\x00-\x7f]|[{odd}]){{1,256}}" if odd else "[^\x00-\x7f]{1,256}")


def _in_bytes(match: re.Match[str], charset: PageCharset, at: int | None) -> str:
    """Percent-encode a run of characters in a charset."""
    result = ""
    text = match[0].translate(charset.first)
    place = (at or 0) + match.start()
    while text:
        octets, end = charset.encoded(text)
        result += encode_bytes(octets)
        place += end
        if end < len(text):
            character = match[0][end - len(text)]
            if at is not None:
                message = (
                    f"query has a character that {charset.label} lacks: {character!r} at {place}; percent-encode it"
                )
                where = {"component": "query", "start": place, "end": place + 1, "character": character}
                raise ConversionError(message, kind="unencodable", rule=_OF_CHARSETS, **where)  # type: ignore[arg-type]
            result += f"%26%23{ord(character)}%3B"  # WHATWG URL, percent-encode after encoding: "&#8224;"
            place += 1
        text = text[end + 1 :]
    return result
