"""Convert links in plain reStructuredText to references of Sphinx, so that pages are also readable on GitHub.

`docs/conf.py` connects `setup`. A page contains ```title <../page.rst>`__`` or ```title <page.rst#label>`__``. The
lists of pages for the navigation, which GitHub would show as code, are added when Sphinx reads a page.
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
    """Return a reference to a page ("doc") or a label ("ref"). Sphinx warns if it does not exist."""
    where = {"refdomain": "std", "reftype": kind, "reftarget": target, "refdoc": docname}
    shown = [nodes.Text(child) if isinstance(child, str) else child for child in children]
    return addnodes.pending_xref("", nodes.inline("", "", *shown), **where, refexplicit=True, refwarn=True)


class PageLinks(SphinxTransform):
    """Replace links to the files of other pages by references that Sphinx checks."""

    default_priority = 4

    def apply(self, **_options: object) -> None:
        """Replace the links of the document."""
        for reference in list(self.document.findall(nodes.reference)):
            found = _PAGE.fullmatch(reference.get("refuri", ""))
            if found is None:
                continue
            page = posixpath.normpath(posixpath.join(posixpath.dirname(self.env.docname), found["page"]))
            kind, target = ("ref", found["label"]) if found["label"] else ("doc", f"/{page}")
            reference.replace_self(page_reference(self.env.docname, kind, target, *reference.children))


def add_contents(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the lists of pages for the navigation."""
    for caption, pages in CONTENTS.get(docname, {}).items():
        options = [f"   :caption: {caption}"] if caption else []
        lines = ["", "", ".. toctree::", *options, "   :maxdepth: 1", "   :hidden:", ""]
        source[0] += "\n".join([*lines, *(f"   {page}" for page in pages.split())])


def setup(app: Sphinx) -> None:
    """Connect the transform and the hook."""
    app.add_transform(PageLinks)
    app.connect("source-read", add_contents)
