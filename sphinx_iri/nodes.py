"""The node that is written out: it shows the IRI and leads to the URI."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from extract import IRIError
from sphinx_iri.config import converter


class iri_reference(nodes.reference):  # noqa: N801 (docutils names nodes so)
    """A reference whose ``refuri`` is the IRI and whose ``uri`` is what software follows.

    Builders compare ``refuri`` with the text to see whether the address is shown; a builder that does not know this
    class handles it as the reference that it is.
    """

    tagname = "reference"


class ConvertReferences(SphinxPostTransform):
    """Give each reference to an IRI its URI, when a document is written."""

    # Behind everything that makes or changes references: intersphinx 9, the resolver 10, LaTeX's footnotes 400.
    default_priority = 950

    def run(self, **_kwargs: Any) -> None:
        """Replace the references to IRIs."""
        convert = converter(self.document.settings)
        for node in list(self.document.findall(nodes.reference)):
            iri = node.get("refuri", "")
            if iri.isascii() or node.get("internal"):
                continue
            try:
                uri = convert(iri)
            except IRIError:  # reported when the document was read
                continue
            node.replace_self(iri_reference(node.rawsource, "", *node.children, **node.attributes, uri=uri))


class ConvertImages(SphinxPostTransform):
    """Give images elsewhere on the web their URI, before they are fetched (100)."""

    default_priority = 90

    def run(self, **_kwargs: Any) -> None:
        """Change the address of each image that has an IRI."""
        convert = converter(self.document.settings)
        for node in self.document.findall(nodes.image):
            if "://" not in node["uri"] or node["uri"].isascii():
                continue
            try:
                uri = convert(node["uri"])
            except IRIError:
                continue
            candidates: dict[str, str] = node.get("candidates", {})
            candidates.update((kind, uri) for kind, value in candidates.items() if value == node["uri"])
            node["uri"] = uri


def visit_html(self: Any, node: iri_reference) -> None:
    """Write the start tag of the theme's own translator, with the URI and, round a shown IRI, its direction."""
    shows_iri = node.astext() in (node["refuri"], node["refuri"].removeprefix("mailto:"))
    as_uri = node.copy()
    as_uri["refuri"] = as_uri.attributes.pop("uri")
    as_uri.parent = node.parent
    as_uri.children = node.children
    before = len(self.body)
    self.visit_reference(as_uri)
    if shows_iri:
        # RFC 3987 §4.1: an IRI is shown left to right, whatever is round it; `dir` isolates it too.
        self.body[before:] = ["".join(self.body[before:]).replace("<a ", '<a dir="ltr" ', 1)]


def depart_html(self: Any, node: iri_reference) -> None:
    """Close the link."""
    self.depart_reference(node)


def setup(app: Sphinx) -> None:
    """Register the node and its conversion."""
    app.add_node(iri_reference, html=(visit_html, depart_html))
    app.add_post_transform(ConvertImages)
    app.add_post_transform(ConvertReferences)
