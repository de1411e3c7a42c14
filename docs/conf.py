"""Sphinx configuration of the documentation."""

project = "sphinx-iri"
copyright = "the sphinx-iri authors"
extensions = ["sphinx.ext.autodoc", "myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "sphinx-iri"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
