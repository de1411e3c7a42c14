"""The runs of characters that the parts of a link are made of, as patterns of a profile (UTS #58 termination).

A run goes as far as characters decide alone: Hard, Soft, safe, doubled marks. At the character where it stops, `end`
and `body` decide.
"""

from __future__ import annotations

import string
from functools import cache
from typing import NamedTuple

import regex

from extract.detect.tailorings import Profile
from extract.text import characters as c
from extract.text.regexes import latin_class, lazily, lazy, re

# RFC 1035 §2.3.4
MAX_HOST = 253
# "split-links": what begins a link after another one
WEB_START = "(?i:https?)://"
# What ends the string or the comment in source code that a link is part of, after the character itself; or begins
# emphasis after the link: **bold**, unless a letter follows that NFC may make of one in ASCII.
_CODE_STOPS = {"'": r"[,;:)\]}+.]", "*": r"/|\*\w[^*\s]{0,99}\*\*(?![A-Za-z0-9/À-ɏḀ-ỿ\u212A\u212B])"}
_LATIN = (range(ord(c.LATIN_END)),)
_ASCII_LABELS = string.ascii_letters + string.digits + "-_."  # to every profile
_LATIN_NAME = re.compile(rf"[\-_.·{latin_class(str.isalnum)}]*+")

# "delimiters": between letters, but not where words have no space between them.
# (Thai, Lao, Myanmar, Hangul, Khmer, and the blocks of Han, Kana and Hangul; ranges compile faster than properties)
_SPACED = (
    r"[^\W\d_\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF"
    r"\U00020000-\U0003FFFF]"
)
_INNER_QUOTE = rf'(?<={_SPACED})"(?={_SPACED})'
_LATIN_WORD = re.compile(rf"[!-{chr(ord(c.LATIN_END) - 1)}]{{0,64}}+")
_LATIN_LETTER = latin_class(str.isalpha)
_LATIN_INNER_QUOTE = rf'(?<=[{_LATIN_LETTER}])"(?=[{_LATIN_LETTER}{c.LATIN_END}-\U0010FFFF])'
# "hosts": the blocks of symbols that stand in names; UTS #46 decides on each.
_SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"


class Run(NamedTuple):
    """A run within one part of a link, up to a bracket.

    Group 1 of ``latin`` ends with the last safe character, the whole after the Soft ones that follow. It is for Latin
    text, many times as fast as ``full``: right where the character after it is below `LATIN_END` too. ``full`` is the
    whole, ``final`` what is not safe at its end, backwards: each large set takes milliseconds to compile.
    """

    latin: re.Pattern[str]
    full: regex.Pattern[str]
    final: regex.Pattern[str]

    def ends(self, text: str, start: int) -> tuple[int, int]:
        """Return the end of the last safe character from ``start``, and of the Soft ones after it."""
        word = _LATIN_WORD.match(text, start)
        assert word is not None
        # what another script follows is mostly stopped by it: to compile the pattern for Latin would be in vain
        match = None if text[word.end() : word.end() + 1] >= c.LATIN_END else self.latin.match(text, start)
        if match is None or text[match.end() : match.end() + 1] >= c.LATIN_END:
            end = self.full.match(text, start).end()  # type: ignore[union-attr]
            return self.final.match(text, start, end).start(), end  # type: ignore[union-attr]
        return match.end(1), match.end()


class NameRun(NamedTuple):
    """The run of characters of a name to look up, in both directions; those of Latin text are looked at first."""

    forwards: regex.Pattern[str]
    backwards: regex.Pattern[str]

    def end(self, text: str, start: int) -> int:
        """Return where the run from ``start`` ends; ``start`` itself if none begins there."""
        end = _LATIN_NAME.match(text, start).end()  # type: ignore[union-attr]
        if text[end : end + 1] < c.LATIN_END:
            return end
        return match.end() if (match := self.forwards.match(text, start)) else start

    def start(self, text: str, low: int, end: int) -> int:
        """Return where the run up to ``end`` starts, not before ``low``."""
        first = max(low, end - MAX_HOST)
        start = first + len(text[first:end].rstrip(_ASCII_LABELS))
        if start > first and "\x7f" < text[start - 1] < c.LATIN_END:
            start = end - _LATIN_NAME.match(text[first:end][::-1]).end()  # type: ignore[union-attr]
        if start == low or (start > first and text[start - 1] < c.LATIN_END):
            return start
        return self.backwards.match(text, low, end).start()  # type: ignore[union-attr]


class Runs(NamedTuple):
    """The runs of characters that the parts of a link are made of, to one profile."""

    path: Run
    query: Run
    fragment: Run
    host: Run
    domain: NameRun  # a name to look up, as bare domains and addresses have
    userinfo: regex.Pattern[str]


