"""GitLab's code quality report."""

from __future__ import annotations

from pathlib import PurePath

from extract.linter.finding import Finding
from extract.reports.addresses import fingerprints
from extract.text.terminal import json_text

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def report(findings: list[Finding]) -> str:
    """Return a list of issues."""
    issues = [
        {
            "description": f"{finding.problem.code} {finding.problem.message}",
            "check_name": finding.problem.name,
            "fingerprint": mark,
            "severity": _SEVERITIES[finding.problem.severity],
            "location": {
                "path": PurePath(finding.path).as_posix(),
                "positions": {
                    "begin": {"line": finding.line, "column": finding.column},
                    "end": {"line": finding.end_line, "column": finding.end_column},
                },
            },
        }
        for finding, mark in zip(findings, fingerprints(findings), strict=True)
    ]
    return json_text(issues, indent=2) + "\n"
