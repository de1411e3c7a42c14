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


def require(typed: str) -> None:
    """Skip a test of ``table`` where the package that it needs is not installed."""
    if typed.startswith("table"):
        pytest.importorskip("pyarrow", reason="needs pyarrow: the extra arrow")


COMMANDS = "find, table, mask, lint, server, linkify, convert, explain, pandoc-filter, completion"
# As typed, and the end of the line that is said.
MISTAKES = [
    ("", "arguments are required: COMMAND; run: iri --help"),
    ("fnid guide.md", 'COMMAND: invalid value "fnid"; did you mean find?'),
    ("check guide.md", f'COMMAND: invalid value "check"; choose from {COMMANDS}'),
    ("fix guide.md", f'invalid value "fix"; choose from {COMMANDS}'),
    ("encode http://a.example/ü", f'"encode"; choose from {COMMANDS}'),
    ("guide.md", 'invalid value "guide.md"; run: iri lint guide.md'),
    ("https://例え.jp/", f'"https://例え.jp/"; choose from {COMMANDS}'),
    ("пример.рф", f'"пример.рф"; choose from {COMMANDS}'),
    ("help", f'"help"; choose from {COMMANDS}'),
    ("help lint", f'"help"; choose from {COMMANDS}'),
    ("config", f'"config"; choose from {COMMANDS}'),
    ("gide.md", f'"gide.md"; choose from {COMMANDS}'),
    ("-v", "required: COMMAND; run: iri --help"),
    ("lint --fxi guide.md", "unrecognized arguments: --fxi; did you mean --fix?"),
    ("lint --dry-run guide.md", "unrecognized arguments: --dry-run; run: iri lint --help"),
    ("lint --only=IRI8 guide.md", "--only=IRI8; run: iri lint --help"),
    ("lint --no-color guide.md", "--no-color; run: iri lint --help"),
    ("lint --color always guide.md", "--color; run: iri lint --help"),
    ("find -r .", "unrecognized arguments: -r; run: iri find --help"),
    ("find --format json guide.md", "--format; run: iri find --help"),
    ("find --domain guide.md", "--domain; did you mean --bare-domains?"),
    ("find --all guide.md", "--all; run: iri find --help"),
    ("linkify --format markdown guide.md", "--format; run: iri linkify --help"),
    ("linkify --in-place guide.md", "--in-place; run: iri linkify --help"),
    ("convert --punycode http://a.example/", "--punycode; run: iri convert --help"),
    ("lint --format yaml guide.md", f'--format: invalid value "yaml"; choose from {", ".join(REPORTS)}'),
    ("lint --format guide.md", f'--format: invalid value "guide.md"; choose from {", ".join(REPORTS)}'),
    ("lint --language jp guide.md", '--language: unknown language "jp"; choose from en, ja, zh_CN'),
    ("lint --language klingon guide.md", 'unknown language "klingon"; choose from en, ja, zh_CN'),
    ("lint --jobs guide.md", '-j/--jobs: "guide.md" is not a number from 0 on; run: iri lint --help'),
    ("lint --jobs=many guide.md", '-j/--jobs: "many" is not a number from 0 on; run: iri lint --help'),
    ("lint -j -1 guide.md", '-j/--jobs: "-1" is not a number from 0 on; run: iri lint --help'),
    ("lint --exclude", "--exclude: expected one argument; run: iri lint --help"),
    ("lint --select IRI802", "nothing to read; run: iri lint ."),
    ("lint --select IRI802 IRI899 guide.md", "IRI899: No such file or directory; check its name"),
    ("lint --select iri802 guide.md", 'unknown rule "iri802"; did you mean IRI802?'),
    ("lint --select runs-onn guide.md", 'unknown rule "runs-onn"; did you mean "runs-on"?'),
    ("lint --config irri.toml guide.md", "irri.toml: No such file or directory; did you mean iri.toml?"),
    ("lint no.toml", "no.toml: No such file or directory; check its name"),
    ("lint --config encoding=utf-88 guide.md", '--config: "encoding": unknown encoding: utf-88; check its name'),
    ("lint --config format= guide.md", "; check the value, which is TOML"),
    ("linkify --to md guide.md", '--to: invalid value "md"; choose from html, markdown, rst'),
    ("linkify --bare-domains=yes guide.md", "--bare-domains: ignored explicit argument 'yes'; run: iri linkify --help"),
    ("linkify 'see http://a.example/'", 'No such file or directory; give text on standard input, and name "-"'),
    ("convert --to punycode http://a.example/", '"punycode"; choose from uri, iri, leiri, normal'),
    ("convert guide.md", "the file is not read; run: iri convert --file guide.md"),
    ("mask --with ** guide.md", "--with: one character is needed, not '**'; run: iri mask --help"),
    ("mask guide.md --with", "--with: expected one argument; run: iri mask --help"),
    ("table guide.md", "required: -o/--output; run: iri table --help"),
    ("table guide.md links.csv", "required: -o/--output; run: iri table --help"),
    ("table guide.md -o links.json", "unknown format; write a name that ends with .parquet, .csv, .jsonl"),
    ("explain IRI8O4", 'unknown rule "IRI8O4"; run: iri explain'),
    ("explain IRI999", 'unknown rule "IRI999"; run: iri explain'),
    ("explain run-on", 'unknown rule "run-on"; did you mean runs-on?'),
    ("completion", "required: shell; run: iri completion --help"),
    ("completion tcsh", 'shell: invalid value "tcsh"; choose from bash, zsh, fish'),
    ("find guide.md -o", "-o/--output: expected one argument; run: iri find --help"),
    ("find guide.md -o out/x.txt", "out/x.txt: No such file or directory; check its folder"),
    ("find guid.md", "guid.md: No such file or directory; did you mean guide.md?"),
    ("find *.rst", "*.rst: No such file or directory; check its name"),
    ("find https://a.example/", "No such file or directory; run: iri explain https://a.example/"),
    ("find a.txt --encoding utf-88", "--encoding: unknown encoding: utf-88; check its name"),
    ("convert --charset nonsense http://a/", "unknown encoding: nonsense; check its name"),
    ("convert --file missing.txt", "missing.txt: No such file or directory; check its name"),
    ("mask missing.md", "missing.md: No such file or directory; check its name"),
    # options that are settings only
    ("lint --extend-exclude a .", "--extend-exclude; run: iri lint --config 'extend-exclude = [\"build\"]' ."),
    ("lint --encoding latin-1 .", "--encoding; run: iri lint --config 'encoding = \"latin-1\"' ."),
    ("lint --protect a.example .", "--protect; run: iri lint --config 'protect = [\"example.com\"]' ."),
    ("lint --email .", "--email; run: iri lint --config 'email = true' ."),
    ("lint --bare-domains .", "--bare-domains; run: iri lint --config 'bare-domains = true' ."),
    ("lint --per-file-ignores a:b .", 'run: iri lint --config \'per-file-ignores = {"*.md" = ["IRI802"]}\' .'),
]


@pytest.mark.parametrize(("typed", "said"), MISTAKES)
def test_a_mistake_is_answered_in_a_line_that_ends_with_one_thing_to_do(iri, typed: str, said: str) -> None:
    require(typed)
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


@pytest.mark.parametrize(
    ("name", "options", "places"),
    [
        ("a.txt", "", "5:8"),
        ("a.md", "--config bare-domains=true", "2:1 5:8"),
        ("a.rst", "--config email=true", "3:3 5:8"),
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
    for command, name in (("lint ./a.md", "a.md"), ("mask a.md", "./a.md")):
        result = iri(*command.split(), "-o", name)
        assert result.err == f"iri: {name}: is to be read and to be written; write to another file\n"
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
