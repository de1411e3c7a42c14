"""Rules: what is wrong with one IRI, with a piece of prose, a file, a tree of files."""

from __future__ import annotations

# Each family registers its rules.
from extract.rules import bidi, characters, encoding, host, input, prose, scheme, spoofing, syntax, tree  # noqa: F401
from extract.rules.checking import check
from extract.rules.registry import RULES, Example, Found, Problem, Rule, Scope, Severity, rule, rule_named
from extract.rules.subjects import Part, Parts, Prose, Source, Use, read_parts

__all__ = [
    "RULES",
    "Example",
    "Found",
    "Part",
    "Parts",
    "Problem",
    "Prose",
    "Rule",
    "Scope",
    "Severity",
    "Source",
    "Use",
    "check",
    "read_parts",
    "rule",
    "rule_named",
]
