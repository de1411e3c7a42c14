"""Linear time: what the engine reads of hostile texts is counted, or the time is measured. See `tests.linear`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import linear
from tests.hostile import ENDINGS, FOUND, MIXED, UNITS, Shape
from tests.linear import Reading, assert_linear_time, assert_reads_linearly, characters_read, counting
from tests.surfaces import DETECTION, MODES, READERS, SURFACES

_ALL = {name: surface for table in SURFACES.values() for name, surface in table.items()}


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    with counting() as reading:
        yield reading


@pytest.mark.linear
@pytest.mark.parametrize("mode", MODES)
def test_detection_reads_each_character_a_few_times(mode: str, reading: Reading) -> None:
    for unit in [*UNITS, MIXED]:
        for ending in ENDINGS:
            assert_reads_linearly(DETECTION[f"find, {mode}"], Shape("", unit, ending).text, reading)


@pytest.mark.linear
@pytest.mark.parametrize("name", [name for name in READERS if name.startswith("read ")])
def test_readers_read_each_character_a_few_times(name: str, reading: Reading) -> None:
    for unit in [*UNITS, MIXED]:
        assert_reads_linearly(READERS[name], Shape("", unit).text, reading)


@pytest.mark.parametrize("mode", ["schemes", "schemes, uts58", "columns"])
def test_one_address_costs_one_search_for_others(mode: str, reading: Reading) -> None:
    find, text = DETECTION[f"find, {mode}"], "See http://a.example/b and more words. " * 300
    find(text + "mailto:a@b.de")  # what is compiled or imported on first need
    without = characters_read(find, text, reading)
    assert characters_read(find, text + "mailto:a@b.de", reading) - without <= 1.2 * len(text)


def test_what_is_read_is_counted(reading: Reading) -> None:
    text = "a://b " * 100

    def twice_over(text: str) -> None:
        for _ in range(len(text)):
            text.find("x")

    assert characters_read(DETECTION["find, schemes"], text, reading) >= len(text)
    with pytest.raises(AssertionError, match="characters read"):
        assert_reads_linearly(twice_over, Shape("", "a").text, reading)


@pytest.mark.slow
def test_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "_MEASURABLE", 0.01)  # seconds; what is quadratic shows in small texts, too
    with pytest.raises(pytest.fail.Exception, match="for twice the text"):
        assert_linear_time(lambda text: sum(range(len(text) ** 2 // 500)), Shape("", "a").text)
    with pytest.raises(AssertionError, match="more time for a character"):
        assert_linear_time(lambda text: sum(range(8000 * len(text))), Shape("", "a").text, size=1000)


@pytest.mark.linear
@pytest.mark.parametrize(("name", "shape"), FOUND)
def test_what_was_found_takes_linear_time(name: str, shape: Shape) -> None:
    assert_linear_time(_ALL[name], shape.text)
