r"""What the profile "prose" adds to UTS #58: each tailoring is one record, and all else follows from the records.

To change what a tailoring does, change its record: the profiles of detection, its fast path, the forms that
`extract.present.escaping` writes, and the section of the documentation are made from it. A record adds characters to
sets, and asks things of the walk by flags; a walk asks the `Profile` for the flag, never for the name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import regex

from extract.text import characters as c

_DOTS = ".。．｡"  # UTS #46: the separators of labels
_ELLIPSES = "…‥⋯"

# The mark that stands right before a link, and those that end it then.
QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›"}
# The emphasis of plain text: standing right before a link, it is not the link's last character.
EMPHASIS = frozenset("*_~|")
MARKS = EMPHASIS | QUOTES.keys()
# The marks that close, each with those that open it.
CLOSES = {close: "".join(mark for mark in QUOTES if close in QUOTES[mark]) for close in "".join(QUOTES.values())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What tailorings change: sets as insides of sets for `regex`, and flags for what has to be looked at in place."""

    # UTS #58 Link_Term
    adds_hard: str = ""  # ends a link wherever it stands
    adds_soft: str = ""  # not the last character of a link
    # as plain strings
    adds_path_hard: str = ""  # ends a link in its path
    ends_doubled: str = ""  # ends a link where it stands twice

    # the end of a link
    cjk_bracket_ends_ascii: bool = False  # an opening bracket of CJK ends a link that is ASCII so far
    angle_brackets_enclose: bool = False  # "<" and ">" end it; behind "<", punctuation before ">" belongs to it
    no_final_opening: bool = False  # an opening bracket is not the last character
    marks_enclose: bool = False  # quotation marks and emphasis pair around a link, and quotation marks inside it
    inner_quotes: bool = False  # '"' stays between letters, though it ends a link
    empty_fragment: bool = False  # "#" may be the last character
    mailto_query: bool = False  # more addresses and fields belong to a mailto:
    # hosts and names
    script_turn: bool = False  # a name ends, or begins, where it turns between ASCII and a script without spaces
    symbols_in_labels: bool = False  # a label may end with symbols
    registered_names: bool = False  # RFC 3986 §3.2.2: reg-name, where hosts are not looked up in the DNS
    paths_hide_names: bool = False  # a bare domain does not begin in the midst of a path


class Example(NamedTuple):
    """A text with its links between ⟦ and ⟧, as both profiles find them; the options of `find_links` besides."""

    prose: str
    uts58: str
    options: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tailoring(Effects):
    """A switch of detection: its name, why there is one (reStructuredText), what it shows in, and what it changes."""

    name: str
    reason: str
    examples: tuple[Example, ...]


