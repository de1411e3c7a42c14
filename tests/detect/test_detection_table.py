"""``cases/detection.json``, which detectors in other languages read: its sets of characters are ours."""

from __future__ import annotations

import json

import pytest
import regex

from extract import find_links
from tools.detection_table import TABLE

SETS = json.loads(TABLE.read_text("utf-8"))["sets"]


@pytest.mark.parametrize("profile", ["uts58", "prose"])
def test_its_sets(profile: str) -> None:
    for character in "a.,/?é。\u200b\u3000ü!":
        link = next(find_links(f"http://a.example/x{character} ", profile=profile))
        kinds = [name for name in ("hard", "soft", "safe") if regex.match(f"[{SETS[profile][name]}]", character)]
        assert kinds in (["hard"], ["soft"], ["safe"])
        assert link.text.endswith(character) == (kinds == ["safe"]), character
