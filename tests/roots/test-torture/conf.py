import sys
from pathlib import Path

from docutils import nodes

sys.path.insert(0, str(Path(__file__).parent))

project = "Torture"
author = "the authors"
extensions = ["sphinx_iri", "sphinx.ext.extlinks", "sphinx.ext.autodoc", "myst_parser"]
myst_enable_extensions = ["substitution", "attrs_inline"]
myst_substitutions = {"jasub": "https://ja.wikipedia.org/wiki/日本語"}
extlinks = {
    "jawp": ("https://ja.wikipedia.org/wiki/%s", "%s"),
    "idn": ("https://www.münchen.de/%s", None),
}
locale_dirs = ["locales"]
gettext_compact = False
# Fonts that have the letters, from Debian's packages fonts-freefont-otf and fonts-noto-cjk.
XELATEX = r"""
\setmainfont{FreeSerif}
\setsansfont{FreeSans}
\setmonofont{FreeMono}
\newfontfamily\cjkfont{Noto Sans CJK JP}
\XeTeXinterchartokenstate=1
\newXeTeXintercharclass\cjkclass
\count255="2E80
\loop\ifnum\count255<"FFF0
  \ifnum\count255="FB00 \count255="FE30 \fi
  \XeTeXcharclass\count255=\cjkclass \advance\count255 by 1
\repeat
\XeTeXinterchartoks0\cjkclass={\cjkfont}\XeTeXinterchartoks4095\cjkclass={\cjkfont}
\XeTeXinterchartoks\cjkclass0={\rmfamily}\XeTeXinterchartoks\cjkclass4095={\rmfamily}
"""
LUALATEX = r"""
\directlua{luaotfload.add_fallback("cjk", {"Noto Sans CJK JP:mode=harf;"})}
\setmainfont{FreeSerif}[RawFeature={fallback=cjk}]
\setsansfont{FreeSans}[RawFeature={fallback=cjk}]
\setmonofont{FreeMono}[RawFeature={fallback=cjk}]
"""
if tags.has("xelatex") or tags.has("lualatex"):  # noqa: F821 (Sphinx gives it)
    latex_engine = "xelatex" if tags.has("xelatex") else "lualatex"  # noqa: F821
    latex_elements = {"fontpkg": XELATEX if latex_engine == "xelatex" else LUALATEX}
latex_documents = [("index", "torture.tex", project, author, "howto")]
man_pages = [("index", "torture", project, [author], 1)]
texinfo_documents = [("index", "torture", project, author, "torture", "Links", "Miscellaneous")]
epub_copyright = author
version = release = "1"


def without_raw(app, doctree):
    """Leave out the raw HTML, whose address is not ours."""
    for node in list(doctree.findall(nodes.raw)):
        node.parent.remove(node)


def without_pictures(app, doctree):
    """Put a word in the place of each picture: they would be fetched."""
    for node in list(doctree.findall(nodes.image)):
        node.replace_self(nodes.Text("(image)"))
    for node in list(doctree.findall(lambda node: isinstance(node, (nodes.reference, nodes.Text)))):
        if not isinstance(node.parent, nodes.TextElement):
            node.parent.replace(node, nodes.paragraph("", "", node.deepcopy()))


def setup(app):
    if "offline" in app.tags:
        app.connect("doctree-read", without_pictures)
    if "no-raw" in app.tags:
        app.connect("doctree-read", without_raw)
