"""The rules to apply, sorted by scope once for each format."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from extract.detect.finder import Finder
from extract.readers.formats import Format, Kind
from extract.rules.registry import Rule, SubRule
from extract.text.arguments import items, require


class ByScope(NamedTuple):
    """The sub-rules that apply to a format, by scope, with the finder of bare domains."""

    iri: tuple[SubRule, ...]
    prose: tuple[SubRule, ...]  # of running text
    target: tuple[SubRule, ...]  # of destinations
    reference: tuple[SubRule, ...]  # of relative destinations
    document: tuple[SubRule, ...]
    linter: Mapping[str, SubRule]  # by name
    repairing: Mapping[str, SubRule]  # sub-rules that report broken markup, by name
    asked_for: Collection[str]  # names of sub-rules without exemptions
    finder: Finder | None  # for links without a scheme, or None


class ChosenRules:
    """Rules to apply to many files.

    ``asked_for`` are names of sub-rules that report everything. Other sub-rules skip problems that are usual in a
    format, or that programs for it repair, such as a space in an HTML attribute. ``finder`` finds additional links
    without a scheme.
    """

    def __init__(self, rules: Iterable[Rule], asked_for: Collection[str] = (), finder: Finder | None = None) -> None:
        self.rules = items("rules", Rule, rules, "rules")
        self._asked_for = frozenset(items("asked_for", str, asked_for, "names"))
        require(finder is None or isinstance(finder, Finder), "finder", "a Finder or None", finder)
        self._finder = finder
        self._sorted: dict[tuple[tuple[str, ...], Kind], ByScope] = {}  # by `usual` and `kind` of a format

    def for_format(self, format: Format) -> ByScope:
        """Return the sub-rules for ``format``, except sub-rules that are usual in it or do not apply to its kind."""
        key = format.usual, format.kind
        if key not in self._sorted:
            self._sorted[key] = self._by_scope(format)
        return self._sorted[key]

    def _by_scope(self, format: Format) -> ByScope:
        left = [
            sub_rule
            for known in self.rules
            for sub_rule in known.sub_rules
            if not (sub_rule.name in format.usual or format.kind in sub_rule.not_in) or sub_rule.name in self._asked_for
        ]

        def of(*scopes: str) -> tuple[SubRule, ...]:  # sorted by module
            return tuple(sorted((one for one in left if one.scope in scopes), key=lambda one: one.function.__module__))

        of_linter = {known.name: known for known in of("linter")}
        repairing = {known.name: known for known in left if known.repairs}
        of_passages = of("passage", "prose"), of("passage", "target", "reference"), of("reference")
        return ByScope(of("iri"), *of_passages, of("document"), of_linter, repairing, self._asked_for, self._finder)
