"""Write findings as text: one function for each format, imported when needed.

It takes the findings. Some functions also take ``say``, ``note`` or ``color``: see `_FOR_PEOPLE` and `_WITH_NOTE`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

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
_WITH_NOTE = ("full", "sarif", "github", "junit")  # these formats can show a note
_FOR_PEOPLE = ("full", "concise", "github")  # these reports are translated


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
    options: dict[str, Any] = {"say": translator(language)} if language and form in _FOR_PEOPLE else {}
    if note and form in _WITH_NOTE:
        options["note"] = note
    result: str = maker(findings, color=color, **options) if form == "full" else maker(findings, **options)
    return result
