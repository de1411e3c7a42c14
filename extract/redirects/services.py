"""Services whose URLs redirect to another one: link protection, click trackers, redirects, shorteners, caches.

The forms of their URLs are data: see ``extract/data/redirect_services.tsv``.
"""

from __future__ import annotations

import json
import zlib
from binascii import a2b_base64
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from html import unescape
from typing import Literal, NamedTuple, cast
from urllib.parse import unquote_to_bytes

from extract.text.regexes import re
from extract.text.tables import rows_of

# Hosts of the first three kinds only redirect: if a URL cannot be decoded, its destination is hidden.
Kind = Literal["protection", "tracker", "shortener", "redirect", "cache"]
Decoder = Callable[["re.Match[str]"], "str | None"]


class Form(NamedTuple):
    """One form of the URLs of a service. The first lines of the table describe each field."""

    service: str
    kind: Kind
    hosts: tuple[str, ...]
    place: re.Pattern[str] | None  # matches the text after "https:", with a group to decode; None: nothing to decode
    decode: Decoder | None  # None: only the service knows the destination

    @property
    def hides_all(self) -> bool:
        """Whether its hosts only redirect."""
        return self.place is None or (self.kind in ("protection", "tracker") and self.hosts != ("*",))


# --- decoders of destinations -----------------------------------------------------------------------------------------


def _text(octets: bytes) -> str:
    """Return bytes as text, with bytes that are not UTF-8 percent-encoded."""
    text = octets.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)


def _unquoted(text: str) -> str:
    return _text(unquote_to_bytes(text)) if text.isascii() else text


def _as_is(match: re.Match[str]) -> str:
    """Return the destination as written, or decoded if its slashes are percent-encoded."""
    text = match[match.re.groups]
    return text if re.match("[A-Za-z]+:/", text) else _unquoted(text)


def _octets(text: str) -> bytes:
    """Decode base64 (RFC 4648 §4, §5), whose padding may be missing."""
    digits = re.sub("[^A-Za-z0-9+/]", "", _unquoted(text).replace("-", "+").replace("_", "/"))
    return a2b_base64(digits[: len(digits) - (len(digits) % 4 == 1)] + "==")


_LONGEST_INFLATED = 1 << 16
# A URL inside other data ends before a quotation mark, a binary field, or a name and a signature.
_WITHIN = re.compile(r'(?i)https?(?::|%3a)[^"\s\x00-\x1f]*?(?=[A-Z]?[\x00-\x1f]|["\s]|(?:;[^;]*)?;[0-9a-f]{32}\Z|\Z)')


def from_base64(text: str) -> str | None:
    """Return the URL in a base64 text, or in its data: JSON, tokens, forms, binary fields; ``None`` without one."""
    for piece in text.split(".") if text.startswith("eyJ") else [text]:  # the "{" of a token: RFC 7519 §3
        octets = _octets(piece)
        with suppress(zlib.error):  # RFC 1950
            octets = zlib.decompressobj().decompress(octets, _LONGEST_INFLATED) if octets[:1] == b"x" else octets
        decoded = _text(octets)
        if re.match("(?i)[a-z]+(?::|%3a)", decoded):
            return decoded
        if found := _WITHIN.search(decoded):
            address = found[0].rstrip("\\")
            with suppress(ValueError):
                while "\\" in address:  # RFC 8259 §7, also in JSON within JSON
                    address = json.loads(f'"{address}"')
            return address if ":" in address[:6] else _unquoted(address.partition("&")[0])
    return None


def _proofpoint_2(match: re.Match[str]) -> str:
    """Decode a URL with "-" for "%" and "_" for "/"."""
    return unescape(_unquoted(match[1].replace("_", "/").replace("-", "%")))


# The length of a run of characters that one mark replaces: "**A" is two, "**B" three, …
_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _proofpoint_3(match: re.Match[str]) -> str:
    """Decode a URL with "*" for characters that follow in base64 after ``__;``."""
    characters = _text(_octets(match[2] or ""))
    position = 0

    def replaced(star: re.Match[str]) -> str:
        nonlocal position
        start = position
        position += _LENGTHS.index(star[1]) + 2 if star[1] else 1
        return characters[start:position] or star[0]

    return re.sub(r"\*(?:\*([A-Za-z0-9_-]))?", replaced, match[1]) if characters else match[1]


