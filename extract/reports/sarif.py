"""Reports in SARIF 2.1.0 (OASIS), for code scanning."""

from __future__ import annotations

from typing import Any

from extract import __version__
from extract.linter.finding import Finding
from extract.reports import Style
from extract.reports.addresses import PAGES, fingerprints, page_of_rule, uri
from extract.rules import RULES, Rule
from extract.text.messages import Message
from extract.text.terminal import json_text

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def report(findings: list[Finding], style: Style) -> str:
    """Return the log of one run. It describes only the rules that have findings."""
    codes = sorted({finding.problem.code for finding in findings})
    rules = {code: _rule(RULES[code]) for code in codes}
    driver = {"name": "iri", "version": __version__, "informationUri": PAGES, "rules": [*rules.values()]}
    results = [
        _result(finding, mark, codes.index(finding.problem.code))
        for finding, mark in zip(findings, fingerprints(findings), strict=True)
    ]
    for result in results:
        if template := result["message"].get("id"):
            rules[result["ruleId"]].setdefault("messageStrings", {})[template] = {"text": template}
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if style.note:  # SARIF 2.1.0 §3.20.21
        notification = {"level": "note", "message": {"text": style.note}}
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": [notification]}]
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(log, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    first, page = rule.sub_rules[0], page_of_rule(rule.code)
    paragraph = first.documentation.split("\n\n")[1]
    examples = [f"{heading}: {shown[0].text}" for heading, shown in first.examples.items() if shown]
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": " ".join(paragraph.split())},
        "help": {"text": "\n\n".join([rule.summary, *examples, page])},
        "helpUri": page,
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": rule.on},
    }


def _message(message: str) -> dict[str, Any]:
    """Return a message with its values and its template, which has numbered placeholders (SARIF 2.1.0 §3.11.5)."""
    if not isinstance(message, Message):
        return {"text": message}
    values: list[str] = []
    return {"text": message, "id": _numbered(message, values), "arguments": values}


def _numbered(message: str, values: list[str]) -> str:
    if not isinstance(message, Message):
        values.append(message)
        return f"{{{len(values) - 1}}}"
    template = message.template.replace("{{", "{{{{").replace("}}", "}}}}")
    return template.format_map({name: _numbered(value, values) for name, value in message.values.items()})


def _result(finding: Finding, mark: str, index: int) -> dict[str, Any]:
    problem = finding.problem
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    place = {"uri": uri(finding.path)}
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": _LEVELS[problem.severity],
        "message": _message(problem.message),
        "locations": [{"physicalLocation": {"artifactLocation": place, "region": region}}],
        "partialFingerprints": {"context/v1": mark},
        "properties": {"sub_rule": problem.sub_rule},
    }
    if problem.fix is not None:
        replacement = {"deletedRegion": region, "insertedContent": {"text": problem.fix}}
        change = {"artifactLocation": place, "replacements": [replacement]}
        result["fixes"] = [{"description": {"text": f"write {problem.fix}"}, "artifactChanges": [change]}]
    return result
