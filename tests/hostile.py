"""Texts that are read over and over again where nothing prevents it: each was slow once, or is a neighbor of one.

They are shapes, in `tests/cases/hostile.txt`. The tests of growth and `benchmarks/bench_hostile.py` repeat them;
`tests/property/test_time_laws.py` looks for more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

Text = Callable[[int], str]  # of about so many characters

TABLE = Path(__file__).parent / "cases" / "hostile.txt"
_ESCAPE = re.compile(r"\\(?:[nrt\\]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def unescaped(text: str) -> str:
    """Return a text with what its backslashes stand for."""
    return _ESCAPE.sub(lambda match: match[0].encode().decode("unicode_escape"), text)


def _lines() -> Iterator[tuple[str, list[str]]]:
    """Yield each line of the table: the name of the function that reads its shapes, and the shapes."""
    name = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"\[([\w., ]+)\]", line):
            name = heading[1]
        elif line and not line.startswith("# "):
            shapes = [unescaped(shape) for shape in line.split(" ¦ ")]
            if not all("⟦" in shape for shape in shapes):
                raise ValueError(f"{TABLE.name}: neither a heading nor shapes: {line}")
            yield name, shapes


def growing(unit: str, rest: str, size: int) -> str:
    """Return lines of growing length with about so many characters in all."""
    lines: list[str] = []
    while size > 0:
        lines.append(unit * (len(lines) + 1) + rest)
        size -= len(lines[-1])
    return "".join(lines)


def _repeated(unit: str, size: int) -> str:
    if "↗" in unit:
        first, rest = unit.split("↗")
        return growing(first, rest, size)
    times = max(size // len(unit), 1)
    return "".join(unit.replace("№", str(number)) for number in range(times)) if "№" in unit else unit * times


def grown(shape: str, size: int) -> str:
    """Return a text with about so many characters: what is between ⟦ and ⟧ is repeated."""
    pieces = re.split("[⟦⟧]", shape)
    units = pieces[1::2]
    size -= sum(map(len, pieces[::2]))
    pieces[1::2] = [_repeated(unit, size // len(units)) for unit in units]
    return "".join(pieces)


def text(shape: str) -> Text:
    """Return the function that gives a text of any size."""
    return partial(grown, shape)


def repeated(unit: str) -> Text:
    """Return the function that repeats a unit up to any size."""
    return lambda size: unit * max(size // len(unit), 1)


UNITS = [shape.strip("⟦⟧") for name, shapes in _lines() if name == "find" for shape in shapes]
MIXED = "http://a.(@a@www.:%/a-。http://a.[<é.com然后mailto:"
# After a unit: what makes a pattern look at all of it again.
ENDINGS = ["", "\u200d"]
# The name of a function in `tests.surfaces`, and shapes that it reads.
SHAPES = [(name, shapes) for name, shapes in _lines() if name != "find"]
