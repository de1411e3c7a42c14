"""Pages that read well as files too, on GitHub: links in plain reStructuredText become references of Sphinx.

`docs/conf.py` connects `setup`. A page writes ```title <../page.rst>`__`` or ```title <page.rst#label>`__``; what
GitHub would show as code, the lists of pages for the navigation, is added to a page when Sphinx reads it.
"""

from __future__ import annotations

import posixpath
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

CONTENTS = {
    "index": {
        "Get started": "quickstart quickstart-ja quickstart-zh tutorials/sphinx tutorials/myst tutorials/mail",
        "How-to": "howto/cut howto/ci howto/pre-commit howto/editors howto/findings howto/files howto/translations"
        " howto/compare howto/linkcheck howto/cjk howto/right-to-left howto/headings howto/pdf howto/urls howto/chat"
        " howto/mail-archive howto/mail-rewrite howto/mail-gateway scale integrations/index",
        "Reference": "linter rules/index reference/formats reference/settings reference/command sphinx finding"
        " reference/tailorings engine display mail reference/api/index reference/glossary",
        "About": "faq conformance measurements security gallery versions changelog develop/index",
    },
    "integrations/index": {
        "": "table bleach html django jinja markdown markdown-it mistletoe mistune pandoc terminal weblate recipes"
    },
    "develop/index": {"": "architecture decisions requirements upstream"},
}
_PAGE = re.compile(r"(?P<page>[^:#]+)\.(?:rst|md)(?:#(?P<label>[a-z-]+))?")


def page_reference(docname: str, kind: str, target: str, *children: nodes.Node | str) -> addnodes.pending_xref:
    """Return a reference to a page ("doc") or a label ("ref"), of which Sphinx checks that it is there."""
    where = {"refdomain": "std", "reftype": kind, "reftarget": target, "refdoc": docname}
    shown = [nodes.Text(child) if isinstance(child, str) else child for child in children]
    return addnodes.pending_xref("", nodes.inline("", "", *shown), **where, refexplicit=True, refwarn=True)


class PageLinks(SphinxTransform):
    """Make a link to the file of another page a reference to it, or to its label; Sphinx checks that it is there."""

    default_priority = 4

    def apply(self, **_options: object) -> None:
        """Replace the references."""
        for reference in list(self.document.findall(nodes.reference)):
            found = _PAGE.fullmatch(reference.get("refuri", ""))
            if found is None:
                continue
            page = posixpath.normpath(posixpath.join(posixpath.dirname(self.env.docname), found["page"]))
            kind, target = ("ref", found["label"]) if found["label"] else ("doc", f"/{page}")
            reference.replace_self(page_reference(self.env.docname, kind, target, *reference.children))


def add_contents(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the lists of pages that the navigation shows."""
    for caption, pages in CONTENTS.get(docname, {}).items():
        options = [f"   :caption: {caption}"] if caption else []
        lines = ["", "", ".. toctree::", *options, "   :maxdepth: 1", "   :hidden:", ""]
        source[0] += "\n".join([*lines, *(f"   {page}" for page in pages.split())])


def setup(app: Sphinx) -> None:
    """Connect both."""
    app.add_transform(PageLinks)
    app.connect("source-read", add_contents)
