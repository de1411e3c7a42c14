"""Where the tags of HTML are, in any string, in linear time.

Follows HTML §13.2.5 ("Tokenization"). Python's `html.parser` gives lines and columns instead of offsets, and before
2025 took quadratic time if a tag, a comment or a declaration never ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from extract.text.regexes import re

# A comment; what HTML reads as one; a tag, in which ">" may be quoted. What never ends extends to the end of the
# document ("eof-in-comment", "eof-in-tag").
_IN_FOREIGN, _MARKUP = (
    re.compile(
        rf"""(?s)<(?:
        !--(?:-?>|.*?(?:--!?>|\Z))
      {cdata}
      | (?:[!?]|/(?![A-Za-z]))[^>]*+>?+
      | (?P<slash>/?)(?P<name>[A-Za-z][^\t\n\f\r\ />]*+)
        (?:[^=>]++|=[\t\n\f\r\ ]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r\ >"'][^\t\n\f\r\ >]*+)?+)*+>?+
    )""",
        re.VERBOSE,
    )
    # HTML §13.2.5.42: a comment, except in SVG and MathML
    for cdata in (r"| !\[CDATA\[.*?(?:\]\]>|\Z)", "")
)
# HTML §13.1.2.3: a name with or without a value, which may be quoted; or characters that belong to neither.
_S = r"\t\n\f\r "  # white space in HTML
ATTRIBUTE = re.compile(
    rf"""[{_S}"'/=>]*+(?:([^{_S}"'/>=][^{_S}/>=]*+)"""
    rf"""(?:[{_S}]*+=[{_S}]*+(?:"([^"]*+)"|'([^']*+)'|([^{_S}"'>][^{_S}>]*+)))?+)?+"""
)
NAME = re.compile(rf"<?[^{_S}/>]*+")
# HTML §13.2.6.2: elements whose text has no tags; the text of the last four is not shown, or not as markup.
_CLOSING = {
    name: re.compile(rf"(?i)</{name}(?=[\t\n\f\r />])")
    for name in ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp")
}
_SKIPPED = frozenset(["script", "style", "textarea", "title"])


_LONGEST_TAG = 2000  # characters: what is farther from the start or the end of its tag is not looked for
_CANDIDATES = 8


class Tag(NamedTuple):
    """A tag; a comment or a declaration has an empty name."""

    name: str  # in lower case
    closes: bool  # </name>
    start: int
    end: int


def tags(source: str) -> Iterator[Tag]:
    """Yield the tags, comments and declarations of a document, in order; what is between them is text."""
    position = 0
    while tag := next_tag(source, position):
        yield tag
        position = after_tag(source, tag)


def next_tag(source: str, position: int, *, in_html: bool = False) -> Tag | None:
    """Return the first tag, comment or declaration from a position on; with ``in_html`` there is no CDATA."""
    match = (_MARKUP if in_html else _IN_FOREIGN).search(source, position)
    return match and Tag((match["name"] or "").lower(), match["slash"] == "/", *match.span())


def after_tag(source: str, tag: Tag) -> int:
    """Return where the next tag is looked for."""
    if tag.name in _SKIPPED and source[tag.end - 2 : tag.end] != "/>":
        return end_of_text(source, tag)
    return tag.end


def end_of_text(source: str, tag: Tag) -> int:
    """Return where the text without tags ends that begins after a tag; the end of the tag for most elements."""
    if tag.closes or tag.name not in _CLOSING:
        return tag.end
    closing = _CLOSING[tag.name].search(source, tag.end)
    return closing.start() if closing else len(source)


def tag_around(source: str, name: str, offset: int) -> Tag | None:
    """Return the start tag of this name that an offset is in."""
    low, high = max(offset - _LONGEST_TAG, 0), offset + _LONGEST_TAG
    starts = [low + one.start() for one in re.finditer("<(?=[A-Za-z])", source[low:offset])]
    for start in starts[-_CANDIDATES:]:  # the first: in the value of an attribute may be another
        match = _MARKUP.match(source, start, high)
        if match is not None and match.end() > offset:
            is_it = re.match(rf"(?i)<{name}(?=[\s/])", source[start:offset]) and source[match.end() - 1] == ">"
            return Tag(name, False, *match.span()) if is_it else None
    return None
