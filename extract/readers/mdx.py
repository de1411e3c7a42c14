"""MDX: Markdown whose components and expressions are code (mdxjs.com, "What is MDX?"); the code is blanked.

What stands in the code as markup is on the page too, and is read as HTML.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import ClassVar

from extract.readers import html, markdown
from extract.readers.components import CODE, COMPONENT, Scanner, given
from extract.readers.paragraph import Paragraph, Worth
from extract.readers.passage import Passage, is_inside
from extract.readers.triggers import has_trigger
from extract.text.regexes import re

# What is kept: fences and spans of code, escapes, comments of MDX 1, and targets, in which a brace is a character.
_FENCE = (
    r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})"
    r"(?s:.*?)(?:^[ \t>]*(?P=fence)[`~]*[ \t]*\r?$|\Z)"
)
_SPAN = r"(?<!`)(?P<ticks>`+)(?!`)(?s:(?!\n[ \t]*\n).){1,2000}?(?<!`)(?P=ticks)(?!`)"
_KEPT = rf"{_FENCE}|{_SPAN}|\\.|<!--(?s:.*?)(?:-->|\Z)|\]\((?:<[^<>\n]*+>|[^\s()<>]*+)"
# MDX, "ESM": it begins a line, and goes on to an empty one.
_ESM = (
    r"^(?:import[ \t]*(?=[\"'{*]|[\w$]+(?:[ \t]*,|[ \t]+from\b))"
    r"|export[ \t]+(?=[{*]|(?:default|const|let|var|async|function|class|type|interface)\b))"
)
_TAG = r"<(?P<slash>/?)(?P<name>[A-Za-z][^\s/<>{:]*+(?!:)|(?=>))"
_TOKENS = {
    "markdown": re.compile(rf"(?P<kept>{_KEPT})|(?P<module>{_ESM})|(?P<tag>{_TAG})|(?P<code>\{{)", re.MULTILINE),
    "module": re.compile(rf"(?P<stop>\n[ \t\r]*+(?=\n))|(?P<bracket>[()\[\]])|{CODE}", re.DOTALL),
}


def read(source: str) -> Iterator[Passage]:
    """Yield the prose and the targets of the Markdown, and the addresses and the text of the markup in code."""
    if not has_trigger(source):
        return
    text, nested, tags = _parts(source)
    found = [*markdown.read(text, is_mdx=True), *html.read(COMPONENT.sub("x", nested))]
    yield from found
    others = [one for start, end in tags for one in given(source, text, start, end)]
    others += given(source, nested)
    if others:
        known = sorted(
            passage.span(start, end)
            for passage in found
            for start, end in (
                [(0, len(passage.text))] if passage.target else [(link.start, link.end) for link in passage.links()]
            )
        )
        yield from (one for one in others if not is_inside(known, one.span(1, 1)[0]))


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield what is read as inline markup."""
    return markdown.paragraphs(_parts(source)[0], is_worth, is_mdx=True)


@functools.lru_cache(maxsize=1)  # the same source is read for its links and for its markup
def _parts(source: str) -> tuple[str, str, list[tuple[int, int]]]:
    """Return the Markdown, the markup in code, each with all else blank, and where the tags are in the Markdown."""
    front = markdown.FRONT.match(source)
    scanner = _Scanner(source, front.end() if front else 0)
    scanner.scan()
    return _with_lines(scanner.pieces, source), "".join(scanner.nested), scanner.attributes


def _with_lines(pieces: list[str], source: str) -> str:
    """Return a text with the ends of the lines of the source."""
    text, lines, position = "".join(pieces), [], 0
    for line in source.split("\n"):
        lines.append(text[position : position + len(line)])
        position += len(line) + 1
    return "\n".join(lines)


class _Scanner(Scanner):
    """Blanks code; what is markup in code is kept apart."""

    tokens: ClassVar = Scanner.tokens | _TOKENS

    def __init__(self, source: str, start: int) -> None:
        super().__init__(source, start, is_nested=True)
        self.pieces = [source[:start]]
        self.nested = [" " * start]
        self.open = ["markdown"]
        self.attributes: list[tuple[int, int]] = []
        self.begin = 0  # of the tag that is open
        self.in_esm = False
        self.brackets = 0  # that are open in it

    def keep(self, text: str) -> None:
        is_nested = len(self.depths) > 1
        self.pieces.append(" " * len(text) if is_nested else text)
        self.nested.append(text if is_nested else " " * len(text))

    def blank(self, length: int) -> None:
        # An expression in text is no white space, which would end a link or make it whole.
        self.pieces.append((" " if self.in_esm or self.tags else "\0") * length)
        self.nested.append(" " * length)

    def in_markdown(self, match: re.Match[str]) -> None:
        if match["kept"]:
            self.copy(*match.span())
        elif match["code"]:
            self.enter(match)
        elif match["module"]:
            self.in_esm = True
            self.brackets = 0
            self.blank(len(match[0]))
            self.open.append("module")
        else:
            self.begin = match.start()
            self.copy(*match.span())
            self.open.append("tag")
            self.tags.append((match["slash"], match["name"]))

    def in_tag(self, match: re.Match[str]) -> None:
        super().in_tag(match)
        if match["end"] and not self.tags and self.open[-1] == "markdown":
            self.attributes.append((self.begin, match.end()))

    def in_module(self, match: re.Match[str]) -> None:
        if match["stop"]:
            self.blank(len(match[0]))
            if self.brackets <= 0:
                self.in_esm = False
                self.open.pop()
        elif match["bracket"] or match["end"]:
            self.blank(1)
            self.brackets += (match["bracket"] in ("(", "[")) - (match["bracket"] in (")", "]"))
        else:
            self.in_code(match)
