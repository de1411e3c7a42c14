"""The profiles of detection: UTS #58, the tailorings that prose adds to it, and the patterns that follow from both."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import regex

from extract.text import characters as c
from extract.text.regexes import lazily, lazy, re

# What "prose" adds to UTS #58, each a switch; why and examples: docs, "Finding links".
TAILORINGS = frozenset("""
    angle-brackets cjk-brackets cjk-punctuation delimiters empty-fragment hosts mailto-query open-brackets paths quotes
    script-turn
    """.split())  # fmt: skip

# "quotes": the mark that stands right before a link, and those that end it then.
QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›"}
# The emphasis of plain text: standing right before a link, it is not the link's last character.
EMPHASIS = frozenset("*_~|")
MARKS = EMPHASIS | QUOTES.keys()
# "quotes": the marks that close, each with those that open it.
CLOSES = {close: "".join(mark for mark in QUOTES if close in QUOTES[mark]) for close in "".join(QUOTES.values())}

# "delimiters": what no IRI has (RFC 3987 §2.2) and stands around links or behind them; "|" in the path alone.
DELIMITERS = r"\"`\\"
ELLIPSES = "…‥⋯"  # inside, as three full stops are
# "cjk-punctuation": the dashes of Chinese and Japanese, which are doubled as their ellipses are; one may be in a link.
DASHES = "—―"
_UNDOUBLED = "{0}(?!{0})"
# But the ASCII mark stays between letters, as in Hebrew abbreviations; not where words have no space between them.
# (Thai, Lao, Myanmar, Hangul, Khmer, and the blocks of Han, Kana and Hangul; ranges compile faster than properties)
_SPACED = (
    r"[^\W\d_\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF"
    r"\U00020000-\U0003FFFF]"
)
_INNER_MARK = rf'(?<={_SPACED})"(?={_SPACED})'
_ASCII_INNER_MARK = r'(?<=[A-Za-z])"(?=[^\x00-@\[-`{-\x7F])'

# "hosts": the blocks of symbols that stand in names; UTS #46 decides on each.
_SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"


@dataclass(frozen=True, slots=True)
class Run:
    """What has no bracket and begins no new part of a link.

    Group 1 of a match ends with the last safe character, the whole after the Soft ones that follow. ``ascii`` is the
    same for ASCII, many times as fast: right where the character after it is ASCII too.
    """

    ascii: re.Pattern[str]
    full: regex.Pattern[str]

    def ends(self, text: str, start: int) -> tuple[int, int]:
        """Return the end of the last safe character from ``start``, and of the Soft ones after it."""
        match = self.ascii.match(text, start)
        if match is None or text[match.end() : match.end() + 1] >= "\x80":
            match = self.full.match(text, start)  # type: ignore[assignment]
        assert match is not None
        return match.end(1), match.end()


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A set of tailorings, with the sets (for `regex`) and patterns that follow from it."""

    tailorings: frozenset[str]
    label: str
    soft: str
    safe: str
    opening: str
    closes: str  # the marks that may be a link's last character, if it has the mark that they close
    path: Run
    query: Run
    fragment: Run
    host: Run
    domain: regex.Pattern[str]
    domain_backwards: regex.Pattern[str]
    userinfo: regex.Pattern[str]


def tailorings_of(profile: str | Collection[str]) -> frozenset[str]:
    """Return the tailorings of "prose", of "uts58", or those named; ValueError names what is unknown."""
    if profile == "prose":
        return TAILORINGS
    if profile == "uts58":
        return frozenset()
    names = frozenset({profile} if isinstance(profile, str) else profile)
    if unknown := names - TAILORINGS:
        known = ", ".join(sorted(TAILORINGS))
        raise ValueError(f"unknown profile or tailoring {min(unknown)!r}: use 'prose', 'uts58', or some of {known}")
    return names


