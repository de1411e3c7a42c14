"""One JSON document, for programs."""

from __future__ import annotations

from typing import Any

from extract.linter.finding import Finding
from extract.text.terminal import json_text


def value(finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object; offsets and columns are code points, lines and columns count from 1."""
    problem = finding.problem
    return {
        "code": problem.code,
        "name": problem.name,
        "part": problem.part,
        "severity": problem.severity,
        "message": problem.message,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "start": problem.start,
        "end": problem.end,
        "component": problem.component,
        "iri": finding.link,
        "fix": None if problem.fix is None else {"text": problem.fix, "safe": problem.safe},
    }


def report(findings: list[Finding]) -> str:
    """Return a list of findings."""
    return json_text([value(finding) for finding in findings], indent=2) + "\n"
