project = "x"
author = "x"
extensions = ["sphinx_iri"]
latex_documents = [("index", "page.tex", project, author, "howto")]
# As docs/sphinx.rst says it: polyglossia behind the packages that Sphinx loads; fonts from fonts-freefont-otf and
# fonts-dejavu-core.
PREAMBLE = r"""
\usepackage{polyglossia}
\setmainlanguage{%(language)s}
\newfontfamily\%(font)sfont[Script=%(script)s]{FreeSerif}
\newfontfamily\%(font)sfontsf[Script=%(script)s]{DejaVu Sans}
\newfontfamily\%(font)sfonttt[Script=%(script)s]{DejaVu Sans Mono}
"""
FONTS = r"\setmainfont{FreeSerif}\setsansfont{DejaVu Sans}\setmonofont{DejaVu Sans Mono}"
LANGUAGES = {
    "ar": {"language": "arabic", "font": "arabic", "script": "Arabic"},
    "fa": {"language": "persian", "font": "persian", "script": "Arabic"},
    "he": {"language": "hebrew", "font": "hebrew", "script": "Hebrew"},
}


def use_polyglossia(app, config):
    """Say it for the language that is asked for on the command line."""
    preamble = PREAMBLE % LANGUAGES[config.language]
    config.latex_elements = {"polyglossia": "", "fontpkg": FONTS, "fncychap": "", "preamble": preamble}


def setup(app):
    app.connect("config-inited", use_polyglossia, priority=400)