def _dashed(match: re.Match[str]) -> str:
    """Decode a URL whose host has "-" for dots and "--" for "-"."""
    host = match[1].replace("--", "\0").replace("-", ".").replace("\0", "-")
    return f"https://{host}{match[2]}"


_DECODERS: dict[str, Decoder | None] = {
    "percent": lambda match: _unquoted(match[match.re.groups]),
    "as_is": _as_is,
    "base64": lambda match: from_base64(match[match.re.groups]),
    "proofpoint_2": _proofpoint_2,
    "proofpoint_3": _proofpoint_3,
    "dashed": _dashed,
    "-": None,
}

# --- the table -------------------------------------------------------------------------------------------------------

_HOST = "//[^/?#]*+"
_PARAMETER = re.compile(r"(/.*)?\?([$\w|]+)")


def _pattern(place: str) -> re.Pattern[str] | None:
    if parameter := _PARAMETER.fullmatch(place):
        names = parameter[2].replace("$", r"(?:\$|%24)")
        place = rf"{parameter[1] or '[^?#]*+'}\?(?:[^#]*?&(?:amp;)?)??(?:{names})=([^&#]++)"
    return None if place == "-" else re.compile(f"(?is){'' if place.startswith('//') else _HOST}{place}")


@cache
def forms() -> tuple[Form, ...]:
    """Return all forms, in the order of the table."""
    return tuple(
        Form(service, cast(Kind, kind), tuple(hosts.split(",")), _pattern(place), _decoder(encoding))
        for service, kind, hosts, place, encoding, _source, _date in rows_of("redirect_services.tsv")
    )


def _decoder(encoding: str) -> Decoder | None:
    by_template: Decoder = lambda match: _unquoted(match.expand(encoding))  # noqa: E731
    return _DECODERS.get(encoding, by_template)


@cache
def _by_host() -> dict[str, tuple[Form, ...]]:
    found: dict[str, tuple[Form, ...]] = {}
    for form in forms():
        found |= {host: (*found.get(host, ()), form) for host in form.hosts}
    return found


@cache
def _guess() -> re.Pattern[str]:
    places = [form.place.pattern.removeprefix("(?is)") for form in _by_host()["*"] if form.place]
    of_host = [place for place in places if not place.startswith(_HOST)]
    after_host = "|".join(place.removeprefix(_HOST) for place in places if place not in of_host)
    return re.compile("|".join([f"(?is){_HOST}(?:{after_host})", *of_host]))


_SHORTEST_GUESS = 30  # forms on any host contain codes


def guessed_forms(rest: str) -> tuple[Form, ...]:
    """Return the forms that a URL on any host may have. ``rest`` is the URL after its scheme and colon."""
    # Short URLs are skipped, so that most runs of a command need not compile the pattern.
    return _by_host()["*"] if len(rest) > _SHORTEST_GUESS and _guess().match(rest) else ()


@cache
def _of_country() -> dict[str, frozenset[str]]:
    """Return the endings of hosts in many countries, by the name before them."""
    return {name: frozenset(ends.split()) for name, ends, _ in rows_of("country_hosts.tsv")}


_LONGEST_HOST = 253  # RFC 1035 §2.3.4


@lru_cache(maxsize=1024)
def forms_of(host: str) -> tuple[Form, ...]:
    """Return the forms that the URLs of a lowercase host may have."""
    if len(host) > _LONGEST_HOST or "*" in host:
        return ()
    for country, ends in _of_country().items():
        before, name, end = host.rpartition(f"{country}.")
        if name and end in ends and before[-1:] in ("", "."):
            host = f"{before}{country}.*"
            break
    known = _by_host()
    name, _, domain = host.partition(".")
    found = known.get(host, ()) + known.get(f"-{name.rpartition('-')[2]}.{domain}", ())
    parent = "." + host
    while parent:
        found += known.get(parent, ())
        parent = "".join(parent[1:].partition(".")[1:])
    return found