@cache
def profile(tailorings: frozenset[str], before: str = "") -> Profile:
    """Return the profile for the tailorings, for a link right after ``before`` if that is one of MARKS."""
    stop = c.HARD + c.INVISIBLE
    dots = ".。．｡"  # UTS #46
    dot_in_host = ""
    if "cjk-punctuation" in tailorings:
        stop += c.CJK_PUNCTUATION
        dots = "."
        # it ends a sentence, unless it follows a label beyond ASCII and a path follows the name: 例え。テスト/
        name = r"[\p{L}\p{M}\p{N}\-]{1,63}+"
        dot_in_host = rf"|(?<=[^\x00-\x7F])[。．｡](?={name}(?:[.。．｡]{name}){{0,3}}+[/?#])"
    if "angle-brackets" in tailorings:
        stop += "<>"
    inner_mark, path_stop = False, "?#"
    also_soft = r"\u200C\u200D"  # joiners: inside words only
    if "delimiters" in tailorings:
        stop += DELIMITERS
        also_soft += ELLIPSES
        path_stop += "|"
        inner_mark = before != '"'
    if "quotes" in tailorings:
        also_soft += r"\*"  # emphasis that began before the link, or the mark of a note
    if before in QUOTES:
        stop += regex.escape(QUOTES[before])
    elif before in EMPHASIS:
        also_soft += "_\\~|"  # one may stand in another
    once = ("", "")
    if "cjk-punctuation" in tailorings:
        once = (ELLIPSES, DASHES) if "delimiters" in tailorings else ("", DASHES + ELLIPSES)
    soft = f"[{c.SOFT}{also_soft}]--[{stop}]"
    safe = f"[{c.INCLUDE}]--[{stop}{also_soft}]"
    label = rf"[{c.LABEL}_{dots}]--[{stop}]"
    # a symbol before the name, or in its midst, is more likely a bullet than a part of it
    symbols = rf"(?<=[{label}])[{_SYMBOLS}]{{1,8}}+(?=\uFE0F?+(?:[{dots}]|\Z))" if "hosts" in tailorings else ""
    return Profile(
        tailorings=tailorings,
        label=label,
        soft=soft,
        safe=safe,
        opening=f"[{c.OPEN}]--[{stop}]",
        closes="".join(CLOSES.keys() - {*QUOTES.get(before, "")}) if "quotes" in tailorings else "",
        path=_run(soft, safe, path_stop, inner_mark, *once),
        query=_run(soft, safe, "#", inner_mark, *once),
        fragment=_run(soft, safe, "", inner_mark, *once),
        host=Run(
            ascii=lazily(lambda: re.compile(rf"((?:[{c.to_re_class(label, 0x80)}]|%[0-9A-Fa-f]{{2}})*+)")),
            full=lazy(rf"(?V1)((?:[[{label}][{c.EMOJI}]]|%[0-9A-Fa-f]{{2}}{dot_in_host})*+)"),
        ),
        domain=lazy(f"(?V1)[{label}]++" + (f"(?:{symbols}[{label}]*+)*+" if symbols else "")),
        domain_backwards=lazy("(?V1r)" + (f"(?:[{label}]*+{symbols})*+" if symbols else "") + f"[{label}]*+"),
        # a bracket that closes none inside has closed what is round the link
        userinfo=lazy(
            rf"(?V1)(?!@)[^/?#@\[\]<>{stop}{c.OPEN}{c.CLOSE}]{{0,256}}+"
            rf"(?:[[{c.OPEN}]--[\[<]][^/?#@\[\]<>{stop}]{{0,256}}+)?+@"
        ),
    )


def _run(soft: str, safe: str, new_part: str, inner_mark: bool, soft_once: str, safe_once: str) -> Run:
    """Compile a run without the characters that begin a new part.

    ``inner_mark``: with ASCII quotes between letters. ``soft_once``, ``safe_once``: what ends it where it is doubled.
    """
    if new_part:
        soft, safe = f"[{soft}]--[{new_part}]", f"[{safe}]--[{new_part}]"

    def narrow() -> re.Pattern[str]:
        narrow_soft, narrow_safe = c.to_re_class(soft, 0x80), c.to_re_class(safe, 0x80)
        between = f"(?:[{narrow_soft}]++|{_ASCII_INNER_MARK})*+" if inner_mark else f"[{narrow_soft}]*+"
        return re.compile(f"((?:{between}[{narrow_safe}]++)*+){between}")

    def once(characters: str, marks: str) -> str:
        return "|".join(
            [f"[[{characters}]--[{marks}]]++" if marks else f"[{characters}]++", *map(_UNDOUBLED.format, marks)]
        )

    between = f"(?:{once(soft, soft_once)}{'|' + _INNER_MARK if inner_mark else ''})*+"
    return Run(ascii=lazily(narrow), full=lazy(f"(?V1)((?:{between}(?:{once(safe, safe_once)})++)*+){between}"))


def profile_after(before: str, tailorings: frozenset[str]) -> Profile:
    """Return the profile for a link that stands right after the character ``before`` ("" at the start)."""
    return profile(tailorings, before) if before in MARKS and "quotes" in tailorings else profile(tailorings)
