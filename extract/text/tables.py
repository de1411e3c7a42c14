"""Read the tables in ``extract/data``: fields separated by tabs, and comments that begin with "#"."""

from __future__ import annotations

import os
from collections.abc import Iterator

_DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def rows_of(name: str) -> Iterator[list[str]]:
    """Yield the fields of each line of a table."""
    with open(os.path.join(_DATA, name), encoding="utf-8") as file:
        yield from (line.rstrip("\n").split("\t") for line in file if not line.startswith("#"))
