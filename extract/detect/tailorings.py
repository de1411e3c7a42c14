r"""What the profile "prose" adds to UTS #58: each tailoring is a switch, and some add characters to sets.

Reasons and examples are in ``tests/cases/tailorings.txt``, from which the documentation is made. The profiles of
detection, its fast path and the forms that `extract.present.escaping` writes follow from the switches and sets.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import NamedTuple

import regex

from extract.text import characters as c

_ELLIPSES = "…‥⋯"

# The mark right before a link, and those that end it then.
QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›", "～": "～", "👉": "👈", "☞": "☜"}
# The emphasis of plain text: right before a link, it is not its last character.
EMPHASIS = frozenset("*_~|")
MARKS = EMPHASIS.union(QUOTES)
# The marks that close, with what opens each.
CLOSES = {close: "".join(mark for mark in QUOTES if close in QUOTES[mark]) for close in "".join(QUOTES.values())}
# "no_stumps": the rest of a host follows, but not after a tag: http://a.example.<br>Next
PLACEHOLDER_IN_ANGLES = r"<\w[\w.\- ]*+>(?=/|[.:\-]\w)"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Switches:
    """The tailorings, with "_" for "-" in their names, each with what the walk asks it for."""

    # the end of a link
    cjk_punctuation: bool  # adds characters
    cjk_brackets: bool  # an opening bracket of CJK ends a link that is ASCII so far
    angle_brackets: bool  # "<" and ">" end it; behind "<", punctuation before ">" belongs to it
    open_brackets: bool  # an opening bracket is not the last character
    quotes: bool  # quotation marks and emphasis pair around a link, and quotation marks inside it
    delimiters: bool  # '"' ends it, but stays between letters
    empty_fragment: bool  # "#" may be the last character
    mailto_query: bool  # more addresses and fields belong to a mailto:
    left_open_brackets: bool  # it ends before a bracket that is open where white space or the text's end comes
    split_links: bool  # a mark that is not ASCII directly before "http://" ends a link; "," and "→" a path
    closing_marks: bool  # U+00B7 and U+0387 are alike, and not the last character of a name
    loose_marks: bool  # punctuation that is not ASCII ends it where it is hardly meant: see `body.Marks`
    dashes: bool  # an em dash before a lower-case letter ends a path
    quoted_titles: bool  # '"' is part of it where both marks are
    glued_words: bool  # it ends before words that are glued to it: see `words`
    comment_ends: bool  # "-->", "--}}" and "*/" are outside
    # hosts and names
    script_turn: bool  # a name ends, or begins, where it turns between ASCII and a script without spaces
    hosts: bool  # a label may end with symbols; RFC 3986 §3.2.2: reg-name, where hosts are not looked up in the DNS
    paths: bool  # a bare domain does not begin in the midst of a path
    final_symbols: bool  # symbols after a top-level domain are outside
    new_sentences: bool  # a capitalized label after one in lower case is a sentence without its space
    ellipses: bool  # a name ends before several full stops
    evidence: bool  # what is more likely a file or an object is not a bare domain
    names_in_mail: bool  # and any ending is as likely that of a site
    ip_addresses: bool  # IP addresses alone are links where bare domains are
    # the beginning of a link, and what is none
    address_edges: bool  # an e-mail address begins after marks and names that stand before it
    logins: bool  # user@host:path and user:password@host are not e-mail addresses
    message_ids: bool  # what Message-ID and its kin have is no e-mail address
    inner_links: bool  # the IRI inside a jdbc: or magnet: is not a link of its own
    written_escapes: bool  # a link begins after "\\n", written as two characters
    whole_hosts: bool  # a host that is cut by "[.]", by a placeholder or a port that is none makes no link
    user_information: bool  # user information stands before the host of a web link, too


class Added(NamedTuple):
    """The characters that a tailoring adds: to sets for `regex`, and as plain strings."""

    hard: str = ""  # UTS #58 Link_Term: ends a link wherever it stands
    soft: str = ""  # not the last character of a link
    path_hard: str = ""  # ends a link in its path; a plain string
    doubled: str = ""  # ends a link where it stands twice; a plain string


_ADDED = {
    "cjk-punctuation": Added(hard=c.CJK_PUNCTUATION + "※", doubled="—―" + _ELLIPSES),
    "quotes": Added(soft=r"\*"),  # emphasis that began before the link, or the mark of a note
    # RFC 3987 §2.2 has none of these; an ellipsis is inside, as three full stops are
    "delimiters": Added(hard=r"\"`\\─-╿", path_hard="|", soft=_ELLIPSES),
    "angle-brackets": Added(hard="<>"),
    "closing-marks": Added(hard="＜＞＂〝〞〟", soft="👈👇👆☚☜←⇐·\u0387\u055c\u055d\u055e\u05f4"),
    "loose-marks": Added(soft=c.MARKS),
}
TAILORINGS = frozenset(switch.name.replace("_", "-") for switch in fields(Switches))
PROSE = TAILORINGS - {"ip-addresses", "names-in-mail", "user-information"}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Profile(Switches):
    """UTS #58 with some tailorings, for a link after a certain character: the switches, and the sets that result.

    The sets of characters are whole expressions, to be compiled with `regex.V1`.
    """

    names: frozenset[str]
    added_hard: str  # what tailorings add to it
    path_hard: str
    doubled: str
    hard: str  # the inside of a set
    soft: str
    safe: str  # Link_Term=Include
    opening: str
    label: str
    dots: str  # the separators of labels, as a plain string
    closes: str  # the marks that may be a link's last character, if it has the mark that they close
    _after: dict[str, Profile]

    def after(self, before: str) -> Profile:
        """Return the profile for a link right after the character ``before`` ("" at the start of a text)."""
        return self._after.get(before, self)


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of "prose", of "uts58", or those named; ValueError names what is unknown.

    "prose" among the names stands for all of its tailorings.
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
    """Return the profile with the tailorings of these names."""
    after: dict[str, Profile] = {}
    if "quotes" in names:
        after |= {mark: _profile(names, after, mark) for mark in sorted(MARKS)}
    if "angle-brackets" in names:
        after["<"] = _profile(names, after, "<")
    return _profile(names, after)


def _profile(names: frozenset[str], after: dict[str, Profile], before: str = "") -> Profile:
    """Make the profile for a link right after ``before``: one of MARKS, "<", or "" for anything else."""
    switches = {switch.name: switch.name.replace("_", "-") in names for switch in fields(Switches)}
    records = (_ADDED[name] for name in sorted(names) if name in _ADDED)
    added_hard, added_soft, path_hard, doubled = map("".join, zip(Added(), *records, strict=True))
    if before in QUOTES:
        added_hard += regex.escape(QUOTES[before])
        switches["delimiters"] &= before != '"'
        switches["quoted_titles"] &= before != '"'
    elif before == "<":  # <https://a.example/?q|label>, as chat programs export it
        added_hard += regex.escape(path_hard)
        switches["comment_ends"] = False
    elif before:
        added_soft += "".join(map(regex.escape, sorted(EMPHASIS)))  # one may stand in another
    hard = c.HARD + c.INVISIBLE + added_hard
    # a full stop that ends a sentence does not part labels (but see `runs.runs`)
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
        _after=after,
    )
