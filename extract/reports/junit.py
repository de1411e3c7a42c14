"""Reports in JUnit XML, as Jenkins parses it (junit-10.xsd): a test suite per file, a failure per finding."""

from __future__ import annotations

import re
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from extract.linter.finding import Finding
from extract.reports import Style
from extract.text.terminal import escape_invisible, file_name

# XML 1.0 §2.2: characters that are not allowed in a document, even as references.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(findings: list[Finding], style: Style) -> str:
    """Return an XML document. Without findings, it contains one test suite that passes."""
    count = len(findings)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="iri" tests="{max(count, 1)}" failures="{count}">',
    ]
    for path, group in groupby(findings, key=lambda finding: finding.path):
        members = list(group)
        name, number = _attribute(file_name(path)), len(members)
        lines.append(f'  <testsuite name={name} tests="{number}" failures="{number}" errors="0">')
        lines += [_case(finding) for finding in members]
        lines.append("  </testsuite>")
    if not findings:
        lines.append('  <testsuite name="iri" tests="1" failures="0" errors="0">')
        lines += ['    <testcase name="iri" classname="iri"/>', "  </testsuite>"]
    if style.note:
        lines.insert(-1, f"    <system-out>{escape(style.note)}</system-out>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _case(finding: Finding) -> str:
    problem = finding.problem
    place = f"line {finding.line}, column {finding.column}"
    name = _attribute(f"{problem.code} {problem.name} ({place})")
    text = escape(
        _NOT_XML.sub("\ufffd", f"{place}: {escape_invisible(problem.message)}\n{escape_invisible(finding.context)}")
    )
    message = _attribute(escape_invisible(problem.message))
    return (
        f"    <testcase name={name} classname={_attribute(file_name(finding.path))}>\n"
        f'      <failure type="{problem.code}" message={message}>{text}</failure>\n'
        "    </testcase>"
    )


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
