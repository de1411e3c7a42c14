"""Where a link ends: every decider, in the order in which they decide (UTS #58 termination).

1. `authority_end`, for a link with "//": userinfo; then an IP literal, or the host's run of characters, or a name that
   the DNS need not know; final marks go, a script's turn ends it; then a root dot, a port. For a name without a scheme
   it is `domain_end`, for its port `port_end`.
2. `body_end`: path, query and fragment. In each, a `Run` goes as far as characters decide alone (Hard, Soft, safe,
   doubled marks); where it stops, "?" and "#" begin the next part, and a bracket is taken in or ends it (`_takes`).
3. What the end leaves out or takes in: an opening bracket, an empty fragment, a quotation mark that closes one inside
   (`_closes`).
4. The caller looks at what stands around: `schemed.hierarchical` drops ":" and full stops that nothing follows, and
   takes in punctuation before ">". A common link is ended by one pattern (`fast_path`), unless the mark right before it
   has a say (`ends_by_mark`); the pattern gives the same end, or none.

An e-mail address ends with its domain (`domain_end`), a mailto: with its fields (`tail_end`).
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from extract.detect.tailorings import CLOSES, EMPHASIS, QUOTES, Profile
from extract.iri.errors import HostError
from extract.iri.grammar import is_ip_literal
from extract.iri.host import host_to_ascii
from extract.iri.schemes import DNS_SCHEMES
from extract.iri.tld import is_known_tld
from extract.text import characters as c
from extract.text.regexes import lazily, lazy, re

# UTS #58: the stack of open brackets is bounded.
_MAX_BRACKETS = 125
# UTS #58 termination: what clears the stack in a path, a query, a fragment.
_CLEARS = {"/": ("/",), "?": ("=", "&"), "#": (":~:",)}

# RFC 9110 §4.2.1 and §4.2.4, RFC 6455 §3, UTS #58: a web link has a host, and never userinfo.
WEB = frozenset({"http", "https", "ws", "wss"})
# RFC 1035 §2.3.4
_MAX_HOST, _MAX_LABEL = 253, 63

_DOTS = str.maketrans("。．｡", "...")  # UTS #46: the other label separators
_ASCII_LABELS = string.ascii_letters + string.digits + "-_."  # to every profile
_ASCII_NAME = re.compile(r"[A-Za-z0-9\-_.]*+")
_PORT = re.compile(r":([0-9]*+)")
_WORD = re.compile(r"[0-9A-Za-z]*+")
_IP_LITERAL = re.compile(
    r"\[[^\s\[\]/?#@<>\"':]*+:[^\s\[\]/?#@<>\"']*+\]?+|\[[vV][0-9A-Fa-f]++\.[^\s\[\]/?#@<>\"']++\]"
)
_BAD_LABEL = re.compile(r"(?:\A|\.)(?:[.\-]|\Z)|-(?:\.|\Z)")

# "inner_quotes": between letters, but not where words have no space between them.
# (Thai, Lao, Myanmar, Hangul, Khmer, and the blocks of Han, Kana and Hangul; ranges compile faster than properties)
_SPACED = (
    r"[^\W\d_\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF"
    r"\U00020000-\U0003FFFF]"
)
_INNER_QUOTE = rf'(?<={_SPACED})"(?={_SPACED})'
_ASCII_INNER_QUOTE = r'(?<=[A-Za-z])"(?=[^\x00-@\[-`{-\x7F])'
# "symbols_in_labels": the blocks of symbols that stand in names; UTS #46 decides on each.
_SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"


@dataclass(frozen=True, slots=True)
class Run:
    """What has no bracket and begins no new part of a link.

    Group 1 of a match ends with the last safe character, the whole after the Soft ones that follow. ``ascii`` is the
    same for ASCII, many times as fast: right where the character after it is ASCII too.
    """

    ascii: re.Pattern[str]
    full: regex.Pattern[str]

    def ends(self, text: str, start: int) -> tuple[int, int]:
        """Return the end of the last safe character from ``start``, and of the Soft ones after it."""
        match = self.ascii.match(text, start)
        if match is None or text[match.end() : match.end() + 1] >= "\x80":
            match = self.full.match(text, start)  # type: ignore[assignment]
        assert match is not None
        return match.end(1), match.end()


@dataclass(frozen=True, slots=True)
class NameRun:
    """The run of characters of a name to look up, in both directions; those in ASCII alone are looked at first."""

    forwards: regex.Pattern[str]
    backwards: regex.Pattern[str]

    def end(self, text: str, start: int) -> int:
        """Return where the run from ``start`` ends; ``start`` itself if none begins there."""
        end = _ASCII_NAME.match(text, start).end()  # type: ignore[union-attr]
        if text[end : end + 1] < "\x80":
            return end
        return match.end() if (match := self.forwards.match(text, start)) else start

    def start(self, text: str, low: int, end: int) -> int:
        """Return where the run up to ``end`` starts, not before ``low``."""
        first = max(low, end - _MAX_HOST)
        start = first + len(text[first:end].rstrip(_ASCII_LABELS))
        if start == low or (start > first and text[start - 1] < "\x80"):
            return start
        return self.backwards.match(text, low, end).start()  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of characters that the parts of a link are made of, to one profile."""

    path: Run
    query: Run
    fragment: Run
    host: Run
    domain: NameRun  # a name to look up, as bare domains and addresses have
    userinfo: regex.Pattern[str]


