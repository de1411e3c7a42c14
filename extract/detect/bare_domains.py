"""Find links without a scheme: bare domains and email addresses (UTS #58 initiation).

Their triggers are a full stop before a top-level domain, and "@". The fast path finds common links. The slow path finds
the others: bare domains here, email addresses in `address`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from extract.detect.address import ASCII_LOCAL, after_mailto, local_part_goes_on, read_address
from extract.detect.around import after_color
from extract.detect.body import MAX_READ_AGAIN
from extract.detect.end import (
    begins_sentence,
    domain_end,
    domain_start,
    port_end,
    tail_end_after_port,
)
from extract.detect.evidence import NO_LISTS, Lists, decider
from extract.detect.fast_path import ASCII_DOT, IfCommon, common_address, common_name
from extract.detect.ip_addresses import Between, next_ip_address, with_ip_addresses
from extract.detect.link import Link, link_at
from extract.detect.runs import runs
from extract.detect.schemed import DEFANGED
from extract.detect.tailorings import Profile
from extract.iri.tld import is_known_tld, top_level_domains
from extract.text.regexes import re

FirstDot = Callable[[str, int, int], "re.Match[str] | None"]

_MAX_CACHED = 256  # maximum characters of a run to cache
# Not followed by a bare domain: A::B, a:b:, http: and tag: (RFC 4151).
_COLON_PATH = re.compile(
    r"(?::|[\w.+\-]:[\w.+\-]{1,63}+|(?<![A-Za-z])(?:https?|ftp|tag|urn)):\Z", re.ASCII | re.IGNORECASE
)
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
_PATH = re.compile(r"(?::[0-9]{1,5}+)?/\w")
_NETWORK_PATH = re.compile(r"[^\w:/\u0300-\u036F]?//")

_DEFANGED_BEFORE = re.compile(r"[\[({](?:\.|dot|:|@|at)[\])}]\Z", re.IGNORECASE)

_ESCAPE = re.compile(r"[^\\]?\\\Z")  # one backslash: \\\\host is a network path

# Characters before the "@" of `@name`, which cannot end a local part.
_BEFORE_NAMES = frozenset({*map(chr, range(0x80)), ""} - {*ASCII_LOCAL})


@lru_cache(maxsize=64)
def bare_links(  # noqa: C901 - because of the inner function
    profile: Profile, bare_domains: bool, email: bool, mailto: bool, lists: Lists = NO_LISTS
) -> Between:
    """Return a function that finds links without a scheme that start in a range of a text. They may end after it."""
    bare = email or bare_domains
    dot_trigger, name = common_name(profile, lists)
    at_trigger, address = common_address(profile.message_ids, profile.logins)
    endings = _endings(profile.dots, lists) if bare_domains else frozenset()

    def find(  # noqa: C901 - the hot loop for each full stop and "@"
        text: str, low: int, position: int, stop: int, dots_from: int
    ) -> tuple[list[Link], int, int]:
        links: list[Link] = []
        if (at := text.find("@", position, stop)) < 0:
            at = stop
        dot_triggers = (ASCII_DOT if text.isascii() else dot_trigger).finditer
        dots = dot_triggers(text, dots_from, stop) if bare_domains else iter(())
        while True:
            dot, dot_match = stop, None
            for dot_match in dots:
                if dot_match.lastindex is None or dot_match[0].lower() in endings:
                    dot = dot_match.start()
                    break
            while at < dot:
                if at >= position:
                    link: IfCommon = None
                    if bare and (match := at_trigger.match(text, at)):
                        link = address(text, low, match)
                    if link is not None:
                        position = link.end if link else match.end()  # type: ignore[union-attr]
                    elif bare or after_mailto(text, at):
                        link, end = read_address(text, low, at, email, mailto, profile)
                        if bare or link:  # else nothing was found: do not skip any text
                            position = end
                    if position > at and (link or text[at - 1 : at] not in _BEFORE_NAMES):
                        low = position  # else only a name was skipped, which may be a scheme
                    if link and (email or link.text[:7].lower() == "mailto:"):
                        links.append(link)
                if (at := text.find("@", at + 1 if at >= position else position, stop)) < 0:
                    at = stop
            if dot == stop:
                return links, low, position
            if dot >= position:
                if (link := name(text, low, dot_match)) is None:  # type: ignore[arg-type]
                    link, position = read_domain(text, low, dot, profile, lists)
                if link:
                    links.append(link)
                    low = position = link.end
            if dot_match.end() < position:  # type: ignore[union-attr]
                dots = dot_triggers(text, position, stop)

    return with_ip_addresses(find, profile) if bare_domains and profile.ip_addresses else find


def first_dot(profile: Profile, bare_domains: bool, in_ascii: bool) -> FirstDot:
    """Return a search function for the first place where a link without a scheme may start, except at an "@"."""
    if not bare_domains:
        return lambda *_: None  # not a pattern: one that never matches is slow
    search = (ASCII_DOT if in_ascii else common_name(profile).trigger).search
    if not profile.ip_addresses:
        return search
    return lambda text, start, stop: search(text, start, stop) or next_ip_address(text, start, stop)


def next_address(text: str, start: int, only_mailto: bool) -> int:
    """Return the offset of the next "@" of a possible address, or an offset after the text."""
    at = text.find("@", start)
    while at >= 0 and (text[at - 1 : at] in _BEFORE_NAMES or (only_mailto and not after_mailto(text, at))):
        at = text.find("@", at + 1)
    return at if at >= 0 else len(text) + 1


@lru_cache(maxsize=64)
def _endings(dots: str, lists: Lists) -> frozenset[str]:
    return frozenset(dot + name for dot in dots for name in top_level_domains() | lists.endings())


def read_domain(text: str, low: int, at: int, profile: Profile, lists: Lists = NO_LISTS) -> tuple[Link | None, int]:
    """Find the bare domain around the full stop at ``at``. Return the link or ``None``, and where to continue."""
    domain = runs(profile).domain
    start = domain.start(text, low, at)
    if (run_end := domain.end(text, start)) == start:
        return None, at + 1  # a symbol of a name that ends before it
    if text.startswith("://", run_end):
        return None, run_end  # a scheme name, which has its own trigger
    if text.find("@", run_end, run_end + 65) >= 0 and (local_part := local_part_goes_on(profile).match(text, run_end)):
        return None, local_part.end()  # an email address, whose "@" is a trigger
    start, end = _name_at(text, start, run_end, profile, lists)
    if end == start or (profile.paths and _in_path(text, start)):
        return None, run_end
    if profile.whole_hosts and (stump := DEFANGED.match(text, end)):
        return None, stump.end()
    if not _is_linked(text, start, end, profile, lists):  # before the rest is parsed: linear time
        return None, run_end
    end = _end_after_name(text, start, end, profile)
    if text[start - 1 : start] == "_" and not text.startswith("_", end):
        # Neither a host name nor emphasis: _dmarc.example.com
        return None, run_end if end <= run_end + MAX_READ_AGAIN else end
    return link_at(text, start, end, "domain"), end


def _is_linked(text: str, start: int, end: int, profile: Profile, lists: Lists) -> bool:
    if profile.whole_hosts and _DEFANGED_BEFORE.search(text[max(start - 6, 0) : start]):
        return False
    decides = decider(profile.evidence, profile.names_in_mail, lists)
    return decides is None or decides(text, start, end)


def _end_after_name(text: str, start: int, end: int, profile: Profile) -> int:
    # UTS #58: a root dot is part of the link if a path, query or fragment follows.
    root = text.startswith(".", end) and text[end + 1 : end + 2] in ("/", "?", "#")
    port, good = port_end(text, end + root)
    tail = tail_end_after_port(text, start, port, profile) if good else end
    return tail if tail > end + root else end


def _name_at(text: str, start: int, run_end: int, profile: Profile, lists: Lists) -> tuple[int, int]:
    """Return the span of the domain name in a run of host characters, empty if there is none."""
    if profile.written_escapes:
        start = min(after_color(text, start), run_end)
    if profile.comment_ends and text.startswith("--", start) and text.endswith("<!", 0, start):
        start += 2  # <!--www.example.com-->
    run = text[start:run_end]
    first, last, capitalized = (_name_in if len(run) <= _MAX_CACHED else _name_in.__wrapped__)(run, profile, lists)
    start, end = start + first, start + last
    if capitalized and not _PATH.match(text, end):  # agree.So, but example.Com/x
        return start, start
    if (
        end > start
        and profile.written_escapes
        and text[start] in "nrt"
        and _ESCAPE.match(text, max(start - 2, 0), start)
    ):
        # "n" may be part of the name or of the escape.
        start = start + 1 if text.startswith("www.", start + 1) else end
    return start, end


@lru_cache(maxsize=1024)
def _name_in(run: str, profile: Profile, lists: Lists) -> tuple[int, int, bool]:
    """Return the span of the domain name in ``run``, empty if there is none.

    Also return whether its last label looks like the first word of a sentence ("new-sentences").
    """
    more = lists.endings()
    start = domain_start(run, 0, len(run), profile)
    end = domain_end(run, start, len(run), profile, lambda label: is_known_tld(label) or label.lower() in more)
    labels = run[start:end].split(".")
    return start, end, profile.new_sentences and labels[0].lower() != "www" and begins_sentence(labels)


def _in_path(text: str, start: int) -> bool:
    """Return whether the name is part of a path or identifier (`/etc/conf.d`, `Time::Local.pm`, `%2Fa.com`).

    A bare domain may follow "//" or a word with a colon (`see:example.com`).
    """
    if text[start - 1 : start] == "%":
        return _TRIPLET.match(text, start - 1) is not None
    if text[start - 1 : start] == ":":
        return _COLON_PATH.search(text[max(start - 80, 0) : start]) is not None
    return text[start - 1 : start] == "/" and not _NETWORK_PATH.fullmatch(text, max(start - 3, 0), start)
