"""Words glued to an address ("glued-words"): where prose begins in what could be a path, by closed classes of words.

Korean writes particles, and the copula, directly after a noun, and so after an address. One record a language has the
words; where they may begin is the same for all: after an ASCII letter or digit of a tail that is ASCII so far, or after
the "/" of a whole host. A run after a deeper "/", "=", "_", "#" or "-" is a name.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from extract.detect.around import REACH, line_after, line_before
from extract.detect.tailorings import QUOTES
from extract.text.regexes import re

_LETTERS = r"\u1100-\u11ff\uac00-\ud7a3"
# A link with a character after which `glued_word` may find a word.
MAY_BE_GLUED = re.compile(rf"[^/]*+//[^/?#]*+(?:/|[/?#][!-~]*+(?<=[A-Za-z0-9(]))[{_LETTERS}]")
_WINDOW = 100  # characters of a run that may be a word; those of decomposed Hangul are three a syllable
_ASCII = re.compile(r"[!-~]*+")
# RFC 3986 §2.1: the escapes of ASCII, after which a title goes on: C%20语言
_AFTER_ASCII_ESCAPE = re.compile(r"%[0-7][0-9A-Fa-f]\Z")
# What stands before a link in markup, with what stands after it then: [a](https://…), [https://… a], href=https://…>
_MARKUP = re.compile(r"(?:(\]\()|(<|=)|(\[)|(\])|(\{))\Z")
_MARKUP_ENDS = ("", ")", ">", "] ", "[", "}")
_LINE_STARTS = re.compile(r"[ \t]*(?:(?:[>*+\-•]|[0-9]{1,3}[.)]|\[[^\]]*\]:|\.\. _[^:]*:)[ \t]+)?")


class Words(NamedTuple):
    """The words of a language that stand directly after an address and are not part of one, as lists."""

    language: str
    source: str
    wholly: tuple[str, ...]  # patterns: one word or more, up to the end of the run


def _forms(words: str, after_vowels: str = "") -> str:
    """Return the pattern of words; those of the second list have 이 before them after a consonant."""
    return "|".join([*words.split(), *(f"이?{word}" for word in after_vowels.split())])


_KOREAN = Words(
    "ko",
    "Sohn, The Korean Language (1999), chapters 8 and 9; Standard Korean Dictionary",
    (
        # particles; no 란, because "JSX란" is a title
        _forms("가 이 을 를 은 는 의 에 와 과 로 으로 로서 으로서 로써 으로써 에게 에게서 께 께서 에다 에다가 하고"),
        _forms("에서 로부터 으로부터 에서부터 까지 부터 마저 조차 밖에 보다 처럼 같이 마다 대로 만큼 뿐 등 도 만"),
        _forms("", "랑 나 든 든지 라도 야"),
        # both forms, where a program fills in the noun
        r"[을를]\([을를]\)|[이가]\([가이]\)|[은는]\([은는]\)|[와과]\([와과]\)|\(으\)로|\(이\)(?:라[가-힣]{0,2}|나|며|랑)",
        # quoting, and the copula
        _forms("인 인데 인지 인가 인가요 일 임 입니다 입니까 이에요 예요 이고 이다 요 이었습니다 였습니다"),
        _forms(
            "이었다 였다 이지 이니 이자 이어서 여서 이어야 여야", "라 라고 라는 라면 라서 라며 며 면 지만 므로 거나"
        ),
        # verbs, with the particle before them or 하다 after them
        _forms("합니다 하세요 하십시오"),
        "(?:[을를에]|으?로|에서)(?:참고|참조|확인|접속|이동|방문|다운로드|설치|실행|입력|클릭)[가-힣]{0,6}",
        "(?:참고|참조|확인)(?:[하해바][가-힣]{0,6})?",
    ),
)
WORDS = (_KOREAN,)
_MOST_WORDS = 5  # of which a run is made: 에서|만|은


@cache
def _pattern() -> re.Pattern[str]:
    """Compile what is glued to an address, from the first character that is not ASCII."""
    goes_on = r"[\w/=&%#+@\-]|[.,:;!?~*'$]++[0-9A-Za-z/]"
    return re.compile("|".join(rf"(?:{'|'.join(words.wholly)}){{1,{_MOST_WORDS}}}(?!{goes_on})" for words in WORDS))


def glued_word(text: str, start: int, tail: int, end: int) -> int:
    """Return where a word begins that is glued to the link from ``start`` to ``end`` with this tail; 0 if none is."""
    place = word_in_tail(text, tail, end)
    return 0 if place and _is_set_apart(text, start, end) else place


def word_in_tail(text: str, tail: int, end: int) -> int:
    """Return where a word begins in the tail of a link, whatever stands around the link; 0 if none does."""
    place = _ASCII.match(text, tail, end).end()  # type: ignore[union-attr]
    if place == end:
        return 0
    if text[place - 1] == "(":
        place -= 1  # (으)로
    return place if _may_begin(text, tail, place) and is_word(text, place) else 0


def is_word(text: str, place: int) -> bool:
    """Return whether the characters from a place on are a word of these."""
    return _pattern().match(normalize("NFC", text[place : place + _WINDOW])) is not None


def _may_begin(text: str, tail: int, place: int) -> bool:
    """Return whether a word may begin at a place, by what is before it."""
    if text[place - 1] == "/":
        return place - 1 == tail
    escape = text[max(place - 3, tail) : place]
    return place > tail and text[place - 1].isalnum() and not _AFTER_ASCII_ESCAPE.match(escape)


def _is_set_apart(text: str, start: int, end: int) -> bool:
    """Return whether a link is a whole line, or in marks of a text that say where it ends."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and after and after in QUOTES.get(before, ""):
        return True
    if after and (markup := _MARKUP.search(text[max(start - 2, 0) : start])):
        return after in _MARKUP_ENDS[markup.lastindex or 0]
    line, rest = line_before(text, start), line_after(text, end)
    return len(line) < REACH > len(rest) and not rest.strip(" \t\r") and _LINE_STARTS.fullmatch(line) is not None
