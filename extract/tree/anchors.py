"""The anchors of a page: the ids that it writes, and those that programs make of its headings."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import cache
from posixpath import splitext
from typing import TYPE_CHECKING, NamedTuple

from extract.text.regexes import re
from extract.tree.slugs import named

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


class Anchors(NamedTuple):
    """Of a page: the anchors that it writes itself, and the texts of its headings."""

    written: frozenset[str]
    headings: tuple[str, ...]
    are_all: bool  # nothing in the page may add to them, such as a component
    includes: bool  # it includes other files, or is a template

    def of(self, program: str) -> frozenset[str]:
        """Return all anchors that the page has if this program shows it (a key of `SLUGGERS`)."""
        return self.written | frozenset(named(self.headings, program))


_ID = re.compile(r"""\b(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<>=`]+))""", re.IGNORECASE)
# MyST "(name)=", attributes "{#name}" of Docusaurus, Hugo, kramdown, Python-Markdown ("{: #name}") and Pandoc
_TARGET = re.compile(r"(?m)^\(([^()\n]+)\)=\s*$")
_ATTRIBUTES = re.compile(r"\{[^{}\n]{1,200}\}")
_NAMED = re.compile(r"#([^\s{}]+)")
_OWN = re.compile(r"\{(?::|[ \t]{0,9}[#.])[^{}]{1,200}\}\Z")
_ADDS = re.compile(r"<[A-Z]\w*[\s/>]")  # components
# Jinja and Liquid, Hugo, Vue, mdBook, includes of MkDocs, VitePress and MyST, another page in MDX.
_INCLUDES = re.compile(
    r"(?m)\{%|(?<!=)\{\{|--8<--|^!INCLUDE|<!--\s*@include|^[`:]{3,}\{(?:include|eval-rst|auto)|^import\s.*\.mdx?[\"']"
)
# CommonMark §4.2, §4.3, §4.5: headings, and the code in which there are none; also in quotations and lists.
_LINE = re.compile(
    r"(?m)^[ >]{0,6}(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:(?P<fence>`{3,}(?![^\n`]*`)|~{3,})[^\n]*"
    r"|\#{1,6}(?![^ \t\n])(?P<heading>[^\n]*)$"
    r"|<h[1-6]\b[^>\n]*>(?P<html>(?:[^<\n]|\n(?!\n)|<(?!/h[1-6]>)){1,400}+)</h[1-6]>"
    r"|(?P<above>[^\s>][^\n]*)\n[ >]{0,6}(?:=+|-+)[ \t]*\r?$)"
)
_TAG = re.compile(r"<[^<>]*>")
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)


def anchors_of(text: str) -> Anchors:
    """Return the anchors of a page of Markdown."""
    text = text.replace("\r\n", "\n")
    front = _FRONT_MATTER.match(text)
    headings, pieces = [], []
    at = front.end() if front else 0
    while line := _LINE.search(text, at):
        pieces.append(text[at : line.start()])
        at = line.end()
        if line["fence"]:
            pieces.append(line[0])
            end = re.compile(rf"(?m)^[ >\t]*{line['fence']}+[ \t]*$").search(text, at)
            at = end.end() if end else len(text)
        else:
            heading = _without_end(line["heading"] or line["above"] or "")
            pieces.append(line[0] if line["html"] else heading)
            shown = html.unescape(_TAG.sub("", line["html"])) if line["html"] else _shown(_OWN.sub("", heading))
            headings.append(" ".join(shown.split()) if line["html"] else shown.strip())
    body = "\n".join([*pieces, text[at:]])
    written = {*_TARGET.findall(body), *(name for own in _ATTRIBUTES.findall(body) for name in _NAMED.findall(own))}
    written.update(html.unescape(double or single or bare) for double, single, bare in _ID.findall(body))
    return Anchors(frozenset(written), tuple(headings), not _ADDS.search(body), bool(_INCLUDES.search(body)))


