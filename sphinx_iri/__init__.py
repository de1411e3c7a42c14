"""IRIs in docutils and Sphinx: ``extensions = ["sphinx_iri"]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the extension; Sphinx calls this."""
    from sphinx_iri.extension import setup

    return setup(app)
