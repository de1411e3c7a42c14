"""Where a link ends: authority, path, query, fragment, walked to the right from a known start (UTS #58 termination)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from extract import characters as c
from extract.errors import HostError
from extract.grammar import is_ip_literal
from extract.host import host_to_ascii, is_known_tld

# What the profile "prose" adds to UTS #58, each a switch (docs: Finding links).
TAILORINGS = frozenset({"angle-brackets", "cjk-brackets", "cjk-punctuation", "mailto-query", "quotes", "script-turn"})

# "quotes": the mark right before a link, and those that end it.
_QUOTES = {'"': '"', "'": "'", "`": "`", "‘": "’", "‚": "‘’", "“": "”", "”": "”", "„": "“”"}
_QUOTES |= {"«": "»", "»": "«»", "‹": "›", "›": "‹›"}
# The emphasis of plain text: standing right before a link, it is not the link's last character.
_EMPHASIS = frozenset("*_~|")
# UTS #58: the stack of open brackets is bounded.
_MAX_BRACKETS = 125
# UTS #58 termination: what clears the stack in a path, a query, a fragment.
_CLEARS = {"/": ("/",), "?": ("=", "&"), "#": (":~:",)}

# RFC 9110 §4.2.4, UTS #58: userinfo is never part of a web link.
_NO_USERINFO = frozenset({"http", "https", "ws", "wss"})
# RFC 1035 §2.3.4
_MAX_HOST, _MAX_LABEL = 253, 63

_DOTS = str.maketrans("。．｡", "...")  # UTS #46: the other label separators
_PORT = re.compile(r":([0-9]*+)")
_IP_LITERAL = re.compile(
    r"\[[^\s\[\]/?#@<>\"':]*+:[^\s\[\]/?#@<>\"']*+\]?+|\[[vV][0-9A-Fa-f]++\.[^\s\[\]/?#@<>\"']++\]"
)
_BAD_LABEL = re.compile(r"(?:\A|\.)(?:[.\-]|\Z)|-(?:\.|\Z)")


@dataclass(frozen=True, slots=True)
class Syntax:
    """The patterns for one set of tailorings.

    A run is what has no bracket and begins no new part; its group 1 ends with the last safe character, the whole after
    the Soft ones that follow.
    """

    path: regex.Pattern[str]
    query: regex.Pattern[str]
    fragment: regex.Pattern[str]
    host: regex.Pattern[str]
    domain: regex.Pattern[str]
    domain_backwards: regex.Pattern[str]
    userinfo: regex.Pattern[str]
    tailorings: frozenset[str]


@cache
def syntax(tailorings: frozenset[str], before: str = "") -> Syntax:
    """Compile the patterns for the tailorings and for the quotation mark or emphasis ``before`` the link."""
    stop = c.HARD + c.INVISIBLE
    soft, safe = rf"{c.SOFT}\u200C\u200D", rf"{c.INCLUDE}\u200C\u200D"  # joiners: inside words only
    dots = ".。．｡"
    if "cjk-punctuation" in tailorings:
        stop += c.CJK_PUNCTUATION
        dots = "."
    if "angle-brackets" in tailorings:
        stop += "<>"
    if before in _QUOTES:
        stop += regex.escape(_QUOTES[before])
    elif before:
        soft += regex.escape(before)
        safe += regex.escape(before)

    def run(new_part: str) -> regex.Pattern[str]:
        soft_set, safe_set = f"[[{soft}]--[{stop}{new_part}]]", f"[[{safe}]--[{stop}{new_part}]]"
        return regex.compile(f"((?:{soft_set}*+{safe_set}++)*+){soft_set}*+", regex.V1)

    domain = rf"[[{c.LABEL}_{dots}]--[{stop}]]"
    return Syntax(
        path=run("?#"),
        query=run("#"),
        fragment=run(""),
        host=regex.compile(rf"(?:[[{c.LABEL}[{c.EMOJI}]_{dots}]--[{stop}]]|%[0-9A-Fa-f]{{2}})++", regex.V1),
        domain=regex.compile(f"{domain}++", regex.V1),
        domain_backwards=regex.compile(f"(?r){domain}*+", regex.V1),
        userinfo=regex.compile(rf"[^/?#@\[\]<>{stop}]{{1,256}}+@", regex.V1),
        tailorings=tailorings,
    )


def syntax_after(before: str, tailorings: frozenset[str]) -> Syntax:
    """Return the patterns for a link that stands right after the character ``before`` ("" at the start)."""
    if before and "quotes" in tailorings and (before in _QUOTES or before in _EMPHASIS):
        return syntax(tailorings, before)
    return syntax(tailorings)


def authority_end(text: str, start: int, scheme: str, rules: Syntax) -> tuple[int, bool]:
    """Return where the authority from ``start`` ends and whether it can be one; ``(start, False)`` if there is none."""
    host_start, good = start, True
    if userinfo := rules.userinfo.match(text, start):
        host_start, good = userinfo.end(), scheme not in _NO_USERINFO
    if text.startswith("[", host_start):
        literal = _IP_LITERAL.match(text, host_start)
        if literal is None:
            return start, False
        end, good = literal.end(), good and is_ip_literal(literal[0])
    else:
        run = rules.host.match(text, host_start)
        if run is None:
            # RFC 8089: file:///path; an empty host is refused where names are looked up (RFC 9110 §4.2.1)
            return start, text.startswith("/", start) and scheme == "file"
        end, whole = _without_final_marks(text, host_start, run.end())
        if (turn := _script_turn(text[host_start:end], rules)) is not None:
            return host_start + turn, good
        good = good and not _BAD_LABEL.search(text[host_start:end].translate(_DOTS))
        if end == host_start:
            return (whole, False) if text.startswith("/", whole) else (start, False)
        if text[whole : whole + 1] in ("/", "?", "#", ":") and whole > end:
            # UTS #58: a root dot stays if something follows
            good = good and text[end:whole].translate(_DOTS).strip("_") == "."
            end = whole
    return port_end(text, end, good)


def _without_final_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the end of a host without full stops, hyphens and low lines after it, and with them."""
    return start + len(text[start:end].rstrip("._-。．｡")), end


