"""The table of README.md: what can be counted is what tools/compare.py counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shared_data import shared
from tools.compare import DETECTORS, lines_of_the_test, right_lines

pytestmark = pytest.mark.filterwarnings("ignore")  # of the others

README = Path(__file__).resolve().parents[1] / "README.md"
COUNTED = dict(re.findall(r"^\| ([^|]+?) \| (\d+) \| \d \| \d+ \|$", README.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_table_has_every_detector() -> None:
    assert list(COUNTED) == list(DETECTORS)


@pytest.mark.all
@pytest.mark.parametrize("name", DETECTORS)
def test_right_lines(name: str) -> None:
    lines = lines_of_the_test(shared("unicode", "17.0.0", "LinkDetectionTest.txt").parent)
    assert right_lines(DETECTORS[name](), lines) == int(COUNTED[name])
