"""What people type at first, and what they are told: each line ends with what to type, which then is no mistake."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import _sphinx_iri
from extract.cli.advice import of_missing
from extract.cli.lint import _color
from extract.cli.saying import progress
from tests.cli.running import write


def require(typed: str) -> None:
    """Skip a test of ``table`` where the package that it needs is not installed."""
    if "table" in typed and "links.parquet" not in typed:
        pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")


# As typed, and what to type instead; "…" begins what is in a longer line.
MISTAKES = [
    ("", "lint ."),
    ("fnid guide.md", "find guide.md"),
    ("check guide.md", "lint guide.md"),
    ("fix guide.md", "lint --fix guide.md"),
    ("encode http://a.example/ü", "convert 'http://a.example/ü'"),
    ("guide.md", "lint guide.md"),
    ("https://例え.jp/", "explain 'https://例え.jp/'"),
    ("пример.рф", "explain 'пример.рф'"),
    ("help", "--help"),
    ("-v", "--version"),
    ("lint --fxi guide.md", "lint --fix guide.md"),
    ("lint --language jp guide.md", "lint --language ja guide.md"),
    ("lint --format yaml guide.md", "lint --format json guide.md"),
    ("find -r .", "find ."),
    ("find --format json guide.md", "find --json guide.md"),
    ("find https://a.example/", "explain https://a.example/"),
    ("linkify --to md guide.md", "linkify --to markdown guide.md"),
    ("linkify --bare-domains=yes guide.md", "linkify --bare-domains guide.md"),
    ("convert --to punycode http://a.example/", "convert --to uri http://a.example/"),
    ("convert guide.md", "convert --file guide.md"),
    ("mask --with ** guide.md", "mask --with '*' guide.md"),
    ("table guide.md", "table guide.md -o links.parquet"),
    ("explain IRI8O4", "explain IRI804"),
    ("explain IRI999", "explain"),
    ("explain run-on", "explain runs-on"),
    ("completion", "completion bash"),
    ("find guide.md -o", "find guide.md -o result.txt"),
    ("help lint", "lint --help"),
    ("config", "lint --show-settings"),
    ("gide.md", "lint gide.md"),
    ("lint --dry-run guide.md", "lint --diff guide.md"),
    ("lint --only=IRI8 guide.md", "lint --select=IRI8 guide.md"),
    ("lint --format guide.md", "lint --format concise guide.md"),
    ("lint --jobs guide.md", "lint --jobs 2 guide.md"),
    ("lint --jobs=many guide.md", "lint --jobs=2 guide.md"),
    ("lint -j -1 guide.md", "lint -j 2 guide.md"),
    ("lint --exclude", "lint --exclude build ."),
    ("lint --language klingon guide.md", "lint --language en guide.md"),
    ("lint --select IRI804", "lint --select IRI804 ."),
    ("find --domain guide.md", "find --bare-domains guide.md"),
    ("find --all guide.md", "find --bare guide.md"),
    ("linkify --format markdown guide.md", "linkify --to markdown guide.md"),
    ("linkify --in-place guide.md", "linkify -o result.txt guide.md"),
    ("convert --punycode http://a.example/", "convert --to uri http://a.example/"),
    ("mask guide.md --with", "mask guide.md --with '*'"),
    ("table guide.md links.csv", "table guide.md -o links.csv"),
    ("explain 804", "explain IRI804"),
    ("completion tcsh", "completion bash"),
]


@pytest.mark.parametrize(("typed", "meant"), MISTAKES)
def test_a_mistake_is_told_in_a_line_that_ends_with_what_to_type(iri, typed: str, meant: str) -> None:
    require(meant)
    write("guide.md", "See http://a.example/ü now.\n")
    result = iri(*shlex.split(typed))
    assert result.status == 2 or typed == "convert guide.md"
    assert result.err.splitlines()[-1].endswith(f"; write: iri {meant}"), result.err
    assert len(result.err.splitlines()) == 1
    if not re.search("parquet|--version|--help", meant):  # what to type is no mistake
        done = iri(*shlex.split(meant))
        assert "; write: " not in done.err
        assert done.status in (0, 1) or "gide.md" in typed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("find guid.md", "guid.md: No such file or directory; did you mean guide.md?"),
        ("find *.rst", "*.rst: No such file or directory: no file matches; to search this folder, name it: ."),
        ("find extra.md", "extra.md: No such file or directory; to read this folder, name it: ."),
        ("find guide.md -o out/x.txt", "out/x.txt: No such file or directory; write: mkdir out"),
        (
            "lint --select IRI804 IRI805 guide.md",
            "IRI805: No such file or directory: a rule; write commas between rules, without spaces:"
            " --select IRI804,IRI805",
        ),
        (
            "linkify 'see http://a.example/ü'",
            "see http://a.example/ü: No such file or directory: it is a text;"
            " write: echo 'see http://a.example/ü' | iri find",
        ),
        ("linkify pages", "pages: is a directory; name its files, as pages/*"),
        ("lint --no-color guide.md", 'unknown option "--no-color"; write: NO_COLOR=1 iri lint guide.md'),
        ("lint --color always guide.md", 'unknown option "--color"; write: FORCE_COLOR=1 iri lint guide.md'),
        ("lint --config irri.toml guide.md", "irri.toml: No such file or directory; did you mean iri.toml?"),
        (
            "table guide.md -o links.json",
            "links.json: the name must end with .parquet, .csv, .jsonl; write: -o links.jsonl",
        ),
        ("lint --select iri804 guide.md", 'unknown rule "iri804"; did you mean IRI804?'),
        ("lint --select runs-onn guide.md", 'unknown rule "runs-onn"; did you mean "runs-on"?'),
    ],
)
def test_a_name_is_told_that_was_meant(iri, typed: str, said: str) -> None:
    require(typed)
    write("guide.md", "See http://a.example/ü now.\n")
    write("iri.toml", "")
    write("pages/a.md", "")
    result = iri(*shlex.split(typed))
    assert result.err == f"iri: {said}\n"
    assert result.status == 2


def test_a_word_that_may_be_a_host_is_no_rule(iri) -> None:
    for name in ("localhost", "example", "mailto", "host", "www", "paypal", "x"):
        assert "unknown rule" not in iri("explain", name).err
    assert iri("explain", "iri804").out == iri("explain", "IRI804").out  # in lower case


TEXT = "See http://a.example/ü, b.example.com and c@d.example.com.\n"


@pytest.mark.parametrize(
    ("command", "options", "names"),
    [
        ("find", "", "a"),
        ("find", "--bare", "abc"),
        ("linkify", "--bare-domains", "ab"),
        ("mask", "--email", "ac"),
        ("table", "--bare", "abc"),
        ("table", "--email", "ac"),
    ],
)
def test_the_same_options_find_the_same(iri, command: str, options: str, names: str) -> None:
    write("a.txt", TEXT)
    require(command)
    words = ["a.example/ü", "b.example.com", "c@d.example.com"]
    to = ["-o", "-"] if command == "table" else []
    out = iri(command, *options.split(), "a.txt", *to).out
    found = {
        "find": lambda word: f"{word}\n" in out,
        "linkify": lambda word: f"{word}</a>" in out,
        "table": lambda word: f'"{word}"' in out or f'"http://{word}"' in out,
    }
    is_found = found.get(command, lambda word: word not in out)
    assert "".join(word[0] for word in words if is_found(word)) == names


@pytest.mark.parametrize(
    ("name", "options", "places"),
    [
        ("a.txt", "", "5:8"),
        ("a.md", "--bare-domains", "2:1 5:8"),
        ("a.rst", "--email", "3:3 5:8"),
        ("a.html", "--bare", "2:1 3:3 5:8"),
    ],
)
def test_links_without_a_scheme_are_checked_if_that_is_asked_for(iri, name: str, options: str, places: str) -> None:
    write(name, "http://a.example/\nраураl.com\na@раураl.com\n\nhttp://раураl.com/\n")
    out = iri("lint", "--format=concise", "--select=IRI601", *options.split(), name).out
    assert re.findall(r":(\d+:\d+): ", out) == places.split()
    write("iri.toml", "bare-domains = true\n")
    assert ":2:1: " in iri("lint", "--format=concise", "--select=IRI601", name).out


def test_what_is_fixed_has_no_scheme_afterwards_either(iri, tmp_path) -> None:
    write("a.md", "See example.com/a%zz now, and me@example.com.\n")
    iri("lint", "--bare", "--fix", "--unsafe-fixes", "--select=ALL", "a.md")
    assert (tmp_path / "a.md").read_text() == "See example.com/a%25zz now, and me@example.com.\n"


def test_a_line_without_a_scheme_is_converted_as_one_with_it(iri) -> None:
    domain, address = "b.example.com", "c@d.example.com"
    for options, printed in {
        "": f"{domain}\n{address}\n",
        "--bare-domains": f"https://{domain}\n{address}\n",
        "--bare --to iri": f"https://{domain}\nmailto:{address}\n",
    }.items():
        assert iri("convert", *options.split(), stdin=f"{domain}\n{address}\n".encode()).out == printed
        assert iri("convert", *options.split(), domain, address).out == printed


@pytest.mark.parametrize("command", ["find", "linkify", "mask", "convert", "lint --format=json", "table"])
def test_standard_input_and_a_file_for_the_result(iri, command: str, tmp_path) -> None:
    require(command)
    data = "http://раураl.com/ü\n".encode()
    name, *options = command.split()
    printed = iri(name, *options, "-o", "-", stdin=data).out
    assert printed
    if name != "table":
        assert iri(name, *options, stdin=data).out == printed
        assert iri(name, *options, "-", stdin=data).out == printed
    result = iri(name, *options, "-", "-o", "out.csv", stdin=data)
    assert (result.out, result.status) == ("", int(name == "lint"))
    assert (tmp_path / "out.csv").read_text("utf-8") == printed
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def test_a_result_replaces_nothing_that_is_read(iri, tmp_path) -> None:
    write("a.md", TEXT)
    assert iri("lint", "./a.md", "-o", "a.md").err == (
        "iri: a.md: is to be read and to be written; write: -o new-a.md\n"
    )
    assert iri("mask", "a.md", "-o", "./a.md").err == (
        "iri: ./a.md: is to be read and to be written; write: -o ./new-a.md\n"
    )
    assert (tmp_path / "a.md").read_text("utf-8") == TEXT


@pytest.mark.parametrize("place", ["extract.cli.find.run", "extract.cli.parser", "_sphinx_iri.engine_fault"])
def test_ctrl_c_ends_in_one_line(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupted)
    monkeypatch.setattr(sys, "argv", ["iri", "find", "."])
    assert _sphinx_iri.main() == 130
    assert capsys.readouterr().err == "iri: stopped\n"


@pytest.mark.parametrize(
    ("environment", "color", "progresses"),
    [
        ({}, True, True),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, True),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, True),
    ],
)
def test_a_terminal_that_only_prints_gets_neither_colors_nor_moves(
    environment: dict[str, str],
    color: bool,
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
    assert _color() == color
    with progress("reading", 2) as advance:
        advance(1)
    assert bool(capsys.readouterr().err) == progresses


def test_a_link_that_leads_nowhere_is_not_advised_as_itself(tmp_path: Path) -> None:
    (tmp_path / "guide.md").symlink_to(tmp_path / "nowhere")
    assert of_missing(str(tmp_path / "guide.md")) == ""
