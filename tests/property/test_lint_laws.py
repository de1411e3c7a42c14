"""Laws of the linter: no input makes it fail, places are in the source, fixes settle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import Finding, lint
from extract.linter import fix, lint_file
from extract.readers import FORMATS, Document, format_of
from extract.readers.passage import cut
from extract.reports import REPORTS, report
from extract.rules import RULES, CheckedComponents, check
from extract.rules.chosen import ChosenRules
from extract.rules.document import is_plain
from extract.rules.registry import SUB_RULES
from extract.rules.subjects import Prose
from tests.examples import examples

EVERY = list(RULES.values())
NAMES = [f"a{format.suffixes[0]}" for format in FORMATS.values()]
WORDS = """
http://a.example/ https://exämple..com % %c3%b6 %25C3%25B6 %u00FC &amp; ü 日本 。 ( ) [ ]( < > ` `` * _ : .. - > ' # @
xn-- htpp:// mailto: urn: {{ }} msgid
"""
MARKS = ["u\u0308", "\u200b", "\u202e", "\ue000", " ", "\n", "\r\n", '"', "\\", "::\n\n  ", "<!-- iri: ignore -->"]
PIECES = st.sampled_from(WORDS.split() + MARKS)
TEXT = st.lists(st.one_of(PIECES, st.characters()), max_size=25).map("".join)


@pytest.mark.parametrize("name", NAMES)
@examples(60)
@given(text=TEXT)
def test_every_text_is_read_and_every_place_is_in_it(name: str, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    findings = lint(data, name, rules=EVERY)
    assert "check-failed" not in {finding.problem.sub_rule for finding in findings}
    for finding in findings:
        assert 0 <= finding.problem.start <= finding.problem.end <= len(data)
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)
        assert finding.column <= len(finding.excerpt) + 1 or finding.problem.code == "IRI901"
    for form in REPORTS:
        report(findings, form).encode()


@examples(60)
@given(data=st.binary(max_size=60), name=st.sampled_from(NAMES))
def test_any_bytes_are_read(data: bytes, name: str) -> None:
    assert "check-failed" not in {finding.problem.sub_rule for finding in lint(data, name, rules=EVERY)}


@examples(60)
@given(text=TEXT)
def test_every_string_can_be_checked(text: str) -> None:
    for problem in check(text, EVERY):
        assert 0 <= problem.start <= problem.end <= len(text)


@pytest.mark.parametrize("name", NAMES)
@examples(40)
@given(text=TEXT, unsafe=st.booleans())
def test_fixing_twice_is_fixing_once(name: str, text: str, unsafe: bool) -> None:
    data = text.encode("utf-8", "surrogatepass")

    def problems(document: Document) -> list[Finding]:
        return lint_file(document, EVERY).findings

    once = fix(Document(data, name), problems, unsafe=unsafe)
    assert fix(Document(once.data, name), problems, unsafe=unsafe) == (once.data, 0)
    assert once.changes or once.data == data
    assert unsafe or format_of(name, once.data) == format_of(name, data)


STARTS = ["", *"http:// HTTPS:// http: // ftp:// mailto: urn: tel: javascript: x://".split()]
HOSTS = ["", *"a.example A.COM a..b ex.con a_b.de xn--a.de 1.2.3 ß.de אב1.de 1אב.de u:p@a.de 日本.example".split()]
HOSTS += ["р\u0430у.example", "例え.jp:80"]
LETTERS = st.text("/?#-_.1aBzéÉßÿяЯёйжАВСー日本ノ一か゛ガﾊﾞ한ᄒ", max_size=8)


@examples(300)
@given(start=st.sampled_from(STARTS), host=st.sampled_from(HOSTS), rest=TEXT | LETTERS.map("/{}".format))
def test_a_rule_has_nothing_to_say_where_what_it_is_about_is_not_there(start: str, host: str, rest: str) -> None:
    iri = start + host + rest
    components = CheckedComponents(iri)
    everything = [
        problem
        for sub_rule in SUB_RULES.values()
        if sub_rule.scope == "iri"
        for problem in sub_rule.problems(components)
    ]
    assert check(iri, EVERY) == sorted(everything, key=lambda problem: (problem.start, problem.end, problem.code))


PLAIN = st.from_regex(
    r"https?://([a-z0-9-]{1,9}\.){1,3}[a-z]{1,9}(/[A-Z_~a-z]{1,9}([.-]{1,3}\w{1,9}){0,2}){0,3}/?(\?[\w=&+-]{1,20})?(#[\w-]{1,9})?",
    fullmatch=True,
    alphabet=st.characters(max_codepoint=127),
)
LABEL = st.none() | st.text("awhtpsAB1 _,'/&!?+-", max_size=12).filter(lambda label: "www" not in label)


@examples(300)
@given(name=st.sampled_from(NAMES), text=PLAIN, label=LABEL, attribute=st.sampled_from([None, "href"]))
def test_no_rule_finds_anything_in_a_plain_target(
    name: str, text: str, label: str | None, attribute: str | None
) -> None:
    passage = cut(text, 0, len(text), target=True, label=label, attribute=attribute)
    rules = ChosenRules(EVERY).for_format(format_of(name))
    prose = Prose(text, tuple(passage.links()), Document(text.encode(), name), True, label, attribute)
    assert is_plain(passage)
    assert [problem for known in rules.target for problem in known.problems(prose)] == []