@cache
def runs(profile: Profile) -> Runs:
    """Return the runs of a profile; their patterns are compiled when they are first used."""
    label, dots = profile.label, profile.dots
    # a symbol before the name, or in its midst, is more likely a bullet than a part of it
    symbols = rf"(?<=[{label}])[{_SYMBOLS}]{{1,8}}+(?=\uFE0F?+[{dots}])" if profile.symbols_in_labels else ""
    symbols_at_end = symbols.replace(f"[{dots}]", rf"(?:[{dots}]|\Z)")  # a dot is where the walk to the left begins
    # a full stop that ends sentences too: it follows a label beyond ASCII, and a path follows the name: 例え。テスト/
    name = r"[\p{L}\p{M}\p{N}\-]{1,63}+"
    dot = "" if "。" in dots else rf"|(?<=[^\x00-\x7F])[。．｡](?={name}(?:[.。．｡]{name}){{0,3}}+[/?#])"
    return Runs(
        path=_run(profile, rf"?#{profile.adds_path_hard}"),
        query=_run(profile, "#"),
        fragment=_run(profile, ""),
        host=Run(
            ascii=lazily(lambda: re.compile(rf"((?:[{c.to_re_class(label, 0x80)}]|%[0-9A-Fa-f]{{2}})*+)")),
            full=lazy(rf"(?V1)((?:[[{label}][{c.EMOJI}]]|%[0-9A-Fa-f]{{2}}{dot})*+)"),
        ),
        domain=NameRun(
            forwards=lazy(f"(?V1)[{label}]++" + (f"(?:{symbols}[{label}]*+)*+" if symbols else "")),
            backwards=lazy("(?V1r)" + (f"(?:[{label}]*+{symbols_at_end})*+" if symbols else "") + f"[{label}]*+"),
        ),
        # a bracket that closes none inside has closed what is around the link
        userinfo=lazy(
            rf"(?V1)(?!@)[^/?#@\[\]<>{profile.hard}{c.OPEN}{c.CLOSE}]{{0,256}}+"
            rf"(?:[[{c.OPEN}]--[\[<]][^/?#@\[\]<>{profile.hard}]{{0,256}}+)?+@"
        ),
    )


def _run(profile: Profile, new_part: str) -> Run:
    """Compile the run of a part of a link, without the characters that begin a new part."""
    soft, safe, inner_quotes = profile.soft, profile.safe, profile.inner_quotes
    if new_part:
        soft, safe = f"[{soft}]--[{new_part}]", f"[{safe}]--[{new_part}]"

    def narrow() -> re.Pattern[str]:
        narrow_soft, narrow_safe = c.to_re_class(soft, 0x80), c.to_re_class(safe, 0x80)
        between = f"(?:[{narrow_soft}]++|{_ASCII_INNER_QUOTE})*+" if inner_quotes else f"[{narrow_soft}]*+"
        return re.compile(f"((?:{between}[{narrow_safe}]++)*+){between}")

    def without_doubled(characters: str, marks: str) -> str:
        once = [f"{mark}(?!{mark})" for mark in marks]
        return "|".join([f"[[{characters}]--[{marks}]]++" if marks else f"[{characters}]++", *once])

    inner = "|" + _INNER_QUOTE if inner_quotes else ""
    between = f"(?:{without_doubled(soft, profile.soft_doubled)}{inner})*+"
    safe_once = without_doubled(safe, profile.safe_doubled)
    return Run(ascii=lazily(narrow), full=lazy(f"(?V1)((?:{between}(?:{safe_once})++)*+){between}"))


