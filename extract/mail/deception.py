"""Detect links that may deceive readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.message import Message as Mail
from typing import NamedTuple
from urllib.parse import unquote

from extract.detect.finder import shared_finder
from extract.detect.link import Link
from extract.iri.components import split
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.present.confusables import unicode_host
from extract.present.displaying import shown_host
from extract.present.likeness import imitated, known_sites, owner_of
from extract.readers.formats import FORMATS
from extract.redirects.chain import RedirectStep, host_and_domain, sure_step
from extract.redirects.services import forms_of
from extract.rules.checking import check
from extract.rules.iri.spoofing import rules_of_deception, shown_by
from extract.rules.problem import Problem, Severity
from extract.rules.registry import sub_rule_named
from extract.rules.text.labels import ACTION, is_protected, link_problem, plain, shown_in
from extract.text.arguments import as_names, items, require
from extract.text.messages import Message
from extract.text.regexes import re


def deceptions(link: MailLink | bytes | Mail, *, protect: Iterable[str] = ()) -> list[Problem]:
    """Return the reasons why a link may deceive its reader; an empty list if there are none.

    For a message, it returns the reasons for all its links, as in `deceptive_links`.

    The reasons are: an HTML link shows another host than its destination (IRI803); its host is a look-alike (UTS #39)
    of another host or of one of ``protect`` (IRI607), or hides an IP address (IRI301); it has user information. Offsets
    are in `MailLink.iri`. The ``severity`` is "info" for a click tracker that does not reveal its destination, for a
    site in a title, and in a message also if the sender seems to count clicks: see `deceptive_links`.

    Raises TypeError if ``link`` is neither a link nor a message.
    """
    if not isinstance(link, MailLink):
        links = _links_of("link", link)
        return [problem for _, problems in deceptive_links(links, protect=protect) for problem in problems]
    names = as_names("protect", protect)
    found = check(link.iri, rules_of_deception(names))
    if link.link_text and _is_mailbox(link, names):
        found = [problem for problem in found if problem.sub_rule != "userinfo"]
    if names and link.header == "from":
        found += _sender(link, names)
    if all(problem.code != "IRI607" for problem in found):
        found += _imitation(link)
    names = () if host_and_domain(_end(link).uri or "")[0] in _STORES else names
    mismatch = link_problem(link.link_text or "", link.iri, FORMATS["mail"], names)
    asks = link.redirect_chain[-1].kind == "tracker" and ACTION.search(link.link_text or "")
    if mismatch is not None and mismatch.severity == "info" and (asks or _imitates(link, names)):
        mismatch = replace(mismatch, severity="warning")
    return found if mismatch is None else [mismatch, *found]


def deceptive_links(
    links: Iterable[MailLink] | bytes | Mail, *, protect: Iterable[str] = ()
) -> Iterator[tuple[MailLink, list[Problem]]]:
    """Yield the links of one message that may deceive, each with the reasons, in order.

    ``links`` is the message, or the result of `links_in_message` for it. The reasons are those of `deceptions`, and
    HTML that links to other sites than the text of the message (IRI803).

    The severity is "info" if the message explains a link: it is a click tracker, known or of a form that ten links and
    a quarter of all links have. It stays "warning" if the link text shows one of ``protect``, a well-known site, a
    look-alike of these or an email address, or asks readers to log in, because senders can write anything. A click
    tracker may show well-known sites if it does so for two owners, or is a known one.

    Raises TypeError if ``links`` is neither.
    """
    return _deceptive_links(_links_of("links", links), as_names("protect", protect))


def _deceptive_links(found: list[MailLink], names: tuple[str, ...]) -> Iterator[tuple[MailLink, list[Problem]]]:
    differing = dict(differing_links(found))
    counters = _counters(found)
    counted = {form[0] for form, counter in counters.items() if form and counter.is_counted}
    hides_most = bool(differing) and _hides_most(found, counters)
    for index, link in enumerate(found):
        problems = deceptions(link, protect=names)
        for at, problem in enumerate(problems):
            is_claim = problem.sub_rule == "link-text-mismatch" and problem.severity == "warning"
            if is_claim and _is_counted(link, counters.get(_form(link), _UNCOUNTED), names):
                message = Message("{what}, which seems to count clicks", what=problem.message)
                problems[at] = replace(problem, severity="info", message=message)
        if index in differing:
            end = _end(link)
            is_counted = end.is_guessed or host_and_domain(end.uri or "")[0] in counted
            is_hidden = hides_most and not ACTION.search(link.link_text or "")
            severity: Severity = "info" if is_counted or is_hidden else "warning"
            problem = Problem(start=0, end=len(link.iri), message=differing[index], severity=severity)
            problems.append(sub_rule_named("alternatives-differ").attributed(problem))
        if problems:
            yield link, problems


# A link text with the name of a site may mean its app there: "Booking.com app".
_STORES = frozenset(["apps.apple.com", "itunes.apple.com", "play.google.com"])


def _end(link: MailLink) -> RedirectStep:
    return sure_step(link.redirect_chain)


def _is_counted(link: MailLink, counter: _Counter, protect: tuple[str, ...]) -> bool:
    """Return whether a click tracker explains that a link text shows another site than the destination."""
    end, last = _end(link), link.redirect_chain[-1]
    is_told = end.is_guessed and not last.is_hidden
    shown = _shown(link, protect)
    if is_told and counter.is_counted and last.iri in [one.iri for one in shown]:
        return True
    if is_told and any(_site_of(one.iri) != _site_of(last.iri) for one in shown):
        return False  # the destination is a third site
    if _is_bait(link, protect) or not (counter.is_counted or end.is_guessed):
        return False
    is_known = any(_site_of(one.iri) in known_sites() for one in shown)
    is_sure = counter.is_counted and end.is_guessed
    return not is_known or is_sure or (len(counter.owners) > 1 and (counter.is_counted or is_told))


def _is_bait(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a link text contains bait: a login, an email address, or a site that deceivers imitate."""
    below = f".{host_and_domain(_end(link).uri or '')[0]}."
    shown = _shown(link, protect)
    has_target = any(one.kind == "email" or f".{host_and_domain(one.iri)[0]}." in below for one in shown)
    return has_target or _imitates(link, protect) or ACTION.search(plain(link.link_text or "")) is not None


def _imitates(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a link text shows a protected site, or a look-alike of a protected or well-known one."""
    return any(
        is_protected(one, protect) or imitated(unicode_host(host_and_domain(one.iri)[0] or ""), protect)
        for one in _shown(link, protect)
    )


def _shown(link: MailLink, protect: tuple[str, ...]) -> list[Link]:
    return list(shown_in(plain(link.link_text or ""), FORMATS["mail"], protect))


def _site_of(iri: str) -> str | None:
    return host_and_domain(iri)[1]


def differing_links(links: Iterable[MailLink]) -> Iterator[tuple[int, str]]:
    """Yield index and message of an HTML link for each site, if the text links only to other sites."""
    sites: dict[str | None, dict[str | int, tuple[int, str]]] = {"text": {}, "html": {}, None: {}}
    for index, link in enumerate(links):
        is_followed = link.kind != "email" and link.header is None and link.attribute in (None, "href")
        if is_followed and (site := _site(link)):
            sites[link.only_in].setdefault(owner_of(site), (index, site))
    text, html, both = sites["text"], sites["html"], sites[None]
    if text and html and not text.keys() & (html.keys() | both.keys()) and not html.keys() & both.keys():
        first = shown_host(next(iter(text.values()))[1])
        for index, site in html.values():
            yield (
                index,
                Message('the text leads to "{plain}", the HTML to "{html}"', plain=first, html=shown_host(site)),
            )


def _site(link: MailLink) -> str | None:
    """Return the site of the destination, after redirects; ``None`` if it is unknown."""
    last = _end(link)
    host, domain = host_and_domain(last.uri or "")
    return None if last.is_hidden and not last.is_guessed else domain or host


# --- click trackers on hosts of the sender ----------------------------------------------------------------------------

# The minimum number of links of a form, and its share of all links (1/4). Most newsletters have dozens of links.
_MANY, _SHARE = 10, 4
_CODE = re.compile(r"\d|.{16}")
# A letter or a digit, but not a filler, which Unicode classifies as a letter.
_SEEN = re.compile(r"(?![\u115f\u1160\u3164\uffa0])[^\W_]")
# Hosts where anybody can store pages.
_STORAGE = frozenset(
    "amazonaws.com backblazeb2.com cloudfront.net digitaloceanspaces.com googleapis.com googleusercontent.com ipfs.io "
    "r2.dev sharepoint.com windows.net".split()
)
_IN_ADDRESS = re.compile("(?i)https?[:%]")
_Form = tuple[str, str, tuple[str, ...]]


class _Counter(NamedTuple):
    """Properties of the links whose URLs have one form."""

    is_counted: bool  # they seem to count clicks
    owners: frozenset[str | int]  # owners of the sites in their link texts


_UNCOUNTED = _Counter(False, frozenset())


def _form(link: MailLink) -> _Form | None:
    """Return the form of a click tracker's URLs: host, path without numbers and codes, names of fields.

    ``None`` if there is no registrable domain, anybody can publish links there, or the link text is invisible.
    """
    uri = _end(link).uri or ""
    if not _SEEN.search(link.link_text or "") or link.header is not None or not uri.startswith(("http:", "https:")):
        return None
    host, domain = host_and_domain(uri)
    if host is None or domain is None or domain in known_sites() or ".".join(host.split(".")[-2:]) in _STORAGE:
        return None
    if any(form.kind not in ("protection", "tracker") for form in forms_of(host)):
        return None
    parts = split(uri)
    path = _IN_ADDRESS.split(parts.path, maxsplit=1)[0].split("/")
    while path and (not path[-1] or _CODE.search(path[-1])):
        path.pop()
    words = "/".join("*" if _CODE.search(segment) else segment for segment in path)
    names = (field.partition("=") for field in (parts.query or "").split("&"))
    return host, words, tuple(name if is_pair else "" for name, is_pair, _ in names)


def _counters(links: list[MailLink]) -> dict[_Form | None, _Counter]:
    """Return the properties of the links of each form."""
    uris: dict[_Form, set[str]] = {}
    owners: dict[_Form, set[str | int]] = {}
    total = 0
    for link in links:
        if (form := _form(link)) is not None:
            total += 1
            uris.setdefault(form, set()).add((_end(link).uri or "").partition("#")[0])
            sites = (_site_of(one.iri) for one in _shown(link, ()) if one.kind != "email")
            owners.setdefault(form, set()).update(owner_of(site) for site in sites if site)
    many = max(_MANY, total / _SHARE)
    return {form: _Counter(len(found) >= many, frozenset(owners[form])) for form, found in uris.items()}


def _hides_most(links: list[MailLink], counters: dict[_Form | None, _Counter]) -> bool:
    """Return whether click trackers hide most of the links of the HTML."""
    html = [link for link in links if link.only_in == "html" and link.attribute == "href" and link.kind != "email"]
    hidden = (one.redirect_chain[-1].is_hidden or counters.get(_form(one), _UNCOUNTED).is_counted for one in html)
    return 2 * sum(hidden) > len(html)


# --- one link ---------------------------------------------------------------------------------------------------------


def _is_mailbox(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a web link shows its own user information and host as an email address: http://ann@example.com.

    False if the user looks like a host: http://www.bank.com@example.com.
    """
    authority = split(link.iri).authority or ""
    user, _, host = authority.rpartition("@")
    if ":" in authority or plain(link.link_text or "").strip().casefold() != authority.casefold():
        return False
    is_host = any(one.kind != "email" for one in shared_finder(bare_domains=True).find(unquote(user)))
    return not is_host and shown_by(unquote(user), host, protect) is None


def _links_of(name: str, links: Iterable[MailLink] | bytes | Mail) -> list[MailLink]:
    if isinstance(links, (bytes, bytearray, memoryview, Mail)):
        return list(links_in_message(links if isinstance(links, Mail) else bytes(links)))
    are_links = isinstance(links, Iterable) and not isinstance(links, (str, MailLink))
    require(are_links, name, "a message (bytes or Message) or its links", links)
    return list(items(name, MailLink, links, "links of a message"))


def _imitation(link: MailLink) -> Iterator[Problem]:
    """Yield a problem if a host looks like a well-known site in ASCII: "paypa1.com". Rules report other letters."""
    host = host_and_domain(_end(link).uri or "")[0] or ""
    site = None if "xn--" in host else imitated(host)
    if site is not None:
        yield _protected(link, Message('host "{host}" looks like {site} but is another', host=host, site=site))


def _protected(link: MailLink, message: str) -> Problem:
    problem = Problem(start=0, end=len(link.iri), message=message, component="host")
    return sub_rule_named("protected-name").attributed(problem)


def _sender(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem if the name of a sender shows one of the protected sites."""
    host = link.iri.rpartition("@")[2]
    for name in dict.fromkeys(_names_beside(link.text, link.context)):
        if name and (known := shown_by(name, host, protect)):
            message = Message(
                'the sender\'s name is "{sender}", which shows {site}, the address is "{address}"',
                sender=name,
                site=known,
                address=link.text,
            )
            yield _protected(link, message)
            return


# RFC 5322 §3.2.4: a quoted string starts a word; §3.4: an address in angle brackets.
_QUOTED = r'(?<![^\s,;:>)])"(?:[^"\\]|\\.)*+"'
_PIECE = re.compile(rf"(?s)(?:{_QUOTED}|<[^<>]*+>|[^,;])*+(?:[,;]|\Z)")
_IN_PIECE = re.compile(rf"(?s){_QUOTED}|<([^<>]*+)>")
_PLAIN = re.compile(r"[^\s<>,;\"()]++")
_MARGIN = " \t\r\n,;:()\"'<>"


def _names_beside(address: str, field: str) -> Iterator[str]:
    """Yield the text around an email address in From: words, comments (§3.2.2), other addresses.

    A decoded name may contain commas and brackets, so a mailbox ends only after an email address.
    """
    start = 0
    for piece in _PIECE.finditer(field):
        found = [one.span(1) for one in _IN_PIECE.finditer(field, *piece.span()) if one[1] is not None]
        found = found or [one.span() for one in _PLAIN.finditer(field, *piece.span()) if "@" in one[0]]
        for at, after in found[::-1]:
            if field[at:after].rpartition(":")[2].strip() == address:  # §4.4: after an obsolete route
                yield f"{field[start:at].strip(_MARGIN)} {field[after : piece.end()].strip(_MARGIN)}".strip()
                break
        start = piece.end() if found else start
