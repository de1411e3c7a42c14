"""Sphinx configuration of the example book."""

from typing import Any

from sphinx.application import Sphinx

project = "Addresses in many languages"
version = release = "1"  # EPUB asks for one
copyright = "the sphinx-iri authors"
extensions = ["sphinx_iri", "myst_parser", "sphinx.ext.extlinks"]
exclude_patterns = ["_build", "broken", "mail", "plain"]

# Markdown pages: link bare addresses too (CommonMark alone links only <…>).
iri_myst = True
# An index of all addresses, by script and host.
iri_index = True
# Headings have ids of their own words: japanese.html#句読点と括弧 instead of #id2.
iri_heading_ids = True
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist", "substitution"]
myst_substitutions = {"sejong": "<https://ko.wikipedia.org/wiki/세종>"}

extlinks = {
    "dewp": ("https://de.wikipedia.org/wiki/%s", "%s"),
    "frwp": ("https://fr.wikipedia.org/wiki/%s", "%s"),
    "jawp": ("https://ja.wikipedia.org/wiki/%s", "項目「%s」"),
    "ruwp": ("https://ru.wikipedia.org/wiki/%s", "статья «%s»"),
}

html_theme = "alabaster"
html_theme_options = {"description": "How links are written, from Japanese to Urdu", "page_width": "1080px"}
html_static_path = ["_static"]
epub_exclude_files = ["_static/book.css"]  # EPUB allows no direction in styles


def use_page_language(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Give each page the language that its ``lang`` field names; book.css sets the direction from it."""
    if "lang" in (context.get("meta") or {}):
        context["language"] = context["meta"]["lang"]


def add_style(app: Sphinx) -> None:
    """Add book.css, but for EPUB."""
    if app.builder.name != "epub":
        app.add_css_file("book.css")


def setup(app: Sphinx) -> None:
    """Connect the page's language and the style."""
    app.connect("builder-inited", add_style)
    app.connect("html-page-context", use_page_language)
