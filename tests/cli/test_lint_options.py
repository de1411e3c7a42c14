"""What ``iri lint`` can be told: rules, settings, fixes, known findings, reports."""

import json
import os
import re
import signal
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.cli.patterns import LEFT_OUT, Pattern, Patterns
from extract.linter import lint_file
from extract.reports import REPORTS
from tests.cli.running import write

SPOKEN = {
    "en": ("readers cannot see where the link ends; ", "1 finding in 1 file.\n1 fixable with"),
    "ja": ("リンクの終わりが読者にわかりません。", "1 個のファイルで 1 件見つかりました。\n--fix --unsafe-fixes で"),
    "zh_CN": ("读者看不出链接在哪里结束；", "1 个文件中有 1 处问题。\n--fix --unsafe-fixes 可修正"),
}


@pytest.mark.parametrize("language", SPOKEN)
def test_people_read_their_language_and_programs_english(iri, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    write("a.md", "See https://ja.wikipedia.org/wiki/日本を参照してください。\n")
    said, counted = SPOKEN[language]
    asked = iri("lint", "--language", language.partition("_")[0], "a.md")
    assert said in asked.out
    assert counted in asked.out
    monkeypatch.setenv("LANGUAGE", f"{language}.UTF-8")
    assert iri("lint", "a.md").out == asked.out
    for form in REPORTS:
        text = iri("lint", "--format", form, "--isolated", "a.md").out
        assert (said in text) == (form in ("full", "concise", "github", "html") or language == "en") or form in (
            "sarif",
            "gitlab",
        )


BROKEN = "See http://exämple..com/ now.\n"
HEX = "See https://example.com/gr%c3%b6sse now.\n"


def codes(result) -> list[str]:
    return [finding["code"] for finding in json.loads(result.out)]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["IRI301", "IRI101"]),
        (["--select", "IRI1"], ["IRI101"]),
        (["--select", "idna"], ["IRI301"]),
        (["--select", "IRI1,IRI204"], ["IRI101", "IRI204"]),
        (["--extend-select", "IRI204"], ["IRI301", "IRI101", "IRI204"]),
        (["--ignore", "IRI3"], ["IRI101"]),
        (["--ignore", "IRI", "--extend-select", "IRI101"], ["IRI101"]),  # the longer name says more
        (["--select", "ALL", "--ignore", "IRI8,IRI6,IRI1,IRI3"], ["IRI204", "IRI205"]),
        (["--per-file-ignores", "*.md:IRI301,bare-percent"], []),
        (["--per-file-ignores", "*.rst:IRI301"], ["IRI301", "IRI101"]),
    ],
)
def test_rules_are_selected(iri, arguments: list[str], expected: list[str]) -> None:
    write("a.md", "<http://exämple..com/> <http://example.com/%> <http://example.com/%c3%b6>")
    assert codes(iri("lint", "a.md", "--format", "json", *arguments)) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], []),
        (["--select", "IRI111"], ["IRI111"]),
        (["--extend-select", "tel"], ["IRI708"]),
        (["--select", "IRI7"], ["IRI701", "IRI703", "IRI708"]),
        (["--extend-select", "IRI7", "--ignore", "IRI708"], ["IRI701", "IRI703"]),
        (["--select", "ALL"], ["IRI111", "IRI701", "IRI703", "IRI708"]),
    ],
)
def test_a_rule_that_is_named_tells_of_what_browsers_mend(iri, arguments: list[str], expected: list[str]) -> None:
    write("a.html", "".join(f'<a href="{url}">ü</a>' for url in ("http://e.test/a b", "javascript:a()", "tel:+1/2")))
    assert codes(iri("lint", "a.html", "--format", "json", *arguments)) == expected


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("bare-precent", 'did you mean "bare-percent"?'),
        ("IRI999", "write: iri explain"),
        ("bare", "write: iri explain"),
    ],
)
def test_an_unknown_rule_is_told(iri, name: str, advice: str) -> None:
    result = iri("lint", "--select", name, "x.md")
    assert (result.status, result.err) == (2, f'iri: unknown rule "{name}"; {advice}\n')


CONFIGURATION = 'select = ["IRI1", "lower-case-hex"]\nexclude = ["old"]\nper-file-ignores."b.md" = ["IRI1"]\n'


