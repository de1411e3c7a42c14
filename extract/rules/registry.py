"""A rule has a code, a name and one or more sub-rules; a sub-rule is one function, which its docstring explains.

The docstrings are the only source of ``iri explain CODE``, of the rule's page in the documentation, of the help in
SARIF and of the tests: a line that says what is wrong, a paragraph that says why it matters, ``Source:``, then
examples, one per line, under ``Bad:`` and ``Good:``. In a bad example ⟦ and ⟧ enclose the place reported;
``\\uXXXX``, ``\\xXX`` (a byte) and ``\\n`` are escapes. ``Bad (rst):`` names the format of the examples.
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

# What a sub-rule is given: CheckedComponents; Prose, of running text, of a destination, of both ("passage"), or of a
# relative destination; a Document, a list of Uses (see extract.rules.subjects), or what only the linter knows of a
# file. One of the scope "markup" is never called: it only mends.
Scope = Literal["iri", "prose", "target", "passage", "reference", "markup", "document", "tree", "linter"]
Silences = Literal["", "place", "text"]
# The aspect of an IRI that a sub-rule is about; without it, it cannot find anything (see extract.rules.iri.aspects).
Aspect = Literal["syntax", "scheme", "user", "host", "escape", "letters", "direction", "glued"]


Excuse = Callable[[Problem, Place], bool]


class Example(NamedTuple):
    """A line of a docstring's Bad or Good: the text, the places marked in it, and its format."""

    text: str  # without ⟦ and ⟧, escapes resolved
    places: tuple[tuple[int, int], ...]  # start and end of each, in code points; () in a good one
    format: str  # of the line: "text" unless the heading names another


