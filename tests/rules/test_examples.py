"""Every rule's docstring is its fixture: bad examples are found at exactly the marked place, good ones are silent.

``cases/rule_examples.txt`` has more of them.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from extract.linter import lint_file
from extract.readers import FORMATS, Document
from extract.rules import RULES, CheckedComponents, Example, Problem, SubRule, check
from extract.rules.registry import SUB_RULES, examples_in, rules_of
from tests.rows import rows
from tests.tree_of import around

# The headings of the table are the names of sub-rules.
_, *TABLE = re.split(
    r"(?m)^\[([\w-]+)\]$", (Path(__file__).parents[1] / "cases" / "rule_examples.txt").read_text("utf-8")
)
MORE = dict(zip(TABLE[::2], TABLE[1::2], strict=True))


def examples_of(sub_rule: SubRule, kind: str) -> list[Example]:
    """The examples of a sub-rule, in its docstring and in the table."""
    return [*examples_in(sub_rule.documentation, kind), *examples_in(MORE.get(sub_rule.name, ""), kind)]


def found(component: SubRule, example: Example) -> list[tuple[int, int]]:
    """The places that one part of a rule finds in an example, in the example."""
    return [(problem.start, problem.end) for problem in problems(component, example)]


def messages_of_examples() -> set[str]:
    """All that the bad examples make the rules say."""
    return {
        one.message
        for sub_rule in SUB_RULES.values()
        for example in examples_of(sub_rule, "Bad")
        for one in problems(sub_rule, example)
    }


def problems(component: SubRule, example: Example) -> list[Problem]:
    """What one part of a rule finds in an example."""
    (rule,) = rules_of([component.name])
    if component.scope == "iri" and example.format == "text":
        return check(example.text, rules=[rule])
    data = example.text.encode("utf-8", "surrogateescape")
    # Rules about comments that switch nothing off need the others.
    rules = [rule] if component.name != "unused-suppression" else list(RULES.values())
    name = f"example{FORMATS[example.format].suffixes[0]}"
    files = {name: example.text, "größe.md": "# Größe\n\n## Maß\n\n## Einheiten\n"}
    document = Document(data, name, None, around(name, files))
    return [
        finding.problem for finding in lint_file(document, rules).findings if finding.problem.sub_rule == component.name
    ]


def shown(text: str, places: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(places, reverse=True):
        text = f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"
    return text


@pytest.mark.parametrize("code", RULES)
def test_examples(code: str) -> None:
    """Also with the line ends of Windows."""
    wrong = []
    for sub_rule in RULES[code].sub_rules:
        some = examples_of(sub_rule, "Bad") + examples_of(sub_rule, "Good")
        for example in some if sub_rule.name != "check-failed" else ():  # nothing short makes a check fail
            wanted, came = (shown(example.text, places) for places in (example.places, found(sub_rule, example)))
            if wanted != came:
                wrong.append(f"{sub_rule.name}\nwanted {wanted}\ncame   {came}")
            if "\n" in example.text and "\r" not in example.text:
                text = example.text.replace("\n", "\r\n")
                came = shown(text, found(sub_rule, example._replace(text=text))).replace("\r\n", "\n")
                if wanted != came.replace("\r⟧\n", "⟧\n").replace("\r⟦\n", "⟦\n"):
                    wrong.append(f"{sub_rule.name}, with CRLF\nwanted {wanted}\ncame   {came}")
    assert not wrong, "\n\n".join(["", *wrong])


def test_a_part_is_documented() -> None:
    assert MORE.keys() <= SUB_RULES.keys()
    for sub_rule in SUB_RULES.values():
        assert re.fullmatch(r"IRI[1-9]\d\d", sub_rule.code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", sub_rule.name)
        bad, good = sub_rule.examples["Bad"], sub_rule.examples["Good"]
        assert bad and good, sub_rule.name  # noqa: PT018
        assert sub_rule.name == "check-failed" or all(example.places for example in bad), sub_rule.name
        assert not any(example.places for example in good), sub_rule.name
        assert re.search(r"(?m)^Source: \S", sub_rule.documentation), sub_rule.name


BROKEN = r"""
http://-ü.de/ http://ab--ü.de/ http://xn--a.de/ http://\u0301a.de/ http://a\u200db.ü/ http://\u2488ü/ http://אa.de/
http://1.א1/ http://א.1a/ http://אa1/ https://i❤.ws/ http://256.1.1.1/ http://ü.con/ http://ü:8a/ http://ü:99999/
http://[ü]/ http://[1::2::3]/ mailto:ü http:///ü http://u:p@ü.de/ http://ü..de/ http://ü.de/\u0301
"""


def test_a_message_says_what_to_do() -> None:
    advice = "[:;] (write|leave|remove|shorten|begin|end|link|look|check)"
    for iri in (f"http://{'ü' * 70}.de/", *" ".join(line for (line,) in rows(BROKEN)).split()):
        messages = [problem.message for problem in check(iri) if problem.severity != "info"]
        assert messages, iri
        assert [message for message in messages if not re.search(advice, message)] == []


def test_check_gives_problems_in_order_of_place() -> None:
    problems = check("http://exämple..com/")
    assert [(problem.code, problem.component) for problem in problems] == [("IRI301", "host")]
    assert check("http://exämple.com/") == []


PLACES = r"""
http://u@h:80/p?q#f → scheme 0-4 userinfo 7-8 host 9-10 port 11-13 path 13-15 query 16-17 fragment 18-19
//h → host 2-3 path 3-3
mailto:a → scheme 0-6 path 7-8
http://h:?# → scheme 0-4 host 7-8 port 9-9 path 9-9 query 10-10 fragment 11-11
→ path 0-0
"""


def test_parts_know_their_places() -> None:
    for text, expected in rows(PLACES):
        components = list(CheckedComponents(text))
        assert " ".join(f"{one.component} {one.start}-{one.end}" for one in components) == expected
        assert all(text[one.start : one.end] == one.text for one in components)
