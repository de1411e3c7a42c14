"""Look-alikes: scripts, their mixtures, and skeletons of UTS #39.

The results never prove that a name is safe: looks depend on fonts and readers (draft-ietf-iri-3987bis §9).
"""

from __future__ import annotations

import base64
import unicodedata
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache, reduce

import regex

from extract.iri.errors import HostError, text_of
from extract.iri.host import host_to_unicode
from extract.present.bidi import components
from extract.redirects.browser_hosts import looked_up
from extract.text.forms import to_form
from extract.text.messages import Message
from extract.text.regexes import lazy

_IGNORABLE = lazy(r"\p{Default_Ignorable_Code_Point}")


# --- scripts ----------------------------------------------------------------------------------------------------------


@cache
def recommended_scripts() -> list[str]:
    """Return the codes of recommended scripts (UAX #31 table 5), Latin first."""
    from extract.present._confusables import RECOMMENDED_SCRIPTS

    return ["Latn", *RECOMMENDED_SCRIPTS.split()]


@cache
def _all_scripts() -> list[str]:
    from extract.present._confusables import OTHER_SCRIPTS

    return [*recommended_scripts(), "Zyyy", "Zinh", *OTHER_SCRIPTS.split()]


@lru_cache(maxsize=4096)
def script(character: str) -> str:
    """Return the Script property of a character as an ISO 15924 code; ``Zyyy`` is Common, ``Zinh`` Inherited."""
    return next((code for code in _all_scripts() if of_script(code).match(character)), "Zzzz")


@cache
def of_script(code: str) -> regex.Pattern[str]:
    try:
        return regex.compile(rf"\p{{sc={code}}}")
    except regex.error:  # a script that the installed regex does not know yet
        return regex.compile(r"(?!)")


def scripts(text: str) -> frozenset[str]:
    """Return the scripts of the letters of a text, without Common and Inherited."""
    return frozenset(map(script, set(text))) - {"Zyyy", "Zinh"}


def script_names(text: str) -> str:
    """Return the names of the scripts of a text for a message, such as ``Cyrillic and Latin``."""
    # The name of a character begins with the name of its script.
    letters = {script(character): character for character in text}
    names = {unicodedata.name(letters[code], code).partition(" ")[0].capitalize() for code in scripts(text)}
    return reduce(lambda one, other: Message("{what} and {what2}", what=one, what2=other), sorted(names) or [""])


@cache
def _covering(*codes: str) -> regex.Pattern[str]:
    """Compile a pattern that matches text in only these scripts, by Script_Extensions (UTS #39 §5.1)."""
    return regex.compile("[" + "".join(rf"\p{{scx={code}}}" for code in ("Zyyy", "Zinh", *codes)) + "]*+")


# UTS #39 §5.1: scripts that are used together count as one.
_JAPANESE = ("Hani", "Hira", "Kana")
_KOREAN = ("Hani", "Hang")
_BOPOMOFO = ("Hani", "Bopo")
_TOGETHER = (_JAPANESE, _KOREAN, _BOPOMOFO)


@lru_cache(maxsize=4096)
def is_single_script(text: str) -> bool:
    """Return whether a text is in one script, or in scripts that are used together (UTS #39 §5.2, Single Script)."""
    used = scripts(text) - {"Zzzz"}
    alone = [(code,) for code in sorted(used)]
    return not used or any(_covering(*codes).fullmatch(text) for codes in (*alone, *_TOGETHER))


def is_usual_mixture(text: str) -> bool:
    """Return whether the scripts of a text may be mixed in a host label (UTS #39 §5.2, Highly Restrictive)."""
    return is_single_script(text) or any(_covering("Latn", *group).fullmatch(text) for group in _TOGETHER)


def is_allowed(character: str) -> bool:
    """Return whether a character has Identifier_Status=Allowed (UTS #39 §3.1)."""
    edges = _allowed_edges()
    return bisect_right(edges, ord(character)) % 2 == 1


@cache
def _allowed_edges() -> list[int]:
    """Return the boundaries of the ranges of allowed characters: start, end, start, end, …"""
    from extract.present._confusables import ALLOWED

    numbers = _varints(unpack(ALLOWED))
    edges, end = [], 0
    for gap, more in zip(numbers, numbers, strict=True):
        start = end + gap
        end = start + more
        edges += [start, end + 1]
    return edges


def unpack(data: str) -> bytes:
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
    """Return the mapping of confusables.txt, for host names only or for all characters."""
    from extract.present import _confusables

    gaps, _, targets = unpack(_confusables.HOST_PROTOTYPES if host else _confusables.OTHER_PROTOTYPES).partition(b"\0")
    found, source = {}, 0
    for gap, target in zip(_varints(gaps), targets.decode().split("\n"), strict=True):
        source += gap
        found[source] = target
    return found if host else found | prototypes(True)


def skeleton(text: str, *, host: bool = False) -> str:
    """Return the skeleton of a text. Texts that look alike have the same skeleton (UTS #39 §4).

    It is the standard's internalSkeleton (right-to-left text is not reordered), and is not for display. ``host=True``
    covers only characters that UTS #46 allows in host names, and loads a smaller table.
    """
    text = _IGNORABLE.sub("", to_form("NFD", text_of(text, "text")))
    return to_form("NFD", text.translate(prototypes(host)))


def unicode_host(host: str) -> str:
    """Return a host in lowercase, with each label in Unicode if possible."""
    return ".".join(
        unicode_label(component.text)
        for component in components(f"//{looked_up(host)}")
        if component.component == "host"
    )


@lru_cache(maxsize=4096)
def unicode_label(label: str) -> str:
    try:
        return host_to_unicode(label)
    except HostError:
        return label.lower()
