project = "Clicks"
author = "the authors"
extensions = ["sphinx_iri"]
html_static_path = ["_static"]
html_css_files = ["direction.css"]
html_theme_options = {}
epub_copyright = author
