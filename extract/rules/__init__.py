"""Rules that find problems in an IRI, a piece of prose, or a file."""

from __future__ import annotations

from extract.rules.checking import check

# Each module registers its rules.
from extract.rules.files import input, inside, translation  # noqa: F401
from extract.rules.iri import bidi, characters, encoding, host, scheme, spoofing, syntax  # noqa: F401
from extract.rules.iri.spoofing import protecting
from extract.rules.markup import references, targets  # noqa: F401
from extract.rules.markup import rules as markup_rules  # noqa: F401
from extract.rules.problem import Problem, Severity
from extract.rules.registry import RULES, Example, Rule, Scope, SubRule, rule, rule_named, sub_rule_named, usual_rules
from extract.rules.subjects import CheckedComponents, Prose
from extract.rules.text import destinations, labels, prose  # noqa: F401

__all__ = [
    "RULES",
    "CheckedComponents",
    "Example",
    "Problem",
    "Prose",
    "Rule",
    "Scope",
    "Severity",
    "SubRule",
    "check",
    "protecting",
    "rule",
    "rule_named",
    "sub_rule_named",
    "usual_rules",
]
