"""Write plain text with links as Markdown (CommonMark) that reads the same when it is rendered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate

from extract.detect.link import Link
from extract.markup.target import RedirectStep, backslashed, written
from extract.text.regexes import re

# CommonMark "Backslash escapes", and characters of common extensions: tables, strikethrough, mathematics, bare links.
# "!" at the end would turn the next link into an image.
_INLINE = re.compile(r"[\\`*_{}\[\]<>&~|$^@]|!\Z|:(?=//)|(?<=www)\.")
_LABEL = re.compile(r"[\\`*_{}\[\]<>&~|$^]")
# CommonMark "Entity and numeric character references" are also resolved in destinations.
_ENTITY = re.compile(r"&(?=#?\w+;)")
_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:")
# CommonMark "Block structure": the start of a block at the start of a line. MyST has more such characters.
_LINE = re.compile(r"(?<![^\r\n])([ \t]*)(?:([-+=#:%(]|\d{1,9}(?=[.)]))|(?=[^\r\n]|\Z))")
_BREAK = re.compile(r" (?=[\r\n])")


def as_markdown(text: str, targets: Iterable[RedirectStep]) -> str:
    return written(text, targets, _text, _shown)


def _shown(link: Link, attributes: Mapping[str, str]) -> str:
    uri = _ENTITY.sub(backslashed, attributes["href"])
    if link.text == uri and _AUTOLINK.match(uri):
        return f"<{uri}>"
    destination = uri if _is_balanced(uri) else f"<{uri}>"
    return f"[{_LABEL.sub(backslashed, link.text)}]({destination})"


def _text(text: str, begins_line: bool) -> str:
    text = _INLINE.sub(backslashed, text)
    first_line = 0 if begins_line else 1 + min((i for i in map(text.find, "\r\n") if i >= 0), default=len(text))
    text = text[:first_line] + _LINE.sub(_line_start, text[first_line:])
    return _BREAK.sub("&#32;", text)  # two spaces would be a line break


def _line_start(match: re.Match[str]) -> str:
    indent = "".join(f"&#{ord(space)};" for space in match[1])  # four spaces would begin code
    begins = match[2] or ""
    return indent + (begins + "\\" if begins.isdigit() else "\\" * bool(begins) + begins)


def _is_balanced(uri: str) -> bool:
    """Return whether a link destination may be written without ``<>``: balanced parentheses, at most 32 deep."""
    depths = list(accumulate({"(": 1, ")": -1}.get(character, 0) for character in uri))
    return min(depths, default=0) >= 0 and max(depths, default=0) < 32 and depths[-1:] in ([], [0])
