"""Every character set, defined once with its source.

Each name is the inside of a set: ``f"[{SOFT}]"``, ``f"[[{SOFT}]--[{INVISIBLE}]]"``. Sets with properties are for
`regex` (version 1), and `to_re_class` converts them for `re`. The others are for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import regex

# --- sets of RFC 3986 and 3987: the same inside of a set for `re` and for `regex` -------------------------------------

# RFC 3986 §2.3, §2.2.
UNRESERVED = r"A-Za-z0-9\-._~"
GEN_DELIMS = r":/?#\[\]@"
SUB_DELIMS = r"!$\&'()*+,;="
RESERVED = GEN_DELIMS + SUB_DELIMS
# ASCII that RFC 3987 §2.2 does not allow. The two groups have their names from RFC 2396 §2.4.3, without "%" and "#".
DELIMS = '<>"'
UNWISE = r"\\\^`{\|}"
# RFC 3987 §2.2 ucschar and iprivate, fixed ranges: they do not depend on a version of Unicode.
UCSCHAR = r"\xA0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF" + "".join(
    rf"\U{plane:04X}0000-\U{plane:04X}FFFD" if plane < 14 else r"\U000E1000-\U000EFFFD" for plane in range(1, 15)
)
IPRIVATE = r"\uE000-\uF8FF\U000F0000-\U000FFFFD\U00100000-\U0010FFFD"
# draft-ietf-iri-3987bis §11.2.3 also allows these in queries: tags and variation selectors of plane 14.
TAGS = r"\U000E0000-\U000E0FFF"
# The Unicode Standard §23.1, §23.6, §23.7, §23.8.
CONTROLS = r"\x00-\x1F\x7F-\x9F"
SURROGATES = r"\uD800-\uDFFF"
NONCHARACTERS = r"\uFDD0-\uFDEF" + "".join(rf"\U{plane:04X}FFFE-\U{plane:04X}FFFF" for plane in range(17))
SPECIALS = r"\uFFF0-\uFFFD"

# --- single characters: plain strings that can also be the inside of a set --------------------------------------------

# RFC 3987 §4.1: LRM RLM LRE RLE PDF LRO RLO. ALM and the isolates were added in Unicode 6.3 (UAX #9). An IRI never
# contains them. They are Unicode's Bidi_Control.
BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# UTS #46 §2.3: the ends of a host label. All except the first are used in Chinese and Japanese text.
LABEL_DOTS = ".\u3002\uff0e\uff61"
CJK_DOTS = LABEL_DOTS[1:]
# A letter to `re`, or a character of the scripts of India and South East Asia, whose vowel signs are not letters to it.
LETTER = r"(?:[^\W\d_]|[\u0900-\u0DFF\u0E00-\u109F\u1780-\u17FF])"
# The blocks of combining marks that occur on letters of every script, and variation selectors.
COMBINING = r"\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F"
# RFC 5892 appendix A: zero width non-joiner and joiner.
JOINERS = "\u200c\u200d"

# --- sets for visibility and the ends of links, by properties: for `regex` --------------------------------------------

# UTS #58 Link_Term=Hard: ends a link.
HARD = r"\s\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Deprecated}"
# UTS #58 Link_Term=Soft: part of a link only before a character that is part of it.
SOFT = r"\p{Terminal_Punctuation}\p{Line_Break=QU}"
# UTS #58 Link_Term=Open and Close: the mirrored brackets, and "<" and ">".
OPEN = r"<[\p{Ps}&&\p{Bidi_Mirrored}--\p{Deprecated}]"
CLOSE = r">[\p{Pe}&&\p{Bidi_Mirrored}--\p{Deprecated}]"
# UTS #58 Link_Term=Include is the complement of the four, which are disjoint.
INCLUDE = rf"^{HARD}{SOFT}{OPEN}{CLOSE}"
# UTS #58 Link_Email: non-ASCII XID_Continue, RFC 5322 atext, and the period.
EMAIL = r"\p{XID_Continue}!#$%\&'*+\-./=?\^`{\|}\~"

# Characters that readers cannot see. ZWJ, ZWNJ, variation selectors, the grapheme joiner and the Mongolian vowel
# separator are part of words. RFC 3987 forbids U+FFF9 to U+FFFC: annotation marks, the object replacement character.
INVISIBLE = (
    rf"[[\p{{Default_Ignorable_Code_Point}}{BIDI_CONTROLS}]"
    r"--[\p{Join_Control}\p{Variation_Selector}\u034F\u180E]]\uFFF9-\uFFFC"
)

# RFC 5892: letters, marks, digits, and the ten exceptional characters that IDNA permits outside them.
LABEL = r"\p{L}\p{M}\p{N}\p{Join_Control}\u00B7\u0375\u05F3\u05F4\u06FD\u06FE\u0F0B\u30FB\-"
# UTS #46: symbols that browsers accept in hosts (☃.net, ✪.example), but not arrows, which point at links in text.
EMOJI = (
    r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}[\u2600-\u2793&&\p{So}]]"
    r"--[\p{Terminal_Punctuation}\p{P}]"
)

# Ideographic and full-width sentence punctuation: Chinese and Japanese have no space after it.
# U+FF5C, the full-width vertical line, separates titles.
CJK_PUNCTUATION = (
    "\u3001\u3002\ufe10-\ufe19\ufe50-\ufe52\ufe54-\ufe57\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff5c\uff61\uff64"
)
# Non-ASCII punctuation around and between links, without brackets, which pair, and marks that are part of words
# (geresh, tsheg, the abbreviation signs of India). Middle dots may occur in names, but not at their end.
MIDDLE_DOTS = "\u00b7\u2027\u30fb\uff65"
MARKS = rf"[\p{{P}}--[\x00-\x7F[\p{{Ps}}--\u201A\u201E]\p{{Pe}}\u0970\u0AF0[{LABEL}--{MIDDLE_DOTS}]]]"
# Characters between two links: punctuation, symbols, and the Korean araea, which is used as a middle dot.
SYMBOLS = r"[\p{S}--[\x00-\x7F]]\u318D"
SEPARATORS = rf"[{MARKS}{SYMBOLS}]"
# Scripts without spaces between words, and Korean, which has no space before endings.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
# Characters of no width, which editors and chat programs insert. Joiners too, which no scheme contains.
ZERO_WIDTH = r"\u00AD\u200B-\u200F\u2060-\u2064\uFEFF"
# URL Standard §4.4 step 1, as a plain string: C0 controls and the space, which browsers remove at the ends of a URL.
URL_MARGIN = "".join(map(chr, range(0x21)))
# The opening brackets of Chinese and Japanese text, as a plain string. They end a link that is ASCII up to them.
CJK_OPEN = "（「『【《〈〔〖〘〚［｛｟｢"


def is_surrogate(character: str) -> bool:
    """Return whether a character is a surrogate, which UTF-8 cannot encode."""
    return "\ud800" <= character <= "\udfff"


@cache
def members(expression: str, blocks: tuple[range, ...] = (range(0x10000),)) -> frozenset[str]:
    """Return the characters in ``blocks`` that match a set expression."""
    find = regex.compile(f"[{expression}]", regex.V1).findall
    return frozenset(character for block in blocks for character in find(characters_of(block)))


@cache
def to_re_class(expression: str, blocks: tuple[range, ...] = (range(0x10000),)) -> str:
    """Return the inside of a set for `re` that contains the characters in ``blocks`` that match a set expression.

    `re` uses a bitmap, but `regex` tests one property after another: 2 ns per character instead of 70.
    """
    return inside(members(expression, blocks))


def inside(characters: Iterable[str]) -> str:
    """Return the inside of a set with these characters."""
    ranges: list[list[str]] = []
    for character in sorted(characters):
        if ranges and ord(character) == ord(ranges[-1][1]) + 1:
            ranges[-1][1] = character
        else:
            ranges.append([character, character])
    return "".join(
        f"{re.escape(first)}-{re.escape(last)}" if first < last else re.escape(first) for first, last in ranges
    )


@cache
def characters_of(block: range) -> str:
    """Return the characters of a block of code points."""
    return "".join(map(chr, block))


def opener(close: str) -> str:
    """Return the opening bracket that pairs with ``close`` (UTS #58 Link_Bracket, Bidi_Paired_Bracket)."""
    exception = {"\u298e": "\u298f", "\u2990": "\u298d", ">": "<"}.get(close)
    if exception is not None:
        return exception
    before = chr(ord(close) - 1)
    return before if _open().match(before) else chr(ord(close) - 2)


@cache
def _open() -> regex.Pattern[str]:
    return regex.compile(f"[{OPEN}]", regex.V1)
