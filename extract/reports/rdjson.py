"""Reviewdog's diagnostic format (rdjson); its columns are bytes of UTF-8, from 1."""

from __future__ import annotations

from typing import Any

from extract.linter.finding import Finding
from extract.text.positions import ByteOffsets
from extract.text.terminal import json_text

_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def report(findings: list[Finding]) -> str:
    """Return one document."""
    offset = ByteOffsets("")
    diagnostics = []
    for finding in findings:
        if finding.excerpt is not offset.text:
            offset = ByteOffsets(finding.excerpt)
        diagnostics.append(_diagnostic(finding, offset))
    document = {"source": {"name": "iri"}, "diagnostics": diagnostics}
    return json_text(document, indent=2) + "\n"


def _diagnostic(finding: Finding, offset: ByteOffsets) -> dict[str, Any]:
    problem = finding.problem
    start = offset(finding.column - 1) + 1
    same_line = finding.end_line == finding.line
    end = offset(finding.end_column - 1) + 1 if same_line else finding.end_column
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
