"""Reviewdog's diagnostic format (rdjson); its columns are bytes of UTF-8, from 1."""

from __future__ import annotations

from typing import Any

from extract.linter.finding import Finding
from extract.text.positions import utf8_offset
from extract.text.terminal import json_text

_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def report(findings: list[Finding]) -> str:
    """Return one document."""
    document = {"source": {"name": "iri"}, "diagnostics": [_diagnostic(finding) for finding in findings]}
    return json_text(document, indent=2) + "\n"


def _diagnostic(finding: Finding) -> dict[str, Any]:
    problem = finding.problem
    start = utf8_offset(finding.excerpt, finding.column - 1) + 1
    same_line = finding.end_line == finding.line
    end = utf8_offset(finding.excerpt, finding.end_column - 1) + 1 if same_line else finding.end_column
    span = {"start": {"line": finding.line, "column": start}, "end": {"line": finding.end_line, "column": end}}
    diagnostic: dict[str, Any] = {
        "message": problem.message,
        "location": {"path": finding.path, "range": span},
        "severity": _SEVERITIES[problem.severity],
        "code": {"value": problem.code},
    }
    if problem.fix is not None:
        diagnostic["suggestions"] = [{"range": span, "text": problem.fix}]
    return diagnostic
