"""Family 8: links whose text shows another address than their target."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import unquote

from extract.detect.finder import find_links
from extract.detect.link import Link
from extract.iri.components import split, split_authority
from extract.iri.host import remapped
from extract.iri.tld import is_known_tld, registrable_domain
from extract.present.confusables import skeleton, unicode_host
from extract.present.likeness import imitated, is_of_owner, known_sites
from extract.redirects.chain import last_target, redirect_chain
from extract.rules.iri.characters import named
from extract.rules.iri.host import is_one_slip
from extract.rules.problem import Problem, Severity
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.characters import LABEL_DOTS
from extract.text.regexes import IMAGE_SUFFIXES, re

# How the target differs from the address that readers see.
Distance = Literal["look-alike", "site", "mention", "tracker", "mailbox", "page", "host", "other page", "parameters"]
_SEVERITY: dict[Distance, Severity] = {
    "look-alike": "error",
    "site": "warning",
    "mention": "info",  # "site", in words about it
    "tracker": "info",
    "mailbox": "info",  # of the same organization
    "page": "warning",
    "host": "info",
    "other page": "info",  # as "page", other than in mail
    "parameters": "info",
}


class _Mismatch(NamedTuple):
    """The address that readers see, where the link leads, and how the two differ."""

    shown: str
    target: str
    distance: Distance


@rule("IRI808", "link-text-mismatch", "warning", scope="prose")
def link_text_mismatch(prose: Prose) -> Iterator[Problem]:
    r"""The link text is one address, its target another.

    Readers believe the text. Either only one of the two was changed, or the link is meant to deceive. It is an error if
    the two look alike, or if an invisible character reverses the text. Not reported are targets below the address that
    is shown, on the same site under another name (IRI808), and in an archive or a program that forwards to it.

    Outside mail, a target elsewhere is often intended: a mirror, a translation, a shortened address, the new home of a
    site. There a label counts only if it is nothing but the address (in HTML: contains one), and other pages of the
    same site are not reported (IRI808). A domain without a scheme counts if it starts with "www.", or is spelt almost
    like the target. An address with a scheme counts unless it shares a word with the target, is the address of an
    image, or the target does not show where it leads.

    In mail all of these count, and so do addresses in a sentence, other top-level domains of the same name, e-mail
    addresses that lead to a page, and targets that are not on any site (``data:``, ``javascript:``). If an address is
    cut short with "…", its host counts if it is complete. Services that count clicks and hide where they lead are a
    hint only: most newsletters use them, and some deceivers. So is another mailbox of the same organization.
    Source: RFC 3986 §7.6; UTS #39 §4; UTS #36 §2.9.

    Bad (rst):
        `https://de.wikipedia.org/wiki/Köln <⟦https://www.bonn.de/⟧>`__
        `www.example.com <⟦https://größe.test/⟧>`__

    Good (rst):
        `Köln <https://de.wikipedia.org/wiki/Köln>`__
        `https://de.wikipedia.org/wiki/Köln <https://de.wikipedia.org/wiki/K%C3%B6ln>`__
        `https://example.com/ <https://example.com/größe>`__
        `example.com/ü <https://web.archive.org/web/2020/https://example.com/ü>`__

    Bad (markdown):
        [https://bücher.example/](⟦https://xn--bcher-lva.example/⟧)
        [Log in at https://example.com/ now](⟦https://ex\u0430mple.com/⟧)
        [hxxps://example[.]com/](⟦https://größe.test/⟧)
        [https://example.com/\u202egpj.exe](⟦https://example.com/gpj.exe⟧)
        [jürgen@example.com](⟦mailto:hans@example.com⟧)
        [ⓦⓦⓦ.ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ](⟦https://größe.test/⟧)
        [bucher.net](⟦https://buchre.net/⟧)
        [bucher.dev](⟦https://bucher3.dev/⟧)
        [https://example.com/größe](⟦https://bücher.test/gewicht⟧)
        [![https://example.com/](ü.png)](⟦https://größe.test/⟧)

    Good (markdown):
        [ASP.NET](https://example.org/)
        [𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦](https://example.com/)
        [Bucher.dev](https://bu-cher.dev/)
        [https://github.com/Größe/gewicht](https://github.com/größe/Gewicht)
        [https://example.com/](https://links.jianshu.com/go?to=https%3A%2F%2Fexample.com%2F)
        [größe.py](https://example.org/)
        [example.com](https://github.com/größe/example)
        [example.com](https://docs.example.com/)
        [bucher.com](https://größe.example/)
        [bücher.com](https://bucher.com/)
        [https://bücher.com/](https://tinyurl.com/größe)
        [https://bücher.com/](https://bücher.org/)
        [https://bücherladen.com/](https://bücher.org/)
        [https://example.com/:größe](https://example.com/xl)
        [![https://example.com/größeで参照](ü.png)](https://example.com/größe)
        [![https://example.com/größeで参照](ü.png)](https://example.com/größe?a=1)
        [<img src=https://example.com/größe.png width=1>](https://größe.test/)
        [http://127.0.0.1:8000/größe](http://localhost:8000/größe)
        [![größe](https://example.com/a.jpg "größe (1)"){: .a }](https://größe.test/)
        [https://bücher.com/](https://bücher.example.net/de/)
        [https://bücher.com/größe/liste](https://mirror.example/größe/liste)
        [https://github.com/größe](https://github.com/jürgen/größe)
        [https://github.com/jürgen/größe](https://größe.example/)
        [https://größe.github.io/](https://bücher.example/größe.html)
        [Log in at https://example.com/ now](https://größe.test/)
        [https://example.com/größe.png](https://bücher.test/)
        [https://de.wikipedia.org/wiki/Köln](https://de.wikipedia.org/wiki/Bonn)
        [größe, a plugin: https://example.com/ü](https://bücher.test/)
        [http://www.exemple.com/größe](http://www.example.com/gewicht)
        ![https://example.com/](https://example.org/ü.png)

    Bad (html):
        <form action="⟦https://größe.test/⟧"><button>https://example.com/ü</button></form>
        <a href="⟦https://größe.test/⟧"><img src="ü.png" alt="https://example.com/"></a>
    """
    if not prose.target or not prose.label or prose.text == "mailto:#" or not _may_be_address(prose):
        return
    for character in prose.label:
        if character in _OVERRIDES:
            message = f"the link text has {named(character)}, which makes readers see another address; leave it out"
            yield Problem(start=0, end=len(prose.text), message=message, severity="error")
            return
    mismatch = _mismatch(prose)
    if mismatch and mismatch.distance not in _OF_ONE_OWNER:
        message = f'readers see "{mismatch.shown}", the link leads to "{mismatch.target}"'
        if mismatch.distance == "look-alike":
            message += ", which only looks like it"
        elif mismatch.distance == "tracker":
            message += f"; from there {redirect_chain(mismatch.target)[-1].service} forwards to an unknown address"
        yield Problem(start=0, end=len(prose.text), message=message, severity=_SEVERITY[mismatch.distance])


_OF_ONE_OWNER = ("host", "other page", "parameters")
_PAGES = ("page", "other page", "parameters")


@rule("IRI808", "link-text-mismatch", "info", sub_rule="link-text-variant", on=False, scope="prose")
def link_text_variant(prose: Prose) -> Iterator[Problem]:
    """The link text is an address, its target another address on the same site.

    They differ in the host, the page or the parameters. Most often the page has moved, or the target has tracking
    parameters.
    Source: RFC 3986 §7.6; the Public Suffix List (which hosts are of one owner).

    Bad (markdown):
        [https://docs.example.com/größe](⟦https://www.example.com/größe⟧)
        [https://example.com/größe?a=1](⟦https://example.com/größe?utm_source=b⟧)
        [https://de.wikipedia.org/wiki/Köln](⟦https://de.wikipedia.org/wiki/Bonn⟧)

    Good (markdown):
        [https://example.com/größe](https://www.example.com/größe)
        [example.com](https://docs.example.com/größe)
    """
    if prose.target and prose.label and _may_be_address(prose):
        mismatch = _mismatch(prose)
        if mismatch and mismatch.distance in _OF_ONE_OWNER:
            yield Problem(
                start=0,
                end=len(prose.text),
                message=f'readers see "{mismatch.shown}", the link leads to "{mismatch.target}"',
            )


# UAX #9 §2.2: they reverse the order of the characters after them; no address and no name needs them.
_OVERRIDES = "\u202d\u202e"
_MAY_BE_ADDRESS = re.compile(
    r"://|www\.|@|\w\.[^\W\d_]{2,}|[0-9A-Za-z][\u3002\uFF0E\uFF61][A-Za-z]{2,}|[\uff21-\uff3a\uff41-\uff5a\u2024]"
    r"|\w ?[\[({](?:\.|(?i:dot))[\])}]"
)


def _may_be_address(prose: Prose) -> bool:
    label = prose.label or ""
    if _STYLED.search(label) is not None:
        label = plain_dots(label)
    return _MAY_BE_ADDRESS.search(label) is not None


_STANDS_FOR_DOT = re.compile(r"(?<=[0-9A-Za-z])[\u3002\uFF0E\uFF61](?=[0-9A-Za-z])")
_ELLIPSIS = re.compile(r"(?:…|\.{3,})\Z")
_HAS_PATH = re.compile(r"(?:[^/?#:]*+://)?+[^/?#]++[/?#]")
_LOOPBACK = re.compile(r"(?:localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\])\Z")  # RFC 6761 §6.3, RFC 6890
_TWICE = ("http", "https")  # "http://https://…" leads nowhere; another rule reports it
_STANDS_FOR_PART = re.compile(r"/:[A-Za-z]|[{}<>]|\$[A-Za-z]")  # "/users/:name", "/{id}": a template in documentation
_WEB = ("http:", "https:", "ftp:")
# How many addresses of a label are compared with the whole target; more if the target is short.
_MOST_COMPARED = 30
# What a browser or a mail program opens, though no site is asked for it.
_NO_SITE = frozenset("blob data file javascript smb vbscript".split())


def _mismatch(prose: Prose) -> _Mismatch | None:
    """Return the first address in a label that the link does not lead to."""
    label = "".join(character for character in prose.label or "" if unicodedata.category(character) != "Cf")
    label = plain_dots(label.strip().strip("<>`*_ "))
    cut_short = _ELLIPSIS.search(label)
    label = label[: cut_short.start()] if cut_short else label
    bare, target = label.rstrip("./"), last_target(prose.text)
    mention = None
    most = _MOST_COMPARED * (1 + len(label) // (len(target) + 1))
    for shown in islice(addresses_in(label, prose.format.profile), most):
        if prose.format.technical and _STANDS_FOR_PART.search(shown.text):
            continue
        whole = shown.text in (label, bare)
        if cut_short and shown.end == len(label) and not _HAS_PATH.match(shown.text):
            continue  # its host may be cut
        in_mail = not prose.format.technical
        if in_mail and is_mere_name(label, shown, target):
            continue
        # In HTML the label of a form is all of its text.
        counts = whole or in_mail or prose.format.tags
        distance = _distance(shown, target, whole, counts, in_mail)
        if distance == "site" and in_mail and is_mention(label, shown, target):
            mention = mention or _Mismatch(shown.text, target, "mention")
        elif distance and not (cut_short and distance in _PAGES):
            return _Mismatch(shown.text, target, distance)
    return mention


def addresses_in(label: str, profile: tuple[str, ...]) -> Iterator[Link]:
    """Yield the addresses that a label shows; before one with user information, the site that this looks like."""
    for link in find_links(label, bare_domains=True, email=True, refang=True, profile=profile):
        components = split(link.iri)
        user = split_authority(components.authority or "").userinfo
        names = find_links(unquote(user), bare_domains=True) if user else ()
        yield from (link._replace(iri=f"{components.scheme}://{unquote(name.text)}") for name in names)
        yield link


def _distance(shown: Link, target: str, whole: bool, counts: bool, in_mail: bool) -> Distance | None:
    """Return how a target differs from the address shown.

    ``whole``: the label shows nothing else; ``counts``: if the label leads to another site, it matters.
    """
    if shown.kind == "email":
        return _distance_of_email(shown, target, in_mail) if whole else None
    scheme = (split(target).scheme or "").lower()
    if scheme in _NO_SITE and in_mail and whole and shown.iri.lower().startswith(_WEB):
        return "site"
    if not all(iri.lower().startswith(_WEB) for iri in (target, shown.iri)):
        return None
    there, here = _host_of(target), _host_of(shown.iri)
    # of the writer's own network, or cut in two: [https://www.](…)[example.com](…)
    is_no_host = "." not in here and shown.kind == "iri" and there != here and whole
    if (
        is_no_host
        or there in _TWICE
        or _ends_with_marks(target, shown.text)
        or (_LOOPBACK.match(here) and _LOOPBACK.match(there))
    ):
        return None
    same_site = _same_site(there, here) and (there == here or not in_mail or there not in OF_ANYBODY)
    if unquote(shown.iri).partition("://")[2].rstrip("/") in unquote(target) and same_site:
        return None  # below it, or by way of a login page on the same site
    if _goes_on_as_text(shown.text, target.partition("?")[0]):
        return None
    if shown.kind == "domain" and (
        PRODUCT.fullmatch(shown.text) or not (whole and (in_mail or _is_address(shown.text, here, there, target)))
    ):
        return None
    if not same_site:
        if not _look_alike(there, here) and not _is_related(there, here):
            is_meant = not in_mail and (not counts or _is_namesake(there, here) or _is_meant(shown.iri, target))
            return None if is_meant else _elsewhere(target, shown.iri)
        return "look-alike" if _look_alike(there, here) else "host"
    if shown.kind == "domain" or not whole:
        return None
    if there.removeprefix("www.") != here.removeprefix("www."):
        return "host"
    return _distance_of_page(shown, target, in_mail)


def _ends_with_marks(target: str, shown: str) -> bool:
    """Return whether a target has only marks after the address shown, which another rule reports."""
    return target.startswith(shown) and target != shown and not re.search(r"\w", target[len(shown) :])


# What ends the names of files and is a top-level domain too. Those of the second are hardly ever sites.
_FILE = re.compile(r"(?i)[\w-]+\.(?:cc|md|mk|ml|pl|ps|py|rs|sh|so|st|(?P<sure>bin|java|mov|tar|zip))")
_NAME_OF_FILE = re.compile(r"(?:README|CHANGE(?:LOG|S)|conf|index|lib|main|mod|setup|test|(?=[^.]*_)\w+|[A-Z]{3,})\.")
# How the addresses of code, of its changes, and of what builds it are made.
_OF_CODE = re.compile(r"(?i)[/#](?:actions|blob|builds?|commits?|compare|diff|files|jobs?|pull|raw|runs?|src|tree)\b")
_CODE = frozenset(["bitbucket.org", "codeberg.org", "gitlab.com"])
# After it an address is meant: "Go to Bank.com now"; before it too: "Bank.com login".
_AT = re.compile(r"(?i)\b(?:at|auf|bei|chez|en|goto|on|open|see|sur|to|unter|visit|zu)\W+\Z")
_ACTION = re.compile(r"(?i)\W*(?:account|anmeld|confirm|konto|log|passwor|secur|sicher|sign|verif)")
# In a label that asks for what deceivers want, wherever it stands.
ACTION = re.compile(
    r"(?i)(?<![^\W_])(?:account|anmeld|auth|claim|confirm|konto|kyc|log[ -]?(?:in|on)|passwor|secur|sicher"
    r"|sign[ -]?(?:in|on)|unlock|verif|wallet)"
)
_GOES_ON = re.compile(r"(?:['’]s\b|[:,])?\s+(?:[-–—]\s+)?\w")
_VERSION = re.compile(r"\s+v?[0-9]+\.[0-9]")  # "jaraco.io 4.2"


def is_mere_name(label: str, shown: Link, target: str) -> bool:
    """Return whether a domain in a label is the name of a file ("setup.py"), or words ("Bild.de: Neues").

    A file is one that its target names too, or that is named as files are, or that stands in an address of code.
    """
    text, target = shown.text, target[:2000]  # for linear time
    if shown.kind != "domain" or text.startswith("www."):
        return False
    file = _FILE.fullmatch(text)
    if file and (file["sure"] or _NAME_OF_FILE.match(text) or text in unquote(target) or _OF_CODE.search(target)):
        return True
    if _VERSION.match(label, shown.end) and not _is_well_known(_host_of(shown.iri)):
        return True
    before, after = label[max(0, shown.start - 40) : shown.start], label[shown.end : shown.end + 80]  # for linear time
    is_word = text[:1].isupper() and "/" not in text and _GOES_ON.match(after)
    return bool(is_word) and not _AT.search(before) and not _ACTION.match(after)


_NUMBER_OF_ISSUE = re.compile(r"#([0-9]{1,9})(?!\w)|(?<![\w-])([A-Z][A-Z0-9]{1,9}-[0-9]{1,9})(?![\w-])")
_TITLE = 3  # words that a title and the address of its page have in common


def is_mention(label: str, shown: Link, target: str) -> bool:
    """Return whether an address stands in the title of the page that the link leads to, of an issue or a question.

    The target has the number of the issue, or is on a well-known site and has words of the title. Not if the title
    asks readers to log in, or shows a well-known site or a look-alike of one: deceivers can write titles too.
    """
    label = f"{label[max(0, shown.start - 300) : shown.start]} {label[shown.end : shown.end + 300]}"  # for linear time
    here = _host_of(shown.iri)
    if ACTION.search(label) or _is_well_known(here):
        return False
    path = split(target[:2000]).path
    passages = set(path.split("/"))
    if any(number in passages for numbers in _NUMBER_OF_ISSUE.findall(label) for number in numbers if number):
        return True
    words = {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", label)}
    slug = set(re.split(r"[/_-]", unquote(path).casefold()))
    return len(words & slug) >= _TITLE and _site(_host_of(target)) in known_sites()


def are_subjects(label: str, found: list[Link], target: str, is_senders: bool) -> bool:
    """Return whether addresses in a label are what the page is about that the link leads to: "shop.example is down".

    ``is_senders``: the page is on the site that the message comes from, so that its reader knows where the link leads.
    Otherwise it must be one of code, on a well-known site. Not if an address is all of the label, unless the page is
    on a well-known site, and its own address names that which is shown.
    """
    if not found:
        return True
    there = _host_of(target)
    is_known = _site(there) in known_sites() and there not in OF_ANYBODY
    is_of_code = (is_known or there in _CODE) and _OF_CODE.search(target) is not None
    if not (is_senders or is_of_code):
        return False
    if len(found[0].text) == len(label.strip()):
        names = re.split(r"[/=&?#]+", unquote(target[:2000]).casefold())
        return is_senders and is_known and _host_of(found[0].iri) in names[2:]
    return is_of_code or are_in_words(label, found)


def are_in_words(label: str, found: list[Link]) -> bool:
    """Return whether all addresses of a label are domains within a sentence that does not send readers there."""
    whole = len(label.strip())
    return not any(
        len(shown.text) == whole or shown.kind != "domain" or _AT.search(label[max(0, shown.start - 40) : shown.start])
        for shown in found
    )


def _is_well_known(host: str) -> bool:
    """Whether a host is on a well-known site, or looks like one."""
    return _site(host) in known_sites() or imitated(host) is not None


def _goes_on_as_text(shown: str, page: str) -> bool:
    """Whether text of a language without spaces follows an address."""
    return shown.startswith(page) and not shown[len(page) :].isascii()


def _is_namesake(host: str, other: str) -> bool:
    """Whether hosts are such as example.com and example.de: most often of the same owner, but of deceivers as well."""
    return _site(host).partition(".")[0] == _site(other).partition(".")[0]


def _distance_of_email(shown: Link, target: str, in_mail: bool) -> Distance | None:
    components = split(target)
    scheme = (components.scheme or "").lower()
    meant = unquote(shown.iri.removeprefix("mailto:").partition("?")[0]).casefold()
    if scheme in ("http", "https") and in_mail:
        there = _host_of(target)
        return None if _same_site(there, unicode_host(meant.rpartition("@")[2])) else _elsewhere(target, shown.iri)
    if scheme != "mailto":
        return None
    address = unquote(
        components.path if components.authority is None else components.authority
    ).casefold()  # IRI708 tells of "//"
    if _mailbox(meant) == _mailbox(address):
        return None
    hosts = {_mailbox(one).rpartition("@")[2] for one in (meant, address)}
    is_one_owner = in_mail and len(hosts) == 1 and not _OF_ANYBODY.match(hosts.pop())
    return "mailbox" if is_one_owner else "site"


# Providers at which anybody has a mailbox.
_OF_ANYBODY = re.compile(
    r"(?:(?:aol|gmail|gmx|googlemail|hotmail|icloud|live|mail|me|msn|outlook|proton|protonmail|t-online|yahoo|yandex|ymail|zoho)"
    r"\.|(?:126|163|bk|comcast|daum|docomo|foxmail|free|freenet|inbox|laposte|libero|list|naver|orange|pm|qq|rediffmail|seznam"
    r"|sina|tutanota|ukr|uol|web|wp|yeah)\.[a-z.]+\Z)"
)


def _mailbox(address: str) -> str:
    """Return an e-mail address with its host as people read it."""
    local, at, host = address.strip().rpartition("@")
    return local + at + unicode_host(host)


def _distance_of_page(shown: Link, target: str, in_mail: bool) -> Distance | None:
    """Return how a target differs from an address on the same host."""
    here_key, there_key = _key(shown.iri), _key(target)
    if there_key.startswith(here_key) or there_key.casefold() == here_key.casefold():
        return None  # below it; many sites do not tell small letters from capitals
    if here_key.partition("?")[0] == there_key.partition("?")[0]:
        return "parameters"
    if in_mail:
        return "page"
    # The page in another version or language, or a repository without its owner.
    return None if _last_segment(shown.iri) in unquote(target).casefold() else "other page"


def _last_segment(iri: str) -> str:
    return unquote(split(iri).path).rstrip("/").rpartition("/")[2].casefold()


def _elsewhere(target: str, shown: str) -> Distance:
    last = redirect_chain(target)[-1]
    if _host_of(target) == "t.co" and is_of_owner(_site(_host_of(shown)), "x.com"):
        # X shows the address of a picture with the code of the short one
        return "tracker" if split(target).path == split(shown).path else "site"
    return "tracker" if last.is_hidden and last.kind != "shortener" and not last.is_guessed else "site"


# Letters, digits and marks of addresses in full width, and the one-dot leader, which look like those of ASCII.
_WIDE = {code: code - 0xFEE0 for code in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
_WIDE |= {0x2024: ord("."), 0xFF0D: ord("-"), 0xFF20: ord("@")}
_WIDE_MARK = re.compile(r"(?<=[0-9A-Za-z/:\uFF1A\uFF0F])[\uFF0F\uFF1A](?=[0-9A-Za-z/\uFF0F])")


def plain_dots(text: str) -> str:
    """Replace what stands for the dots of a name (RFC 3490 §3.1), as browsers do; other text keeps its stops.

    So are letters of full width, which UTS #46 maps, and what looks like a dot; in a name also letters of other styles.
    """
    if not text.isascii():
        text = text.translate(_WIDE)
        text = text if _STYLED.search(text) is None else _BEFORE_PATH.sub(_unstyled, text)
        text = _WIDE_MARK.sub(lambda mark: chr(ord(mark[0]) - 0xFEE0), text)
    return _STANDS_FOR_DOT.sub(".", text)


# Letters and digits that are mathematical, in circles or squares, raised, or Roman numerals.
_STYLED = re.compile(
    "[ªº²³¹ſʰ-ˣᴬ-ᶻ\u2070-\u209c\u210a-\u2149Ⅰ-ⅿ①-⓿ⱼⱽ\ua7f1-\ua7f4\U000107a5"
    "\U0001ccd6-\U0001ccf9\U0001d400-\U0001d7ff\U0001f110-\U0001f189\U0001f1e6-\U0001f1ff\U0001fbf0-\U0001fbf9]"
)
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
# A word up to its path, and its last label.
_BEFORE_PATH = re.compile(r"(?<!\S)(?:[^\s:/?#]++:(?://)?)?[^\s/?#]++")
_LAST_LABEL = re.compile(rf"[{LABEL_DOTS}]([A-Za-z]{{2,63}})(?::[0-9]{{1,5}})?[^A-Za-z0-9]*\Z")


def _unstyled(word: re.Match[str]) -> str:
    """Return a name with plain letters for those of other styles; it ends in a top-level domain.

    One sign at its edge ("ⓘexample.com") and a flag stay as they are.
    """
    styled = _STYLED.findall(word[0])
    if not styled or (len(styled) == 1 and styled[0] in (word[0][0], word[0][-1])):
        return word[0]
    if len(styled) <= 2 and all(map(_FLAG.match, styled)):
        return word[0]
    plain = _STYLED.sub(lambda letter: _plain_letter(letter[0]), word[0])
    last = _LAST_LABEL.search(plain)
    return plain if last and is_known_tld(last[1]) else word[0]


# What UTS #46 does not map, though it is seen as a letter.
_LETTER_IN_NAME = re.compile(r"(?:NEGATIVE|REGIONAL INDICATOR) .*LETTER ([A-Z])")


@functools.cache
def _plain_letter(styled: str) -> str:
    """Return the letter or digit that UTS #46 maps a styled one to, or that readers see; itself if there is none."""
    try:
        plain = remapped(styled).strip("()")
    except UnicodeError:
        plain = ""
    seen = _LETTER_IN_NAME.fullmatch(unicodedata.name(styled, ""))
    plain = seen[1].lower() if seen else plain
    return plain if len(plain) == 1 and plain.isascii() else styled


def _is_address(text: str, here: str, there: str, target: str) -> bool:
    """Whether a mere domain is meant as an address: names of products and files look like domains too.

    It is if it is spelt almost like the target's host, but not if only marks on its letters differ: a name is often
    registered without them.
    """
    if text.startswith("www.") or _look_alike(there, here):
        return True
    (name, _, top), (other, _, other_top) = (_site(host).partition(".") for host in (here, there))
    if _EXAMPLE.match(name) and _EXAMPLE.match(other):
        return False
    return top == other_top and _is_misspelled(name, other) and _unmarked(name) != _unmarked(other)


def _unmarked(name: str) -> str:
    """Return a name without the marks on its letters, and with a plain "i" for the Turkish one without a dot."""
    decomposed = unicodedata.normalize("NFD", name).replace("ı", "i")
    return "".join(character for character in decomposed if not unicodedata.combining(character))


_OPAQUE = re.compile(r"[/=][A-Za-z0-9_-]{60,}")


def _is_meant(shown: str, target: str) -> bool:
    """Whether a link to another site looks intentional: it names the site, has its path, or hides where it leads."""
    here, there = _host_of(shown), _host_of(target)
    name, other = (_site(host).partition(".")[0] for host in (here, there))
    if _EXAMPLE.match(name) and _EXAMPLE.match(other):
        return True  # the text was translated
    if _is_misspelled(name, other) and _unmarked(name) != _unmarked(other):
        return False
    if redirect_chain(target)[-1].is_hidden or _OPAQUE.search(target):
        return True  # a writer took a short address on purpose
    if _IMAGE.search(split(shown).path):
        return True  # its source, or whose logo it is
    return _shares_word(shown, target)


# "Example" in other languages, as it is written in host names.
_EXAMPLE = re.compile(r"(?:example|exemple|exemplo|ejemplo|esempio|beispiel|voorbeeld|przyklad|priklad|ornek)\Z")
_IMAGE = re.compile(rf"(?i)\.(?:{IMAGE_SUFFIXES})\Z")
_WORD = re.compile(r"[^\W\d_](?:[^\W_]|[-_](?=[^\W_])){3,}")


def _shares_word(iri: str, other: str) -> bool:
    """Whether a word of one address stands in the other: the names of a project, an owner or a page."""
    return _has_word(iri, other) or _has_word(other, iri)


def _has_word(iri: str, other: str) -> bool:
    """Whether a word of an address, but for its scheme and top-level domain, stands in another address."""
    host = _host_of(iri).removeprefix("www.").rpartition(".")[0]
    text = unquote(other[:2000]).casefold().partition("://")[2]
    words = f"{host} {unquote(split(iri[:500]).path)}"  # cut, so that the time stays linear
    found = _WORD.findall(words.casefold())
    return any(word in text for word in [*found, *filter(_is_name, (word.partition("-")[0] for word in found))])


def _is_name(word: str) -> bool:
    return len(word) >= 6


PRODUCT = re.compile(r"[A-Z]+\.NET|[Ee]t\.al")  # VB.NET: a name, not an address; and words


def _is_misspelled(name: str, other: str) -> bool:
    """Whether one letter is missing, changed, or swapped with the next; not for short names, too many are alike."""
    return (
        name.replace("-", "") != other.replace("-", "") and min(len(name), len(other)) >= 5 and is_one_slip(name, other)
    )


def _host_of(iri: str) -> str:
    """Return the host as people read it, without userinfo and port."""
    return unicode_host(split_authority(split(iri).authority or "").host.lower()).rstrip(".,;")


def _look_alike(host: str, other: str) -> bool:
    return skeleton(host, host=True) == skeleton(other, host=True)


def _same_site(host: str, other: str) -> bool:
    """Whether two hosts are below the same registered domain; cheap tests first, since the list loads slowly."""
    return (
        host == other
        or host.endswith(f".{other}")
        or other.endswith(f".{host}")
        or (host.rpartition(".")[2] == other.rpartition(".")[2] and _site(host) == _site(other))
    )


# Where anybody's pages stand, or what leads to them, on the sites of one owner.
OF_ANYBODY = frozenset(
    "bit.ly bitly.com c.gle clck.ru docs.google.com drive.google.com forms.microsoft.com forms.office.com goo.gl "
    "groups.google.com lnkd.in onedrive.live.com script.google.com sites.google.com sway.office.com t.co ya.cc".split()
)


def _is_related(there: str, here: str) -> bool:
    """Whether a target is on another site of the owner of the one that is shown."""
    return "." in there and there not in OF_ANYBODY and is_of_owner(_site(there), _site(here))


@functools.lru_cache(maxsize=256)
def _site(host: str) -> str:
    """Return the registered domain: the label before a public suffix, and that suffix."""
    if "." not in host:
        return host
    return registrable_domain(host) or host


def _key(iri: str) -> str:
    """Return an address without what makes no difference: http or https, "www.", a final slash, encoding."""
    from extract.iri.as_uri import to_uri
    from extract.iri.errors import IRIError

    try:
        uri = to_uri(iri)
    except IRIError:
        uri = iri
    components = split(uri)
    host = (components.authority or "").lower().removeprefix("www.").removesuffix(":443").removesuffix(":80")
    path = re.sub("%[0-9A-Fa-f]{2}", lambda match: _unreserved(match[0]), components.path).rstrip("/")
    query = "" if components.query is None else f"?{components.query}"
    return host + path + query


def _unreserved(triplet: str) -> str:
    character = chr(int(triplet[1:], 16))
    return character if re.match(r"[A-Za-z0-9._~-]", character) else triplet.upper()
