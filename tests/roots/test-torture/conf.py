import sys
from pathlib import Path

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
