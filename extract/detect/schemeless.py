"""Links without a scheme: bare domain names and e-mail addresses (UTS #58 initiation).

Their triggers are a full stop before a top-level domain, and "@". What is common is read by patterns of `re` from the
start that a walk to the left found; what these decline is walked.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain

import regex

from extract.detect.end import domain_end, domain_start, port_end, tail_end
from extract.detect.fast_path import common_name as name_pattern
from extract.detect.link import Link, link_at
from extract.detect.schemed import ends_by_mark
from extract.detect.tailorings import Profile, profile, profile_after
from extract.iri.tld import is_known_tld, top_level_domains
from extract.text import characters as c
from extract.text.regexes import re

_MAX_LOCAL = 64  # RFC 5321 §4.5.3.1.1
_ASCII_LOCAL = string.ascii_letters + string.digits + "!#$%&'*+-./=?^_`{|}~"
_HOST_CHARACTERS = string.ascii_letters + string.digits + ".-"
_DOCUMENTATION = frozenset({"example", "invalid", "test"})  # RFC 2606: the names of documentation
_MAX_WALK = 64  # as far as a common name is walked to the left
_MAX_CACHED = 256  # characters of a run that is worth to be remembered
# A::B, a:b: and http: are the beginnings of other things than a domain name
_COLON_PATH = re.compile(r"(?::|[\w.+\-]:[\w.+\-]{1,63}+|(?<![A-Za-z])(?:https?|ftp)):\Z", re.ASCII | re.IGNORECASE)
# An address that is all or most of another scheme's IRI: RFC 7565, 2392, 3508, 3860, 3859, 3261, 5122.
_ADDRESSING = re.compile(r"(?<![A-Za-z0-9+.\-])(?:acct|cid|h323|im|mid|pres|sips?|xmpp):\Z", re.ASCII | re.IGNORECASE)
_NETWORK_PATH = re.compile(r"[^\w:/]?//")
_NEW = tuple.__new__  # twice as fast as Link()

# Text, how far left to go, from where on, up to where: the links, how far left to go then, from where on.
Finder = Callable[[str, int, int, int], tuple[list[Link], int, int]]


@lru_cache(maxsize=64)
def bare_links(tailorings: frozenset[str], schemeless: bool, email: bool, mailto: bool) -> Finder:
    """Return what finds the bare links that begin in a piece of text; they may end behind it."""
    bare = email or schemeless
    dots = _dot(tailorings).finditer if schemeless else _none
    common_local, common_host, common_name = _local().match, _host().match, name_pattern(profile(tailorings)).match
    endings = _endings(tailorings) if schemeless else frozenset()
    mail_tlds = top_level_domains() | _DOCUMENTATION if email else frozenset()

    def find(text: str, low: int, position: int, stop: int) -> tuple[list[Link], int, int]:
        links: list[Link] = []
        if (at := text.find("@", position, stop)) < 0:
            at = stop
        for dot_match in chain(dots(text, position, stop), (None,)):
            if dot_match is None:
                dot = stop
            else:
                dot = dot_match.start()
                if dot < position or (dot_match.lastindex and dot_match[0].lower() not in endings):
                    continue
            while at < dot:
                first = at - _MAX_WALK if at - _MAX_WALK > low else low
                if at < position:
                    pass
                elif (
                    (host := common_host(text, at + 1))
                    and host[1].lower() in mail_tlds
                    and (end := host.end()) - at <= _MAX_WALK
                    and (local := common_local(text[first:at][::-1]))
                    and ((start := at - local.end()) > first or first == low)
                ):
                    low = position = end
                    written = text[start:end]
                    links.append(_NEW(Link, (start, end, written, "email", "mailto:" + written)))
                elif bare or _after_mailto(text, at):
                    link, low = _read_address(text, low, at, email, mailto, tailorings)
                    position = low
                    if link is not None:
                        links.append(link)
                        low = position = link.end
                if (at := text.find("@", max(at + 1, position), stop)) < 0:
                    at = stop
            if dot_match is None or dot < position:
                continue
            first = dot - _MAX_WALK if dot - _MAX_WALK > low else low
            start = first + len(text[first:dot].rstrip(_HOST_CHARACTERS))
            if (
                dot_match.lastindex
                and (start > first or first == low)
                and (name := common_name(text, start))
                and (name.lastindex or not ends_by_mark(text, start, name.end()))
            ):
                low = position = name.end()
                written = text[start:position]
                # UTS #58: the scheme that is implied
                links.append(_NEW(Link, (start, position, written, "domain", "https://" + written)))
                continue
            link, position = _read_domain(text, low, dot, tailorings)
            if link is not None:
                links.append(link)
                low = position = link.end
        return links, low, position

    return find


def next_mailto(text: str, start: int) -> int:
    """Return where the next "@" with "mailto:" in reach before it is, past the text if there is none."""
    while (at := text.find("@", start)) >= 0:
        if _after_mailto(text, at):
            return at
        start = at + 1
    return len(text) + 1


def _after_mailto(text: str, at: int) -> bool:
    return "mailto:" in text[max(0, at - _MAX_LOCAL - 8) : at].lower()


def _none(_text: str, _start: int, _stop: int) -> tuple[()]:
    return ()


@cache
def _endings(tailorings: frozenset[str]) -> frozenset[str]:
    """Return the top-level domains with the full stop before them."""
    return frozenset(dot + name for dot in _dots(tailorings) for name in top_level_domains())


def _dots(tailorings: frozenset[str]) -> str:
    return "." if "cjk-punctuation" in tailorings else ".。．｡"


@cache
def _dot(tailorings: frozenset[str]) -> re.Pattern[str]:
    """Compile what finds the full stop before a possible top-level domain; none has a digit, or one letter only.

    The match ends with the label, and `lastindex` is set, where that is ASCII and the name does not go on.
    """
    dots = f"[{_dots(tailorings)}]"
    beyond = r"\x80-\U0010FFFF"
    # the first character decides nearly always: most full stops end a sentence
    return re.compile(
        rf"{dots}[A-Za-z0-9\-{beyond}](?:"
        rf"(?<=[A-Za-z])[A-Za-z]{{1,62}}+(?![A-Za-z0-9{beyond}@]|\.[A-Za-z0-9\-{beyond}]|-++[A-Za-z0-9{beyond}])()"
        rf"|(?<=[{beyond}])|(?=[A-Za-z0-9\-]*+[{beyond}])|(?<=[xX])[nN]--)"
    )


def _read_domain(text: str, low: int, at: int, tailorings: frozenset[str]) -> tuple[Link | None, int]:
    """Read the bare domain around a full stop; the link, and where to go on."""
    rules = profile(tailorings)
    start = rules.domain_backwards.match(text, low, at).start()  # type: ignore[union-attr]
    if (forwards := rules.domain.match(text, start)) is None:
        return None, at + 1  # the symbol belongs to a name that ends before it
    run_end = forwards.end()
    if text.startswith("://", run_end):
        return None, run_end  # a scheme's name: its own trigger comes next
    if local_part := _local_part_goes_on(tailorings).match(text, run_end):
        return None, local_part.end()  # and so does the "@" of an address
    run = text[start:run_end]
    first, last = (_name_in if len(run) <= _MAX_CACHED else _name_in.__wrapped__)(run, rules)
    start, end = start + first, start + last
    if end == start or ("paths" in tailorings and _in_path(text, start)):
        return None, run_end
    # UTS #58: a root dot stays if something follows
    root = text.startswith(".", end) and text[end + 1 : end + 2] in ("/", "?", "#")
    port, good = port_end(text, end + root)
    if good and (tail := tail_end(text, port, profile_after(text[start - 1 : start], tailorings))) > end + root:
        end = tail
    if text[start - 1 : start] == "_" and not text.startswith("_", end):
        return None, run_end  # no host name, but not emphasis either: _dmarc.example.com
    return link_at(text, start, end, "domain"), end


@lru_cache(maxsize=1024)
def _name_in(run: str, rules: Profile) -> tuple[int, int]:
    """Return where the domain name in a run of host characters begins and ends; nowhere if there is none."""
    start = domain_start(run, 0, len(run), rules)
    return start, domain_end(run, start, len(run), rules, is_known_tld)


def _in_path(text: str, start: int) -> bool:
    """Tell whether a slash or colon before a name joins it to something else (`/etc/conf.d`, `Time::Local.pm`).

    A "//" may begin a name, and so may a colon after a word (`see:example.com`).
    """
    if text[start - 1 : start] == ":":
        return _COLON_PATH.search(text[max(start - 80, 0) : start]) is not None
    return text[start - 1 : start] == "/" and not _NETWORK_PATH.fullmatch(text, max(start - 3, 0), start)


@cache
def _local_part_goes_on(tailorings: frozenset[str]) -> regex.Pattern[str]:
    """Compile what leads from the end of a domain name to the "@" of the address whose local part it is in."""
    none = "/?#}`" if "delimiters" in tailorings else "/?#}"
    return regex.compile(rf"[[{c.EMAIL}]--[{none}]]{{0,{_MAX_LOCAL}}}+(?=@)", regex.V1)


def _read_address(
    text: str, low: int, at: int, email: bool, mailto: bool, tailorings: frozenset[str]
) -> tuple[Link | None, int]:
    """Read the e-mail address of an "@", and "mailto:" before it; the link, and where to go on (UTS #58 e-mail)."""
    first = at - _MAX_LOCAL - 1
    if first < low:
        first = low
    head = text[first:at].rstrip(_ASCII_LOCAL)
    start = first + len(head)
    if not head.isascii() and not head[-1].isascii():
        start = _local_part().match(text, first, at).start()  # type: ignore[union-attr]
    if "script-turn" in tailorings and (glued := _glued_local().match(text, start, at)):
        start = glued.end()  # 連絡先はinfo@example.org: a word of a script that puts no spaces
    local = text[start:at]
    if "quotes" in tailorings:  # emphasis, or the border of a cell
        start += len(local) - len(local.lstrip("*|~"))
        local = text[start:at]
    good = 0 < at - start <= _MAX_LOCAL and ".." not in local and local[0] != "." and local[-1] != "."
    if good and local[0] in "'`/":
        if "quotes" in tailorings:
            start += len(local) - len(local.lstrip("'`"))
        # UTS #58: after a scheme it is userinfo, if with no name
        good = start < at and text[start] != "." and not text.startswith("://", start - 1)
    schemed = text.startswith(":", start - 1) and start - low >= 7 and text[start - 7 : start].lower() == "mailto:"
    rules = profile(tailorings)
    run = rules.domain.match(text, at + 1)
    after = run.end() if run else at + 1
    if text.startswith("://", after):
        return None, at + 1  # a scheme's name: its own trigger comes next
    if not good or not (email or (schemed and mailto)):
        return None, after  # the host is passed over too
    end = domain_end(text, at + 1, after, rules, None if schemed else _is_mail_tld)
    if end == at + 1:
        return None, after
    if not schemed:
        if (
            "paths" in tailorings
            and text.startswith(":", start - 1)
            and _ADDRESSING.search(text[max(start - 6, 0) : start])
        ):
            return None, end
        if "quotes" in tailorings and text.startswith("_", end):
            start += len(local) - len(local.lstrip("_"))
        return (link_at(text, start, end, "email") if start < at else None), end
    start -= 7
    # RFC 6068 §2: more addresses behind commas
    while (
        "mailto-query" in tailorings
        and (more := _another_local().match(text, end))
        and (run := rules.domain.match(text, more.end()))
        and (next_end := domain_end(text, more.end(), run.end(), rules, None)) > more.end()
    ):
        end = next_end
    if "mailto-query" in tailorings and text.startswith("?", end):
        end = tail_end(text, end, profile_after(text[start - 1 : start], tailorings))
    return link_at(text, start, end, "email"), end


@cache
def _local_part() -> regex.Pattern[str]:
    return regex.compile(f"(?r)[{c.EMAIL}]*+", regex.V1)


@cache
def _another_local() -> regex.Pattern[str]:
    return regex.compile(rf",[[{c.EMAIL}]--[/?#]]{{1,{_MAX_LOCAL}}}+@", regex.V1)


@cache
def _glued_local() -> regex.Pattern[str]:
    return regex.compile(rf"[{c.UNSPACED}]++(?=[A-Za-z0-9][!-~]*+\Z)", regex.V1)


@lru_cache(1024)
def _is_mail_tld(label: str) -> bool:
    return is_known_tld(label) or label.lower() in _DOCUMENTATION


@cache
def _local() -> re.Pattern[str]:
    """Compile the pattern of a local part in ASCII, backwards, with nothing before it that has a say."""
    atext = r"A-Za-z0-9!#$%&+\-=?\^_{}"
    return re.compile(rf"[{atext}]++(?:\.[{atext}]++)*+(?<!_)(?![{atext}.*|~'`/:\x80-\U0010FFFF])")


@cache
def _host() -> re.Pattern[str]:
    """Compile the pattern of an ASCII name that needs no IDNA; group 1 is its top-level domain."""
    labels = r"(?:[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+\.(?=[A-Za-z0-9]))++"
    return re.compile(rf"{labels}([A-Za-z]++)(?!\.*+(?:[A-Za-z0-9\-_\x80-\U0010FFFF]|://))")
