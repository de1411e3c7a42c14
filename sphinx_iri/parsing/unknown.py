"""Doctrees of parsers that we do not know: link the IRIs in their text, and repair links that the parser has cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from docutils import nodes
from docutils.parsers import Parser
from docutils.transforms import Transform

from extract import Link
from sphinx_iri.config import finder
from sphinx_iri.parsing.inliner import linked, reference, up_to_word_for_port

# Text in these is not linked: it is code, a link already, or a name.
_SKIPPED = (
    nodes.literal,
    nodes.literal_block,
    nodes.doctest_block,
    nodes.raw,
    nodes.comment,
    nodes.math,
    nodes.math_block,
    nodes.problematic,
    nodes.reference,
    nodes.footnote_reference,
    nodes.citation_reference,
    nodes.label,
    nodes.target,
    nodes.substitution_definition,
    nodes.title_reference,
    nodes.meta,
    nodes.system_message,
    nodes.Invisible,
)
_SKIPPED_NAMES = frozenset({"pending_xref", "index", "download_reference", "number_reference"})


class LinkText(Transform):
    """Link the IRIs in text; running it twice does no harm."""

    # After the translation of messages (20), before substitutions (220): what is substituted is linked once.
    default_priority = 21

    def apply(self) -> None:
        """Link what is found in the whole document."""
        find = finder(self.document.settings)
        for node in list(self.document.findall(nodes.reference)):
            _mend(node, find)
        for text in list(plain_texts(self.document)):
            plain = text.astext()
            children = linked(plain, find(plain))
            if children:
                text.parent.replace(text, children)


def _mend(node: nodes.reference, find: Callable[[str], Iterator[Link]]) -> None:
    """Join an automatic link and the text after it, if together they are one IRI."""
    text = node.astext()
    following = node.next_node(descend=False, siblings=True)
    if node.get("refuri") not in (text, f"mailto:{text}") or not isinstance(following, nodes.Text):
        return
    joined = text + following.astext()
    link = next(find(joined), None)
    if link is None or link.start or link.end <= len(text) or up_to_word_for_port(link):
        return
    rest = joined[link.end :]
    node.parent.replace(following, [nodes.Text(rest)] if rest else [])
    node.replace_self(reference(link))


def plain_texts(node: nodes.Element, anchors: int = 0) -> Iterator[nodes.Text]:
    """Yield the text that may be linked: not inside a raw ``<a>``."""
    child: Any
    for child in node.children:
        if isinstance(child, nodes.Text):
            if not anchors:
                yield child
        elif isinstance(child, nodes.raw):
            html = child.astext().lower()
            anchors = max(0, anchors + html.count("<a ") - html.count("</a"))
        elif not isinstance(child, _SKIPPED) and child.tagname not in _SKIPPED_NAMES:
            yield from plain_texts(child, anchors)


class UnknownParserMixin(Parser):
    """Mixin that makes any other parser find IRIs: a transform searches its documents."""

    def get_transforms(self) -> list[type[Transform]]:
        """Add the transform to those of the parser."""
        return [*super().get_transforms(), LinkText]
