"""Find the end of the path, query and fragment of a link.

A `Run` matches characters that need no context. At the character where it stops, the deciders are called in order until
one decides: either the character is part of the link, or the link ends. If no decider decides, the link ends. Finally,
an unclosed bracket is removed with all text after it (`_before_left_open`), and a quotation mark is added if it closes
one inside (`_closes`).

A decider is a method of `_Body`. `_deciders` lists them, each with the switch that enables it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from extract.detect.around import in_comment, in_emphasis, in_quotes, line_before
from extract.detect.runs import WEB_START, code_stops, matches, runs, soft_marks
from extract.detect.tailorings import CLOSES, Profile
from extract.iri.percent import encode_all
from extract.text import characters as c
from extract.text.regexes import lazy, re

# Maximum characters to scan twice: from an unclosed bracket, from an adjoining word, or after an invalid name.
MAX_READ_AGAIN = 500
# UTS #58: the stack of open brackets is bounded.
_MAX_BRACKETS = 125
# UTS #58 termination: characters that clear the stack in a path, a query or a fragment.
_CLEARS = {"/": re.compile("/"), "?": re.compile("[=&]"), "#": re.compile(":~:")}

# Titles and search terms may contain any words and punctuation.
TITLE_KEY = r"[?&](?:title|page|name|q|s(?!=[0-9])|query|search|keywords?|words?|text|tag)="
TITLES = re.compile(
    rf"/wiki(?:/|\.|\Z)|/(?:w|item|word|dict|keyword|tags?|search|categor(?:y|ies)|kanji|letters?|zi)/|{TITLE_KEY}",
    re.IGNORECASE,
)
_REST_OF_TITLE = re.compile(r"[^\s（）]{1,40}[）」』】》〉](?!\w)")  # /wiki/A（本）, but not /wiki/A（本）を参照

_WEB = re.compile(WEB_START)
# Segments of image proxies: 300x200,sc,https://…
_OPTIONS = re.compile(r"[^/]*[,=][^/]*|[0-9]+x[0-9]*|x[0-9]+")
# "quoted-titles": words in quotation marks, and seconds of arc.
_QUOTED = re.compile(r"""(?<=[/_(=+\-])"\w(?:[^\s"<>`\\|/?#\[\](){}]{0,198}[\w.!?])?\"""")
_SECONDS = re.compile(r"""(?<=[0-9])"(?=[NSEWO])""")
_MINUTES = re.compile(r"['′][0-9.]{1,8}\Z")
# "left-open-brackets": characters before a bracket that need a value
_DANGLING = "$="
_FINAL_MARKS = ".,;:!?&'"
_AFTER_SENTENCE = re.compile(r"(?<![.,;:!?_])[.,;:!?]++_++\Z")  # __see https://a.example/b.__
_SENTENCE_ENDS = "、。，．！？：；｡､"
_LABEL = re.compile(r"\[(?:([/^])(?!0-9|a-z|A-Z)[\w\-]+\]|[^\W\d_][^\[\]\s/?#=&%]*\](?![\w/?#&=%\[(-]|[.:]\w))")
NOT_LATIN = lazy(r"(?V1)[\p{L}--[\p{Latin}µ]]")  # U+00B5 is used in Latin text
_UNSPACED = lazy(f"(?V1)[{c.UNSPACED}]")
_OPENING_BRACKET, _CLOSING_BRACKET = lazy(f"(?V1)[{c.OPEN}]"), lazy(f"(?V1)[{c.CLOSE}]")
_SPACE_OR_END = re.compile(r"\s|\Z")


def body_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of the text after an authority, or after the ":" of an opaque scheme (UTS #58 termination).

    "?" and "#" clear the stack of brackets. A "?" or "#" without a safe character after it is not part of the link. An
    opening bracket may be the last character, unless the profile forbids it.
    """
    body = _Body(text, start, profile)
    here = body.walk()
    if profile.left_open_brackets and (left := body.left_open(here)):
        return _before_left_open(text, start, here, body.end, left)
    end = body.end + _closes(text, start, body.end, profile)
    if profile.comment_ends and text.startswith("--", end - 2) and text.startswith((">", "}}"), end):
        return start + len(text[start:end].rstrip("-").rstrip(_FINAL_MARKS))  # <!-- … -->, {{-- … --}}
    emphasis = _AFTER_SENTENCE.search(text, start, end) if profile.quotes and text[end - 1] == "_" else None
    if emphasis and "_" in line_before(text, start):
        return emphasis.start()
    return end


class _Bracket(NamedTuple):
    """An open bracket: its place, and the end of the link if it ends before the bracket."""

    opener: str
    before: int
    place: int


_ENDS = -1  # a decider's answer: the link ends here


class _Body:
    """The state of the deciders: the current component, and open brackets."""

    def __init__(self, text: str, start: int, profile: Profile) -> None:
        self.text, self.start, self.profile = text, start, profile
        self.end = start  # end of the certain part of the link
        self.part, self.run = "/", runs(profile).path  # first character and run of the current component
        self.stack: list[_Bracket] = []
        self.cleared: list[_Bracket] = []  # brackets that were open when the stack was cleared
        self.marks: Marks | None = None
        self.is_ascii = True  # cached: False if the link has a non-ASCII character
        self.has_link = False  # cached: True if the link contains "://"

    def walk(self) -> int:
        """Set ``end``, and return the offset where the scan stopped."""
        text, position, deciders = self.text, self.start, _deciders(self.profile)
        while True:
            safe_end, here = self.run.ends(text, position)
            if safe_end > position:
                self.end = safe_end
            character = text[here : here + 1]
            if not character or character.isspace():
                return here
            if self.stack and _CLEARS[self.part].search(text, position, here):
                self.clear()
            answer = None
            for decide in deciders:
                answer = decide(self, here, character)
                if answer is not None:
                    break
            if answer is None or answer == _ENDS:
                return here
            position = answer

    def clear(self) -> None:
        self.cleared += self.stack
        self.stack.clear()

    def left_open(self, here: int) -> list[_Bracket]:
        """Return the unclosed brackets if ``here`` is whitespace, the end of the text, or sentence punctuation."""
        character = self.text[here : here + 1]
        if character and not character.isspace() and character not in _SENTENCE_ENDS:
            return []
        return [bracket for bracket in self.cleared + self.stack if here - bracket.place <= MAX_READ_AGAIN]

    # The deciders. Each returns the offset to continue at, _ENDS, or None if it does not decide.

    def new_part(self, here: int, character: str) -> int | None:
        if not ((character == "?" and self.part == "/") or (character == "#" and self.part != "#")):
            return None
        self.clear()
        self.part = character
        self.run = runs(self.profile).query if character == "?" else runs(self.profile).fragment
        self.marks = None
        if character == "#" and self.profile.empty_fragment:
            self.end = here + 1
        return here + 1

    def holds_link(self, here: int) -> bool:
        self.has_link = self.has_link or self.text.find("://", self.start, here) >= 0
        return self.has_link

    def goes_on(self, here: int, character: str) -> int | None:
        """Decide on a comma, an arrow or an em dash in a path. A safe character need not follow."""
        text, start = self.text, self.start
        if self.part != "/":
            return None
        if character == "—" and self.profile.dashes and text[here + 1 : here + 2].islower():
            low = max(start, here - MAX_READ_AGAIN)  # in a title, the segment has a "_"
            return here + 1 if text.find("_", max(text.rfind("/", low, here), low), here) >= 0 else _ENDS
        if character not in ",→" or not (self.profile.split_links and _WEB.match(text, here + 1)):
            return None
        if self.holds_link(here):
            return here + 1
        segment = text.rfind("/", start, here) + 1 or start
        return here + 1 if character == "," and _OPTIONS.fullmatch(text, segment, here) else None

    def stop_of_code(self, here: int, character: str) -> int | None:
        if character not in "'*":
            return None
        if _is_in_code(self.text, self.start, here, self.profile):
            return _ENDS
        if not matches(self.profile.soft, character):
            self.end = here + 1
        return here + 1

    def quoted_title(self, here: int, _character: str) -> int | None:
        quoted = _QUOTED.match(self.text, here)
        if quoted is None and _MINUTES.search(self.text[max(here - 9, 0) : here]):
            quoted = _SECONDS.match(self.text, here)
        if quoted is None:
            return None
        self.end = quoted.end()
        return self.end

    def bracket_before_link(self, here: int, character: str) -> int | None:
        """End the link at a bracket before another link: `a(https://b)`, `a[https://a]`, but not `a/[https://b]`."""
        if self.part != "/" or self.text[here - 1] == "/" or not _WEB.match(self.text, here + 1):
            return None
        return _ENDS if _opener(character) == "" and not self.holds_link(here) else None

    def loose_mark(self, here: int, character: str) -> int | None:
        if character <= "\x7f" or not soft_marks(self.profile).match(character):
            return None
        text = self.text
        self.is_ascii = self.is_ascii and text[self.start : here].isascii()
        self.marks = self.marks or Marks(self.profile)
        if self.marks.end(text, here, text[max(here - 3, 0) : here], is_first=self.is_ascii):
            return _ENDS
        if character == "〜" and not self.is_ascii:
            self.end = here + 1  # as in titles: スーパー〜
        self.is_ascii = False
        return here + 1

    def closes_cleared(self, here: int, character: str) -> int | None:
        """Decide on a bracket that closes one from before the stack was cleared ("left-open-brackets")."""
        if self.stack or not self.cleared:
            return None
        last = self.cleared[-1]
        if character == "}" and last.opener == "{":
            self.cleared.pop()
            self.end = here + 1  # RFC 6570 §3.2.6: {/owner}{/repo}
            return here + 1
        if character == "]" and last.opener == "[" and self.part == "/":
            self.end = last.before  # link text: https://a.example/[and/or]
            return _ENDS
        return None

    def label(self, here: int, _character: str) -> int | None:
        """End the link at BBCode ([/url]), a footnote ([^1]), or in a path at AsciiDoc link text: /b[Text]."""
        label = _LABEL.match(self.text, here)
        if label is None or (not label[1] and (self.part != "/" or not ends_word(self.text[here - 1]))):
            return None
        return None if self.text[here + 1].islower() else _ENDS

    def bracket(self, here: int, character: str) -> int | None:
        profile, opener = self.profile, _opener(character)
        if opener is None or (character in "<>" and profile.angle_brackets):
            return None
        if opener:
            if not self.stack or self.stack.pop().opener != opener:
                return None
            self.end = here + 1
            return here + 1
        is_ascii = profile.cjk_brackets and character in c.CJK_OPEN and self.text[self.start : here].isascii()
        if is_ascii and not (TITLES.search(self.text, self.start, here) and _REST_OF_TITLE.match(self.text, here + 1)):
            return None
        if len(self.stack) == _MAX_BRACKETS:
            return None
        self.stack.append(_Bracket(character, self.end, here))
        if not profile.open_brackets:
            self.end = here + 1
        return here + 1


@cache
def _deciders(profile: Profile) -> tuple[Callable[[_Body, int, str], int | None], ...]:
    """Return the deciders of ``profile`` in order."""
    return tuple(
        decide
        for is_asked, decide in (
            (True, _Body.new_part),
            (True, _Body.goes_on),
            (True, _Body.stop_of_code),
            (profile.quoted_titles, _Body.quoted_title),
            (profile.split_links, _Body.bracket_before_link),
            (profile.loose_marks, _Body.loose_mark),
            (profile.left_open_brackets, _Body.closes_cleared),
            (profile.open_brackets, _Body.label),
            (True, _Body.bracket),
        )
        if is_asked
    )


def _is_in_code(text: str, start: int, here: int, profile: Profile) -> bool:
    """Return whether the "'" or "*" at ``here`` ends the string, comment or emphasis that contains the link."""
    if text[here] not in code_stops(profile):
        return True
    if text[here] == "'":
        return profile.quotes and text.find("'", start, here) < 0 and in_quotes(text, start)
    if not text.startswith("/", here + 1):
        is_single = profile.emphasis != "*" and not text.startswith("*", here + 1)
        return not is_single or in_emphasis(text, start)
    return text[here - 1] != "/" and (_SPACE_OR_END.match(text, here + 2) is not None or in_comment(text, start))


class Marks:
    """Decide from left to right whether a link ends at non-ASCII punctuation ("split-links", "loose-marks")."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._decided = soft_marks(profile) if profile.loose_marks else None
        self.opened: set[str] = set()  # opening quotation marks in this component

    def end(self, text: str, here: int, before: str, *, is_first: bool) -> bool:
        """Return whether a link ends at ``here``, after the characters ``before``. ``is_first``: it is ASCII so far."""
        mark, after = text[here], text[here + 1 : here + 2]
        if self._profile.split_links and _WEB.match(text, here + 1):
            return True
        if mark == after and mark in self._profile.doubled:
            return True
        if self._decided is None or not self._decided.match(mark):
            return False
        if (is_first and _ends_ascii(mark, before, after)) or self._closes_outside(mark, before, after):
            return True
        self.opened.add(mark)
        return False

    def _closes_outside(self, mark: str, before: str, after: str) -> bool:
        """Return whether ``mark`` closes a quotation that started before the link."""
        openers = _OPENERS.get(mark)
        if not openers or before[:1] == "%" or before[-1:] in _BEFORE_QUOTES or not self.opened.isdisjoint(openers):
            return False
        return mark != "’" or _UNSPACED.match(after) is not None


def _ends_ascii(mark: str, before: str, after: str) -> bool:
    """Return whether a link that is ASCII so far ends at ``mark``."""
    if mark in c.MIDDLE_DOTS:
        return False
    if mark in _OPENING and before[-1:] == "/":
        return False  # a title: /«Имя»
    opens = mark in _OPENING and ends_word(before[-1:]) and before[:1] != "%"
    return opens or mark in _BULLETS or NOT_LATIN.match(after) is not None


_BULLETS = "•‣⁃"
_OPENING = "«“„‟‹"  # without "‘", which is also an apostrophe: Hawai‘i
# Closing quotation marks with their opening ones. Swedish uses the same mark for both.
_OPENERS = {"”": "“„‟”", "»": "«»", "›": "‹›", "’": "‘‚‛’"}
_BEFORE_QUOTES = "/?#=&_-+,:([{（「『【《〈"


def _before_left_open(text: str, start: int, here: int, end: int, brackets: list[_Bracket]) -> int:
    """Return the end of the link before the first of ``brackets`` without a partner, or ``end``."""
    escapes = text[start:here].upper()
    kinds = {bracket for bracket, _, _ in brackets}
    last_partner = {kind: start + escapes.rfind(_encoded_partner(kind)) for kind in kinds}
    for bracket, before, place in brackets:
        if text[place - 1] == "_" or last_partner[bracket] > place:
            continue
        kept = len(text[start:before].rstrip(_DANGLING))
        if start + kept < before:
            return start + len(text[start : start + kept].rstrip(_FINAL_MARKS))
        return before
    return end


@cache
def _encoded_partner(bracket: str) -> str:
    partner = next(close for close in map(chr, range(ord(bracket) - 1, ord(bracket) + 4)) if _opener(close) == bracket)
    return encode_all(partner)


def _closes(text: str, start: int, end: int, profile: Profile) -> bool:
    """Return whether the mark at ``end`` closes a quotation in the link ("quotes"): `a_"b"`, but not `it's'`."""
    mark = text[end : end + 1]
    if not mark or mark not in profile.closes:
        return False
    opening = max(text.rfind(opener, start, end) for opener in CLOSES[mark])
    if opening < 0 or text.find(mark, opening + 1, end) >= 0:
        return False
    return text[opening] != mark or not ends_word(text[opening - 1])


def ends_word(character: str) -> bool:
    """Return whether ``character`` is a letter, a digit, or a combining mark."""
    return character.isalnum() or (character > "\x7f" and unicodedata.category(character)[0] == "M")


@lru_cache(1024)
def _opener(character: str) -> str | None:
    """Return the opening bracket for a closing one, "" for an opening one, or None for another character."""
    if _OPENING_BRACKET.match(character):
        return ""
    return c.opener(character) if _CLOSING_BRACKET.match(character) else None
