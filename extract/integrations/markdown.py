"""Python-Markdown and MkDocs: the extension ``iri``.

markdown.markdown(text, extensions=["iri"])
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from extract._exports import needed_by
from extract.integrations._inline import OPTIONS, InlineFinder, OpenElements, explicit_uri, resolved
from extract.markup.html_writer import UNLINKED
from extract.text.regexes import re

with needed_by("extract.integrations.markdown", "markdown"):
    from markdown import Markdown
    from markdown.extensions import Extension
    from markdown.inlinepatterns import InlineProcessor
    from markdown.treeprocessors import Treeprocessor
    from markdown.util import AMP_SUBSTITUTE, ETX, STX, AtomicString

# Python-Markdown's placeholders for inline markup, and for raw HTML inside it.
_INLINE = re.compile(rf"{STX}klzzwxh:([0-9]+){ETX}")
_RAW = re.compile(rf"{STX}wzxhzdk:([0-9]+){ETX}")


class IRIExtension(Extension):
    """Links the IRIs, ``www.`` names and email addresses of the text, and converts destinations of links to URIs.

    Options: ``bare_domains`` (also without "www."), ``email``, ``rel`` (attribute of new links), ``default_scheme`` (of
    bare domains), ``hosts`` (which are shown in Unicode, as for `display`).
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "bare_domains": [False, "Link bare domains such as example.com/ü, not only those with www."],
            "email": [True, "Link e-mail addresses"],
            "rel": ["", "The attribute rel of new links"],
            "default_scheme": ["https", "The scheme of bare domains"],
            "hosts": ["browser", "Which hosts are shown in Unicode"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register the processors: after raw HTML is stashed, and before entities and pymdownx.magiclink."""
        finder = InlineFinder(**{name: self.getConfig(name) for name in OPTIONS})
        md.inlinePatterns.register(_Links(md, finder, self.getConfig("rel")), "iri", 86)
        md.treeprocessors.register(_Targets(md), "iri", 15)  # inline text is parsed at 20


class _Links(InlineProcessor):
    ANCESTOR_EXCLUDES = tuple(UNLINKED)

    def __init__(self, md: Markdown, finder: InlineFinder, rel: str) -> None:
        super().__init__(r"(?s).+", md)
        self._finder = finder
        self._rel = rel
        self._found: deque[tuple[int, int, str, str]] = deque()  # span in the text, URI, text to show
        self._length = 0  # length of the text before the first link was replaced

    def handleMatch(self, match: Any, data: str) -> Any:  # noqa: N802
        """Return the element of the next link, and its span, after which the search continues."""
        if match.start() == 0:
            self._found, self._length = deque(self._find(data)), len(data)
        if not self._found:
            return None, None, None
        start, end, uri, shown = self._found.popleft()
        attributes: dict[str, str] = {}
        if uri.startswith("mailto:"):  # obfuscated against address harvesters, as in Python-Markdown
            uri, shown = _as_references(uri), _as_references(shown)
        else:
            uri, shown = _escaped(uri), _escaped(shown)
            if self._rel:
                attributes["rel"] = self._rel
        link = Element("a", {"href": uri, **attributes})
        link.text = AtomicString(shown)
        shift = len(data) - self._length
        return link, start + shift, end + shift

    def _find(self, data: str) -> Iterator[tuple[int, int, str, str]]:
        read = resolved(data)
        is_open = OpenElements()
        done = 0
        for found in self._finder.find(read.text):
            start, end = read.span(found.start, found.end)
            for tag in self._tags(data, done, start):
                is_open.read(tag)
            done = start
            if not is_open and STX not in read.text[found.start : found.end]:
                yield start, end, found.uri, found.shown

    def _tags(self, data: str, start: int, end: int) -> Iterator[str]:
        """Yield the tags of raw HTML in a piece of the text."""
        stashed = self.md.treeprocessors["inline"].stashed_nodes
        for inline in _INLINE.finditer(data, start, end):
            node = stashed.get(inline[1])
            raw = _RAW.fullmatch(node) if isinstance(node, str) else None
            html = self.md.htmlStash.rawHtmlBlocks[int(raw[1])] if raw else None
            if isinstance(html, str):
                yield html


def _escaped(text: str) -> str:
    """Escape "&" early, because the serializer would treat ``&quot;`` in the text as a reference."""
    return text.replace("&", f"{AMP_SUBSTITUTE}amp;")


def _as_references(text: str) -> str:
    return "".join(f"{AMP_SUBSTITUTE}#{ord(character)};" for character in text)


class _Targets(Treeprocessor):
    def run(self, root: Element) -> None:
        """Convert the destinations of explicit links and images to URIs."""
        for element in root.iter():
            name = {"a": "href", "img": "src"}.get(element.tag) if isinstance(element.tag, str) else None
            target = element.get(name) if name else None
            if name and target and STX not in target:
                element.set(name, explicit_uri(target))


def makeExtension(**options: Any) -> IRIExtension:  # noqa: N802  # Python-Markdown's name
    """Return the extension, for ``extensions=["extract.integrations.markdown"]``."""
    return IRIExtension(**options)
