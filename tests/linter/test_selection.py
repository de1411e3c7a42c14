"""Which rules are selected: the more specific name decides."""

from extract.linter.selection import Selection, sub_rules_named, weight
from extract.rules.registry import RULES, SUB_RULES, sub_rule_named, usual_rules
from tests.rows import rows

SPACE = sub_rule_named("space")  # of IRI103, character
FORBIDDEN = sub_rule_named("forbidden-character")  # of the same rule, and off by default


def test_a_part_has_several_names() -> None:
    assert all(weight([name], SPACE) > 0 for name in ("IRI103", "IRI1", "I", "space", "character", "ALL"))
    assert not any(weight([name], SPACE) for name in ("spac", "IRI2", "strict", "backslash", ""))


def test_what_is_off_is_strict() -> None:
    assert sub_rules_named("strict") == [sub_rule for sub_rule in SUB_RULES.values() if not sub_rule.on]


def test_a_more_specific_name_says_more() -> None:
    ordered = ["ALL", "I", "IR", "IRI", "IRI1", "IRI103", "space"]
    assert sorted(ordered, key=lambda name: weight([name], SPACE)) == ordered
    assert weight(ordered, SPACE) == weight(["space"], SPACE)
    assert weight(["character"], SPACE) == weight(["IRI103"], SPACE)
    assert weight(["strict"], FORBIDDEN) == weight(["ALL"], FORBIDDEN)
    assert weight(["IRI2", "host"], SPACE) == 0


# What is selected, and whether "space" is: "asked for", "ignored".
SELECTIONS = r"""
→ selected
select=space → selected, asked for
select=IRI2 →
select=backslash →
extend_select=IRI103 → selected, asked for
extend_select=IRI2 → selected
ignore=IRI2 → selected
ignore=IRI1 → ignored
ignore=ALL extend_select=IRI1 → selected, asked for
ignore=IRI103 select=IRI1 → asked for, ignored
ignore=IRI1 select=IRI1 → asked for, ignored
ignore=IRI1 select=IRI103 → selected, asked for
ignore=IRI103 select=space → selected, asked for
ignore=space select=IRI103 → asked for, ignored
select=ALL ignore=strict → selected, asked for
# under another selection
select=space; → selected, asked for
select=space; select=IRI2 →
"""
# and whether "forbidden-character" is, which is off by default
OFF = r"""
→
extend_select=strict → selected, asked for
extend_select=forbidden-character → selected, asked for
select=IRI103 → selected, asked for
select=ALL ignore=strict → asked for, ignored
"""


def selection(written: str) -> Selection:
    under: Selection | None = None
    for part in written.split(";"):
        given = dict(pair.split("=") for pair in part.split())
        under = Selection(**{name: (value,) for name, value in given.items()}, under=under)
    assert under is not None
    return under


def test_the_more_specific_name_decides() -> None:
    for table, part in ((SELECTIONS, SPACE), (OFF, FORBIDDEN)):
        for written, expected in rows(table):
            chosen = selection(written)
            is_selected = part in [sub_rule for rule in chosen.rules() for sub_rule in rule.sub_rules]
            assert chosen.is_selected(part) is is_selected
            said = {"selected": is_selected, "asked for": chosen.is_asked_for(part), "ignored": chosen.is_ignored(part)}
            assert ", ".join(word for word, is_so in said.items() if is_so) == expected, written


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
