"""Rules: what is wrong with one IRI, a piece of prose, a file, or a tree of files."""

from __future__ import annotations

from extract.rules.checking import check

# Each module registers its rules.
from extract.rules.files import input, translation, tree  # noqa: F401
from extract.rules.iri import bidi, characters, encoding, host, scheme, spoofing, syntax  # noqa: F401
from extract.rules.iri.spoofing import protecting
from extract.rules.markup import references  # noqa: F401
from extract.rules.markup import rules as markup_rules  # noqa: F401
from extract.rules.problem import Problem, Severity
from extract.rules.registry import RULES, Example, Part, Rule, Scope, part_named, rule, rule_named, usual_rules
from extract.rules.subjects import CheckedParts, Prose, Source, Use
from extract.rules.text import labels, prose, targets  # noqa: F401

__all__ = [
    "RULES",
    "CheckedParts",
    "Example",
    "Part",
    "Problem",
    "Prose",
    "Rule",
    "Scope",
    "Severity",
    "Source",
    "Use",
    "check",
    "part_named",
    "protecting",
    "rule",
    "rule_named",
    "usual_rules",
]
