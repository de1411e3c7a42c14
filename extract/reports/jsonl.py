"""One JSON object per line."""

from __future__ import annotations

import json

from extract.linter.finding import Finding
from extract.reports.json import value


def report(findings: list[Finding]) -> str:
    """Return a line per finding."""
    return "".join(json.dumps(value(finding), ensure_ascii=False) + "\n" for finding in findings)
