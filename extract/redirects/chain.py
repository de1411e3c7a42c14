"""Find the destination of a link whose URL contains it: link-protection services, redirects and click trackers."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from extract.iri.as_uri import to_uri
from extract.iri.components import split, split_authority, without_secrets
from extract.iri.errors import IRIError, text_of
from extract.iri.mailto import domain_spans
from extract.iri.normalization import normalize
from extract.iri.tld import public_suffixes
from extract.redirects.browser_hosts import ipv4_in_browsers, looked_up
from extract.redirects.following import follow
from extract.redirects.services import Kind, forms_of, from_base64, guessed_forms
from extract.text.characters import URL_MARGIN
from extract.text.forms import to_form
from extract.text.regexes import re


class LookupKey(NamedTuple):
    """The keys of an IRI for lists of good or bad hosts, domains and URIs. All of them are ASCII."""

    host: str | None  # "xn--…", in lowercase; an IPv4 address as four numbers; None if there is none
    domain: str | None  # the registrable domain: a public suffix and one label; None for an IP address
    uri: str  # the normal form


class RedirectStep(NamedTuple):
    """One IRI of a redirect chain."""

    iri: str  # the IRI as followed by browsers; the first one as given
    service: str | None  # the service that redirects from here: "Outlook Safe Links", "t.co"; None: unknown or none
    kind: Kind | None  # of the service: "protection", "tracker", "redirect", "cache" or "shortener"
    is_hidden: bool  # the service redirects, but the IRI does not contain the destination
    is_guessed: bool = False  # only the form matches the service, not its host, so it may be forged

    @property
    def uri(self) -> str | None:
        """The URI that software follows; ``None`` if there is none."""
        return uri_or_none(self.iri)

    @property
    def lookup_key(self) -> LookupKey | None:
        """The keys for lists of hosts and URIs; ``None`` if there is no URI."""
        return lookup_key(self.iri)

    @property
    def mentions(self) -> tuple[str, ...]:
        """The IRIs in its path, query and fragment, in order. Whether the site redirects to them is unknown."""
        return _mentions(self.iri)


# Fetch Standard §4.4, HTTP-redirect fetch, step 6: browsers give up after this number.
_REDIRECTS = 20
_LONGEST = 1 << 15  # servers reject shorter ones: RFC 9110 §4.1 only asks them for 8,000


def redirect_chain(iri: str) -> tuple[RedirectStep, ...]:
    """Return the redirect chain of a link: its own IRI first, then the IRI that it contains, and so on.

    Safe Links, Proofpoint, Google and 230 other services write the destination into their own URLs. It is extracted
    from there, without network access. The last step is the destination, as far as it can be extracted: if its
    ``is_hidden`` is true, its ``service`` redirects to an unknown place (Mimecast, shorteners, most click trackers).
    A link that contains no other IRI is the only step.
    """
    return _redirect_chain(text_of(iri))


@lru_cache(maxsize=256)
def _redirect_chain(iri: str) -> tuple[RedirectStep, ...]:
    found: list[RedirectStep] = []
    while True:
        step, target = _step(iri)
        if target is None or len(found) == _REDIRECTS:
            return (*found, step._replace(is_hidden=step.service is not None))
        found.append(step)
        iri = target


def sure_step(chain: tuple[RedirectStep, ...]) -> RedirectStep:
    """Return the first step with a guessed service, or the last step."""
    return next((one for one in chain if one.is_guessed), chain[-1])


def last_target(iri: str) -> str:
    """Return the IRI at the end of the redirect chain, without following guessed services."""
    return sure_step(_redirect_chain(iri)).iri if may_lead_on(iri) else iri


# The host of a usual web IRI, in any letters, after user information, but without letters that UTS #46 removes.
_USUAL = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@\\]*+@)?((?:[A-Za-z0-9.-]++|(?![\u115F\u1160\u3164\uFFA0])\w)++)(?::[0-9]*+)?(?=[/?#]|\Z)"
)
_OTHER_SCHEME = re.compile(r"(?![Hh][Tt][Tt][Pp][Ss]?:)[A-Za-z][A-Za-z0-9+.-]*+:")


def may_lead_on(iri: str) -> bool:
    """Return whether an IRI may redirect; False if its host is clearly not the host of a service."""
    if guessed_forms(iri[:_LONGEST].partition(":")[2]):
        return True
    usual = _USUAL.match(iri)
    if usual is None:
        return _OTHER_SCHEME.match(iri) is None
    # UTS #46 §4 step 1 maps letters to letters of service hosts only if they have such a compatibility form.
    host = usual[1] if usual[1].isascii() else to_form("NFKC", usual[1])
    return bool(forms_of(host.lower().rstrip(".")))


# "https://", each character percent-encoded any number of times, or in base64.
_MENTION = re.compile(
    r"(?i)(?<![a-z0-9])https?(?::|%(?:25){0,3}3a)(?:[/\\]|%(?:25){0,3}(?:2f|5c))[^&#]*+"
    r"|(?<![a-z0-9+_-])((?-i:aHR0c)(?:[a-z0-9+/_-]|%2[bf]){12,})"
)


@lru_cache(maxsize=256)
def _mentions(iri: str) -> tuple[str, ...]:
    rest = iri[:_LONGEST].partition("://")[2]
    start = re.search(r"[/?#\\]", rest)
    matches = _MENTION.finditer(rest, start.start()) if start else ()
    found = (_address(from_base64(match[1]) if match[1] else match[0]) for match in matches)
    return tuple(dict.fromkeys(islice(filter(None, found), _REDIRECTS)))


def _step(iri: str) -> tuple[RedirectStep, str | None]:
    """Return the step of an IRI, with its service, and the destination, or ``None`` if it is not in the IRI."""
    nowhere = RedirectStep(iri, None, None, False)
    uri = _normal(iri[:_LONGEST]) if may_lead_on(iri) else None
    if uri is None or not uri.startswith(("http:", "https:")):
        return nowhere, None
    host = host_in(uri) or ""
    rest = uri.partition(":")[2]
    hidden = nowhere
    of_host = forms_of(host)
    for form in of_host or guessed_forms(rest):
        found = RedirectStep(iri, host if form.service == "-" else form.service, form.kind, False, not of_host)
        if len(iri) > _LONGEST and of_host:  # the destination may be after the limit
            return found, None
        match = form.place.match(rest) if form.place else None
        target = _address(form.decode(match)) if match and form.decode else None
        if target is not None:
            return found, target
        if form.hides_all or (match and form.decode is None):
            hidden = found
    components = split(uri)
    is_home_page = components.path in ("", "/") and not components.query
    return (nowhere if is_home_page else hidden), None


def _normal(iri: str) -> str | None:
    """Return the URI that browsers follow, in normal form."""
    with suppress(IRIError):
        return to_uri(normalize(follow(iri).iri))
    return uri_or_none(iri)


_WITH_PORT = re.compile(r"(?:[\w-]+\.)+[\w-]+(?::[0-9]+)?(?=[/?#]|\Z)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:.")


def _address(text: str | None) -> str | None:
    """Return the IRI that a service redirects to; ``None`` if the decoded text is not an IRI."""
    if text is None:
        return None
    text = text.strip(URL_MARGIN)
    for _ in range(2):
        if re.match(r"(?i)https?%", text):  # encoded twice
            text = unquote(text)
    if _WITH_PORT.match(text):
        text = f"http://{text}"
    elif re.match(r"[/\\]{2}", text):
        text = f"https:{text}"
    elif not _SCHEME.match(text):
        return None
    with suppress(IRIError):
        return follow(text).iri
    return text


# --- lookup keys ------------------------------------------------------------------------------------------------------


def lookup_key(iri: str) -> LookupKey | None:
    """Return the keys for lists of hosts and URIs; ``None`` if there is no URI."""
    uri = uri_or_none(iri)
    if uri is None:
        return None
    uri = to_uri(normalize(uri))
    if uri.startswith("file:") and not uri.startswith("file:///"):  # URL Standard §3.5: its host is a domain name
        with suppress(IRIError):
            uri = follow(uri).uri
    uri = without_secrets(uri)  # else each password would give another key
    return LookupKey(*host_and_domain(uri), uri)


_WITH_NUMBERS = ("http", "https", "ftp", "ws", "wss", "file")


@lru_cache(maxsize=256)
def host_and_domain(uri: str) -> tuple[str | None, str | None]:
    """Return the host of a URI like `host_in`, and its registrable domain."""
    host = host_in(uri)
    is_name = host and not host.startswith("[") and not host.rpartition(".")[2].isdigit()
    return host, public_suffixes().privatesuffix(host) if is_name else None


def host_in(uri: str) -> str | None:
    """Return the lowercase host of a URI, or of the first address of a mailto:; ``None`` if there is none."""
    components = split(uri)
    scheme = (components.scheme or "").lower()
    host = split_authority(components.authority)[1] if components.authority is not None else ""
    if scheme == "mailto":
        host = uri[slice(*next(domain_spans(uri), (0, 0)))]
    name = looked_up(host)
    host = (name if name.isascii() else host).lower().rstrip(".")
    # URL Standard §3.5: only "special" schemes have numeric hosts.
    address = ipv4_in_browsers(host) if scheme in _WITH_NUMBERS else None
    return address or host or None


@lru_cache(maxsize=256)
def uri_or_none(iri: str) -> str | None:
    """Return the URI of an IRI, or `None` if it has none."""
    with suppress(IRIError):
        return to_uri(iri)
    return None
