import sys
from pathlib import Path

from docutils import nodes

sys.path.insert(0, str(Path(__file__).parent))

project = "Torture"
author = "the authors"
extensions = ["sphinx_iri", "sphinx.ext.extlinks", "sphinx.ext.autodoc", "myst_parser"]
myst_enable_extensions = ["substitution", "attrs_inline"]
myst_substitutions = {"jasub": "https://ja.wikipedia.org/wiki/日本語"}
suppress_warnings = ["myst.xref_missing"]
extlinks = {
    "jawp": ("https://ja.wikipedia.org/wiki/%s", "%s"),
    "idn": ("https://www.münchen.de/%s", None),
}
locale_dirs = ["locales"]
gettext_compact = False
latex_documents = [("index", "torture.tex", project, author, "howto")]
man_pages = [("index", "torture", project, [author], 1)]
texinfo_documents = [("index", "torture", project, author, "torture", "Links", "Miscellaneous")]
epub_copyright = author
version = release = "1"


def without_pictures(app, doctree):
    """Put a word in the place of each picture: they would be fetched."""
    for node in list(doctree.findall(nodes.image)):
        node.replace_self(nodes.Text("(image)"))
    for node in list(doctree.findall(lambda node: isinstance(node, (nodes.reference, nodes.Text)))):
        if not isinstance(node.parent, nodes.TextElement):
            node.replace_self(nodes.paragraph("", "", node.deepcopy()))


def setup(app):
    if "offline" in app.tags:
        app.connect("doctree-read", without_pictures)
