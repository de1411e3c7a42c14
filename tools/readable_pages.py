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
        "Tutorials": "quickstart quickstart-ja quickstart-zh tutorials/sphinx tutorials/myst tutorials/mail",
        "How-to": "howto/cjk howto/right-to-left howto/pdf howto/headings howto/linkcheck howto/files howto/ci"
        " howto/pre-commit howto/editors howto/translations howto/fixing howto/baseline howto/suppressing howto/urls"
        " howto/chat integrations/index scale",
        "Reference": "sphinx linter rules/index mail engine reference/command reference/configuration"
        " reference/api/index",
        "Explanation": "finding display conformance gallery explanation/two-roads explanation/linter-counts"
        " explanation/benchmarks explanation/security",
        "Project": "versions changelog develop/index",
    },
    "integrations/index": {
        "": "table bleach html django jinja markdown markdown-it mistletoe mistune pandoc terminal weblate recipes"
        " compatibility"
    },
    "develop/index": {"": "architecture decisions requirements"},
}
_PAGE = re.compile(r"(?P<page>[^:#]+)\.(?:rst(?:#(?P<label>[a-z-]+))?|out)")


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
            if reference["refuri"].endswith(".out"):  # what a program printed
                file = addnodes.download_reference("", "", *reference.children, reftarget=reference["refuri"])
                reference.replace_self(file)
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
