"""What is found in a text, and what is not: the table in ``cases/linted.txt``, and what a table cannot say."""

from pathlib import Path

import pytest

from extract import lint
from extract.cli.surroundings import forget, surroundings
from extract.linter import ChosenRules, lint_file
from extract.readers import Document
from extract.rules import RULES, check, usual_rules
from extract.rules.checking import check_found
from extract.rules.registry import rules_of
from tests.linted import assert_rows, table
from tests.rows import rows

TABLE = table("linted.txt")


@pytest.mark.parametrize("heading", TABLE)
def test_a_text_has_these_findings(heading: str) -> None:
    assert_rows(TABLE[heading])


# What the standards warn of, by the rule that reports it and the component.
REPORTED = {
    "IRI103 path": "http://a/a b ; http://a/\ufdd0 ; http://a/\x01 ; http://a/\ud800 ; http://a/\ue000 ; http://a/[x]",
    "IRI103 host": "http://a\\b",
    "IRI204 None": "http://example.org/ros&eacute;",
    "IRI501 path": "http://a/\u200eb ; http://a/\u2066b",
    "IRI101 path": "http://a/100%",
    "IRI101 host": "http://[1::2::3]/ ; http://[fe80::1%25en0]/",
    "IRI101 port": "http://h:8a/",
    "IRI303 userinfo": "http://me@example.com/",
    "IRI301 host": f"http://{'é' * 60}.example/",
    "IRI201 path": "http://a/%C0%AF.. ; http://a/%u0041",
    "IRI401 path": "http://a/re\u0301sume\u0301.html",
    "IRI402 path": "http://a/ﬁ ; http://a/ＡＢ",
    "IRI403 path": "http://a/\u0334a ; http://a/a\u200cb ; http://a/a\u3000b",
    "IRI403 query": "http://a/?\ue000",
    "IRI703 path": "mailto:nobody ; data:text/plain;x ; urn:a:b ; tel:+49/6221",
    "IRI702 scheme": "javascript:alert(1)",
    "IRI701 scheme": "foo9://example.com/",
}


@pytest.mark.requirement(2, 6, 7, 11, 13, 17, 18, 24, 25, 36, 37, 53, 61, 66, 75, 84, 85, 86, 87, 96)
@pytest.mark.parametrize("expected", REPORTED)
def test_what_the_standards_warn_of_is_reported(expected: str) -> None:
    for iri in REPORTED[expected].split(" ; "):
        assert expected in {f"{problem.code} {problem.component}" for problem in check(iri, RULES.values())}, ascii(iri)


@pytest.mark.requirement(9, 27)
def test_a_problem_has_code_component_place_and_severity() -> None:
    (problem,) = check("http://h:8a/")
    assert (problem.code, problem.component, problem.start, problem.end) == ("IRI101", "port", 10, 11)
    assert problem.severity == "error"
    assert "'a' at 10" in problem.message


# An IRI, and what is in the message of its problem; then the fix. Offsets count in the IRI.
MESSAGES = r"""
http://exämple..com/ → at 15
http://a@größe.-b.example/ → at 15
http://é.a*b/ → at 10
http://é.b\u0301ü..c/ → at 13
# a host has no "%5C"
http://a\b → ; write "/" → /
http://a/x\y → ; write "/", or "%5C" for a literal backslash → /
http:/ü.example/ → ; write "http://" and the host → http://
http://a/%25C3%25BC → ; write %C3%BC, which stands for "ü" → %C3%BC
"""


@pytest.mark.requirement(27)
def test_messages_have_places_and_one_advice_that_is_the_fix() -> None:
    for iri, message, *fixes in rows(MESSAGES):
        found = [problem for problem in check(iri) if message in problem.message]
        assert found, iri
        assert [(one.message[-len(message) :], one.fix) for one in found if fixes] == [(message, fix) for fix in fixes]


CUT = 'the link ends before "(", which is never closed; write %28 if it is part of the link'
UNCLOSED = {
    f"https://a.example/{'_(ü' * 80}x": '"(" (and 79 more) is not closed within the link; add what is missing',
    "https://a.example/a_(ü x": '"(" is not closed within the link; add what is missing',
    **dict.fromkeys(("https://a.example/a(ü x", "https://a.example/a(ü)(((b)) x"), CUT),
}


def test_brackets_that_are_not_closed_are_told_of_once() -> None:
    for text, message in UNCLOSED.items():
        (found,) = lint(text.encode(), "a.txt", rules=rules_of(["unbalanced-bracket"]))
        assert (found.problem.message, text[found.problem.start]) == (message, "(")


def test_a_rule_that_is_asked_for_reports_all() -> None:
    text = b"Set https://me@example.com/, or <https://user@example.com/> and <http://.../>."
    chosen = ChosenRules([RULES["IRI301"], RULES["IRI303"]], {"userinfo", "idna"})
    found = lint_file(Document(text, "a.md"), chosen).findings
    assert [finding.link for finding in found] == ["https://me@example.com/"]  # others are placeholders
    assert check_found("http://.../", RULES["IRI301"].sub_rules) == []
    with pytest.raises(TypeError, match="a collection of names, not str"):
        ChosenRules([], "userinfo")


def test_docutils_may_link_next_to_letters(tmp_path: Path) -> None:
    text = "参照`大きさ <https://example.com/größe>`_参照".encode()
    (tmp_path / "a.rst").write_bytes(text)
    for settings, expected in (("", ["IRI812"]), ("character_level_inline_markup = yes\n", [])):
        (tmp_path / "docutils.conf").write_text(f"[restructuredtext parser]\n{settings}", "utf-8")
        forget()
        found = lint_file(Document(text, "a.rst", None, surroundings(str(tmp_path / "a.rst"))), usual_rules()).findings
        assert [finding.problem.code for finding in found] == expected
