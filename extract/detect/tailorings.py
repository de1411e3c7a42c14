r"""The tailorings of UTS #58 in the profile "prose". Each one is a switch, and some add characters to sets.

Reasons and examples are in ``tests/cases/tailorings.txt``, the source of the documentation. The profiles of detection,
its fast path, and the forms that `extract.present.escaping` writes depend on these switches and sets.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import NamedTuple

import regex

from extract.text import characters as c

_ELLIPSES = "…‥⋯"

# A mark before a link, with the marks that end the link after it.
QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›", "～": "～", "👉": "👈", "☞": "☜"}
# Emphasis in plain text. If one is before a link, the link does not end with one.
EMPHASIS = frozenset("*_~|")
MARKS = EMPHASIS.union(QUOTES)
# Closing marks, with their opening marks.
CLOSES = {close: "".join(mark for mark in QUOTES if close in QUOTES[mark]) for close in "".join(QUOTES.values())}
# "whole-hosts": a placeholder with the rest of a host, but not a tag: http://a.example.<br>Next
PLACEHOLDER_IN_ANGLES = r"<\w[\w.\- ]*+>(?=/|[.:\-]\w)"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Switches:
    """The tailorings, with "_" instead of "-" in their names, and their effect on detection."""

    # the end of a link
    cjk_punctuation: bool  # adds characters
    cjk_brackets: bool  # a CJK opening bracket ends a link that is ASCII so far
    angle_brackets: bool  # "<" and ">" end it; after "<", it includes punctuation before ">"
    open_brackets: bool  # an opening bracket is not the last character
    quotes: bool  # quotation marks and emphasis around a link end it; quotation marks inside are pairs
    delimiters: bool  # '"' ends it, except between letters
    empty_fragment: bool  # "#" may be the last character
    mailto_query: bool  # "mailto:" includes more addresses and fields
    left_open_brackets: bool  # it ends before a bracket that is unclosed at whitespace or the end of the text
    split_links: bool  # non-ASCII punctuation directly before "http://" ends a link; "," and "→" end a path
    closing_marks: bool  # U+00B7 and U+0387 are equal, and not the last character of a name
    loose_marks: bool  # non-ASCII punctuation ends it where it is probably not intended: see `body.Marks`
    dashes: bool  # an em dash before a lowercase letter ends a path
    quoted_titles: bool  # it includes words in '"' if both marks are there
    glued_words: bool  # it ends before adjoining words: see `words`
    comment_ends: bool  # it ends before "-->", "--}}" and "*/"
    # hosts and names
    script_turn: bool  # a name ends or starts at a switch between ASCII and a script without spaces
    hosts: bool  # a label may end with symbols; non-DNS schemes may have any reg-name (RFC 3986 §3.2.2)
    paths: bool  # a bare domain does not start inside a path
    final_symbols: bool  # a name ends before symbols after a top-level domain
    new_sentences: bool  # a capitalized label after a lowercase one is a sentence without a space
    ellipses: bool  # a name ends before several full stops
    evidence: bool  # a probable file or object is not a bare domain
    names_in_mail: bool  # with "evidence": all endings are likely sites, except file suffixes
    ip_addresses: bool  # with bare domains, IP addresses without a scheme are links
    # the start of a link, and text that is not a link
    address_edges: bool  # an email address starts after punctuation and names before it
    logins: bool  # user@host:path and user:password@host are not email addresses
    message_ids: bool  # message IDs in Message-ID and similar fields are not email addresses
    inner_links: bool  # an IRI inside jdbc: or magnet: is not a separate link
    written_escapes: bool  # a link starts after the two characters "\\n"
    whole_hosts: bool  # a host that "[.]", a placeholder or an invalid port cuts is not a link
    user_information: bool  # web links may have user information


class Added(NamedTuple):
    """The characters that a tailoring adds, to sets of `regex` or to plain strings."""

    hard: str = ""  # UTS #58 Link_Term: always ends a link
    soft: str = ""  # not the last character of a link
    path_hard: str = ""  # ends a path; a plain string
    doubled: str = ""  # ends a link if doubled; a plain string


_ADDED = {
    "cjk-punctuation": Added(hard=c.CJK_PUNCTUATION + "※", doubled="—―" + _ELLIPSES),
    "quotes": Added(soft=r"\*"),  # emphasis from before the link, or a note mark
    # RFC 3987 §2.2 excludes the Hard ones. An ellipsis may be inside a link, like three full stops.
    "delimiters": Added(hard=r"\"`\\─-╿", path_hard="|", soft=_ELLIPSES),
    "angle-brackets": Added(hard="<>"),
    "closing-marks": Added(hard="＜＞＂〝〞〟", soft="👈👇👆☚☜←⇐·\u0387\u055c\u055d\u055e\u05f4"),
    "loose-marks": Added(soft=c.MARKS),
}
TAILORINGS = frozenset(switch.name.replace("_", "-") for switch in fields(Switches))
# The default: all but those that only a profile turns on.
PROSE = TAILORINGS - {"ip-addresses", "names-in-mail", "user-information"}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Profile(Switches):
    """UTS #58 with some tailorings, for links after a certain character: the switches and the resulting sets.

    The sets are complete expressions, for `regex.V1`.
    """

    names: frozenset[str]
    added_hard: str  # Hard characters of tailorings
    path_hard: str
    doubled: str
    hard: str  # the inside of a set
    soft: str
    safe: str  # Link_Term=Include
    opening: str
    label: str
    dots: str  # separators of labels, a plain string
    closes: str  # closing marks that may end a link with their opening mark
    emphasis: str  # "*", "_" or "~" before the link, or ""
    _after: dict[str, Profile]

    def after(self, before: str) -> Profile:
        """Return the profile for a link directly after the character ``before`` ("" at the start of a text)."""
        return self._after.get(before, self)


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of ``profile``: "prose", "uts58", or a collection of names.

    "prose" in a collection means all of its tailorings. Raises ValueError with the first unknown name.
    """
    if profile == "uts58":
        return frozenset()
    names = frozenset({profile} if isinstance(profile, str) else profile)
    if "prose" in names:
        names = names - {"prose"} | PROSE
    if unknown := names - TAILORINGS:
        known = ", ".join(sorted(TAILORINGS))
        raise ValueError(f"unknown profile or tailoring {min(unknown)!r}: use 'prose', 'uts58', or some of {known}")
    return names


