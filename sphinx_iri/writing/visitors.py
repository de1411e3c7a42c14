"""What the writers of all formats share: how a link ends, and where Sphinx looks up the function for a node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sphinx.application import Sphinx

from sphinx_iri.doctree.convert import iri_reference

Visitor = Callable[[Any, Any], None]


def depart(self: Any, node: iri_reference) -> None:
    """End the link as the translator ends any other."""
    self.depart_reference(node)


def handlers_of(app: Sphinx) -> dict[str, Any]:
    """Return the handlers in use: Sphinx looks them up by the builder's name, or if there are none, by its format."""
    known = app.registry.translation_handlers
    handlers: dict[str, Any] = known[app.builder.name if app.builder.name in known else app.builder.format]
    return handlers
