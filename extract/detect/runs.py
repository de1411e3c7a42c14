"""The runs of characters in the components of a link, as patterns of a profile (UTS #58 termination).

A run matches characters that need no context but the characters next to them, by the sets and switches of the profile.
At the character where it stops, `end` and `body` decide.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

import regex

from extract.detect.tailorings import Profile
from extract.text import characters as c
from extract.text.regexes import lazy

# RFC 1035 §2.3.4
MAX_HOST = 253
# "split-links": the start of a second link
WEB_START = "(?i:https?)://"
# The text after "'" or "*" that shows the end of a string or comment in source code around the link, the start of
# emphasis after it (**bold**), or the end of emphasis before another script: *see https://a.example/b*を
_LATIN = r"A-Za-zªºÀ-ɏḀ-ỿ\u212A\u212B"  # with letters that are ASCII and a combining mark in NFD
_OTHER_SCRIPT = rf"[^\0-\x7f{_LATIN}]"
_CODE_STOPS = {"'": r"[,;:)\]}+.]", "*": rf"/|\*?{_OTHER_SCRIPT}|\*\w[^*\s]{{0,99}}\*\*(?![0-9/{_LATIN}])"}

# "delimiters": letters, except in scripts without spaces between words: Thai, Lao, Myanmar, Hangul, Khmer, and the
# blocks of Han, Kana and Hangul. Ranges compile faster than properties.
_SPACED = (
    r"[^\W\d_\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF"
    r"\U00020000-\U0003FFFF]"
)
_INNER_QUOTE = rf'(?<={_SPACED})"(?={_SPACED})'
# "hosts": blocks with symbols that names may contain. UTS #46 decides on each character.
_SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"

_ASCII = (range(0x80),)
# Letters that are safe in every profile, in a few ranges.
_LETTERS = r"a-zA-Z0-9\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u0400-\u0481\u0620-\u064a\uac00-\ud7a3"


class Run(NamedTuple):
    """A run within one component of a link, up to a bracket.

    Group 1 of the pattern ends after the last safe character, and the match after the Soft characters that follow.
    """

    in_ascii: regex.Pattern[str]  # ends at a non-ASCII character, and compiles in a tenth of the time
    pattern: regex.Pattern[str]

    def ends(self, text: str, start: int) -> tuple[int, int]:
        """Return the end of the last safe character of the run at ``start``, and the end of the Soft ones after it."""
        match = self.in_ascii.match(text, start)
        if text[match.end() : match.end() + 1] > "\x7f":  # type: ignore[union-attr]
            match = self.pattern.match(text, start)
        return match.end(1), match.end()  # type: ignore[union-attr]


class NameRun(NamedTuple):
    """The run of characters of a DNS name, forwards and backwards."""

    forwards: regex.Pattern[str]
    backwards: regex.Pattern[str]

    def end(self, text: str, start: int) -> int:
        """Return the end of the run at ``start``, or ``start`` if there is none."""
        return self.forwards.match(text, start).end()  # type: ignore[union-attr]

    def start(self, text: str, low: int, end: int) -> int:
        """Return the start of the run that ends at ``end``, not before ``low``."""
        return self.backwards.match(text, low, end).start()  # type: ignore[union-attr]


class Runs(NamedTuple):
    """The runs of the components of a link, in one profile."""

    path: Run
    query: Run
    fragment: Run
    host: Run
    domain: NameRun  # a DNS name of a bare domain or an email address
    userinfo: regex.Pattern[str]


@cache
def runs(profile: Profile) -> Runs:
    """Return the runs of ``profile``. Their patterns are compiled on first use."""
    label, dots = profile.label, profile.dots
    everywhere = _stops(profile)
    # A symbol before a name or inside a label is probably a bullet.
    symbols = rf"(?<=[{label}])[{_SYMBOLS}]{{1,8}}+(?=\uFE0F?+[{dots}])" if profile.hosts else ""
    symbols_at_end = symbols.replace(f"[{dots}]", rf"(?:[{dots}]|\Z)")  # the scan to the left starts at a dot
    # A CJK full stop separates labels after a non-ASCII label if a path follows the name: 例え。テスト/
    name = r"[\p{L}\p{M}\p{N}\-]{1,63}+"
    dot = "" if "。" in dots else rf"|(?<=[^\x00-\x7F])[{c.CJK_DOTS}](?={name}(?:[{c.LABEL_DOTS}]{name}){{0,3}}+[/?#])"
    return Runs(
        path=_run(profile, rf"?#{profile.path_hard}", path_stops(profile)),
        query=_run(profile, "#", everywhere),
        fragment=_run(profile, "", everywhere),
        host=Run(
            lazy(lambda: f"((?:[{c.to_re_class(label, _ASCII)}]|%[0-9A-Fa-f]{{2}})*+)"),
            lazy(rf"(?V1)((?:[[{label}][{c.EMOJI}]]|%[0-9A-Fa-f]{{2}}{dot})*+)"),
        ),
        domain=NameRun(
            forwards=lazy(f"(?V1)[{label}]*+" + f"(?:{symbols}[{label}]*+)*+" * bool(symbols)),
            backwards=lazy("(?V1r)" + f"(?:[{label}]*+{symbols_at_end})*+" * bool(symbols) + f"[{label}]*+"),
        ),
        userinfo=lazy(
            # URL Standard §4.4, "authority state": the last "@" before a host ends the user information. Other programs
            # do not end it at invisible characters, nor at an "@" without a name.
            rf"(?V1)([[^/?#<>{profile.hard}]{c.INVISIBLE}]*[{c.CJK_PUNCTUATION}]*@)(?=[\[%]|[[{label}][{c.EMOJI}]])|(?1)"
            if profile.user_information
            # An unopened closing bracket belongs to the text around the link.
            else rf"(?V1)(?!@)[^/?#@\[\]<>{profile.hard}{c.OPEN}{c.CLOSE}]{{0,256}}+"
            rf"(?:[[{c.OPEN}]--[\[<]][^/?#@\[\]<>{profile.hard}]{{0,256}}+)?+@"
        ),
    )


def path_stops(profile: Profile) -> dict[str, str]:
    """Map each character that may end a path to the pattern of the text after it."""
    stops = _stops(profile)
    if profile.split_links:
        stops |= dict.fromkeys(",→", WEB_START)
    if profile.dashes:
        stops["—"] = r"—|\p{Ll}" if "—" in stops else r"\p{Ll}"
    return stops


def _stops(profile: Profile) -> dict[str, str]:
    """Map each character that may end any component to the pattern of the text after it."""
    stops = {mark: mark for mark in profile.doubled} | code_stops(profile)
    if mark := profile.emphasis:  # **https://a.example/b**を, but not _https://a.example/日_本_
        again, is_word = regex.escape(mark), mark == "_"
        # CommonMark §6.2: "_" closes before punctuation. Here it is the last one, unlike that of /A_（本）_x_.
        rest, opening = (r"(?![^\s_]*_)", c.CJK_OPEN) if is_word else ("", "(" + c.CJK_OPEN)
        ends = rf"{again}{{{int(is_word)},2}}{_OTHER_SCRIPT}|{again}{{0,2}}(?:['’:\-][^\W\d_]|[{opening}]){rest}"
        stops[mark] = f"{stops[mark]}|{ends}" if mark in stops else ends
    return stops


@cache
def code_stops(profile: Profile) -> dict[str, str]:
    """Map each character that may end a string or comment in source code to the pattern of the text after it."""
    marks = "'" * profile.quotes + "*" * profile.comment_ends
    return {mark: _CODE_STOPS[mark] for mark in marks if not matches(profile.hard, mark)}


def _run(profile: Profile, new_part: str, stops: dict[str, str]) -> Run:
    return Run(*(lazy(partial(_pattern, profile, new_part, stops, in_ascii=in_ascii)) for in_ascii in (True, False)))


def _pattern(profile: Profile, new_part: str, stops: dict[str, str], *, in_ascii: bool) -> str:
    """Return the pattern of the run of a component, without the characters in ``new_part``, which start a new one.

    It stops before a character of ``stops`` if its pattern follows, and before a character of `soft_marks`.
    """
    soft, safe, inner_quotes = profile.soft, profile.safe, profile.delimiters
    if in_ascii:
        soft, safe = c.to_re_class(soft, _ASCII), c.to_re_class(safe, _ASCII)
        stops = {mark: after for mark, after in stops.items() if mark.isascii()}
    elif profile.loose_marks:
        soft = f"[{soft}]--[{c.MARKS}]"
        stops = {mark: after for mark, after in stops.items() if not soft_marks(profile).match(mark)}
    separators = c.SYMBOLS if profile.loose_marks else c.SEPARATORS
    before_link = separators if profile.split_links and not in_ascii else ""
    if before_link and stops:
        before_link = f"[{before_link}]--[{''.join(stops)}]"
    if new_part:
        soft, safe = f"[{soft}]--[{new_part}]", f"[{safe}]--[{new_part}]"

    def alternatives(characters: str, are_soft: bool) -> str:
        marks = [mark for mark in stops if bool(matches(profile.soft, mark)) == are_soft]
        once = [f"{regex.escape(mark)}(?!{stops[mark]})" for mark in marks]
        if before_link:
            once.append(f"[[{characters}]&&[{before_link}]](?!{WEB_START})")
        excluded = "".join(marks) + (separators if before_link else "")
        return "|".join([f"[[{characters}]--[{excluded}]]++" if excluded else f"[{characters}]++", *once])

    between = f"(?:{alternatives(soft, True)}" + f"|{_INNER_QUOTE}" * inner_quotes + ")*+"
    # `regex` takes 70 ns for a character of the large sets.
    return rf"(?V1)((?:[{_LETTERS}/\-]++|{between}(?:{alternatives(safe, False)})++)*+){between}"


def matches(characters: str, character: str) -> bool:
    """Return whether ``characters``, the inside of a character class, matches ``character``."""
    return regex.match(f"[{characters}]", character, regex.V1) is not None


@cache
def soft_marks(profile: Profile) -> regex.Pattern[str]:
    """Compile the set of the Soft characters on which `body.Marks` decides. They are never the end of a link."""
    return regex.compile(f"[[{profile.soft}]&&[{c.MARKS}]]", regex.V1)
