"""A trigger to a link: walk left to the start, and let `termination` walk right to the end (UTS #58 initiation)."""

from __future__ import annotations

import string
from functools import cache, lru_cache

import regex

from extract import characters as c
from extract.common_links import common_tail
from extract.host import is_known_tld
from extract.link import Kind, Link
from extract.patterns import re
from extract.profiles import EMPHASIS, QUOTES, Profile, profile, profile_after
from extract.termination import authority_end, body_end, domain_end, domain_start, port_end, tail_end

_SCHEME_CHARACTERS = string.ascii_letters + string.digits + "+-."
_MAX_SCHEME = 64
MAX_LOCAL = 64  # RFC 5321 §4.5.3.1.1
_ASCII_LOCAL = string.ascii_letters + string.digits + "!#$%&'*+-./=?^_`{|}~"
_HOST_CHARACTERS = string.ascii_letters + string.digits + ".-"
_NETWORK_PATH = re.compile(r"[^\w:/]?//")
_WRAPPED = re.compile(r"[^<>\s]*+(?:[ \t]*+\r?\n[ \t]*+[^<>\s]++)++(?=\s*+>)")


@cache
def _plain_domain() -> re.Pattern[str]:
    """Compile the pattern of an ASCII name that needs no IDNA."""
    return re.compile(r"(?:(?!-|[xX][nN]--)[A-Za-z0-9\-]{1,63}+(?<!-)\.)++[A-Za-z]++")


@cache
def _plain_host() -> re.Pattern[str]:
    """Compile the same for the host of an address, with nothing behind it that could belong to it."""
    return re.compile(
        r"(?:(?!-|[xX][nN]--)[A-Za-z0-9\-]{1,63}+(?<!-)\.){1,100}+([A-Za-z]{1,63}+)"
        r"(?![A-Za-z0-9\-_\x80-\U0010FFFF]|\.[A-Za-z0-9\-_\x80-\U0010FFFF])"
    )


def ends_by_mark(text: str, start: int, end: int) -> bool:
    """Tell whether the mark right before a link has a say in where the link ends ("quotes")."""
    before = text[start - 1 : start]
    if before in QUOTES:
        return any(text.find(mark, start, end) >= 0 for mark in QUOTES[before])
    return before in EMPHASIS and text[end - 1] == before


def _scheme(text: str, low: int, at: int, names: frozenset[str]) -> tuple[int, str]:
    """Walk left over a scheme's name: return its start, and the name in lower case, "" if it is none of ``names``.

    Not found inside a longer word or another scheme's name; `end.http://` is a sentence without its space.
    """
    before = text[max(low, at - _MAX_SCHEME) : at]
    name = before[len(before.rstrip(_SCHEME_CHARACTERS)) :].lstrip("+-.")
    if name.lower() not in names:
        name = name.rpartition(".")[2] or name
    start = at - len(name)
    glued = start > low and not text[start - 1].isascii() and _latin().match(text, start - 1)
    return start, name.lower() if name.lower() in names and not glued else ""


@cache
def _latin() -> regex.Pattern[str]:
    return regex.compile(r"\p{Latin}")


def hierarchical(
    text: str, low: int, at: int, names: frozenset[str], tailorings: frozenset[str], wrapped: bool
) -> tuple[Link | None, int, bool]:
    """Read the link of a "://"; the link, where to go on, and whether it is good."""
    start, scheme = _scheme(text, low, at, names)
    body = at + 3
    if start == at:
        return None, at + 1, True
    rules = profile_after(text[start - 1 : start], tailorings)
    if wrapped and scheme and (link := _wrapped(text, start, body, scheme, rules)):
        return link, link.end, True
    end, good = authority_end(text, body, scheme, rules)
    if end == body and not good:
        return None, body, True
    end = tail_end(text, end, rules)
    # another scheme's link is passed over as a whole
    return _link(text, start, end, "iri") if scheme else None, end, good


def _wrapped(text: str, start: int, body: int, scheme: str, rules: Profile) -> Link | None:
    """Read a link that is broken over lines between "<" or "<URL:" and ">" (RFC 3986 appendix C)."""
    if not (text.endswith("<", 0, start) or text[max(start - 5, 0) : start].upper() == "<URL:"):
        return None
    match = _WRAPPED.match(text, body)
    if match is None:
        return None
    joined = "".join(text[start : match.end()].split())
    end, good = authority_end(joined, body - start, scheme, rules)
    return Link(start, match.end(), text[start : match.end()], "iri", joined) if good and end > body - start else None


def opaque(text: str, low: int, at: int, names: frozenset[str], tailorings: frozenset[str]) -> tuple[Link | None, int]:
    """Read the link of a ":" without "//", as in urn:, tel: or geo:."""
    start, scheme = _scheme(text, low, at, names)
    if not scheme:
        return None, at + 1
    end = body_end(text, at + 1, profile_after(text[start - 1 : start], tailorings))
    return (_link(text, start, end, "iri"), end) if end > at + 1 else (None, at + 1)


