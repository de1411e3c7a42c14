"""Checks: what is wrong with one IRI, with a piece of prose, a file, a tree of files."""

from __future__ import annotations

from collections.abc import Iterable

from extract.rules import bidi, spoofing, syntax  # each family registers its rules
from extract.rules.registry import RULES, Found, Problem, Rule, Scope, Severity, rule
from extract.rules.subjects import Part, Parts, Prose, read_parts

__all__ = [
    "RULES",
    "Found",
    "Part",
    "Parts",
    "Problem",
    "Prose",
    "Rule",
    "Scope",
    "Severity",
    "bidi",
    "check",
    "read_parts",
    "rule",
    "spoofing",
    "syntax",
]


def check(iri: str, rules: Iterable[Rule] | None = None) -> list[Problem]:
    """Return the problems of one IRI, in the order of their place; an empty list means it is good.

    Offsets are code points of ``iri``. ``rules`` are those to apply, by default the ones that are on; only those
    about a single IRI take part.
    """
    chosen = (known for known in RULES.values() if known.on) if rules is None else rules
    parts = read_parts(iri)
    problems = [problem for known in chosen if known.scope == "iri" for problem in known.problems(parts)]
    # IRI101 says that something is wrong; a rule that says what is wrong is worth more.
    if any(problem.severity == "error" and problem.code != "IRI101" for problem in problems):
        problems = [problem for problem in problems if problem.code != "IRI101"]
    return sorted(problems, key=lambda problem: (problem.start, problem.end, problem.code))
