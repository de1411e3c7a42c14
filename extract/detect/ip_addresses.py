"""Find IP addresses without a scheme as links: the tailoring "ip-addresses"."""

from __future__ import annotations

from collections.abc import Callable

from extract.detect.end import port_end, tail_end_after_port
from extract.detect.link import Link, link_at
from extract.detect.tailorings import Profile
from extract.iri.grammar import is_ipv4_address, is_ipv6_address
from extract.text.regexes import re

# Arguments: text, low, position, stop, and the offset from which to search for full stops. Returns the links, and the
# new low and position. Links start at low or later, and the search continues at position.
Between = Callable[[str, int, int, int, int], tuple[list[Link], int, int]]

# Matches may not be valid addresses. They do not start inside a word, a number, a path, or a name with "::".
_BEGINS = r"(?<![0-9A-Za-z_.@+%\\])(?<![0-9A-Za-z_.]/)(?<![A-Za-z_.]-)(?<!::)"
_V4 = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
_V6 = rf"[0-9A-Fa-f]{{0,4}}:[0-9A-Fa-f:]{{1,34}}(?:(?<=:){_V4})?+(?![0-9A-Za-z_@]|\.\w|:[0-9A-Fa-f])"
_BRACKETED = r"\[[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}\](?=[:/?#])"  # a port or a path follows
# Group 1: IPv4; group 2: IPv6
IP_ADDRESS = re.compile(rf"{_BEGINS}(?:({_V4})(?![0-9A-Za-z_@]|\.\w|-[A-Za-z])|(?<!:)({_BRACKETED}|{_V6}))")
_LONGEST = 64  # maximum characters of an address with its context
# A match has one of these after at most five characters, unless it is invalid. A set is searched quickly.
_MARK = re.compile(r"[.:](?:(?<=\.)[0-9]{1,3}\.|(?<=:)[0-9A-Fa-f]{0,40}[.:])")
_NUMBER = re.compile("[0-9]{1,4}::")  # before the "::" of reStructuredText
_PREFIX = re.compile(r"/[0-9]{1,3}(?![0-9A-Za-z/])")


def next_ip_address(text: str, start: int, stop: int) -> re.Match[str] | None:
    """Return the next match of `IP_ADDRESS` that starts from ``start`` to ``stop``, except some invalid ones."""
    end = stop + _LONGEST
    while mark := _MARK.search(text, start, end):
        for first in range(max(start, mark.start() - 5), min(mark.start(), stop) + 1):
            if match := IP_ADDRESS.match(text, first, end):
                return match
        start = mark.start() + 1
    return None


def with_ip_addresses(find: Between, profile: Profile) -> Between:
    """Return a function that finds IP addresses and the links of ``find``."""

    def find_both(text: str, low: int, position: int, stop: int, dots_from: int) -> tuple[list[Link], int, int]:
        links: list[Link] = []
        search_from = position
        while match := next_ip_address(text, search_from, stop):
            if (address := _address(text, match)) is not None:
                before, low, position = find(text, low, position, match.start(), max(position, dots_from))
                links += before
                if position <= match.start():  # parse the rest only now: linear time
                    link = _with_tail(text, address, profile)
                    links.append(link)
                    low = position = link.end
            search_from = max(match.end(), position)
        if position < stop:
            rest, low, position = find(text, low, position, stop, max(position, dots_from))
            links += rest
        return links, low, position

    return find_both


def read_ip_address(text: str, match: re.Match[str], profile: Profile) -> Link | None:
    """Return the link of a match of `IP_ADDRESS`, or None if it is invalid or a network."""
    address = _address(text, match)
    return None if address is None else _with_tail(text, address, profile)


# Start, end, and the end of a port, or 0 if a port or path cannot follow.
_Address = tuple[int, int, int]


def _address(text: str, match: re.Match[str]) -> _Address | None:
    start, end = match.span()
    if ipv6 := match[2]:
        address = ipv6.strip("[]").rstrip(":") if ipv6.endswith(":") and not ipv6.endswith("::") else ipv6.strip("[]")
        if not (is_ipv6_address(address) and any(map(str.isdigit, address))):  # `a::b` is C++
            return None
        if not ipv6.startswith("["):
            end = start + len(address)
            return None if _PREFIX.match(text, end) or _NUMBER.fullmatch(address) else (start, end, 0)
    elif not is_ipv4_address(match[1]) or _PREFIX.match(text, end):
        return None
    port, good = port_end(text, end)
    return (start, end, port) if good else None


def _with_tail(text: str, address: _Address, profile: Profile) -> Link:
    start, end, port = address
    if not port:  # IPv6 without brackets
        return Link(start, end, text[start:end], "domain", f"https://[{text[start:end]}]")
    return link_at(text, start, tail_end_after_port(text, start, port, profile), "domain")
