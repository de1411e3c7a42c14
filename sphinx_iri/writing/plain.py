"""Write links to IRIs as plain links with the URI, for translators without support for IRIs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_iri.doctree.convert import as_plain_reference, iri_reference


def is_inside(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    """Return whether ``node`` has a parent of one of these kinds."""
    around = node.parent
    while around is not None and not isinstance(around, kinds):
        around = around.parent
    return around is not None


# The base is any Sphinx translator, which defines the methods that a mixin calls.
Translator: Any = object
if TYPE_CHECKING:
    Translator = Any


class PlainMixin(Translator):  # type: ignore[misc]
    """Mixin for any translator."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Start a plain link."""
        self.visit_reference(as_plain_reference(node))

    def depart_iri_reference(self, node: iri_reference) -> None:
        """End a plain link."""
        self.depart_reference(as_plain_reference(node))