# docutils, "Internal Hyperlink Targets", "Common Options"; MyST, "Creating explicit targets". `re` finds the line feed
# quickly.
_LABEL = re.compile(
    r"\n[ \t]*(?:[-*+][ \t]+)?"
    r"(?:\.\. _`?((?:[^:`\\\n]|\\.)+)`?:|:(?:name|label):[ \t]*(\S.*)|\(([^()\n]+)\)=)[ \t]*\r?$",
    re.MULTILINE,
)
_INLINE_LABEL = re.compile(r"_`([^`\n]+)`")


# AsciiDoc, "Assign an ID", "Section Titles"; blocks of code are not told from text.
_ASCIIDOC_ID = re.compile(r"\[\[([^\[\],\n]+)|(?<=\[)[^\[\]\n#]{0,60}#([^\s\[\],.%]+)|anchor:([^\s\[\]]{1,200})\[")
_SECTION = re.compile(r"(?m)^(?:={1,6}|#{1,6})[ \t]+(\S.*?)[ \t]*\r?$|^(\S.*?)[ \t]*\r?\n[=\-~^+]{2,}[ \t]*\r?$")
_OWN_SLUGS = re.compile(r"(?m)^:(?:idprefix|idseparator|sectids!):")
_INCLUDE = re.compile(r"(?m)^include::")


def anchors_of_asciidoc(text: str) -> Anchors:
    """Return the anchors of a page of AsciiDoc."""
    written = (match[match.lastindex or 0] for match in _ASCIIDOC_ID.finditer(text))
    headings = tuple(match[1] or match[2] for match in _SECTION.finditer(text))
    return Anchors(frozenset(written), headings, _OWN_SLUGS.search(text) is None, _INCLUDE.search(text) is not None)


def labels_of(path: str, text: str) -> Iterator[str]:
    """Yield the labels that a document of Sphinx defines for all others, or the anchors of AsciiDoc."""
    if path.endswith((".adoc", ".asciidoc")):
        yield from anchors_of_asciidoc(text).of("asciidoctor")
        return
    yield from (match[match.lastindex or 0] for match in _LABEL.finditer(f"\n{text}"))
    yield from _INLINE_LABEL.findall(text)
    for own in _ATTRIBUTES.findall(text):
        yield from _NAMED.findall(own)


def _without_end(heading: str) -> str:
    """Return the text of a heading without the ``#`` that may close it (CommonMark §4.2)."""
    heading = heading.strip()
    text = heading.rstrip("#")
    return text.rstrip() if not text or text[-1] in " \t" else heading


# Numbers of Docusaurus, dates of Jekyll.
_NUMBERED = re.compile(r"\A\d[\d._-]*[-_.][ \t]*")
_OWN_NAMES = re.compile(r"(?m)^(?:id|slug|permalink|url|aliases)[ \t]*:.*(?:\n[ \t]*-.*)*")
_NAME = re.compile(r"[^\s/\"'\[\],:]+")


def names_of(path: str, text: str) -> Iterator[str]:
    """Yield the names that a page may have in an address: those of its path, and of its front matter."""
    for step in path.split("/"):
        stem = splitext(step)[0]
        yield from (stem, _NUMBERED.sub("", stem))
    front = _FRONT_MATTER.match(text)
    for own in _OWN_NAMES.findall(front[0]) if front else ():
        yield from _NAME.findall(own)


def has_front_matter(text: str) -> bool:
    """Return whether a page begins with settings for a site generator."""
    return _FRONT_MATTER.match(text) is not None


_MARKUP = re.compile(r"[`*_\[<&\\!~]")


def _shown(heading: str) -> str:
    """Return the text of a heading: an image has none."""
    if not _MARKUP.search(heading):
        return heading
    (inline,) = _parser().parseInline(heading)
    shown = ("text", "code_inline", "text_special")
    return "".join(child.content for child in inline.children or () if child.type in shown)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # few headings have markup

    return MarkdownIt("commonmark").enable("strikethrough")
