"""Check a single IRI (`check`), or a link at its place in a document (`check_link`)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from extract.iri.bidi_rule import has_rtl
from extract.iri.errors import text_of
from extract.redirects.chain import RedirectStep, may_lead_on, redirect_chain
from extract.rules.iri.aspects import aspects, is_plain, relevant_prefix
from extract.rules.iri.syntax import USER_PLACEHOLDER, placeholders
from extract.rules.place import Place, is_exempt, is_incomplete
from extract.rules.problem import Problem
from extract.rules.registry import SUB_RULES, Rule, SubRule
from extract.rules.subjects import CheckedComponents
from extract.text.messages import Message


def check(iri: str, rules: Iterable[Rule] | None = None) -> list[Problem]:
    """Return the problems of ``iri``, sorted by position. The list is empty if there are no problems.

    Offsets are code points of ``iri``. ``rules`` are the rules to apply. Rules that need more than a single IRI are
    ignored. By default, apply the rules that are on, and all grammar rules as errors, even rules that are off for
    documents. If no problem is an error, `IRI.parse` accepts the IRI and `to_uri` converts it.
    """
    if type(iri) is not str:
        iri = text_of(iri)
    if rules is None:
        return without_yielding(check_components(iri))
    try:
        sub_rules = tuple(sub_rule for known in rules for sub_rule in known.sub_rules)
    except (AttributeError, TypeError):
        raise TypeError(f"rules must be a collection of rules, such as usual_rules(), not {rules!r:.60}") from None
    return without_yielding(check_components(iri, sub_rules))


def check_components(iri: str, sub_rules: tuple[SubRule, ...] | None = None) -> list[Problem]:
    """Return the problems of ``iri`` like `check`, but take sub-rules."""
    of_iris = _usual() if sub_rules is None else _sorted(sub_rules)
    problems = _problems(iri, of_iris)
    chain = redirect_chain(iri) if may_lead_on(iri) else ()
    if len(chain) > 1:
        problems += _at_the_end(chain, of_iris)
    return sorted(problems, key=lambda problem: (problem.start, problem.end, problem.code))


def _problems(iri: str, rules: _Sorted) -> list[Problem]:
    about, ordered, others = rules
    prefix = relevant_prefix(iri)
    if is_plain(prefix):
        about = ()
    problems = [*(_run(iri, about) if prefix == iri else _run_cached(prefix, about))] if about else []
    if has_rtl(iri):
        others += ordered
    if others:
        components = CheckedComponents(iri)
        problems += (problem for known in others for problem in known.problems(components))
    return problems


# Rules about the host. The redirect service has written the rest of the IRI.
_OF_SITES = frozenset(
    "userinfo ipv4-lookalike mixed-script whole-script lookalike-letter mixed-digits ascii-lookalike "
    "capital-lookalike protected-name".split()
)


def _at_the_end(chain: tuple[RedirectStep, ...], rules: _Sorted) -> list[Problem]:
    """Return the problems of the last host of a redirect chain. Their span is the whole IRI."""
    about, ordered, others = (tuple(known for known in some if known.name in _OF_SITES) for some in rules)
    through = ", then ".join(target.service for target in chain if target.service)
    return [
        replace(
            problem,
            message=Message("{what} (the link leads there through {services})", what=problem.message, services=through),
            start=0,
            end=len(chain[0].iri),
            fix=None,
        )
        for problem in _problems(chain[-1].iri, (about, ordered, others))
    ]


_Sorted = tuple[tuple[SubRule, ...], tuple[SubRule, ...], tuple[SubRule, ...]]


@cache
def _usual() -> _Sorted:
    of_grammar = {known: replace(known, severity="error") for known in SUB_RULES.values() if known.is_of_grammar}
    return _sorted(
        tuple(of_grammar.get(known, known) for known in SUB_RULES.values() if known.on or known in of_grammar)
    )


@lru_cache(maxsize=64)
def _sorted(sub_rules: tuple[SubRule, ...]) -> _Sorted:
    """Return the sub-rules of scope "iri": the ones with an aspect, the ones about direction, and the others."""
    of_iris = [known for known in sub_rules if known.scope == "iri"]
    ordered = tuple(known for known in of_iris if known.about == "direction")
    about = tuple(known for known in of_iris if known.about and known not in ordered)
    return about, ordered, tuple(known for known in of_iris if not known.about)


def without_yielding(problems: list[Problem]) -> list[Problem]:
    """Return the problems without those that yield to another sub-rule with a problem at the same place."""
    is_told = yields_in(problems) if len(problems) > 1 else lambda _: False
    return [problem for problem in problems if not is_told(problem)]


def yields_in(problems: Iterable[Problem]) -> Callable[[Problem], bool]:
    """Return a function that returns whether a problem yields to one of these problems."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for problem in sorted(problems, key=lambda one: (one.start, one.end)):
        spans.setdefault(problem.sub_rule, []).append((problem.start, problem.end))

    def is_told(problem: Problem) -> bool:
        better = (spans[name] for name in SUB_RULES[problem.sub_rule].yields_to if name in spans)
        return any(touches(one, problem.start, problem.end) for one in better)

    return is_told


