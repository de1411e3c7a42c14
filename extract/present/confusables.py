"""Look-alikes: scripts, restriction levels, skeletons and confusable names of UTS #39.

Nothing here promises that a name is safe: looks depend on fonts and eyes (draft-ietf-iri-3987bis §9).
"""

from __future__ import annotations

import base64
import unicodedata
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Literal, NamedTuple

import regex

from extract.iri.bidi_rule import has_rtl
from extract.iri.errors import HostError, text_of
from extract.iri.host import host_to_unicode
from extract.iri.parts import split
from extract.present.bidi import components, host_names
from extract.text.forms import to_form
from extract.text.regexes import lazy, re

_IGNORABLE = lazy(r"\p{Default_Ignorable_Code_Point}")
_WORD = lazy(r"[\p{L}\p{M}\p{N}]++")
_DIGIT = lazy(r"\p{Nd}")
_ACCENT = lazy(r"[\u0300-\u036f]")
# "br0ken", "1ame" (RFC 3987 §8).
_DIGIT_FOR_LETTER = lazy(r"(?<=[a-z])[01](?=[a-z])|(?<![a-z0-9])1(?=[a-z]{3})")
_MAY_DECEIVE = re.compile("[^\x00-\x7f]|[xX][nN]--|[01]")


# --- scripts ----------------------------------------------------------------------------------------------------------


@cache
def _scripts() -> tuple[list[str], list[str]]:
    """Return the codes of recommended scripts (UAX #31 table 5), and of all others."""
    from extract.present._confusables import OTHER_SCRIPTS, RECOMMENDED_SCRIPTS

    return RECOMMENDED_SCRIPTS.split(), OTHER_SCRIPTS.split()


@lru_cache(maxsize=4096)
def script(character: str) -> str:
    """Return the Script property of a character as an ISO 15924 code; ``Zyyy`` is Common, ``Zinh`` Inherited."""
    recommended, others = _scripts()
    known = ("Latn", "Zyyy", "Zinh", *recommended, *others)
    return next((code for code in known if _of_script(code).match(character)), "Zzzz")


@cache
def _of_script(code: str) -> regex.Pattern[str]:
    try:
        return regex.compile(rf"\p{{sc={code}}}")
    except regex.error:  # a script of a newer Unicode version than that of the installed regex
        return regex.compile(r"(?!)")


def scripts(text: str) -> frozenset[str]:
    """Return the scripts of the letters of a text, without Common and Inherited."""
    return frozenset(map(script, set(text))) - {"Zyyy", "Zinh"}


def script_names(text: str) -> str:
    """Return the scripts of a text for a message: ``Cyrillic and Latin``."""
    # A character's name begins with its script's.
    letters = {script(character): character for character in text}
    names = {unicodedata.name(letters[code], code).partition(" ")[0].capitalize() for code in scripts(text)}
    return " and ".join(sorted(names))


@cache
def _covering(*codes: str) -> regex.Pattern[str]:
    """Compile the pattern of text in only these scripts, by Script_Extensions (UTS #39 §5.1)."""
    return regex.compile("[" + "".join(rf"\p{{scx={code}}}" for code in ("Zyyy", "Zinh", *codes)) + "]*+")


# UTS #39 §5.1: scripts that are written together, and count as one.
_JAPANESE = ("Hani", "Hira", "Kana")
_KOREAN = ("Hani", "Hang")
_BOPOMOFO = ("Hani", "Bopo")
_TOGETHER = (_JAPANESE, _KOREAN, _BOPOMOFO)


class Level(IntEnum):
    """The restriction levels of UTS #39 §5.2, the strictest first."""

    ASCII = 1
    SINGLE_SCRIPT = 2
    HIGHLY_RESTRICTIVE = 3
    MODERATELY_RESTRICTIVE = 4
    MINIMALLY_RESTRICTIVE = 5
    UNRESTRICTED = 6


@lru_cache(maxsize=4096)
def restriction_level(text: str, *, check_status: bool = True) -> Level:
    """Return the restriction level of an identifier, such as a host label (UTS #39 §5.2).

    ``check_status=False`` looks at the mixture of scripts only, and admits characters outside the identifier profile.
    """
    if check_status and not all(map(is_allowed, text)):
        return Level.UNRESTRICTED
    if text.isascii():
        return Level.ASCII
    used = sorted(scripts(text) - {"Zzzz"})
    if not used or any(_covering(*alone).fullmatch(text) for alone in (*((code,) for code in used), *_TOGETHER)):
        return Level.SINGLE_SCRIPT
    if any(_covering("Latn", *group).fullmatch(text) for group in _TOGETHER):
        return Level.HIGHLY_RESTRICTIVE
    others = [code for code in used if code not in ("Latn", "Cyrl", "Grek") and code in _scripts()[0]]
    if any(_covering("Latn", code).fullmatch(text) for code in others):
        return Level.MODERATELY_RESTRICTIVE
    return Level.MINIMALLY_RESTRICTIVE


