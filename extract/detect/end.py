"""Find the end of a link (UTS #58 termination), in these steps:

1. `authority_end`, for a link with "//": user information, then an IP literal, a host, or a registered name outside of
   the DNS. Final punctuation and prose in another script are removed. A root dot and a port may follow. For a name
   without a scheme, the functions are `domain_end` and `port_end`.
2. `body.body_end`: path, query and fragment.
3. `end_before_words`: adjoining words of prose (`words`).
4. The caller checks the adjoining text: `schemed.hierarchical` removes a final ":" and full stops, and adds punctuation
   before ">".

For a common link, the pattern of `fast_path` finds the same end. If the pattern does not match, or the link is in
emphasis, these functions decide.

`tailorings` defines the Hard, Soft and safe characters, and the characters that each tailoring adds.
An email address ends with its domain (`domain_end`), a "mailto:" IRI with its fields (`tail_end`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from unicodedata import normalize

import regex

from extract.detect.body import MAX_READ_AGAIN, NOT_LATIN, body_end
from extract.detect.evidence import may_be_code
from extract.detect.particles import final
from extract.detect.runs import MAX_HOST, runs
from extract.detect.tailorings import Profile
from extract.detect.words import after_prefix, glued_word
from extract.iri.errors import HostError
from extract.iri.grammar import is_ip_literal
from extract.iri.host import host_to_ascii
from extract.iri.schemes import DNS_SCHEMES
from extract.iri.tld import is_known_tld
from extract.text import characters as c
from extract.text.regexes import lazy, re

# RFC 9110 §4.2.1 and §4.2.4, RFC 6455 §3, UTS #58: a web link has a host, but no user information ("user-information").
WEB = frozenset({"http", "https", "ws", "wss"})
# RFC 1035 §2.3.4
_MAX_LABEL = 63

_TO_FULL_STOPS = str.maketrans(c.CJK_DOTS, "...")  # UTS #46 §2.3
USERINFO = r"[^@/?#\s]*+@"
_USERINFO = re.compile(USERINFO)
_PORT = re.compile(r":([0-9]*+)")
_PLACEHOLDER_PORT = re.compile(
    r":(?!n(?!\w))[0-9]{0,4}(?:[xX]{1,5}+|[nN]{1,5}+)(?![\w.\-])"
)  # 80xx, NNNN; not yle.fi:n
_WORD_FOR_PORT = re.compile(r":\w")
_WORD = re.compile(r"[0-9A-Za-z]++")
_WWW = re.compile(r"(?:www\.)?+", re.IGNORECASE)
_GLUED_TO_PORT = re.compile(rf"[0-9A-Za-z](?![{c.COMBINING}])")  # excludes "é" in NFD
_IP_LITERAL = re.compile(
    r"\[[^\s\[\]/?#@<>\"':]*+:[^\s\[\]/?#@<>\"']*+\]?+|\[[vV][0-9A-Fa-f]++\.[^\s\[\]/?#@<>\"']++\]"
)
_BAD_LABEL = re.compile(r"(?:\A|\.)(?:[.\-]|\Z)|-(?:\.|\Z)")


def authority_end(text: str, start: int, scheme: str, profile: Profile) -> tuple[int, bool]:
    """Return the end of the authority at ``start`` and whether it is valid, or ``(start, False)`` if there is none.

    If no host follows the user information of a web link, programs without support for it see a host in it:
    http://evil.example@-.
    """
    user = runs(profile).userinfo.match(text, start) if _USERINFO.match(text, start) else None
    host_start, allowed = user.end() if user else start, user is None or profile.user_information or scheme not in WEB
    if not text.startswith("[", host_start):
        end, good = _end_with_name(text, start, host_start, scheme, allowed, profile)
    elif literal := _IP_LITERAL.match(text, host_start):
        end, good = port_end(text, literal.end(), allowed and is_ip_literal(literal[0]))
    else:
        end, good = start, False
    if user and allowed and scheme in WEB and not (good and end > host_start):
        before, is_host = _end_with_name(text, start, start, scheme, True, profile)
        return (before, True) if is_host and "." in text[start:before] else (end, good)
    return end, good


def _end_with_name(
    text: str, start: int, host_start: int, scheme: str, good: bool, profile: Profile
) -> tuple[int, bool]:
    """Return the result of `authority_end` for an authority whose host, at ``host_start``, is a name."""
    run_end, _ = runs(profile).host.ends(text, host_start)
    if scheme and profile.hosts and scheme not in DNS_SCHEMES:
        name_end = _registered_name(profile).match(text, host_start).end()  # type: ignore[union-attr]
        if name_end > run_end:
            return port_end(text, name_end, good)
    if run_end == host_start:
        # RFC 8089: file:///path. Other schemes require a host (RFC 9110 §4.2.1).
        return start, text.startswith("/", start) and scheme == "file"
    end = _before_final_marks(text, host_start, run_end, profile)
    if shorter := _before_prose(text, host_start, end, 3, profile):  # a..b is a broken host
        return shorter, good
    if profile.whole_hosts and _is_mentioned(text, host_start, run_end, profile):
        return start, False
    if end == host_start:
        return (run_end, False) if text.startswith("/", run_end) else (start, False)
    good = good and not _BAD_LABEL.search(text[host_start:end].translate(_TO_FULL_STOPS))
    # UTS #58: a root dot is part of the link if a port, path, query or fragment follows.
    if run_end > end and _is_followed(text, run_end, profile):
        good = good and text[end:run_end].translate(_TO_FULL_STOPS).strip("_") == "."
        end = run_end
    return port_end(text, end, good)


@cache
def _registered_name(profile: Profile) -> regex.Pattern[str]:
    """Compile the pattern of a registered name without parentheses, which need not be a DNS name: `+19995551234`.

    Final Soft characters are part of it before "/" (RFC 3986 §3.2.2).
    """
    soft = rf"[{profile.soft}]&&[.!',;*]"
    safe = rf"[[{profile.label}]--[{c.LABEL_DOTS}]][[{profile.safe}]&&[$\&+=\~*]]"
    return regex.compile(f"(?:[{soft}]*+(?:[{safe}]|%[0-9A-Fa-f]{{2}})++)*+(?:[{soft}]++(?=/))?+", regex.V1)


def _before_final_marks(text: str, start: int, end: int, profile: Profile) -> int:
    """Return the end of the host ``text[start:end]`` before final full stops, hyphens, underscores and joiners."""
    marks = f"{c.LABEL_DOTS}_-{c.JOINERS}" + (f"{c.MIDDLE_DOTS}\u0387" if profile.closing_marks else "")
    return start + len(text[start:end].rstrip(marks))


def port_end(text: str, end: int, good: bool = True) -> tuple[int, bool]:
    """Return the end of any port at ``end``, and whether it is valid: 1 to 65535, or empty before a path."""
    port = _PORT.match(text, end)
    if port is None or _PLACEHOLDER_PORT.match(text, end):
        return end, good
    digits, after = port[1], text[port.end() : port.end() + 1]
    if not digits:
        return (port.end() if after in ("/", "?", "#") else end), good
    if _GLUED_TO_PORT.match(text, port.end()):
        return _WORD.match(text, end + 1).end(), False  # type: ignore[union-attr]
    return port.end(), good and len(digits) <= 5 and 0 < int(digits) <= 65535


def _is_followed(text: str, end: int, profile: Profile) -> bool:
    """Return whether a port, path, query or fragment follows a host, and is not just ":" or "?"."""
    if text[end : end + 1] not in ("/", "?", "#", ":"):
        return False
    port, _ = port_end(text, end)
    return (port > end and text[port - 1] != ":") or tail_end(text, port, profile) > port


def _is_mentioned(text: str, start: int, end: int, profile: Profile) -> bool:
    """Return whether prose follows "://" instead of a host: `http://で始まる`, `http://...`.

    Such prose is an ellipsis, or a non-Latin label without port, path, query and fragment.
    """
    if text.startswith("..", start):
        return True
    word = _WWW.match(text, start).end()  # type: ignore[union-attr]
    is_name = "." in text[word:end].translate(_TO_FULL_STOPS).strip(".")
    if is_name or NOT_LATIN.search(text, word, end) is None or _WORD_FOR_PORT.match(text, end):
        return False
    return text.startswith("://", end) or not _is_followed(text, end, profile)


def _before_prose(text: str, start: int, end: int, dots: int, profile: Profile) -> int:
    """Return the end of the name in ``text[start:end]`` before prose that looks like a part of it, or 0.

    It is a word in another script, a Hungarian suffix, an ellipsis of at least ``dots`` full stops, or a sentence.
    """
    host = text[start:end]
    turn = _script_turn(host, profile)
    if turn is None and profile.glued_words and (name := before_suffix(host)) and not _is_followed(text, end, profile):
        turn = name
    if not turn and profile.ellipses:
        turn = _ellipsis(host.translate(_TO_FULL_STOPS), dots)
    if turn:
        return start + turn
    return _before_sentence(text, start, end, profile) if profile.script_turn else 0


def _before_sentence(text: str, start: int, end: int, profile: Profile) -> int:
    """Return the end of an ASCII host before a sentence that begins with a word in another script, or 0.

    In `https://example.com.다음` ("script-turn"), the last label is not a top-level domain, but the rest is a host.
    """
    host, _, last = text[start:end].rpartition(".")
    if last.isascii() or not host.isascii() or NOT_LATIN.match(last) is None or is_known_tld(last):
        return 0
    name, _, ending = host.rpartition(".")
    is_host = (name and is_known_tld(ending)) or _NO_LABEL_AFTER.fullmatch(host)
    return start + len(host) if is_host and not _is_followed(text, end, profile) else 0


def _script_turn(host: str, profile: Profile) -> int | None:
    """Return the offset at which a host switches from a top-level domain to another script or a symbol, or None.

    In `example.com然后` a Chinese word follows the name ("script-turn"). Chinese and Japanese write no space there.
    """
    if host.isascii():
        return None
    if profile.script_turn and (first := _first_host(host)) and len(host) - first <= MAX_READ_AGAIN:
        return first
    dot = host.translate(_TO_FULL_STOPS).rfind(".") + 1
    if not dot:
        return None
    for applies, turn in ((profile.script_turn, _TURN), (profile.final_symbols, _SYMBOL_TURN)):
        if applies and (match := turn.match(host, dot)) and _is_ending(match[0]):
            return match.end()
    return None


_ADDRESS = r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"  # IPv4
_NO_LABEL_AFTER = re.compile(f"{_ADDRESS}|localhost", re.IGNORECASE)
_OTHER_SCRIPT = rf"[[[\p{{L}}{c.EMOJI}]{c.MIDDLE_DOTS}]--\p{{Latin}}]"
_TURN = lazy(rf"(?V1)[A-Za-z]++(?=-*+{_OTHER_SCRIPT})")
_SYMBOL_TURN = lazy(rf"(?V1)[\p{{L}}\p{{M}}\p{{N}}\-]++(?=[{c.EMOJI}])")
_LONGEST_TLD = 24  # length of "xn--vermgensberatung-pwb"; Unicode forms are shorter
_DOT, _NO_DOT = f"[{c.LABEL_DOTS}]", f"[^{c.LABEL_DOTS}]"
# Start of the next host after another script, also in full-width letters.
_NEXT_WWW = r"(?<=[^\x00-\x7F\p{Latin}][wｗ]{3})"
# Complete hosts: an IPv4 address, and localhost (RFC 6761 §6.3). But "localhost之家.example" may be a name.
_WHOLE_HOST = lazy(
    rf"(?V1i){_ADDRESS}(?=-*+{_OTHER_SCRIPT})|localhost(?=-*+{_OTHER_SCRIPT}{_NO_DOT}*+(?:\Z|{_NEXT_WWW}{_DOT}))"
)
# The last label of the first of two hosts with a word between them. ``common``: a common domain before a label that
# ends in ASCII. ``other``: any label before "www".
_TWO_HOSTS = lazy(
    rf"(?V1i)(?<=[a-z0-9]\.)(?P<common>com|net|org|edu|gov|cn|hk|jp|kr|tw)(?={_OTHER_SCRIPT}{_NO_DOT}*+(?<=[a-z0-9]){_DOT}[a-z0-9])"
    rf"|(?<={_DOT})(?P<other>{_NO_DOT}++){_NEXT_WWW}(?={_DOT}[\p{{L}}\p{{N}}])"
)
# Words directly before a name: `地址example.org`, `URLはwww.example.jp`
_BEFORE_NAME = lazy(
    rf"(?V1)(?:[A-Za-z0-9\-]*+[{c.UNSPACED}]++)++(?=[A-Za-z0-9][A-Za-z0-9\-]*+\.[A-Za-z0-9\-.]*+(?:[{c.UNSPACED}]|\Z))"
    rf"|(?:[{_OTHER_SCRIPT}\p{{M}}{c.JOINERS}])++(?=[wWｗＷ]{{3}}{_DOT})"
)
# RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, and "internal" (ICANN 2024)
_SPECIAL_NAMES = frozenset(("example", "test", "invalid", "localhost", "local", "onion", "arpa", "internal"))


def _first_host(host: str) -> int:
    """Return the end of the first of two hosts with a word between them, or of a complete host before a word, or 0.

    `example.com和example.org` and `example.io或www.example.org` are two hosts, `www.it之家.com` is one.
    """
    if whole := _WHOLE_HOST.match(host):
        return whole.end()
    for two in _TWO_HOSTS.finditer(host):
        if two["common"]:
            return two.end("common")
        if length := _length_of_tld(two["other"]):
            return two.start() + length
    return 0


def _is_ending(label: str) -> bool:
    return label.lower() in _SPECIAL_NAMES or is_known_tld(label)


def _length_of_tld(label: str) -> int:
    """Return the length of the top-level domain at the start of ``label``, or 0."""
    if (ascii_start := _TURN.match(label)) is not None:
        return ascii_start.end() if _is_ending(ascii_start[0]) else 0
    longest = min(len(label), _LONGEST_TLD)
    return next((length for length in range(longest, 0, -1) if is_known_tld(label[:length])), 0)


def domain_end(text: str, start: int, end: int, profile: Profile, is_tld: Callable[[str], bool] | None) -> int:
    """Return the end of the domain name in ``text[start:end]``, or ``start`` if there is none (UTS #58 initiation).

    ``is_tld`` decides on the last label. None allows any label, and a name of one label.
    """
    end = _before_final_marks(text, start, end, profile)
    end = _before_prose(text, start, end, 2, profile) or end
    host = text[start:end].translate(_TO_FULL_STOPS)
    labels = host.split(".")
    if is_tld and profile.new_sentences and begins_sentence(labels) and _is_site(labels, is_tld):
        host = host[: -len(labels.pop()) - 1]
        end = start + len(host)
    if is_tld is not None and not (len(labels) > 1 and is_tld(labels[-1])):
        return start
    return end if _can_be_looked_up(host, labels) else start


_SUFFIXED = re.compile(r".*\.([A-Za-z]{2,24})-(?=[^\W\d_]{1,4}\Z)")


def before_suffix(host: str) -> int:
    """Return the end of ``host`` before a Hungarian suffix (``a.hu-n``), or 0 if it has none."""
    suffixed = _SUFFIXED.match(composed := normalize("NFC", host))
    is_suffix = suffixed and is_known_tld(suffixed[1]) and final("suffix").fullmatch(composed, suffixed.end())
    return host.rindex("-") if is_suffix else 0


def _can_be_looked_up(host: str, labels: list[str]) -> bool:
    """Return whether ``host`` can be a DNS name. ``labels``: its labels."""
    if "_" in host or len(host) > MAX_HOST or max(map(len, labels)) > _MAX_LABEL or _BAD_LABEL.search(host):
        return False
    if not host.isascii() or "xn--" in host.lower():
        try:
            host_to_ascii(host)  # UTS #46; ASCII names are checked above
        except HostError:
            return False
    return True


def _ellipsis(host: str, fewest: int) -> int:
    """Return the start of an ellipsis between a name and the next sentence ("ellipses"), or 0.

    It must be near the end, because the rest is scanned again.
    """
    dots = host.find("." * fewest)
    if dots <= 0 or len(host) - dots > MAX_READ_AGAIN:
        return 0
    return dots if is_known_tld(host[:dots].rpartition(".")[2]) else 0


def _is_site(labels: list[str], is_tld: Callable[[str], bool]) -> bool:
    """Return whether the name is also a site without its last label. `collections.abc` is not."""
    return len(labels) > 2 and is_tld(labels[-2]) and not may_be_code(labels[-2].lower())


def begins_sentence(labels: list[str]) -> bool:
    """Return whether the last label is capitalized and the label before it is lowercase ("new-sentences")."""
    last = labels[-1]
    return len(labels) > 1 and last[:1].isupper() and last[1:].islower() and labels[-2].islower()


def domain_start(text: str, start: int, end: int, profile: Profile) -> int:
    """Return the start of the bare domain in ``text[start:end]``, a run of host characters.

    Words in scripts without spaces may directly precede an ASCII name: `地址example.org`, `2023年のexample.org`
    ("script-turn"). Words in any other script may precede "www.".
    """
    start += len(text[start:end]) - len(text[start:end].lstrip("_"))
    if profile.glued_words:
        start = after_prefix(text, start, end)
    if profile.script_turn and (glued := _BEFORE_NAME.match(text, start, end)):
        return glued.end()
    return start


def tail_end(text: str, start: int, profile: Profile) -> int:
    """Return the end of the path, query and fragment at ``start``, or ``start`` if there are none."""
    return body_end(text, start, profile) if text[start : start + 1] in ("/", "?", "#") else start


def tail_end_after_port(text: str, start: int, port: int, profile: Profile) -> int:
    """Return the end of a link from ``start`` whose authority, with a port, ends at ``port``.

    UTS #58: a ":" without a port is part of the link if a path, query or fragment follows.
    """
    rules = profile.after(text[start - 1 : start])
    end = end_before_words(text, start, port, tail_end(text, port, rules), rules)
    return end - (end == port and text[port - 1] == ":")


def end_before_words(text: str, start: int, tail: int, end: int, profile: Profile) -> int:
    """Return the end of a link before adjoining words, or ``end``. Its path starts at ``tail``."""
    if profile.glued_words and (word := glued_word(text, start, tail, end)) and end - word <= MAX_READ_AGAIN:
        return tail + tail_end(text[tail:word], 0, profile)
    return end
