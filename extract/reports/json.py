"""Reports in JSON: our own format, and GitLab's code quality report."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from extract.linter.finding import Finding
from extract.reports import Style
from extract.reports.addresses import fingerprints
from extract.text.messages import Message
from extract.text.terminal import json_text

_GITLAB_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def document(findings: list[Finding], _style: Style) -> str:
    """Return the findings as a JSON array."""
    return _indented([_value(finding) for finding in findings])


def lines(findings: list[Finding], _style: Style) -> str:
    """Return one JSON object per finding, one per line."""
    return "".join(json_text(_value(finding)) + "\n" for finding in findings)


def gitlab(findings: list[Finding], _style: Style) -> str:
    """Return the findings as a JSON array of GitLab issues."""
    pairs = zip(findings, fingerprints(findings), strict=True)
    return _indented([_issue(finding, mark) for finding, mark in pairs])


def _indented(value: object) -> str:
    return json_text(value, indent=2) + "\n"


def _value(finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object. Offsets and columns are code points. Lines and columns start at 1."""
    problem = finding.problem
    return {
        "code": problem.code,
        "name": problem.name,
        "sub_rule": problem.sub_rule,
        "severity": problem.severity,
        "message": problem.message,
        **_template(problem.message),
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


def _template(message: str) -> dict[str, Any]:
    """Return the template and the values of a message. A value may be a message itself."""
    if not isinstance(message, Message):
        return {"template": message.replace("{", "{{").replace("}", "}}"), "values": {}}
    values = {name: _template(value) if isinstance(value, Message) else value for name, value in message.values.items()}
    return {"template": message.template, "values": values}


def _issue(finding: Finding, mark: str) -> dict[str, Any]:
    begin = {"line": finding.line, "column": finding.column}
    end = {"line": finding.end_line, "column": finding.end_column}
    return {
        "description": f"{finding.problem.code} {finding.problem.message}",
        "check_name": finding.problem.name,
        "fingerprint": mark,
        "severity": _GITLAB_SEVERITIES[finding.problem.severity],
        "location": {"path": PurePath(finding.path).as_posix(), "positions": {"begin": begin, "end": end}},
    }
