"""Calls of the linter, and what they return: ``cases/linting.txt``."""

from __future__ import annotations

from typing import Any

import pytest

from extract import Finding, check, lint
from extract.linter import fix, lint_file
from extract.linter.fixes import difference
from extract.linter.selection import Selection
from extract.readers import Document
from extract.rules import RULES, Problem, checking, usual_rules
from tests.calls import wrong_calls
from tests.linter.test_fixes import fixed
from tests.marking import table


def codes(data: str | bytes, **options: Any) -> list[str]:
    """Return the codes of what is found in a text."""
    return [one.problem.code for one in lint(data.encode() if isinstance(data, str) else data, "a.txt", **options)]


def context(length: int, column: int) -> tuple[int, int]:
    """Return from where to where a line is shown in which there is a finding."""
    line = "".join(chr(0x4E00 + at) for at in range(length))
    problem = Problem(message="", start=0, end=1)
    shown = Finding("a", problem, 1, column, 1, column + 1, line, "").context
    return line.index(shown), line.index(shown) + len(shown)


def guessed(text: str, charset: str) -> bool:
    """Return whether the advice about a text in a charset names one that reads it."""
    data = (f"{text} " * 5).encode(charset)
    (finding,) = lint(data, "a.txt")
    return data.decode(finding.problem.message.rpartition("=")[2]) == f"{text} " * 5


HERE: list[Any] = [
    check,
    codes,
    context,
    guessed,
    difference,
    fixed,
    fix,
    lint,
    lint_file,
    Document,
    Finding,
    Problem,
    Selection,
]
KNOWN = {one.__name__: one for one in [*HERE, usual_rules]} | {"RULES": RULES, "checking": checking}
CALLS = table("linting.txt")


@pytest.mark.parametrize("about", CALLS)
def test_calls(about: str) -> None:
    wrong = wrong_calls(CALLS[about], KNOWN)
    assert not wrong, "\n\n".join(wrong)
