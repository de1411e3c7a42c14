"""Import the public names of a package on first use (PEP 562), and explain missing dependencies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def exports(package: str, table: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package.

    ``table`` maps each of its modules to the names that the package exports from it, separated by spaces.
    """
    home = {name: module for module, names in table.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, found)  # later lookups skip this function
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return load, listed, sorted(home)


@contextmanager
def needed_by(user: str, install: str) -> Iterator[None]:
    """Re-raise a ModuleNotFoundError from the block with the name of the user and the ``pip install`` command."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        advice = f"{user} needs {package}: pip install {install}"
        raise ModuleNotFoundError(advice, name=error.name) from error