def port_end(text: str, end: int, good: bool = True) -> tuple[int, bool]:
    """Take in a port: 1 to 65535, or none between ":" and a path (R-25)."""
    port = _PORT.match(text, end)
    if port is None:
        return end, good
    digits, after = port[1], text[port.end() : port.end() + 1]
    if not digits:
        return (port.end() if after in ("/", "?", "#") else end), good
    letter = after.isascii() and after.isalnum()
    return port.end(), good and not letter and len(digits) <= 5 and 0 < int(digits) <= 65535


def _script_turn(host: str, rules: Syntax) -> int | None:
    """Return where a host turns from an ASCII top-level domain into another script ("script-turn"), or None.

    `example.com然后` is a name with a Chinese word behind it: Chinese and Japanese put no space there.
    """
    if host.isascii() or "script-turn" not in rules.tailorings:
        return None
    dot = host.rfind(".") + 1
    match = _turn().match(host, dot)
    return match.end() if dot and match and is_known_tld(match[0]) else None


@cache
def _turn() -> regex.Pattern[str]:
    return regex.compile(rf"[A-Za-z]++(?=[[\p{{L}}{c.EMOJI}]--\p{{Latin}}])", regex.V1)


def domain_end(text: str, start: int, end: int, rules: Syntax, is_tld: Callable[[str], bool] | None) -> int:
    """Return the end of the domain name in a run of host characters; ``start`` if there is none (UTS #58 initiation).

    ``is_tld`` decides on the last label; None admits any, and a name of one label.
    """
    end, _ = _without_final_marks(text, start, end)
    if (turn := _script_turn(text[start:end], rules)) is not None:
        end = start + turn
    host = text[start:end].translate(_DOTS)
    labels = host.split(".")
    if "_" in host or len(host) > _MAX_HOST or max(map(len, labels)) > _MAX_LABEL or _BAD_LABEL.search(host):
        return start
    if is_tld is not None and not (len(labels) > 1 and is_tld(labels[-1])):
        return start
    if not host.isascii() or "xn--" in host.lower():
        try:
            host_to_ascii(host)  # UTS #46: what cannot be looked up is no link; an ASCII name was just checked
        except HostError:
            return start
    return end


def domain_start(text: str, start: int, end: int, rules: Syntax) -> int:
    """Return where a bare domain name begins in a run of host characters.

    `地址example.org` ("script-turn"): a word of a script that puts no spaces stands right before an ASCII name.
    """
    start += len(text[start:end]) - len(text[start:end].lstrip("_"))
    if "script-turn" in rules.tailorings and (glued := _glued().match(text, start, end)):
        return glued.end()
    return start


@cache
def _glued() -> regex.Pattern[str]:
    scripts = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ー"
    return regex.compile(rf"[{scripts}]++(?=[A-Za-z0-9][A-Za-z0-9\-]*+\.[A-Za-z0-9\-.]*+(?:[{scripts}]|\Z))", regex.V1)


def tail_end(text: str, start: int, rules: Syntax) -> int:
    """Return the end of path, query and fragment; ``start`` itself unless "/", "?" or "#" stands there."""
    return body_end(text, start, rules) if text[start : start + 1] in ("/", "?", "#") else start


def body_end(text: str, start: int, rules: Syntax) -> int:
    """Return the end of what follows an authority, or the ":" of an opaque scheme (UTS #58 termination).

    The stack of brackets is reset at "?" and "#", an opening bracket may be the last character, and a "?" or "#" that
    nothing safe follows is left out.
    """
    end = position = start
    part, run = "/", rules.path
    stack: list[str] = []
    while True:
        match = run.match(text, position)
        assert match is not None
        if match.end(1) > position:
            end = match.end(1)
        here = match.end()
        if stack and any(text.find(clear, position, here) >= 0 for clear in _CLEARS[part]):
            stack.clear()
        character = text[here : here + 1]
        if character == "?" and part == "/":
            part, run = "?", rules.query
            stack.clear()
        elif character == "#" and part != "#":
            part, run = "#", rules.fragment
            stack.clear()
        elif not _takes(character, stack, text, start, here, rules):
            return end
        else:
            end = here + 1
        position = here + 1


def _takes(character: str, stack: list[str], text: str, start: int, here: int, rules: Syntax) -> bool:
    """Tell whether a bracket belongs to the link, and keep the stack; whatever is no bracket ends the link."""
    if not character or (character in "<>" and "angle-brackets" in rules.tailorings):
        return False
    opener = _opener(character)
    if opener is None:
        return False
    if opener:
        return bool(stack) and stack.pop() == opener
    if len(stack) == _MAX_BRACKETS:
        return False
    if character in c.CJK_OPEN and "cjk-brackets" in rules.tailorings and text[start:here].isascii():
        return False
    stack.append(character)
    return True


@lru_cache(1024)
def _opener(character: str) -> str | None:
    """Return what a closing bracket pairs with, "" for an opening one, None for what is no bracket."""
    opening, closing = _brackets()
    if opening.match(character):
        return ""
    return c.opener(character) if closing.match(character) else None


@cache
def _brackets() -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    return regex.compile(f"[{c.OPEN}]", regex.V1), regex.compile(f"[{c.CLOSE}]", regex.V1)
