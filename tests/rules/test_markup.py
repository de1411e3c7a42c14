"""Broken markup: the table of cases, each with its repair, and what is proven before it is offered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extract import lint
from extract.readers import FORMATS
from extract.rules.problem import Problem
from extract.rules.registry import SUB_RULES
from tests.naming import readable

ROWS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "markup.jsonl").read_text("utf-8").splitlines()
]
OF_MARKUP = frozenset(one.name for one in SUB_RULES.values() if one.repairs or one.code in ("IRI806", "IRI807")) | {
    "mark-in-destination"
}


def found(text: str, format_name: str) -> list[Problem]:
    """Return what the rules of broken markup find, in order."""
    findings = lint(text.encode(), f"a{FORMATS[format_name].suffixes[0]}")
    return sorted((one.problem for one in findings if one.problem.sub_rule in OF_MARKUP), key=lambda one: one.start)


def repaired(text: str, problems: list[Problem]) -> str:
    for one in reversed(problems):
        if one.fix is not None:
            text = text[: one.start] + one.fix + text[one.end :]
    return text


def messages_of_cases() -> set[str]:
    """Return all that the rules of broken markup say of the table."""
    texts = ((row["bad"].replace("⟦", "").replace("⟧", ""), row["format"]) for row in ROWS if "bad" in row)
    return {one.message for text, format_name in texts for one in found(text, format_name)}


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{row['format']}-{readable(row['bad'])}") for row in ROWS if "bad" in row]
)
def test_what_is_broken(row: dict[str, str]) -> None:
    text = row["bad"].replace("⟦", "").replace("⟧", "")
    problems = found(text, row["format"])
    marked = text
    for one in reversed(problems):
        marked = f"{marked[: one.start]}⟦{marked[one.start : one.end]}⟧{marked[one.end :]}"
    assert (marked, problems[0].sub_rule) == (row["bad"], row["rule"])
    assert repaired(text, problems) == row.get("fixed", text)
    assert all(one.safe for one in problems if one.fix is not None) == row.get("safe", True)
    # the net must not take the start or the end of the file for that of the paragraph
    assert len(found(f"See `a` and ``b``.\n\n{text}\n\nSee `a` and ``b``.\n", row["format"])) >= len(problems)


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{row['format']}-{readable(row['good'])}") for row in ROWS if "good" in row]
)
def test_what_looks_alike_and_is_right(row: dict[str, str]) -> None:
    assert found(row["good"], row["format"]) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("markdown", "See [die `Größe`] (https://a.example/größe).", "See [die `Größe`](https://a.example/größe)."),
        # the label has a link, which the fix would break
        ("markdown", "See [a [b](https://a.example/b)] (https://a.example/größe) now.", None),
        # inside a badge
        (
            "markdown",
            "[![a](https: //a.example/b.svg)](https://a.example/)",
            "[![a](https://a.example/b.svg)](https://a.example/)",
        ),
    ],
)
def test_a_fix_is_given_only_if_it_makes_the_link(name: str, text: str, expected: str | None) -> None:
    problems = found(text, name)
    assert problems
    assert repaired(text, problems) == (expected or text)
