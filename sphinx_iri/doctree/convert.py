"""Convert references to nodes that show the IRI and link to the URI."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform

from extract.iri.errors import IRIError
from sphinx_iri.config import converter, displayer, is_rtl
from sphinx_iri.doctree.addresses import all_nodes, inside_text, is_external, is_remote, reads_as_iri, shows_address


class iri_reference(nodes.reference):  # noqa: N801 (docutils names nodes so)
    """A reference with the IRI in ``refuri`` and the URI in ``uri``.

    Builders compare ``refuri`` with the text to determine whether the IRI is shown. Builders without support for this
    class treat it as a plain reference.
    """

    tagname = "reference"


class isolated(nodes.inline):  # noqa: N801
    """An IRI in a title, for tables of contents, where it is not a link."""

    tagname = "inline"


def isolate_in_titles(_app: Sphinx, document: nodes.document) -> None:
    """Mark IRIs next to other text in titles, before Sphinx collects the titles."""
    for title in document.findall(nodes.title):
        if len(title) > 1 and "://" in title.astext():
            for text in filter(reads_as_iri, list(title.findall(nodes.Text))):
                text.parent.replace(text, isolated("", text))


def as_plain_reference(node: iri_reference) -> nodes.reference:
    """Return a plain reference with the URI as ``refuri``, for the translators of themes."""
    plain = nodes.reference(node.rawsource, "", **node.attributes)
    plain["iri"], plain["refuri"] = node["refuri"], plain.attributes.pop("uri")
    plain.parent = node.parent
    plain.children = node.children
    return plain


class ConvertReferences(SphinxPostTransform):
    """Convert the references, downloads and images of a document to URIs when it is written."""

    # After all transforms that create or change references: intersphinx (9), the resolver (10), LaTeX footnotes (400).
    default_priority = 950
    builder: Builder

    def run(self, **_kwargs: Any) -> None:
        """Convert the references and images."""
        if self.builder.name == "gettext":  # messages have the text as written
            return
        self.form = self.builder.format
        self.is_site = self.form == "html" and self.builder.name != "epub"
        self.convert = converter(self.document.settings, keeps_hashes=self.is_site)
        self.display = displayer(self.document.settings)
        for node in all_nodes(self.document, nodes.reference, nodes.image):
            if isinstance(node, nodes.image):
                self._image(node)
                continue
            if self.form == "html":
                inside_text(node)
            if _concerns(node, self.form):
                self._reference(node)

    def _reference(self, node: nodes.reference) -> None:
        if self.form == "latex" and is_external(node["refuri"]):
            self._convert_after(node)
        link = self._converted(node)
        if link is not None:
            node.replace_self(link)

    def _image(self, node: nodes.image) -> None:
        written = node["uri"]
        if is_remote(node) or (self.form == "html" and written not in self.env.images):
            _convert_image(node, self.document)
        if self.form == "html" and node["uri"] != written:
            node.attributes.setdefault("alt", written)  # HTML shows the URI of an image without alt

    def _converted(self, node: nodes.reference) -> iri_reference | None:
        """Return the replacement of a reference, or None to keep it. Set the URI of a download in place."""
        iri = node["refuri"]
        try:
            uri = self.convert(iri)
            shown = self.display(iri) if shows_address(node) else iri
        except IRIError:  # reported when the document was read
            return None
        if self.form == "latex" and uri.startswith("%"):
            uri = f"./{uri}"  # Sphinx's LaTeX writer treats "%" as the start of a document name
        if self.is_site and isinstance(node, addnodes.download_reference):
            node["refuri"] = uri  # other builders do not link downloads
            return None
        # Sphinx writes ``{[}`` in the URI of a PDF link, which breaks IPv6. Next to right-to-left text, ASCII IRIs need
        # a direction too (RFC 3987 §4.1).
        in_brackets = self.form == "latex" and "[" in uri
        beside_rtl = self.form == "html" and is_rtl(self.config.language) and shows_address(node)
        if shown == iri == uri and not in_brackets and not beside_rtl:
            return None
        link = iri_reference(node.rawsource, "", *node.children, **node.attributes, uri=uri)
        if shown != iri:
            link["refuri"] = shown
            link.children = [nodes.Text(shown if node.astext() == iri else shown.removeprefix("mailto:"))]
            link.setup_child(link.children[0])
        return link

    def _convert_after(self, node: nodes.reference) -> None:
        """Convert the IRI that ``latex_show_urls = "inline"`` writes after a link text, where it is not a link."""
        address = node["refuri"].removeprefix("mailto:")
        parent, after = node.parent, node.parent.index(node) + 1
        if parent[after : after + 1] == [nodes.Text(f" ({address})")]:
            shown = self._converted(nodes.reference("", address, refuri=node["refuri"], nolinkurl=True))
            if shown is not None:
                parent[after : after + 1] = [nodes.Text(" ("), shown, nodes.Text(")")]


def _concerns(node: nodes.reference, form: str) -> bool:
    """Return whether a link is external and not converted yet.

    Non-ASCII paths and anchors count in HTML, and paths in PDF, because they are written as relative IRIs.
    """
    if node.get("internal") or isinstance(node, iri_reference):
        return False
    uri: str = node.get("refuri", "")
    if is_external(uri):
        return True
    return not uri.isascii() and (form == "html" or (form == "latex" and uri[0] not in "#%"))


class ConvertImages(SphinxPostTransform):
    """Convert remote images before builders download them (priority 100).

    linkcheck converts IRIs itself (`linkcheck.uri_to_check`).
    """

    default_priority = 90
    builder: Builder

    def run(self, **_kwargs: Any) -> None:
        builder = self.builder
        if not builder.supported_remote_images and builder.name not in ("gettext", "linkcheck"):
            for node in filter(is_remote, all_nodes(self.document, nodes.image)):
                _convert_image(node, self.document)


def add_conversions(app: Sphinx) -> None:
    """Add the transforms that depend on the builder."""
    for transform in (ConvertImages, ConvertReferences):
        app.add_post_transform(type(transform.__name__, (transform,), {"builder": app.builder}))


def _convert_image(node: nodes.image, document: nodes.document) -> None:
    try:
        uri = converter(document.settings)(node["uri"])
    except IRIError:
        return
    if uri == node["uri"]:
        return
    candidates: dict[str, str] = node.get("candidates", {})
    candidates.update((kind, uri) for kind, value in candidates.items() if value == node["uri"])
    node["uri"] = uri
