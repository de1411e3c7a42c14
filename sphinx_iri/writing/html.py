"""Write links that show IRIs from left to right in HTML and EPUB."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.domains import IndexEntry

from sphinx_iri.config import is_rtl
from sphinx_iri.doctree.addresses import is_shown_iri, reads_as_iri, shows_address
from sphinx_iri.doctree.convert import as_plain_reference, iri_reference, isolated
from sphinx_iri.writing.fragments import encode_links, encoded_fragment
from sphinx_iri.writing.plain import PlainMixin


class HTMLMixin(PlainMixin):
    """Mixin for an HTML translator, including translators of themes."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Write the start tag of the translator with the URI."""
        before = len(self.body)
        self.visit_reference(as_plain_reference(node))
        if shows_address(node) and is_rtl(self.config.language):
            _isolate(self.body, before)

    def visit_reference(self, node: nodes.reference) -> None:
        """Isolate IRIs that are the text of internal links in toctrees and sidebars."""
        before = len(self.body)
        super().visit_reference(node)
        if is_shown_iri(node):
            _isolate(self.body, before)

    def visit_isolated(self, _node: isolated) -> None:
        """Start an element with the direction of an IRI."""
        self.body.append('<span dir="ltr">')

    def depart_isolated(self, _node: isolated) -> None:
        """End the element."""
        self.body.append("</span>")

    def depart_document(self, node: nodes.document) -> None:
        """Encode the fragments of all links. Translators of themes have no other hook for this."""
        encode_links(self.body)
        super().depart_document(node)


def _isolate(body: list[str], before: int) -> None:
    """Add ``dir="ltr"`` to the tag after ``before`` (RFC 3987 §4.1)."""
    if '<a dir="' not in (tag := "".join(body[before:])):
        body[before:] = [tag.replace("<a ", '<a dir="ltr" ', 1)]


_ISOLATED = Markup('<span dir="ltr">%s</span>')


def isolate_titles(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Wrap IRIs in page titles and in the index in ``dir="ltr"``, since templates write them, not the translator."""
    for entry in (context.get("prev"), context.get("next"), *(context.get("parents") or ())):
        if entry and reads_as_iri(entry["title"]):
            entry["title"] = str(_ISOLATED % Markup(entry["title"]))
    if page == "iri-index":
        context["content"] = [(letter, _rows(entries, context["pathto"])) for letter, entries in context["content"]]


def _rows(entries: list[IndexEntry], pathto: Callable[[str], str]) -> list[IndexEntry]:
    """Return one row for each IRI, with numbered links to its other places."""
    rows = []
    for name, same in groupby(entries, attrgetter("name")):
        first, *others = same
        places = (
            Markup('<a href="%s#%s">[%d]</a>') % (pathto(entry.docname), encoded_fragment(entry.anchor), number)
            for number, entry in enumerate(others, 1)
        )
        anchor = encoded_fragment(first.anchor)
        rows.append(first._replace(name=_ISOLATED % name, anchor=anchor, descr=Markup(", ").join(places)))
    return rows
