"""The anchors of a page: the ids that it writes, and those that programs make of its headings."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from extract.text.regexes import re
from extract.tree.slugs import named

if TYPE_CHECKING:
    from markdown_it.token import Token


class Anchors(NamedTuple):
    """Of a page: the anchors that it writes itself, and the texts of its headings."""

    written: frozenset[str]
    headings: tuple[str, ...]
    are_all: bool  # nothing in the page may add to them: a template, a component, an included file

    def of(self, program: str) -> frozenset[str]:
        """Return all anchors that the page has if this program shows it (a key of `SLUGGERS`)."""
        return self.written | frozenset(named(self.headings, program))


_ID = re.compile(r"""\b(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<>=`]+))""", re.IGNORECASE)
# MyST "(name)=", attributes "{#name}" of Docusaurus, Hugo, kramdown, Python-Markdown ("{: #name}") and Pandoc
_TARGET = re.compile(r"(?m)^\(([^()\n]+)\)=\s*$")
_ATTRIBUTES = re.compile(r"\{:?[^{}\n]*?#([^\s{}]+)[^{}\n]*\}")
_OWN_ID = re.compile(r"\s*\{:?\s*#[^{}]*\}\s*\Z")
# Jinja and Liquid, Hugo, Vue, includes of MkDocs and MyST, components and imports of MDX.
_ADDS = re.compile(r"\{%|\{\{|--8<--|^`{3,}\{|^:{3,}|^import\s|<[A-Z]\w*[\s/>]|^!INCLUDE|\[\[_TOC_\]\]", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)


def anchors_of(text: str) -> Anchors:
    """Return the anchors of a page of Markdown."""
    from markdown_it import MarkdownIt  # few pages are asked for their anchors

    body = _FRONT_MATTER.sub("", text, count=1)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(body)
    headings: list[str] = []
    written = {name for pattern in (_TARGET, _ATTRIBUTES) for name in pattern.findall(body)}
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            headings.append(_OWN_ID.sub("", _shown(tokens[number + 1])))
        elif token.type == "html_block":
            written.update(_ids(token.content))
        elif token.type == "inline":
            written.update(name for child in token.children or () for name in _ids_of(child))
    return Anchors(frozenset(written), tuple(headings), _ADDS.search(body) is None)


def has_front_matter(text: str) -> bool:
    """Whether a page begins with settings for a site generator."""
    return _FRONT_MATTER.match(text) is not None


def _shown(inline: Token) -> str:
    """Return the text of a heading: an image has none, a line break is a space."""
    return "".join(
        " " if child.type == "softbreak" else child.content
        for child in inline.children or ()
        if child.type in ("text", "code_inline", "softbreak", "text_special")
    )


def _ids_of(token: Token) -> Iterator[str]:
    if token.type == "html_inline":
        yield from _ids(token.content)


def _ids(markup: str) -> Iterator[str]:
    for double, single, bare in _ID.findall(markup):
        yield html.unescape(double or single or bare)
