"""The table of running text in ``cases/prose.txt``: what a careful reader would link."""

from __future__ import annotations

from pathlib import Path

import pytest

from extract import find_links

LINES = (Path(__file__).parents[1] / "cases" / "prose.txt").read_text("utf-8").splitlines()
CASES = [line for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize("marked", CASES)
def test_prose(marked: str) -> None:
    text = marked.replace("⸠", "").replace("⸡", "")
    found = []
    end = 0
    for link in find_links(text, schemeless=True, email=True):
        found += [text[end : link.start], "⸠", link.text, "⸡"]
        end = link.end
    assert "".join([*found, text[end:]]) == marked


def test_there_are_cases() -> None:
    assert len(CASES) >= 60
