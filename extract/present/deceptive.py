"""Find deceptive text in IRIs: suspicious hosts by the rules of browsers, and words that mix scripts.

The results never prove that a name is safe: looks depend on fonts and readers (draft-ietf-iri-3987bis §9).
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from extract.iri.bidi_rule import has_rtl
from extract.iri.components import split
from extract.iri.percent import decode_name
from extract.present.bidi import components, host_names
from extract.present.confusables import (
    is_allowed,
    is_single_script,
    is_usual_mixture,
    recommended_scripts,
    script,
    scripts,
    skeleton,
    unicode_label,
)
from extract.present.likeness import imitated, is_close, reading_of, twins
from extract.text.forms import to_form
from extract.text.regexes import lazy, re

Kind = Literal[
    "mixed-script",
    "whole-script",
    "lookalike-letter",
    "odd-mark",
    "unusual-letter",
    "mixed-digits",
    "well-known",
    "ascii",
    "capitals",
    "direction",  # the direction of a label, because of which `display` hides it
    "unseen",
]


class Suspicion(NamedTuple):
    """A part of an IRI that may deceive readers: ``iri[start:end]`` is a host label or a word."""

    kind: Kind  # the kind of deception
    start: int  # offset of the first code point
    end: int  # offset after the last code point
    component: str  # "host", "path", …
    text: str  # the label or word in Unicode
    reading: str  # the text that it, or its letter, looks like
    letter: str = ""  # the deceptive character, if it is only one


class _Reason(NamedTuple):
    kind: Kind
    reading: str
    letter: str = ""


@lru_cache(maxsize=64)
def suspicions(iri: str, protect: tuple[str, ...] = ()) -> tuple[Suspicion, ...]:
    """Return the parts of an IRI that may deceive readers: host labels and words.

    Host labels are checked as a whole, by the published rules of browsers. In other components, mixed languages are
    normal. There, a word is reported only if it can be read as a word of one script. ``protect`` lists sites, in
    addition to the well-known ones, that a host with a non-ASCII letter must not look like.
    """
    return tuple(_suspicions(iri, protect)) if _MAY_DECEIVE.search(iri) else ()


_MAY_DECEIVE = re.compile("[^\x00-\x7f]|[xX][nN]--|[01%]")
# Only words with a non-ASCII character. The "2B" of "%2B" is not part of a word.
_WORD = lazy(
    r"(?V1)(?:(?<=%[0-9A-Fa-f]{2})|(?<![A-Za-z0-9])(?!(?<=%)[0-9A-Fa-f]{2}))"
    r"[A-Za-z0-9]*+[[\p{L}\p{M}\p{N}]--[A-Za-z0-9]][\p{L}\p{M}\p{N}]*+"
)
# Words of one script, in lowercase or capitalized, that are never deceptive.
PLAIN_LETTERS = (
    "[\u0410-\u042f\u0401]?+[\u0430-\u044f\u0451]++|[\u0391-\u03a1\u03a3-\u03a9]?+[\u03ac-\u03ce]++"  # Cyrillic, Greek
    "|[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]++|[\uac00-\ud7a3]++"  # Han and kana, Hangul
    "|[\u0905-\u0939][\u0905-\u0939\u093e-\u094d]*+"  # Devanagari
    "|[\u0e01-\u0e2e](?:[\u0e01-\u0e32\u0e34-\u0e37\u0e40-\u0e4d]|(?<![\u0e48-\u0e4b])[\u0e38\u0e39])*+"  # Thai
)
RTL_LETTERS = "[\u05d0-\u05ea]++|[\u0621-\u064a]++"  # such words of Hebrew and Arabic
# The pattern of such a word in a text, without a letter directly before it, or after it and any digits.
PLAIN_WORD = r"(?<![^\W_])(?:{})(?![0-9]*+[^\W\d_])".format
# Letters of European languages with Identifier_Status=Allowed, except those that replace controls in Windows code
# pages.
LATIN_LETTERS = (
    "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0113\u0116-\u012b\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d"
    "\u0150\u0151\u0154\u0155\u0158-\u015f\u0164-\u0177\u0179-\u017c"
)
_PLAIN_WORD = re.compile(f"{PLAIN_LETTERS}|[A-Za-z{LATIN_LETTERS}\u0152\u0153\u0160\u0161\u017d\u017e]++|{RTL_LETTERS}")
_DIGIT = lazy(r"\p{Nd}")
# "br0ken", "1ame" (RFC 3987 §8).
DIGIT_FOR_LETTER = lazy(r"(?<=[a-z])[01](?=[a-z])|(?<![a-z0-9])1(?=[a-z]{3})")


def _suspicions(iri: str, protect: tuple[str, ...]) -> Iterator[Suspicion]:
    scheme, authority, *_ = split(iri)
    if _MAY_DECEIVE.search(iri if scheme is not None and scheme.lower() == "mailto" else authority or ""):
        for labels in host_names(iri):
            names = [unicode_label(decode_name(part.text) or part.text) for part in labels]
            site = "" if "".join(names).isascii() else imitated(".".join(names), protect) or ""
            for part, text in zip(labels, names, strict=True):
                found = [*_of_label(text, names[-1], part is labels[-1])]
                if site and not text.isascii():
                    found.append(_Reason("well-known", site))
                if capitals := _in_capitals(part.text):
                    found.append(_Reason("capitals", capitals))
                for reason in found:
                    yield Suspicion(reason.kind, part.start, part.end, "host", text, reason.reading, reason.letter)
    if iri.isascii():
        return
    for match in _WORD.finditer(iri):
        for kind, reading in () if _PLAIN_WORD.fullmatch(match[0]) else _of_word(match[0]):
            # a word does not cross components
            parts = components(iri)
            at = bisect_right(parts, match.start(), key=lambda part: part.start) - 1
            around = parts[at] if at >= 0 and match.start() < parts[at].end else None
            if around is not None and around.component != "host":
                yield Suspicion(kind, *match.span(), around.component, match[0], reading)


# --- labels of hosts --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _of_label(label: str, top: str, is_top: bool) -> tuple[_Reason, ...]:
    """Return the reasons why browsers would not show a label: the first one, and mixed digits."""
    if label.isascii():
        reading = DIGIT_FOR_LETTER.sub(lambda match: "o" if match[0] == "0" else "l", label)
        return () if reading == label else (_Reason("ascii", reading),)
    left_out = (_of_other_endings, _whole) if is_top else ()
    checks = [check for check in ([_whole] if _PLAIN_LABEL.fullmatch(label) else _CHECKS) if check not in left_out]
    first = next(filter(None, (check(label, top) for check in checks)), None)
    digits = _Reason("mixed-digits", skeleton(label, host=True)) if _mixes_digits(label) else None
    return tuple(filter(None, (first, digits)))


def _mixture(label: str, _: str) -> _Reason | None:
    """Check for mixed scripts (UTS #39 §5.2). Chromium and Firefox show Highly Restrictive labels."""
    return None if is_usual_mixture(label) else _Reason("mixed-script", skeleton(label, host=True))


# ICU, USPOOF_HIDDEN_OVERLAY: a dot above is part of these letters, or is invisible on them.
_DOTTED = lazy(r"[\p{Soft_Dotted}lıȷ]")
# Chromium's IDN display policy: only letters of these scripts may have general marks.
_TAKES_MARKS = lazy(r"[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}]")
_GENERAL_MARK = lazy(r"[\u0300-\u036f]")
_VOICED = "\u3099\u309a"
# Unicode Standard §12.1, "do not use": a vowel with the sign of another vowel looks like a third (except Marathi's
# short e and o, which are written so). Also a sign that joins two consonants, without a letter after it.
_NO_SIGN = lazy(
    r"(?V1)[\p{InSC=Vowel_Independent}--\p{sc=Mymr}]\K[\p{InSC=Vowel_Dependent}--[\u0945\u0949]]|\p{InSC=Invisible_Stacker}(?!\p{L})"
)


def _marks(label: str, _: str) -> _Reason | None:
    """Check for marks that are invisible, hide a letter, or belong to letters of other scripts."""
    base, seen = "", set[str]()
    kana = None
    for character in to_form("NFD", label):
        if not unicodedata.category(character).startswith("M"):
            base, seen = character, set()
            continue
        if character in seen:
            return _Reason("odd-mark", "", character)  # ICU, USPOOF_INVISIBLE: the same mark twice
        seen.add(character)
        if unicodedata.combining(character) == 1:
            reading = "/" if character in "\u0337\u0338" else ""
            return _Reason("odd-mark", reading, character)  # an overlay; Mozilla's and Chromium's lists
        if base and (
            (character == "\u0307" and _DOTTED.match(base)) or (base in "ıȷ" and _GENERAL_MARK.match(character))
        ):
            return _Reason("odd-mark", "i" if base == "ı" else "j" if base == "ȷ" else base, character)
        if _GENERAL_MARK.match(character) and not (base and _TAKES_MARKS.match(base)):
            return _Reason("odd-mark", "", character)
        if character in _VOICED:
            kana = script(base) in ("Hira", "Kana") if base else False
            if not kana:
                return _Reason("odd-mark", "", character)
    found = _NO_SIGN.search(label)
    return _Reason("odd-mark", "", found[0]) if found else None


# Chromium's IDN display policy: characters that UTS #39 allows, but that are rare or look like punctuation.
_RARE = lazy(
    r"[\u0138\u01cd-\u01dc\u02bb\u02bc\u02ec\u058a\u0620\u0f8c-\u0f8f\u1c80-\u1c8f\u1e00-\u1e9b\u1f00-\u1fff"
    r"\u2010\u2019\u2027\u30a0\ua640-\ua69f\ua720-\ua7ff]"
)
# Letters in common names, which Unicode 18 counts as less common than earlier versions did. RFC 5892 §A.1 and §A.2
# allow the joiners where they have a visible effect. `_marks` checks the marks of kana.
_USUAL = lazy(r"[\p{sc=Bopo}\u1090\u1091\u1095-\u1097\u10fd\u10ff\u200c\u200d\u3099\u309a]")


def _odd_letter(label: str, _: str) -> _Reason | None:
    """Check for characters outside the identifier profile (UTS #39 §3.1): look-alikes, or uncommon letters."""
    unusual = None
    for character in label:
        if character.isascii() or ((is_allowed(character) or _USUAL.match(character)) and not _RARE.match(character)):
            continue
        reading = reading_of(character)
        looks = reading.isascii() and (reading.isalnum() or not is_allowed(character)) and reading not in ("", "'")
        if looks and script(character) in ("Zyyy", "Zinh", *recommended_scripts()):
            return _Reason("lookalike-letter", reading, character)
        unusual = unusual or _Reason("unusual-letter", "", character)
    return unusual


# Chromium's policy: marks of kana, and middle dots, in the wrong place.
_STRAY = lazy(r"(?<![\p{scx=Kana}\p{scx=Hira}])ー|(?<!\p{scx=Kana})[ヽヾ]|(?<=[a-z])・|・(?=[a-z])|・\Z")
# Chromium's policy: letters of one kana that look like letters of the other, in a label of the other.
_HIRAGANA_TWIN = lazy(r"(?=.*\p{sc=Kana})[\p{scx=Kana}へべぺ]++")
_KATAKANA_TWIN = lazy(r"(?=.*\p{sc=Hira})[\p{scx=Hira}ヘベペ]++")
# confusables.txt: Han letters that look like katakana, in a katakana word. Numbers count only between katakana.
_HAN_TWIN = lazy(r"(?=.*\p{sc=Kana})(?:[\p{scx=Kana}a-z0-9\-卜力夕工]|(?<=\p{scx=Kana})[一二八](?=\p{scx=Kana}))++")
# Chromium's policy, in a label with Latin letters: strokes that look like letters, hyphens or slashes unless they are
# next to CJK. The first two look like a slash after a Latin letter, whatever follows.
_STROKE = lazy(
    r"(?<=[a-z0-9])[ノ丿]|(?<![\p{scx=Kana}\p{scx=Hira}\p{scx=Hani}])[ノソゾン丶乀乁丿](?![\p{scx=Kana}\p{scx=Hira}\p{scx=Hani}])"
    r"|(?<=[^\p{scx=Kana}\p{scx=Hira}\p{scx=Hani}\p{scx=Bopo}])[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁]"
    r"|[一ㄧ丨乛七丅十〇ㄒㄚㄟㄨㄩㄈㆺㆳ工ㆲ讠丁](?=[^\p{scx=Kana}\p{scx=Hira}\p{scx=Hani}\p{scx=Bopo}])"
)
_LOOKS = dict(zip("ー・ノソゾン丶乀乁丿一ㄧ丨七丅十〇ㄒㄚㄨㄩㆳ工讠丁", "-·///////--ltttotyxuliit", strict=False))
_LATIN = re.compile("[a-z]")
_FOREIGN_LATIN = lazy(r"(?V1)[\p{sc=Latn}--[a-z]]")


def _out_of_place(label: str, _: str) -> _Reason | None:
    """Check for CJK marks and strokes that look like other characters because of their neighbors."""
    found = _STRAY.search(label) or (_STROKE.search(label) if _LATIN.search(label) else None)
    if found:
        return _Reason("lookalike-letter", _LOOKS.get(found[0], ""), found[0])
    for twin, letters, others in (
        (_HIRAGANA_TWIN, "へべぺ", "ヘベペ"),
        (_KATAKANA_TWIN, "ヘベペ", "へべぺ"),
        (_HAN_TWIN, "卜力夕工一二八", "トカタエーニハ"),
    ):
        letter = next((one for one in label if one in letters), "")
        if letter and twin.fullmatch(label):
            return _Reason("lookalike-letter", others[letters.index(letter)], letter)
    return None


def _foreign_latin(label: str, _: str) -> _Reason | None:
    """Check for non-ASCII Latin letters mixed with another script (Chromium's IDN display policy)."""
    found = None if is_single_script(label) else _FOREIGN_LATIN.search(label)
    return _Reason("mixed-script", found[0]) if found else None


# Chromium's policy: letters of one language, allowed under the domains of Iceland, the Faroes and Azerbaijan.
_AT_HOME = {"þ": ("is",), "ð": ("is", "fo"), "ə": ("az",)}
_NATIONAL = re.compile("[þðə]")
_STRAY_DOT = re.compile("(?<!l)·|·(?!l)")  # RFC 5892 §A.3


def _of_other_endings(label: str, top: str) -> _Reason | None:
    """Check for letters of one language that look like other letters to all other readers."""
    for letter in _NATIONAL.findall(label) if len(label) > 1 else ():
        if top not in _AT_HOME[letter]:
            return _Reason("lookalike-letter", reading_of(letter), letter)
    if "·" in label and (top != "cat" or _STRAY_DOT.search(label)):
        return _Reason("lookalike-letter", ".", "·")
    return None


# Chromium's policy, and other countries where the script is in official use.
_ENDINGS = {
    "Cyrl": "bg by kg kz me mk mn rs ru su tj ua uz",
    "Grek": "gr cy",
    "Hebr": "il",
    "Armn": "am",
    "Geor": "ge",
    "Ethi": "er et",
    "Mymr": "mm",
    "Thai": "th",
    "Laoo": "la",
    "Khmr": "kh",
}
_OF_CJK = frozenset(("Latn", "Hani", "Hira", "Kana", "Hang", "Bopo"))


def _whole(label: str, top: str) -> _Reason | None:
    """Check for labels that look like ASCII as a whole, unless the top-level domain uses their script."""
    used = scripts(label)
    if used & scripts(top) or any(top in _ENDINGS.get(one, "").split() for one in used):
        return None
    # Vowel signs and tone marks of a script are visible. Accents (Inherited) are ignored.
    letters = [one for one in to_form("NFD", label) if not one.isascii() and script(one) != "Zinh"]
    if all(reading_of(one).isdecimal() for one in letters) and _DIGITS.fullmatch("".join(map(reading_of, label))):
        return _Reason("whole-script", "".join(map(reading_of, label)))
    # Right-to-left words are read backwards. Chromium's rule still includes Hebrew.
    if used & _OF_CJK or (has_rtl(label) and used != {"Hebr"}) or not letters or not used:
        return None
    if all(is_close(one) for one in letters):
        return _Reason("whole-script", "".join(map(reading_of, label)))
    return None


_DIGITS = re.compile("[0-9]+")
_CHECKS = (_mixture, _marks, _odd_letter, _out_of_place, _foreign_latin, _of_other_endings, _whole)
# Letters of one script, in which only the last of them finds anything.
_PLAIN_LABEL = re.compile(
    "[\u0430-\u044f\u0451]++|[\u03ac-\u03ce]++|[\u3041-\u3096]++|[\uac00-\ud7a3]++|[\u05d0-\u05ea]++"
    "|[\u0621-\u063a\u0641-\u064a]++|[a-z\u00df-\u00ef\u00f1-\u00f6\u00f8-\u00fd\u00ff]++"
)


def _mixes_digits(text: str) -> bool:
    """Return whether a text contains digits of several decimal systems (UTS #39 §5.3)."""
    digits = ((ord(match[0]), unicodedata.decimal(match[0], -1)) for match in _DIGIT.finditer(text))
    return len({code - value for code, value in digits if value >= 0}) > 1


# --- words elsewhere --------------------------------------------------------------------------------------------------


def _of_word(word: str) -> Iterator[tuple[Kind, str]]:
    if word.isascii():
        return
    slip = _slip(word)
    if slip:
        yield "mixed-script", slip
    elif reading := _in_capitals(word):
        yield "capitals", reading
    elif any(map(str.isascii, word)) and any(map(partial(_is_odd, word), range(len(word)))):
        reading = skeleton(word)
        if reading.isascii():
            yield "lookalike-letter", reading
    if _mixes_digits(word):
        yield "mixed-digits", skeleton(word)


def _in_capitals(word: str) -> str:
    """Return the Latin word that an uppercase word looks like; "" if there is none."""
    reading = skeleton(word) if word.isupper() and len(word) > 1 and scripts(word) in ({"Cyrl"}, {"Grek"}) else ""
    return reading if reading.isascii() else ""


def _slip(word: str) -> str:
    """Return a mixed-script word with all letters in its main script; "" if there is none or the mixture is normal.

    RFC 3987 §7.5: each letter of another script has a look-alike in the main one, which was meant.
    """
    if is_usual_mixture(word):
        return ""
    letters = [(one, script(one)) for one in word]
    counts = Counter(code for _, code in letters if code not in ("Zyyy", "Zinh"))
    main = max(counts, key=lambda code: (counts[code], code == "Latn"))
    meant = [one if code in (main, "Zyyy", "Zinh") else twins(main).get(skeleton(one), "") for one, code in letters]
    return "".join(meant) if all(meant) else ""


def _is_odd(word: str, index: int) -> bool:
    """Return whether a character looks like an ASCII letter and is not a letter of a living language.

    Also return True for a look-alike of a delimiter next to a Latin letter: katakana "no" looks like a slash.
    """
    character = word[index]
    if character.isascii():
        return False
    prototype = skeleton(character, host=True)
    if prototype in ("/", ".", ":", "?", "#"):
        around = word[max(index - 1, 0) : index] + word[index + 1 : index + 2]
        return any(script(near) == "Latn" for near in around)
    unusual = not is_allowed(character) and script(character) in ("Zyyy", "Zinh", *recommended_scripts())
    return unusual and prototype.isascii() and prototype.isalnum()
