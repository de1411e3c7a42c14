"""Findings to text: one module per format, each with ``report(findings) -> str``."""

from __future__ import annotations

from importlib import import_module

from extract.iri.errors import require_choice
from extract.linter.finding import Finding

REPORTS = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "html")


def report(findings: list[Finding], form: str, *, colour: bool = False) -> str:
    """Return the findings in one of the ``REPORTS``; the same findings always give the same text.

    ``colour`` is for terminals, and changes "full" only. An unknown format is a ValueError.
    """
    require_choice("form", form, REPORTS)
    module = import_module(f"extract.reports.{form}")
    text: str = module.report(findings, colour=colour) if form == "full" else module.report(findings)
    return text