@cache
def runs(profile: Profile) -> Runs:
    """Return the runs of a profile; their patterns are compiled when they are first used."""
    label, dots = profile.label, profile.dots
    everywhere = {mark: mark for mark in profile.doubled} | code_stops(profile)
    # a symbol before the name, or in its midst, is more likely a bullet than a part of it
    symbols = rf"(?<=[{label}])[{_SYMBOLS}]{{1,8}}+(?=\uFE0F?+[{dots}])" if profile.hosts else ""
    symbols_at_end = symbols.replace(f"[{dots}]", rf"(?:[{dots}]|\Z)")  # a dot is where the walk to the left begins
    # a full stop that ends sentences too: it follows a label beyond ASCII, and a path follows the name: 例え。テスト/
    name = r"[\p{L}\p{M}\p{N}\-]{1,63}+"
    dot = "" if "。" in dots else rf"|(?<=[^\x00-\x7F])[{c.CJK_DOTS}](?={name}(?:[{c.LABEL_DOTS}]{name}){{0,3}}+[/?#])"
    return Runs(
        path=_run(profile, rf"?#{profile.path_hard}", path_stops(profile)),
        query=_run(profile, "#", everywhere),
        fragment=_run(profile, "", everywhere),
        host=Run(
            latin=lazily(
                lambda: re.compile(rf"((?:[{c.to_re_class(f'[{label}][{c.EMOJI}]', _LATIN)}]|%[0-9A-Fa-f]{{2}})*+)")
            ),
            full=lazy(rf"(?V1)(?:[[{label}][{c.EMOJI}]]|%[0-9A-Fa-f]{{2}}{dot})*+"),
            final=lazy("(?r)"),
        ),
        domain=NameRun(
            forwards=lazy(f"(?V1)[{label}]++" + (f"(?:{symbols}[{label}]*+)*+" if symbols else "")),
            backwards=lazy("(?V1r)" + (f"(?:[{label}]*+{symbols_at_end})*+" if symbols else "") + f"[{label}]*+"),
        ),
        # a bracket that closes none inside has closed what is around the link
        userinfo=lazy(
            # URL Standard §4.4, "authority state": the last "@" ends it, if a host follows. Other programs see no end
            # in what is invisible, nor where "@" is no e-mail address for the lack of a name.
            rf"(?V1)([[^/?#<>{profile.hard}]{c.INVISIBLE}]*[{c.CJK_PUNCTUATION}]*@)(?=[\[%]|[[{label}][{c.EMOJI}]])|(?1)"
            if profile.user_information
            else rf"(?V1)(?!@)[^/?#@\[\]<>{profile.hard}{c.OPEN}{c.CLOSE}]{{0,256}}+"
            rf"(?:[[{c.OPEN}]--[\[<]][^/?#@\[\]<>{profile.hard}]{{0,256}}+)?+@"
        ),
    )


def path_stops(profile: Profile) -> dict[str, str]:
    """Return the characters that may end a path, each with what follows it then."""
    stops = {mark: mark for mark in profile.doubled} | code_stops(profile)
    if profile.split_links:
        stops |= dict.fromkeys(",→", WEB_START)
    if profile.dashes:
        stops["—"] = r"—|\p{Ll}" if "—" in stops else r"\p{Ll}"
    return stops


@cache
def code_stops(profile: Profile) -> dict[str, str]:
    """Return what ends a string or a comment in source code, each with what follows it then."""
    marks = "'" * profile.quotes + "*" * profile.comment_ends
    return {mark: _CODE_STOPS[mark] for mark in marks if not matches(profile.hard, mark)}


def _run(profile: Profile, new_part: str, stops: dict[str, str]) -> Run:
    """Compile the run of a part of a link, without the characters that begin a new part.

    It stops before a character of ``stops`` if what this is mapped to follows, and before a mark of `soft_marks`.
    """
    soft, safe, inner_quotes = profile.soft, profile.safe, profile.delimiters
    if profile.loose_marks:
        soft = f"[{soft}]--[{c.MARKS}]"
        stops = {mark: after for mark, after in stops.items() if not soft_marks(profile).match(mark)}
    separators = c.SYMBOLS if profile.loose_marks else c.SEPARATORS
    glue = separators if profile.split_links else ""
    if glue and stops:
        glue = f"[{glue}]--[{''.join(stops)}]"
    if new_part:
        soft, safe = f"[{soft}]--[{new_part}]", f"[{safe}]--[{new_part}]"

    def narrow() -> re.Pattern[str]:
        inner = [_LATIN_INNER_QUOTE] if inner_quotes else []
        between = f"(?:{narrowed(*without_ascii_stops(soft, True), *inner)})*+"
        return re.compile(f"((?:{between}(?:{narrowed(*without_ascii_stops(safe, False))})++)*+){between}")

    def without_ascii_stops(characters: str, are_soft: bool) -> list[str]:
        marks = [mark for mark in stops if mark < "\x80" and bool(matches(profile.soft, mark)) == are_soft]
        once = [f"{re.escape(mark)}(?!{stops[mark]})" for mark in marks]
        return [f"[{characters}]--[{''.join(marks)}]" if marks else characters, *once]

    def narrowed(characters: str, *more: str) -> str:
        if not glue:
            return "|".join([f"[{c.to_re_class(characters, _LATIN)}]++", *more])
        alone, glued = (c.to_re_class(f"[{characters}]{how}[{glue}]", _LATIN) for how in ("--", "&&"))
        return "|".join([f"[{alone}]++", *([f"[{glued}](?!{WEB_START})"] if glued else []), *more])

    both = f"[{soft}][{safe}]"
    marks = "".join(stops)
    once = [f"{regex.escape(mark)}(?!{after})" for mark, after in stops.items()]
    if glue:
        once.append(f"[[{both}]&&[{glue}]](?!{WEB_START})")
        marks += separators
    if inner_quotes:
        once.append(_INNER_QUOTE)
    whole = "|".join([f"[[{both}]--[{marks}]]++" if marks else f"[{both}]++", *once])
    final = f"[{soft}]" + f"|{_INNER_QUOTE}" * inner_quotes
    return Run(latin=lazily(narrow), full=lazy(f"(?V1)(?:{whole})*+"), final=lazy(f"(?V1r)(?:{final})*+"))


def matches(characters: str, character: str) -> bool:
    """Return whether a character is one of those that the inside of a class names."""
    return regex.match(f"[{characters}]", character, regex.V1) is not None


@cache
def soft_marks(profile: Profile) -> regex.Pattern[str]:
    """Compile the marks for which `body.Marks` decides; they are Soft, and never the last character of a link."""
    return regex.compile(f"[[{profile.soft}]&&[{c.MARKS}]]", regex.V1)
