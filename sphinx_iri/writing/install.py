"""Install the translators for our nodes, by format. Other builders write plain nodes."""

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
    """Replace the translator of the builder, or of a theme, by a subclass that supports our nodes."""
    mixin = _MIXINS.get(app.builder.format)
    if mixin is not None:
        base = app.builder.get_translator_class()
        aware = type(base.__name__, (mixin, base), {"__module__": base.__module__, "__doc__": base.__doc__})
        app.set_translator(app.builder.name, aware, override=True)
