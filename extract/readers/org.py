"""Org: destinations of links, and text, but not comments, code and examples (Org Syntax §4, §5)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers.org import INLINE_CODE, VERBATIM
from extract.readers.paragraph import Paragraph, Worth
from extract.readers.passage import Passage, cut, replacing
from extract.readers.text import Token, read_tokens
from extract.readers.triggers import PARAGRAPH
from extract.text.regexes import re

_BLOCKS = "src|example|comment|export|html|latex|ascii"  # blocks without prose
_FENCE = "(?P<fence>```)[^`\n]*$"  # of Markdown: the author meant code, though Org shows it as text
_END_OF_FENCE = re.compile("(?m)^[ \\t]*```.*")
# Blocks, whose end may be missing; comments and fixed width; verbatim text; links.
_TOKEN = re.compile(
    "|".join(
        [
            rf"(?im:^[ \t]*(?:#\+begin_(?P<block>{_BLOCKS})\b.*|{_FENCE}))",
            r"(?m:^[ \t]*(?:#|:)[ \t].*)",
            r"(?im:^[ \t]*#\+link:.*)",  # Org Manual §4.7: an abbreviation, with "%s", "%h" or "%(function)"
            VERBATIM,
            INLINE_CODE,
            r"(?m:\\\\[ \t]*$)",  # Org Manual §12.1: a line break
            r"(?P<link>\[\[(?P<target>(?:[^\[\]\\\n]|\\.){1,2000}+)\](?:\[(?P<label>(?:(?!\]\]|\[\[)[\s\S]){0,1000}+)\])?\])",
        ]
    )
)
_ESCAPE = re.compile(r"\\([\[\]\\])")
# Between paragraphs: blocks, whose end may be missing; keywords, comments, fixed width and drawers.
_APART = re.compile(rf"(?im)^[ \t]*(?:#\+begin_(?P<block>{_BLOCKS})\b|{_FENCE}|#(?:\+|[ \t]|$)|:(?:[ \t]|\w)).*\n?")
# Org Manual §4.4, §4.6: other link types are for Emacs ("file:" with any path, "id:"), or abbreviations.
_OF_EMACS = re.compile(
    r"(?i)(?:file:|/(?:home|Users)/|[a-z]:[\\/](?!/))|(?!(?:https?|ftps?|mailto|tel|news|urn|xmpp|geo|magnet):)[a-z][\w+.-]*+:(?!//)"
)


# Org Manual §13.9.5, "Images in HTML export": such a description is shown as an image.
_IMAGE = re.compile(r"(?i)(?:file:|https?:|\.{0,2}/)\S+\.(?:png|jpe?g|gif|svg|webp|avif)\Z")


def read(source: str) -> Iterator[Passage]:
    """Yield the destinations of links, and the text that may have a link."""
    return read_tokens(source, _TOKEN, _token)


def _token(match: re.Match[str]) -> Token:
    source = match.string
    start, end = match.span("target")
    if not match["link"] or _OF_EMACS.match(source, start):
        return _after(match)
    start += len(match["target"]) - len(match["target"].lstrip(" \t"))  # another rule reports the space
    escapes = replacing(_ESCAPE, source, start, end, lambda escape: str(escape[1]))
    label = None if _IMAGE.match(match["label"] or "") else match["label"]
    return cut(source, start, end, escapes, target=True, label=label)


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs that ``is_worth`` accepts, without blocks and comments."""
    inner = is_worth.within(source, "org")
    position = 0
    while inner and position < len(source):
        apart = _APART.search(source, position)
        stop = apart.start() if apart else len(source)
        for match in PARAGRAPH.finditer(source, position, stop):
            if inner(match[0], "org"):
                yield Paragraph(cut(source, *match.span()), "org")
        position = _after(apart) if apart else stop


def _after(token: re.Match[str]) -> int:
    """Return the end of the block that a token begins, or of the token if it does not begin a block."""
    if token["fence"]:
        closing = _END_OF_FENCE.search(token.string, token.end())
        return closing.end() if closing else token.end()
    if not token["block"]:
        return token.end()
    closing = re.compile(rf"(?im)^[ \t]*#\+end_{token['block']}\b").search(token.string, token.end())
    return closing.start() if closing else len(token.string)