@pytest.mark.parametrize(("name", "head"), [("iri.toml", ""), ("pyproject.toml", "[tool.iri]\n")])
def test_settings_are_read_from_the_nearest_file(iri, name: str, head: str, monkeypatch) -> None:
    write(name, head + CONFIGURATION)
    for path in ("sub/a.md", "sub/b.md", "sub/old/c.md"):
        write(path, "<http://example.com/%> <http://example.com/%c3>")
    monkeypatch.chdir("sub")
    result = iri("lint", ".", "--format", "json")
    assert [(Path(item["path"]).name, item["code"]) for item in json.loads(result.out)] == [
        ("a.md", "IRI101"),
        ("a.md", "IRI204"),
        ("b.md", "IRI204"),
    ]
    shown = iri("lint", "--show-settings").out
    assert name in shown
    assert 'select = ["IRI1", "lower-case-hex"]' in shown
    assert "IRI204" in shown.splitlines()[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('slect = ["IRI1"]', 'unknown setting "slect"; did you mean "select"?'),
        ('select = "IRI1"', '"select" must be a list of strings'),
        ('format = "sariff"', '"format" must be one of '),
        ("select = [", "iri.toml"),
        ('per-file-ignores = ["a"]', "must be a table"),
        ("encoding = 3", '"encoding" must be a string'),
        ('encoding = "utf-9"', '"encoding": unknown encoding: utf-9'),
        ("slect = []", "the settings are extend, select, extend-select, ignore, per-file-ignores, "),
        ('output-format = "json"', 'unknown setting "output-format"; did you mean "format"?'),
        ("lint = 3", '"lint" must be a table'),
        ("select = []\nlint.select = []", '"select" stands in "lint" and outside of it'),
        ("force-exclude = 1", '"force-exclude" must be true or false'),
        ('extend = "iri.toml"', '"extend" leads back to '),
        ('extend = "./gone.toml"', "gone.toml: No such file or directory"),
        ('extend = "a\\u0000b"', "must not have a NUL"),
    ],
)
def test_wrong_settings_are_told(iri, text: str, message: str) -> None:
    write("iri.toml", text)
    write("a.md", "x")
    result = iri("lint", "a.md")
    assert result.status == 2
    assert message in result.err


def test_settings_that_extend_each_other_in_a_circle(iri) -> None:
    for name, other in (("iri.toml", "b/x.toml"), ("b/x.toml", "y.toml"), ("b/y.toml", "../iri.toml")):
        write(name, f'extend = "{other}"\n')
    write("a.md", "x")
    result = iri("lint", "a.md")
    assert (result.status, result.err.count("\n"), "leads back to" in result.err) == (2, 1, True)


@pytest.mark.parametrize(
    "pattern", ["{" * 10_000, "{a,b}" * 50, "*a" * 10_000 + "b", "[" * 10_000, "**/" * 5000, "\\0"]
)
def test_any_pattern_takes_little_time(iri, pattern: str) -> None:
    write("a" * 200 + ".md", BROKEN)
    result = iri("lint", "--extend-exclude", pattern, "--per-file-ignores", f"{pattern}:IRI1", ".")
    assert "Traceback" not in result.err
    assert result.err.count("\n") <= 1


@given(st.text("[]!*?a-", max_size=8), st.text("[]!a-b", min_size=1, max_size=4))
def test_brackets_mean_what_they_mean_to_fnmatch(pattern: str, name: str) -> None:
    matches = Patterns([Pattern("/", pattern)]).matches_in
    assert matches("/", name) == fnmatchcase(name, pattern)


def test_safe_fixes_change_their_place_only_and_once(iri) -> None:
    text = "\ufeffSee <http://example.com/%c3%b6> and http://example.com/100%/ä\r\n\r\nend"
    write("a.md", text)
    arguments = ("lint", "--extend-select", "IRI204", "--fix", "a.md")
    assert iri(*arguments).status == 1  # the bare percent sign stays
    fixed = Path("a.md").read_bytes()
    assert fixed == text.replace("%c3%b6", "%C3%B6").encode()
    assert iri(*arguments).status == 1
    assert Path("a.md").read_bytes() == fixed
    assert iri(*arguments, "--unsafe-fixes").status == 0
    assert Path("a.md").read_bytes() == fixed.replace(b"100%/", b"100%25/")


def test_the_difference_is_shown_and_nothing_is_changed(iri) -> None:
    write("a.rst", HEX)
    result = iri("lint", "--extend-select", "IRI204", "--diff", "a.rst")
    assert result.status == 1
    assert "-See https://example.com/gr%c3%b6sse now.\n+See https://example.com/gr%C3%B6sse now.\n" in result.out
    assert Path("a.rst").read_text("utf-8") == HEX


def test_fixes_of_other_encodings(iri) -> None:
    write("a.txt", "größe http://example.com/%u00FCber".encode("utf-16"))
    write("b.txt", "größe http://example.com/%u00FCber http://example.com/%u65E5".encode("latin-1"))
    iri("lint", "--fix", "--unsafe-fixes", "--encoding", "latin-1", "a.txt", "b.txt")
    assert Path("a.txt").read_bytes().decode("utf-16") == "größe http://example.com/über"
    # Latin-1 has no 日: that one stays.
    assert Path("b.txt").read_bytes() == "größe http://example.com/über http://example.com/%u65E5".encode("latin-1")


MENDABLE = "See <http://example.com/%c3%b6> and http://example.com/100%/ä\n"