def touches(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether one of the sorted ``spans`` overlaps or adjoins ``[start:end]``."""
    last = bisect_right(spans, end, key=lambda span: span[0]) - 1
    return last >= 0 and spans[last][1] >= start


def check_found(iri: str, sub_rules: tuple[SubRule, ...]) -> list[Problem]:
    """Return the problems of a link in a document, except problems of placeholders.

    Like `check_components`, but without syntax errors in placeholders such as ``{name}`` and ``%d``, which the rule
    "placeholder" reports. User information and hosts ("http://.../") that are placeholders are also not reported.
    """
    problems = check_components(iri, sub_rules)
    if problems and ("{" in iri or "%" in iri or "@" in iri or "//." in iri or "…" in iri):
        filled_in = placeholders(iri)
        return [problem for problem in problems if not _is_filled_in(problem, iri, filled_in)]
    return problems


def check_link(place: Place, sub_rules: tuple[SubRule, ...], asked_for: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of a link at its place in a document, at most one for each sub-rule.

    Like `check_found`, but without problems in placeholders, and without exempt problems unless their sub-rule is in
    ``asked_for``.
    """
    iri = place.link.iri
    found = check_found(iri, sub_rules)
    if not found:
        return iter(())
    problems = [
        problem
        for problem in found
        if problem.sub_rule in asked_for or not is_exempt(problem, SUB_RULES[problem.sub_rule].exempts, place)
    ]
    return (problem for problem in _merged_by_sub_rule(iri, problems) if not is_incomplete(problem, place))


def _merged_by_sub_rule(iri: str, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Merge the problems of each sub-rule into one, with a fix for all of them."""
    by_sub_rule: dict[str, list[Problem]] = {}
    for problem in problems:
        by_sub_rule.setdefault(problem.sub_rule, []).append(problem)
    for first, *others in by_sub_rule.values():
        if not others:
            yield first
            continue
        pieces = []
        position = first.start
        for problem in (first, *others):
            if problem.start < position:
                continue
            pieces += [iri[position : problem.start], problem.fix or ""]
            position = problem.end
        can_be_fixed = all(problem.fix is not None for problem in (first, *others))
        yield replace(
            first,
            message=Message("{what} (and {number} more)", what=first.message, number=len(others)),
            end=position if can_be_fixed else first.end,
            fix="".join(pieces) if can_be_fixed else None,
            safe=all(problem.safe for problem in (first, *others)),
        )


def _is_filled_in(problem: Problem, iri: str, filled_in: set[int]) -> bool:
    """Whether ``problem`` is about a placeholder. ``filled_in`` are the offsets of placeholder characters."""
    if problem.sub_rule == "userinfo":
        return USER_PLACEHOLDER.fullmatch(iri, problem.start, problem.end) is not None
    if problem.sub_rule == "idna":
        return not iri[problem.start : problem.end].strip(".…")  # "http://.../"
    return problem.start in filled_in and problem.end == problem.start + 1 and problem.sub_rule in _IN_TEMPLATES


# The sub-rules that report single characters, except "placeholder".
_IN_TEMPLATES = frozenset(
    "syntax bare-percent backslash space forbidden-character character".split(),
)


def _run(iri: str, known_sub_rules: tuple[SubRule, ...]) -> tuple[Problem, ...]:
    components = CheckedComponents(iri)
    there = aspects(components)
    return tuple(problem for known in known_sub_rules if known.about in there for problem in known.problems(components))


_run_cached = lru_cache(maxsize=256)(_run)  # for prefixes: many links have the same host
