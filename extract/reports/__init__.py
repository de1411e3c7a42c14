"""Write findings as text: one function for each format, imported when needed. It takes the findings and a `Style`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from extract.iri.errors import require_choice
from extract.linter.finding import Finding
from extract.rules.languages import translator
from extract.text.arguments import items, require

__all__ = ["REPORTS", "report"]

# The module and the function for each format.
_MAKERS = {
    "full": ("text", "full"),
    "concise": ("text", "concise"),
    "json": ("json", "document"),
    "jsonl": ("json", "lines"),
    "sarif": ("sarif", "report"),
    "github": ("text", "github"),
    "gitlab": ("json", "gitlab"),
    "junit": ("junit", "report"),
}
REPORTS = tuple(_MAKERS)  #: The names of the formats of reports.


class Style(NamedTuple):
    """How a report is written. Each format uses what it can show."""

    say: Callable[[str], str] = str  # translates a message, in reports for people
    note: str = ""  # about the whole run
    color: bool = False  # for terminals


def report(findings: list[Finding], form: str, *, color: bool = False, language: str = "", note: str = "") -> str:
    """Return the findings in one of the ``REPORTS``. The same findings always return the same text.

    ``color`` is for terminals and changes only "full". ``language`` is "ja" or "zh_CN", for reports for people.
    ``note`` is about the whole run, in formats that can show it. An unknown format raises ValueError.
    """
    require_choice("form", form, REPORTS)
    findings = list(items("findings", Finding, findings, "findings"))
    for option, text in {"language": language, "note": note}.items():
        require(isinstance(text, str), option, "a str", text)
    module, name = _MAKERS[form]
    maker = getattr(import_module(f"extract.reports.{module}"), name)
    return str(maker(findings, Style(translator(language), note, color)))
