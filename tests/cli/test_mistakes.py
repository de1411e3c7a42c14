"""What people type at first, and what they are told: each line ends with what to type, which then is no mistake."""

from __future__ import annotations

import re
import shlex
import sys
from typing import NoReturn

import pytest

import _sphinx_iri
from extract.cli.lint import _color
from extract.cli.saying import progress
from extract.reports import REPORTS
from extract.rules import rule_named
from tests.cli.running import write
from tests.rows import rows


def require(typed: str) -> None:
    """Skip a test of ``table`` where the package that it needs is not installed."""
    if typed.startswith("table"):
        pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")


COMMANDS = "find, table, mask, lint, server, linkify, convert, explain, pandoc-filter, completion"
# As typed, and the end of the line that is said.
MISTAKES = rows(
    r"""
 → arguments are required: COMMAND; run: iri --help
fnid guide.md → COMMAND: invalid value "fnid"; did you mean find?
check guide.md → COMMAND: invalid value "check"; choose from COMMANDS
guide.md → invalid value "guide.md"; run: iri lint guide.md
https://例え.jp/ → "https://例え.jp/"; choose from COMMANDS
пример.рф → "пример.рф"; choose from COMMANDS
help → "help"; choose from COMMANDS
-v → required: COMMAND; run: iri --help
lint --fxi guide.md → unrecognized arguments: --fxi; did you mean --fix?
lint --only=IRI8 guide.md → --only=IRI8; run: iri lint --help
find --format json guide.md → --format; run: iri find --help
find --domain guide.md → --domain; did you mean --bare-domains?
convert --punycode http://a.example/ → --punycode; run: iri convert --help
lint --format yaml guide.md → --format: invalid value "yaml"; choose from REPORTS
lint --format guide.md → --format: invalid value "guide.md"; choose from REPORTS
lint --language jp guide.md → --language: unknown language "jp"; choose from en, ja, zh_CN
lint --jobs guide.md → -j/--jobs: "guide.md" is not a number from 0 on; run: iri lint --help
lint -j -1 guide.md → -j/--jobs: "-1" is not a number from 0 on; run: iri lint --help
lint --exclude → --exclude: expected one argument; run: iri lint --help
lint --select IRI802 → nothing to read; run: iri lint .
lint --select IRI802 IRI899 guide.md → IRI899: No such file or directory; check its name
lint --select iri802 guide.md → unknown rule "iri802"; did you mean IRI802?
lint --config irri.toml guide.md → irri.toml: No such file or directory; did you mean iri.toml?
lint --config select=IRI8O4 guide.md → unknown rule "IRI8O4"; run: iri explain
lint --config email=yes guide.md → --config: "email" must be true or false; for example: email = true
lint --baseline base.json guide.md → base.json: No such file or directory; check its name
lint --original docs/english guide.md → docs/english: --original names no file and no folder; check its name
lint --prune guide.md → --prune needs a baseline: name it with --baseline, or in the settings
lint no.toml → no.toml: No such file or directory; check its name
lint --config encoding=utf-88 guide.md → --config: "encoding": unknown encoding: utf-88; check its name
lint --ignore punycode guide.md → unknown rule "punycode"; run: iri explain
lint --config select=a,b . → --config select=a,b: Invalid value (at line 1, column 8); check the value, which is TOML
lint --config format= guide.md → ; check the value, which is TOML
linkify --to md guide.md → --to: invalid value "md"; choose from html, markdown, rst
linkify --bare-domains=yes guide.md → --bare-domains: ignored explicit argument 'yes'; run: iri linkify --help
linkify 'see http://a.example/' → No such file or directory; give text on standard input, and name "-"
convert --to punycode http://a.example/ → "punycode"; choose from uri, iri, leiri, normal
convert guide.md → the file is not read; run: iri convert --file guide.md
mask --with ** guide.md → --with: one character is needed, not '**'; run: iri mask --help
mask guide.md --with → --with: expected one argument; run: iri mask --help
table guide.md → required: -o/--output; run: iri table --help
table guide.md -o links.json → unknown format; write a name that ends with .parquet, .csv, .jsonl
explain IRI8O4 → unknown rule "IRI8O4"; run: iri explain
explain IRI82 → unknown rule "IRI82"; run: iri explain
explain run-on → unknown rule "run-on"; did you mean runs-on?
completion → required: shell; run: iri completion --help
completion tcsh → shell: invalid value "tcsh"; choose from bash, zsh, fish
find guide.md -o → -o/--output: expected one argument; run: iri find --help
find guide.md -o out/x.txt → out/x.txt: No such file or directory; check its folder
find guid.md → guid.md: No such file or directory; did you mean guide.md?
find *.rst → *.rst: No such file or directory; check its name
find https://a.example/ → No such file or directory; run: iri explain https://a.example/
find a.txt --encoding utf-88 → --encoding: unknown encoding: utf-88; check its name
convert --file missing.txt → missing.txt: No such file or directory; check its name
# options that are settings only
lint --extend-exclude a . → --extend-exclude; run: iri lint --config 'extend-exclude = ["build"]' .
lint --encoding latin-1 . → --encoding; run: iri lint --config 'encoding = "latin-1"' .
lint --protect a.example . → --protect; run: iri lint --config 'protect = ["example.com"]' .
lint --email . → --email; run: iri lint --config 'email = true' .
lint --bare-domains . → --bare-domains; run: iri lint --config 'bare-domains = true' .
lint --per-file-ignores a:b . → run: iri lint --config 'per-file-ignores = {"*.md" = ["IRI802"]}' .
"""
)


@pytest.mark.parametrize(("typed", "said"), MISTAKES)
def test_a_mistake_is_answered_in_a_line_that_ends_with_one_thing_to_do(iri, typed: str, said: str) -> None:
    require(typed)
    said = said.replace("COMMANDS", COMMANDS).replace("REPORTS", ", ".join(REPORTS))
    write("guide.md", "See http://a.example/ü now.\n")
    write("iri.toml", "")
    write("pages/a.md", "")
    result = iri(*shlex.split(typed))
    assert result.status == 2 or typed == "convert guide.md"
    assert len(result.err.splitlines()) == 1
    assert result.err.endswith(f"{said}\n"), result.err
    meant = re.search(r"; run: iri (.*)", said)
    if meant and "--help" not in said:  # it is no mistake
        done = iri(*shlex.split(meant[1]))
        assert done.status in (0, 1), done.err


def test_a_word_that_may_be_a_host_is_no_rule(iri) -> None:
    for name in ("localhost", "example", "mailto", "host", "www", "paypal", "x"):
        assert "unknown rule" not in iri("explain", name).err
    code = rule_named("runs-on").code
    for name in (code.lower(), code.removeprefix("IRI"), "runs-on"):
        assert iri("explain", name).out == iri("explain", code).out


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
