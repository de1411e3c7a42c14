"""What the standards warn of is reported by the rule for it, on their own examples."""

import pytest

from extract import lint
from extract.rules import RULES, check
from extract.rules.registry import rules_of


@pytest.mark.requirement(2, 6, 7, 11, 13, 17, 18, 24, 25, 36, 37, 53, 61, 66, 75, 84, 85, 86, 87, 96)
@pytest.mark.parametrize(
    ("iri", "code", "component"),
    [
        ("http://a/a b", "IRI111", "path"),
        ("http://example.org/ros&eacute;", "IRI207", None),
        ("http://a\\b", "IRI111", "host"),
        ("http://a/\ufdd0", "IRI111", "path"),
        ("http://a/\x01", "IRI111", "path"),
        ("http://a/\ud800", "IRI111", "path"),
        ("http://a/\ue000", "IRI111", "path"),
        ("http://a/\U000e0041", "IRI111", "path"),
        ("http://a/\u200eb", "IRI501", "path"),
        ("http://a/\u2066b", "IRI501", "path"),
        ("http://a/x|y", "IRI111", "path"),
        ("http://a/[x]", "IRI111", "path"),
        ("http://a/100%", "IRI101", "path"),
        ("http://[1::2::3]/", "IRI101", "host"),
        ("http://[fe80::1%25en0]/", "IRI101", "host"),
        ("http://me@example.com/", "IRI306", "userinfo"),
        ("http://h:8a/", "IRI101", "port"),
        (f"http://{'é' * 60}.example/", "IRI301", "host"),
        ("http://faß.example/", "IRI301", "host"),
        ("http://a/%C0%AF..", "IRI201", "path"),
        ("http://a/%u0041", "IRI201", "path"),
        ("http://a/re\u0301sume\u0301.html", "IRI401", "path"),
        ("http://a/\u0334a", "IRI404", "path"),
        ("http://a/a\u200cb", "IRI404", "path"),
        ("http://a/ﬁ", "IRI402", "path"),
        ("http://a/ＡＢ", "IRI402", "path"),
        ("http://a/a\u3000b", "IRI404", "path"),
        ("http://a/?\ue000", "IRI404", "query"),
        ("mailto:nobody", "IRI708", "path"),
        ("data:text/plain;x", "IRI708", "path"),
        ("urn:a:b", "IRI708", "path"),
        ("tel:+49/6221", "IRI708", "path"),
        ("tel:06221", "IRI708", "path"),
        ("javascript:alert(1)", "IRI703", "scheme"),
        ("wais://example.com/", "IRI701", "scheme"),
    ],
)
def test_it_is_reported(iri: str, code: str, component: str | None) -> None:
    found = {(problem.code, problem.component) for problem in check(iri, RULES.values())}
    assert (code, component) in found


@pytest.mark.requirement(9, 27)
def test_a_problem_has_code_component_place_and_severity() -> None:
    (problem,) = check("http://h:8a/")
    assert (problem.code, problem.component, problem.start, problem.end) == ("IRI101", "port", 10, 11)
    assert problem.severity == "error"
    assert "'a' at 10" in problem.message


@pytest.mark.parametrize(
    ("iri", "message", "fix"),
    [
        (r"http://a\b", 'write "/"', "/"),  # a host has no "%5C"
        (r"http://a/x\y", 'write "/", or "%5C" for a literal backslash', "/"),
        ("http:/ü.example/", 'write "http://" and the host', "http://"),
        ("http://a/%25C3%25BC", 'write %C3%BC, which stands for "ü"', "%C3%BC"),
    ],
)
def test_one_advice_that_is_the_fix(iri: str, message: str, fix: str) -> None:
    (problem,) = check(iri)
    assert problem.message.partition("; ")[2] == message
    assert problem.fix == fix


@pytest.mark.parametrize("iri", ["http:///ü", "http:/ü.example/", "https:/ü", "HTTP:///ü.example/"])
@pytest.mark.parametrize("form", ["[x](<{}>)", "[x]({})", "<{}>"])
def test_a_target_without_a_host_is_told_of_once(iri: str, form: str) -> None:
    codes = [finding.problem.code for finding in lint(form.format(iri).encode(), "a.md", rules=RULES.values())]
    assert [code for code in codes if code in ("IRI101", "IRI109")] == ["IRI101"]
    assert "IRI101" in [problem.code for problem in check(iri)]


@pytest.mark.requirement(27)
@pytest.mark.parametrize(
    ("iri", "at"),
    [
        ("http://exämple..com/", 15),
        ("http://a@größe.-b.example/", 15),
        ("http://é.a*b/", 10),
        ("http://é.b\u0301ü..c/", 13),
    ],
)
def test_offsets_in_messages_about_hosts_count_in_the_iri(iri: str, at: int) -> None:
    assert [problem.message for problem in check(iri) if f" at {at}" in problem.message]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "https://a.example/" + "_(ü" * 80 + "x",
            '"(" (and 79 more) is not closed within the link; add what is missing',
        ),
        ("https://a.example/a_(ü x", '"(" is not closed within the link; add what is missing'),
        (
            "https://a.example/a(ü x",
            'the link ends before "(", which is never closed; write %28 if it belongs to the link',
        ),
        (
            "https://a.example/a(ü)(((b)) x",
            'the link ends before "(", which is never closed; write %28 if it belongs to the link',
        ),
    ],
)
def test_brackets_that_are_not_closed_are_told_of_once(text: str, message: str) -> None:
    findings = lint(text.encode(), "a.txt", rules=rules_of(["unbalanced-bracket"]))
    assert [finding.problem.message for finding in findings] == [message]
    assert text[findings[0].problem.start] == "("
