"""Broken markup: the table of cases, each with its repair, and what is proven before it is offered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extract import lint
from extract.readers import FORMATS
from extract.rules.problem import Problem
from extract.rules.registry import SUB_RULES
from tests.rows import rows

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


def marked(text: str, problems: list[Problem]) -> str:
    for one in reversed(problems):
        text = f"{text[: one.start]}⟦{text[one.start : one.end]}⟧{text[one.end :]}"
    return text


GROUPS = sorted({(row["format"], row.get("rule", "good")) for row in ROWS})


@pytest.mark.parametrize(("format_name", "rule"), GROUPS)
def test_what_is_broken_and_what_looks_alike(format_name: str, rule: str) -> None:
    wrong = []
    for row in ROWS:
        if (row["format"], row.get("rule", "good")) != (format_name, rule):
            continue
        wanted = row.get("bad", row.get("good", ""))
        text = wanted.replace("⟦", "").replace("⟧", "") if "bad" in row else wanted
        problems = found(text, format_name)
        came, fixed = marked(text, problems), repaired(text, problems)
        if came != wanted or fixed != row.get("fixed", text) or (problems and problems[0].sub_rule != rule):
            wrong.append(f"wanted {wanted}\nfixed  {row.get('fixed', '')}\ncame   {came}\nfixed  {fixed}")
        if problems and all(one.safe for one in problems if one.fix is not None) != row.get("safe", True):
            wrong.append(f"safe, or not safe: {wanted}")
        # the net must not take the start or the end of the file for that of the paragraph
        within = f"See `a` and ``b``.\n\n{text}\n\nSee `a` and ``b``.\n"
        if problems and len(found(within, format_name)) < len(problems):
            wrong.append(f"not found within paragraphs: {wanted}")
    assert not wrong, "\n\n".join(["", *wrong])


# A format, a text, and the same with the fix, which is not given if the label has a link, or inside a badge.
FIXED = r"""
markdown → See [die `Größe`] (https://a.example/größe). → See [die `Größe`](https://a.example/größe).
markdown → See [a [b](https://a.example/b)] (https://a.example/größe) now. →
markdown → [![a](https: //a.example/b.svg)](https://a.example/) → [![a](https://a.example/b.svg)](https://a.example/)
"""


def test_a_fix_is_given_only_if_it_makes_the_link() -> None:
    for name, text, expected in rows(FIXED):
        problems = found(text, name)
        assert problems
        assert repaired(text, problems) == (expected or text)
