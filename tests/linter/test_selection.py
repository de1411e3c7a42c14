"""Which rules are selected: the longest name decides."""

import pytest

from extract.linter.selection import Selection, matches, rules_named, weight
from extract.rules.registry import RULES, rule_named

SPACE = rule_named("space")  # IRI105
DEFAULT = [rule for rule in RULES.values() if rule.on]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("IRI105", True), ("IRI1", True), ("I", True), ("space", True), ("spac", False), ("IRI2", False), ("", False)],
)
def test_a_rule_has_several_names(name: str, expected: bool) -> None:
    assert matches(name, SPACE) is expected


def test_a_longer_name_says_more() -> None:
    ordered = ["ALL", "IRI", "IRI1", "IRI105"]
    assert sorted(ordered, key=lambda name: weight([name], SPACE)) == ordered
    assert weight(ordered, SPACE) == weight(["IRI105"], SPACE)
    assert weight(["IRI2", "host"], SPACE) == 0


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), True),  # on by default
        (Selection(select=("IRI2",)), False),
        (Selection(select=("space",)), True),
        (Selection(extend_select=("IRI2",)), True),
        (Selection(ignore=("IRI1",)), False),
        (Selection(ignore=("IRI2",)), True),
        (Selection(ignore=("ALL",), extend_select=("IRI1",)), True),
        (Selection(ignore=("IRI105",), select=("IRI1",)), False),
        (Selection(ignore=("IRI1",), select=("IRI1",)), False),
        (Selection(ignore=("IRI1",), select=("IRI105",)), True),
    ],
)
def test_the_longest_name_decides(selection: Selection, expected: bool) -> None:
    assert selection.is_selected(SPACE) is expected
    assert (SPACE in selection.rules()) is expected


def test_the_rules_of_no_selection_are_those_that_are_on() -> None:
    assert Selection().rules() == DEFAULT
    assert Selection(select=("ALL",)).rules() == list(RULES.values())


def test_the_rules_that_a_name_stands_for() -> None:
    assert rules_named("space") == [SPACE]
    assert rules_named("ALL") == list(RULES.values())
    assert {rule.code[:4] for rule in rules_named("IRI1")} == {"IRI1"}
    assert rules_named("IRI0") == rules_named("") == []
