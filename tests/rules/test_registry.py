"""The registry: rules by code and by name, and the problems they make."""

import pytest

from extract import Problem
from extract.rules.registry import RULES, RULES_BY_NAME, rule, rule_named


def test_every_rule_is_found_by_its_name() -> None:
    assert list(RULES.values()) == list(RULES_BY_NAME.values())
    assert [rule_named(known.name) for known in RULES.values()] == list(RULES.values())


def test_a_problem_has_code_name_and_severity_of_its_rule() -> None:
    assert rule_named("space").problem(1, 2, 'write "%20"', "path", fix="%20") == Problem(
        "IRI105", "space", 'write "%20"', "error", 1, 2, "path", "%20"
    )


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="spice"):
        rule_named("spice")


@pytest.mark.parametrize(("code", "name"), [("IRI105", "another"), ("IRI999", "space")])
def test_codes_and_names_are_given_once(code: str, name: str) -> None:
    with pytest.raises(ValueError, match="already"):
        rule(code, name, "error")(lambda parts: iter(()))
    assert "IRI999" not in RULES
