"""Where a link ends: every decider, in the order in which they decide (UTS #58 termination).

1. `authority_end`, for a link with "//": userinfo; then an IP literal, or the host's run of characters, or a name that
   the DNS need not know; final marks go, a script's turn ends it; then a root dot, a port. For a name without a scheme
   it is `domain_end`, for its port `port_end`.
2. `body_end`: path, query and fragment. In each, a `Run` goes as far as characters decide alone (Hard, Soft, safe,
   doubled marks); where it stops, "?" and "#" begin the next part, and a bracket is taken in or ends it (`_takes`).
3. What the end leaves out or takes in: an opening bracket, an empty fragment, a quotation mark that closes one inside
   (`_closes`), all from a bracket that is left open (`_before_left_open`).
4. `end_before_words`: words that are written directly after an address (`words`).
5. The caller looks at what stands around: `schemed.hierarchical` drops ":" and full stops that nothing follows, and
   takes in punctuation before ">". A common link is ended by one pattern (`fast_path`), unless the mark right before it
   has a say (`ends_by_mark`); the pattern gives the same end, or none.

Which characters are Hard, Soft or safe, and what each tailoring adds, stands in `tailorings`: change it there.
An e-mail address ends with its domain (`domain_end`), a mailto: with its fields (`tail_end`).
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from extract.detect.around import in_comment, in_quotes
from extract.detect.evidence import is_word_of_programs
from extract.detect.tailorings import CLOSES, EMPHASIS, QUOTES, Profile
from extract.detect.words import after_prefix, glued_word
from extract.iri.errors import HostError
from extract.iri.grammar import is_ip_literal
from extract.iri.host import host_to_ascii
from extract.iri.percent import encode_all
from extract.iri.schemes import DNS_SCHEMES
from extract.iri.tld import is_known_tld
from extract.text import characters as c
from extract.text.regexes import latin_class, lazily, lazy, re

# UTS #58: the stack of open brackets is bounded.
_MAX_BRACKETS = 125
# As far as text may be read again: from a bracket that is left open, or a glued word, or after what is no name.
MAX_READ_AGAIN = 500
# UTS #58 termination: what clears the stack in a path, a query, a fragment.
_CLEARS = {"/": re.compile("/"), "?": re.compile("[=&]"), "#": re.compile(":~:")}

# RFC 9110 §4.2.1 and §4.2.4, RFC 6455 §3, UTS #58: a web link has a host, and never userinfo.
WEB = frozenset({"http", "https", "ws", "wss"})
# RFC 1035 §2.3.4
_MAX_HOST, _MAX_LABEL = 253, 63

_TO_FULL_STOPS = str.maketrans(c.CJK_DOTS, "...")  # UTS #46 §2.3
_LATIN = (range(ord(c.LATIN_END)),)
_ASCII_LABELS = string.ascii_letters + string.digits + "-_."  # to every profile
_LATIN_NAME = re.compile(rf"[\-_.·{latin_class(str.isalnum)}]*+")
_NO_USERINFO = re.compile(r"[/?#\s]")
_PORT = re.compile(r":([0-9]*+)")
_WORD = re.compile(r"[0-9A-Za-z]++")
_GLUED_TO_PORT = re.compile(rf"[0-9A-Za-z](?![{c.COMBINING}])")  # "é" is none, in whichever form
_IP_LITERAL = re.compile(
    r"\[[^\s\[\]/?#@<>\"':]*+:[^\s\[\]/?#@<>\"']*+\]?+|\[[vV][0-9A-Fa-f]++\.[^\s\[\]/?#@<>\"']++\]"
)
# "splits_glued": a link after another one
_WEB = "(?i:https?)://"
_WEB_START = re.compile(_WEB)
# segments of image proxies: 300x200,sc,https://…
_OPTIONS = re.compile(r"[^/]*[,=][^/]*|[0-9]+x[0-9]*|x[0-9]+")
# "quoted_titles": words in quotation marks, with what stands before them and between them; and seconds of arc
_QUOTED = re.compile(r"""(?<=[/_(=+\-])"\w(?:[^\s"<>`\\|/?#\[\](){}]{0,198}[\w.!?])?\"""")
_SECONDS = re.compile(r"""(?<=[0-9])"(?=[NSEWO])""")
_MINUTES = re.compile(r"['′][0-9.]{1,8}\Z")
# "no_left_open": what is left without its value
_DANGLING = "$="
_FINAL_MARKS = ".,;:!?&'"
_SENTENCE_ENDS = "、。，．！？：；｡､"
_PATH_STOPS = ",→—"
# What ends the string or the comment in source code that a link is part of, after the character itself.
_CODE_STOPS = {"'": r"[,;:)\]}+.]", "*": "/"}
_SPACE_OR_END = re.compile(r"\s|\Z")
_BAD_LABEL = re.compile(r"(?:\A|\.)(?:[.\-]|\Z)|-(?:\.|\Z)")

# "inner_quotes": between letters, but not where words have no space between them.
# (Thai, Lao, Myanmar, Hangul, Khmer, and the blocks of Han, Kana and Hangul; ranges compile faster than properties)
_SPACED = (
    r"[^\W\d_\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF"
    r"\U00020000-\U0003FFFF]"
)
_INNER_QUOTE = rf'(?<={_SPACED})"(?={_SPACED})'
_LATIN_LETTER = latin_class(str.isalpha)
_LATIN_INNER_QUOTE = rf'(?<=[{_LATIN_LETTER}])"(?=[{_LATIN_LETTER}{c.LATIN_END}-\U0010FFFF])'
# "symbols_in_labels": the blocks of symbols that stand in names; UTS #46 decides on each.
_SYMBOLS = "\u2600-\u27bf\U0001f300-\U0001faff"


@dataclass(frozen=True, slots=True)
class Run:
    """What has no bracket and begins no new part of a link.

    Group 1 of a match ends with the last safe character, the whole after the Soft ones that follow. ``latin`` is the
    same for Latin text, many times as fast: right where the character after it is below `LATIN_END` too.
    """

    latin: re.Pattern[str]
    full: regex.Pattern[str]

    def ends(self, text: str, start: int) -> tuple[int, int]:
        """Return the end of the last safe character from ``start``, and of the Soft ones after it."""
        match = self.latin.match(text, start)
        if match is None or text[match.end() : match.end() + 1] >= c.LATIN_END:
            match = self.full.match(text, start)  # type: ignore[assignment]
        assert match is not None
        return match.end(1), match.end()


@dataclass(frozen=True, slots=True)
class NameRun:
    """The run of characters of a name to look up, in both directions; those of Latin text are looked at first."""

    forwards: regex.Pattern[str]
    backwards: regex.Pattern[str]

    def end(self, text: str, start: int) -> int:
        """Return where the run from ``start`` ends; ``start`` itself if none begins there."""
        end = _LATIN_NAME.match(text, start).end()  # type: ignore[union-attr]
        if text[end : end + 1] < c.LATIN_END:
            return end
        return match.end() if (match := self.forwards.match(text, start)) else start

    def start(self, text: str, low: int, end: int) -> int:
        """Return where the run up to ``end`` starts, not before ``low``."""
        first = max(low, end - _MAX_HOST)
        start = first + len(text[first:end].rstrip(_ASCII_LABELS))
        if start > first and "\x7f" < text[start - 1] < c.LATIN_END:
            start = end - _LATIN_NAME.match(text[first:end][::-1]).end()  # type: ignore[union-attr]
        if start == low or (start > first and text[start - 1] < c.LATIN_END):
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
    everywhere = {mark: mark for mark in profile.ends_doubled} | _code_stops(profile)
    # a symbol before the name, or in its midst, is more likely a bullet than a part of it
    symbols = rf"(?<=[{label}])[{_SYMBOLS}]{{1,8}}+(?=\uFE0F?+[{dots}])" if profile.symbols_in_labels else ""
    symbols_at_end = symbols.replace(f"[{dots}]", rf"(?:[{dots}]|\Z)")  # a dot is where the walk to the left begins
    # a full stop that ends sentences too: it follows a label beyond ASCII, and a path follows the name: 例え。テスト/
    name = r"[\p{L}\p{M}\p{N}\-]{1,63}+"
    dot = "" if "。" in dots else rf"|(?<=[^\x00-\x7F])[{c.CJK_DOTS}](?={name}(?:[{c.LABEL_DOTS}]{name}){{0,3}}+[/?#])"
    return Runs(
        path=_run(profile, rf"?#{profile.adds_path_hard}", _path_stops(profile)),
        query=_run(profile, "#", everywhere),
        fragment=_run(profile, "", everywhere),
        host=Run(
            latin=lazily(
                lambda: re.compile(rf"((?:[{c.to_re_class(f'[{label}][{c.EMOJI}]', _LATIN)}]|%[0-9A-Fa-f]{{2}})*+)")
            ),
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


def _path_stops(profile: Profile) -> dict[str, str]:
    """Return the characters that may end a path, each with what follows it then."""
    stops = {mark: mark for mark in profile.ends_doubled} | _code_stops(profile)
    if profile.splits_glued:
        stops |= dict.fromkeys(",→", _WEB)
    if profile.dash_ends:
        stops["—"] = r"—|\p{Ll}" if "—" in stops else r"\p{Ll}"
    return stops


@cache
def _code_stops(profile: Profile) -> dict[str, str]:
    marks = "'" * profile.marks_enclose + "*" * profile.comment_ends
    return {mark: _CODE_STOPS[mark] for mark in marks if not _matches(profile.hard, mark)}


def _run(profile: Profile, new_part: str, stops: dict[str, str]) -> Run:
    """Compile the run of a part of a link, without the characters that begin a new part.

    It stops before a character of ``stops`` that what it is mapped to follows, and before all that `Marks` decides on.
    """
    soft, safe, inner_quotes = profile.soft, profile.safe, profile.inner_quotes
    if profile.loose_marks:
        soft = f"[{soft}]--[{c.MARKS}]"
        stops = {mark: after for mark, after in stops.items() if not _soft_marks(profile).match(mark)}
    separators = c.SYMBOLS if profile.loose_marks else c.SEPARATORS
    glue = separators if profile.splits_glued else ""
    if glue and stops:
        glue = f"[{glue}]--[{''.join(stops)}]"
    if new_part:
        soft, safe = f"[{soft}]--[{new_part}]", f"[{safe}]--[{new_part}]"

    def narrow() -> re.Pattern[str]:
        inner = [_LATIN_INNER_QUOTE] if inner_quotes else []
        between = f"(?:{narrowed(*without_ascii_stops(soft, True), *inner)})*+"
        return re.compile(f"((?:{between}(?:{narrowed(*without_ascii_stops(safe, False))})++)*+){between}")

    def without_ascii_stops(characters: str, are_soft: bool) -> list[str]:
        marks = [mark for mark in stops if mark < "\x80" and bool(_matches(profile.soft, mark)) == are_soft]
        once = [f"{re.escape(mark)}(?!{stops[mark]})" for mark in marks]
        return [f"[{characters}]--[{''.join(marks)}]" if marks else characters, *once]

    def narrowed(characters: str, *more: str) -> str:
        if not glue:
            return "|".join([f"[{c.to_re_class(characters, _LATIN)}]++", *more])
        alone, glued = (c.to_re_class(f"[{characters}]{how}[{glue}]", _LATIN) for how in ("--", "&&"))
        return "|".join([f"[{alone}]++", *([f"[{glued}](?!{_WEB})"] if glued else []), *more])

    def without_stops(characters: str, are_soft: bool) -> str:
        marks = "".join(mark for mark in stops if bool(_matches(profile.soft, mark)) == are_soft)
        once = [f"{regex.escape(mark)}(?!{stops[mark]})" for mark in marks]
        if glue:
            once.append(f"[[{characters}]&&[{glue}]](?!{_WEB})")
            marks += separators
        return "|".join([f"[[{characters}]--[{marks}]]++" if marks else f"[{characters}]++", *once])

    inner = "|" + _INNER_QUOTE if inner_quotes else ""
    between = f"(?:{without_stops(soft, True)}{inner})*+"
    safe_once = without_stops(safe, False)
    return Run(latin=lazily(narrow), full=lazy(f"(?V1)((?:{between}(?:{safe_once})++)*+){between}"))


def _matches(characters: str, character: str) -> bool:
    return regex.match(f"[{characters}]", character, regex.V1) is not None


def authority_end(text: str, start: int, scheme: str, profile: Profile) -> tuple[int, bool]:
    """Return where the authority from ``start`` ends and whether it can be one; ``(start, False)`` if there is none."""
    host_start, good = start, True
    at = text.find("@", start, start + 600)
    if at >= 0 and not _NO_USERINFO.search(text, start, at) and (userinfo := runs(profile).userinfo.match(text, start)):
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
        end, whole = _without_final_marks(text, host_start, run_end, profile)
        if (turn := _script_turn(text[host_start:end], profile)) is not None:
            return host_start + turn, good
        if profile.ellipses and (dots := _ellipsis(text[host_start:end], 3)):  # a..b is a broken host
            return host_start + dots, good
        good = good and not _BAD_LABEL.search(text[host_start:end].translate(_TO_FULL_STOPS))
        if end == host_start:
            return (whole, False) if text.startswith("/", whole) else (start, False)
        if whole > end and _is_followed(text, whole, profile):
            # UTS #58: a root dot stays if something follows
            good = good and text[end:whole].translate(_TO_FULL_STOPS).strip("_") == "."
            end = whole
    return port_end(text, end, good)


def _registered_name_end(text: str, start: int, profile: Profile) -> int:
    """Return where a host ends that need not be a name of the DNS: `+19995551234` (RFC 3986 §3.2.2)."""
    name = _registered_name(profile).match(text, start)
    assert name is not None
    return name.end() if text.startswith("/", name.end()) else name.end(1)


@cache
def _registered_name(profile: Profile) -> regex.Pattern[str]:
    """Compile the pattern of a registered name without round brackets; group 1 ends before final Soft characters."""
    soft = rf"[{profile.soft}]&&[.!',;*]"
    safe = rf"[[{profile.label}]--[{c.LABEL_DOTS}]][[{profile.safe}]&&[$\&+=\~*]]"
    return regex.compile(f"((?:[{soft}]*+(?:[{safe}]|%[0-9A-Fa-f]{{2}})++)*+)[{soft}]*+", regex.V1)


def _without_final_marks(text: str, start: int, end: int, profile: Profile) -> tuple[int, int]:
    """Return the end of a host without full stops, hyphens, low lines and joiners after it, and with them."""
    marks = f"{c.LABEL_DOTS}_-{c.JOINERS}" + (f"{c.MIDDLE_DOTS}\u0387" if profile.middle_dot_ends else "")
    return start + len(text[start:end].rstrip(marks)), end


def port_end(text: str, end: int, good: bool = True) -> tuple[int, bool]:
    """Extend the end over a port: 1 to 65535, or an empty one between ":" and a path."""
    port = _PORT.match(text, end)
    if port is None:
        return end, good
    digits, after = port[1], text[port.end() : port.end() + 1]
    if not digits:
        return (port.end() if after in ("/", "?", "#") else end), good
    if _GLUED_TO_PORT.match(text, port.end()):
        return _WORD.match(text, end + 1).end(), False  # type: ignore[union-attr]
    return port.end(), good and len(digits) <= 5 and 0 < int(digits) <= 65535


def _is_followed(text: str, end: int, profile: Profile) -> bool:
    """Return whether a port, path, query or fragment follows a host: more than ":", "?" and such marks alone."""
    if text[end : end + 1] not in ("/", "?", "#", ":"):
        return False
    port, _ = port_end(text, end)
    return (port > end and text[port - 1] != ":") or tail_end(text, port, profile) > port


def _script_turn(host: str, profile: Profile) -> int | None:
    """Return where a host turns from an ASCII top-level domain into another script ("script_turn"), or None.

    In `example.com然后` a Chinese word follows the name: Chinese and Japanese put no space there.
    """
    if host.isascii():
        return None
    if profile.script_turn and (whole := _whole_host().match(host)):
        return whole.end(1)
    dot = host.translate(_TO_FULL_STOPS).rfind(".") + 1
    if not dot:
        return None
    for applies, turn in ((profile.script_turn, _turn), (profile.no_final_symbols, _symbol_turn)):
        if applies and (match := turn().match(host, dot)) and (match[0] in _SPECIAL_NAMES or is_known_tld(match[0])):
            return match.end()
    return None


_OTHER_SCRIPT = rf"[[[\p{{L}}{c.EMOJI}]{c.MIDDLE_DOTS}]--\p{{Latin}}]"
# RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, and "internal" (ICANN 2024)
_SPECIAL_NAMES = frozenset(("example", "test", "invalid", "localhost", "local", "onion", "arpa", "internal"))


@cache
def _turn() -> regex.Pattern[str]:
    return regex.compile(rf"[A-Za-z]++(?=-*+{_OTHER_SCRIPT})", regex.V1)


@cache
def _whole_host() -> regex.Pattern[str]:
    """Compile the hosts that no label can follow: an IPv4 address, and localhost (RFC 6761 §6.3)."""
    address = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
    return regex.compile(rf"(?i)({address}|localhost)(?=-*+{_OTHER_SCRIPT})[^{c.LABEL_DOTS}]*+\Z", regex.V1)


@cache
def _symbol_turn() -> regex.Pattern[str]:
    return regex.compile(rf"[\p{{L}}\p{{M}}\p{{N}}\-]++(?=[{c.EMOJI}])", regex.V1)


def domain_end(text: str, start: int, end: int, profile: Profile, is_tld: Callable[[str], bool] | None) -> int:
    """Return the end of the domain name in a run of host characters; ``start`` if there is none (UTS #58 initiation).

    ``is_tld`` decides on the last label; None admits any, and a name of one label.
    """
    end, _ = _without_final_marks(text, start, end, profile)
    if (turn := _script_turn(text[start:end], profile)) is not None:
        end = start + turn
    host = text[start:end].translate(_TO_FULL_STOPS)
    if profile.ellipses and (dots := _ellipsis(host)):
        host, end = host[:dots], start + dots
    labels = host.split(".")
    if is_tld and profile.new_sentences and begins_sentence(labels) and _is_site(labels, is_tld):
        host = host[: -len(labels.pop()) - 1]
        end = start + len(host)
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


def _ellipsis(host: str, fewest: int = 2) -> int:
    """Return where full stops between a name and the next sentence begin ("ellipses"); 0 if there are none.

    Not far before the end, for the rest is read again.
    """
    dots = host.find("." * fewest)
    if dots <= 0 or len(host) - dots > MAX_READ_AGAIN:
        return 0
    return dots if is_known_tld(host[:dots].rpartition(".")[2]) else 0


def _is_site(labels: list[str], is_tld: Callable[[str], bool]) -> bool:
    """Return whether a name is one without its last label, too; `collections.abc.Mapping` is not."""
    return len(labels) > 2 and is_tld(labels[-2]) and not is_word_of_programs(labels[-2].lower())


def begins_sentence(labels: list[str]) -> bool:
    """Return whether the last label of a name is capitalised after one in lower case ("new_sentences")."""
    last = labels[-1]
    return len(labels) > 1 and last[:1].isupper() and last[1:].islower() and labels[-2].islower()


def domain_start(text: str, start: int, end: int, profile: Profile) -> int:
    """Return where a bare domain name begins in a run of host characters.

    `地址example.org`, `2023年のexample.org` ("script_turn"): words that end in a script that puts no spaces stand right
    before an ASCII name.
    """
    start += len(text[start:end]) - len(text[start:end].lstrip("_"))
    if profile.glued_words:
        start = after_prefix(text, start, end)
    if profile.script_turn and (glued := _glued().match(text, start, end)):
        return glued.end()
    return start


@cache
def _glued() -> regex.Pattern[str]:
    name = rf"[A-Za-z0-9][A-Za-z0-9\-]*+\.[A-Za-z0-9\-.]*+(?:[{c.UNSPACED}]|\Z)"
    return regex.compile(rf"(?:[A-Za-z0-9\-]*+[{c.UNSPACED}]++)++(?={name})", regex.V1)


def tail_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of path, query and fragment; ``start`` itself unless "/", "?" or "#" stands there."""
    return body_end(text, start, profile) if text[start : start + 1] in ("/", "?", "#") else start


def tail_end_after_port(text: str, start: int, port: int, profile: Profile) -> int:
    """Return the end of a link from ``start`` with a port that ends at ``port``.

    UTS #58: a ":" alone stays if something follows it.
    """
    rules = profile.after(text[start - 1 : start])
    end = end_before_words(text, start, port, tail_end(text, port, rules), rules)
    return end - (end == port and text[port - 1] == ":")


def end_before_words(text: str, start: int, tail: int, end: int, profile: Profile) -> int:
    """Return the end of a link from ``start`` whose tail ends at ``end``, before words that are glued to it."""
    if profile.glued_words and (word := glued_word(text, start, tail, end)) and end - word <= MAX_READ_AGAIN:
        return tail + tail_end(text[tail:word], 0, profile)
    return end


def body_end(text: str, start: int, profile: Profile) -> int:  # noqa: C901 - at every stop of every link
    """Return the end of what follows an authority, or the ":" of an opaque scheme (UTS #58 termination).

    The stack of brackets is reset at "?" and "#", and a "?" or "#" that nothing safe follows is left out. An opening
    bracket may be the last character, unless the profile forbids it.
    """
    end = position = start
    part, here_runs = "/", runs(profile)
    run = here_runs.path
    stack: list[str] = []
    # of each bracket in the stack, what it is, where the link ends before it, and its place; and of those cleared
    opened: list[tuple[str, int, int]] = []
    left: list[tuple[str, int, int]] = []
    path: _Path | None = None
    marks: Marks | None = None
    is_ascii = True  # so far, perhaps
    while True:
        safe_end, here = run.ends(text, position)
        if safe_end > position:
            end = safe_end
        character = text[here : here + 1]
        new_part = (character == "?" and part == "/") or (character == "#" and part != "#")
        if stack and (new_part or _CLEARS[part].search(text, position, here)):
            left += opened[: len(stack)]
            stack.clear()
        if new_part:
            part, run = character, here_runs.query if character == "?" else here_runs.fragment
            if marks:
                marks.opened.clear()
            if character == "#" and profile.empty_fragment:
                end = here + 1
        elif (
            part == "/"
            and character
            and character in _PATH_STOPS
            and (path := path or _Path(text, start)).goes_on(here, character, profile)
        ):
            pass  # nothing safe may follow it
        elif character and character in _CODE_STOPS and _is_in_code(text, start, here, profile):
            break
        elif character and character in _CODE_STOPS:
            if not _matches(profile.soft, character):
                end = here + 1
        elif character == '"' and profile.quoted_titles and (quoted := _quoted_end(text, here)):
            end = position = quoted
            continue
        elif (
            part == "/"
            and profile.splits_glued
            and _WEB_START.match(text, here + 1)
            and (path := path or _Path(text, start)).ends_at_bracket(here)
        ):
            break
        elif profile.loose_marks and character > "\x7f" and _soft_marks(profile).match(character):
            marks = marks or Marks(profile)
            is_ascii = is_ascii and text[start:here].isascii()
            if marks.end(text, here, text[max(here - 3, 0) : here], is_first=is_ascii) or (
                part == "/" and _is_dash_in_path(text, here, profile)
            ):
                break
            if character == "〜" and not is_ascii:
                end = here + 1  # as titles do: スーパー〜
            is_ascii = False
        elif not stack and left and profile.no_left_open and character == "}" and left[-1][0] == "{":
            left.pop()
            end = here + 1  # RFC 6570 §3.2.6: {/owner}{/repo}
        elif not stack and left and profile.no_left_open and character == "]" and left[-1][0] == "[" and part == "/":
            return left[-1][1]  # a label: https://a.example/[and/or]
        elif not _takes(character, stack, text, start, here, profile):
            break
        else:
            opens = _opener(character) == ""
            del opened[len(stack) - opens :]
            if opens:
                opened.append((character, end, here))
            if not (profile.no_final_opening and stack and stack[-1] == character):
                end = here + 1
        position = here + 1
    if profile.no_left_open and (not character or character.isspace() or character in _SENTENCE_ENDS):
        left += opened[: len(stack)]
        left = [bracket for bracket in left if here - bracket[2] <= MAX_READ_AGAIN]
        if left:
            return _before_left_open(text, start, here, end, left)
    end += _closes(text, start, end, profile)
    if profile.comment_ends and text.startswith("--", end - 2) and text.startswith((">", "}}"), end):
        return start + len(text[start:end].rstrip("-").rstrip(_FINAL_MARKS))  # <!-- … -->, {{-- … --}}
    return end


def _is_in_code(text: str, start: int, here: int, profile: Profile) -> bool:
    """Return whether one of _CODE_STOPS at ``here`` ends the string or the comment that the link is part of."""
    if text[here] not in _code_stops(profile):
        return True
    if text[here] == "'":
        return profile.marks_enclose and text.find("'", start, here) < 0 and in_quotes(text, start)
    return text[here - 1] != "/" and (_SPACE_OR_END.match(text, here + 2) is not None or in_comment(text, start))


class Marks:
    """Whether a link ends at a mark that is not ASCII, asked from left to right ("splits_glued", "loose_marks")."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._decided = _soft_marks(profile) if profile.loose_marks else None
        self.opened: set[str] = set()  # the quotation marks that opened in this part of the link

    def end(self, text: str, here: int, before: str, *, is_first: bool) -> bool:
        """Return whether a link ends at a mark; ``before`` are three characters, ``is_first``: only ASCII is before."""
        mark, after = text[here], text[here + 1 : here + 2]
        if self._profile.splits_glued and _WEB_START.match(text, here + 1):
            return True
        if mark == after and mark in self._profile.ends_doubled:
            return True
        if self._decided is None or not self._decided.match(mark):
            return False
        is_escape, last = before[:1] == "%", before[-1:]
        if is_first and mark not in c.MIDDLE_DOTS:
            opens = mark in _OPENING and _ends_word(last) and not is_escape
            if opens or mark in _BULLETS or _not_latin().match(after):
                return True
        openers = _OPENERS.get(mark)
        if (
            openers
            and not is_escape
            and last not in _BEFORE_QUOTES
            and self.opened.isdisjoint(openers)
            and (mark != "’" or _unspaced().match(after))
        ):
            return True
        self.opened.add(mark)
        return False


_BULLETS = "•‣⁃"
_OPENING = "«“„‟‹"  # no "‘", which is an apostrophe too: Hawai‘i
# The closing quotation marks, each with those that open it. Between Swedish words one is like the other.
_OPENERS = {"”": "“„‟”", "»": "«»", "›": "‹›", "’": "‘‚‛’"}
_BEFORE_QUOTES = "/?#=&_-+,:([{（「『【《〈"


def _is_dash_in_path(text: str, here: int, profile: Profile) -> bool:
    """Return whether an em dash stands before a lower-case letter ("dash_ends")."""
    return profile.dash_ends and text[here] == "—" and text[here + 1 : here + 2].islower()


@cache
def _not_latin() -> regex.Pattern[str]:
    return regex.compile(r"[\p{L}--\p{Latin}]", regex.V1)


@cache
def _unspaced() -> regex.Pattern[str]:
    return regex.compile(f"[{c.UNSPACED}]", regex.V1)


@cache
def _soft_marks(profile: Profile) -> regex.Pattern[str]:
    """Compile what `Marks` decides on: Soft, so that it never ends a link itself."""
    return regex.compile(f"[[{profile.soft}]&&[{c.MARKS}]]", regex.V1)


class _Path:
    """Whether a path continues over a character where its run stops; each answer looks only at new text."""

    def __init__(self, text: str, start: int) -> None:
        self._text, self._start = text, start
        self._seen = start  # up to here the text was looked at for "_"
        self._underscore = False  # in this segment, so far
        self._whole = False  # it is not split at "," any more
        self._holds_link = False

    def goes_on(self, here: int, character: str, profile: Profile) -> bool:
        """Return whether a stop of `_path_stops` at ``here`` is part of the path after all."""
        text = self._text
        if _is_dash_in_path(text, here, profile):
            slash = text.rfind("/", self._seen, here)
            self._underscore = text.find("_", max(slash, self._seen), here) >= 0 or (slash < 0 and self._underscore)
            self._seen = here
            return self._underscore
        if character in (",", "→") and profile.splits_glued and _WEB_START.match(text, here + 1):
            if not self._whole:
                segment = text.rfind("/", self._start, here) + 1 or self._start
                self._whole = text.find("://", self._start, here) >= 0 or (
                    character == "," and _OPTIONS.fullmatch(text, segment, here) is not None
                )
            return self._whole
        return False

    def ends_at_bracket(self, here: int) -> bool:
        """Return whether a bracket before another link ends it: `a(https://b)`, `a[https://a]`; not `a/[https://b]`."""
        if _opener(self._text[here]) != "" or self._text[here - 1] == "/":
            return False
        self._holds_link = self._holds_link or self._text.find("://", self._start, here) >= 0
        return not self._holds_link


def _quoted_end(text: str, here: int) -> int:
    """Return where what is in quotation marks from ``here`` ends; 0 if it is not part of a link ("quoted_titles")."""
    if quoted := _QUOTED.match(text, here):
        return quoted.end()
    if (seconds := _SECONDS.match(text, here)) and _MINUTES.search(text[max(here - 9, 0) : here]):
        return seconds.end()
    return 0


def _before_left_open(text: str, start: int, here: int, end: int, brackets: list[tuple[str, int, int]]) -> int:
    """Return the end of a link before the first bracket that is left open at ``here``; ``end`` if there is none."""
    escapes = text[start:here].upper() if text.find("%", start, here) >= 0 else ""
    kinds = {bracket for bracket, _, _ in brackets}
    last_partner = {kind: start + escapes.rfind(_encoded_partner(kind)) for kind in kinds}
    for bracket, before, place in brackets:
        if text[place - 1] == "_" or last_partner[bracket] > place:
            continue
        kept = len(text[start:before].rstrip(_DANGLING))
        if start + kept < before:
            return start + len(text[start : start + kept].rstrip(_FINAL_MARKS))
        return before
    return end


@cache
def _encoded_partner(bracket: str) -> str:
    partner = next(close for close in map(chr, range(ord(bracket) + 1, ord(bracket) + 3)) if _opener(close) == bracket)
    return encode_all(partner)


def _closes(text: str, start: int, end: int, profile: Profile) -> bool:
    """Return whether a mark at ``end`` closes one that the link has ("marks_enclose"): `a_"b"`, but not `it's'`."""
    mark = text[end : end + 1]
    if not mark or mark not in profile.closes:
        return False
    opening = max(text.rfind(opener, start, end) for opener in CLOSES[mark])
    if opening < 0 or text.find(mark, opening + 1, end) >= 0:
        return False
    return text[opening] != mark or not _ends_word(text[opening - 1])


def _ends_word(character: str) -> bool:
    """Return whether a character is a letter, a digit, or a mark on one, so that it ends words in NFD as in NFC."""
    return character.isalnum() or (character > "\x7f" and unicodedata.category(character)[0] == "M")


def _takes(character: str, stack: list[str], text: str, start: int, here: int, profile: Profile) -> bool:
    """Return whether a bracket belongs to the link, and update the stack; anything but a bracket ends the link."""
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
    """Return what a closing bracket pairs with; "" for an opening one, None for any other character."""
    opening, closing = _brackets()
    if opening.match(character):
        return ""
    return c.opener(character) if closing.match(character) else None


@cache
def _brackets() -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    return regex.compile(f"[{c.OPEN}]", regex.V1), regex.compile(f"[{c.CLOSE}]", regex.V1)


def ends_by_mark(text: str, start: int, end: int) -> bool:
    """Return whether the mark right before a link affects where the link ends ("marks_enclose")."""
    before = text[start - 1 : start]
    if before in QUOTES:
        return any(text.find(mark, start, end) >= 0 for mark in QUOTES[before])
    return before in EMPHASIS and text[end - 1] in EMPHASIS
