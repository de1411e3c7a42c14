"""HTML and EPUB: links to URIs that show IRIs, from left to right."""

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
    """Mixin of a translator of HTML, also of a theme's."""

    def visit_iri_reference(self, node: iri_reference) -> None:
        """Write the translator's start tag, with the URI."""
        plain = as_plain_reference(node)
        before = len(self.body)
        self.visit_reference(plain)
        if is_shown_iri(plain) or (shows_address(node) and is_rtl(self.config.language)):
            _isolate(self.body, before)

    def visit_reference(self, node: nodes.reference) -> None:
        """Isolate IRIs in titles that links inside the project show, in toctrees and sidebars."""
        before = len(self.body)
        super().visit_reference(node)
        if is_shown_iri(node):
            _isolate(self.body, before)

    def visit_isolated(self, _node: isolated) -> None:
        """Give an address its direction."""
        self.body.append('<span dir="ltr">')

    def depart_isolated(self, _node: isolated) -> None:
        """End it."""
        self.body.append("</span>")

    def depart_document(self, node: nodes.document) -> None:
        """Encode the links; a theme's translator has no other place that sees all of them."""
        encode_links(self.body)
        super().depart_document(node)


def _isolate(body: list[str], before: int) -> None:
    """Isolate the tag after ``before`` (RFC 3987 §4.1)."""
    if '<a dir="' not in (tag := "".join(body[before:])):
        body[before:] = [tag.replace("<a ", '<a dir="ltr" ', 1)]


_ISOLATED = Markup('<span dir="ltr">%s</span>')


def isolate_titles(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Give a direction to what templates link: titles of other pages, the index."""
    for entry in (context.get("prev"), context.get("next"), *(context.get("parents") or ())):
        if entry and reads_as_iri(entry["title"]):
            entry["title"] = str(_ISOLATED % Markup(entry["title"]))
    if page == "iri-index":
        context["content"] = [(letter, _rows(entries, context["pathto"])) for letter, entries in context["content"]]


def _rows(entries: list[IndexEntry], pathto: Callable[[str], str]) -> list[IndexEntry]:
    """Return a row for each IRI."""
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
