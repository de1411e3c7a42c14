"""Look-alikes of letters in screen fonts, beyond UTS #39, and look-alikes of well-known sites."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from string import ascii_letters

from extract.present.confusables import of_script, prototypes, skeleton, unicode_host, unpack
from extract.text.forms import to_form
from extract.text.regexes import lazy
from extract.text.tables import rows_of


@cache
def _table(kind: str) -> dict[str, str]:
    """Return the letters of a kind in the table of look-alikes, each with the text that it looks like."""
    return {letter: text for of, text, letters in rows_of("look_alikes.tsv") if of == kind for letter in letters}


@cache
def _looks() -> dict[int, str]:
    """Return the letters of both tables with the ASCII text that they look like, for `str.translate`."""
    return str.maketrans(_table("loose") | _table("close"))


@lru_cache(maxsize=4096)
def reading_of(character: str) -> str:
    """Return the ASCII text that a character looks like, or its skeleton if that is not ASCII."""
    return character if character.isascii() else _looks().get(ord(character)) or skeleton(character, host=True)


@cache
def twins(code: str) -> dict[str, str]:
    """Return the letters of a script by their skeletons, to replace look-alikes from other scripts."""
    table = prototypes(False)
    known = {*map(chr, table), *table.values(), *map(chr, _looks()), *ascii_letters}
    letters = sorted((one for one in known if len(one) == 1 and of_script(code).match(one)), reverse=True)
    return {skeleton(reading_of(one)): one for one in letters} | {skeleton(one): one for one in letters}


@lru_cache(maxsize=4096)
def is_close(character: str) -> bool:
    """Return whether a word of such characters looks like one in ASCII."""
    if character in _table("close"):
        return True
    if character in _table("apart"):
        return False
    # A digit may replace a digit, but letters that look like digits do not form words.
    reading = reading_of(character) if character.isdecimal() else skeleton(character, host=True)
    return reading.isascii() and (reading.isalpha() or (reading.isdecimal() and character.isdecimal()))


_MARK = lazy(r"\p{Mn}")
_MOST_DOUBTS = 4
_MOST_LABELS = 5  # the well-known sites have at most four


def looks_of(host: str) -> list[str]:
    """Return the skeletons of a host without marks. Hosts that look alike have a skeleton in common.

    Case, marks, and the digits 0 and 1 in place of letters are ignored. Lowercase i and l are equal, because they are
    so in uppercase.
    """
    second = _table("second")
    doubts = sum(map(host.count, second))
    kinds = [(one, second[one]) if one in second and doubts <= _MOST_DOUBTS else (one,) for one in host]
    return list(dict.fromkeys(map(_look, map("".join, product(*kinds)))))


def _look(host: str) -> str:
    bare = to_form("NFC", _MARK.sub("", to_form("NFD", host))).translate(_looks())
    plain = _MARK.sub("", skeleton(bare, host=True)).lower()
    return skeleton(plain, host=True).replace("i", "l").replace("vv", "w")


def imitated(host: str, protect: Iterable[str] = ()) -> str | None:
    """Return the well-known site, or one of ``protect``, that a host looks like; None if it is one or below one."""
    return _likeness(host, tuple(protect), True)


def resembled(host: str, protected: Iterable[str]) -> str | None:
    """Return the protected name that a host looks like; None if it is that name or below it.

    Case, accents, and the digits 0 and 1 in place of letters are ignored. The result is a reason for a closer check,
    not a proof.
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
    """Return the well-known sites in lowercase."""
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
    """Return an identifier that related sites share ("twitter.com" and "x.com"); for other sites, the site itself."""
    return _owners().get(site, site)


def is_of_owner(site: str, other: str) -> bool:
    """Return whether two sites have one owner: related sites, or well-known ones with one name (dhl.de, dhl.com)."""
    if site == other or owner_of(site) == owner_of(other):
        return True
    return site.partition(".")[0] == other.partition(".")[0] and {site, other} <= known_sites()


@cache
def _known_looks() -> dict[str, str]:
    return {look: site for site in known_sites() for look in looks_of(site)}
