"""What a package offers, loaded when it is asked for (PEP 562), and what to install if it needs more."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def exports(package: str, table: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    ``table`` maps each of its modules to the names that the package takes from it, separated by spaces.
    """
    home = {name: module for module, names in table.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, found)  # found at once from now on
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return load, listed, sorted(home)


@contextmanager
def needed_by(user: str, install: str) -> Iterator[None]:
    """Make a ModuleNotFoundError of the imports in the block say who needs the package, and what pip is to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        advice = f"{user} needs {package}: pip install {install}"
        raise ModuleNotFoundError(advice, name=error.name) from error
