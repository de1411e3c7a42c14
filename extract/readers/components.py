"""Components in one file, of Vue, Svelte and Astro: the markup as HTML, the addresses in styles; no code.

What is no markup is blanked, so that all stays in its place, and the rest is read as HTML.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from extract.readers import css, html, resources
from extract.readers.passage import Passage, Shift, cut, is_inside
from extract.readers.triggers import SCHEME, has_trigger
from extract.text.html_tokens import VOID
from extract.text.regexes import re

_ATTRIBUTES = r"""(?:[^<>"']|"[^"]*+"?|'[^']*+'?)*+"""
# Vue, SFC Syntax Specification: blocks. An element in the template may have the name of one.
_BLOCK = re.compile(
    rf"<!--.*?(?:-->|\Z)|<(?P<name>[A-Za-z][\w-]*+)(?P<attributes>{_ATTRIBUTES})(?:(?<=/)>|>)", re.DOTALL
)
_TEMPLATE = re.compile(rf"<(?P<slash>/?)template\b(?P<attributes>{_ATTRIBUTES})>")
_MUSTACHE = re.compile(r"\{\{.*?(?:\}\}|\Z)", re.DOTALL)
# Names of components begin with a capital: to HTML, <Title> and <Link> would be elements of its own.
COMPONENT = re.compile(r"(?<=<)[A-Z]|(?<=</)[A-Z]")
# An address that a component is given under a name of its own, but not the text of a form, nor "https://", after which
# something is filled in. Of Vue, ":", "@", "#", "v-" begin names of code; that of ":" and "v-bind:" may be a string,
# which the page shows.
_WEB = "https?[:;.]?//?"
_GIVEN = re.compile(
    "|".join(
        [
            rf"""(?<=\s)(?:(?!xmlns|v-|(?:placeholder|pattern|alt|aria-\w+)=)(?P<name>[A-Za-z][\w-]*+)=\s*+"""
            rf"""(?:"({_WEB}[^\s"{{}}/][^\s"{{}}]*+)"|'({_WEB}[^\s'{{}}/][^\s'{{}}]*+)')""",
            rf"""(?::|v-bind:)(?!placeholder=)(?P<bound>[A-Za-z][\w-]*+)="""
            rf"""(?:"\s*+'({_WEB}[^\s"'{{}}/][^\s"'{{}}]*+)'\s*+"|'\s*+"({_WEB}[^\s"'{{}}/][^\s"'{{}}]*+)"\s*+'))""",
        ]
    )
)


def vue(source: str) -> Iterator[Passage]:
    """Yield the addresses and the text of the template, of styles and messages that may have a link."""
    if not has_trigger(source):
        return
    markup: list[tuple[int, int]] = []
    position = 0
    while block := _BLOCK.search(source, position):
        position = block.end()
        name = block["name"]
        if name is None or block["attributes"].endswith("/"):
            continue
        end, position = _end_of_block(source, name, position)
        start = block.end()
        language = re.search(r"""\blang=["']?([\w-]+)""", block["attributes"])
        if name == "template" and (language is None or language[1] == "html"):
            markup.append((start, end))
        elif name == "style":
            yield from _styles(source, start, end)
        elif name == "i18n":  # vue-i18n, custom blocks
            read = resources.yaml if language and language[1] in ("yaml", "yml") else resources.json
            yield from (passage.inside(Shift(start)) for passage in read(source[start:end]))
    if markup:
        blanked = "".join(_kept(source, markup))
        blanked = _MUSTACHE.sub(_blank, _TEMPLATE.sub(_blank, blanked))
        yield from _read(source, blanked)


def _end_of_block(source: str, name: str, position: int) -> tuple[int, int]:
    """Return where the content of a block ends, and the block."""
    if name != "template":
        end = re.compile(rf"</{name}\s*+>").search(source, position)
        return end.span() if end else (len(source), len(source))
    depth = 1
    for tag in _TEMPLATE.finditer(source, position):
        depth += -1 if tag["slash"] else not tag["attributes"].endswith("/")
        if not depth:
            return tag.span()
    return len(source), len(source)


def _kept(source: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    position = 0
    for start, end in spans:
        yield " " * (start - position)
        yield source[start:end]
        position = end
    yield " " * (len(source) - position)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _styles(source: str, start: int, end: int) -> Iterator[Passage]:
    addresses = css.addresses(source, start, end) if css.MAY_HAVE.search(source, start, end) else ()
    return (one for one in addresses if SCHEME.match(one.text) and not one.text.startswith("data:"))


def _read(source: str, blanked: str) -> Iterator[Passage]:
    """Yield what the markup has; not the targets of which code computes a part."""
    markup = COMPONENT.sub("x", blanked)
    spans = []
    for passage in html.read(markup):
        start, end = passage.span(0, len(passage.text))
        spans.append((start, end))
        if not passage.target or "{" not in source[start:end]:
            yield passage
    spans.sort()
    yield from (one for one in given(source, markup) if not is_inside(spans, one.span(1, 1)[0]))


def given(source: str, markup: str, start: int = 0, end: int | None = None) -> Iterator[Passage]:
    """Yield the addresses of attributes of any name in the markup."""
    for match in _GIVEN.finditer(markup, start, len(markup) if end is None else end):
        value = next(number for number in (2, 3, 5, 6) if match[number] is not None)
        escapes = () if match["bound"] else html.references(source, *match.span(value), in_attribute=True)
        yield cut(source, *match.span(value), escapes, target=True, attribute=match["name"] or match["bound"])


def svelte(source: str) -> Iterator[Passage]:
    """Yield the addresses and the text of the markup, and the addresses of styles."""
    if has_trigger(source):
        yield from _of_scanner(Scanner(source, 0))


# Astro, "Component script"
_FRONT = re.compile(r"\s*+---[ \t]*+\r?\n.*?(?:^---[ \t]*+$|\Z)", re.DOTALL | re.MULTILINE)


def astro(source: str) -> Iterator[Passage]:
    """Yield the addresses and the text of the markup, and the addresses of styles."""
    if has_trigger(source):
        front = _FRONT.match(source)
        yield from _of_scanner(Scanner(source, front.end() if front else 0, is_nested=True))


def _of_scanner(scanner: Scanner) -> Iterator[Passage]:
    scanner.scan()
    for start, end in scanner.styles:
        yield from _styles(scanner.source, start, end)
    yield from _read(scanner.source, "".join(scanner.pieces))


_STRINGS = r""""(?:[^"\\\n]|\\.)*+"?+|'(?:[^'\\\n]|\\.)*+'?+"""
# Code: what may have braces that are none, and what opens and closes. A "/" may begin a pattern.
CODE = (
    rf"{_STRINGS}|/\*.*?(?:\*/|\Z)|//[^\n]*+|(?P<literal>`)|(?P<code>\{{)|(?P<end>\}})|(?P<markup><(?=[A-Za-z>]))"
    r"|(?P<pattern>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){1,100}\]){1,300}+/)"
)
# What is looked for in each of the things that may be open.
_TOKENS = {
    "markup": re.compile(
        r"<!--.*?(?:-->|\Z)|<(?P<raw>script|style)\b[^<>]*+(?:(?<=/)>|>(?P<content>.*?)(?:</(?P=raw)\s*+>|\Z))"
        r"|(?P<tag><(?P<slash>/?)(?P<name>[A-Za-z][^\s/<>{]*+|(?=>)))|(?P<code>\{)",
        re.DOTALL,
    ),
    "tag": re.compile(
        r"""[^"'{/>=]++|"[^"]*+"?+|'[^']*+'?+|/(?!>)|=(?:`(?P<template>[^`]*+)`?+)?+|(?P<code>\{)|(?P<end>/?>)"""
    ),
    "code": re.compile(CODE, re.DOTALL),
    "literal": re.compile(r"\\.|(?P<code>\$\{)|(?P<end>`)", re.DOTALL),
}
# A value that is a string as a whole: the page shows it.
_LITERAL = re.compile(r"""\{\s*+(?P<quote>["'`])(?P<text>(?:(?!(?P=quote))[^\\\n"$])*+)(?P=quote)\s*+\}""")
# What stands in an expression before markup or a pattern, and not before a comparison or a division.
_BEFORE_OPERAND = re.compile(r"(?:[(&|?:>,{}\[;=!]|\breturn)\s*\Z")
_LONGEST_SPACE = 200


class Scanner:
    """Blanks code: what is in braces, in which markup may be nested, and the elements of scripts and styles.

    A method reads what was found where the thing of its name is open.
    """

    tokens: ClassVar = _TOKENS

    def __init__(self, source: str, start: int, *, is_nested: bool = False) -> None:
        self.source = source
        self.is_nested = is_nested
        self.position = start
        self.pieces = [" " * start]
        self.styles: list[tuple[int, int]] = []
        self.open = ["markup"]
        self.depths = [0]  # of elements, in each piece of markup that is open
        self.tags: list[tuple[str, str]] = []  # the slash and the name of each tag that is open
        self.marks: list[str] = []  # what takes the place of the braces of each piece of code that is open

    def scan(self) -> None:
        while match := self.tokens[self.open[-1]].search(self.source, self.position):
            self.copy(self.position, match.start())
            self.position = match.end()
            getattr(self, f"in_{self.open[-1]}")(match)
        self.copy(self.position, len(self.source))

    def copy(self, start: int, end: int) -> None:
        """Keep markup, blank code."""
        if self.open[-1] in ("code", "literal", "module"):
            self.blank(end - start)
        else:
            self.keep(self.source[start:end])

    def keep(self, text: str) -> None:
        """Add a piece of markup."""
        self.pieces.append(text)

    def blank(self, length: int) -> None:
        """Add what takes the place of code."""
        self.pieces.append(" " * length)

    def in_markup(self, match: re.Match[str]) -> None:
        if match["code"]:
            self.enter(match)
        elif match["raw"]:
            start, end = match.span("content") if match["content"] else (match.end(), match.end())
            tag = self.source[match.start() : start]
            self.keep(tag if "{" not in tag else " " * len(tag))
            self.blank(end - start)
            self.copy(end, match.end())
            if match["raw"] == "style" and match["content"]:
                self.styles.append(match.span("content"))
        else:
            self.copy(*match.span())
            if match["tag"]:
                self.open.append("tag")
                self.tags.append((match["slash"], match["name"]))

    def in_tag(self, match: re.Match[str]) -> None:
        if match["code"]:
            self.enter(match)
            return
        if match["template"] and self.is_nested:  # Astro, "Template literals" as attributes: code
            self.keep(f'="{" " * (len(match[0]) - 3)}"')
            return
        self.copy(*match.span())
        if match["end"]:
            self.open.pop()
            slash, name = self.tags.pop()
            if slash:
                self.depths[-1] -= 1
            elif match["end"] == ">" and name not in VOID:
                self.depths[-1] += 1
            if len(self.depths) > 1 and self.depths[-1] <= 0:
                self.depths.pop()
                self.open.pop()

    def enter(self, match: re.Match[str]) -> None:
        """Enter code; an attribute that is computed becomes an empty one, and one that is a literal keeps its value."""
        is_value = self.open[-1] == "tag" and self.source[match.start() - 1] == "="
        if is_value and (literal := _LITERAL.match(self.source, match.start())):
            start, end = literal.span("text")
            quote = '"' if "'" in literal["text"] else "'"
            self.keep(f"{' ' * (start - 1 - match.start())}{quote}{literal['text']}{quote}")
            self.keep(" " * (literal.end() - end - 1))
            self.position = literal.end()
            return
        self.blank(len(match[0]) - 1)
        self.mark('"' if is_value else "")
        self.marks.append('"' if is_value else "")
        self.open.append("code")

    def mark(self, quote: str) -> None:
        """Add what takes the place of a brace."""
        if quote:
            self.keep(quote)
        else:
            self.blank(1)

    def in_code(self, match: re.Match[str]) -> None:
        if match["code"]:
            self.enter(match)
        elif match["end"]:
            self.open.pop()
            self.mark(self.marks.pop())
        elif match["markup"] and self.is_nested and not self.tags and self.is_operand(match.start()):
            self.open.append("markup")
            self.depths.append(0)
            self.position = match.start()
        elif match["pattern"] and not self.is_operand(match.start()):
            self.position = match.start() + 1
            self.blank(1)
        else:
            self.blank(len(match[0]))
            if match["literal"]:
                self.open.append("literal")

    def is_operand(self, at: int) -> bool:
        return _BEFORE_OPERAND.search(self.source, max(at - _LONGEST_SPACE, 0), at) is not None

    def in_literal(self, match: re.Match[str]) -> None:
        if match["code"]:
            self.enter(match)
            return
        self.blank(len(match[0]))
        if match["end"]:
            self.open.pop()
