"""Parse hosts as browsers do: the URL Standard (WHATWG) §3.5, "host parser"."""

from __future__ import annotations

from functools import lru_cache

from extract.iri.errors import HostError, shortened, shown
from extract.iri.host import ip_literal, labels_of, to_a_label, whole_error
from extract.iri.percent import decode_name, decoded
from extract.text.messages import Message
from extract.text.regexes import re

# RFC 1123 §2.1 has four decimal numbers. Browsers accept more forms, and a root dot after them.
_NUMBERS = re.compile(r"(?:(?:0x0*+[0-9a-f]{0,20}|(?=[0-9])0*+[0-9]{0,20})(?:\.(?!\Z)|\.?\Z)){1,4}")
# URL Standard §3.5, "ends in a number checker".
_ENDS_IN_NUMBER = re.compile(r"(?:\A|\.)(?:[0-9]++|0x[0-9a-f]*+)\.?\Z")
# URL Standard §3.1, "forbidden domain code point".
_FORBIDDEN = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")


def ipv4_in_browsers(host: str) -> str | None:
    """Return the IPv4 address that browsers find in a lowercase host; None if it is a name.

    URL Standard §3.5, "IPv4 parser": decimal, octal or hexadecimal numbers. The last one fills the remaining bytes.
    """
    if not _NUMBERS.fullmatch(host):
        return None
    numbers = host.removesuffix(".").split(".")
    try:
        *first, last = [
            int(one[2:] or "0", 16) if one[:2] == "0x" else int(one, 8 if one[0] == "0" else 10) for one in numbers
        ]
    except ValueError:  # an 8 in an octal number
        return None
    if any(one > 255 for one in first) or last >= 256 ** (4 - len(first)):
        return None
    whole = sum(one << 8 * (3 - index) for index, one in enumerate(first)) + last
    return ".".join(map(str, whole.to_bytes(4)))


def looked_up(host: str) -> str:
    """Return a host with percent-encoded bytes decoded, as browsers do; unchanged if they reject it."""
    name = decode_name(host)
    return host if name is None or (name != host and _FORBIDDEN.search(name)) else name


@lru_cache(maxsize=4096)
def host_in_browsers(host: str) -> str:
    """Return the host that browsers connect to for an ``http:`` IRI: URL Standard §3.5, "host parser".

    Percent-encoded characters are decoded, and all spellings of an IPv4 address become four numbers. Names may have
    features that `host_to_ascii` rejects: ``_``, hyphens anywhere, empty and long labels. Raises `HostError` if
    browsers do not follow such a link. Its offsets count code points of ``host``.
    """
    if host.startswith("["):
        if host[1:2] in ("v", "V"):
            message = Message(
                'host "{text}" has an address of a version that browsers do not know', text=shortened(host)
            )
            raise whole_error(host, message, "ip-literal", "URL Standard §3.5 host parser")
        return ip_literal(host).lower()
    name, place = decoded(host)
    try:
        return _in_browsers(name)
    except HostError as error:
        raise error.moved(place) from None


def _in_browsers(host: str) -> str:
    ascii_name = host.lower()  # also for invalid Punycode: URL Standard §3.3, "domain to ASCII", step 4
    if not host.isascii():
        ascii_name = ".".join(to_a_label(label.text) for label in labels_of(host, in_browsers=True))
    if not ascii_name:
        message = Message("the host is empty: write a domain name")
        raise whole_error(host, message, "host-empty", "URL Standard §3.5 host parser")
    if bad := _FORBIDDEN.search(ascii_name):
        rule = "URL Standard §3.1 forbidden domain code point"
        raise refused_character(host, bad[0], max(host.find(bad[0]), 0), rule)
    if not _ENDS_IN_NUMBER.search(ascii_name):
        return ascii_name
    address = ipv4_in_browsers(ascii_name)
    if address is None:
        message = Message(
            'host "{text}" ends in a number, but is not an IPv4 address at {at}; write four numbers from 0 to 255',
            text=shortened(host),
            at=0,
        )
        raise whole_error(host, message, "host-number", "URL Standard §3.5 IPv4 parser")
    return address


def refused_character(host: str, character: str, at: int, rule: str) -> HostError:
    """Return the error for a character of a host, at ``at`` in the text."""
    message = Message(
        'host "{text}" has a character that browsers refuse there: {shown} at {at}; remove it',
        text=shortened(host),
        shown=shown(character),
        at=at,
    )
    return HostError(message, kind="host-character", component="host", start=at, end=at + 1, rule=rule)
