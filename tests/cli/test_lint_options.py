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

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.cli.patterns import Pattern, Patterns
from extract.linter import ChosenRules, lint_file
from extract.readers import Document
from extract.reports import REPORTS
from tests.cli.running import write
from tests.conftest import PYTHONPATH

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
        assert (said in text) == (form in ("full", "concise", "github") or language == "en") or form in (
            "sarif",
            "gitlab",
        )


BROKEN = "See http://exämple..com/ now.\n"
HEX = "See https://example.com/gr%c3%b6sse now.\n"


def codes(result) -> list[str]:
    return [finding["code"] for finding in json.loads(result.out)]


@pytest.mark.parametrize(
    "pattern", ["{" * 10_000, "{a,b}" * 50, "*a" * 10_000 + "b", "[" * 10_000, "**/" * 5000, "\\0"]
)
def test_any_pattern_takes_little_time(iri, pattern: str) -> None:
    write("a" * 200 + ".md", BROKEN)
    text = json.dumps(pattern)
    write("iri.toml", f"extend-exclude = [{text}]\nper-file-ignores = {{{text} = ['IRI1']}}\n")
    result = iri("lint", ".")
    assert "Traceback" not in result.err
    assert result.err.count("\n") <= 1


@pytest.mark.parametrize(
    ("pattern", "ignored"),
    [
        ("docs", {"docs/a.md", "docs/sub/b.md", "other/docs/c.md"}),
        ("docs/", {"docs/a.md", "docs/sub/b.md", "other/docs/c.md"}),
        ("docs/sub", {"docs/sub/b.md"}),
        ("!docs", {"d.md"}),
        ("doc", set()),
    ],
)
def test_the_name_of_a_directory_means_all_files_below_it(iri, pattern: str, ignored: set[str]) -> None:
    names = {"docs/a.md", "docs/sub/b.md", "other/docs/c.md", "d.md"}
    for name in names:
        write(f"docs/{name}", BROKEN)  # the name of the directory with the settings does not count
    write("docs/iri.toml", f'per-file-ignores."{pattern}" = ["ALL"]\n')
    found = json.loads(iri("lint", "--format", "json", "docs").out)
    assert {finding["path"].removeprefix("docs/") for finding in found} == names - ignored


@given(st.text("[]!*?a-", max_size=8), st.text("[]!a-b", min_size=1, max_size=4))
def test_brackets_mean_what_they_mean_to_fnmatch(pattern: str, name: str) -> None:
    matches = Patterns([Pattern("/", pattern)]).matches_in
    assert matches("/", name) == fnmatchcase(name, pattern)


def test_a_file_that_cannot_be_written_stays_and_the_others_are_fixed(iri, monkeypatch) -> None:
    from extract.cli import lint

    def replace_content(path: str, old: bytes, new: bytes) -> None:
        if path == "a.md":
            raise OSError(28, "No space left on device")
        Path(path).write_bytes(new)

    monkeypatch.setattr(lint, "replace_content", replace_content)
    write("a.md", HEX)
    write("b.md", HEX)
    result = iri("lint", "--select", "IRI202", "--fix", "a.md", "b.md")
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
    monkeypatch.setattr(linting, "check_document", fail)
    assert codes(iri("lint", "--format", "json", "a.md", "b.txt")) == ["IRI903", "IRI903"]
    result = iri("lint", "--format", "concise", "--fix", "a.md")
    assert result.status == 2
    assert "a.md:1:1: IRI903 not-checked: the file could not be checked: RecursionError(" in result.out


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
@pytest.mark.parametrize("form", REPORTS)
def test_a_file_name_that_is_no_text(iri, form: str) -> None:
    name = os.fsdecode(b"a\xff b.txt")
    write(name, BROKEN)
    result = iri("lint", "--format", form, name)
    assert result.status == 1
    assert "IRI301" in result.out or "idna" in result.out
    assert iri("lint", "--format", form, "--output", "report", name).status == 1
    assert iri("lint", "--write-baseline", "known", name).status == 0
    assert iri("lint", "--baseline", "known", name).status == 0


ENTRY = '[{"path": %s, "code": "", "iri": "", "context": "", "count": %s}]'


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("iri.toml", 'slect = ["IRI1"]', 'unknown setting "slect"; did you mean select?'),
        ("iri.toml", "slect = []", "the settings are select, extend-select, ignore, per-file-ignores, "),
        ("iri.toml", '[tool.iri]\nselect = ["IRI1"]', 'remove "tool.iri" from its headers'),
        ("iri.toml", 'output-format = "json"', 'unknown setting "output-format"; did you mean format?'),
        ("iri.toml", 'select = "IRI1"', '"select" must be a list of strings'),
        ("iri.toml", 'protect = ["http://a.example/"]', '"protect" must be a list of domains'),
        ("iri.toml", 'format = "sariff"', '"format" must be one of '),
        ("iri.toml", 'per-file-ignores = ["a"]', "must be a table"),
        ("iri.toml", "encoding = 3", '"encoding" must be a string'),
        ("iri.toml", 'encoding = "utf-9"', '"encoding": unknown encoding: utf-9'),
        ("iri.toml", "force-exclude = 1", '"force-exclude" must be true or false'),
        ("iri.toml", "a=" + "[" * 100_000, "is nested too deeply"),
        ("iri.toml", "a." * 100_000 + "b=1", "is nested too deeply"),
        ("iri.toml", b"a='\xff'", "can't decode byte 0xff"),
        ("iri.toml", "a=" + "9" * 5000, "integer string conversion"),
        ("iri.toml", b"#" * (1 << 23), "has more than 4,194,304 bytes"),
        ("pyproject.toml", "tool = 3", '"tool" must be a table'),
        ("pyproject.toml", "[tool.sphinx-iri]", 'unknown table "tool.sphinx-iri"; write "tool.iri"'),
        ("pyproject.toml", "[tool]\niri = 3", '"tool.iri" must be a table'),
        ("known.json", "{}", "is not a baseline: it is not a list"),
        ("known.json", "[" * 100_000, "is not a baseline: it is nested too deeply"),
        ("known.json", ENTRY % ("[]", 1), "of an entry are strings"),
        ("known.json", ENTRY % ('""', "true"), "of an entry are strings"),
        ("known.json", ENTRY % ('""', 1.5), "of an entry are strings"),
        ("known.json", ENTRY % ('""', -1), "is a number above zero"),
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


