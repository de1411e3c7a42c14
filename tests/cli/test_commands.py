"""The command, run in this process; what it prints and its exit status."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from extract.cli import main

BROKEN = "See http://exämple..com/ now.\n"
GOOD = "See http://exämple.com/ü now.\n"


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def iri(capsys, monkeypatch, tmp_path):
    """Run ``iri`` in a new directory."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Result(status, out, err)

    return run


def write(name: str, text: str | bytes) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_find_prints_a_link_a_line(iri) -> None:
    write("a.md", "x\n\nsee <http://a.example/ü>\nand http://b.example/\n")
    result = iri("find", "a.md")
    assert result.out == "a.md:3:6: http://a.example/ü\na.md:4:5: http://b.example/\n"
    assert result.status == 0


def test_find_as_json(iri) -> None:
    result = iri("find", "--json", "-", stdin="é http://a.example/ü".encode())
    assert json.loads(result.out) == {
        "path": "<stdin>",
        "line": 1,
        "column": 3,
        "start": 2,
        "end": 20,
        "kind": "iri",
        "text": "http://a.example/ü",
        "iri": "http://a.example/ü",
    }


def test_find_says_what_it_cannot_read_and_goes_on(iri) -> None:
    write("bad.txt", b"ab\xff")
    write("good.txt", GOOD)
    result = iri("find", "bad.txt", "missing.txt", "good.txt")
    assert result.status == 2
    assert "bad.txt: byte 2 " in result.err
    assert "missing.txt: " in result.err
    assert result.out == "good.txt:1:5: http://exämple.com/ü\n"


def test_lint_of_good_text_is_silent(iri) -> None:
    write("a.rst", GOOD)
    result = iri("lint", "a.rst")
    assert (result.status, result.out, result.err) == (0, "", "")


def test_lint_tells_the_place(iri) -> None:
    write("a.rst", BROKEN)
    result = iri("lint", "--format", "concise", "a.rst")
    assert result.status == 1
    assert result.out.startswith("a.rst:1:12: IRI")
    assert "exämple..com" in iri("lint", "a.rst").out


def test_lint_protects_names(iri) -> None:
    write("a.rst", "See http://ехаmple.com/ and http://www.exarnple.com/ and http://example.com/.\n")
    assert "IRI607" not in iri("lint", "--format", "concise", "a.rst").out
    out = iri("lint", "--format", "concise", "--protect", "пример.рф, example.com", "a.rst").out
    assert [line.split(":")[2] for line in out.splitlines() if "IRI607" in line] == ["12", "36"]


def test_lint_of_octets_that_are_no_text(iri) -> None:
    write("a.txt", b"a\nb \xff c\n")
    write("b.txt", BROKEN)
    result = iri("lint", "--format", "concise", "a.txt", "b.txt")
    assert result.status == 1
    assert "a.txt:2:3: IRI901 undecodable: octet 0xFF at byte 4 " in result.out
    assert "b.txt:1:12: " in result.out
    assert iri("lint", "--encoding", "latin-1", "a.txt").status == 0


def test_a_missing_path_is_named(iri) -> None:
    result = iri("lint", "missing.rst")
    assert result.status == 2
    assert "missing.rst" in result.err


def test_directories_are_walked(iri) -> None:
    for name in ("d/b.md", "d/a/x.rst", "d/broken/y.rst", "d/.git/z.rst", "d/_build/z.rst", "d/code.c"):
        write(name, BROKEN)
    paths = [finding["path"] for finding in json.loads(iri("lint", "d", "--exclude", "broken", "--format", "json").out)]
    assert paths == ["d/b.md", "d/a/x.rst"]
    assert iri("lint", "d/code.c").status == 1  # named: read as plain text


def test_wrong_use(iri) -> None:
    assert iri("lint").status == 2
    assert iri("nothing").status == 2


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "extract", "find", "-"],
        input="http://a.example/ü".encode(),
        capture_output=True,
        check=False,
    )
    assert done.stdout.decode().split() == ["<stdin>:1:1:", "http://a.example/ü"]