def authority_end(text: str, start: int, scheme: str, profile: Profile) -> tuple[int, bool]:
    """Return where the authority from ``start`` ends and whether it can be one; ``(start, False)`` if there is none."""
    host_start, good = start, True
    if text.find("@", start, start + 300) >= 0 and (userinfo := runs(profile).userinfo.match(text, start)):
        host_start, good = userinfo.end(), scheme not in WEB
    if text.startswith("[", host_start):
        literal = _IP_LITERAL.match(text, host_start)
        if literal is None:
            return start, False
        end, good = literal.end(), good and is_ip_literal(literal[0])
    else:
        run_end, _ = runs(profile).host.ends(text, host_start)
        if scheme and profile.registered_names and scheme not in DNS_SCHEMES:
            name_end = _registered_name_end(text, host_start, profile)
            if name_end > run_end:
                return port_end(text, name_end, good)
        if run_end == host_start:
            # RFC 8089: file:///path; an empty host is refused where names are looked up (RFC 9110 §4.2.1)
            return start, text.startswith("/", start) and scheme == "file"
        end, whole = _without_final_marks(text, host_start, run_end)
        if (turn := _script_turn(text[host_start:end], profile)) is not None:
            return host_start + turn, good
        good = good and not _BAD_LABEL.search(text[host_start:end].translate(_DOTS))
        if end == host_start:
            return (whole, False) if text.startswith("/", whole) else (start, False)
        if whole > end and _is_followed(text, whole, profile):
            # UTS #58: a root dot stays if something follows
            good = good and text[end:whole].translate(_DOTS).strip("_") == "."
            end = whole
    return port_end(text, end, good)


def _registered_name_end(text: str, start: int, profile: Profile) -> int:
    """Return where a host ends that need not be a name of the DNS: `+19995551234` (RFC 3986 §3.2.2)."""
    name = _registered_name(profile).match(text, start)
    assert name is not None
    return name.end() if text.startswith("/", name.end()) else name.end(1)


@cache
def _registered_name(profile: Profile) -> regex.Pattern[str]:
    """Compile the pattern of a registered name but for round brackets; group 1 ends before final Soft characters."""
    soft = rf"[{profile.soft}]&&[.!',;*]"
    safe = rf"[[{profile.label}]--[.。．｡]][[{profile.safe}]&&[$\&+=\~]]"
    return regex.compile(f"((?:[{soft}]*+(?:[{safe}]|%[0-9A-Fa-f]{{2}})++)*+)[{soft}]*+", regex.V1)


