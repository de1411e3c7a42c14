"""The table of README.md: what can be counted is what tools/compare.py counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shared_data import shared

pytestmark = pytest.mark.filterwarnings("ignore")  # of the others

README = Path(__file__).resolve().parents[1] / "README.md"
COUNTED = dict(re.findall(r"^\| ([^|]+?) \| (\d+) \| \d \| \d+ \|$", README.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_table_has_every_detector() -> None:
    from tools.compare import DETECTORS  # imports them

    assert list(COUNTED) == list(DETECTORS)


@pytest.mark.all
def test_right_lines() -> None:
    from tools.compare import DETECTORS, lines_of_the_test, right_lines

    lines = lines_of_the_test(shared("unicode", "17.0.0", "LinkDetectionTest.txt").parent)
    assert {name: str(right_lines(made(), lines)) for name, made in DETECTORS.items()} == COUNTED
