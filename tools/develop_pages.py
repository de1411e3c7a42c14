"""Write the table of the requirements and their tests for docs/develop/. docs/conf.py calls this."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Requirement(NamedTuple):
    """A requirement of a standard, and its verdict: "met", or the difference."""

    source: str
    summary: str
    verdict: str = "met"


def requirements() -> dict[int, Requirement]:
    """Return the requirements by number."""
    lines = (ROOT / "tests" / "requirements.txt").read_text("utf-8").splitlines()
    found = (line.split(" | ", 3) for line in lines)
    return {int(number): Requirement(*fields) for number, *fields in found}


def marked_tests() -> dict[int, list[str]]:
    """Return what tests each requirement: marked tests, and sections of tables with R-numbers in their headings."""
    tests = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.requirement":
                    for number in mark.args:
                        tests[ast.literal_eval(number)].append(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    for path in sorted((ROOT / "tests" / "cases").glob("*.txt")):
        for heading in re.findall(r"(?m)^──── (.* R-\d+)$", path.read_text("utf-8")):
            for number in re.findall(r"(?<= R-)\d+", heading):
                tests[int(number)].append(f"tests/cases/{path.name}::{heading.partition(': R-')[0]}")
    return tests


def _readable(test: str) -> str:
    """Return a test as text that can wrap: its file, and its name in words."""
    path, _, name = test.removeprefix("tests/").partition("::")
    return f"{path}: {name.removeprefix('test_').replace('_', ' ')}"


def requirements_table() -> str:
    """Return a table of the requirements in reST."""
    tests = marked_tests()
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 6 14 30 16 34", ""]
    rows = [("Number", "Source", "What it asks for", "Verdict", "Tests")]
    for number, (source, summary, verdict) in requirements().items():
        named = "; ".join(map(_readable, tests[number]))
        rows.append((f"R-{number}", source, summary, verdict, named))
    for first, *others in rows:
        lines += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
    return "\n".join(lines) + "\n"