def domain(text: str, low: int, match: re.Match[str], tailorings: frozenset[str]) -> tuple[Link | None, int]:
    """Read the bare domain around a full stop; the link, and where to go on.

    Group 1 of ``match``, where it is set, is a known top-level domain that ends the name.
    """
    at = match.start()
    if match[1]:
        if text.startswith("@", match.end()):
            return None, match.end()  # the "@" of an address comes next
        first = max(low, at - 253)
        start = first + len(text[first:at].rstrip(_HOST_CHARACTERS))
        if (
            _plain_domain().fullmatch(text, start, match.end())
            and text[start - 1 : start] not in ("_", "/")
            and text[start - 1 : start].isascii()
            and (tail := common_tail(profile(tailorings)).match(text, match.end()))
            and not ("quotes" in tailorings and ends_by_mark(text, start, tail.end()))
        ):
            return _link(text, start, tail.end(), "domain"), tail.end()
    rules = profile(tailorings)
    start = rules.domain_backwards.match(text, low, at).start()  # type: ignore[union-attr]
    run_end = rules.domain.match(text, start).end()  # type: ignore[union-attr]
    if text.startswith("://", run_end):
        return None, run_end  # a scheme's name: its own trigger comes next
    if local_part := _local_part_goes_on().match(text, run_end):
        return None, local_part.end()  # and so does the "@" of an address
    start = domain_start(text, start, run_end, rules)
    end = domain_end(text, start, run_end, rules, is_known_tld)
    if end == start or ("paths" in tailorings and _in_path(text, start)):
        return None, run_end
    if text.startswith(".", end) and text[end + 1 : end + 2] in ("/", "?", "#"):
        end += 1  # UTS #58: a root dot stays if something follows
    port, good = port_end(text, end)
    if good:
        end = tail_end(text, port, profile_after(text[start - 1 : start], tailorings))
    if text[start - 1 : start] == "_" and not text.startswith("_", end):
        return None, run_end  # no host name, but not emphasis either: _dmarc.example.com
    return _link(text, start, end, "domain"), end


def _in_path(text: str, start: int) -> bool:
    """Tell whether the slash before a name belongs to a path (`/etc/conf.d`) rather than to a "//" that begins it."""
    return text[start - 1 : start] == "/" and not _NETWORK_PATH.fullmatch(text, max(start - 3, 0), start)


@cache
def _local_part_goes_on() -> regex.Pattern[str]:
    """Compile what leads from the end of a domain name to the "@" of the address whose local part it is in."""
    return regex.compile(rf"[[{c.EMAIL}]--[/?#]]{{0,{MAX_LOCAL}}}+(?=@)", regex.V1)


def address(
    text: str, low: int, at: int, email: bool, mailto: bool, tailorings: frozenset[str]
) -> tuple[Link | None, int]:
    """Read the e-mail address of an "@", and "mailto:" before it; the link, and where to go on (UTS #58 e-mail)."""
    first = at - MAX_LOCAL - 1
    if first < low:
        first = low
    head = text[first:at].rstrip(_ASCII_LOCAL)
    start = first + len(head)
    if not head.isascii() and not head[-1].isascii():
        start = _local_part().match(text, first, at).start()  # type: ignore[union-attr]
    local = text[start:at]
    good = 0 < at - start <= MAX_LOCAL and ".." not in local and local[0] != "." and local[-1] != "."
    if good and local[0] in "'`/":
        if "quotes" in tailorings:
            start += len(local) - len(local.lstrip("'`"))
        # UTS #58: after a scheme it is userinfo, if with no name
        good = start < at and text[start] != "." and not text.startswith("://", start - 1)
    schemed = start - low >= 7 and text[start - 7 : start].lower() == "mailto:"
    if good and email and not schemed and (host := _plain_host().match(text, at + 1)) and _is_mail_tld(host[1]):
        end = host.end()
        written = text[start:end]
        return _NEW(Link, (start, end, written, "email", "mailto:" + written)), end
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
        return _link(text, start, end, "email"), end
    start -= 7
    if "mailto-query" in tailorings and text.startswith("?", end):
        end = tail_end(text, end, profile_after(text[start - 1 : start], tailorings))
    return _link(text, start, end, "email"), end


@cache
def _local_part() -> regex.Pattern[str]:
    return regex.compile(f"(?r)[{c.EMAIL}]*+", regex.V1)


@lru_cache(1024)
def _is_mail_tld(label: str) -> bool:
    # RFC 2606: the names of documentation
    return is_known_tld(label) or label.lower() in {"example", "invalid", "test"}


_NEW = tuple.__new__  # twice as fast as Link()


def _link(text: str, start: int, end: int, kind: Kind) -> Link:
    iri = written = text[start:end]
    if kind == "domain":
        iri = "https://" + written  # UTS #58: the scheme that is implied
    elif kind == "email" and written[:7].lower() != "mailto:":
        iri = "mailto:" + written
    return _NEW(Link, (start, end, written, kind, iri))