def _without_final_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the end of a host without full stops, hyphens, low lines and joiners after it, and with them."""
    return start + len(text[start:end].rstrip("._-。．｡\u200c\u200d")), end


def port_end(text: str, end: int, good: bool = True) -> tuple[int, bool]:
    """Take in a port: 1 to 65535, or none between ":" and a path (R-25)."""
    port = _PORT.match(text, end)
    if port is None:
        return end, good
    digits, after = port[1], text[port.end() : port.end() + 1]
    if not digits:
        return (port.end() if after in ("/", "?", "#") else end), good
    if after.isascii() and after.isalnum():
        return _WORD.match(text, end + 1).end(), False  # type: ignore[union-attr]
    return port.end(), good and len(digits) <= 5 and 0 < int(digits) <= 65535


def _is_followed(text: str, end: int, profile: Profile) -> bool:
    """Tell whether a port, path, query or fragment follows a host: more than ":", "?" and such marks alone."""
    if text[end : end + 1] not in ("/", "?", "#", ":"):
        return False
    port, _ = port_end(text, end)
    return (port > end and text[port - 1] != ":") or tail_end(text, port, profile) > port


def _script_turn(host: str, profile: Profile) -> int | None:
    """Return where a host turns from an ASCII top-level domain into another script ("script_turn"), or None.

    `example.com然后` is a name with a Chinese word behind it: Chinese and Japanese put no space there.
    """
    if host.isascii() or not profile.script_turn:
        return None
    dot = host.rfind(".") + 1
    match = _turn().match(host, dot)
    return match.end() if dot and match and is_known_tld(match[0]) else None


@cache
def _turn() -> regex.Pattern[str]:
    return regex.compile(rf"[A-Za-z]++(?=[[\p{{L}}{c.EMOJI}]--\p{{Latin}}])", regex.V1)


def domain_end(text: str, start: int, end: int, profile: Profile, is_tld: Callable[[str], bool] | None) -> int:
    """Return the end of the domain name in a run of host characters; ``start`` if there is none (UTS #58 initiation).

    ``is_tld`` decides on the last label; None admits any, and a name of one label.
    """
    end, _ = _without_final_marks(text, start, end)
    if (turn := _script_turn(text[start:end], profile)) is not None:
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


def domain_start(text: str, start: int, end: int, profile: Profile) -> int:
    """Return where a bare domain name begins in a run of host characters.

    `地址example.org` ("script_turn"): a word of a script that puts no spaces stands right before an ASCII name.
    """
    start += len(text[start:end]) - len(text[start:end].lstrip("_"))
    if profile.script_turn and (glued := _glued().match(text, start, end)):
        return glued.end()
    return start


@cache
def _glued() -> regex.Pattern[str]:
    return regex.compile(
        rf"[{c.UNSPACED}]++(?=[A-Za-z0-9][A-Za-z0-9\-]*+\.[A-Za-z0-9\-.]*+(?:[{c.UNSPACED}]|\Z))", regex.V1
    )


def tail_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of path, query and fragment; ``start`` itself unless "/", "?" or "#" stands there."""
    return body_end(text, start, profile) if text[start : start + 1] in ("/", "?", "#") else start


def body_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of what follows an authority, or the ":" of an opaque scheme (UTS #58 termination).

    The stack of brackets is reset at "?" and "#", and a "?" or "#" that nothing safe follows is left out. An opening
    bracket may be the last character, unless the profile forbids it.
    """
    end = position = start
    part, here_runs = "/", runs(profile)
    run = here_runs.path
    stack: list[str] = []
    while True:
        safe_end, here = run.ends(text, position)
        if safe_end > position:
            end = safe_end
        if stack and any(text.find(clear, position, here) >= 0 for clear in _CLEARS[part]):
            stack.clear()
        character = text[here : here + 1]
        if character == "?" and part == "/":
            part, run = "?", here_runs.query
            stack.clear()
        elif character == "#" and part != "#":
            part, run = "#", here_runs.fragment
            stack.clear()
            if profile.empty_fragment:
                end = here + 1
        elif not _takes(character, stack, text, start, here, profile):
            return end + _closes(text, start, end, profile)
        elif not (profile.no_final_opening and stack and stack[-1] == character):
            end = here + 1
        position = here + 1


def _closes(text: str, start: int, end: int, profile: Profile) -> bool:
    """Tell whether a mark at ``end`` closes one that the link has ("marks_enclose"): `a_"b"`, but not `it's'`."""
    mark = text[end : end + 1]
    if not mark or mark not in profile.closes:
        return False
    opening = max(text.rfind(opener, start, end) for opener in CLOSES[mark])
    if opening < 0 or text.find(mark, opening + 1, end) >= 0:
        return False
    return text[opening] != mark or not text[opening - 1].isalnum()


def _takes(character: str, stack: list[str], text: str, start: int, here: int, profile: Profile) -> bool:
    """Tell whether a bracket belongs to the link, and keep the stack; whatever is no bracket ends the link."""
    if not character or (character in "<>" and profile.angle_brackets_enclose):
        return False
    opener = _opener(character)
    if opener is None:
        return False
    if opener:
        return bool(stack) and stack.pop() == opener
    if len(stack) == _MAX_BRACKETS:
        return False
    if character in c.CJK_OPEN and profile.cjk_bracket_ends_ascii and text[start:here].isascii():
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


def ends_by_mark(text: str, start: int, end: int) -> bool:
    """Return whether the mark right before a link has a say in where the link ends ("marks_enclose")."""
    before = text[start - 1 : start]
    if before in QUOTES:
        return any(text.find(mark, start, end) >= 0 for mark in QUOTES[before])
    return before in EMPHASIS and text[end - 1] in EMPHASIS
