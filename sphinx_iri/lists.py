"""The directive ``iri-list``, a list of the IRIs of the project or of a part of it."""

from __future__ import annotations

import difflib
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_iri.doctree.addresses import all_nodes
from sphinx_iri.domain import iri_domain
from sphinx_iri.grouping import SCRIPTS, host, scripts

logger = logging.getLogger(__name__)


class iri_list(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """A placeholder for a list of IRIs."""


class IRIList(SphinxDirective):
    """``.. iri-list::``: list the IRIs of the project, or of a ``:script:``, a ``:host:`` or ``:documents:``."""

    option_spec: ClassVar[dict[str, Any]] = {
        "script": directives.unchanged_required,
        "host": directives.unchanged_required,
        "documents": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return a placeholder, since not all documents are read yet. Warn about options that match nothing."""
        self.env.note_reread()
        script = self.options.get("script")
        if script not in (*SCRIPTS, "Other", None):
            self._warn(f'unknown script "{script}"; write one of {", ".join(sorted(SCRIPTS))} or Other')
        for name in self.options.get("documents", "").split():
            if name not in self.env.found_docs:
                near = difflib.get_close_matches(name.lstrip("/"), self.env.found_docs, 1)
                advice = (
                    f'did you mean "{near[0]}"?' if near else "write the path from the source folder, without suffix"
                )
                self._warn(f'unknown document "{name}"; {advice}')
        return [iri_list("", **self.options)]

    def _warn(self, message: str) -> None:
        logger.warning("iri-list: %s", message, type="iri", subtype="list", location=self.get_location())


class FillLists(SphinxPostTransform):
    """Replace the placeholders by lists, before IRIs are converted (950)."""

    default_priority = 100

    def run(self, **_kwargs: Any) -> None:
        """Replace the placeholders of a document."""
        for node in all_nodes(self.document, iri_list):
            node.replace_self(self._items(node))

    def _items(self, node: iri_list) -> list[nodes.Node]:
        domain = iri_domain(self.env)
        wanted = node.get("documents", "").split()
        found = {
            use.iri
            for docname, use in domain.uses()
            if (not wanted or docname in wanted)
            and node.get("script", "") in (*scripts(use.iri).split("+"), "")
            and node.get("host", "") in (host(use.iri), "")
        }
        items = [
            nodes.list_item("", nodes.paragraph("", "", nodes.reference(iri, iri, refuri=iri)))
            for iri in sorted(found, key=lambda iri: (scripts(iri), host(iri), iri))
        ]
        return [nodes.bullet_list("", *items)] if items else []
