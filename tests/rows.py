"""Tables of cases that are read as text, one case a line: ``what is given → what comes``."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")


def rows(table: str) -> list[tuple[str, ...]]:
    r"""Return the cells of each line, which arrows divide.

    The table is a raw string: ``\u202e`` is that character, and all other backslashes are themselves. White space
    around a cell, empty lines and those that begin with ``# `` count for nothing.
    """
    lines = (line.strip() for line in table.splitlines())
    return [tuple(map(cell, line.split("→"))) for line in lines if line and not line.startswith("# ")]


def cell(text: str) -> str:
    """Return the text of a cell."""
    return _ESCAPE.sub(lambda escape: chr(int("".join(filter(None, escape.groups())), 16)), text.strip())
