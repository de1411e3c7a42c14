"""The commands ``iri`` and ``iri-pandoc-filter``, and a check that the package ``extract`` is the right one.

This module is outside of both packages, because they cannot report that another ``extract`` hides the engine.
"""

from __future__ import annotations

import sys


def engine_fault() -> str | None:
    """Return an error message if ``import extract`` would import another package, which is not run, else ``None``."""
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    if "extract" not in sys.modules and not getattr(sys, "frozen", False):  # frozen programs have their own finders
        spec = find_spec("extract")
        if spec is None:
            return "the package extract of sphinx-iri is missing: install sphinx-iri again"
        where = spec.submodule_search_locations
        if where is None or PathFinder.find_spec("extract._exports", where) is None:
            return _another(spec.origin if spec.has_location else ", ".join(where or ()))
    import extract

    if "find_links" not in getattr(extract, "__all__", ()):
        return _another(extract.__file__ or ", ".join(extract.__path__))
    return None


def check_engine() -> None:
    """Raise ImportError if another package is named ``extract``."""
    fault = engine_fault()
    if fault is not None:
        raise ImportError(fault)


def _another(place: str | None) -> str:
    return (
        f"sphinx-iri needs its own package extract, but {place} is another one: rename it if it is yours; if it is the"
        " distribution Extract, uninstall both, and install sphinx-iri again"
    )


def _is_fine(command: str) -> bool:
    fault = engine_fault()
    if fault is not None:
        print(f"{command}: {fault}", file=sys.stderr)
    return fault is None


def main() -> int:
    """Run the command ``iri``."""
    try:
        if not _is_fine("iri"):
            return 2
        from extract.cli import main as command
    except KeyboardInterrupt:
        print("iri: stopped", file=sys.stderr)
        return 130
    return command()


def pandoc_filter() -> int:
    """Run the command ``iri-pandoc-filter``."""
    if not _is_fine("iri-pandoc-filter"):
        return 2
    from extract.integrations.pandoc import main as command

    return command()
