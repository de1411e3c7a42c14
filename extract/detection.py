"""Running text to links: jump to a trigger, walk left to the start, right to the end (UTS #58; RFC 3987 §7.3, R-95)."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Literal, NamedTuple

import regex

from extract import characters as c
from extract.host import is_known_tld
from extract.schemes import DEFAULT_SCHEMES, EITHER_WAY
from extract.termination import (
    TAILORINGS,
    Syntax,
    authority_end,
    body_end,
    domain_end,
    domain_start,
    port_end,
    syntax,
    syntax_after,
    tail_end,
)

Kind = Literal["iri", "domain", "email"]

_SCHEME_CHARACTERS = string.ascii_letters + string.digits + "+-."
_MAX_SCHEME = 64
_MAX_LOCAL = 64  # RFC 5321 §4.5.3.1.1
_LATIN = regex.compile(r"\p{Latin}")
_WRAPPED = re.compile(r"[^<>\s]*+(?:[ \t]*+\r?\n[ \t]*+[^<>\s]++)++(?=\s*+>)")


class Link(NamedTuple):
    """A link in a text: ``text[link.start:link.end] == link.text``, in code points."""

    start: int
    end: int
    text: str
    kind: Kind
    iri: str  # with the implied scheme where none was written


def find_links(
    text: str,
    *,
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    broken: bool = False,
    wrapped: bool = False,
) -> Iterator[Link]:
    """Find the links of a text, in order and disjoint; offsets are code points of ``text``.

    ``schemes``: the scheme names to find, in any case; by default those of `extract.schemes.DEFAULT_SCHEMES`. Names
    that are not among the default ones are found without "//" too (``urn:…``).
    ``schemeless``: also bare domain names with a known top-level domain (``example.com/ü``).
    ``email``: also e-mail addresses.
    ``profile``: ``"prose"``, ``"uts58"``, or the names of the tailorings to add to UTS #58.
    ``broken``: also what is plainly meant as a link and cannot be one (``http://a..b/``); `check` says why.
    ``wrapped``: links in ``<…>`` and ``<URL:…>`` may be broken over lines (RFC 3986 appendix C); ``text`` is then the
    raw span, ``iri`` the joined form.

    Raises ValueError for an unknown profile and TypeError where ``text`` is no str or ``schemes`` a single one.
    """
    if not isinstance(text, str):
        raise TypeError(f"find_links() takes a str, not {type(text).__name__}")
    if isinstance(schemes, str):
        raise TypeError(f"schemes is a collection of names: {{{schemes!r}}}, not {schemes!r}")
    names = DEFAULT_SCHEMES if schemes is None else frozenset(map(str.lower, schemes))
    return _scan(text, names, schemeless, email, tailorings_of(profile), broken, wrapped)


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of a profile; ValueError names what is unknown."""
    if profile == "prose":
        return TAILORINGS
    if profile == "uts58":
        return frozenset()
    names = frozenset({profile} if isinstance(profile, str) else profile)
    if unknown := names - TAILORINGS:
        known = ", ".join(sorted(TAILORINGS))
        raise ValueError(f"unknown profile or tailoring {min(unknown)!r}: use 'prose', 'uts58', or some of {known}")
    return names


def _scan(
    text: str,
    names: frozenset[str],
    schemeless: bool,
    email: bool,
    tailorings: frozenset[str],
    broken: bool,
    wrapped: bool,
) -> Iterator[Link]:
    """Go from trigger to trigger; what a candidate covered, link or not, is never scanned again."""
    opaque = frozenset() if names is DEFAULT_SCHEMES else names - (DEFAULT_SCHEMES - EITHER_WAY)
    trigger = _trigger(bool(opaque), email or schemeless or "mailto" in names, schemeless, tailorings)
    low = position = 0  # no walk to the left goes beyond ``low``
    while match := trigger.search(text, position):
        at = match.start()
        good = True
        if text[at] not in ":@":
            link, position = _domain(text, low, at, tailorings)
        elif text[at] == "@":
            link, low = _address(text, low, at, email, "mailto" in names, tailorings)
            position = low
        elif text.startswith("://", at):
            link, position, good = _hierarchical(text, low, at, names, tailorings, wrapped)
        else:
            link, position = _opaque(text, low, at, opaque, tailorings)
        if link is not None:
            low = position = link.end
            if good or broken:
                yield link


@cache
def _trigger(opaque: bool, at_sign: bool, full_stop: bool, tailorings: frozenset[str]) -> re.Pattern[str]:
    triggers = [":" if opaque else "://"]
    if at_sign:
        triggers.append("@")
    if full_stop:
        dots = r"\." if "cjk-punctuation" in tailorings else r"[.。．｡]"
        triggers.append(dots + r"(?=[A-Za-z\x80-\U0010FFFF])")  # no top-level domain begins with a digit
    return re.compile("|".join(triggers))


def _scheme(text: str, low: int, at: int, names: frozenset[str]) -> tuple[int, str]:
    """Walk left over a scheme's name: return its start, and the name in lower case, "" if it is none of ``names``.

    Not found inside a longer word or another scheme's name; `end.http://` is a sentence without its space.
    """
    before = text[max(low, at - _MAX_SCHEME) : at]
    name = before[len(before.rstrip(_SCHEME_CHARACTERS)) :].lstrip("+-.")
    if name.lower() not in names:
        name = name.rpartition(".")[2] or name
    start = at - len(name)
    glued = start > low and not text[start - 1].isascii() and _LATIN.match(text, start - 1)
    return start, name.lower() if name.lower() in names and not glued else ""


def _hierarchical(
    text: str, low: int, at: int, names: frozenset[str], tailorings: frozenset[str], wrapped: bool
) -> tuple[Link | None, int, bool]:
    """Read the link of a "://"; the link, where to go on, and whether it is good."""
    start, scheme = _scheme(text, low, at, names)
    body = at + 3
    if start == at:
        return None, at + 1, True
    rules = syntax_after(text[start - 1 : start], tailorings)
    if wrapped and scheme and (link := _wrapped(text, start, body, scheme, rules)):
        return link, link.end, True
    end, good = authority_end(text, body, scheme, rules)
    if end == body and not good:
        return None, body, True
    end = tail_end(text, end, rules)
    # another scheme's link is passed over as a whole
    return _link(text, start, end, "iri") if scheme else None, end, good


def _wrapped(text: str, start: int, body: int, scheme: str, rules: Syntax) -> Link | None:
    """Read a link that is broken over lines between "<" or "<URL:" and ">" (RFC 3986 appendix C)."""
    if not (text.endswith("<", 0, start) or text[max(start - 5, 0) : start].upper() == "<URL:"):
        return None
    match = _WRAPPED.match(text, body)
    if match is None:
        return None
    joined = "".join(text[start : match.end()].split())
    end, good = authority_end(joined, body - start, scheme, rules)
    return Link(start, match.end(), text[start : match.end()], "iri", joined) if good and end > body - start else None


def _opaque(text: str, low: int, at: int, names: frozenset[str], tailorings: frozenset[str]) -> tuple[Link | None, int]:
    """Read the link of a ":" without "//", as in urn:, tel: or geo:."""
    start, scheme = _scheme(text, low, at, names)
    if not scheme:
        return None, at + 1
    end = body_end(text, at + 1, syntax_after(text[start - 1 : start], tailorings))
    return (_link(text, start, end, "iri"), end) if end > at + 1 else (None, at + 1)


def _domain(text: str, low: int, at: int, tailorings: frozenset[str]) -> tuple[Link | None, int]:
    """Read the bare domain around the full stop ``at``; the link, and where to go on."""
    rules = syntax(tailorings)
    start = rules.domain_backwards.match(text, low, at).start()  # type: ignore[union-attr]
    run_end = rules.domain.match(text, start).end()  # type: ignore[union-attr]
    if text.startswith("://", run_end):
        return None, run_end  # a scheme's name: its own trigger comes next
    if local_part := _local_part_goes_on().match(text, run_end):
        return None, local_part.end()  # and so does the "@" of an address
    start = domain_start(text, start, run_end, rules)
    end = domain_end(text, start, run_end, rules, is_known_tld)
    if end == start:
        return None, run_end
    if text.startswith(".", end) and text[end + 1 : end + 2] in ("/", "?", "#"):
        end += 1  # UTS #58: a root dot stays if something follows
    port, good = port_end(text, end)
    if good:
        end = tail_end(text, port, syntax_after(text[start - 1 : start], tailorings))
    return _link(text, start, end, "domain"), end


@cache
def _local_part_goes_on() -> regex.Pattern[str]:
    """Compile what leads from the end of a domain name to the "@" of the address whose local part it is in."""
    return regex.compile(rf"[[{c.EMAIL}]--[/?#]]{{0,{_MAX_LOCAL}}}+(?=@)", regex.V1)


def _address(
    text: str, low: int, at: int, email: bool, mailto: bool, tailorings: frozenset[str]
) -> tuple[Link | None, int]:
    """Read the e-mail address of an "@", and "mailto:" before it; the link, and where to go on (UTS #58 e-mail)."""
    rules = syntax(tailorings)
    run = rules.domain.match(text, at + 1)
    after = run.end() if run else at + 1
    start = _local_part().match(text, max(low, at - _MAX_LOCAL - 1), at).start()  # type: ignore[union-attr]
    local = text[start:at]
    if not local or len(local) > _MAX_LOCAL or local.startswith(".") or local.endswith(".") or ".." in local:
        return None, after  # the host is passed over too
    schemed = text[max(low, start - 7) : start].lower() == "mailto:"
    if not (email or (schemed and mailto)):
        return None, after
    end = domain_end(text, at + 1, after, rules, None if schemed else _is_mail_tld)
    if end == at + 1:
        return None, after
    if not schemed:
        return _link(text, start, end, "email"), end
    start -= 7
    if "mailto-query" in tailorings and text.startswith("?", end):
        end = tail_end(text, end, syntax_after(text[start - 1 : start], tailorings))
    return _link(text, start, end, "email"), end


@cache
def _local_part() -> regex.Pattern[str]:
    return regex.compile(f"(?r)[{c.EMAIL}]*+", regex.V1)


def _is_mail_tld(label: str) -> bool:
    # RFC 2606: the names of documentation
    return is_known_tld(label) or label.lower() in {"example", "invalid", "test"}


def _link(text: str, start: int, end: int, kind: Kind) -> Link:
    written = text[start:end]
    implied = (
        "https://" if kind == "domain" else "mailto:" if kind == "email" and written[:7].lower() != "mailto:" else ""
    )
    return Link(start, end, written, kind, implied + written)
