"""Smart quotes make a dash of ``--``, which in an address is not a dash."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.transforms import Transform

from sphinx_iri.doctree.addresses import all_nodes


class ProtectURLsFromSmartQuotes(Transform):
    """Protect the addresses that links show; a subclass says which, and how, for docutils and Sphinx differ."""

    default_priority = 505  # smart quotes are at 855, Sphinx's at 750, those of docutils 1.0 at 510

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