@cache
def profile_with(names: frozenset[str]) -> Profile:
    """Return the profile with the tailorings ``names``."""
    after: dict[str, Profile] = {}
    if "quotes" in names:
        after |= {mark: _profile(names, after, mark) for mark in sorted(MARKS)}
    if "angle-brackets" in names:
        after["<"] = _profile(names, after, "<")
    return _profile(names, after)


def _profile(names: frozenset[str], after: dict[str, Profile], before: str = "") -> Profile:
    """Return the profile for a link directly after ``before``: one of MARKS, "<", or "" for any other character."""
    switches = {switch.name: switch.name.replace("_", "-") in names for switch in fields(Switches)}
    records = (_ADDED[name] for name in sorted(names) if name in _ADDED)
    added_hard, added_soft, path_hard, doubled = map("".join, zip(Added(), *records, strict=True))
    if before in QUOTES:
        added_hard += regex.escape(QUOTES[before])
        switches["delimiters"] &= before != '"'
        switches["quoted_titles"] &= before != '"'
    elif before == "<":  # <https://a.example/?q|label>, as in exports of chat programs
        added_hard += regex.escape(path_hard)
        switches["comment_ends"] = False
    elif before:
        added_soft += "".join(map(regex.escape, sorted(EMPHASIS)))  # they may be nested
    hard = c.HARD + c.INVISIBLE + added_hard
    # A full stop that ends a sentence does not separate labels (but see `runs.runs`).
    dots = "".join(dot for dot in c.LABEL_DOTS if dot not in added_hard)
    middle_dot = "\u0387" if switches["closing_marks"] else ""  # UTS #46 maps it to U+00B7
    return Profile(
        **switches,
        names=names,
        added_hard=added_hard,
        path_hard=path_hard,
        doubled=doubled,
        hard=hard,
        soft=f"[{c.SOFT}{c.JOINERS}{added_soft}]--[{hard}]",
        safe=f"[{c.INCLUDE}]--[{hard}{c.JOINERS}{added_soft}]",
        opening=f"[{c.OPEN}]--[{hard}]",
        label=rf"[{c.LABEL}_{middle_dot}{dots}]--[{hard}]",
        dots=dots,
        closes="".join(CLOSES.keys() - {*QUOTES.get(before, "")}) if switches["quotes"] else "",
        emphasis=before if before in "*_~" else "",
        _after=after,
    )
