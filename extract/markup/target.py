"""Functions that the writers share: the destination of a link, and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from extract.detect.link import Link
from extract.iri.as_uri import usual_uri
from extract.iri.errors import IRIError
from extract.iri.grammar import is_scheme
from extract.iri.schemes import UNSAFE_SCHEMES
from extract.redirects.following import follow
from extract.text.arguments import require
from extract.text.regexes import re

if TYPE_CHECKING:
    from extract.present.displaying import Hosts, Policy

T = TypeVar("T")
# A link, and the attributes of its <a>, "href" first.
RedirectStep = tuple[Link, Mapping[str, str]]


def href(link: Link, default_scheme: str = "https") -> str | None:
    """Return the URI of a link, or ``None``. A bare domain gets ``default_scheme``."""
    iri = link.iri
    if link.kind == "domain":
        iri = f"{default_scheme}://{link.text}"
    elif link.kind == "email" and len(iri) > len(link.text) and iri.isascii():
        return iri
    try:
        return uri_of(iri)
    except IRIError:
        return None


def uri_of(iri: str) -> str:
    """Return the URI that a browser follows (RFC 3987 §3.1). Raise `IRIError` if there is none."""
    return usual_uri(iri) or follow(iri).uri


def checked_scheme(scheme: str) -> str:
    """Return the scheme of bare domains, or raise TypeError or ValueError."""
    require(isinstance(scheme, str), "default_scheme", "a str", scheme)
    if not is_scheme(scheme) or scheme.lower() in UNSAFE_SCHEMES:
        unsafe = ", ".join(sorted(UNSAFE_SCHEMES))
        raise ValueError(f'default_scheme must be a scheme such as "https", without ":", and not {unsafe}: {scheme!r}')
    return scheme


def checked_hosts(hosts: Hosts) -> Policy | frozenset[str]:
    """Return the policy for ``hosts``, or raise ValueError."""
    if hosts == "browser":
        return "browser"
    from extract.present.displaying import policy_of

    return policy_of(hosts)


def shown_text(text: str, uri: str, hosts: Hosts = "browser", protect: Iterable[str] = ()) -> str:
    """Return the text of a link, in the form of `display` if its host is suspicious."""
    if "xn--" not in uri or text.isascii() or hosts == "all":  # the fast path
        return text
    from extract.present.displaying import display, hidden_labels

    authority = _AUTHORITY.match(uri)  # only this part, because the rest may be long
    if hosts != "none" and not hidden_labels(authority[0] if authority else uri, hosts=hosts, protect=protect):
        return text
    shown = display(uri, hosts=hosts, protect=protect)
    scheme = _SCHEME.match(shown)
    if scheme is None or text[: scheme.end()].lower() == scheme[0].lower():
        return shown
    return shown[scheme.end() :]  # the text was written without a scheme


_AUTHORITY = re.compile("[^/?#]*//[^/?#]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:(?://)?")


def written(
    text: str, targets: Iterable[tuple[Link, T]], plain: Callable[[str, bool], str], shown: Callable[[Link, T], str]
) -> str:
    """Return the markup of a text. ``plain`` takes a piece of text, and whether the whole text begins with it."""
    pieces: list[str] = []
    end = 0
    for link, attributes in targets:
        pieces += plain(text[end : link.start], end == 0), shown(link, attributes)
        end = link.end
    return "".join([*pieces, plain(text[end:], end == 0)])


def backslashed(match: re.Match[str]) -> str:
    return "\\" + match[0]
