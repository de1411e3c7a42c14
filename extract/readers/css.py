"""Style sheets: the URLs that they load (CSS Syntax §4.3, CSS Values §4.5, CSS Images §2.4), and comments."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.passage import Passage, cut, replacing
from extract.readers.strings import meant
from extract.readers.triggers import SCHEME, has_trigger
from extract.text.regexes import re

# "url(", whose letters may be escaped: \75rl(.
_URL = r"(?:u|\\0{0,4}[57]5\s?+)(?:r|\\0{0,4}[57]2\s?+)(?:l|\\0{0,4}[46]c\s?+)\("
MAY_HAVE = re.compile(rf"(?i)@import|image-set\(|{_URL}")
_STRING = r""""(?:[^"\\\n]|\\(?s:.))*+"?+|'(?:[^'\\\n]|\\(?s:.))*+'?+"""
_COMMENT = r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?+"
_TOKEN = re.compile(
    rf"(?i)(?P<none>{_COMMENT})"
    rf"|(?P<import>@import)(?:\s|{_COMMENT})*+(?P<imported>{_STRING})?+"
    rf"|(?P<url>{_URL})\s*+(?P<address>{_STRING}|[^\s)\"'(\\]*+(?:\\(?:[0-9A-Fa-f]{{1,6}}\s?+|(?s:.))[^\s)\"'(\\]*+)*+)"
    rf"|(?P<set>image-set\()|(?P<ends>[;}}])|(?P<string>{_STRING})"
)
_ESCAPE = re.compile(r"\\(?:(?P<number>[0-9A-Fa-f]{1,6})(?:\r\n|\s)?+|(?P<line>\n)|(?P<other>(?s:.)))")


# This pattern begins with rare characters, which is fast on most pages.
_SOON = re.compile(r"[(@](?:(?<=[lLtTcC]\()|(?<=[cC]\s\()|(?<=@)(?i:import))")


def may_have(source: str) -> bool:
    """Return whether a page may have a URL in a style."""
    return _SOON.search(source) is not None and MAY_HAVE.search(source) is not None


def read(source: str) -> Iterator[Passage]:
    """Yield the URLs that have a scheme, and comments that may have a link."""
    if not has_trigger(source):
        return
    for token in _TOKEN.finditer(source):
        if token["none"] and has_trigger(token["none"]):
            yield cut(source, token.start() + 2, token.end() - 2 * token["none"].endswith("*/"))
    yield from (one for one in addresses(source) if SCHEME.match(one.text) and not one.text.startswith("data:"))


def addresses(source: str, start: int = 0, end: int | None = None, attribute: str | None = None) -> Iterator[Passage]:
    """Yield the URLs of a style sheet, or of the style in an attribute."""
    in_set = False
    for token in _TOKEN.finditer(source, start, len(source) if end is None else end):
        if token["set"] or token["ends"]:
            in_set = bool(token["set"])
        elif token["imported"] or token["url"] or (token["string"] and in_set):
            group = "imported" if token["imported"] else "address" if token["url"] else "string"
            first, last = _unquoted(source, *token.span(group))
            escapes = replacing(_ESCAPE, source, first, last, lambda escape: meant(escape, {}))
            name = attribute or ("@import" if token["imported"] else "url()")
            yield cut(source, first, last, escapes, target=True, attribute=name)


def _unquoted(source: str, first: int, last: int) -> tuple[int, int]:
    """Return the span without its quotation marks. The closing one may be missing."""
    if first == last or source[first] not in "\"'":
        return first, last
    return first + 1, last - (last - first > 1 and source[last - 1] == source[first])
