"""One JSON object per line."""

from __future__ import annotations

from extract.linter.finding import Finding
from extract.reports.json import value
from extract.text.terminal import json_text


def report(findings: list[Finding]) -> str:
    """Return a line per finding."""
    return "".join(json_text(value(finding)) + "\n" for finding in findings)
