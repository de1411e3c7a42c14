"""How a translator that knows nothing of IRIs writes a link: as any other, with the URI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_iri.doctree.convert import as_plain_reference, iri_reference


def is_inside(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    """Return whether a node is inside one of these kinds."""
    around = node.parent
    while around is not None and not isinstance(around, kinds):
        around = around.parent
    return around is not None


# Any translator of Sphinx's; what a mixin calls is there when it is one.
Translator: Any = object
if TYPE_CHECKING:
    Translator = Any


class PlainMixin(Translator):  # type: ignore[misc]
    """Mixin of a translator."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Begin the link as the translator begins any other."""
        self.visit_reference(as_plain_reference(node))

    def depart_iri_reference(self, node: iri_reference) -> None:
        """End the link as the translator ends any other."""
        self.depart_reference(as_plain_reference(node))
