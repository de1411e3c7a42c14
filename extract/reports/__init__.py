"""Findings to text: a function ``(findings) -> str`` for each format, imported when asked for."""

from __future__ import annotations

from importlib import import_module

from extract.iri.errors import require_choice
from extract.linter.finding import Finding

# Where each format is made: the module, and the function in it.
_MAKERS = {
    "full": ("text", "full"),
    "concise": ("text", "concise"),
    "json": ("json", "document"),
    "jsonl": ("json", "lines"),
    "sarif": ("sarif", "report"),
    "github": ("text", "github"),
    "gitlab": ("json", "gitlab"),
    "junit": ("junit", "report"),
    "rdjson": ("json", "rdjson"),
    "html": ("html", "report"),
}
REPORTS = tuple(_MAKERS)


def report(findings: list[Finding], form: str, *, colour: bool = False) -> str:
    """Return the findings in one of the ``REPORTS``; the same findings always give the same text.

    ``colour`` is for terminals, and changes "full" only. An unknown format is a ValueError.
    """
    require_choice("form", form, REPORTS)
    module, name = _MAKERS[form]
    maker = getattr(import_module(f"extract.reports.{module}"), name)
    text: str = maker(findings, colour=colour) if form == "full" else maker(findings)
    return text
