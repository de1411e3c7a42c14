"""The registry: rules by code and by name, their parts, and the problems they make."""

from dataclasses import replace

import pytest

from extract import Problem, check
from extract.rules.registry import (
    RULES,
    RULES_BY_NAME,
    SUB_RULES,
    rule,
    rule_named,
    rules_of,
    sub_rule_named,
    usual_rules,
)


def test_every_rule_is_found_by_its_name() -> None:
    assert sorted(RULES) == sorted(known.code for known in RULES_BY_NAME.values())
    assert [rule_named(known.name) for known in RULES.values()] == list(RULES.values())


def test_its_parts_belong_together() -> None:
    for known in RULES.values():
        assert known.summary, f"{known.code}: no part has the rule's name: give one of them the summary of the rule"
        assert known.name not in SUB_RULES or known.summary == known.sub_rules[0].summary
        assert all(sub_rule.documentation in known.documentation for sub_rule in known.sub_rules)
        assert all((sub_rule.code, sub_rule.rule) == (known.code, known.name) for sub_rule in known.sub_rules)
        assert [sub_rule_named(sub_rule.name) for sub_rule in known.sub_rules] == list(known.sub_rules)
        assert known.sub_rules[0].name == known.name or known.name not in SUB_RULES, "the main part comes first"
        assert all(name in SUB_RULES for sub_rule in known.sub_rules for name in sub_rule.yields_to)
        assert len(known.sub_rules) > 1 or known.sub_rules[0].name == known.name


def test_what_is_on_by_default() -> None:
    assert len(RULES) <= 60
    assert [known.code for known in usual_rules()] == [known.code for known in RULES.values() if known.on]
    assert len(usual_rules()) <= 38
    assert all(sub_rule.on for known in usual_rules() for sub_rule in known.sub_rules)


def test_rules_of_some_parts() -> None:
    (known,) = rules_of(["space", "backslash", "spice"])
    assert (known.code, {sub_rule.name for sub_rule in known.sub_rules}) == ("IRI103", {"space", "backslash"})


def test_a_problem_has_code_name_and_severity_of_its_rule() -> None:
    found = Problem(start=1, end=2, message='write "%20"', component="path", fix="%20")
    assert sub_rule_named("space").attributed(found) == replace(
        found, code="IRI103", name="character", sub_rule="space", severity="error"
    )
    own = replace(found, severity="info")
    assert sub_rule_named("space").attributed(own).severity == "info"
    by_grammar = [(one.sub_rule, one.severity) for one in check("http://a/ü\\b|")]
    assert by_grammar == [("backslash", "error"), ("forbidden-character", "error")]


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="spice"):
        rule_named("spice")
    with pytest.raises(KeyError, match="spice"):
        sub_rule_named("spice")


@pytest.mark.parametrize(
    ("code", "name", "sub_rule"),
    [
        ("IRI103", "another", ""),
        ("IRI999", "character", ""),
        ("IRI999", "another", "space"),
        ("IRI999", "space", ""),
        ("IRI999", "space", "spice"),
        ("IRI999", "another", "host"),
    ],
)
def test_codes_and_names_are_given_once(code: str, name: str, sub_rule: str) -> None:
    with pytest.raises(ValueError, match=r"exists already|are called"):
        rule(code, name, "error", sub_rule=sub_rule)(lambda sub_rules: iter(()))
    assert "IRI999" not in RULES
