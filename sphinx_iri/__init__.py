"""IRIs in docutils and Sphinx: ``extensions = ["sphinx_iri"]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extract import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


__all__ = ["__version__", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the extension; Sphinx calls this."""
    from sphinx_iri.extension import setup

    return setup(app)
