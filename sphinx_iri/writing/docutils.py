"""Convert links for docutils' own writers to plain links with the URI, since only Sphinx supports our nodes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from docutils import nodes
from docutils.transforms import Transform

from extract.iri.errors import IRIError
from sphinx_iri.config import converter, displayer
from sphinx_iri.doctree.addresses import inside_text, is_external, is_shown_iri, show, shows_address


class WriteURIs(Transform):
    """Replace the IRIs of links and images by URIs.

    A manual page shows IRIs without links, so ``refuri`` remains the IRI.
    """

    default_priority = 990

    def apply(self) -> None:
        """Convert the document."""
        writer: Any = self.document.transformer.components.get("writer")
        kinds = writer.supported if writer is not None else ()  # supports() is always true in pseudoxml
        is_html = "html" in kinds
        convert = converter(self.document.settings, keeps_hashes=is_html)
        display = displayer(self.document.settings)
        for node in list(self.document.findall(nodes.reference)):
            if is_html:
                inside_text(node)
            iri = node.get("refuri", "")
            if not node.get("internal") and (is_external(iri) or (is_html and not iri.isascii())):
                with suppress(IRIError):  # reported by CheckLinks
                    uri = convert(iri)
                    if shows_address(node) and (shown := display(iri)) != iri:
                        show(node, shown)
                    if is_html:
                        _isolate(node)
                    if "manpage" not in kinds:
                        node["refuri"] = uri
            elif is_html:  # an entry of a table of contents
                _isolate(node)
        for attribute, kind in (("refuri", nodes.target), ("uri", nodes.image)):
            for element in self.document.findall(kind):
                address = element.get(attribute, "")
                if is_external(address) or (is_html and not address.isascii()):
                    with suppress(IRIError):
                        element[attribute] = convert(address)


def _isolate(node: nodes.reference) -> None:
    """Wrap an IRI in ``dir="ltr"`` (RFC 3987 §4.1). docutils does not write ``dir`` on ``<a>``."""
    if is_shown_iri(node):
        node.insert(0, nodes.raw("", '<span dir="ltr">', format="html"))
        node.append(nodes.raw("", "</span>", format="html"))
