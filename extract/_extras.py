"""What to install where an optional package is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed_by(user: str, install: str) -> Iterator[None]:
    """Make a ModuleNotFoundError of the imports in the block say who needs the package, and what pip is to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        advice = f"{user} needs {package}: pip install {install}"
        raise ModuleNotFoundError(advice, name=error.name) from error
