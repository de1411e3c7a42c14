"""Links that may deceive their readers. A link without findings may still be unsafe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.message import Message
from itertools import chain
from urllib.parse import unquote

from extract.detect.finder import shared_finder
from extract.detect.link import Link
from extract.iri.chain import host_and_domain, uri_or_none
from extract.iri.parts import split
from extract.iri.wrappers import wrappers_of
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.present.confusables import unicode_host
from extract.present.displaying import shown_host
from extract.present.likeness import imitated, known_sites, resembled
from extract.readers.formats import FORMATS
from extract.rules.checking import check
from extract.rules.iri.spoofing import protecting, shown_by
from extract.rules.problem import Problem
from extract.rules.registry import Part, part_named, usual_rules
from extract.rules.subjects import Prose
from extract.rules.text.labels import ACTION, PRODUCT, is_mere_name, plain_dots
from extract.text.regexes import re

# User information that looks like the host; a disguised IP address; look-alikes.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")  # but not what reverses text, which IRI808 reports
_PARTS = frozenset(["userinfo", "password", "ipv4-lookalike"])


def _is_about_deception(part: Part | Problem) -> bool:
    name = part.part if isinstance(part, Problem) else part.name
    return name in _PARTS or part.code.startswith("IRI6")


def deceptions(link: MailLink | bytes | Message, *, protect: Iterable[str] = ()) -> list[Problem]:
    """Return why the reader of a link may be deceived; an empty list means nothing was found.

    For a message, the reasons for all its links are returned, as in `deceptive_links`.

    An HTML link shows an address of another host than it leads to (IRI808); its host looks like another (UTS #39) or
    like one of ``protect`` (IRI607), or hides an IP address (IRI301); it has user information. Offsets are those of
    `MailLink.iri`. The ``severity`` is "info" if the link leads to a service that counts clicks, as in most
    newsletters, and its label shows another host, but none of ``protect`` and no look-alike: where the service leads to
    cannot be seen. For a message, so it is if
    the sender seems to count the clicks: see `deceptive_links`.

    Raises TypeError if ``link`` is neither a link nor a message.
    """
    if not isinstance(link, MailLink):
        return [problem for _, problems in deceptive_links(_links_of(link), protect=protect) for problem in problems]
    rules = [chosen for rule in usual_rules() if (chosen := rule.only(_is_about_deception))]
    names = tuple(protect)
    if names:
        rules.append(protecting(names))
    found = check(link.iri, rules)
    if link.label and _is_mailbox(link, names):
        found = [problem for problem in found if problem.part != "userinfo"]
    if names and link.header == "from":
        found += _sender(link, names)
    mismatch = next(_mismatches(link, names), None) if link.label else None
    if mismatch is not None and mismatch.severity == "info" and _is_of_counter(link) and _imitates(link, names):
        mismatch = replace(mismatch, severity="warning")
    return found if mismatch is None else [mismatch, *found]


def deceptive_links(
    links: Iterable[MailLink] | bytes | Message, *, protect: Iterable[str] = ()
) -> Iterator[tuple[MailLink, list[Problem]]]:
    """Yield the links of one message that may deceive, each with the reasons, in order.

    ``links`` is the message, or what `links_in_message` found in it. The reasons are those of `deceptions`, and HTML
    that leads to other sites than the text of the message (IRI808).

    A host to which ten links or more lead that differ in numbers and codes only, a quarter of all, seems to count
    clicks. What it hides has the severity "info", unless the label shows one of ``protect``, a well-known site, a
    look-alike of these or an e-mail address, or asks readers to log in: senders can write what they like.

    Raises TypeError if ``links`` is neither.
    """
    found = _links_of(links)
    names = tuple(protect)
    differing = dict(differing_links(found))
    counted = _counted(found)
    counters = {host for host, _, _ in counted}
    for index, link in enumerate(found):
        problems = deceptions(link, protect=names)
        if counted and _form(link) in counted and not _shows_what_deceivers_want(link, names):
            problems = [
                replace(problem, severity="info", message=f"{problem.message}, which seems to count clicks")
                if problem.part == "label-mismatch" and problem.severity == "warning"
                else problem
                for problem in problems
            ]
        if index in differing:
            is_counted = host_and_domain(link.targets[-1].uri or "")[0] in counters
            problem = Problem(
                start=0, end=len(link.iri), message=differing[index], severity="info" if is_counted else "warning"
            )
            problems.append(part_named("alternatives-differ").attributed(problem))
        if problems:
            yield link, problems


def differing_links(links: Iterable[MailLink]) -> Iterator[tuple[int, str]]:
    """Yield an HTML link for each site, as index and message, if the text of the message leads to other sites only."""
    sites: dict[str | None, dict[str, int]] = {"text": {}, "html": {}, None: {}}
    for index, link in enumerate(links):
        site = _site(link) if link.kind != "email" and link.header is None else None
        if site and link.attribute in (None, "href"):
            sites[link.only_in].setdefault(site, index)
    text, html, both = sites["text"], sites["html"], sites[None]
    if text and html and not text.keys() & (html.keys() | both.keys()) and not html.keys() & both.keys():
        for site, index in html.items():
            yield index, f'the text leads to "{shown_host(next(iter(text)))}", the HTML to "{shown_host(site)}"'


def _site(link: MailLink) -> str | None:
    """Return the site that a link leads to, after redirects that its address shows; ``None`` if that is unknown."""
    last = link.targets[-1]
    host, domain = (None, None) if last.uri is None else host_and_domain(last.uri)
    return None if host is None or last.is_hidden else domain or host


# --- counters of clicks on hosts of the sender ------------------------------------------------------------------------

# Links of a form, and the part of all links that has it. Most newsletters have dozens, most deceivers fewer than eight.
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


def _form(link: MailLink) -> _Form | None:
    """Return what the addresses of a counter have in common: host, path without numbers and codes, names of fields.

    ``None``: the link is not on a registered domain, anybody's links may be there (well-known sites, shorteners), or no
    reader sees what it is called.
    """
    if not (link.label and _SEEN.search(link.label)) or link.header is not None:
        return None
    uri = link.targets[-1].uri
    if uri is None or not uri.startswith(("http:", "https:")):
        return None
    host, domain = host_and_domain(uri)
    if host is None or domain is None or domain in known_sites() or ".".join(host.rsplit(".", 2)[-2:]) in _STORAGE:
        return None
    if any(form.kind not in ("gateway", "counter") for form in wrappers_of(host)):
        return None
    parts = split(uri)
    path = _IN_ADDRESS.split(parts.path, maxsplit=1)[0].split("/")
    while path and (not path[-1] or _CODE.search(path[-1])):
        path.pop()
    words = "/".join("*" if _CODE.search(segment) else segment for segment in path)
    names = (field.partition("=") for field in (parts.query or "").split("&"))
    return host, words, tuple(name if is_pair else "" for name, is_pair, _ in names)


def _counted(links: list[MailLink]) -> frozenset[_Form]:
    """Return the forms of addresses that seem to count clicks."""
    if len(links) < _MANY:
        return frozenset()
    uris: dict[_Form, set[str]] = {}
    total = 0
    for link in links:
        if (form := _form(link)) is not None:
            total += 1
            uris.setdefault(form, set()).add((link.targets[-1].uri or "").partition("#")[0])
    return frozenset(form for form, found in uris.items() if len(found) >= max(_MANY, total / _SHARE))


def _shows_what_deceivers_want(link: MailLink, protect: tuple[str, ...]) -> bool:
    if ACTION.search(plain_dots(_INVISIBLE.sub("", link.label or ""))):
        return True
    there = link.targets[-1].lookup_key
    for shown in _shown_in(link):
        host, domain = host_and_domain(uri_or_none(shown.iri) or "")
        if shown.kind == "email" or host is None or there is None or f".{host}." in f".{there.host}.":
            return True
        if domain in known_sites():
            return True
    return _imitates(link, protect)


def _imitates(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a label shows a protected site, or one that looks like it or like a well-known one."""
    for shown in _shown_in(link):
        host = host_and_domain(uri_or_none(shown.iri) or "")[0]
        if host is not None and (_is_protected(shown, protect) or imitated(unicode_host(host), protect)):
            return True
    return False


def _shown_in(link: MailLink) -> Iterator[Link]:
    label = plain_dots(_INVISIBLE.sub("", link.label or ""))
    return shared_finder(schemeless=True, email=True, refang=True).find(label)


def _is_of_counter(link: MailLink) -> bool:
    last = link.targets[-1]
    return last.is_hidden and last.kind == "counter"


# --- one link ---------------------------------------------------------------------------------------------------------


def _is_mailbox(link: MailLink, protect: tuple[str, ...]) -> bool:
    """Return whether a link in the web shows the mailbox that its host is written with: http://ann@example.com.

    Not if the user looks like a host: http://www.bank.com@example.com.
    """
    authority = split(link.iri).authority or ""
    user, _, host = authority.rpartition("@")
    if ":" in authority or plain_dots(link.label or "").strip().casefold() != authority.casefold():
        return False
    is_host = any(one.kind != "email" for one in shared_finder(schemeless=True).find(unquote(user)))
    return not is_host and shown_by(unquote(user), host, protect) is None


def _links_of(links: Iterable[MailLink] | bytes | Message) -> list[MailLink]:
    if isinstance(links, (bytes, bytearray, memoryview, Message)):
        return list(links_in_message(links if isinstance(links, Message) else bytes(links)))
    if isinstance(links, (str, MailLink)) or not isinstance(links, Iterable):
        raise TypeError(f"a message (bytes or Message) or its links, not {type(links).__name__}")
    return list(links)


def _sender(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Yield why the name of a sender may be taken for one of the protected: readers see the name, not the address."""
    host = link.iri.rpartition("@")[2]
    for name in dict.fromkeys(_names_beside(link.text, link.context)):
        if name and (known := shown_by(name, host, protect)):
            message = f'the sender\'s name is "{name}", which shows {known}, the address is "{link.text}"'
            problem = Problem(start=0, end=len(link.iri), message=message, component="host")
            yield part_named("protected-name").attributed(problem)
            return


# RFC 5322 §3.2.4: a quoted string starts a word; §3.4: an address in brackets; what stands between two mailboxes.
_SENDER = re.compile(
    r'(?<![^\s,;:>)])"(?:[^"\\]|\\.)*+"|<(?P<address>[^<>]*+)>|(?P<end>[,;])|(?P<plain>[^\s<>,;"()]++)|.', re.DOTALL
)
_MARGIN = " \t\r\n,;:()\"'<>"


def _names_beside(address: str, field: str) -> Iterator[str]:
    """Yield what stands beside an address in the field From: words, comments (§3.2.2), and other addresses.

    The field was decoded, so that commas and brackets may be those of a name: a mailbox ends only after an address.
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
    if problem.part == "label-mismatch":
        return problem.severity != "info"
    return _is_about_deception(problem) or problem.part == "alternatives-differ"


def _mismatches(link: MailLink, protect: tuple[str, ...]) -> Iterator[Problem]:
    """Apply the linter's rule, also to a bare domain, which the linter reads as a name but readers of mail trust."""
    label = plain_dots(_INVISIBLE.sub("", link.label or ""))
    found = shared_finder(schemeless=True, email=True).find(label)
    there = host_and_domain(link.targets[-1].uri or "")[0]
    shown = None
    for one in found:
        is_protected = bool(protect) and there not in _STORES and _is_protected(one, protect)
        if is_protected or (shown is None and not is_mere_name(label, one, link.iri)):
            shown = one
        if is_protected and not _is_of_same_owner(one, link):
            break
    for problem in _by_rule(link.iri, label):
        if problem.severity == "error" or shown is None or not _is_of_same_owner(shown, link):
            yield problem
    if shown is None or label.startswith(("…", "..."), shown.end):
        return  # the name may be cut
    if shown.kind == "domain" and link.kind != "email" and not PRODUCT.fullmatch(shown.text):
        for problem in _by_rule(link.iri, shown.iri):
            if not _is_of_same_owner(shown, link):
                yield replace(problem, message=problem.message.replace(shown.iri, shown.text, 1))


# What is named after a site is its app there: "Booking.com app".
_STORES = frozenset(["apps.apple.com", "itunes.apple.com", "play.google.com"])


def _is_protected(shown: Link, protect: tuple[str, ...]) -> bool:
    """Return whether an address is on a protected site, or on one that looks like it."""
    host = host_and_domain(uri_or_none(shown.iri) or "")[0]
    if host is None or shown.kind == "email":
        return False
    is_below = any(f".{unicode_host(host)}".endswith(f".{name}") for name in map(unicode_host, protect))
    return is_below or resembled(host, protect) is not None


def _by_rule(iri: str, label: str) -> Iterator[Problem]:
    return part_named("label-mismatch").problems(Prose(iri, (), FORMATS["mail"], target=True, label=label))


def _is_of_same_owner(shown: Link, link: MailLink) -> bool:
    """Return whether two addresses are on the same host or registered domain; e-mail addresses never are."""
    uri, target = uri_or_none(shown.iri), link.uri
    if uri is None or target is None or shown.kind == "email":
        return False
    host, domain = host_and_domain(uri)
    target_host, target_domain = host_and_domain(target)
    return host == target_host or (domain is not None and domain == target_domain)
