"""Linear time: eight times the text takes about eight times as long, whatever reads it. See `tests.linear`."""

from __future__ import annotations

import pytest

from tests import linear
from tests.hostile import MIXED, SHAPES, repeated, text
from tests.linear import LONG, assert_linear_time, complaint
from tests.surfaces import SURFACES

pytestmark = pytest.mark.timeout(600)  # what is not linear is measured for minutes
_ALL = {name: surface for table in SURFACES.values() for name, surface in table.items()}
assert {name for name, _ in SHAPES} <= _ALL.keys(), "a heading of tests/cases/hostile.txt names no function"
_MARKUP = [f"lint {name}, as usual" for name in ("markdown", "rst", "html", "asciidoc")]


@pytest.mark.parametrize(("name", "shapes"), SHAPES)
def test_hostile_shapes_take_linear_time(name: str, shapes: list[str]) -> None:
    for each in _MARKUP if LONG and name in _MARKUP else [name]:
        assert {shape: said for shape in shapes if (said := complaint(_ALL[each], text(shape)))} == {}, each


@pytest.mark.parametrize("name", _ALL)
def test_every_function_takes_linear_time(name: str) -> None:
    assert_linear_time(_ALL[name], repeated(MIXED))


def test_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def square(text: str) -> int:
        return sum(range(len(text) ** 2 // 500))

    assert not linear._is_plainly_linear(square, repeated("a"), 500, 0.0005)
    monkeypatch.setattr(linear, "_is_plainly_linear", lambda *_: False)  # all that follows is measured
    monkeypatch.setattr(linear, "_MEASURABLE", 0.001)  # seconds; what is quadratic shows in small texts, too
    with pytest.raises(AssertionError, match="for twice the text"):
        assert_linear_time(square, repeated("a"), size=1000)
    with pytest.raises(AssertionError, match="more time for a character"):
        assert_linear_time(lambda text: sum(range(8000 * len(text))), repeated("a"), size=200)
