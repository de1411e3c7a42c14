"""Select rules by code, prefix of a code, or name, sub-rules by name, and groups.

The groups are ``ALL``, and ``strict`` for the rules that are off by default. The more specific name decides: a sub-rule
before its rule, "IRI201" before "IRI2", "IRI2" before a group.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from extract.rules.registry import RULES, SUB_RULES, Rule, SubRule
from extract.text.arguments import items, require

_ALL, _STRICT = "ALL", "strict"
_OF_GROUP, _OF_RULE, _OF_PART = 1, 10, 11  # more than the length of a code


def _weight(name: str, sub_rule: SubRule) -> int:
    """Return how specifically a name selects a sub-rule; 0 if it does not."""
    if name == sub_rule.rule or name == sub_rule.code:
        return _OF_RULE
    if name == sub_rule.name:
        return _OF_PART
    if name == _ALL or (name == _STRICT and not sub_rule.on):
        return _OF_GROUP
    return len(name) + 1 if name and sub_rule.code.startswith(name) else 0


def weight(names: Iterable[str], sub_rule: SubRule) -> int:
    """Return how specifically the names select a sub-rule; 0 if none does."""
    return max((_weight(name, sub_rule) for name in names), default=0)


def sub_rules_named(name: str) -> list[SubRule]:
    """Return the sub-rules that a name selects; an empty list if there are none."""
    return [sub_rule for sub_rule in SUB_RULES.values() if _weight(name, sub_rule)]


@dataclass(frozen=True, slots=True)
class Selection:
    """The names of selected and ignored rules and sub-rules. Unknown names have no effect."""

    select: tuple[str, ...] = ()  # instead of the rules that are on by default
    extend_select: tuple[str, ...] = ()  # in addition to them
    ignore: tuple[str, ...] = ()  # overrides a selection unless that is more specific
    under: Selection | None = None  # applies to the sub-rules that no name here selects or ignores

    def __post_init__(self) -> None:
        """Raise TypeError for a field of the wrong type."""
        for field in ("select", "extend_select", "ignore"):
            items(field, str, getattr(self, field), "names")
        require(self.under is None or isinstance(self.under, Selection), "under", "a Selection or None", self.under)

    def rules(self) -> list[Rule]:
        """Return the selected rules, in the order of the registry, each with its selected sub-rules."""
        return [chosen for rule in RULES.values() if (chosen := rule.only(self.is_selected))]

    def is_selected(self, sub_rule: SubRule) -> bool:
        """Return whether a sub-rule is selected or on by default, and not ignored."""
        if self._wanted(sub_rule) or weight(self.ignore, sub_rule):
            return not self.is_ignored(sub_rule)
        if self.select:
            return False
        return sub_rule.on if self.under is None else self.under.is_selected(sub_rule)

    def is_asked_for(self, sub_rule: SubRule) -> bool:
        """Return whether a sub-rule is selected by name."""
        if self._wanted(sub_rule):
            return True
        return not self.select and self.under is not None and self.under.is_asked_for(sub_rule)

    def is_ignored(self, sub_rule: SubRule) -> bool:
        """Return whether ``ignore`` names the sub-rule at least as specifically as the names that select it."""
        return self._wanted(sub_rule) <= weight(self.ignore, sub_rule) > 0

    def _wanted(self, sub_rule: SubRule) -> int:
        return weight((*self.select, *self.extend_select), sub_rule)
