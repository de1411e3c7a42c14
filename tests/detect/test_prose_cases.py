"""The tables of running text in ``cases``: what a careful reader would link."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marking import assert_links

TABLES = Path(__file__).parents[1] / "cases"


def lines(table: str) -> list[str]:
    return [line for line in (TABLES / table).read_text("utf-8").splitlines() if line and not line.startswith("#")]


CASES = lines("prose.txt")
GLUED = [line.split("\t") for line in lines("glued_words.txt")]


@pytest.mark.parametrize("marked", CASES)
def test_prose(marked: str) -> None:
    assert_links(marked, bare_domains=True, email=True)


@pytest.mark.parametrize(("language", "source", "marked"), GLUED)
def test_words_glued_to_an_address(language: str, source: str, marked: str) -> None:
    assert_links(marked, bare_domains=True, email=True)


def test_there_are_cases() -> None:
    assert len(CASES) >= 60
