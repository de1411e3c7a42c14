"""Family 8: links whose text shows a different IRI than their destination.

The rule determines the IRIs in the link text, the site of the destination, whether both have the same owner, and
whether the text explains the difference.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal
from urllib.parse import unquote

from extract.detect.finder import find_links
from extract.detect.link import Link, link_at
from extract.iri.components import split, split_authority
from extract.iri.tld import registrable_domain
from extract.present.confusables import skeleton, unicode_host
from extract.present.likeness import imitated, is_of_owner, known_sites
from extract.readers.formats import Format
from extract.redirects.chain import host_in, last_target, redirect_chain
from extract.redirects.services import forms_of
from extract.rules.iri.characters import named
from extract.rules.iri.suggestions import is_one_slip
from extract.rules.problem import Problem, Severity
from extract.rules.registry import rule, sub_rule_named
from extract.rules.subjects import Prose
from extract.text.forms import to_form
from extract.text.messages import Message
from extract.text.regexes import re

# How the destination differs: it looks alike, it is another site, the text is about that site, a click tracker hides
# it, or it is another mailbox of the same organization.
Distance = Literal["look-alike", "site", "mention", "tracker", "mailbox"]
_SEVERITY: dict[Distance, Severity] = {"look-alike": "error", "site": "warning"}  # of others: "info"


@rule("IRI803", "link-text-mismatch", "warning", scope="target")
def link_text_mismatch(prose: Prose) -> Iterator[Problem]:
    r"""The link text shows an IRI that differs from the destination.

    Readers trust the text. Either only one of the two was changed, or the link is meant to deceive. It is an error if
    the two look alike, or if an invisible character reverses the text. Destinations on the same
    site or another site of its owner are not reported, nor are archives and redirect services that lead there. Texts
    with a shortener are not reported.

    Outside mail, a different destination is often intended, such as a mirror, a translation, a shortened IRI, or a
    moved site. So the text must be an IRI and nothing else, or contain an IRI in HTML. A bare domain is reported only
    if it starts with "www.", or its spelling is similar to the destination. An IRI with a scheme is not reported if it
    shares a word with the destination, or if the destination hides where it leads.

    In mail all of these are reported. So are IRIs in a sentence, other top-level domains of the same name, email
    addresses that link to a page, and destinations without a site (``data:``, ``javascript:``). If an IRI is shortened
    with "…", its host is checked if it is complete. The severity is only "info" in four cases: the text is the title
    of a page or an issue, it names the site of the destination, a click tracker hides the destination, or it is another
    mailbox of the same organization. A title stays a warning if the host takes the name of the site in it
    (``chase-alert.example`` for ``chase.com``).
    Source: RFC 3986 §7.6; UTS #39 §4; UTS #36 §2.9.

    Bad (rst):
        `https://de.wikipedia.org/wiki/Köln <⟦https://www.bonn.de/⟧>`__
        `www.example.com <⟦https://größe.test/⟧>`__

    Good (rst):
        `Köln <https://de.wikipedia.org/wiki/Köln>`__
        `https://example.com/ <https://example.com/größe>`__

    Bad (markdown):
        [https://bücher.example/](⟦https://xn--bcher-lva.example/⟧)
        [Log in at https://example.com/ now](⟦https://ex\u0430mple.com/⟧)

    Good (markdown):
        [ASP.NET](https://example.org/)
        [𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦](https://example.com/)

    Bad (html):
        <form action="⟦https://größe.test/⟧"><button>https://example.com/ü</button></form>
        <a href="⟦https://größe.test/⟧"><img src="ü.png" alt="https://example.com/"></a>
    """
    found = link_problem(prose.label or "", prose.text, prose.format)
    if found is not None:
        yield found


def link_problem(label: str, target: str, format: Format, protect: tuple[str, ...] = ()) -> Problem | None:
    """Return the most serious problem of a link text that misleads readers about ``target``, or ``None``.

    Hosts of ``protect`` are recognized even without a known top-level domain.
    """
    reversing = next((character for character in label if character in _OVERRIDES), None)
    if reversing is not None and _MAY_BE_ADDRESS.search(label):
        severity: Severity = "error"
        message = Message(
            "the link text has {character}, which makes readers see another IRI; remove it",
            character=named(reversing),
        )
    else:
        found = _mismatch(label, target, format, protect)
        if found is None:
            return None
        end, distance = last_target(target), found[1]
        seen = {"shown": found[0].text, "target": end}
        severity = _SEVERITY.get(distance, "info")
        message = Message('readers see "{shown}", the link leads to "{target}"', **seen)
        if distance == "look-alike":
            message = Message('readers see "{shown}", the link leads to "{target}", which only looks like it', **seen)
        elif distance == "tracker":
            message = Message(
                'readers see "{shown}", the link leads to "{target}"; '
                "from there {service} forwards to an unknown destination",
                **seen,
                service=redirect_chain(end)[-1].service,
            )
    problem = Problem(start=0, end=len(target), message=message, severity=severity)
    return sub_rule_named("link-text-mismatch").attributed(problem)


def _mismatch(label: str, target: str, format: Format, protect: tuple[str, ...]) -> tuple[Link, Distance] | None:
    """Return the IRI in ``label`` that differs most from ``target``, and how, or ``None``."""
    is_cut = _ELLIPSIS.search(label.strip())
    label = plain(label.strip().strip("<>`*_ "))
    if not _MAY_BE_ADDRESS.search(label):
        return None
    target = last_target(target)
    if target == "mailto:#":
        return None
    label = label[: -len(is_cut[0])] if is_cut else label
    found: list[tuple[Link, Distance]] = []
    most = _MOST_COMPARED * (1 + len(label) // (len(target) + 1))
    for shown in islice(shown_in(label, format, protect), most):
        if is_cut and shown.end == len(label) and not _HAS_PATH.match(shown.text):
            continue  # the host may be incomplete
        distance = _distance(shown, target, shown.text in (label, label.rstrip("./")), format)
        if distance is not None:
            found.append((shown, distance))
    if format.kind != "text" or not found:
        return found[0] if found else None
    shown, distance = max(found, key=lambda one: one[1] == "look-alike" or is_bait(one[0], protect))
    is_claim = distance == "site" and not is_bait(shown, protect)
    return shown, "mention" if is_claim and _is_explained(label, shown, target) else distance


# --- IRIs in the link text -------------------------------------------------------------------------------------------

# UAX #9 §2.2: overrides reverse the order of the characters after them. IRIs and names do not need them.
_OVERRIDES = "\u202d\u202e"
_MAY_BE_ADDRESS = re.compile(r"://|www|@|\w\.[^\W\d_]{2,}|\w ?[\[({](?:\.|(?i:dot))[\])}]")
_ICONS = "ⓘⓂ"
_FILLERS = "\u115f\u1160\u3164\uffa0"  # of Hangul
_STANDS_FOR_DOT = re.compile(r"(?<=[0-9A-Za-z])[\u3002\uFF0E\uFF61\u2024](?=[0-9A-Za-z])")  # RFC 3490 §3.1
# Between other letters it may end a sentence. There it is read as a dot only if the whole label is then a link.
_STANDS_FOR_DOT_IN_HOST = re.compile(r"\uFF0E|[\u3002\uFF61](?=[a-z])")
_ELLIPSIS = re.compile(r"(?:…|\.{3,})\Z")
_WHOLE = re.compile(r"(?i)www\.|[a-z][a-z0-9+.-]*+://")
_HAS_PATH = re.compile(r"(?:[^/?#:]*+://)?+[^/?#]++[/?#]")
_HOSTS = re.compile(r"(?<![\w.-])[\w-]++(?:\.[\w-]++)++(?!@)")
# Maximum number of IRIs of a label to compare with the target. More are allowed if the target is short.
_MOST_COMPARED = 30


def plain(label: str) -> str:
    """Return ``label`` as readers see it: without invisible characters, and with plain letters for styled ones."""
    if label.isascii():
        return label
    text = _STANDS_FOR_DOT.sub(".", "".join(map(_plain_character, label)))
    if not _STANDS_FOR_DOT_IN_HOST.search(text):
        return text
    host = to_form("NFKC", text.strip()).replace("。", ".")
    whole = next(find_links(host, bare_domains=True), None)
    return host if whole and whole.text == host else text


@functools.cache
def _plain_character(character: str) -> str:
    """Return the ASCII letter or digit that a styled character looks like, "" for an invisible one, or itself."""
    if character.isascii():
        return character
    if unicodedata.category(character) == "Cf" or character in _FILLERS:
        return ""
    letter = to_form("NFKC", character).strip("()").lower()
    is_plain = len(letter) == 1 and letter.isascii() and letter.isalnum() and character not in _ICONS
    return letter if is_plain else character


def shown_in(label: str, format: Format, protect: tuple[str, ...] = ()) -> Iterator[Link]:
    """Yield the IRIs in ``label``. Before an IRI with user information, yield the host that this looks like."""
    names = tuple(f".{unicode_host(name)}" for name in protect)
    found = list(find_links(label, bare_domains=True, email=True, refang=True, profile=format.profile))
    if names:
        known = {at for one in found for at in range(one.start, one.end)}
        hosts = (one for one in _HOSTS.finditer(label) if one.start() not in known)
        found += (link_at(label, *one.span(), "domain") for one in hosts if f".{one[0].casefold()}".endswith(names))
    for link in sorted(found):
        components = split(link.iri)
        user = split_authority(components.authority or "").userinfo
        within = find_links(unquote(user), bare_domains=True) if user else ()
        yield from (link._replace(iri=f"{components.scheme}://{unquote(name.text)}") for name in within)
        yield link


# --- the destination and its owner -----------------------------------------------------------------------------------

_WEB = ("http:", "https:", "ftp:")
# Schemes that browsers or mail programs open without a request to a site.
_NO_SITE = frozenset(
    "blob data file intent javascript ms-excel ms-powerpoint ms-word search-ms smb vbscript view-source".split()
)
_RESOLVERS = ("doi.org", "dx.doi.org", "hdl.handle.net")
# Hosts where anybody can publish pages or links.
_OF_ANYBODY = frozenset(
    "bit.ly bitly.com c.gle clck.ru docs.google.com drive.google.com forms.microsoft.com forms.office.com "
    "groups.google.com lnkd.in onedrive.live.com script.google.com sites.google.com sway.office.com t.co ya.cc".split()
)


def _distance(shown: Link, target: str, whole: bool, format: Format) -> Distance | None:
    """Return how ``target`` differs from ``shown``, or ``None``. ``whole``: the label has no other text."""
    in_mail = format.kind == "text"
    if shown.kind == "email":
        return _distance_of_email(shown, target, in_mail) if whole else None
    if not shown.iri.lower().startswith(_WEB):
        return None
    if not target.lower().startswith(_WEB):
        return "site" if in_mail and whole and (split(target).scheme or "").lower() in _NO_SITE else None
    there, here = _host_of(target), _host_of(shown.iri)
    leads_on = here in _RESOLVERS or any(form.kind == "shortener" for form in forms_of(here))
    if leads_on or "." not in here or there in ("http", "https"):
        return None  # cut in two, "http://https://…"
    if _is_same_site(there, here) and (there == here or not in_mail or there not in _OF_ANYBODY):
        return None
    looks_alike = skeleton(there, host=True) == skeleton(here, host=True)
    if not in_mail and shown.kind == "domain":  # names of products and files look like bare domains too
        is_of_one_end = here.rpartition(".")[2] == there.rpartition(".")[2]
        is_meant = _WHOLE.match(shown.text) or looks_alike or (is_of_one_end and _is_misspelled(here, there))
        if not (whole and is_meant):
            return None
    if looks_alike:
        return "look-alike"
    if _is_of_one_owner(there, here) or last_target(shown.iri) == target:
        return None
    is_claim = in_mail or ((whole or format.tags) and not _is_intended(shown.iri, target))
    return _elsewhere(target) if is_claim else None


def _is_of_one_owner(there: str, here: str) -> bool:
    """Return whether the host of the destination has the same owner as the host in the text (``here``)."""
    site, other = _site(there), _site(here)
    is_namesake = site in known_sites() and site.partition(".")[0] == other.partition(".")[0]  # ikea.com and ikea.de
    services = {form.service for form in forms_of(there)} & {form.service for form in forms_of(here)} - {"-"}
    is_related = is_namesake or is_of_owner(site, other) or bool(services)
    return "." in there and there not in _OF_ANYBODY and is_related


def _distance_of_email(shown: Link, target: str, in_mail: bool) -> Distance | None:
    components = split(target)
    scheme = (components.scheme or "").lower()
    meant = _mailbox(shown.iri.partition(":")[2].partition("?")[0])
    host = meant.rpartition("@")[2]
    if scheme in ("http", "https") and in_mail:
        return None if _is_same_site(_host_of(target), host) else _elsewhere(target)
    address = _mailbox(components.path if components.authority is None else components.authority)
    if scheme != "mailto" or meant == address:
        return None
    is_one_owner = in_mail and host == address.rpartition("@")[2] and _site(host) not in known_sites()
    return "mailbox" if is_one_owner else "site"


def _mailbox(written: str) -> str:
    """Return an email address in lowercase, with its host in Unicode."""
    local, at, host = unquote(written).casefold().strip().rpartition("@")
    return local + at + unicode_host(host)


def _elsewhere(target: str) -> Distance:
    last = redirect_chain(target)[-1]
    return "tracker" if last.is_hidden and last.kind != "shortener" and not last.is_guessed else "site"


def _host_of(iri: str) -> str:
    """Return the host in Unicode, without user information and port."""
    return unicode_host(split_authority(split(iri).authority or "").host.lower()).rstrip(".,;")


def _is_same_site(host: str, other: str) -> bool:
    """Whether two hosts have the same registrable domain. Compare the names first, since the list loads slowly."""
    if host == other or host.endswith(f".{other}") or other.endswith(f".{host}"):
        return True
    return host.rpartition(".")[2] == other.rpartition(".")[2] and _site(host) == _site(other)


@functools.lru_cache(maxsize=256)
def _site(host: str) -> str:
    """Return the registrable domain of ``host``, or ``host`` if it has none."""
    return (registrable_domain(host) or host) if "." in host else host


def is_bait(shown: Link, protect: Iterable[str]) -> bool:
    """Return whether a host is a domain of ``protect``, below it, or looks like it or like a well-known site."""
    host = unicode_host(host_in(shown.iri) or "")
    is_below = any(f".{host}".endswith(f".{unicode_host(name)}") for name in protect)
    return (is_below and shown.kind != "email") or imitated(host, protect) is not None


# --- whether the difference is explained -----------------------------------------------------------------------------

# Actions that phishing asks for.
ACTION = re.compile(
    r"(?i)(?<![^\W_])(?:account|anmeld|auth|claim|confirm|konto|kyc|log[ -]?(?:in|on)|passwor|secur|sicher"
    r"|sign[ -]?(?:in|on)|unlock|v[eé]rif|wallet|acced|bestätig|connexion|conferm|giriş|inlog|inici(?:a|ar|e) ses"
    r"|prüfen|zaloguj)|登[录錄入]|ログイン|로그인|вход|войти|войдите|подтверд|تسجيل الدخول"
)
# Words that address the reader, which titles of pages do not contain.
_SPEAKS = re.compile(
    r"(?i)\b(?:click|open|please|see|track|visit|yours?|you|bitte|besuch\w*|klick\w*|(?-i:Sie|Ihre?[nmrs]?)|deine?[nmrs]?|votre|vos"
    r"|vous|usted|(?<=: )su|tu[ao]?|twoj\w*|вам|вас|ваш\w*)\b|您|你|请|お客様|ください"
)
_AT = re.compile(r"(?i)\b(?:at|auf|bei|chez|em|en|from|goto|na|on|op|på|su|sur|to|unter|via|von|zu|на)\s\W*\Z")
_FEW_WORDS = 3
_GOES_ON = re.compile(r"(?:['’]\w{1,3}\b|[:,])?\s+(?:[-–—]\s+)?\w")
_OF_CODE = re.compile(
    r"(?i)[/#](?:actions|blob|builds?|commits?|compare|diff|files|issues|jobs?|pull|raw|runs?|src|tree)\b"
)


def _is_explained(label: str, shown: Link, target: str) -> bool:
    """Return whether ``label`` mentions a site as its topic: in a title, or as subject of the page."""
    before, after = label[max(0, shown.start - 300) : shown.start], label[shown.end : shown.end + 300]  # linear time
    around, page = f"{before} {after}", unquote(target[:2000]).casefold()
    here, there = _host_of(shown.iri), _host_of(target)
    is_known = _site(there) in known_sites() and there not in _OF_ANYBODY
    is_well_known = _site(here) in known_sites()
    is_code = is_known and _OF_CODE.search(target) is not None
    words = len(re.findall(r"[^\W\d_\u3040-\u9fff]{2,}|[\u3040-\u9fff]{1,2}", around))
    is_report = is_code and not is_well_known and words > _FEW_WORDS  # "Add a way to log in for crates.io"
    if shown.kind == "email" or (ACTION.search(around) and not is_report):
        return False
    if is_known:
        names = {_squeezed(here), here if is_well_known else _squeezed(_site(here).partition(".")[0])}
        if not names.isdisjoint(filter(None, map(_squeezed, re.split("[/?=&]", page)[3:]))):
            return True
        is_named = _site(there).partition(".")[0] in re.findall(r"\w{4,}", around.casefold())
        if is_named and not redirect_chain(target)[-1].mentions:
            return True  # "Amazon.com on Wikipedia"
    is_page = words > 0 and re.sub(r"\W+", "-", label[:300].casefold()) in page  # its title: /leaving-medium-com
    sends = words <= _FEW_WORDS and _AT.search(before[-40:]) and not is_page
    is_title = not sends and not _SPEAKS.search(around)  # its words do not tell readers to go there
    if is_code:
        return shown.kind == "domain" or (is_title and words > 1 and not is_well_known)
    if not is_title or shown.kind != "domain" or _WHOLE.match(shown.text):
        return False
    if not is_well_known and there and _squeezed(before[-40:] + here).endswith(_squeezed(_site(there))):
        return True  # "Le Monde.fr"
    is_word = shown.text[:1].isupper() and "/" not in shown.text and _GOES_ON.match(label, shown.end) is not None
    return (words > 1 or is_word or is_page) and (is_known or not _takes_name(there, here))


def _squeezed(text: str) -> str:
    """Return the letters and digits of a text, in lowercase and without marks on ASCII letters."""
    return re.sub(r"[\W_]", "", to_form("NFD", text).casefold())


def _takes_name(host: str, other: str) -> bool:
    """Whether a host has the name of another site in a longer one: chase-alert.example and chase.com."""
    written, own = (_site(one).partition(".")[0] for one in (other, host))
    names, name = host.removesuffix(_site(host)) + ("" if own == written else own), _squeezed(written)
    labels = map(_squeezed, names.split("."))
    is_within = len(name) > 3 and any(one.startswith(name) or one.endswith(name) for one in labels)
    return is_within or (len(name) > 2 and name in re.split("[.-]", names))


# --- whether the difference is intended, except in mail --------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_](?:[^\W_]|[-_](?=[^\W_])){3,}")


def _is_misspelled(host: str, other: str) -> bool:
    """Whether two names differ by one typing mistake. Names of less than five letters are too similar to compare."""
    name, meant = (_site(one).partition(".")[0].replace("-", "") for one in (host, other))
    return name != meant and min(len(name), len(meant)) >= 5 and is_one_slip(name, meant)


def _is_intended(shown: str, target: str) -> bool:
    """Whether a link to another site looks intentional: both IRIs share a word, or the destination is hidden."""
    if _is_misspelled(_host_of(shown), _host_of(target)):
        return False
    return redirect_chain(target)[-1].is_hidden or _has_word(shown, target) or _has_word(target, shown)


def _has_word(iri: str, other: str) -> bool:
    """Whether a word of ``iri``, except scheme and top-level domain, occurs in ``other``."""
    host = _host_of(iri).removeprefix("www.").rpartition(".")[0]
    words = _WORD.findall(f"{host} {unquote(split(iri[:500]).path)}".casefold())  # 500: linear time
    first = [word.partition("-")[0] for word in words]
    text = unquote(other[:2000]).casefold().partition("://")[2]
    return any(word in text for word in [*words, *(word for word in first if len(word) >= 6)])
