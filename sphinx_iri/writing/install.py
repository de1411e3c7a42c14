"""The translators that write our nodes, by format; other builders write plain nodes."""

from __future__ import annotations

from sphinx.application import Sphinx

from sphinx_iri.writing.gnu import ManMixin, TexinfoMixin
from sphinx_iri.writing.html import HTMLMixin
from sphinx_iri.writing.latex import LaTeXMixin
from sphinx_iri.writing.plain import PlainMixin

_MIXINS: dict[str, type] = {
    "html": HTMLMixin,
    "latex": LaTeXMixin,
    "man": ManMixin,
    "texinfo": TexinfoMixin,
    "markdown": PlainMixin,
}


def install_translator(app: Sphinx) -> None:
    """Give the builder a subclass of its translator, or of a theme's."""
    mixin = _MIXINS.get(app.builder.format)
    if mixin is not None:
        base = app.builder.get_translator_class()
        aware = type(base.__name__, (mixin, base), {"__module__": base.__module__, "__doc__": base.__doc__})
        app.set_translator(app.builder.name, aware, override=True)
