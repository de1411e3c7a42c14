"""Find the link at a "://" or ":": scan left for the scheme, and use `end` for its end (UTS #58 initiation)."""

from __future__ import annotations

import string

from extract.detect.around import after_color
from extract.detect.body import body_end
from extract.detect.end import WEB, authority_end, end_before_words, tail_end
from extract.detect.link import Link, as_followed, link_at
from extract.detect.runs import runs
from extract.detect.tailorings import PLACEHOLDER_IN_ANGLES, Profile
from extract.iri.schemes import scheme_status
from extract.text import characters as c
from extract.text.regexes import lazy, re

_SCHEME_CHARACTERS = string.ascii_letters + string.digits + "+-."
_MAX_SCHEME = 64
_AFTER_HYPHEN = re.compile(r"(?!x-|[^+]*+\+)[^-].*-(https?)\Z", re.IGNORECASE)  # x-http may be a scheme
_LATIN = lazy(rf"(?r)\p{{Latin}}[{c.COMBINING}]{{0,8}}+")  # as in NFC
_SYMBOLS = lazy(r"(?V1)[\p{S}%*--[<>`|]]++")
_SPACE = re.compile(r"[\s<>\"]")
_BEFORE_ANGLE = re.compile("[.,;:!?]++(?=>)")
_WRAPPED = re.compile(r"[^<>\s]*+(?:[ \t]*+\r?\n[ \t]*+[^<>\s]++)++(?=\s*+>)")


# "inner-links": schemes whose IRIs contain another IRI, with the text between them
_OUTER = re.compile(
    r"(?<![A-Za-z0-9+.\-])(?:jdbc|jar|blob|filesystem|view-source):(?:[A-Za-z0-9+.\-]{1,64}:@?){0,4}\Z", re.IGNORECASE
)
_MAX_OUTER, _MAX_MAGNET = 300, 4096
_NO_HOST = ("`", " ", "")  # the scheme is only mentioned: `git://`
# The text after an apparent host: a password with forbidden characters, and the start of the host.
PASSWORD = r":(?![0-9])[^\s/<>\"'`@]{1,64}+@[\w.\-]"
# "whole-hosts": text that cuts a host: defanged or escaped characters, a placeholder, an invalid port or "%".
DEFANGED = re.compile(
    r"[._-]*(?:(?:[\[({](?:\.|dot|[:/])[\])}]|\[\.(?=\w)|\\{1,2}(?:&?[.\-]|&\\[.\-]|_)(?=[\w(\[]))[\w.\-]*+)++",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    rf":(?!n(?!\w))[0-9]{{0,4}}[xXnN]++(?![\w.\-])|[._:-]*+(?:\$(?:[({{]\w|\w)|\{{\{{|\{{\w[\w.\-]*+\}}(?=[\w./:\-])|{PLACEHOLDER_IN_ANGLES})"
)
_NO_PORT = re.compile(
    rf":(?:[0-9A-Fa-f]{{0,4}}:[0-9A-Fa-f:.]*(?<=[0-9A-Fa-f])(?![{c.COMBINING}])|[A-Za-z_][\w\-]*+(?=/)|port(?![\w\-]))"
    r"|%(?![0-9A-Fa-f]{2})(?=\.?\w)[\w.\-%:]*+"
    rf"|{PASSWORD}[\w.\-]*+",
    re.IGNORECASE,
)


def _scheme(text: str, low: int, at: int, names: frozenset[str], profile: Profile) -> tuple[int, str]:
    """Return the start of the scheme before ``at``, and its lowercase name, or "" if it is not in ``names``.

    A scheme is not recognized inside a longer word or scheme name. `end.http://` is a sentence without a space.
    """
    before = text[max(low, at - _MAX_SCHEME) : at]
    name = before[len(before.rstrip(_SCHEME_CHARACTERS)) :].lstrip("+-.")
    if name.lower() not in names:
        name = name.rpartition(".")[2] or name
        if profile.written_escapes and name[:1] in ("n", "t", "r") and text.endswith("\\", low, at - len(name)):
            name = name[1:]
        elif profile.written_escapes:
            name = name[after_color(text, at - len(name), cut=True) - (at - len(name)) :]
        if profile.split_links and (after := _AFTER_HYPHEN.match(name)) and after[1].lower() in names:
            name = after[1] if scheme_status(name) is None else name
    start = at - len(name)
    glued = start > low and not text[start - 1].isascii() and _LATIN.match(text, low, start)
    return start, name.lower() if name.lower() in names and not glued else ""


