"""One line per finding."""

from __future__ import annotations

from extract.linter.finding import Finding
from extract.text.terminal import escape_invisible, file_name, without_commands


def report(findings: list[Finding]) -> str:
    """Return ``path:line:column: CODE name: message`` for each finding."""
    lines = (
        f"{file_name(finding.path)}:{finding.line}:{finding.column}: {finding.problem.code} {finding.problem.name}: "
        f"{escape_invisible(finding.problem.message)}\n"
        for finding in findings
    )
    return without_commands("".join(lines))
