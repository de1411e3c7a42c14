"""One line a finding."""

from __future__ import annotations

from extract.linting import Finding
from extract.visible import visible


def report(findings: list[Finding]) -> str:
    """``path:line:column: CODE name: message``."""
    return "".join(
        f"{finding.path}:{finding.line}:{finding.column}: {finding.problem.code} {finding.problem.name}: "
        f"{visible(finding.problem.message)}\n"
        for finding in findings
    )