@pytest.mark.parametrize(
    ("arguments", "end", "status"),
    [
        ([], "1 fixable with --fix, 1 fixable with --fix --unsafe-fixes.", 1),
        (["--unsafe-fixes"], "2 fixable with --fix.", 1),
        (["--fix"], "1 fixed, 1 fixable with --unsafe-fixes.", 1),
        (["--fix", "--unsafe-fixes"], "2 fixed.", 0),
    ],
)
def test_a_report_ends_with_what_can_be_fixed(iri, arguments: list[str], end: str, status: int) -> None:
    write("a.md", MENDABLE)
    result = iri("lint", "--extend-select", "IRI204", *arguments, "a.md")
    assert (result.out.splitlines()[-1], result.status) == (end, status)
    assert (Path("a.md").read_text("utf-8") == MENDABLE) is ("--fix" not in arguments)
    write("a.md", MENDABLE)
    result = iri("lint", "--extend-select", "IRI204", "--format", "json", *arguments, "a.md")
    assert len(json.loads(result.out)) == 2 - int(end[0]) * ("--fix" in arguments)
    assert result.err.splitlines()[-1] == end


def test_standard_input_is_fixed_to_standard_output(iri) -> None:
    result = iri("lint", "--extend-select", "IRI204", "--fix", "--format", "concise", "-", stdin=MENDABLE.encode())
    assert result.out == MENDABLE.replace("%c3%b6", "%C3%B6")
    assert "IRI101" in result.err
    assert result.err.endswith("1 fixed, 1 fixable with --unsafe-fixes.\n")


def test_a_file_that_cannot_be_written_stays_and_the_others_are_fixed(iri, monkeypatch) -> None:
    from extract.cli import lint

    def replace_content(path: str, old: bytes, new: bytes) -> None:
        if path == "a.md":
            raise OSError(28, "No space left on device")
        Path(path).write_bytes(new)

    monkeypatch.setattr(lint, "replace_content", replace_content)
    write("a.md", HEX)
    write("b.md", HEX)
    result = iri("lint", "--select", "IRI204", "--fix", "a.md", "b.md")
    assert result.status == 2
    assert "a.md: not fixed: No space left on device" in result.err
    assert "1 fixed" in result.out
    assert [Path(name).read_text("utf-8") == HEX for name in ("a.md", "b.md")] == [True, False]


def test_the_failure_of_one_file_is_one_finding(iri, monkeypatch) -> None:
    from extract.linter import linting

    def fail(*arguments: object) -> object:
        raise RecursionError("maximum recursion depth exceeded")

    write("a.md", BROKEN)
    write("b.txt", BROKEN)
    monkeypatch.setattr(linting, "_in_passage", fail)
    assert codes(iri("lint", "--format", "json", "a.md", "b.txt")) == ["IRI905", "IRI905"]
    result = iri("lint", "--format", "concise", "--fix", "a.md")
    assert result.status == 2
    assert "a.md:1:1: IRI905 not-checked: the file could not be checked: RecursionError(" in result.out


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
@pytest.mark.parametrize("form", REPORTS)
def test_a_file_name_that_is_no_text(iri, form: str) -> None:
    name = os.fsdecode(b"a\xff b.txt")
    write(name, BROKEN)
    result = iri("lint", "--format", form, name)
    assert result.status == 1
    assert "IRI301" in result.out or "idna" in result.out
    assert iri("lint", "--format", form, "--output-file", "report", name).status == 1
    assert iri("lint", "--write-baseline", "known", name).status == 0
    assert iri("lint", "--baseline", "known", name).status == 0


def test_known_findings_are_not_reported_and_unused_entries_are(iri) -> None:
    write("a.rst", BROKEN + "\n" + BROKEN)
    assert iri("lint", "--write-baseline", "known.json", "a.rst").status == 0
    write("a.rst", "New line.\n\n" + BROKEN + "\n" + BROKEN + "\n" + BROKEN)
    result = iri("lint", "--baseline", "known.json", "--format", "concise", "a.rst")
    assert (result.status, result.out.count("IRI301")) == (1, 1)
    write("a.rst", BROKEN)
    result = iri("lint", "--baseline", "known.json", "a.rst")
    assert (result.status, result.out) == (0, "The file is fine, except for 1 known finding.\n")
    assert "unused baseline entry: a.rst: IRI301" in result.err
    write("b.rst", "Good.\n")
    assert iri("lint", "--baseline", "known.json", "b.rst").err == ""  # a.rst was not read
    Path("a.rst").unlink()
    assert iri("lint", "--baseline", "known.json", "b.rst").err == ""  # it may have been renamed
    assert iri("lint", "--baseline", "known.json", ".").err.count("a.rst: IRI301 (2 times)") == 1
    write("known.json", "[1]")
    assert iri("lint", "--baseline", "known.json", "b.rst").status == 2


