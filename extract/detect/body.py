"""Where path, query and fragment of a link end: every decider, in the order in which they decide.

A `Run` goes as far as characters decide alone. Where it stops, each decider is asked about the character there until
one answers: the character is part of the link, or the link ends. If none answers, it ends. At last, a bracket that is
left open is cut off with all that follows it (`_before_left_open`), and a quotation mark is added if it closes one
inside (`_closes`).

A decider is a method of `_Body`; `_deciders` lists them, each with the flag that makes a profile ask it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from extract.detect.around import in_comment, in_quotes
from extract.detect.runs import WEB_START, code_stops, matches, path_stops, runs, soft_marks
from extract.detect.tailorings import CLOSES, Profile
from extract.iri.percent import encode_all
from extract.text import characters as c
from extract.text.regexes import lazy, re

# Characters that may be read twice: from a bracket left open, from a glued word, or after what is not a name.
MAX_READ_AGAIN = 500
# UTS #58: the stack of open brackets is bounded.
_MAX_BRACKETS = 125
# UTS #58 termination: what clears the stack in a path, a query, a fragment.
_CLEARS = {"/": re.compile("/"), "?": re.compile("[=&]"), "#": re.compile(":~:")}

_WEB = re.compile(WEB_START)
# segments of image proxies: 300x200,sc,https://…
_OPTIONS = re.compile(r"[^/]*[,=][^/]*|[0-9]+x[0-9]*|x[0-9]+")
# "quoted-titles": words in quotation marks, with what stands before them and between them; and seconds of arc
_QUOTED = re.compile(r"""(?<=[/_(=+\-])"\w(?:[^\s"<>`\\|/?#\[\](){}]{0,198}[\w.!?])?\"""")
_SECONDS = re.compile(r"""(?<=[0-9])"(?=[NSEWO])""")
_MINUTES = re.compile(r"['′][0-9.]{1,8}\Z")
# "left-open-brackets": what is left without its value
_DANGLING = "$="
_FINAL_MARKS = ".,;:!?&'"
_SENTENCE_ENDS = "、。，．！？：；｡､"
_LABEL = re.compile(r"\[(?:(/)[A-Za-z]+\]|[^\W\d_][^\[\]\s/?#=&%]*\](?![\w/?#&=%\[(-]|[.:]\w))")
NOT_LATIN = lazy(r"(?V1)[\p{L}--[\p{Latin}µ]]")  # U+00B5 is written in Latin text
_UNSPACED = lazy(f"(?V1)[{c.UNSPACED}]")
_OPENING_BRACKET, _CLOSING_BRACKET = lazy(f"(?V1)[{c.OPEN}]"), lazy(f"(?V1)[{c.CLOSE}]")
_SPACE_OR_END = re.compile(r"\s|\Z")


def body_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of what follows an authority, or the ":" of an opaque scheme (UTS #58 termination).

    The stack of brackets is reset at "?" and "#", and a "?" or "#" that nothing safe follows is left out. An opening
    bracket may be the last character, unless the profile forbids it.
    """
    body = _Body(text, start, profile)
    here = body.walk()
    if profile.left_open_brackets and (left := body.left_open(here)):
        return _before_left_open(text, start, here, body.end, left)
    end = body.end + _closes(text, start, body.end, profile)
    if profile.comment_ends and text.startswith("--", end - 2) and text.startswith((">", "}}"), end):
        return start + len(text[start:end].rstrip("-").rstrip(_FINAL_MARKS))  # <!-- … -->, {{-- … --}}
    return end


class _Bracket(NamedTuple):
    """A bracket of the stack: its place, and where the link ends if it stops before it."""

    opener: str
    before: int
    place: int


_ENDS = -1  # a decider's answer: the link ends here


class _Body:
    """What the deciders know: the link's parts so far, and open brackets."""

    def __init__(self, text: str, start: int, profile: Profile) -> None:
        self.text, self.start, self.profile = text, start, profile
        self.end = start  # of what is part of the link for sure
        self.part, self.run = "/", runs(profile).path  # what begins the part that is walked, and its run
        self.stack: list[_Bracket] = []
        self.cleared: list[_Bracket] = []  # those that were open where the stack was cleared
        self.marks: Marks | None = None
        self.is_ascii = True  # so far, perhaps
        self.has_link = False  # so far, perhaps

    def walk(self) -> int:
        """Set ``end``, and return where the walk stopped."""
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
        """Return the brackets that are left open at a space or the end of a sentence."""
        character = self.text[here : here + 1]
        if character and not character.isspace() and character not in _SENTENCE_ENDS:
            return []
        return [bracket for bracket in self.cleared + self.stack if here - bracket.place <= MAX_READ_AGAIN]

    # The deciders: each returns where to walk on, _ENDS, or None if it does not decide on the character.

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
        """A comma, an arrow or a dash within a path; nothing safe may follow it."""
        text, start = self.text, self.start
        if self.part != "/":
            return None
        if _is_dash_in_path(text, here, self.profile):  # part of a title if its segment has a "_"
            low = max(start, here - MAX_READ_AGAIN)
            return here + 1 if text.find("_", max(text.rfind("/", low, here), low), here) >= 0 else None
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
        """A bracket before another link ends it: `a(https://b)`, `a[https://a]`; not `a/[https://b]`."""
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
        if self.part == "/" and _is_dash_in_path(text, here, self.profile):
            return _ENDS
        if character == "〜" and not self.is_ascii:
            self.end = here + 1  # as titles do: スーパー〜
        self.is_ascii = False
        return here + 1

    def closes_cleared(self, here: int, character: str) -> int | None:
        """A bracket that was open where the stack was cleared ("left-open-brackets")."""
        if self.stack or not self.cleared:
            return None
        last = self.cleared[-1]
        if character == "}" and last.opener == "{":
            self.cleared.pop()
            self.end = here + 1  # RFC 6570 §3.2.6: {/owner}{/repo}
            return here + 1
        if character == "]" and last.opener == "[" and self.part == "/":
            self.end = last.before  # a label: https://a.example/[and/or]
            return _ENDS
        return None

    def label(self, here: int, _character: str) -> int | None:
        """The end of BBCode, [/url], and in a path a capitalized label, as AsciiDoc has it: https://a.example/b[Text]."""
        label = _LABEL.match(self.text, here)
        if label is None or (not label[1] and (self.part != "/" or not self.text[here - 1].isalnum())):
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
        ends_ascii = profile.cjk_brackets and character in c.CJK_OPEN and self.text[self.start : here].isascii()
        if ends_ascii or len(self.stack) == _MAX_BRACKETS:
            return None
        self.stack.append(_Bracket(character, self.end, here))
        if not profile.open_brackets:
            self.end = here + 1
        return here + 1


_PATH_STOPS = ",→—"


@cache
def _deciders(profile: Profile) -> tuple[Callable[[_Body, int, str], int | None], ...]:
    """Return the deciders that a profile asks, in their order."""
    return tuple(
        decide
        for is_asked, decide in (
            (True, _Body.new_part),
            (path_stops(profile).keys() & set(_PATH_STOPS), _Body.goes_on),
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
    """Return whether a stop of code at ``here`` ends the string or the comment that the link is part of."""
    if text[here] not in code_stops(profile):
        return True
    if text[here] == "'":
        return profile.quotes and text.find("'", start, here) < 0 and in_quotes(text, start)
    if text.startswith("*", here + 1):
        return True
    return text[here - 1] != "/" and (_SPACE_OR_END.match(text, here + 2) is not None or in_comment(text, start))


class Marks:
    """Whether a link ends at a mark that is not ASCII, asked from left to right ("split-links", "loose-marks")."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._decided = soft_marks(profile) if profile.loose_marks else None
        self.opened: set[str] = set()  # the quotation marks that opened in this part of the link

    def end(self, text: str, here: int, before: str, *, is_first: bool) -> bool:
        """Return whether a link ends at a mark; ``before`` are three characters, ``is_first``: only ASCII is before."""
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
        """Return whether a mark closes what opened before the link."""
        openers = _OPENERS.get(mark)
        if not openers or before[:1] == "%" or before[-1:] in _BEFORE_QUOTES or not self.opened.isdisjoint(openers):
            return False
        return mark != "’" or _UNSPACED.match(after) is not None


def _ends_ascii(mark: str, before: str, after: str) -> bool:
    """Return whether a link in ASCII ends at a mark."""
    if mark in c.MIDDLE_DOTS:
        return False
    opens = mark in _OPENING and _ends_word(before[-1:]) and before[:1] != "%"
    return opens or mark in _BULLETS or NOT_LATIN.match(after) is not None


_BULLETS = "•‣⁃"
_OPENING = "«“„‟‹"  # no "‘", which is an apostrophe too: Hawai‘i
# The closing quotation marks, each with those that open it. Between Swedish words one is like the other.
_OPENERS = {"”": "“„‟”", "»": "«»", "›": "‹›", "’": "‘‚‛’"}
_BEFORE_QUOTES = "/?#=&_-+,:([{（「『【《〈"


def _is_dash_in_path(text: str, here: int, profile: Profile) -> bool:
    return profile.dashes and text[here] == "—" and text[here + 1 : here + 2].islower()


def _before_left_open(text: str, start: int, here: int, end: int, brackets: list[_Bracket]) -> int:
    """Return the end of a link before the first bracket that is left open at ``here``; ``end`` if there is none."""
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
    """Return whether a mark at ``end`` closes one that the link has ("quotes"): `a_"b"`, but not `it's'`."""
    mark = text[end : end + 1]
    if not mark or mark not in profile.closes:
        return False
    opening = max(text.rfind(opener, start, end) for opener in CLOSES[mark])
    if opening < 0 or text.find(mark, opening + 1, end) >= 0:
        return False
    return text[opening] != mark or not _ends_word(text[opening - 1])


def _ends_word(character: str) -> bool:
    """Return whether a character is a letter, a digit, or a mark on one (NFD)."""
    return character.isalnum() or (character > "\x7f" and unicodedata.category(character)[0] == "M")


@lru_cache(1024)
def _opener(character: str) -> str | None:
    """Return what a closing bracket pairs with; "" for an opening one, None for any other character."""
    if _OPENING_BRACKET.match(character):
        return ""
    return c.opener(character) if _CLOSING_BRACKET.match(character) else None
