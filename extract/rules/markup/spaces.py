"""Correct link destinations that contain whitespace."""

from __future__ import annotations

from typing import NamedTuple

from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, lazily, re


class Reading(NamedTuple):
    """The problem of a destination with whitespace, and the likely correction."""

    message: Message
    meant: str | None = None
    safe: bool = False


_SPACE = Message("the destination contains a space")
_QUOTE = "\"'“”„«»‘’"
# A title whose quotation marks are missing, of another kind, or repeated, after an IRI or a page.
_TITLED = lazily(
    lambda: re.compile(
        rf"(?P<at><https?://[^\s<>]+>|https?://[^\s\"]+|[\w./%~-]+\.(?:{FILE_SUFFIXES}))"
        r"(?P<gap>[ \t]+|(?<=[\w/])(?=\"))"
        rf"(?P<open>[{_QUOTE}]?)(?P<title>[^\s{_QUOTE}=][^\n=]*?)(?P<close>[{_QUOTE}]?)[ \t]*"
    )
)
# A title without quotation marks: words after the name of a page, or after a slash.
_BARE = re.compile(rf"\A\S+(?:/|\.(?:{FILE_SUFFIXES}))[ \t]+[^\s/.(]+(?:[ ][^\s/.(]+)+\Z")
_SCHEME = re.compile(r"\s*(https?)\s*:\s*/\s*/\s*(?=[^\s/])")
_MAIL = re.compile(r"(mailto:)[ \t]*([^\s<>@?]+@[^\s<>@?]+)(\?[^<>\n]{0,300})?[ \t]*")
_TWICE = re.compile(r"(?:https?:(?://)?)[ \t]+(https?://\S+)|(https?://\S+)[ \t]+https?:(?://)?")
_WORDS_BEFORE = re.compile(r"\s*(?:\.{1,2}/\S*\s+)?[^\W\d_][^:/()]{1,100}[:：]?\s*(https?://\S+)\s*")
_LOCAL = lazily(
    lambda: re.compile(
        rf"(?i)(?=.*\s)(?:\s*[#＃][ \t]?[/#]?[^\W\d]|\s*\.{{0,2}}/[^\W\d]|.*?\.[ \t]?(?:{FILE_SUFFIXES})\s*(?:#|\Z))"
    )
)
_TITLE = re.compile(r"[ \t]+\"[^\"\n]*\"\s*\Z")


def respaced(inside: str, label: str) -> Reading | None:
    """Return the correction of ``inside``, or ``None`` if it does not look like a destination.

    ``inside`` is the text in the parentheses of a link, ``label`` the link text.
    """
    if found := _titled(inside):
        return found
    title = _TITLE.search(inside)
    at = inside[: title.start()] if title else inside
    if found := _of_scheme(at, inside[len(at) :]):
        return found
    if re.match(r"\s*https?\b", at):
        meant = _joined(at)
        what = Message("the destination contains a line break") if "\n" in at else _SPACE
        if meant.count("://") != 1 or re.search(r"\s[a-z]+=|\s\|", at):
            return Reading(Message("{what}; write one IRI", what=what))
        return Reading(Message("{what}; write {text}", what=what, text=meant), meant + inside[len(at) :])
    if words := _WORDS_BEFORE.fullmatch(at):
        message = Message("words before the destination; write {text}", text=words[1])
        return Reading(message, words[1]) if label else None
    if _LOCAL.match(at) or at.startswith("mailto:") or (" " in label and at == f"#{label}"):
        return Reading(Message('{what}; remove it, or write "%20"', what=_SPACE))
    shown, meant = label.casefold(), at.casefold()
    if label and " " in at and (shown.startswith(meant) or re.match(r"\s*https?://\S+\s*\Z", label)):
        return Reading(Message("the destination is text, not an IRI; write the IRI"))
    return None


def _titled(inside: str) -> Reading | None:
    """Return the correction if ``inside`` is a destination with wrong quotation marks around its title."""
    found = _TITLED.fullmatch(inside)
    if found is None or not (found["open"] or found["close"] or found["at"].startswith("<") or _BARE.search(inside)):
        return None
    title, is_quoted = found["title"].replace('\\"', '"'), found["open"] == found["close"] != ""
    if ('"' in title) != (is_quoted and found["close"] == '"') and (is_quoted or '"' in title) and found["gap"]:
        return None  # a title as it should be, or a quotation in the middle of words
    escaped = title.replace('"', '\\"')
    meant = f'{found["at"]} "{escaped}"'
    message = Message("wrong quotation marks around the title; write {text}", text=meant)
    return Reading(message, meant, safe=bool(found["open"] or found["close"]))


def _of_scheme(at: str, title: str) -> Reading | None:
    """Return the correction of a repeated scheme, or of whitespace in a scheme or a ``mailto:`` URI."""
    meant = None
    if found := _TWICE.fullmatch(at.strip()):
        meant = found[1] or found[2]
    elif found := _MAIL.fullmatch(at):
        meant = found[1] + found[2] + (found[3] or "").strip().replace(" ", "%20")
    elif (found := _SCHEME.match(at)) and not re.search(r"[ \n]", at[found.end() :].strip()):
        meant = f"{found[1]}://{at[found.end() :].strip()}"
    if meant is None or meant == at:
        return None
    return Reading(Message("{what}; write {text}", what=_SPACE, text=meant), meant + title, safe=True)


def _joined(target: str) -> str:
    """Remove line breaks, and spaces in the host or next to a slash or hyphen in the path. Encode other spaces.

    Other spaces may be part of a file name. Spaces in a query or fragment may be part of a sentence.
    """
    target = re.sub(r"[ \t]*\r?\n[ \t]*", "", target.strip())
    target = re.sub(r"(https?)\s*:\s*/\s*/\s*", r"\1://", re.sub(r"%[ \t]+(?=[0-9A-Fa-f]{2})", "%", target), count=1)
    mark = re.search(r"[?#]", target)
    split = mark.start() if mark else len(target)
    joined = re.sub(r"(?<=[/-])[ \t]+|[ \t]+(?=[/-])", "", target[:split]) + target[split:]
    host = re.match(r"https?://[^/?#]*", joined)
    split = host.end() if host else 0
    return re.sub(r"[ \t]", "", joined[:split]) + re.sub(r"[ \t]", "%20", joined[split:])
