"""What differs between the versions of Sphinx, docutils and MyST that are supported."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from typing import Any

from _sphinx_iri import engine_fault

# The oldest versions; pip compares them with what is there only where it installs the extra.
OLDEST = {"sphinx": "7.3.3", "docutils": "0.20", "babel": "2.13", "myst-parser": "3.0"}
REQUIRED = ("sphinx", "docutils", "babel", "regex", "idna", "publicsuffixlist", "markdown_it")


def check_installed(*_event: object) -> None:
    """End the program, with one line, if a package that the extension needs is missing, hidden or too old.

    Not an error of Sphinx's: around each of those, Sphinx 9 prints a page with a traceback.
    """
    fault = _missing() or engine_fault() or _too_old()
    if fault is not None:
        raise SystemExit(f"sphinx_iri: {fault}")


def _missing() -> str | None:
    for name in REQUIRED:
        if name not in sys.modules and find_spec(name) is None:  # not loaded before it is used
            return f'{name} is missing: pip install "sphinx-iri[sphinx]"'
    return None


def _too_old() -> str | None:
    for package, oldest in OLDEST.items():
        version = getattr(sys.modules.get(package.replace("-", "_")), "__version__", oldest)
        if _numbers(version) < _numbers(oldest):
            extra = "myst" if package == "myst-parser" else "sphinx"
            return f'{package} {version} is too old, {oldest} is needed: pip install -U "sphinx-iri[{extra}]"'
    return None


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version: ``[7, 4, 0]`` for ``7.4.0rc1``."""
    return [int(number) for number in re.findall(r"[0-9]+", re.match(r"[0-9.]*", version)[0])]  # type: ignore[index]


def set_status(builder: Any, status: int) -> None:
    """Set the exit status of the build; Sphinx 9 has ``_app`` and deprecates ``app``."""
    application = builder._app if hasattr(builder, "_app") else builder.app
    application.statuscode = status


def current_docname(env: Any) -> str:
    """Return the name of the document that is being read; Sphinx 8.2 made an object of what was a dictionary."""
    current = getattr(env, "current_document", None)
    return str(env.docname if current is None else current.docname)


def builder_of(env: Any) -> Any:
    """Return the builder, or its class; Sphinx 9 has ``_builder_cls`` and deprecates ``app``."""
    return env._builder_cls if hasattr(env, "_builder_cls") else env.app.builder
