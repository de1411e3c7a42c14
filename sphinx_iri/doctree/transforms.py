"""The transforms that docutils and Sphinx share: links are checked, and their addresses kept from smart quotes."""

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
    """Check every link of a document, and unlink what cannot be followed; a subclass says how problems are reported."""

    # After the resolution of named and anonymous targets (640) and of dangling references (850), before Sphinx
    # collects titles and toctrees (880).
    default_priority = 865
    kinds: ClassVar[tuple[type[nodes.Element], ...]] = (nodes.reference, nodes.image)

    def apply(self, **_kwargs: Any) -> None:
        """Check the elements of these kinds, and collect the links that stay."""
        validator = Validator(self.document, self.report)
        elements = all_nodes(self.document, *self.kinds)
        self.note([(node, address) for node in elements for address in self.check(node, validator)])

    def check(self, node: Any, validator: Validator) -> list[str]:
        """Check an element; return its external addresses."""
        stays = validator.check_link(node) and isinstance(node, nodes.reference) and not node.get("internal")
        return [address_of(node)] if stays else []

    def note(self, links: Iterable[tuple[nodes.Node, str]]) -> None:
        """Store the links and their addresses; docutils does not need them."""

    def report(self, iri: str, problem: Problem, message: str, place: SourceLine) -> None:
        """Report a problem of an IRI."""
        raise NotImplementedError


class ProtectURLsFromSmartQuotes(Transform):
    """Keep the addresses that links show from smart quotes, which make ``--`` a dash; subclasses say which and how."""

    default_priority = 505  # before smart quotes: 855 in docutils, 750 in Sphinx, 510 in docutils 1.0

    def apply(self, **_kwargs: Any) -> None:
        """Protect the links that show an address."""
        for node in all_nodes(self.document, nodes.reference):
            if self.is_address(node):
                self.protect(node)

    def is_address(self, node: nodes.reference) -> bool:
        """Return whether the text of a link is an address."""
        raise NotImplementedError

    def protect(self, node: nodes.reference) -> None:
        """Keep the text of a link as it is."""
        raise NotImplementedError
