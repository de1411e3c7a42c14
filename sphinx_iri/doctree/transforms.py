"""Transforms for docutils and Sphinx that check links, and protect IRIs from smart quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.transforms import Transform

from sphinx_iri.doctree.addresses import address_of, all_nodes, is_external
from sphinx_iri.doctree.places import SourceLine
from sphinx_iri.doctree.validator import Validator

if TYPE_CHECKING:
    from extract import Problem


class CheckLinks(Transform):
    """Check all links of a document, and unlink invalid ones. Subclasses report the problems."""

    # After docutils resolves named and anonymous targets (640) and dangling references (850), before Sphinx collects
    # titles and toctrees (880).
    default_priority = 865
    kinds: ClassVar[tuple[type[nodes.Element], ...]] = (nodes.reference, nodes.image)

    def apply(self, **_kwargs: Any) -> None:
        """Check all elements of ``kinds``, and store the remaining links."""
        self.document.settings.__dict__.pop("iri_targets", None)  # for translations, which are parsed before
        for node, children in self.document.__dict__.pop("iri_shown", ()):
            node.children = children
        validator = Validator(self.document, self.report)
        elements = all_nodes(self.document, *self.kinds)
        self.note([(node, address) for node in elements for address in self.check(node, validator)])

    def check(self, node: Any, validator: Validator) -> list[str]:
        """Check an element, and return its external IRIs."""
        stays = validator.check_link(node) and isinstance(node, nodes.reference) and not node.get("internal")
        return [address_of(node)] if stays else []

    def note(self, links: Iterable[tuple[nodes.Node, str]]) -> None:
        """Store the links and their IRIs. docutils does not need them."""

    def report(self, iri: str, problem: Problem, message: str, place: SourceLine) -> None:
        """Report a problem of an IRI."""
        raise NotImplementedError


class ProtectFromSmartQuotes(Transform):
    """Keep link texts that are IRIs, in which smart quotes replace ``--`` by a dash. `CheckLinks` restores them."""

    default_priority = 505  # before smart quotes: 855 in docutils, 750 in Sphinx, 510 in docutils 1.0

    def apply(self, **_kwargs: Any) -> None:
        """Keep the texts, if smart quotes are on."""
        if self.document.settings.smart_quotes:
            links = filter(_shows_piece, all_nodes(self.document, nodes.reference))
            self.document.iri_shown = [(node, [*node.children]) for node in links]  # type: ignore[attr-defined]


def _shows_piece(node: nodes.reference) -> bool:
    """Return whether the text of ``node`` is an IRI, or a part of its own IRI that is not a word."""
    text = node.astext()
    is_piece = text in node.get("refuri", "") and not _WORD.fullmatch(text)
    return bool(text and (is_external(text) or is_piece) and not any(map(str.isspace, text)))


_WORD = re.compile(r"\w+(?:'\w+)*")  # a word of a title: ``can't``
