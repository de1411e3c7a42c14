"""Checks: what is wrong with one IRI, with a piece of prose, a file, a tree of files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# Each family registers its rules.
from extract.rules import bidi, characters, encoding, host, input, prose, scheme, spoofing, syntax, tree
from extract.rules.aspects import aspects, is_plain, telling
from extract.rules.registry import RULES, Example, Found, Problem, Rule, Scope, Severity, rule
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
    "bidi",
    "characters",
    "check",
    "encoding",
    "host",
    "input",
    "prose",
    "read_parts",
    "rule",
    "scheme",
    "spoofing",
    "syntax",
    "tree",
]


def check(iri: str, rules: Iterable[Rule] | None = None) -> list[Problem]:
    """Return the problems of one IRI, in the order of their place; an empty list means it is good.

    Offsets are code points of ``iri``. ``rules`` are those to apply, by default the ones that are on; only those
    about a single IRI take part.
    """
    chosen = (known for known in RULES.values() if known.on) if rules is None else rules
    part = telling(iri)
    plain = is_plain(part)
    asked = [known for known in chosen if known.scope == "iri" and not (plain and known.about)]
    if not asked:
        return []
    about = tuple(known for known in asked if known.about)
    problems = [*(_say(iri, about) if part == iri else _say_again(part, about))]
    if len(about) < len(asked):
        parts = read_parts(iri)
        problems += (problem for known in asked if not known.about for problem in known.problems(parts))
    return sorted(problems, key=lambda problem: (problem.start, problem.end, problem.code))


def _say(iri: str, rules: tuple[Rule, ...]) -> tuple[Problem, ...]:
    parts = read_parts(iri)
    there = aspects(parts)
    return tuple(problem for known in rules if known.about in there for problem in known.problems(parts))


_say_again = lru_cache(maxsize=256)(_say)  # of a host: many links lead to the same one
