"""No text takes more than linear time. ``dev.py fuzz time`` and ``clock`` try more; Hypothesis looks for the worst.

A text that is found becomes a line of ``cases/hostile.txt``, below the name of its function.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, target

from tests.hostile import grown, text
from tests.linear import PER_CHARACTER, Reading, assert_reads_linearly, characters_read, complaint, counting
from tests.property.shapes import CASES
from tests.surfaces import Surface

_HALF = 500  # characters of half a text
_RISE = 1.5  # ratio of the reads of the second half to those of the first above which longer texts are tried


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    with counting() as reading:
        yield reading


@given(case=CASES)
def test_no_text_is_read_again_and_again(reading: Reading, case: tuple[str, Surface, str]) -> None:
    _, surface, shape = case
    one, two = (characters_read(surface, grown(shape, size), reading) for size in (_HALF, 2 * _HALF))
    rise, often = (two - one) / max(one, _HALF), two / (2 * _HALF)
    target(rise * often)
    if rise > _RISE or often > PER_CHARACTER:
        assert_reads_linearly(surface, text(shape), reading)


@pytest.mark.all  # measures processor time
@given(case=CASES)
def test_no_text_takes_long(case: tuple[str, Surface, str]) -> None:
    _, surface, shape = case
    assert complaint(surface, text(shape)) == ""
