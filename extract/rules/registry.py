"""The registry of rules. A rule has a code, a name and sub-rules. A sub-rule is a function with a docstring.

The docstrings are the only source of ``iri explain CODE``, of the rule's page in the documentation, of the help in
SARIF and of the tests. They consist of a line with the problem, a paragraph with the reason, ``Source:``, and examples,
one per line, under ``Bad:`` and ``Good:``. In a bad example, ⟦ and ⟧ enclose the reported span. ``\\uXXXX``, ``\\xXX``
(a byte) and ``\\n`` are escapes. ``Bad (rst):`` names the format of the examples.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from extract.readers.formats import Kind
from extract.rules.place import Place
from extract.rules.problem import Problem, Severity
from extract.text.arguments import require
from extract.text.messages import map_values
from extract.text.regexes import re
from extract.text.terminal import escape_invisible

# The argument of a sub-rule: CheckedComponents, Prose (running text, a destination, both ("passage"), or a relative
# destination; see extract.rules.subjects), a Document, or data of the linter. Sub-rules of the scope "markup" are never
# called: repairers report for them.
#: The object that a rule checks.
Scope = Literal["iri", "prose", "target", "passage", "reference", "markup", "document", "linter"]
Silences = Literal["", "place", "text"]
# The aspect that an IRI needs for a sub-rule to find problems (see extract.rules.iri.aspects).
Aspect = Literal["syntax", "scheme", "user", "host", "escape", "letters", "direction", "glued"]


Exemption = Callable[[Problem, Place], bool]


class Example(NamedTuple):
    """A line under Bad or Good in a docstring."""

    text: str  # without ⟦ and ⟧, with decoded escapes
    places: tuple[tuple[int, int], ...]  # start and end of each marked span, in code points; () in good examples
    format: str  # "text" unless the heading names a format


@dataclass(frozen=True, slots=True, eq=False)
class SubRule:
    """A function of a rule, with its properties."""

    code: str  # code of the rule: "IRI101"; the first digit is the family
    rule: str  # the rule's name: "syntax"
    name: str  # "empty-host": lowercase with hyphens; the rule's name if it is the main one
    severity: Severity  # of problems without their own severity
    on: bool  # whether it is on by default; all others form the group "strict"
    scope: Scope  # the kind of its subject
    function: Callable[[Any], Iterable[Problem]]  # takes the subject and yields problems
    about: Aspect | None = None  # None: it checks every IRI
    repairs: bool = False  # it reports broken links (see extract.rules.markup.repair)
    exempts: Exemption | None = None  # whether a problem is exempt at its place
    yields_to: frozenset[str] = frozenset()  # sub-rules with more specific problems, which replace its own
    silences: Silences = ""  # which problems of other sub-rules its problems suppress
    not_in: frozenset[Kind] = frozenset()  # kinds of formats to which it does not apply

    @property
    def is_of_grammar(self) -> bool:
        """Whether it reports syntax errors."""
        return self.code in ("IRI101", "IRI103") and self.scope == "iri"

    @property
    def documentation(self) -> str:
        """The docstring of the function, without indentation."""
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.documentation.partition("\n")[0]

    @property
    def examples(self) -> dict[Literal["Bad", "Good"], list[Example]]:
        """The examples in the docstring."""
        return {"Bad": examples_in(self.documentation, "Bad"), "Good": examples_in(self.documentation, "Good")}

    def problems(self, subject: Any) -> Iterator[Problem]:
        """Yield the problems of ``subject``."""
        return map(self.attributed, self.function(subject))

    def attributed(self, problem: Problem) -> Problem:
        """Add code, names and severity of this sub-rule to ``problem``."""
        message = problem.message
        if not message.isprintable():  # the message quotes a control character
            message = map_values(message, escape_invisible)
        severity = problem.severity or self.severity
        return replace(problem, code=self.code, name=self.rule, sub_rule=self.name, severity=severity, message=message)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule: one code, one name, and one or more sub-rules."""

    code: str  # "IRI101"
    name: str  # "syntax": lowercase with hyphens
    sub_rules: tuple[SubRule, ...]  # the main one first
    what: str = ""  # the summary, if no sub-rule has the name of the rule

    @property
    def on(self) -> bool:
        """Whether at least one sub-rule is on by default."""
        return any(sub_rule.on for sub_rule in self.sub_rules)

    @property
    def severity(self) -> Severity:
        """The highest severity of its sub-rules that are on, or of all if none is on."""
        known = [sub_rule.severity for sub_rule in self.sub_rules if sub_rule.on or not self.on]
        return min(known, key=("error", "warning", "info").index)

    @property
    def summary(self) -> str:
        """The problem in one line."""
        return self.what or self.sub_rules[0].summary

    @property
    def documentation(self) -> str:
        """The docstrings of its sub-rules. If there are several, each has a heading with its name."""
        if len(self.sub_rules) == 1:
            return self.sub_rules[0].documentation
        texts = (f"{_heading(sub_rule)}\n\n{sub_rule.documentation}" for sub_rule in self.sub_rules)
        return "\n\n".join([self.summary, *texts])

    @property
    def usual(self) -> Rule | None:
        """The rule with only the sub-rules that are on by default, or ``None`` if all are off."""
        return self.only(lambda sub_rule: sub_rule.on)

    def only(self, wanted: Callable[[SubRule], object]) -> Rule | None:
        """Return the rule with only the ``wanted`` sub-rules, or ``None`` if there are no such sub-rules."""
        sub_rules = tuple(sub_rule for sub_rule in self.sub_rules if wanted(sub_rule))
        return self if sub_rules == self.sub_rules else replace(self, sub_rules=sub_rules) if sub_rules else None


