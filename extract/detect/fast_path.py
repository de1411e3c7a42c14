"""The common link in one pattern of `re`, tens of times faster than walking: http(s), nothing to decide.

The pattern matches every "://". Where walking would find a link, the match ends with that very link and `lastindex` is
1 after "http", 2 after "https"; 3 and 4 are the same after a quotation mark or emphasis, which may end the link before.
Where `lastindex` is None, one has to walk.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from extract.detect.tailorings import CLOSES, DASHES, ELLIPSES, EMPHASIS, MARKS, QUOTES, Profile
from extract.text import characters as c
from extract.text.regexes import re

# What a scheme does not begin after: the inside of a word. The blocks are those of Latin beyond ASCII.
_INSIDE_WORD = r"A-Za-z0-9+.\-ªºÀ-ʸᴀ-ᶿḀ-ỿⱠ-ⱿꜢ-ꟿꬰ-ꭤﬀ-ﬆＡ-Ｚａ-ｚ"


Reach = Literal["ascii", "letters", "plane"]
_LETTERS = "".join(f"|[{letters}]++" for letters in c.LETTERS)


@cache
def common_link(profile: Profile, reach: Reach) -> re.Pattern[str]:
    """Compile the pattern for links in ASCII, or of usual letters too, or of all characters below U+10000.

    What follows them is ASCII, unless those of the whole plane are asked for, which takes 50 ms.
    """
    limit = _limit(reach)
    label = c.to_re_class(rf"[{profile.label}]--[_.。．｡\-\u200C\u200D]", limit)
    label = f"(?:[{label}]++{_LETTERS})++" if reach == "letters" else f"[{label}]++"
    # a label that turns from ASCII into another script has to be looked at
    turn = r"[A-Za-z]++[^\x00-\x7F、-〿！-･￠-￯]"
    host = rf"{label}(?:(?:\.(?!{turn})|-++){label})*+"
    # and so has a dot that may be one of a name beyond ASCII
    host += r"(?!(?<=[^\x00-\x7F])[。．｡])"
    marks = _deciding_marks(profile, limit) if "quotes" in profile.tailorings else ""
    scheme = "|".join(
        f"(?<={name}://)(?<![{before}]{name}://)()"
        for before in (_INSIDE_WORD + marks, _INSIDE_WORD)
        for name in ("http", "https")
    )
    return re.compile(f"://(?:(?:{scheme}){host}{_tail(profile, reach)})?+")


def _limit(reach: Reach) -> int:
    return 0x10000 if reach == "plane" else 0x80


@cache
def common_name(profile: Profile) -> re.Pattern[str]:
    """Compile the pattern for a bare name in ASCII that needs no IDNA, with what follows it.

    `lastindex` is None where the mark before it may end the link before.
    """
    marks = _deciding_marks(profile, 0x80) if "quotes" in profile.tailorings else ""
    colon = ":" if "paths" in profile.tailorings else ""
    before = f"(?:(?<![{marks}])()|)" if marks else "()"
    labels = r"(?:(?!-|[xX][nN]--)[A-Za-z0-9\-]{1,63}+(?<!-)\.(?=[A-Za-z0-9\-]))++[A-Za-z]++"
    return re.compile(rf"(?<![_/{colon}])(?<![^\x00-\x7F]){before}{labels}{_tail(profile, 'ascii')}")


def _tail(profile: Profile, reach: Reach) -> str:
    limit, letters = _limit(reach), _LETTERS if reach == "letters" else ""
    soft, safe, inner_soft, inner_safe = _sets(profile, limit)
    opening = c.to_re_class(profile.opening, limit)
    # round brackets that nothing nests in, and nothing between them clears the stack
    inside = f"[{c.subtract(inner_soft + inner_safe, '/?#=&~')}]"
    inside = f"(?:{inside}++{letters})*+" if letters else f"{inside}*+"
    no_hash = "" if "empty-fragment" in profile.tailorings else "(?<!#)"
    port = "(?::(?!0)[0-9]{1,4}(?![0-9A-Za-z]))?+"
    parts = rf"(?:(?=[/?#])(?:[{inner_soft}]*+(?:[{inner_safe}]++{letters}|\({inside}\)))*+{no_hash})?+"
    inner_mark = r'|"[^\x00-@\[-`{-\x7F]' if "delimiters" in profile.tailorings else ""
    angle = "|>(?<=[.,;:!?]>)" if "angle-brackets" in profile.tailorings else ""
    # two sets, for one with all characters from ``limit`` on takes a hundred times as long to compile
    follows = rf"(?=[{soft}]*+(?![{safe}{opening}]{inner_mark}{angle})(?=[\x00-\u{limit - 1:04X}]|\Z))"
    return port + parts + follows


@cache
def _sets(profile: Profile, limit: int) -> tuple[str, str, str, str]:
    """Return the sets of Soft and of safe characters, and both without those that leave something to decide."""
    soft, safe = c.to_re_class(profile.soft, limit), c.to_re_class(profile.safe, limit)
    decide = ("".join(QUOTES) if profile.closes else "") + ("|" if "delimiters" in profile.tailorings else "")
    if "cjk-punctuation" in profile.tailorings:
        decide += DASHES + ELLIPSES
    return soft, safe, c.subtract(soft, decide), c.subtract(safe, decide)


def _deciding_marks(profile: Profile, limit: int) -> str:
    """Return, for a set, the marks before a link that may end one which the pattern matches."""
    _, _, soft, safe = _sets(profile, limit)
    inside = set(re.findall(f"[{soft}{safe}]", "".join(MARKS.union(CLOSES))))
    marks = [mark for mark in QUOTES if not inside.isdisjoint(QUOTES[mark])]
    if not inside.isdisjoint(EMPHASIS):
        marks += EMPHASIS
    return "".join(map(re.escape, sorted(marks)))
