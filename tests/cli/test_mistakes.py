"""What people type at first, and what they are told: each line ends with what to type, which then is no mistake."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from extract.cli.advice import of_missing
from extract.cli.lint import _colour
from extract.cli.saying import progress
from tests.cli.running import write

# As typed, and what to type instead; "…" begins what is in a longer line.
MISTAKES = [
    ("", "lint ."),
    ("fnid guide.md", "find guide.md"),
    ("LINT guide.md", "lint guide.md"),
    ("check guide.md", "lint guide.md"),
    ("fix guide.md", "lint --fix guide.md"),
    ("extract guide.md", "find guide.md"),
    ("encode http://a.example/ü", "convert 'http://a.example/ü'"),
    ("decode http://a.example/%C3%BC", "convert --to iri http://a.example/%C3%BC"),
    ("guide.md", "lint guide.md"),
    (".", "lint ."),
    ("https://例え.jp/", "explain 'https://例え.jp/'"),
    ("пример.рф", "explain 'пример.рф'"),
    ("help", "--help"),
    ("-v", "--version"),
    ("--hlep", "--help"),
    ("lint --fxi guide.md", "lint --fix guide.md"),
    ("lint --json guide.md", "lint --format json guide.md"),
    ("lint --language jp guide.md", "lint --language ja guide.md"),
    ("lint --disable=IRI804 guide.md", "lint --ignore=IRI804 guide.md"),
    ("lint --format yaml guide.md", "lint --format json guide.md"),
    ("find -r .", "find ."),
    ("find --format json guide.md", "find --json guide.md"),
    ("find --emials guide.md", "find --email guide.md"),
    ("find --encoding utf8x guide.md", "find --encoding utf8 guide.md"),
    ("find https://a.example/", "explain https://a.example/"),
    ("linkify --to md guide.md", "linkify --to markdown guide.md"),
    ("linkify --schemeless=yes guide.md", "linkify --schemeless guide.md"),
    ("convert --to punycode http://a.example/", "convert --to uri http://a.example/"),
    ("convert guide.md", "convert --file guide.md"),
    ("mask --with ** guide.md", "mask --with '*' guide.md"),
    ("mask --bear guide.md", "mask --bare guide.md"),
    ("table guide.md", "table guide.md -o links.parquet"),
    ("explain IRI8O4", "explain IRI804"),
    ("explain IRI999", "explain"),
    ("explain run-on", "explain runs-on"),
    ("completion", "completion bash"),
    ("find guide.md -o", "find --help"),
]


@pytest.mark.parametrize(("typed", "meant"), MISTAKES)
def test_a_mistake_is_told_in_a_line_that_ends_with_what_to_type(iri, typed: str, meant: str) -> None:
    write("guide.md", "See http://a.example/ü now.\n")
    result = iri(*shlex.split(typed))
    assert result.err.splitlines()[-1].endswith(f"; write: iri {meant}"), result.err
    assert len(result.err.splitlines()) == 1
    if not re.search("parquet|--version|--help", meant):  # what to type is no mistake
        done = iri(*shlex.split(meant))
        assert "; write: " not in done.err
        assert done.status in (0, 1)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("find guid.md", "guid.md: No such file or directory; did you mean guide.md?"),
        ("lint guid.md", "guid.md: No such file or directory; did you mean guide.md?"),
        ("find *.rst", "*.rst: No such file or directory: no file matches; to search this folder, name it: ."),
        ("lint --select iri804 guide.md", 'unknown rule "iri804"; did you mean IRI804?'),
        ("lint --select runs-onn guide.md", 'unknown rule "runs-onn"; did you mean "runs-on"?'),
    ],
)
def test_a_name_is_told_that_was_meant(iri, typed: str, said: str) -> None:
    write("guide.md", "See http://a.example/ü now.\n")
    result = iri(*shlex.split(typed))
    assert result.err == f"iri: {said}\n"
    assert result.status == 2


@pytest.mark.parametrize("name", ["localhost", "example", "mailto", "host", "www", "paypal", "x"])
def test_a_word_that_may_be_a_host_is_no_rule(iri, name: str) -> None:
    assert "unknown rule" not in iri("explain", name).err


def test_a_rule_in_lower_case_is_explained(iri) -> None:
    assert iri("explain", "iri804").out == iri("explain", "IRI804").out


TEXT = "See http://a.example/ü, b.example.com and c@d.example.com.\n"


@pytest.mark.parametrize("command", ["find", "linkify", "mask"])
@pytest.mark.parametrize(
    ("options", "names"), [("", "a"), ("--schemeless", "ab"), ("--email", "ac"), ("--bare", "abc")]
)
def test_the_same_options_find_the_same(iri, command: str, options: str, names: str) -> None:
    write("a.txt", TEXT)
    words = ["a.example/ü", "b.example.com", "c@d.example.com"]
    out = iri(command, *options.split(), "a.txt").out
    found = {"find": lambda word: f"{word}\n" in out, "linkify": lambda word: f"{word}</a>" in out}
    is_found = found.get(command, lambda word: word not in out)
    assert "".join(word[0] for word in words if is_found(word)) == names


@pytest.mark.parametrize("command", ["find", "linkify", "mask", "convert"])
def test_standard_input_and_a_file_for_the_result(iri, command: str, tmp_path) -> None:
    text = "http://a.example/ü\n"
    printed = iri(command, stdin=text.encode()).out
    assert printed
    assert iri(command, "-", stdin=text.encode()).out == printed
    result = iri(command, "-o", "out.txt", stdin=text.encode())
    assert (result.out, result.err, result.status) == ("", "", 0)
    assert (tmp_path / "out.txt").read_text("utf-8") == printed


def test_a_result_replaces_nothing_that_is_read(iri, tmp_path) -> None:
    write("a.md", TEXT)
    assert iri("lint", "./a.md", "-o", "a.md").err == (
        "iri: a.md: is to be read and to be written; use another name for the report\n"
    )
    assert iri("mask", "a.md", "-o", "./a.md").err == (
        "iri: ./a.md: is to be read and to be written; use another name for the result\n"
    )
    assert (tmp_path / "a.md").read_text("utf-8") == TEXT


def test_ctrl_c_ends_in_one_line(iri, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("extract.cli.find.run", interrupted)
    result = iri("find", ".")
    assert (result.err, result.status) == ("iri: stopped\n", 130)
    monkeypatch.setattr("extract.cli.parser", interrupted)
    result = iri("find", ".")
    assert (result.err, result.status) == ("iri: stopped\n", 130)


@pytest.mark.parametrize(
    ("environment", "colour", "progresses"),
    [
        ({}, True, True),
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, True),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, True),
    ],
)
def test_a_terminal_that_only_prints_gets_neither_colours_nor_moves(
    environment: dict[str, str],
    colour: bool,
    progresses: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert _colour() == colour
    with progress("reading", 2) as advance:
        advance(1)
    assert bool(capsys.readouterr().err) == progresses


def test_a_link_that_leads_nowhere_is_not_advised_as_itself(tmp_path: Path) -> None:
    (tmp_path / "guide.md").symlink_to(tmp_path / "nowhere")
    assert of_missing(str(tmp_path / "guide.md")) == ""
