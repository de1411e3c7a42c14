"""IRIs in docutils and Sphinx: ``extensions = ["sphinx_iri"]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import extract

if "find_links" not in getattr(extract, "__all__", ()):  # before anything else of it is imported
    raise ImportError(
        f"sphinx_iri needs its own package extract, but {extract.__file__ or extract.__path__} is another one:"
        " rename it if it is yours; if it is the distribution Extract, uninstall both, and install sphinx-iri again"
    )

from extract import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


__all__ = ["__version__", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the extension; Sphinx calls this."""
    from sphinx_iri.extension import setup

    return setup(app)
