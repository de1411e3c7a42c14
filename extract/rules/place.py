"""The place of an IRI in a document, which may exempt it from rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from extract.detect.link import Link
from extract.readers.formats import Format
from extract.readers.passage import Passage
from extract.rules.problem import Problem
from extract.text.regexes import re

_OF_AUTHORITY = frozenset(["port", "userinfo", "host", "authority"])
# Placeholders: a word as port (except an owner, as in "git@github.com:owner"), YOUR-NAME as user, <host>, [host],
# {host}, (host), $HOST, an ellipsis, and the pattern ".example.com".
_STAND_IN = re.compile(
    r"(?<!github\.com:)(?<!gitlab\.com:)(?<=:)[^\W\d][^\W\d]*(?![^/?#])|(?<=//)(?:\.\w|[A-Z_-]*YOUR[_-][A-Z_-]*(?::[A-Z_-]*)?@)"
    r"|<[^<>]{1,60}>|\[[A-Za-z][\w .-]{1,60}\]|(?:\{|%7[Bb])[\w .-]{1,60}(?:\}|%7[Dd])"
    r"|\\?\([^\W\d][\w .\\-]{1,60}\)|\$[A-Za-z_{(]|\.{3,}"
)
_SCHEME_ALONE = re.compile(r"[A-Za-z]+:/{2,3}")
# The rest of the host is a placeholder, an ellipsis, or on the next line of quoted-printable.
_GOES_ON = re.compile(r"\.[\[{<(]|\.{3}|…|\*|=\r?\n")
_QUOTES = frozenset("\"'")


@dataclass(frozen=True, slots=True)
class Place:
    """A link, its passage, and the format of the file."""

    link: Link
    passage: Passage
    format: Format

    @property
    def is_written(self) -> bool:
        """Whether the link is in running text or is its own link text, as editors write it. False in mail."""
        passage = self.passage
        is_label = not passage.target or (passage.label or "").rstrip("/") == passage.text.rstrip("/")
        return is_label and not self.format.own_charsets

    @property
    def before(self) -> str:
        """The two characters before the link in running text, or "" in a destination."""
        return "" if self.passage.target else self.passage.text[max(self.link.start - 2, 0) : self.link.start]

    @property
    def is_quoted(self) -> bool:
        """Whether the link is in quotation marks in running text: a mention or a string."""
        mark = self.before[-1:]
        return self.is_written and mark in _QUOTES and mark == self.passage.text[self.link.end : self.link.end + 1]


def is_quoted(_problem: Problem, place: Place) -> bool:
    """Exempt quoted links."""
    return place.is_quoted


def is_written(_problem: Problem, place: Place) -> bool:
    """Exempt running text."""
    return place.is_written


def is_exempt(problem: Problem, exempts: Callable[[Problem, Place], bool] | None, place: Place) -> bool:
    """Return whether ``problem`` is exempt, because the text only mentions the IRI or programs accept it.

    ``exempts`` is the exemption of the rule. For all rules, a scheme alone in running text is exempt, and so are quoted
    links with a problem in the authority. Documents about programs contain many of these.
    """
    if exempts is not None and exempts(problem, place):
        return True
    if _SCHEME_ALONE.fullmatch(place.link.iri):
        return place.is_written
    return problem.component in _OF_AUTHORITY and place.is_quoted


def is_incomplete(problem: Problem, place: Place) -> bool:
    """Return whether ``problem`` is in a placeholder of the authority, or in a host that continues after the link."""
    if problem.component not in _OF_AUTHORITY:
        return False
    if any(found.start() <= problem.start <= found.end() for found in _STAND_IN.finditer(place.link.iri)):
        return True
    return problem.component != "userinfo" and _GOES_ON.match(place.passage.text, place.link.end) is not None