_RECORDS = (
    Tailoring(
        name="cjk-punctuation",
        reason="""\
Ideographic and full-width sentence punctuation ends a link even if letters follow at once, since Chinese and Japanese
put no space there. So do doubled dashes and ellipses (``——``, ``……``), which are punctuation there; a single one may
be in a link.""",
        examples=(
            Example(
                "请访问⟦https://zh.wikipedia.org/wiki/北京市⟧。谢谢",
                "请访问⟦https://zh.wikipedia.org/wiki/北京市。谢谢⟧",
            ),
            Example("⟦https://example.com/日本⟧――次", "⟦https://example.com/日本――次⟧"),
        ),
        adds_hard=c.CJK_PUNCTUATION,
        ends_doubled="—―" + _ELLIPSES,
    ),
    Tailoring(
        name="cjk-brackets",
        reason="A CJK opening bracket ends a link that is ASCII so far.",
        examples=(Example("⟦https://example.com/docs⟧（推荐）", "⟦https://example.com/docs（推荐）⟧"),),
        cjk_bracket_ends_ascii=True,
    ),
    Tailoring(
        name="script-turn",
        reason="""\
A host ends where it turns from an ASCII top-level domain into another script, and a bare domain or an e-mail address
begins where it turns from a script that puts no spaces into ASCII.""",
        examples=(
            Example("打开⟦https://example.com⟧然后", "打开⟦https://example.com然后⟧"),
            Example("連絡先は⟦info@example.co.jp⟧まで", "連絡先はinfo@example.co.jpまで", {"email": True}),
        ),
        script_turn=True,
    ),
    Tailoring(
        name="quotes",
        reason="""\
A quotation mark right before a link has its counterpart end it. One that closes what was opened inside the link belongs
to it (but not an apostrophe: a mark between two letters opens nothing). Where emphasis (``*``, ``_``, ``~``, ``|``)
stands right before a link, none is its last character; ``*`` never is. Neither a quotation mark nor emphasis begins an
e-mail address.""",
        examples=(
            Example("set “⟦https://example.com/ü⟧”后", "set “⟦https://example.com/ü”后⟧"),
            Example(
                "_⟦https://example.com/é⟧_ and **see ⟦https://example.com/è⟧**",
                "_⟦https://example.com/é_⟧ and **see ⟦https://example.com/è**⟧",
            ),
            Example(
                "⟦https://ru.wikipedia.org/wiki/Спартак_«Москва»⟧.", "⟦https://ru.wikipedia.org/wiki/Спартак_«Москва⟧»."
            ),
        ),
        adds_soft=r"\*",  # emphasis that began before the link, or the mark of a note
        marks_enclose=True,
    ),
    Tailoring(
        name="delimiters",
        reason=r"""
``"``, ````` and ``\``, which no IRI may have, end a link, and so does ``|`` in the path: they stand around links in
code, data and markup. ``"`` between two letters stays, as in Hebrew abbreviations, but not where words have no space
between them. An ellipsis is not a link's last character.""".lstrip(),
        examples=(
            Example(
                '{"text":"see ⟦https://example.com/ü⟧","size":1}',
                '{"text":"see ⟦https://example.com/ü","size":1⟧}',
            ),
            Example(
                '⟦https://he.wikipedia.org/wiki/צה"ל⟧ and [⟦https://example.com/é⟧|Label]',
                '⟦https://he.wikipedia.org/wiki/צה"ל⟧ and [⟦https://example.com/é|Label⟧]',
            ),
        ),
        # RFC 3987 §2.2 has none of these
        adds_hard=r"\"`\\",
        adds_path_hard="|",
        adds_soft=_ELLIPSES,  # inside, as three full stops are
        inner_quotes=True,
    ),
    Tailoring(
        name="open-brackets",
        reason="An opening bracket is not the last character of a link.",
        examples=(
            Example(
                "⟦https://example.com/ü⟧(, ⟦https://example.com/é(1)⟧",
                "⟦https://example.com/ü(⟧, ⟦https://example.com/é(1)⟧",
            ),
        ),
        no_final_opening=True,
    ),
    Tailoring(
        name="empty-fragment",
        reason="A ``#`` may be the last character of a link; a ``?`` may not, since it may be the sentence's.",
        examples=(
            Example(
                "⟦https://example.com/ü#⟧, ⟦https://example.com/é⟧?",
                "⟦https://example.com/ü⟧#, ⟦https://example.com/é⟧?",
            ),
        ),
        empty_fragment=True,
    ),
    Tailoring(
        name="angle-brackets",
        reason="""\
``<`` and ``>`` end a link: in text they stand around it, or begin a tag. In ``<https://…>`` the punctuation before the
``>`` belongs to the link (:rfc:`3986` appendix C).""",
        examples=(
            Example(
                "⟦https://example.com/ü⟧<br> <⟦https://en.wikipedia.org/wiki/Warner_Bros.⟧>",
                "⟦https://example.com/ü<br>⟧ <⟦https://en.wikipedia.org/wiki/Warner_Bros⟧.>",
            ),
        ),
        adds_hard="<>",
        angle_brackets_enclose=True,
    ),
    Tailoring(
        name="paths",
        reason="""\
A bare domain does not begin right after a slash, unless two slashes begin it, nor after ``A::``, ``a:b:`` or ``http:``:
what stands there is part of a path or of another name.""",
        examples=(
            Example(
                "in /etc/service/foo.sh, Time::Local.pm or //⟦example.com/ü⟧, see:⟦example.com⟧",
                "in /etc/service/⟦foo.sh⟧, Time::⟦Local.pm⟧ or //⟦example.com/ü⟧, see:⟦example.com⟧",
                {"schemeless": True},
            ),
        ),
        paths_hide_names=True,
    ),
    Tailoring(
        name="hosts",
        reason="""\
A label of a bare domain may end with symbols, as it may behind a scheme. Behind a scheme whose hosts are not looked up
in the DNS, a host has all that :rfc:`3986` §3.2.2 allows, but for round brackets.""",
        examples=(
            Example(
                "⟦c✶.example.com⟧, ⟦facetime://+12015550123⟧",
                "c✶.example.com, facetime://+12015550123",
                {"schemeless": True},
            ),
        ),
        symbols_in_labels=True,
        registered_names=True,
    ),
    Tailoring(
        name="mailto-query",
        reason="More addresses behind commas and the fields after them belong to a ``mailto:`` (:rfc:`6068`).",
        examples=(
            Example(
                "⟦mailto:jürgen@example.com?subject=Grüße⟧",
                "⟦mailto:jürgen@example.com⟧?subject=Grüße",
            ),
        ),
        mailto_query=True,
    ),
)
TAILORINGS = {record.name: record for record in _RECORDS}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Profile(Effects):
    """UTS #58 with some tailorings: their effects, and what characters are with them, for a link in its place.

    The sets are whole expressions, to be compiled with `regex.V1`.
    """

    names: frozenset[str]
    hard: str  # the inside of a set
    soft: str
    safe: str  # Link_Term=Include
    opening: str
    label: str
    dots: str  # the separators of labels, as a plain string
    soft_doubled: str  # of those that end a link where they are doubled, the Soft ones and the safe ones
    safe_doubled: str
    closes: str  # the marks that may be a link's last character, if it has the mark that they close
    _after: dict[str, Profile] = field(repr=False)

    # `profile_with` makes each once; that of `Effects` hashes twenty values for every look into a cache
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def after(self, before: str) -> Profile:
        """Return the profile for a link right after the character ``before`` ("" at the start of a text)."""
        return self._after.get(before, self)


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of "prose", of "uts58", or those named; ValueError names what is unknown."""
    if profile == "prose":
        return frozenset(TAILORINGS)
    if profile == "uts58":
        return frozenset()
    names = frozenset({profile} if isinstance(profile, str) else profile)
    if unknown := names - TAILORINGS.keys():
        known = ", ".join(sorted(TAILORINGS))
        raise ValueError(f"unknown profile or tailoring {min(unknown)!r}: use 'prose', 'uts58', or some of {known}")
    return names


@cache
def profile_with(names: frozenset[str]) -> Profile:
    """Return the profile with the tailorings of these names."""
    records = [TAILORINGS[name] for name in sorted(names)]
    effects: dict[str, Any] = {}
    for effect in fields(Effects):
        values = [getattr(record, effect.name) for record in records]
        effects[effect.name] = "".join(values) if isinstance(effect.default, str) else any(values)
    after: dict[str, Profile] = {}
    if effects["marks_enclose"]:
        after |= {mark: _profile(names, effects, after, mark) for mark in sorted(MARKS)}
    return _profile(names, effects, after)


def _profile(names: frozenset[str], effects: dict[str, Any], after: dict[str, Profile], before: str = "") -> Profile:
    """Make the profile for a link right after one of MARKS that has a say ("" if none stands there)."""
    effects = dict(effects)
    if before in QUOTES:
        effects["adds_hard"] += regex.escape(QUOTES[before])
        effects["inner_quotes"] &= before != '"'
    elif before:
        effects["adds_soft"] += r"_\~\|"  # one may stand in another
    added_soft, doubled = effects["adds_soft"], effects["ends_doubled"]
    hard = c.HARD + c.INVISIBLE + effects["adds_hard"]
    # a full stop that ends a sentence does not part labels (but see `end.runs`)
    dots = "".join(dot for dot in _DOTS if dot not in effects["adds_hard"])
    return Profile(
        **effects,
        names=names,
        hard=hard,
        soft=f"[{c.SOFT}{c.JOINERS}{added_soft}]--[{hard}]",
        safe=f"[{c.INCLUDE}]--[{hard}{c.JOINERS}{added_soft}]",
        opening=f"[{c.OPEN}]--[{hard}]",
        label=rf"[{c.LABEL}_{dots}]--[{hard}]",
        dots=dots,
        soft_doubled="".join(mark for mark in doubled if mark in added_soft),
        safe_doubled="".join(mark for mark in doubled if mark not in added_soft),
        closes="".join(CLOSES.keys() - {*QUOTES.get(before, "")}) if effects["marks_enclose"] else "",
        _after=after,
    )
