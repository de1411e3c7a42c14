"""Reviewdog's diagnostic format (rdjson); its columns are bytes of UTF-8, from 1."""

from __future__ import annotations

from typing import Any

from extract.linter.finding import Finding
from extract.reports.addresses import PAGES, page_of_rule
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
    document = {"source": {"name": "iri", "url": PAGES}, "diagnostics": diagnostics}
    return json_text(document, indent=2) + "\n"


def _diagnostic(finding: Finding, offset: ByteOffsets) -> dict[str, Any]:
    problem = finding.problem
    start = offset(finding.column - 1) + 1
    # Of a finding over several lines only the first is at hand to count its bytes.
    is_whole = finding.end_line == finding.line
    end = offset(finding.end_column - 1 if is_whole else len(finding.excerpt)) + 1
    span = {"start": {"line": finding.line, "column": start}, "end": {"line": finding.line, "column": end}}
    diagnostic: dict[str, Any] = {
        "message": problem.message,
        "location": {"path": finding.path, "range": span},
        "severity": _SEVERITIES[problem.severity],
        "code": {"value": problem.code, "url": page_of_rule(problem.code)},
    }
    if problem.fix is not None and is_whole:
        diagnostic["suggestions"] = [{"range": span, "text": problem.fix}]
    return diagnostic
