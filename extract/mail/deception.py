"""Detect links that may deceive readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.message import Message as Mail
from typing import Any
from urllib.parse import unquote

from extract.detect.finder import shared_finder
from extract.detect.link import Link
from extract.iri.components import split
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.present.displaying import shown_host
from extract.present.likeness import imitated, known_sites, owner_of
from extract.readers.formats import FORMATS
from extract.redirects.chain import RedirectStep, host_and_domain, host_in, sure_step
from extract.redirects.services import forms_of
from extract.rules.checking import check
from extract.rules.iri.spoofing import rules_of_deception, shown_by
from extract.rules.problem import Problem, Severity
from extract.rules.registry import sub_rule_named
from extract.rules.text.labels import ACTION, is_bait, link_problem, plain, shown_in
from extract.text.arguments import as_domains, as_names, items, require
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
    host = host_in(_end(link).uri or "") or ""
    # "paypa1.com", in ASCII. Rules report other letters.
    site = None if "xn--" in host or any(problem.code == "IRI607" for problem in found) else imitated(host)
    if site is not None:
        message = Message('host "{host}" looks like {site} but is another', host=host, site=site)
        found.append(_problem(link, "protected-name", message, component="host"))
    names = () if host in _STORES else names
    mismatch = link_problem(link.link_text or "", link.iri, FORMATS["mail"], names)
    if mismatch is not None and mismatch.severity == "info":
        asks = link.redirect_chain[-1].kind == "tracker" and ACTION.search(link.link_text or "")
        if asks or any(is_bait(one, names) for one in _shown(link, names)):
            mismatch = replace(mismatch, severity="warning")
    return found if mismatch is None else [mismatch, *found]


def deceptive_links(
    links: Iterable[MailLink] | bytes | Mail, *, protect: Iterable[str] = ()
) -> Iterator[tuple[MailLink, list[Problem]]]:
    """Yield the links of one message that may deceive, each with the reasons, in order.

    ``links`` is the message, or the result of `links_in_message` for it. The reasons are those of `deceptions`, and
    HTML that links to other sites than the text of the message (IRI803).

    The severity is "info" if the message explains a link: it is a click tracker, known, or a host to which ten links
    and a quarter of all links lead. It stays "warning" if the link text shows one of ``protect``, a well-known site,
    a look-alike of these or an email address, or asks readers to log in, because senders can write anything. A click
    tracker may show well-known sites if it does so for two owners, or is a known one.

    Raises TypeError if ``links`` is neither.
    """
    return _deceptive_links(_links_of("links", links), as_domains("protect", protect))


def _deceptive_links(found: list[MailLink], names: tuple[str, ...]) -> Iterator[tuple[MailLink, list[Problem]]]:
    differing = dict(differing_links(found))
    trackers = _click_trackers(found)
    for index, link in enumerate(found):
        problems = deceptions(link, protect=names)
        for at, problem in enumerate(problems):
            is_claim = problem.sub_rule == "link-text-mismatch" and problem.severity == "warning"
            if is_claim and _is_counted(link, trackers, names):
                message = Message("{what}, which seems to count clicks", what=problem.message)
                problems[at] = replace(problem, severity="info", message=message)
        if index in differing:
            end = _end(link)
            is_counted = end.is_guessed or host_in(end.uri or "") in trackers
            severity: Severity = "info" if is_counted else "warning"
            problems.append(_problem(link, "alternatives-differ", differing[index], severity=severity))
        if problems:
            yield link, problems


# A link text with the name of a site may mean its app there: "Booking.com app".
_STORES = frozenset(["apps.apple.com", "itunes.apple.com", "play.google.com"])


def _end(link: MailLink) -> RedirectStep:
    return sure_step(link.redirect_chain)


def _is_counted(link: MailLink, trackers: dict[str, set[str | int]], protect: tuple[str, ...]) -> bool:
    """Return whether a click tracker explains that a link text shows another site than the destination."""
    end, last = _end(link), link.redirect_chain[-1]
    host = host_in(end.uri or "") or ""
    shown = _shown(link, protect)
    sites = {host_and_domain(one.iri)[1] for one in shown}
    is_counted, is_told = host in trackers, end.is_guessed and not last.is_hidden
    if is_told and sites != {host_and_domain(last.iri)[1]}:
        return False  # the destination is a third site
    asks = ACTION.search(plain(link.link_text or "")) is not None
    has_target = any(one.kind == "email" or f".{host_in(one.iri)}." in f".{host}." for one in shown)
    if asks or any(is_bait(one, protect) for one in shown) or has_target or not (is_counted or end.is_guessed):
        return False
    is_sure = is_counted and (end.is_guessed or len(trackers[host]) > 1)
    return is_sure or sites.isdisjoint(known_sites())


def _shown(link: MailLink, protect: tuple[str, ...]) -> list[Link]:
    return list(shown_in(plain(link.link_text or ""), FORMATS["mail"], protect))


def differing_links(links: Iterable[MailLink]) -> Iterator[tuple[int, str]]:
    """Yield index and message of an HTML link for each site, if the text links only to other sites."""
    sites: dict[str | None, dict[str | int, tuple[int, str]]] = {"text": {}, "html": {}, None: {}}
    for index, link in enumerate(links):
        last = _end(link)
        host, domain = host_and_domain(last.uri or "")
        site = domain or host
        is_clicked = link.kind != "email" and link.header is None and link.attribute in (None, "href")
        if site and is_clicked and not link.is_loaded and (last.is_guessed or not last.is_hidden):
            sites[link.only_in].setdefault(owner_of(site), (index, site))
    text, html, both = sites["text"], sites["html"], sites[None]
    if text and html and not text.keys() & (html.keys() | both.keys()) and not html.keys() & both.keys():
        first = shown_host(next(iter(text.values()))[1])
        for index, site in html.values():
            shown = {"plain": first, "html": shown_host(site)}
            yield index, Message('the text leads to "{plain}", the HTML to "{html}"', **shown)


# --- click trackers on hosts of the sender ----------------------------------------------------------------------------

# The minimum number of links to a host, and its share of all links (1/4). Most newsletters have dozens of links.
_MANY, _SHARE = 10, 4
_SEEN = re.compile(r"[^\W_]")


def _click_trackers(links: list[MailLink]) -> dict[str, set[str | int]]:
    """Return the hosts that seem to count clicks, each with the owners of the sites in its link texts."""
    found: dict[str, list[MailLink]] = {}
    for link in links:
        host, domain = host_and_domain(_end(link).uri or "")
        is_seen = link.attribute == "href" and _SEEN.search(plain(link.link_text or ""))
        kinds = {form.kind for form in forms_of(host or "")}
        if host and domain and is_seen and domain not in known_sites() and kinds <= {"protection", "tracker"}:
            found.setdefault(host, []).append(link)
    many = max(_MANY, sum(map(len, found.values())) / _SHARE)
    trackers: dict[str, set[str | int]] = {}
    for host, some in found.items():
        if len({(_end(link).uri or "").partition("#")[0] for link in some}) >= many:
            shown = (one.iri for link in some for one in _shown(link, ()) if one.kind != "email")
            sites = (host_and_domain(iri)[1] for iri in shown)
            trackers[host] = {owner_of(site) for site in sites if site}
    return trackers


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


def _problem(link: MailLink, sub_rule: str, message: str, **fields: Any) -> Problem:
    problem = Problem(start=0, end=len(link.iri), message=message, **fields)
    return sub_rule_named(sub_rule).attributed(problem)


def _sender(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem if the name of a sender shows one of the protected sites."""
    host = link.iri.rpartition("@")[2]
    own = re.compile(rf"<[^<>]*?{re.escape(link.text)}\s*+>|{re.escape(link.text)}\Z")
    for mailbox in _MAILBOX_END.split(link.context):
        is_own = own.search(mailbox) if "<" in mailbox else link.text in mailbox
        name = own.sub(" ", mailbox).strip(_MARGIN)
        known = shown_by(name, host, protect) if is_own and name != link.text else None
        if known is None:
            continue
        seen = {"sender": name, "site": known, "address": link.text}
        message = Message('the sender\'s name is "{sender}", which shows {site}, the address is "{address}"', **seen)
        yield _problem(link, "protected-name", message, component="host")
        return


# RFC 5322 §3.4: mailboxes are separated by commas. In a decoded name they are usual, so a mailbox ends before.
_MAILBOX_END = re.compile(r"(?<=[>)])\s*[,;]")
_MARGIN = " \t\r\n,;:()\"'<>"
