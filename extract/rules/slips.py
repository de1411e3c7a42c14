"""Slips: frequent mistakes in the markup of links, each with its pattern and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from extract.rules.registry import Found
from extract.text.regexes import re

# An address without brackets, but for pairs of round ones.
URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"


class Slip(NamedTuple):
    """A mistake. Its pattern has a group of its name; ``report`` takes the match and that name.

    The pattern begins with a character or a set, if possible: `re` then passes over it quickly.
    """

    name: str
    pattern: str  # for `re`
    report: Callable[[re.Match[str], str], Found | None]  # None: the text around it shows that no link was meant


# Of most wikis, "[[address|words]]", and of some, "[[words|address]]".
WIKI = (
    r"\[\[(?P<wiki>(?:(?P<wiki_first>https?://[^\s\[\]|\0]+)(?:\||\]\[)(?P<words_last>[^\[\]|\0`]{1,200})"
    r"|(?P<words_first>[^\[\]|\0`]{1,200})\|(?P<wiki_last>https?://[^\s\[\]|\0]+))\]\])"
)

MEDIAWIKI = (
    r"\[(?<![\]\w\\!\[].)(?<!\]\(.)(?P<mediawiki>https?://[^\s\[\]`\0]+)[ ]+"
    r"(?P<mediawiki_words>[^\[\]\n`\0]{2,150})\](?![(\[:_])"
)
# A link of reStructuredText, and one of HTML.
RST = r"`(?P<rst>[^`<>]{1,200}?)\s+<(?P<rst_address>https?://[^\s<>`]+)>`__?(?!\w)"
HTML = (
    r"<(?P<html>[aA]\s[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<href>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
    r"(?P<html_text>[^<>`]{1,200})</[aA]>)"
)


def wiki_link(match: re.Match[str]) -> tuple[str, str]:
    """Return the words and the address of a match of `WIKI`."""
    if match["wiki_first"]:
        return match["words_last"], match["wiki_first"]
    return match["words_first"], match["wiki_last"]


def says(
    message: str, meant: str | Callable[[re.Match[str]], str] | None = None, *, safe: bool = False, whole: bool = False
) -> Callable[[re.Match[str], str], Found]:
    """Return the ``report`` of a slip of which always the same is said: "{}" stands for what to write instead.

    The place is the slip's group, or with ``whole`` all that its pattern matches.
    """

    def report(match: re.Match[str], name: str) -> Found:
        fix = meant(match) if callable(meant) else meant
        return Found(*match.span(0 if whole else name), message.replace("{}", fix or ""), None, fix, safe)

    return report


def either(slips: Iterable[Slip]) -> str:
    """Return the pattern that matches where one of the slips does; the first one counts."""
    return "|".join(slip.pattern for slip in slips)


def reports(slips: Iterable[Slip], matches: Iterable[re.Match[str]]) -> Iterator[tuple[Slip, Found]]:
    """Yield the slips that matches of `either` show, with what is said of each."""
    known = list(slips)
    for match in matches:
        slip = next(slip for slip in known if match[slip.name] is not None)
        if found := slip.report(match, slip.name):
            yield slip, found