def is_allowed(character: str) -> bool:
    """Return whether a character has Identifier_Status=Allowed (UTS #39 §3.1)."""
    edges = _allowed_edges()
    return bisect_right(edges, ord(character)) % 2 == 1


@cache
def _allowed_edges() -> list[int]:
    """Return the boundaries of the allowed ranges: start, end, start, end, …"""
    from extract.present._confusables import ALLOWED

    numbers = _varints(_unpack(ALLOWED))
    edges, end = [], 0
    for gap, more in zip(numbers, numbers, strict=True):
        start = end + gap
        end = start + more
        edges += [start, end + 1]
    return edges


def _unpack(data: str) -> bytes:
    return zlib.decompress(base64.b85decode(data))


def _varints(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0


# --- skeletons --------------------------------------------------------------------------------------------------------


@cache
def prototypes(host: bool) -> dict[int, str]:
    """Return the map of confusables.txt, for host names alone or for all characters."""
    from extract.present import _confusables

    gaps, _, targets = _unpack(_confusables.HOST_PROTOTYPES if host else _confusables.OTHER_PROTOTYPES).partition(b"\0")
    found, source = {}, 0
    for gap, target in zip(_varints(gaps), targets.decode().split("\n"), strict=True):
        source += gap
        found[source] = target
    return found if host else found | prototypes(True)


def skeleton(text: str, *, host: bool = False) -> str:
    """Return the skeleton of a text: texts that look alike have the same one (UTS #39 §4).

    It is the standard's internalSkeleton (right-to-left text is not reordered), and is not meant to be displayed.
    ``host=True`` covers only what UTS #46 allows in host names, and loads a smaller table.
    """
    text = _IGNORABLE.sub("", to_form("NFD", text_of(text, "text")))
    return to_form("NFD", text.translate(prototypes(host)))


Likeness = Literal["single-script", "mixed-script", "whole-script"]


def confusable(one: str, other: str) -> Likeness | None:
    """Return whether two different texts look alike, and how: the three classes of UTS #39 §4.

    ``single-script``: one script could have both. ``whole-script``: each has a script of its own. ``mixed-script``: one
    of them is mixed.
    """
    one, other = text_of(one, "one"), text_of(other, "other")
    if one == other or skeleton(one) != skeleton(other):
        return None
    if restriction_level(one + other, check_status=False) <= Level.SINGLE_SCRIPT:
        return "single-script"
    both = max(restriction_level(text, check_status=False) for text in (one, other))
    return "whole-script" if both <= Level.SINGLE_SCRIPT else "mixed-script"


def resembled(host: str, protected: Iterable[str]) -> str | None:
    """Return the protected name that a host looks like, if it is neither that name nor below it.

    Case, accents, and the digits 0 and 1 for letters make no difference here, so the result is a reason to look closer,
    not a verdict.
    """
    own = unicode_host(host)
    names = {name: unicode_host(name) for name in protected}
    if any(own == name or own.endswith(f".{name}") for name in names.values()):
        return None
    looks = _plain(own)
    for name, text in names.items():
        plain = _plain(text)
        if looks == plain or looks.endswith(f".{plain}"):
            return name
    return None


def _plain(host: str) -> str:
    """Return a skeleton that ignores case and accents, and reads 0 as O."""
    bare = _ACCENT.sub("", skeleton(host, host=True)).lower()
    return skeleton(bare, host=True)


def unicode_host(host: str) -> str:
    """Return a host in lower case, with each label in Unicode if possible."""
    return ".".join(_unicode_label(part.text) for part in components(f"//{host}") if part.component == "host")


@lru_cache(maxsize=4096)
def _unicode_label(label: str) -> str:
    try:
        return host_to_unicode(label)
    except HostError:
        return label.lower()


# --- suspicions -------------------------------------------------------------------------------------------------------

Kind = Literal["mixed-script", "whole-script", "lookalike-letter", "mixed-digits", "ascii", "capitals"]


class Suspicion(NamedTuple):
    """What may deceive the eye in an IRI: ``iri[start:end]`` is the label or the word, or its letter."""

    kind: Kind  # what is odd
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    component: str  # "host", "path", …
    text: str  # in Unicode
    reading: str  # what it may be taken for


@lru_cache(maxsize=64)
def suspicions(iri: str) -> tuple[Suspicion, ...]:
    """Return what may deceive the eye in an IRI, label by label and word by word.

    Host labels are judged as a whole, by UTS #39. In other components mixed languages are normal; there a word is
    reported only if it can be read as a word of one script.
    """
    return tuple(_suspicions(iri)) if _MAY_DECEIVE.search(iri) else ()


def _suspicions(iri: str) -> Iterator[Suspicion]:
    scheme, authority, *_ = split(iri)
    if _MAY_DECEIVE.search(iri if scheme is not None and scheme.lower() == "mailto" else authority or ""):
        for labels in host_names(iri):
            top = scripts(_unicode_label(labels[-1].text))
            for part in labels:
                text = _unicode_label(part.text)
                for kind, reading in _of_label(text, top, part is labels[-1]):
                    yield Suspicion(kind, part.start, part.end, "host", text, reading)
    if iri.isascii():
        return
    parts = components(iri)
    for match in _WORD.finditer(iri):
        for kind, reading in _of_word(match[0]):
            # a word has no delimiter of components
            at = bisect_right(parts, match.start(), key=_start) - 1
            around = parts[at] if at >= 0 and match.start() < parts[at].end else None
            if around is not None and around.component != "host":
                yield Suspicion(kind, *match.span(), around.component, match[0], reading)


_start = attrgetter("start")


def _of_label(label: str, top: frozenset[str], is_top: bool) -> Iterator[tuple[Kind, str]]:
    if label.isascii():
        if _DIGIT_FOR_LETTER.search(label):
            yield "ascii", _DIGIT_FOR_LETTER.sub(lambda match: "o" if match[0] == "0" else "l", label)
        return
    reading = skeleton(label, host=True)
    used = scripts(label)
    level = restriction_level(label, check_status=False)
    if level > Level.HIGHLY_RESTRICTIVE:
        yield "mixed-script", reading
    elif any(_is_odd(label, index) for index in range(len(label))):
        yield "lookalike-letter", reading
    # Under a top-level domain of the same script a name imitates nothing; right-to-left words are read backwards.
    elif reading.isascii() and used and "Latn" not in used and not used & top and not is_top and not has_rtl(label):
        yield "whole-script", reading
    if _mixes_digits(label):
        yield "mixed-digits", reading


def _is_odd(label: str, index: int) -> bool:
    """Return whether a character looks like an ASCII letter and is not a letter of a living language.

    Or like a delimiter, next to a Latin letter: katakana "no" looks like a slash.
    """
    character = label[index]
    if character.isascii():
        return False
    prototype = skeleton(character, host=True)
    if prototype in ("/", ".", ":", "?", "#"):
        around = label[max(index - 1, 0) : index] + label[index + 1 : index + 2]
        return any(script(near) == "Latn" for near in around)
    unusual = not is_allowed(character) and script(character) in ("Zyyy", "Zinh", *_scripts()[0])
    return unusual and prototype.isascii() and prototype.isalnum()


def _of_word(word: str) -> Iterator[tuple[Kind, str]]:
    if word.isascii():
        return
    mixed = restriction_level(word, check_status=False) > Level.MODERATELY_RESTRICTIVE
    capitals = len(word) > 1 and word.isupper() and scripts(word) in ({"Cyrl"}, {"Grek"})
    if mixed or capitals or any(map(str.isascii, word)):  # otherwise no reading is needed, which is slow to find
        reading = skeleton(word)
        if mixed and restriction_level(reading, check_status=False) <= Level.SINGLE_SCRIPT:
            yield "mixed-script", reading
        elif capitals and reading.isascii():
            yield "capitals", reading
        elif reading.isascii() and any(map(str.isascii, word)) and any(map(partial(_is_odd, word), range(len(word)))):
            yield "lookalike-letter", reading
    if _mixes_digits(word):
        yield "mixed-digits", skeleton(word)


def _mixes_digits(text: str) -> bool:
    """Return whether digits of several decimal systems stand together (UTS #39 §5.3)."""
    digits = ((ord(match[0]), unicodedata.decimal(match[0], -1)) for match in _DIGIT.finditer(text))
    return len({code - value for code, value in digits if value >= 0}) > 1
