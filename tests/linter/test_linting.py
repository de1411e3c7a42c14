"""`lint`: what is wrong with the links of a file's content, beside the table in ``cases/linter.txt``."""

import dataclasses
from typing import NoReturn

from extract import Finder, Finding, lint
from extract.linter import ChosenRules, lint_file
from extract.readers import Document
from extract.rules import rule_named, usual_rules


def test_a_check_that_fails_is_the_only_finding() -> None:
    def broken(_: object) -> NoReturn:
        raise ZeroDivisionError

    known = rule_named("mojibake")
    part = dataclasses.replace(known.sub_rules[0], scope="document", function=broken)
    failing = dataclasses.replace(known, sub_rules=(part,))
    (one,) = lint_file(Document(b"http://a..b/", "docs/a.md"), [failing]).findings
    assert "ZeroDivisionError" in one.problem.message
    assert one == Finding("docs/a.md", one.problem, 1, 1, 1, 1, "", "")
    assert one.problem.code == "IRI903"


def test_links_without_a_scheme_are_checked_if_they_are_asked_for() -> None:
    rules = ChosenRules(usual_rules(), finder=Finder(bare_domains=True, email=True))

    def places(text: str, name: str = "a.txt") -> list[tuple[str, str]]:
        found = lint_file(Document(text.encode(), name), rules).findings
        return [(one.link, text[one.problem.start : one.problem.end]) for one in found]

    text = "See раypal.com, ana@раypal.com and https://раypal.com/."
    links = ["https://раypal.com", "mailto:ana@раypal.com", "https://раypal.com/"]
    assert list(dict.fromkeys(link for link, _ in places(text))) == links
    assert {place for _, place in places(text)} == {"раypal", "раypal.com"}
    assert {one.link for one in lint(text.encode(), "a.txt")} == {links[-1]}
    # the "?" is escaped in the address, whose places are not those of the text
    assert {place for _, place in places("x a?b@раypal.com")} == {"a?b@раypal.com"}
    for name in ("a.rst", "a.md", "a.html", "a.adoc"):  # in a text without another link, too
        assert {link for link, _ in places("See раypal.com now.", name)} == {links[0]}
