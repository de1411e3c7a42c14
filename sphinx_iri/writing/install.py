"""The functions that write our nodes, by format; other builders write plain nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_iri.doctree.convert import iri_reference, isolated
from sphinx_iri.writing.fragments import handlers_of
from sphinx_iri.writing.gnu import depart_man, visit_man, visit_texinfo
from sphinx_iri.writing.html import depart_isolated, visit_html, visit_isolated
from sphinx_iri.writing.latex import visit_latex

Visitor = Callable[[Any, Any], None]


def depart(self: Any, node: iri_reference) -> None:
    """End the link as the translator ends any other."""
    self.depart_reference(node)


_VISITORS: dict[type[nodes.Element], dict[str, tuple[Visitor, Visitor]]] = {
    iri_reference: {
        "html": (visit_html, depart),
        "latex": (visit_latex, depart),
        "texinfo": (visit_texinfo, depart),
        "man": (visit_man, depart_man),
    },
    isolated: {"html": (visit_isolated, depart_isolated)},
}


def register_visitors(app: Sphinx) -> None:
    """Register the writers' functions by format."""
    for node, visitors in _VISITORS.items():
        app.add_node(node, **visitors)  # type: ignore[arg-type]


def register_for_builder(app: Sphinx) -> None:
    """Register them by the builder's own name too, if another extension has registered something by that name."""
    for node, visitors in _VISITORS.items():
        if app.builder.format in visitors:
            handlers_of(app).setdefault(node.__name__, visitors[app.builder.format])
