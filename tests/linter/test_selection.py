"""Which rules are selected: the more specific name decides."""

import pytest

from extract.linter.selection import Selection, sub_rules_named, weight
from extract.rules.registry import RULES, SUB_RULES, sub_rule_named, usual_rules

SPACE = sub_rule_named("space")  # of IRI103, character
FORBIDDEN = sub_rule_named("forbidden-character")  # of the same rule, and off by default


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("IRI103", True), ("IRI1", True), ("I", True), ("space", True), ("character", True), ("ALL", True)),
        *(("spac", False), ("IRI2", False), ("strict", False), ("backslash", False), ("", False)),
    ],
)
def test_a_part_has_several_names(name: str, expected: bool) -> None:
    assert (weight([name], SPACE) > 0) is expected


def test_what_is_off_is_strict() -> None:
    assert sub_rules_named("strict") == [sub_rule for sub_rule in SUB_RULES.values() if not sub_rule.on]


def test_a_more_specific_name_says_more() -> None:
    ordered = ["ALL", "I", "IR", "IRI", "IRI1", "IRI103", "space"]
    assert sorted(ordered, key=lambda name: weight([name], SPACE)) == ordered
    assert weight(ordered, SPACE) == weight(["space"], SPACE)
    assert weight(["character"], SPACE) == weight(["IRI103"], SPACE)
    assert weight(["strict"], FORBIDDEN) == weight(["ALL"], FORBIDDEN)
    assert weight(["IRI2", "host"], SPACE) == 0


@pytest.mark.parametrize(
    ("selection", "asked_for", "ignored"),
    [
        (Selection(), False, False),
        (Selection(select=("space",)), True, False),
        (Selection(extend_select=("IRI103",)), True, False),
        (Selection(select=("IRI2",)), False, False),
        (Selection(ignore=("IRI2",)), False, False),
        (Selection(ignore=("IRI1",)), False, True),
        (Selection(ignore=("IRI1",), select=("IRI103",)), True, False),
        (Selection(ignore=("space",), select=("IRI103",)), True, True),
        (Selection(under=Selection(select=("space",))), True, False),
        (Selection(select=("IRI2",), under=Selection(select=("space",))), False, False),
    ],
)
def test_what_is_asked_for_and_what_is_ignored(selection: Selection, asked_for: bool, ignored: bool) -> None:
    assert (selection.is_asked_for(SPACE), selection.is_ignored(SPACE)) == (asked_for, ignored)


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), True),  # on by default
        (Selection(select=("IRI2",)), False),
        (Selection(select=("space",)), True),
        (Selection(select=("backslash",)), False),
        (Selection(extend_select=("IRI2",)), True),
        (Selection(ignore=("IRI1",)), False),
        (Selection(ignore=("IRI2",)), True),
        (Selection(ignore=("ALL",), extend_select=("IRI1",)), True),
        (Selection(ignore=("IRI103",), select=("IRI1",)), False),
        (Selection(ignore=("IRI1",), select=("IRI1",)), False),
        (Selection(ignore=("IRI1",), select=("IRI103",)), True),
        (Selection(ignore=("IRI103",), select=("space",)), True),
        (Selection(ignore=("space",), select=("IRI103",)), False),
        (Selection(select=("ALL",), ignore=("strict",)), True),
    ],
)
def test_the_more_specific_name_decides(selection: Selection, expected: bool) -> None:
    assert selection.is_selected(SPACE) is expected
    assert (SPACE in [sub_rule for rule in selection.rules() for sub_rule in rule.sub_rules]) is expected


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), False),
        (Selection(extend_select=("strict",)), True),
        (Selection(extend_select=("forbidden-character",)), True),
        (Selection(select=("IRI103",)), True),
        (Selection(select=("ALL",), ignore=("strict",)), False),
    ],
)
def test_what_is_off_is_selected_by_name(selection: Selection, expected: bool) -> None:
    assert selection.is_selected(FORBIDDEN) is expected


def test_the_rules_of_no_selection_are_those_that_are_on() -> None:
    def sub_rules(rules):
        return [(rule.code, [sub_rule.name for sub_rule in rule.sub_rules]) for rule in rules]

    assert sub_rules(Selection().rules()) == sub_rules(usual_rules())
    assert Selection(select=("ALL",)).rules() == list(RULES.values())


def test_the_parts_that_a_name_stands_for() -> None:
    assert sub_rules_named("space") == [SPACE]
    assert set(sub_rules_named("character")) == set(sub_rules_named("IRI103")) == set(RULES["IRI103"].sub_rules)
    assert sub_rules_named("ALL") == list(SUB_RULES.values())
    assert {sub_rule.code[:4] for sub_rule in sub_rules_named("IRI1")} == {"IRI1"}
    assert sub_rules_named("IRI0") == sub_rules_named("") == []
