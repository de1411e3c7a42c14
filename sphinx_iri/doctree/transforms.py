"""Transforms for docutils and Sphinx that check links, and protect IRIs from smart quotes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.transforms import Transform

from sphinx_iri.doctree.addresses import address_of, all_nodes
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


class ProtectURLsFromSmartQuotes(Transform):
    """Protect link texts that are IRIs from smart quotes, which replace ``--`` by a dash."""

    default_priority = 505  # before smart quotes: 855 in docutils, 750 in Sphinx, 510 in docutils 1.0

    def apply(self, **_kwargs: Any) -> None:
        """Protect the links whose text is an IRI."""
        for node in all_nodes(self.document, nodes.reference):
            if self.is_address(node):
                self.protect(node)

    def is_address(self, node: nodes.reference) -> bool:
        """Return whether the text of a link is an IRI."""
        raise NotImplementedError

    def protect(self, node: nodes.reference) -> None:
        """Protect the text of a link."""
        raise NotImplementedError
