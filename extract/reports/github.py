"""Workflow commands of GitHub Actions, which annotate the lines."""

from __future__ import annotations

from extract.linter.finding import Finding
from extract.text.terminal import escape_invisible, file_name, without_commands

_KINDS = {"error": "error", "warning": "warning", "info": "notice"}


def report(findings: list[Finding]) -> str:
    """Return a command per finding."""
    return "".join(_command(finding) for finding in findings)


def _command(finding: Finding) -> str:
    problem = finding.problem
    properties = {
        "title": f"{problem.code} {problem.name}",
        "file": finding.path,
        "line": str(finding.line),
        "endLine": str(finding.end_line),
    }
    if finding.end_line == finding.line:  # else the runner ignores them
        properties |= {"col": str(finding.column), "endColumn": str(finding.end_column)}
    message = without_commands(escape_invisible(problem.message))
    listed = ",".join(f"{name}={file_name(_property(text))}" for name, text in properties.items())
    place = f"{file_name(finding.path)}:{finding.line}:{finding.column}"
    return f"::{_KINDS[problem.severity]} {listed}::{_data(f'{place}: {problem.code} {message}')}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
