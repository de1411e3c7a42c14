"""Findings to text: one module a format, each with ``report(findings) -> str``."""

from __future__ import annotations

from importlib import import_module

from extract.linting import Finding

FORMATS = ("full", "concise", "json")


def report(findings: list[Finding], form: str, *, colour: bool = False) -> str:
    """Write the findings in a format; the same findings give the same text."""
    if form == "full":
        from extract.reports import full

        return full.report(findings, colour=colour)
    text: str = import_module(f"extract.reports.{form}").report(findings)
    return text
