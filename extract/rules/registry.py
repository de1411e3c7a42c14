"""A rule is one function: its decorator names it, its docstring explains it.

The docstring is the only source of ``iri explain CODE``, of the rule's page in the documentation, of the help in SARIF
and of the tests: a line that says what is wrong, a paragraph that says why it matters, ``Source:``, then examples, one
per line, under ``Bad:`` and ``Good:``. In a bad example ⟦ and ⟧ enclose the place reported; ``\\uXXXX``, ``\\xXX`` (a
byte) and ``\\n`` are escapes. ``Bad (rst):`` names the format of the examples.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from extract.rules.markup.slip import Slips
from extract.rules.place import Place
from extract.rules.problem import Found, Problem, Severity
from extract.text.terminal import escape_invisible

# What a rule is given: CheckedParts, Prose, Source or a list of Uses (see extract.rules.subjects).
Scope = Literal["iri", "prose", "document", "tree"]
# The aspect of an IRI that a rule is about; without it the rule cannot find anything (see extract.rules.iri.aspects).
Silences = Literal["", "place", "text"]
Aspect = Literal["syntax", "scheme", "host", "escape", "letters", "direction"]


Excuse = Callable[[Problem, Place], bool]


class Example(NamedTuple):
    """A line of a docstring's Bad or Good: the text, the places marked in it, and its format."""

    text: str  # without ⟦ and ⟧, escapes resolved
    places: tuple[tuple[int, int], ...]  # start and end of each, in code points; () in a good one
    format: str  # of the line: "text" unless the heading names another


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule; ``function`` takes the subject of its scope and yields ``Found``."""

    code: str  # "IRI101": its first digit is the family
    name: str  # "syntax": in lower case, with hyphens
    severity: Severity  # of its problems, unless one has its own
    on: bool  # by default; pedantic rules are off until they are selected
    scope: Scope  # what it is given: an IRI, a stretch of prose, a file, or the links of all files
    function: Callable[[Any], Iterable[Found]]  # takes the subject; its docstring explains the rule
    about: Aspect | None = None  # None: it looks at every IRI
    slips: Slips | None = None  # mistakes in markup that it reports too
    excuse: Excuse | None = None  # whether a maintainer would leave a problem as it is, where it stands
    yields_to: frozenset[str] = frozenset()  # rules that say the same better: in their place it says nothing
    silences: Silences = ""  # the IRIs of which other rules then say nothing

    @property
    def is_of_grammar(self) -> bool:
        """Whether it reports what the grammar refuses: family 1 without its hints."""
        return self.code.startswith("IRI1") and self.scope == "iri" and self.severity != "info"

    @property
    def documentation(self) -> str:
        """The docstring, dedented, with the examples of its slips."""
        text = inspect.getdoc(self.function) or ""
        if self.slips is None:
            return text
        bad: list[str] = []
        good: list[str] = []
        for slip in self.slips.records:
            bad += slip.bad
            good += slip.good
        return text + _section("Bad", self.slips.markup, bad) + _section("Good", self.slips.markup, good)

    @property
    def summary(self) -> str:
        """The docstring's first line."""
        return self.documentation.partition("\n")[0]

    @property
    def examples(self) -> dict[Literal["Bad", "Good"], list[Example]]:
        """The examples of the documentation."""
        return {"Bad": list(_examples(self.documentation, "Bad")), "Good": list(_examples(self.documentation, "Good"))}

    def problems(self, subject: Any) -> Iterator[Problem]:
        """What the rule finds in its subject."""
        for found in self.function(subject):
            yield self.problem(*found)

    def problem(
        self,
        start: int,
        end: int,
        message: str,
        component: str | None = None,
        fix: str | None = None,
        safe: bool = False,
        split: int | None = None,
        severity: Severity | None = None,
    ) -> Problem:
        """Return a problem of this rule at a place; the arguments are the fields of `Found`."""
        severity = severity or self.severity
        if not message.isprintable():  # it quotes a control character
            message = escape_invisible(message)
        return Problem(self.code, self.name, message, severity, start, end, component, fix, safe, split)


RULES: dict[str, Rule] = {}  # by code
RULES_BY_NAME: dict[str, Rule] = {}


def rule_named(name: str) -> Rule:
    """Return a rule by its name; code that needs a certain rule names it so, never by its code.

    Raises:
        KeyError: no rule has that name
    """
    return RULES_BY_NAME[name]


def rule(
    code: str,
    name: str,
    severity: Severity,
    *,
    on: bool = True,
    scope: Scope = "iri",
    about: Aspect | None = None,
    slips: Slips | None = None,
    excuse: Excuse | None = None,
    yields_to: Iterable[str] = (),
    silences: Silences = "",
) -> Callable[[Callable[[Any], Iterable[Found]]], Callable[[Any], Iterable[Found]]]:
    """Register a function as a rule.

    ``on``: whether it is on by default. ``scope``: what the function is given. ``about``: the part of an IRI that must
    be unusual for the rule to be called at all, which saves most of the work: ``"host"`` is a host that is
    more than a plain ASCII name below a well-known top-level domain (see `aspects.aspects`). If in doubt, leave it out:
    the rule is then called for every IRI. ``slips``: mistakes in markup that the rule reports too.

    ``excuse`` says of a problem of an IRI in a document whether a maintainer would leave it there. ``yields_to``: names
    of rules in whose place this one says nothing: one finding a mistake. ``silences``: where this rule finds something,
    all others say nothing of an IRI that starts there ("place") or stands in the same text ("text").
    """

    def register(function: Callable[[Any], Iterable[Found]]) -> Callable[[Any], Iterable[Found]]:
        if code in RULES or name in RULES_BY_NAME:
            raise ValueError(f"rule {code} {name} exists already")
        RULES[code] = RULES_BY_NAME[name] = Rule(
            code, name, severity, on, scope, function, about, slips, excuse, frozenset(yields_to), silences
        )
        return function

    return register


_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|n)")


def _unescape(match: re.Match[str]) -> str:
    if match[3]:
        return chr(0xDC00 + int(match[3], 16))  # a byte, as the error handler "surrogateescape" writes it
    digits = match[1] or match[2]
    return chr(int(digits, 16)) if digits else "\n"


def _section(heading: str, markup: str, lines: list[str]) -> str:
    """Return examples as they stand in a docstring."""
    return "".join([f"\n\n{heading} ({markup}):", *("\n    " + line.replace("\n", "\\n") for line in lines)])


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
