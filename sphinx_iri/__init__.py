"""Support IRIs in docutils and Sphinx: ``extensions = ["sphinx_iri"]``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from extract import __version__


__all__ = ["__version__", "setup"]

if "docutils" not in sys.modules:  # else setup() or the import of a parser reports errors in more detail
    from importlib.util import find_spec

    from _sphinx_iri import engine_fault

    _fault = engine_fault()
    if _fault is None and find_spec("sphinx") is None:
        _fault = 'the extension needs Sphinx: pip install "sphinx-iri[sphinx]"'
    if _fault is not None:
        import warnings

        warnings.warn(_fault, stacklevel=2)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension. Raise ExtensionError with the name of a package that is missing or too old."""
    from sphinx.errors import ExtensionError

    from sphinx_iri._compat import check_installed

    check_installed()
    try:
        from sphinx_iri.extension import setup
    except ModuleNotFoundError as error:
        raise ExtensionError(f'sphinx_iri: {error.name} is missing: pip install "sphinx-iri[sphinx]"') from error

    return setup(app)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from extract import __version__

        return __version__
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), "__version__"]
