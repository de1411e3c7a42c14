"""Rules: what is wrong with one IRI, a piece of prose, a file, or a tree of files."""

from __future__ import annotations

# Each family registers its rules.
from extract.rules import (  # noqa: F401
    asciidoc_markup,
    bidi,
    characters,
    encoding,
    host,
    html_markup,
    input,
    labels,
    local,
    mail,
    markdown_markup,
    prose,
    references,
    rst_markup,
    scheme,
    spoofing,
    syntax,
    targets,
    tree,
)
from extract.rules.checking import check
from extract.rules.problem import Found, Problem, Severity
from extract.rules.registry import RULES, Example, Rule, Scope, rule, rule_named
from extract.rules.subjects import CheckedParts, Prose, Source, Use

__all__ = [
    "RULES",
    "CheckedParts",
    "Example",
    "Found",
    "Problem",
    "Prose",
    "Rule",
    "Scope",
    "Severity",
    "Source",
    "Use",
    "check",
    "rule",
    "rule_named",
]