@pytest.mark.parametrize("excluded", ["broken", "a.rst", "*.rst", "docs/broken", "docs/*/a.rst"])
def test_excluded_files_that_are_named(iri, excluded: str) -> None:
    """pre-commit names files; ``--force-exclude`` keeps to the settings there."""
    Path("docs/broken").mkdir(parents=True)
    write("docs/broken/a.rst", BROKEN)
    write("iri.toml", f'exclude = ["{excluded}"]\n')
    assert iri("lint", "docs/broken/a.rst").status == 1
    assert iri("lint", "--force-exclude", "docs/broken/a.rst", "./docs/broken/a.rst").status == 0


def test_typescript_that_pre_commit_names(iri) -> None:
    """It knows files by their suffixes; catalogues of Qt have that of TypeScript."""
    write("a.ts", "x = 'http//a.example/'")
    write("b.ts", "<TS><source/><translation>http//a.example/</translation></TS>")
    assert iri("lint", "a.ts").status == 1
    run = iri("lint", "--force-exclude", "a.ts", "b.ts")
    assert "b.ts" in run.out
    assert "1 finding in 1 file; passed over: 1 of other formats (.ts)." in run.out


def test_templates_are_left_alone(iri) -> None:
    write("a.md", 'See [x](https://example.com/tree/{{< param "v" >}}/b) and <https://example.com/{{v}}>.')
    write("a.html", "<a href='{% url x %}'>a</a> <a href='https://example.com/{{ x }}'>b</a>")
    assert iri("lint", ".").out == "All 2 files are fine.\n"


@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (["."], "All 2 files are fine; passed over: 2 of other formats (.c, .h).\n", ""),
        (["a.md"], "The file is fine.\n", ""),
        (["--force-exclude", "--exclude", "a.md", "a.md", "b.rst"], "The file is fine; passed over: 1 excluded.\n", ""),
        (["--language", "ja", "a.md"], "ファイルに問題はありません。\n", ""),
        (["sub"], "", "iri: no files to read; passed over: 1 of other formats (.h)\n"),
        (["empty"], "", "iri: no files to read\n"),
        (["--format", "concise", "."], "", "iri: 2 files read; passed over: 2 of other formats (.c, .h)\n"),
        (["--statistics", "."], "", "iri: 2 files read; passed over: 2 of other formats (.c, .h)\n"),
        (["--output-file", "/dev/null", "."], "", ""),
    ],
)
def test_a_report_without_findings_says_what_was_read(iri, arguments: list[str], out: str, err: str) -> None:
    for name in ("a.md", "b.rst", "c.c", "sub/d.h"):
        write(name, "Good.\n")
    Path("empty").mkdir()
    assert iri("lint", *arguments).out == out
    assert iri("lint", *arguments).err == err


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "1 finding in 1 file; passed over: 2 of other formats (.c, .h).\n"),
        ("ja", "1 個のファイルで 1 件見つかりました。対象外の形式のファイル 2 個（.c, .h）は読みませんでした。\n"),
        ("zh", "1 个文件中有 1 处问题；跳过了 2 个其他格式的文件（.c, .h）。\n"),
    ],
)
def test_a_report_with_findings_says_what_was_passed_over(iri, language: str, last: str) -> None:
    for name in ("a.md", "c.c", "sub/d.h"):
        write(name, "[x](http://a.example/%zz)\n")
    assert last in iri("lint", "--language", language, ".").out.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("sarif", '"text": "{}"'),
        ("junit", "    <system-out>{}</system-out>\n  </testsuite>"),
        ("html", "<p>{}</p>"),
        ("github", "::notice title=iri::{}\n"),
    ],
)
def test_reports_for_programs_say_what_was_passed_over_where_they_have_a_place(iri, form: str, written: str) -> None:
    for name, text in (("a.md", "Good."), ("b.md", "[x](http://a.example/%zz)"), ("c.c", ""), ("sub/d.h", "")):
        write(name, f"{text}\n")
    expected = "passed over: 2 of other formats (.c, .h)"
    for report in (iri("lint", "--format", form, ".").out, iri("lint", "--format", form, "--exclude", "b.md", ".").out):
        assert written.format(expected) in report
    assert (
        written.format("no files to read; passed over: 1 of other formats (.h)")
        in iri("lint", "--format", form, "sub").out
    )
    assert "passed over" not in iri("lint", "--format", form, "a.md", "b.md").out


def test_findings_are_written_as_they_come(iri, monkeypatch) -> None:
    from extract.cli import checking

    write("a.md", BROKEN)
    write("b.md", BROKEN)
    whole = {form: iri("lint", "--format", form, ".").out for form in ("full", "concise", "jsonl", "github")}

    def fail_at_the_second(data, name, *arguments, **options):
        if name.endswith("b.md"):
            raise KeyboardInterrupt
        return lint_file(data, name, *arguments, **options)

    monkeypatch.setattr(checking, "lint_file", fail_at_the_second)
    for form, text in whole.items():
        begun = iri("lint", "--format", form, ".").out
        assert begun
        assert text.startswith(begun)


