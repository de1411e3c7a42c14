"""What letters look like in the fonts of screens, beyond UTS #39, and the sites that a host may be taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from string import ascii_letters

from extract.present.confusables import of_script, prototypes, skeleton, unicode_host, unpack
from extract.text.forms import to_form
from extract.text.regexes import lazy

# What confusables.txt of UTS #39 does not map to ASCII, or not to what screens show. The letters are those of
# Chromium's IDN display policy (chromium.googlesource.com/chromium/src/+/main/docs/idn.md); some have two readings.
# Words of these letters alone look like ASCII,
_CLOSE = """
    b ъьხ|bi ы|d ძד|e ҽၔ|g ԍ|h ስከዘ|i ነי|io ю|j ၂|k κ|l լடเ|ll แ|m ოጠന|n пηחሰበဂทนห|o ዕიറ೧౧ခﬦ႐|p ԗပ|q ૧
    |r ร|s ऽડಽჽ|t էτተፐ|u பบมป|v ႑|w ωሠധထพฟ|z ટꬅ|a ดล|c ႕|l ୮|8 ႖|e ႗|c ၜ|' ॱ
"""
# and these pass for ASCII among others.
_LOOSE = """
    ae æӕ|oe œ|b þ|p ϼҏԥ|h ħнћңҥӈӊԋԧԩ|k ĸкқҝҟҡӄԟ|n ŋก|t ŧтҭԏ七丅丆丁|b ƅҍв|w шщພຟ|m мӎ|e єҿə|o ð|r ґ|f ғӻ|c ҫင|y ұ丫
    |a ᴀ|b ʙ|d ᴅ|e ᴇ|g ɢ|h ʜ|i ɪ|j ᴊ|k ᴋ|l ʟ|m ᴍ|n ɴ|p ᴘ|r ʀ|s ꜱ|t ᴛ|u ᴜ|v ᴠ|w ᴡ|y ʏ|z ᴢ
    |x χҳӽӿ乂|d ԃ|g ဌ|s ടຣຮ|o ०০੦૦ଠ୦೦စ|q ৭੧|u ບ|0 θ|2 २২੨૨೩೭շ|3 зҙӡउওਤ੩૩౩ဒვპੜკ|4 ੫丩ㄐ|6 ճ|8 ৪੪୫ȣ|9 ૭୨౨|- —―⸺⸻一
    |o 口囗ロ|a 卂|b 乃|c 匚|d 刀|e 乇|f 下千|h 卄廾|i 工エ|l 乚レ丨|m 爪|n 几冂|p 尸卩|r 尺|s 丂|t 十|u 凵|w 山|z 乙
