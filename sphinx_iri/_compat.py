"""Check that Sphinx, docutils and MyST have supported versions."""

from __future__ import annotations

import re
import sys

from sphinx.errors import ExtensionError

from _sphinx_iri import engine_fault

# pip checks these versions only when it installs the extra.
OLDEST = {"sphinx": "7.3.3", "docutils": "0.20", "babel": "2.13", "myst-parser": "3.0"}


def check_installed(*_event: object) -> None:
    """Raise ExtensionError if another package ``extract`` hides the engine, or a package is too old."""
    fault = engine_fault()
    for package, oldest in OLDEST.items():
        version = getattr(sys.modules.get(package.replace("-", "_")), "__version__", oldest)
        if fault is None and _numbers(version) < _numbers(oldest):
            extra = "myst" if package == "myst-parser" else "sphinx"
            fault = f'{package} {version} is too old, {oldest} is needed: pip install -U "sphinx-iri[{extra}]"'
    if fault is not None:
        raise ExtensionError(f"sphinx_iri: {fault}")


def _numbers(version: str) -> list[int]:
    """Return the leading numbers of ``version``: ``[7, 4, 0]`` for ``7.4.0rc1``."""
    return [int(number) for number in re.findall(r"[0-9]+", re.match(r"[0-9.]*", version)[0])]  # type: ignore[index]
