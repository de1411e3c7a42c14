"""Smart quotes turn ``--`` into a dash, which must not happen in addresses."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.transforms import Transform

from sphinx_iri.doctree.addresses import all_nodes


class ProtectURLsFromSmartQuotes(Transform):
    """Protect the addresses that links show; subclasses decide which and how, since docutils and Sphinx differ."""

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
