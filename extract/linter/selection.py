"""Which rules are selected: a rule is named by its code, the beginning of one, or its name; ``ALL`` names every rule.

The longest name decides: "IRI201" is more specific than "IRI2", and "IRI2" more than "ALL".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from extract.rules.registry import RULES, Rule

_ALL = "ALL"


class Named(Protocol):
    """Anything with the code and the name of a rule, such as a problem."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...


def matches(name: str, rule: Named) -> bool:
    """Return whether ``name`` is the code of a rule, the beginning of its code, or its name."""
    return bool(name) and (rule.name == name or rule.code.startswith(name))


def weight(names: Iterable[str], rule: Named) -> int:
    """Return how specifically the names stand for a rule; 0 if none does."""
    return max(
        (1 if name == _ALL else len(name) + 1 for name in names if name == _ALL or matches(name, rule)), default=0
    )


def rules_named(name: str) -> list[Rule]:
    """Return the rules that a name stands for; an empty list if there is none."""
    return [rule for rule in RULES.values() if weight((name,), rule)]


@dataclass(frozen=True, slots=True)
class Selection:
    """The names of rules that are selected and ignored; unknown names have no effect (see `rules_named`)."""

    select: tuple[str, ...] = ()  # instead of the rules that are on by default
    extend_select: tuple[str, ...] = ()  # in addition to them
    ignore: tuple[str, ...] = ()  # wins over a selection that is not more specific

    def rules(self) -> list[Rule]:
        """Return the selected rules, in the order of the registry."""
        return [rule for rule in RULES.values() if self.is_selected(rule)]

    def is_selected(self, rule: Rule) -> bool:
        """Return whether a rule is selected or on by default, and not ignored."""
        return (self.is_asked_for(rule) or (rule.on and not self.select)) and not self.is_ignored(rule)

    def is_asked_for(self, rule: Named) -> bool:
        """Return whether a name selects the rule."""
        return self._wanted(rule) > 0

    def is_ignored(self, rule: Named) -> bool:
        """Return whether ``ignore`` names the rule at least as specifically as the names that select it."""
        return self._wanted(rule) <= weight(self.ignore, rule) > 0

    def _wanted(self, rule: Named) -> int:
        return weight((*self.select, *self.extend_select), rule)
