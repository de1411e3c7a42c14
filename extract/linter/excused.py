"""Problems that a file does not have: placeholders, examples in code, and what programs repair."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from extract.detect.link import Link
from extract.iri.scheme_rules import is_dialled
from extract.readers.formats import Format
from extract.readers.segment import Segment
from extract.rules.host import is_misspelt_tld
from extract.rules.registry import Problem
from extract.rules.targets import is_tld
from extract.text.regexes import re

_OF_AUTHORITY = frozenset(["port", "userinfo", "host", "authority"])
# Placeholders: a word for a port (but not an owner, as in "git@github.com:owner"), YOUR-NAME as user, <host>, [host],
# {host}, (host), $HOST; and the pattern ".example.com".
_STAND_IN = re.compile(
    r"(?<!github\.com:)(?<!gitlab\.com:)(?<=:)[^\W\d][^\W\d]*(?![^/?#])|(?<=//)(?:\.\w|[A-Z_-]*YOUR[_-][A-Z_-]*(?::[A-Z_-]*)?@)"
    r"|<[^<>]{1,60}>|\[[A-Za-z][\w .-]{1,60}\]|(?:\{|%7[Bb])[\w .-]{1,60}(?:\}|%7[Dd])"
    r"|\\?\([^\W\d][\w .\\-]{1,60}\)|\$[A-Za-z_{(]"
)
_SCHEME_ALONE = re.compile(r"[A-Za-z]+:/{2,3}")
# The rest of the host is a placeholder, or is left out; or quoted-printable continues it on the next line.
_GOES_ON = re.compile(r"\.[\[{<(]|\.{3}|…|\*|=\r?\n")
_QUOTES = frozenset("\"'")
_OF_STRINGS = frozenset(["bare-percent", "percent-u", "backslash", "empty-host", "syntax"])
# An address that programs are not to read, and the empty target of a page's template.
_HIDDEN_MAIL = re.compile(r"(?i)mailto:(?:#|[^@]*(?:[(\[]|%28|%5B)at(?:[)\]]|%29|%5D).*)")
# In running text, the value of an attribute, or text between tags: HTML or XML, where references are decoded.
_IN_TAG = re.compile(r"=[\"']\Z|>\Z")
# What a reader could take for the host: "https://www.bank.example@evil.example/".
_LOOKS_LIKE_HOST = re.compile(r"(?i)(?P<www>www\.)?(?:[^\W_][\w-]*\.)+(?P<tld>[^\W\d_]{2,})(?::.*)?", re.DOTALL)


def without_excused(
    problems: Iterable[Problem], link: Link, segment: Segment, format: Format, asked_for: Collection[str]
) -> list[Problem]:
    """Return the problems of a link that a maintainer would mend, and those of rules whose codes are ``asked_for``."""
    found = list(problems)
    if not found:
        return found
    is_written = not format.own_charsets and _is_written(segment)
    is_hidden = _HIDDEN_MAIL.fullmatch(link.iri) is not None
    return [
        problem
        for problem in found
        if problem.code in asked_for
        or not (
            (is_hidden and problem.name == "mailto")
            or _is_repaired(link.iri, problem, segment, format)
            or (is_written and _is_example(problem, link, segment))
        )
    ]


def is_incomplete(problem: Problem, link: Link, segment: Segment) -> bool:
    """Return whether a problem is in a placeholder, or in a host that goes on after the link."""
    if problem.component not in _OF_AUTHORITY:
        return False
    if any(found.start() <= problem.start <= found.end() for found in _STAND_IN.finditer(link.iri)):
        return True
    return problem.component != "userinfo" and _GOES_ON.match(segment.text, link.end) is not None


def _is_repaired(iri: str, problem: Problem, segment: Segment, format: Format) -> bool:
    """Return whether the programs that read a link cope with the problem: they repair it, or it does no harm there.

    In attributes, browsers encode spaces, ignore tabs and line breaks, and run scripts; telephones dial what they can.
    Markdown encodes spaces in targets in ``<…>``. Mail programs break the line at every %0A, accept "/", "?" and "=" in
    a header field, and read %40, with which docutils cloaks an address, as "@".
    """
    if problem.name == "mailto":
        written = iri[problem.start : problem.end].upper()
        if segment.attribute is not None and re.search(r"[\t\r\n]", written):
            return True  # browsers remove it
        return written in ("%0A", "%0D", "/", "?", "=") or (written.count("%40") == 1 and "@" not in written)
    if segment.attribute is None:
        return problem.name == "space" and segment.target and "GitHub" in format.read_by
    if problem.name == "data":
        return iri == "data:;base64,="  # no icon
    if problem.name == "script":
        return not format.own_charsets  # usual in HTML
    if problem.name == "character":
        return iri[problem.start : problem.end] in ("\t", "\n", "\r")
    return problem.name == "space" or (problem.name == "tel" and is_dialled(iri))


def _is_written(segment: Segment) -> bool:
    """Return whether a link stands in running text, or is its own label, as editors write it for such a link."""
    return not segment.target or (segment.label or "").rstrip("/") == segment.text.rstrip("/")


def _is_example(problem: Problem, link: Link, segment: Segment) -> bool:
    """Return whether a text only talks about an address: in quotation marks, of a network of its own, with a user.

    Documents about programs are full of such addresses, and nobody follows them.
    """
    text = segment.text
    before = "" if segment.target else text[max(link.start - 2, 0) : link.start]
    if problem.name == "character-reference":
        return _IN_TAG.search(before) is not None
    if problem.name in ("scheme-rule", "urn") or _SCHEME_ALONE.fullmatch(link.iri):
        return True
    quoted = before[-1:] in _QUOTES and before[-1:] == text[link.end : link.end + 1]
    if quoted and (problem.component in _OF_AUTHORITY or problem.name in _OF_STRINGS):
        return True
    found = link.iri[problem.start : problem.end]
    if problem.name == "userinfo":
        host = _LOOKS_LIKE_HOST.fullmatch(found)
        return host is None or not (host["www"] or is_tld(host["tld"]))
    if problem.name == "ipv4-lookalike":
        return "." not in found
    return problem.name == "unknown-tld" and not is_misspelt_tld(found)
