"""Linear time: the characters that the engine reads of hostile texts are counted. See `tests.linear`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hostile import ENDINGS, MIXED, UNITS, repeated, text
from tests.linear import LONG, Reading, assert_reads_linearly, characters_read, counting
from tests.surfaces import DETECTION, MODES, READERS

_UNITS = [*(UNITS if LONG else UNITS[:: len(UNITS) // 9]), MIXED]


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    with counting() as reading:
        yield reading


@pytest.mark.parametrize("mode", MODES)
def test_detection_reads_each_character_a_few_times(mode: str, reading: Reading) -> None:
    for unit in _UNITS:
        for ending in ENDINGS if LONG else ENDINGS[1:]:
            assert_reads_linearly(DETECTION[f"find, {mode}"], text(f"⟦{unit}⟧{ending}"), reading)


@pytest.mark.parametrize("name", [name for name in READERS if name.startswith("read ")])
def test_readers_read_each_character_a_few_times(name: str, reading: Reading) -> None:
    for unit in _UNITS if LONG else [MIXED]:
        assert_reads_linearly(READERS[name], repeated(unit), reading)


@pytest.mark.parametrize("mode", ["schemes", "schemes, uts58"])
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
        assert_reads_linearly(twice_over, repeated("a"), reading)