def _is_inner(text: str, start: int) -> bool:
    """Return whether the IRI at ``start`` is part of another IRI ("inner-links")."""
    before = text[start - 1 : start]
    if before == ":" or (before == "@" and text.endswith(":@", 0, start)):
        return _OUTER.search(text[max(start - _MAX_OUTER, 0) : start]) is not None
    if before != "=":
        return False
    head = text[max(start - _MAX_MAGNET, 0) : start].lower()
    magnet = head.rfind("magnet:?")
    return magnet >= 0 and _SPACE.search(head, magnet) is None


def hierarchical(
    text: str, low: int, at: int, names: frozenset[str], profile: Profile, wrapped: bool
) -> tuple[Link | None, int, bool]:
    """Find the link at the "://" at ``at``. Return the link or None, where to continue, and whether it is valid."""
    start, scheme = _scheme(text, low, at, names, profile)
    body = at + 3
    if start == at:
        return None, at + 1, True
    rules = profile.after(text[start - 1 : start])
    if wrapped and scheme and (link := _wrapped(text, start, body, scheme, rules)):
        return link, link.end, True
    if rules.delimiters and text[body : body + 1] in _NO_HOST:
        return None, body, True
    authority, good = authority_end(text, body, scheme, rules)
    if authority == body and not good:
        return _no_authority(text, start, body, scheme, rules)
    if rules.whole_hosts and scheme and (stump := _stump(text, authority)):
        end = tail_end(text, stump[0], rules)
        return (link_at(text, start, end, "iri"), end, False) if stump[1] else (None, end, True)
    end = end_before_words(text, start, authority, tail_end(text, authority, rules), rules)
    end = _with_final_marks(text, start, body, end, good and end == authority, profile)
    # Skip links with another scheme as a whole.
    if not scheme or (rules.inner_links and _is_inner(text, start)):
        return None, end, good
    link = link_at(text, start, end, "iri")
    return (as_followed(link) if rules.user_information and text.find("@", body, authority) >= 0 else link), end, good


def _with_final_marks(text: str, start: int, body: int, end: int, is_host: bool, profile: Profile) -> int:
    if is_host:  # UTS #58: a root dot and ":" need more than "?" after them
        end = body + len(text[body:end].rstrip(":" + c.LABEL_DOTS))
    if profile.angle_brackets and text.endswith("<", 0, start) and (marks := _BEFORE_ANGLE.match(text, end)):
        return marks.end()  # RFC 3986 appendix C: the brackets delimit the link
    return end


def _stump(text: str, authority: int) -> tuple[int, bool] | None:
    """Return the end of the text that cuts the host, and whether the link is broken, or None if the host is whole."""
    if text[authority : authority + 1] in ("", "/", " ", "\n"):
        return None
    dollar = text[authority - 1] == "$"  # allowed in hosts of file:
    if stump := DEFANGED.match(text, authority) or _PLACEHOLDER.match(text, authority - dollar):
        return stump.end(), False
    stump = _NO_PORT.match(text, authority)
    return (stump.end(), True) if stump else None


def _no_authority(text: str, start: int, body: int, scheme: str, rules: Profile) -> tuple[Link | None, int, bool]:
    """Find a link without an authority: `http:///path` is broken, `http://$HOST.a.test/` is not a link."""
    # RFC 9110 §4.2.1, RFC 6455 §3
    if scheme in WEB and (end := tail_end(text, body, rules)) > body + 1:
        return link_at(text, start, end, "iri"), end, False
    symbols = _SYMBOLS.match(text, body)
    if symbols is None:
        return None, body, True
    return None, tail_end(text, runs(rules).domain.end(text, symbols.end()), rules), True


def _wrapped(text: str, start: int, body: int, scheme: str, rules: Profile) -> Link | None:
    """Return a link that is broken over lines in "<…>" or "<URL:…>", or None (RFC 3986 appendix C)."""
    if not (text.endswith("<", 0, start) or text[max(start - 5, 0) : start].upper() == "<URL:"):
        return None
    match = _WRAPPED.match(text, body)
    if match is None:
        return None
    joined = "".join(text[start : match.end()].split())
    end, good = authority_end(joined, body - start, scheme, rules)
    if not good or end == body - start:
        return None
    link = Link(start, match.end(), text[start : match.end()], "iri", joined)
    return as_followed(link) if rules.user_information and joined.find("@", body - start, end) >= 0 else link


def opaque(text: str, low: int, at: int, names: frozenset[str], profile: Profile) -> tuple[Link | None, int]:
    """Find the link at a ":" without "//", as in urn:, tel: or geo:. Return it or None, and where to continue."""
    start, scheme = _scheme(text, low, at, names, profile)
    if not scheme:
        return None, at + 1
    end = body_end(text, at + 1, profile.after(text[start - 1 : start]))
    if profile.inner_links and _is_inner(text, start):
        return None, max(end, at + 1)
    return (link_at(text, start, end, "iri"), end) if end > at + 1 else (None, at + 1)