def test_statistics(iri) -> None:
    write("a.rst", BROKEN + HEX)
    assert iri("lint", "--extend-select", "IRI204", "--statistics", "a.rst").out == (
        "      1 IRI204 lower-case-hex\n      1 IRI301 host\n"
    )


def test_standard_input_has_a_name(iri) -> None:
    result = iri("lint", "--stdin-filename", "x.md", "--format", "concise", "-", stdin=b"`http://a..b/` http://a..b/")
    assert result.out.startswith("x.md:1:23: IRI301")
    assert result.out.count("IRI301") == 1


def test_processes_change_nothing(iri) -> None:
    for number in range(12):
        write(f"d/{number}.rst", BROKEN * (number + 1))
    assert iri("lint", "-j", "2", "d").out == iri("lint", "d").out


def test_colour(iri, monkeypatch) -> None:
    write("a.rst", BROKEN)
    assert "\x1b[" not in iri("lint", "a.rst").out  # no terminal
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in iri("lint", "a.rst").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in iri("lint", "a.rst").out


def test_output_file_and_exit_zero(iri) -> None:
    write("a.rst", BROKEN)
    result = iri("lint", "--format", "concise", "--output-file", "out.txt", "--exit-zero", "a.rst")
    assert (result.status, result.out) == (0, "")
    assert "IRI301" in Path("out.txt").read_text("utf-8")


def test_gitignore_is_respected(iri) -> None:
    write(".git/HEAD", "")
    write(".gitignore", "built/\n*.txt\n!keep.txt\n/top.rst\nsub/**/deep.rst\n# comment\na[0-9].rst\n")
    write("sub/.gitignore", "own.rst\n")
    kept = ["keep.txt", "sub/ax.rst", "sub/top.rst"]
    gone = ["built/x.rst", "a.txt", "top.rst", "sub/b/c/deep.rst", "a1.rst", "sub/own.rst"]
    for name in kept + gone:
        write(name, BROKEN)
    listed = iri("lint", "--show-files", ".").out.split()
    assert sorted(Path(name).as_posix() for name in listed) == kept
    assert iri("lint", "--show-files", "a.txt").out.split() == ["a.txt"]  # named


@pytest.mark.parametrize(
    ("rule", "files", "expected"),
    [
        (
            "IRI809",
            {"a.md": "<http://example.com/ü>", "b.md": "<http://example.com/ü> <http://example.com/%C3%BC>"},
            "b.md:1:25",
        ),
        (
            "IRI809",
            {"a.md": "<https://example.com/>", "b.md": "<http://example.com/ü> <http://b.example/>"},
            "b.md:1:2",
        ),
    ],
)
def test_links_of_all_files_are_compared(iri, rule: str, files: dict[str, str], expected: str) -> None:
    for name, text in files.items():
        write(name, text)
    lines = iri("lint", "--select", rule, "--format", "concise", ".").out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [expected]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("pyproject.toml", "tool = 3", '"tool" must be a table'),
        ("pyproject.toml", "[tool]\niri = 3", '"tool.iri" must be a table'),
        ("iri.toml", "a=" + "[" * 100_000, "is nested too deeply"),
        ("iri.toml", "a." * 100_000 + "b=1", "is nested too deeply"),
        ("iri.toml", b"a='\xff'", "can't decode byte 0xff"),
        ("iri.toml", "a=" + "9" * 5000, "integer string conversion"),
        ("iri.toml", b"#" * (1 << 23), "has more than 4,194,304 bytes"),
        ("known.json", "1", "is not a baseline: it is not a list"),
        ("known.json", "{}", "is not a baseline: it is not a list"),
        ("known.json", "[" * 100_000, "is not a baseline: it is nested too deeply"),
        ("known.json", '[{"path": [], "code": "", "iri": "", "context": "", "count": 1}]', "of an entry are strings"),
        (
            "known.json",
            '[{"path": "", "code": "", "iri": "", "context": "", "count": true}]',
            "of an entry are strings",
        ),
        ("known.json", '[{"path": "", "code": "", "iri": "", "context": "", "count": 1.5}]', "of an entry are strings"),
        ("known.json", '[{"path": "", "code": "", "iri": "", "context": "", "count": -1}]', "is a number above zero"),
        ("known.json", '[{"path": "a"}]', "are strings, and"),
        ("known.json", "[1]", "an entry is not an object"),
        ("known.json", b"\xff", "is not a baseline: "),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(iri, name: str, text: str | bytes, why: str) -> None:
    write("a.md", BROKEN)
    write(name, text)
    result = iri("lint", *(["--baseline", name] if name == "known.json" else []), "a.md")
    assert (result.status, result.err.count("\n"), name in result.err) == (2, 1, True)
    assert why in result.err