"""
# Close by UTS #39, but told from Latin letters in the words that they are part of.
_APART = frozenset("бшґүѹӕγστჽՠցռքט")
# Second readings.
_ALSO = {"þ": "p", "œ": "ce", "ł": "t", "ӏ": "i", "ԥ": "n", "ı": "l"}


def _pairs(table: str) -> Iterator[tuple[str, str]]:
    for entry in table.split("|"):
        target, letters = entry.split()
        yield from ((letter, target) for letter in letters)


@cache
def _close() -> dict[str, str]:
    return dict(_pairs(_CLOSE))


@cache
def _looks() -> dict[int, str]:
    """Return what each letter of both tables looks like, for `str.translate`."""
    return {ord(letter): target for table in (_LOOSE, _CLOSE) for letter, target in _pairs(table)}


@lru_cache(maxsize=4096)
def reading_of(character: str) -> str:
    """Return what a character looks like: ASCII letters, digits or marks, if it looks like any."""
    return character if character.isascii() else _looks().get(ord(character)) or skeleton(character, host=True)


@cache
def twins(code: str) -> dict[str, str]:
    """Return the letters of a script by their skeletons: what a letter of another script may stand for."""
    table = prototypes(False)
    known = {*map(chr, table), *table.values(), *map(chr, _looks()), *ascii_letters}
    letters = sorted((one for one in known if len(one) == 1 and of_script(code).match(one)), reverse=True)
    return {skeleton(reading_of(one)): one for one in letters} | {skeleton(one): one for one in letters}


@lru_cache(maxsize=4096)
def is_close(character: str) -> bool:
    """Return whether a word of such characters looks like one in ASCII."""
    if character in _close():
        return True
    if character in _APART:
        return False
    # A digit may stand for a digit, but letters that look like digits do not make words.
    reading = reading_of(character) if character.isdecimal() else skeleton(character, host=True)
    return reading.isascii() and (reading.isalpha() or (reading.isdecimal() and character.isdecimal()))


_MARK = lazy(r"\p{Mn}")
_MOST_DOUBTS = 4
_MOST_LABELS = 5  # the names of the list have at most four


def looks_of(host: str) -> list[str]:
    """Return the skeletons of a host, without marks: those of hosts that look like it have one in common.

    Case, marks, and the digits 0 and 1 for letters make no difference; small i and l are the same, because they are in
    capitals.
    """
    doubts = sum(map(host.count, _ALSO))
    kinds = [(one, _ALSO[one]) if one in _ALSO and doubts <= _MOST_DOUBTS else (one,) for one in host]
    return list(dict.fromkeys(map(_look, map("".join, product(*kinds)))))


def _look(host: str) -> str:
    bare = to_form("NFC", _MARK.sub("", to_form("NFD", host))).translate(_looks())
    plain = _MARK.sub("", skeleton(bare, host=True)).lower()
    return skeleton(plain, host=True).replace("i", "l").replace("vv", "w")


def imitated(host: str, protect: Iterable[str] = ()) -> str | None:
    """Return the well-known site, or the one of ``protect``, that a host looks like; not if it is the site or below."""
    return _likeness(host, tuple(protect), True)


def resembled(host: str, protected: Iterable[str]) -> str | None:
    """Return the protected name that a host looks like, if it is neither that name nor below it.

    Case, accents, and the digits 0 and 1 for letters make no difference here, so the result is a reason to look closer,
    not a verdict.
    """
    return _likeness(unicode_host(host), tuple(protected), False)


@lru_cache(maxsize=1024)
def _likeness(host: str, protected: tuple[str, ...], and_known: bool) -> str | None:
    own = {unicode_host(name): name for name in protected}
    host = host.rstrip(".")
    labels = host.split(".")
    most = max([_MOST_LABELS, *(name.count(".") + 1 for name in own)])
    endings = {".".join(labels[at:]) for at in range(max(0, len(labels) - most), len(labels))}
    if own.keys() & endings or (and_known and known_sites() & endings):
        return None
    names = {look: name for text, name in own.items() for look in looks_of(text)}
    for look in looks_of(host):
        parts = look.split(".")
        for at in range(max(0, len(parts) - _MOST_LABELS), len(parts)):
            ending = ".".join(parts[at:])
            found = names.get(ending) or (_known_looks().get(ending) if and_known and look.isascii() else None)
            if found is not None:
                return found
    return None


@cache
def known_sites() -> frozenset[str]:
    """Return the well-known sites, in lower case."""
    from extract.present._well_known import SITES

    return frozenset(
        f"{name}.{ending}"
        for ending, names in (line.split(":") for line in unpack(SITES).decode().split("|"))
        for name in names.split()
    )


@cache
def _owners() -> dict[str, int]:
    from extract.present._related_sites import SETS

    sets = unpack(SETS).decode().split("|")
    return {site: number for number, names in enumerate(sets) for site in names.split()}


def owner_of(site: str) -> str | int:
    """Return what related sites have in common: "twitter.com" and "x.com"; for all others the site itself."""
    return _owners().get(site, site)


def is_of_owner(site: str, other: str) -> bool:
    """Return whether two sites are of one owner: related, or well-known ones of one name (dhl.de and dhl.com)."""
    if site == other or owner_of(site) == owner_of(other):
        return True
    return site.partition(".")[0] == other.partition(".")[0] and {site, other} <= known_sites()


@cache
def _known_looks() -> dict[str, str]:
    return {look: site for site in known_sites() for look in looks_of(site)}
