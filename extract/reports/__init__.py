"""Findings to text: one module per format, each with ``report(findings) -> str``."""

from __future__ import annotations

from importlib import import_module

from extract.linter.finding import Finding

REPORTS = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "html")


def report(findings: list[Finding], form: str, *, colour: bool = False) -> str:
    """Return the findings in a format; the same findings always give the same text."""
    module = import_module(f"extract.reports.{form}")
    text: str = module.report(findings, colour=colour) if form == "full" else module.report(findings)
    return text
