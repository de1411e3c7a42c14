"""Find words of a sentence that are part of a link: in scripts without spaces between words, and in Korean."""

from __future__ import annotations

from functools import cache

import regex

from extract.detect.particles import How, particles
from extract.text.regexes import re

_LETTER = r"\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}"
# The last character of a name, after which readers cannot see where words start.
_NAME = rf"[A-Za-z0-9_)）～〜{_LETTER}\p{{scx=Thai}}\p{{scx=Laoo}}\p{{scx=Khmr}}\p{{scx=Mymr}}]"
# No name goes on after the suffix of a file, or after a number that counts nothing: "guide.htmlを", "?id=48213에서".
_FILE = r"(?<=\.(?:html?|pdf|php|aspx?|jsp|cgi|txt|zip|png|jpe?g))"
_NUMBER = r"(?<=/[0-9]{5,20}|=[0-9]{1,20})(?![年月日号號回話时時년월일])"


# The letters of the words of a language. Compiling those of all takes a tenth of the time for checking a line.
_LETTERS = {"ja": re.compile("[ぁ-ヿ㐀-鿿]"), "zh": re.compile("[㐀-鿿]"), "ko": re.compile("[가-힣]")}


@cache
def _words(how: How, *languages: str) -> regex.Pattern[str]:
    """Compile the words that follow a name. Directly after a slash only kana do: "/下載" is the name of a page."""
    rows = (row for row in particles() if "title" in row.places and row.how == how and row.language in languages)
    words = "|".join(pattern for row in rows for pattern in row.patterns)
    words = rf"(?:(?<={_NAME})|(?<=/)(?=\p{{sc=Hira}}))(?:{words})"
    return regex.compile(rf"{words}\Z" if how == "fills" else rf"(?:{_FILE}|{_NUMBER})(?=[{_LETTER}])|{words}")


# Hosts that most programs do not link: names without a dot ("localhost", "hostname:port"), and the loopback address.
_WITHOUT_DOT = re.compile(r"(?i)https?://(?:[^\s./?#]+(?=[/?#]|\Z)|127\.0\.0\.1(?![\w.-]*\.))")


def words_in(written: str, end: int) -> int | None:
    """Return the start of words of a sentence in ``written``, a link with adjoining letters after ``end``, or None."""
    if written.isascii() or max(written) < "\u0e00" or _WITHOUT_DOT.match(written):
        return None
    start = written.find("://", 0, end) + 3
    path = max(written.find("/", start, end), start)
    found = [_words("begins", *_LETTERS, "th").search(written, start)]
    found += [
        _words("fills", one).search(written, path, end) for one in _LETTERS if _LETTERS[one].search(written, path, end)
    ]
    return min((match.start() for match in found if match), default=None)
