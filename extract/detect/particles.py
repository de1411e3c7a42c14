"""Words that directly follow an IRI in prose, by language, from ``extract/data/particles.tsv``."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple, cast

from extract.text.regexes import re
from extract.text.tables import rows_of

Place = Literal["word", "host", "slash", "before", "suffix", "apostrophe", "colon", "prefix", "joins", "cites", "title"]
How = Literal["fills", "begins", "plain"]


class Particles(NamedTuple):
    """A line of the table, whose comments describe the fields."""

    language: str
    places: frozenset[Place]
    how: How
    patterns: tuple[str, ...]
    source: str


@cache
def particles() -> tuple[Particles, ...]:
    """Return the lines of the table."""
    return tuple(
        Particles(language, frozenset(cast(list[Place], places.split())), cast(How, how), tuple(words.split()), source)
        for language, places, how, words, source in rows_of("particles.tsv")
    )


LETTER = r"[\w\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"  # with combining marks from Thai to Khmer
# Text that continues a path, so that a word before it is a name.
GOES_ON = rf"{LETTER}|[/=&%#+@]|-(?=\w)|\?(?=\S)|[.,:;!?~'$]++(?:/|[0-9A-Za-z]++(?![㐀-鿿ぁ-ヿ가-힣]))"
# A run of letters without a path after it: 下载a-b版本 is not a name.
PLAIN = rf"(?={LETTER}++(?:(?!{GOES_ON})|(?<=[0-9A-Za-z])(?=-)))"
_NO_HIRAGANA = "(?:(?![ぁ-ゖー])|(?=[おご][㐀-鿿]))"
# Words that may be a name of their own: /の, /上
_NO_NAME = rf"(?!(?:{LETTER}|しかし|と思う|然后|以及|里面|进行)(?:[\s。]|\Z))"
# Two particles of one letter each that fill a run are usually a word: かに, 도로
_PAIRS = "[でに][はも]|[とへ]は|[でとへ]の|とか|이나|에[는도만의]|와[는의]|로[는도]"
_A_WORD = rf"(?!{_PAIRS})[をにへでともはがやのか가이을를은는의께랑나든야도에와과로만일임요후인라]{{2}}(?!{LETTER})"


@cache
def begins(place: Place) -> re.Pattern[str]:
    """Compile the pattern of words that start prose at ``place``, in all languages, from a non-ASCII character."""
    rows = [row for row in particles() if place in row.places]
    fills = "|".join(pattern for row in rows if row.how == "fills" for pattern in row.patterns)
    others = "|".join(
        f"(?:{'|'.join(row.patterns)})" + (_NO_HIRAGANA if row.how == "plain" else "")
        for row in rows
        if row.how != "fills"
    )
    # The context of the words stands once: written for each language, it took three quarters of the time to compile.
    begun = f"(?:{others})(?!{LETTER}{{0,4}}/)" if place == "word" else f"{_NO_NAME}{PLAIN}(?:{others})"
    # One or two fill a run: 에서, 에서만
    return re.compile(f"(?!{_A_WORD})(?:{fills}){{1,2}}(?!{GOES_ON})|{begun}")


def some(place: Place) -> str:
    """Return the pattern of all words of ``place``."""
    return f"(?:{'|'.join(pattern for row in particles() if place in row.places for pattern in row.patterns)})"


@cache
def final(place: Place) -> re.Pattern[str]:
    """Compile the pattern of the words of ``place`` at the end of a text before an IRI, or of a host."""
    return re.compile(rf"{some(place)}\Z")