def _heading(sub_rule: SubRule) -> str:
    heading = sub_rule.name + ("" if sub_rule.on else " (off by default)")
    return f"{heading}\n{'-' * len(heading)}"


RULES: dict[str, Rule] = {}  #: All rules by code.
RULES_BY_NAME: dict[str, Rule] = {}
SUB_RULES: dict[str, SubRule] = {}  # by name


def usual_rules() -> list[Rule]:
    """Return the rules that are on by default, without sub-rules that are off."""
    return [usual for known in RULES.values() if (usual := known.usual)]


def rules_of(sub_rules: Collection[str]) -> list[Rule]:
    """Return the rules with ``sub_rules``, without their other sub-rules."""
    wanted = frozenset(sub_rules)
    return [chosen for known in RULES.values() if (chosen := known.only(lambda sub_rule: sub_rule.name in wanted))]


def rule_named(name: str) -> Rule:
    """Return the rule with this name. In code, refer to rules by name, not by code.

    Raises:
        KeyError: no rule has this name
    """
    require(isinstance(name, str), "name", "a str", name)
    return RULES_BY_NAME[name]


def sub_rule_named(name: str) -> SubRule:
    """Return the sub-rule with this name.

    Raises:
        KeyError: no sub-rule has this name
    """
    require(isinstance(name, str), "name", "a str", name)
    return SUB_RULES[name]


def rule(
    code: str,
    name: str,
    severity: Severity,
    *,
    sub_rule: str = "",
    summary: str = "",
    on: bool = True,
    scope: Scope = "iri",
    about: Aspect | None = None,
    repairs: bool = False,
    exempts: Exemption | None = None,
    yields_to: Iterable[str] = (),
    silences: Silences = "",
    not_in: Iterable[Kind] = (),
) -> Callable[[Callable[[Any], Iterable[Problem]]], Callable[[Any], Iterable[Problem]]]:
    """Register a function as a rule, or as a sub-rule.

    ``sub_rule`` is its name if the rule has several sub-rules. All of them use the code and name of the rule. One may
    have the same name as the rule. Otherwise one of them must give the ``summary`` of the rule.

    ``on``: whether it is on by default. ``scope``: the argument of the function. ``about``: the aspect that an IRI must
    have for the function to be called, which saves most of the work. For example, ``"host"`` is a host that is not a
    plain ASCII name below a known top-level domain (see `aspects.aspects`). Without ``about``, the function is
    called for every IRI. ``repairs``: whether it reports broken links, which a repairer finds for all such sub-rules.

    ``exempts`` returns whether a problem of an IRI in a document is exempt. ``yields_to``: names of sub-rules
    whose problems replace problems of this one at the same place. ``silences``: the problems of this sub-rule suppress
    problems of other sub-rules in an IRI that starts there ("place") or in the same text ("text"). ``not_in``: kinds of
    formats to which it does not apply.
    """
    own = sub_rule or name

    def register(function: Callable[[Any], Iterable[Problem]]) -> Callable[[Any], Iterable[Problem]]:
        known = RULES.get(code)
        if own in SUB_RULES or (known or RULES_BY_NAME.get(name)) is not RULES_BY_NAME.get(name):
            raise ValueError(f"rule {code} {own} exists already")
        if (own != name and own in RULES_BY_NAME) or (name in SUB_RULES and SUB_RULES[name].rule != name):
            raise ValueError(f"a rule and a part of another one are called {own if own in RULES_BY_NAME else name}")
        given = (code, name, own, severity, on, scope, function, about, repairs, exempts)
        made = SubRule(*given, frozenset(yields_to), silences, frozenset(not_in))
        SUB_RULES[own] = made
        others = known.sub_rules if known else ()
        sub_rules = (made, *others) if own == name else (*others, made)
        RULES[code] = RULES_BY_NAME[name] = Rule(code, name, sub_rules, summary or (known.what if known else ""))
        return function

    return register


def like(name: str, names: Collection[str] = ()) -> str:
    """Return a suggestion for an unknown ``name``: a code, a name in quotation marks, or "".

    ``names`` are the possible names, by default all rules and sub-rules.
    """
    import difflib

    if name.upper() in RULES:  # do not suggest similar codes: they are unrelated
        return name.upper()
    near = difflib.get_close_matches(name[:_LONGEST_NAME].lower(), names or [*RULES_BY_NAME, *SUB_RULES], 1)
    return f'"{near[0]}"' if near else ""


_LONGEST_NAME = 60  # difflib needs quadratic time


_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|n)")


def _unescape(match: re.Match[str]) -> str:
    if match[3]:
        return chr(0xDC00 + int(match[3], 16))  # a byte, as in the error handler "surrogateescape"
    digits = match[1] or match[2]
    return chr(int(digits, 16)) if digits else "\n"


def examples_in(documentation: str, heading: str) -> list[Example]:
    """Return the examples under a heading, ``Bad`` or ``Good``, of a docstring."""
    found = []
    sections = re.finditer(rf"(?m)^{heading}(?: \((\w+)\))?:\n((?:[ ]+\S.*\n?|\n)+)", documentation)
    for section in sections:
        for line in filter(None, map(str.strip, section[2].splitlines())):
            pieces = re.split("[⟦⟧]", _ESCAPE.sub(_unescape, line))
            places = []
            position = 0
            for number, piece in enumerate(pieces):
                if number % 2:
                    places.append((position, position + len(piece)))
                position += len(piece)
            found.append(Example("".join(pieces), tuple(places), section[1] or "text"))
    return found
