"""Links that may deceive readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from email.message import Message
from itertools import chain
from typing import Literal, NamedTuple
from urllib.parse import unquote

from extract.detect.finder import shared_finder
from extract.detect.link import Link, link_at
from extract.iri.components import split
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.present.confusables import unicode_host
from extract.present.displaying import shown_host
from extract.present.likeness import imitated, known_sites, owner_of, resembled
from extract.readers.document import Document
from extract.readers.formats import FORMATS
from extract.redirects.chain import RedirectStep, host_and_domain, sure_step, uri_or_none
from extract.redirects.services import forms_of
from extract.rules.checking import check
from extract.rules.iri.spoofing import is_about_deception, rules_of_deception, shown_by
from extract.rules.problem import Problem, Severity
from extract.rules.registry import sub_rule_named
from extract.rules.subjects import Prose
from extract.rules.text.labels import (
    ACTION,
    OF_ANYBODY,
    PRODUCT,
    addresses_in,
    are_in_words,
    are_subjects,
    is_mention,
    is_mere_name,
    plain_dots,
)
from extract.text.arguments import as_names, items, require
from extract.text.regexes import re

_HOSTS = re.compile(r"(?<![\w.-])[\w-]++(?:\.[\w-]++)++(?!@)")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")  # IRI808 reports what reverses text


def deceptions(link: MailLink | bytes | Message, *, protect: Iterable[str] = ()) -> list[Problem]:
    """Return why the reader of a link may be deceived; an empty list means nothing was found.

    For a message, the reasons for all its links are returned, as in `deceptive_links`.

    An HTML link shows an address of another host than it leads to (IRI808); its host looks like another (UTS #39) or
    like one of ``protect`` (IRI607), or hides an IP address (IRI301); it has user information. Offsets are those of
    `MailLink.iri`. The ``severity`` is "info" if the link leads to a service that counts clicks and does not tell its
    target, and its label shows none of ``protect`` and no look-alike; in a message also if the sender seems to count
    them: see `deceptive_links`.

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
    mismatch = next(_mismatches(link, names), None) if link.link_text else None
    asks = link.redirect_chain[-1].kind == "tracker" and ACTION.search(_plain_label(link))
    if mismatch is not None and mismatch.severity == "info" and (asks or _imitates(link, names)):
        mismatch = replace(mismatch, severity="warning")
    return found if mismatch is None else [mismatch, *found]


def deceptive_links(
    links: Iterable[MailLink] | bytes | Message, *, protect: Iterable[str] = ()
) -> Iterator[tuple[MailLink, list[Problem]]]:
    """Yield the links of one message that may deceive, each with the reasons, in order.

    ``links`` is the message, or what `links_in_message` found in it. The reasons are those of `deceptions`, and HTML
    that leads to other sites than the text of the message (IRI808).

    A warning is a claim that the rest of the message contradicts; what it explains is a hint, with the severity "info":
    an address that counts clicks (of a form that ten links have, a quarter of all, or of a known counter), and a
    sentence about a site, if the link leads to the sender's own, or the message to five or more. It stays a warning if
    the label shows one of ``protect``, a well-known site, a look-alike of these or an e-mail address, or asks readers
    to log in: senders can write what they like. A form that is counted may show well-known sites if it does so with two
    owners, or is that of a known counter.

    Raises TypeError if ``links`` is neither.
    """
    return _deceptive_links(_links_of("links", links), as_names("protect", protect))


def _deceptive_links(found: list[MailLink], names: tuple[str, ...]) -> Iterator[tuple[MailLink, list[Problem]]]:
    differing = dict(differing_links(found))
    message = _Message(
        counted=_counters(found),
        senders={host_and_domain(link.iri)[1] for link in found if link.header == "from"},
        is_digest=len({host_and_domain(link.redirect_chain[-1].uri or "")[1] for link in found if link.link_text})
        > _MANY_SITES,
    )
    counters = {form[0] for form, (is_counted, _) in message.counted.items() if form and is_counted}
    hides_most = bool(differing) and _hides_most(found, message.counted)
    for index, link in enumerate(found):
        problems = deceptions(link, protect=names)
        for at, problem in enumerate(problems):
            is_claim = problem.sub_rule == "link-text-mismatch" and problem.severity == "warning"
            if is_claim and (reason := _explained(link, message, names)) is not None:
                problems[at] = replace(problem, severity="info", message=problem.message + reason)
        if index in differing:
            end = _end(link)
            is_hint = (
                (hides_most and not ACTION.search(link.link_text or ""))
                or end.is_guessed
                or host_and_domain(end.uri or "")[0] in counters
            )
            severity: Severity = "info" if is_hint else "warning"
            problem = Problem(start=0, end=len(link.iri), message=differing[index], severity=severity)
            problems.append(sub_rule_named("alternatives-differ").attributed(problem))
        if problems:
            yield link, problems


def _end(link: MailLink) -> RedirectStep:
    return sure_step(link.redirect_chain)


def _explained(link: MailLink, message: _Message, protect: tuple[str, ...]) -> str | None:
    """Return what explains that a label shows another site than the link leads to, to end the message with."""
    end, last, label, shown = _end(link), link.redirect_chain[-1], _plain_label(link), _shown_in(link, protect)
    bait = _bait(link, protect)
    if bait is None and message.is_digest and are_in_words(label, shown):
        return ", which is about it"
    is_told = end.is_guessed and not last.is_hidden
    is_counted, owners = message.counted.get(_form(link), _UNCOUNTED)
    if is_told and is_counted and last.iri in [one.iri for one in shown]:
        return ", which seems to count clicks"
    if is_told and not any(map(_of_owner(last), shown)):
        return None  # it leads on to yet another site
    if bait is None and (is_counted or end.is_guessed):
        return ", which seems to count clicks"
    if bait == "well-known" and ((is_counted and end.is_guessed) or (len(owners) > 1 and (is_counted or is_told))):
        return ", which seems to count clicks"
    domain = host_and_domain(end.uri or "")[1]
    is_senders = domain is not None and domain in message.senders
    if bait is None and are_subjects(label, shown, end.iri, is_senders):
        return ", which is about it"
    return None


def differing_links(links: Iterable[MailLink]) -> Iterator[tuple[int, str]]:
    """Yield an HTML link for each site, as index and message, if the text leads to other sites only."""
    sites: dict[str | None, dict[str | int, tuple[int, str]]] = {"text": {}, "html": {}, None: {}}
    for index, link in enumerate(links):
        site = _site(link) if link.kind != "email" and link.header is None else None
        if site and link.attribute in (None, "href"):
            sites[link.only_in].setdefault(owner_of(site), (index, site))
    text, html, both = sites["text"], sites["html"], sites[None]
    if text and html and not text.keys() & (html.keys() | both.keys()) and not html.keys() & both.keys():
        _, first = next(iter(text.values()))
        for index, site in html.values():
            yield index, f'the text leads to "{shown_host(first)}", the HTML to "{shown_host(site)}"'


def _site(link: MailLink) -> str | None:
    """Return the site that a link leads to, after redirects; ``None`` if that is unknown."""
    last = _end(link)
    host, domain = (None, None) if last.uri is None else host_and_domain(last.uri)
    return None if host is None or (last.is_hidden and not last.is_guessed) else domain or host


# --- counters of clicks on hosts of the sender ------------------------------------------------------------------------

# Links of a form, and its part of all. Most newsletters have dozens, deceivers fewer.
_MANY, _SHARE = 10, 4
_CODE = re.compile(r"\d|.{16}")
# A letter or a digit, but for fillers, which are letters to Unicode.
_SEEN = re.compile(r"(?![\u115f\u1160\u3164\uffa0])[^\W_]")
# Where anybody stores pages.
_STORAGE = frozenset(
    "amazonaws.com backblazeb2.com cloudfront.net digitaloceanspaces.com googleapis.com googleusercontent.com ipfs.io "
    "r2.dev sharepoint.com windows.net".split()
)
_IN_ADDRESS = re.compile("(?i)https?[:%]")
_Form = tuple[str, str, tuple[str, ...]]
_Counted = dict[_Form | None, tuple[bool, frozenset[str | int]]]


class _Message(NamedTuple):
    """What the links of a message have to do with each other."""

    counted: _Counted
    senders: Set[str | None]  # the registered domains of those whom it is from
    is_digest: bool  # it links to many sites: most of what deceives links to one


_MANY_SITES = 5
_UNCOUNTED: tuple[bool, frozenset[str | int]] = (False, frozenset())


def _form(link: MailLink) -> _Form | None:
    """Return what addresses of a counter have in common: host, path without numbers and codes, fields.

    ``None``: not on a registered domain, anybody's links may be there, or no reader sees what it is called.
    """
    if not (link.link_text and _SEEN.search(link.link_text)) or link.header is not None:
        return None
    uri = _end(link).uri
    if uri is None or not uri.startswith(("http:", "https:")):
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
    words = "/".join("*" if _CODE.search(passage) else passage for passage in path)
    names = (field.partition("=") for field in (parts.query or "").split("&"))
    return host, words, tuple(name if is_pair else "" for name, is_pair, _ in names)


def _counters(links: list[MailLink]) -> _Counted:
    """Return the forms of addresses: whether they seem to count clicks, and the owners of sites that labels show."""
    uris: dict[_Form, set[str]] = {}
    owners: dict[_Form, set[str | int]] = {}
    total = 0
    for link in links:
        if (form := _form(link)) is not None:
            total += 1
            uris.setdefault(form, set()).add((_end(link).uri or "").partition("#")[0])
            shown = (host_and_domain(one.iri)[1] for one in _shown_in(link, ()) if one.kind != "email")
            owners.setdefault(form, set()).update(owner_of(site) for site in shown if site)
    many = max(_MANY, total / _SHARE)
    return {form: (len(found) >= many, frozenset(owners[form])) for form, found in uris.items()}


def _hides_most(links: list[MailLink], counted: _Counted) -> bool:
    """Return whether counters hide most of the links of the HTML."""
    html = [link for link in links if link.only_in == "html" and link.attribute == "href" and link.kind != "email"]
    hidden = [link for link in html if link.redirect_chain[-1].is_hidden or counted.get(_form(link), _UNCOUNTED)[0]]
    return 2 * len(hidden) > len(html)


def _bait(link: MailLink, protect: tuple[str, ...]) -> Literal["well-known", "other"] | None:
    """Return what a label shows that deceivers want."""
    if ACTION.search(_plain_label(link)):
        return "other"
    there = _end(link).lookup_key
    below = None if there is None else f".{there.host}."
    is_known = False
    for shown in _shown_in(link, protect):
        host, domain = host_and_domain(uri_or_none(shown.iri) or "")
        if shown.kind == "email" or host is None or below is None or f".{host}." in below:
            return "other"
        is_known = is_known or domain in known_sites()
    return "other" if _imitates(link, protect) else "well-known" if is_known else None


def _imitates(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a label shows a protected site, or a look-alike of one or of a well-known one."""
    for shown in _shown_in(link, protect):
        host = host_and_domain(uri_or_none(shown.iri) or "")[0]
        if host is not None and (_is_protected(shown, protect) or imitated(unicode_host(host), protect)):
            return True
    return False


def _plain_label(link: MailLink) -> str:
    label = plain_dots(_INVISIBLE.sub("", link.link_text or ""))
    return "".join(label.split()) if _SPACED(label) else label


# An address with white space in its host, and nothing else.
_SPACED = re.compile(
    r"(?i)\W*+(?:https?:\s*+//|www\s*+\.)\s*+[\w-]++(?:\s*+\.\s*+[\w-]++)++(?:/\S*+)?(?<!\s)\W*+"
).fullmatch


def _shown_in(link: MailLink, protect: tuple[str, ...]) -> list[Link]:
    """Return the addresses that a label shows; protected names also below an unknown top-level domain."""
    label = _plain_label(link)
    found = list(addresses_in(label, FORMATS["mail"].profile))
    names = tuple(f".{unicode_host(name)}" for name in protect)
    known = {at for one in found for at in range(one.start, one.end)} if names else set()
    found += (
        link_at(label, *match.span(), "domain")
        for match in (_HOSTS.finditer(label) if names else ())
        if match.start() not in known and f".{match[0].casefold()}".endswith(names)
    )
    return sorted(found)


# --- one link ---------------------------------------------------------------------------------------------------------


def _is_mailbox(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a web link shows the mailbox that its host is written with: http://ann@example.com.

    Not if the user looks like a host: http://www.bank.com@example.com.
    """
    authority = split(link.iri).authority or ""
    user, _, host = authority.rpartition("@")
    if ":" in authority or plain_dots(link.link_text or "").strip().casefold() != authority.casefold():
        return False
    is_host = any(one.kind != "email" for one in shared_finder(bare_domains=True).find(unquote(user)))
    return not is_host and shown_by(unquote(user), host, protect) is None


def _links_of(name: str, links: Iterable[MailLink] | bytes | Message) -> list[MailLink]:
    if isinstance(links, (bytes, bytearray, memoryview, Message)):
        return list(links_in_message(links if isinstance(links, Message) else bytes(links)))
    are_links = isinstance(links, Iterable) and not isinstance(links, (str, MailLink))
    require(are_links, name, "a message (bytes or Message) or its links", links)
    return list(items(name, MailLink, links, "links of a message"))


def _imitation(link: MailLink) -> Iterator[Problem]:
    """Yield that a host looks like a well-known site in ASCII: "paypa1.com"; rules report other letters."""
    host = host_and_domain(_end(link).uri or "")[0] or ""
    site = None if "xn--" in host else imitated(host)
    if site is not None:
        message = f'host "{host}" looks like {site} but is another'
        problem = Problem(start=0, end=len(link.iri), message=message, component="host")
        yield sub_rule_named("protected-name").attributed(problem)


def _sender(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Yield why the name of a sender may be taken for one of the protected."""
    host = link.iri.rpartition("@")[2]
    for name in dict.fromkeys(_names_beside(link.text, link.context)):
        if name and (known := shown_by(name, host, protect)):
            message = f'the sender\'s name is "{name}", which shows {known}, the address is "{link.text}"'
            problem = Problem(start=0, end=len(link.iri), message=message, component="host")
            yield sub_rule_named("protected-name").attributed(problem)
            return


# RFC 5322 §3.2.4: a quoted string starts a word; §3.4: an address in brackets; what stands between two mailboxes.
_SENDER = re.compile(
    r'(?<![^\s,;:>)])"(?:[^"\\]|\\.)*+"|<(?P<address>[^<>]*+)>|(?P<end>[,;])|(?P<plain>[^\s<>,;"()]++)|.', re.DOTALL
)
_MARGIN = " \t\r\n,;:()\"'<>"


def _names_beside(address: str, field: str) -> Iterator[str]:
    """Yield what stands beside an address in From: words, comments (§3.2.2), other addresses.

    Commas and brackets may be those of a decoded name: a mailbox ends only after an address.
    """
    in_brackets: list[tuple[int, int, str]] = []
    plain: list[tuple[int, int, str]] = []
    start = 0
    for match in chain(_SENDER.finditer(field), [None]):
        if match is not None and match["address"] is not None:
            # §4.4: after a route, which is obsolete
            in_brackets.append((*match.span(), match["address"].rpartition(":")[2].strip()))
        elif match is not None and match["plain"] is not None and "@" in match["plain"]:
            plain.append((*match.span(), match["plain"].rpartition(":")[2]))
        elif match is None or (match["end"] and (in_brackets or plain)):
            end = len(field) if match is None else match.start()
            places = [(at, after) for at, after, found in in_brackets or plain if found == address]
            if places:
                at, after = places[-1]
                yield f"{field[start:at].strip(_MARGIN)} {field[after:end].strip(_MARGIN)}".strip()
            in_brackets, plain, start = [], [], end


def is_deceptive(problem: Problem) -> bool:
    """Return whether a problem may deceive readers; it is then reported first."""
    if problem.sub_rule == "link-text-mismatch":
        return problem.severity != "info"
    return is_about_deception(problem) or problem.sub_rule == "alternatives-differ"


def _mismatches(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Apply the linter's rule, also to a bare domain, which readers of mail trust."""
    label = _plain_label(link)
    found = _shown_in(link, protect)
    shown, is_told = _told_first(link, label, found, protect)
    is_of_owner = _of_owner(_end(link))
    for problem in _by_rule(link.iri, label):
        if problem.severity == "error" or shown is None or not is_of_owner(shown):
            yield problem
    if shown is None or label.startswith(("…", "..."), shown.end):
        return  # the name may be cut
    if shown.kind == "domain" and link.kind != "email" and not PRODUCT.fullmatch(shown.text):
        for problem in _by_rule(link.iri, shown.iri):
            if not is_of_owner(shown):
                severity = "info" if is_told or is_mention(label, shown, _end(link).iri) else problem.severity
                message = problem.message.replace(shown.iri, shown.text, 1)
                yield replace(problem, message=message, severity=severity)


def _taken_for_target(elsewhere: list[Link], protect: tuple[str, ...]) -> Link | None:
    """Return the address that readers take for the target: a protected one, or a whole one."""
    protected = (one for one in elsewhere if protect and _is_protected(one, protect))
    return next(chain(protected, (one for one in elsewhere if _IS_WHOLE(one.text))), None)


def _told_first(link: MailLink, label: str, found: list[Link], protect: tuple[str, ...]) -> tuple[Link | None, bool]:
    """Return the address of a label that matters, and whether it is a name beside the site that the link leads to."""
    end = _end(link)
    is_store = host_and_domain(end.uri or "")[0] in _STORES
    is_of_owner = _of_owner(end)
    elsewhere = [one for one in found if not is_of_owner(one)]
    if (bait := _taken_for_target(elsewhere, () if is_store else protect)) is not None:
        return bait, False
    first = next((one for one in found if not is_mere_name(label, one, link.iri)), None)
    is_known = first is not None and host_and_domain(uri_or_none(first.iri) or "")[1] in known_sites()
    return first, len(elsewhere) < len(found) and not is_known


_IS_WHOLE = re.compile(r"(?i)www\.|[a-z][a-z0-9+.-]*+://").match
# What is named after a site is its app there: "Booking.com app".
_STORES = frozenset(["apps.apple.com", "itunes.apple.com", "play.google.com"])


def _is_protected(shown: Link, protect: tuple[str, ...]) -> bool:
    """Return whether an address is on a protected site, or on one that looks like it."""
    host = host_and_domain(uri_or_none(shown.iri) or "")[0]
    if host is None or shown.kind == "email":
        return False
    is_below = any(f".{unicode_host(host)}".endswith(f".{name}") for name in map(unicode_host, protect))
    return is_below or resembled(host, protect) is not None


_MESSAGE = Document(b"", "message.eml")


def _by_rule(iri: str, label: str) -> Iterator[Problem]:
    return sub_rule_named("link-text-mismatch").problems(Prose(iri, (), _MESSAGE, target=True, label=label))


def _of_owner(end: RedirectStep) -> Callable[[Link], bool]:
    """Return a function that tells whether an address is on the host or the registered domain of a target."""
    target_host, target_domain = host_and_domain(end.uri or "")

    def is_of_owner(shown: Link) -> bool:
        uri = uri_or_none(shown.iri)
        if uri is None or end.uri is None or shown.kind == "email":
            return False
        host, domain = host_and_domain(uri)
        return host == target_host or (domain is not None and domain == target_domain and target_host not in OF_ANYBODY)

    return is_of_owner