@dataclass(frozen=True, slots=True, eq=False)
class SubRule:
    """One function of a rule; ``function`` takes the subject of its scope and yields problems."""

    code: str  # of the rule: "IRI101"; its first digit is the family
    rule: str  # the rule's name: "syntax"
    name: str  # "empty-host": in lower case, with hyphens; that of the rule if it is the main one
    severity: Severity  # of its problems, unless one has its own
    on: bool  # by default; what is off is the group "strict"
    scope: Scope  # what it is given
    function: Callable[[Any], Iterable[Problem]]  # takes the subject; its docstring explains the sub-rule
    about: Aspect | None = None  # None: it looks at every IRI
    mends: bool = False  # it reports the broken links that name it (see extract.rules.markup.repair)
    excuse: Excuse | None = None  # whether a maintainer would leave a problem as it is, where it stands
    yields_to: frozenset[str] = (
        frozenset()
    )  # sub-rules and rules that say the same better: in their place it says nothing
    silences: Silences = ""  # the IRIs of which other sub-rules then say nothing
    not_in: frozenset[Kind] = frozenset()  # kinds of formats in which what it looks at has no meaning, or another one

    @property
    def is_of_grammar(self) -> bool:
        """Whether it reports what the grammar refuses."""
        return self.code in ("IRI101", "IRI111") and self.scope == "iri"

    @property
    def documentation(self) -> str:
        """The docstring, dedented."""
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The docstring's first line."""
        return self.documentation.partition("\n")[0]

    @property
    def examples(self) -> dict[Literal["Bad", "Good"], list[Example]]:
        """The examples of the documentation."""
        return {"Bad": list(_examples(self.documentation, "Bad")), "Good": list(_examples(self.documentation, "Good"))}

    def problems(self, subject: Any) -> Iterator[Problem]:
        """What it finds in its subject."""
        return map(self.attributed, self.function(subject))

    def attributed(self, problem: Problem) -> Problem:
        """Return a problem that has a place and a message as one of this sub-rule."""
        message = problem.message
        if not message.isprintable():  # it quotes a control character
            message = map_values(message, escape_invisible)
        severity = problem.severity or self.severity
        return replace(problem, code=self.code, name=self.rule, sub_rule=self.name, severity=severity, message=message)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule: what is one idea, with one code and one name. It has at least one sub-rule."""

    code: str  # "IRI101"
    name: str  # "syntax": in lower case, with hyphens
    sub_rules: tuple[SubRule, ...]  # the main one first
    what: str = ""  # is wrong, in a line, if no sub-rule of its name says so

    @property
    def on(self) -> bool:
        """Whether one of its sub-rules is on by default."""
        return any(sub_rule.on for sub_rule in self.sub_rules)

    @property
    def severity(self) -> Severity:
        """The severity of its problems; that of its most serious sub-rule that is on, if they differ."""
        known = [sub_rule.severity for sub_rule in self.sub_rules if sub_rule.on or not self.on]
        return min(known, key=("error", "warning", "info").index)

    @property
    def summary(self) -> str:
        """What is wrong, in a line."""
        return self.what or self.sub_rules[0].summary

    @property
    def documentation(self) -> str:
        """The docstrings of its sub-rules; if there are several, each after its name."""
        if len(self.sub_rules) == 1:
            return self.sub_rules[0].documentation
        texts = (f"{_heading(sub_rule)}\n\n{sub_rule.documentation}" for sub_rule in self.sub_rules)
        return "\n\n".join([self.summary, *texts])

    @property
    def usual(self) -> Rule | None:
        """The rule with the sub-rules that are on by default; ``None`` if none is."""
        return self.only(lambda sub_rule: sub_rule.on)

    def only(self, wanted: Callable[[SubRule], object]) -> Rule | None:
        """Return the rule with some of its sub-rules; ``None`` if none is left."""
        sub_rules = tuple(sub_rule for sub_rule in self.sub_rules if wanted(sub_rule))
        return self if sub_rules == self.sub_rules else replace(self, sub_rules=sub_rules) if sub_rules else None


def _heading(sub_rule: SubRule) -> str:
    heading = sub_rule.name + ("" if sub_rule.on else " (off by default)")
    return f"{heading}\n{'-' * len(heading)}"


RULES: dict[str, Rule] = {}  # by code
RULES_BY_NAME: dict[str, Rule] = {}
SUB_RULES: dict[str, SubRule] = {}  # by name


def usual_rules() -> list[Rule]:
    """Return the rules that are on by default, each with the sub-rules that are."""
    return [usual for known in RULES.values() if (usual := known.usual)]


def rules_of(sub_rules: Collection[str]) -> list[Rule]:
    """Return the rules that have sub-rules of these names, each with those sub-rules only."""
    wanted = frozenset(sub_rules)
    return [chosen for known in RULES.values() if (chosen := known.only(lambda sub_rule: sub_rule.name in wanted))]


def rule_named(name: str) -> Rule:
    """Return a rule by its name; code that needs a certain rule names it so, never by its code.

    Raises:
        KeyError: no rule has that name
    """
    require(isinstance(name, str), "name", "a str", name)
    return RULES_BY_NAME[name]


def sub_rule_named(name: str) -> SubRule:
    """Return a sub-rule by its name.

    Raises:
        KeyError: no sub-rule has that name
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
    mends: bool = False,
    excuse: Excuse | None = None,
    yields_to: Iterable[str] = (),
    silences: Silences = "",
    not_in: Iterable[Kind] = (),
) -> Callable[[Callable[[Any], Iterable[Problem]]], Callable[[Any], Iterable[Problem]]]:
    """Register a function as a rule, or as a sub-rule of one.

    ``sub_rule`` is its name, if a rule has several: each is registered with the rule's code and name. One of them may
    have the name of the rule; if none has, one of them gives the ``summary`` of the rule.

    ``on``: whether it is on by default. ``scope``: what the function is given. ``about``: the component of an IRI that
    must be unusual for the function to be called at all, which saves most of the work: ``"host"`` is a host that is
    more than a plain ASCII name below a well-known top-level domain (see `aspects.aspects`). If in doubt, leave it out:
    the function is then called for every IRI. ``mends``: whether it reports broken links, which are
    found for all such sub-rules together, and name it.

    ``excuse`` says of a problem of an IRI in a document whether a maintainer would leave it there. ``yields_to``: names
    of sub-rules and rules in whose place this one says nothing: one finding a mistake. ``silences``: where this one
    finds something, all others say nothing of an IRI that starts there ("place") or stands in the same text ("text").
    ``not_in``: kinds of formats in which it says nothing.
    """
    own = sub_rule or name

    def register(function: Callable[[Any], Iterable[Problem]]) -> Callable[[Any], Iterable[Problem]]:
        known = RULES.get(code)
        if own in SUB_RULES or (known or RULES_BY_NAME.get(name)) is not RULES_BY_NAME.get(name):
            raise ValueError(f"rule {code} {own} exists already")
        if (own != name and own in RULES_BY_NAME) or (name in SUB_RULES and SUB_RULES[name].rule != name):
            raise ValueError(f"a rule and a part of another one are called {own if own in RULES_BY_NAME else name}")
        given = (code, name, own, severity, on, scope, function, about, mends, excuse)
        made = SubRule(*given, frozenset(yields_to), silences, frozenset(not_in))
        SUB_RULES[own] = made
        others = known.sub_rules if known else ()
        sub_rules = (made, *others) if own == name else (*others, made)
        RULES[code] = RULES_BY_NAME[name] = Rule(code, name, sub_rules, summary or (known.what if known else ""))
        return function

    return register


def like(name: str, names: Collection[str] = ()) -> str:
    """Return the code, or the name in quotation marks, that was probably meant by a name that is unknown; else "".

    ``names`` are those that it may be; by default those of rules.
    """
    import difflib

    if name.upper() in RULES:  # a code that is merely near is about something else
        return name.upper()
    near = difflib.get_close_matches(name[:_LONGEST_NAME].lower(), names or [*RULES_BY_NAME, *SUB_RULES], 1)
    return f'"{near[0]}"' if near else ""


_LONGEST_NAME = 60  # difflib takes quadratic time


_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|n)")


def _unescape(match: re.Match[str]) -> str:
    if match[3]:
        return chr(0xDC00 + int(match[3], 16))  # a byte, as the error handler "surrogateescape" writes it
    digits = match[1] or match[2]
    return chr(int(digits, 16)) if digits else "\n"


def _examples(documentation: str, heading: str) -> Iterator[Example]:
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
            yield Example("".join(pieces), tuple(places), section[1] or "text")
