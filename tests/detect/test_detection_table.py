"""``cases/detection.json``, which detectors in other languages read, says what we do."""

from __future__ import annotations

import json

import pytest
import regex

from extract import find_links
from tools.detection_table import TABLE, table

WRITTEN = json.loads(TABLE.read_text("utf-8"))


def test_it_is_as_the_tool_writes_it() -> None:
    made = table()
    if made["regex"] != WRITTEN["regex"]:  # which may have another version of Unicode
        made = {**made, "sets": WRITTEN["sets"], "regex": WRITTEN["regex"]}
    assert made == WRITTEN, "run python -m tools.detection_table"


def test_its_patterns_have_no_groups_that_other_languages_lack() -> None:
    shapes = [sign["shape"] for sign in WRITTEN["evidence"]["signs"] if "shape" in sign]
    assert shapes
    assert not [shape for shape in shapes if regex.search(r"\(\?[a-zA-Z]|[*+?}]\+", shape)]


@pytest.mark.parametrize("profile", ["uts58", "prose"])
@pytest.mark.parametrize("character", "a.,/?é。\u200b\u3000ü!")
def test_its_sets(profile: str, character: str) -> None:
    link = next(find_links(f"http://a.example/x{character} ", profile=profile))
    (kind,) = [
        name for name in ("hard", "soft", "safe") if regex.match(f"[{WRITTEN['sets'][profile][name]}]", character)
    ]
    assert link.text.endswith(character) == (kind == "safe")