@pytest.mark.parametrize("name", ["iri.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda path: path.symlink_to("gone"), "No such file or directory"),
        (os.mkfifo, "is a pipe, not a file"),
    ],
)
def test_settings_that_cannot_be_read_are_named(iri, name: str, make, why: str) -> None:
    write("a.md", "Good.\n")
    make(Path.cwd() / name)
    result = iri("lint", "a.md")
    assert (result.status, result.out, result.err) == (2, "", f"iri: {Path.cwd() / name}: {why}; not checked: a.md\n")


# What is in the folder; None is a pipe.
WRONG: dict[str, tuple[dict[str, str | None], str]] = {
    "a wrong type": ({"iri.toml": "select = 3"}, '"select" must be a list of strings'),
    "no TOML": ({"iri.toml": "x"}, "Expected '='"),
    "an unknown rule": ({"iri.toml": 'select = ["NONE"]'}, 'unknown rule "NONE"'),
    "no original": ({"iri.toml": 'original = "en"'}, '"original" names no file'),
    "an original that is a pipe": ({"iri.toml": 'original = "en.md"', "en.md": None}, '"original" names no file'),
    "an original outside": ({"iri.toml": 'original = "/etc/passwd"'}, '"original" is outside of the project'),
    "no extended file": ({"iri.toml": 'extend = "none.toml"'}, "No such file"),
    "a wrong baseline": ({"iri.toml": 'baseline = "b.json"', "b.json": "{}"}, "is not a baseline"),
    "no baseline": ({"iri.toml": 'baseline = "b.json"'}, "No such file"),
    "a pipe": ({"iri.toml": None}, "is a pipe, not a file"),
}