def test_an_original_on_the_command_line_has_to_exist_without_settings_too(iri) -> None:
    write("a.md", BROKEN)
    result = iri("lint", "--config", 'original = "nope"', "a.md")
    assert result.status == 2
    assert '"original" names no file and no folder: ' in result.err
    assert iri("lint", "--config", 'original = "a.md"', "a.md").status == 1


@pytest.mark.parametrize(
    ("place", "said"),
    [("3:1", "a line up to 2"), ("9:9", "a line up to 2"), ("2:6", "a column up to 5"), ("2:5", "")],
)
def test_a_place_beyond_the_file_cannot_be_explained(iri, place: str, said: str) -> None:
    write("a.md", "https://a.example/\nb.md\n")
    result = iri("explain", "--at", place, "a.md")
    assert (result.status == 2) == bool(said)
    assert (f"--at {place} is beyond the end of a.md; give {said}" if said else "") in result.err


# What is in the folder; None is a pipe.
WRONG: dict[str, tuple[dict[str, str | None], str]] = {
    "a wrong type": ({"iri.toml": "select = 3"}, '"select" must be a list of strings'),
    "no TOML": ({"iri.toml": "x"}, "Expected '='"),
    "an unknown rule": ({"iri.toml": 'select = ["NONE"]'}, 'unknown rule "NONE"'),
    "no original": ({"iri.toml": 'original = "en"'}, '"original" names no file'),
    "an original that is a pipe": ({"iri.toml": 'original = "en.md"', "en.md": None}, '"original" names no file'),
    "an original outside": ({"iri.toml": 'original = "/etc/passwd"'}, '"original" is outside of the project'),
    "a wrong baseline": ({"iri.toml": 'baseline = "b.json"', "b.json": "{}"}, "is not a baseline"),
    "no baseline": ({"iri.toml": 'baseline = "b.json"'}, "No such file"),
    "a pipe": ({"iri.toml": None}, "is a pipe, not a file"),
    "another pipe": ({"pyproject.toml": None}, "is a pipe, not a file"),
}


@pytest.mark.parametrize("title", WRONG)
def test_wrong_settings_end_only_the_check_of_the_files_below(iri, title: str) -> None:
    files, why = WRONG[title]
    option = {"a wrong type": ["--fix"], "a pipe": ["--diff"]}.get(title, [])
    for name in ("a.md", "bad/a.md", "bad/b.md", "bad/c/d.md", "good/e.md"):
        write(name, BROKEN)
    write("good/iri.toml", "")
    for name, content in files.items():
        write(f"bad/{name}", content) if content is not None else os.mkfifo(f"bad/{name}")
    result = iri("lint", *option, "--format", "concise", ".")
    told = [line for line in result.err.splitlines() if "bad" in line]
    assert (result.status, len(told)) == (2, 1)
    for part in (why, str(Path.cwd() / "bad"), "; not checked: bad/a.md, bad/b.md, bad/"):
        assert part in told[0]
    if not option:
        assert {line.partition(":")[0] for line in result.out.splitlines()} == {"a.md", "good/e.md"}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_device_that_is_full_is_named(iri) -> None:
    write("a.md", BROKEN)
    for option in ("--output", "--write-baseline"):
        result = iri("lint", option, "/dev/full", "a.md")
        assert (result.status, result.err) == (2, "iri: /dev/full: No space left on device\n")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "extract", "--help"]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": PYTHONPATH}, stdout=full, stderr=subprocess.PIPE, check=False
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

    def slow(document: Document, rules: ChosenRules) -> object:
        if document.path == "slow.md":
            work()
        return real(document, rules)

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


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_fixes_stay_in_the_directory(iri) -> None:
    write("outside.md", HEX)
    write("docs/sub/a.md", HEX)
    Path("docs/out.md").symlink_to("../outside.md")
    Path("docs/in.md").symlink_to("sub/a.md")
    Path("docs/loop.md").symlink_to("loop.md")
    result = iri("lint", "--select", "IRI202", "--fix", "docs")
    assert result.status == 2
    assert "iri: docs/out.md: not fixed: is a symbolic link to " in result.err
    assert "iri: docs/loop.md: Too many levels of symbolic links" in result.err
    assert [Path(name).read_text("utf-8") == HEX for name in ("outside.md", "docs/sub/a.md")] == [True, False]
    assert Path("docs/in.md").is_symlink()
    assert iri("lint", "--select", "IRI202", "--fix", "docs/out.md").status == 0  # named, and in the current directory
    assert Path("outside.md").read_text("utf-8") != HEX