@pytest.mark.parametrize(("files", "why"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("command", [("lint",), ("lint", "--fix"), ("lint", "--diff")])
def test_wrong_settings_end_only_the_check_of_the_files_below(iri, command, files, why: str) -> None:
    for name in ("a.md", "bad/a.md", "bad/b.md", "bad/c/d.md", "good/e.md"):
        write(name, BROKEN)
    write("good/iri.toml", "")
    for name, content in files.items():
        write(f"bad/{name}", content) if content is not None else os.mkfifo(f"bad/{name}")
    result = iri(*command, "--format", "concise", ".")
    told = [line for line in result.err.splitlines() if "bad" in line]
    assert (result.status, len(told)) == (2, 1)
    for part in (why, str(Path.cwd() / "bad"), "; not checked: bad/a.md, bad/b.md, bad/"):
        assert part in told[0]
    if command == ("lint",):
        assert {line.partition(":")[0] for line in result.out.splitlines()} == {"a.md", "good/e.md"}


def test_wrong_settings_here_do_not_end_the_check_of_other_files(iri) -> None:
    write("here/iri.toml", "select = 3")
    write("here/a.md", BROKEN)
    write("b.md", BROKEN)
    os.chdir("here")
    result = iri("lint", "--format", "concise", "a.md", "../b.md")
    assert (result.status, result.err.count("\n"), "not checked: a.md" in result.err) == (2, 1, True)
    assert result.out.startswith("../b.md:")
    result = iri("lint", "--format", "concise", "../b.md")
    assert (result.status, '"select" must be a list' in result.err) == (2, True)
    assert result.out.startswith("../b.md:")
    assert iri("lint", "--select", "NONE", "../b.md").err.startswith('iri: unknown rule "NONE"')


def test_no_message_has_the_value_of_a_variable(iri, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_X", "hunter2")
    write("a.md", BROKEN)
    write("hunter2/wrong.toml", "select = 3")
    write("hunter2/circle.toml", 'extend = "$SECRET_X/circle.toml"')
    write("hunter2/right.toml", 'select = ["IRI301"]')
    for name in ("/nope/$SECRET_X", "$SECRET_X/none.toml", "$SECRET_X/wrong.toml", "$SECRET_X/circle.toml"):
        write("iri.toml", f'extend = "{name}"')
        result = iri("lint", "a.md")
        assert (result.status, "$SECRET_X" in result.err, "hunter2" in result.err) == (2, True, False)
    write("iri.toml", 'extend = "$SECRET_X/right.toml"')
    assert iri("lint", "a.md").status == 1


def test_a_device_that_is_full_is_named(iri) -> None:
    write("a.md", BROKEN)
    for option in ("--output-file", "--write-baseline"):
        result = iri("lint", option, "/dev/full", "a.md")
        assert (result.status, result.err) == (2, "iri: /dev/full: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_that_cannot_be_written_is_an_error(option: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "extract", option], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (2, b"iri: standard output: No space left on device\n")


def _loop() -> None:
    while True:
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of processor time")
@pytest.mark.parametrize("work", [_loop, partial(re.match, "(a+)+b", "a" * 60)], ids=["a loop", "a pattern"])
def test_a_file_that_takes_too_long_is_named_and_left_out(iri, monkeypatch, work) -> None:
    from extract.cli import checking

    real = lint_file

    def slow(data: bytes, name: str, *arguments: Any, **options: Any) -> object:
        if name == "slow.md":
            work()
        return real(data, name, *arguments, **options)

    monkeypatch.setattr(checking, "lint_file", slow)
    monkeypatch.setattr(checking, "_LONGEST", 0.6)
    write("slow.md", "Good.\n")
    write("worse.md", BROKEN)
    result = iri("lint", "--no-cache", "slow.md", "worse.md")
    said = "slow.md: takes more than 1 seconds of the processor, and is left out; please report it"
    assert (result.status, result.err.splitlines()) == (2, [f"iri: {said}"])
    assert "worse.md" in result.out


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of processor time")
def test_the_time_for_a_file_follows_from_its_size(monkeypatch) -> None:
    from extract.cli import checking

    given: list[float] = []
    monkeypatch.setattr(signal, "setitimer", lambda _timer, seconds: given.append(seconds))
    with checking._limited(1_000_000):
        pass
    assert given == [30, 0]


def test_a_baseline_with_a_large_count_takes_no_longer(iri) -> None:
    write("a.md", BROKEN)
    write("known.json", '[{"path": "a\\u0000b", "code": "IRI301", "iri": "", "context": "", "count": 1000000000}]')
    result = iri("lint", "--baseline", "known.json", ".")
    assert result.err.startswith("iri: known.json: unused baseline entry: a<U+0000>b: IRI301 (1000000000 times)\n")


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_fixes_stay_in_the_directory(iri) -> None:
    write("outside.md", HEX)
    write("docs/sub/a.md", HEX)
    Path("docs/out.md").symlink_to("../outside.md")
    Path("docs/in.md").symlink_to("sub/a.md")
    Path("docs/loop.md").symlink_to("loop.md")
    result = iri("lint", "--select", "IRI204", "--fix", "docs")
    assert result.status == 2
    assert "iri: docs/out.md: not fixed: is a symbolic link to " in result.err
    assert "iri: docs/loop.md: Too many levels of symbolic links" in result.err
    assert [Path(name).read_text("utf-8") == HEX for name in ("outside.md", "docs/sub/a.md")] == [True, False]
    assert Path("docs/in.md").is_symlink()
    assert iri("lint", "--select", "IRI204", "--fix", "docs/out.md").status == 0  # named, and in the current directory
    assert Path("outside.md").read_text("utf-8") != HEX


def test_nothing_is_left_by_an_interrupt(iri, monkeypatch) -> None:
    from extract.cli import checking

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "check", interrupted)
    write("a.md", BROKEN)
    result = iri("lint", "a.md")
    assert (result.status, result.out, result.err) == (130, "", "iri: stopped\n")


def test_what_is_empty_but_has_the_name_of_a_document_is_refused(iri) -> None:
    write("a.docx", "")
    for command in ("lint", "find"):
        assert iri(command, "a.docx").err == "iri: a.docx: is empty\n"


def test_catalogues_of_qt_are_found_by_their_content(iri) -> None:
    write("a.ts", "<!-- x --><!DOCTYPE TS><TS><source>x</source><translation>http://a.example/%zz</translation></TS>")
    write("b.ts", "const a: string = 'http://a.example/%zz';")
    result = iri("lint", ".")
    assert "a.ts:1:" in result.out
    assert "b.ts" not in result.out
    assert "passed over: 1 of other formats (.ts)" in result.out


def test_translations_are_compared_with_their_originals(iri) -> None:
    write("en/a.md", "See http://a.example/x.")
    write("de/a.md", "Siehe dort.")
    write("de/b.md", "Siehe dort.")
    write("README.md", "See http://a.example/x.")
    write("README.de.md", "Siehe dort.")
    write("en.json", '{"a": "http://a.example/x"}')
    write("de.json", '{"a": "x"}')
    write("lang/en.json", '{"a": "http://a.example/x"}')
    write("lang/de.json", '{"a": "x"}')
    write("lang/other.json", '{"a": "x"}')
    write("res/values/strings.xml", '<string name="a">http://a.example/x</string>')
    write("res/values-pt-rBR/strings.xml", '<string name="a">x</string>')
    write("app/en.lproj/a.strings", '"a" = "http://a.example/x";')
    write("app/de.lproj/a.strings", '"a" = "x";')
    write("no/x.txt", "x")
    write("Text.resx", '<data name="a"><value>http://a.example/x</value></data>')
    write("Text.de.resx", '<data name="a"><value>x</value></data>')
    lacks = 'IRI818 wrong-destination: the translation lacks "http://a.example/x"; add the link of the original\n'
    for arguments, said in {
        ("de", "--original", "en"): ("de/a.md:1:1", "iri: 1 of 2 files have no original in en: de/b.md\n"),
        ("de/a.md", "--original", "en/a.md"): ("de/a.md:1:1", ""),
        ("README.md", "README.de.md", "--original", "."): ("README.de.md:1:1", ""),
        ("de.json", "--original", "en.json"): ("de.json:1:8", ""),
        ("lang", "--original", "lang/en.json"): (
            "lang/de.json:1:8",
            "iri: 1 of 3 files have no original in lang/en.json: lang/other.json\n",
        ),
        ("res", "--original", "res/values"): ("res/values-pt-rBR/strings.xml:1:18", ""),
        ("app", "--original", "app/en.lproj", "--original", "no"): ("app/de.lproj/a.strings:1:8", ""),
        ("Text.de.resx", "Text.resx", "--original", "Text.resx"): ("Text.de.resx:1:23", ""),
    }.items():
        result = iri("lint", "--format", "concise", *arguments)
        assert (result.out, result.err) == (f"{said[0]}: {lacks}", said[1])
        assert iri("lint", "--format", "concise", *arguments[: arguments.index("--original")]).status == 0
    assert iri("lint", "de", "--original", "fr").err == "iri: fr: --original names no file and no folder\n"


@pytest.mark.parametrize(
    ("settings", "original", "translations"),
    [
        ("iri.toml", "en", "de/a.md de/sub/a.md"),
        ("iri.toml", "docs", "docs/de/a.md docs/a.ja.md"),
        ("docs/iri.toml", "en", "docs/de/a.md docs/pt_BR/a.md"),
        ("de/iri.toml", "../en", "de/a.md"),
        ("iri.toml", "README.md", "README.de.md README_zh.md"),
        ("iri.toml", "lang/en.json", "lang/de.json"),
        ("iri.toml", "guide", "guide-ja/a.md guide_zh-CN/sub/a.md"),
    ],
)
def test_the_settings_may_name_the_original(iri, settings: str, original: str, translations: str) -> None:
    suffix = Path(translations.split()[0]).suffix
    write(settings, f'original = "{original}"\n')
    found = Path(settings).parent / original
    files = [found] if found.suffix else [found / "a.md", found / "sub/a.md"]
    for path in (*files, "other.md", "sub/README.md", f"other/a{suffix}"):
        write(str(path), '{"a": "http://a.example/x"}')
    for path in translations.split():
        write(path, '{"a": "x"}')
    result = iri("lint", "--format", "concise", ".")
    assert sorted({line.partition(":")[0] for line in result.out.splitlines()}) == sorted(translations.split())
    assert "IRI818" in result.out
    assert result.err == ""
    write(settings, 'original = "none"\n')
    named = f'iri: {Path.cwd() / settings}: "original" names no file and no folder: '
    assert iri("lint", ".").err.startswith(named)


def test_data_of_tests_is_left_out_unless_it_is_named(iri) -> None:
    for name in ("a.md", "tests/data/b.md", "tests/c.md", "pkg/testdata/d.md", "data/e.md", "test/fixtures/sub/f.md"):
        write(name, BROKEN)

    def paths(*arguments: str) -> list[str]:
        return [finding["path"] for finding in json.loads(iri("lint", "--format", "json", *arguments).out)]

    assert paths(".") == ["a.md", "data/e.md", "tests/c.md"]
    assert paths("tests") == ["tests/c.md"]
    assert paths("tests/data", "pkg/testdata/d.md") == ["tests/data/b.md", "pkg/testdata/d.md"]
    assert len(paths("--config", "exclude = []", ".")) == 6


_OF_TESTS = "left out by default: 2 in tests/data, tests/fixtures (name them to read them)"


@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (["tests"], "", f"iri: no files to read; {_OF_TESTS}\n"),
        (["."], f"The file is fine; {_OF_TESTS}.\n", ""),
        (["--format", "json", "."], "[]\n", f"iri: {_OF_TESTS}\n"),
        (["--exclude", "", "."], "All 4 files are fine.\n", ""),
        (["--exclude", "tests", "."], "The file is fine.\n", ""),
        (["tests/fixtures"], "The file is fine.\n", ""),
    ],
)
def test_data_of_tests_is_left_out_and_counted(iri, arguments: list[str], out: str, err: str) -> None:
    for name in ("a.md", "tests/fixtures/b.md", "tests/data/c/d.md", "tests/data/.eggs/e.md"):
        write(name, "Good.\n")
    result = iri("lint", *arguments)
    assert (result.out, result.err) == (out, err)


def test_the_page_lists_what_is_left_out_by_default() -> None:
    page = (Path(__file__).parents[2] / "docs/linter.rst").read_text("utf-8")
    listed = page.partition("By default ``exclude`` is ")[2].partition(".\n\n")[0]
    assert re.findall("``(.+?)``", listed) == LEFT_OUT
