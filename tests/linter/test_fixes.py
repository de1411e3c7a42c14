"""Fixes: what they change, and the difference that `patch` applies."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import Finding, lint
from extract.linter import fixes
from extract.linter.fixes import difference, fix
from extract.rules import rule_named
from tests.hostile import Shape
from tests.linear import assert_linear_time

HEX = [rule_named("lower-case-hex")]


def fixed(data: bytes, name: str = "a.txt") -> tuple[bytes, int]:
    def check(data: bytes) -> list[Finding]:
        return lint(data, name, rules=HEX)

    return fix(name, data, check)


def test_fixes_are_counted() -> None:
    assert fixed(b"http://a.example/%c3%b6 http://a.example/%c3/%b6") == (
        b"http://a.example/%C3%B6 http://a.example/%C3/%B6",
        2,  # one a link
    )
    assert fixed(b"http://a.example/") == (b"http://a.example/", 0)


ASCIIDOC = [
    ("[ü](https://a.example/ü)", "https://a.example/ü[ü]"),
    ("siehe[ü=1](https://a.example/ü)", 'siehelink:https://a.example/ü["ü=1"]'),
    ("[ü](https://a.example/ü--ö)", "link:++https://a.example/ü--ö++[ü]"),
    ("![ü](https://a.example/ü.png)", "image:https://a.example/ü.png[ü]"),
    ("`ü <https://a.example/ü>`_", "https://a.example/ü[ü]"),
    ("<a href='https://a.example/ü'>ü\nö</a>", "https://a.example/ü[ü ö]"),
    ("link:[https://a.example/ü]", "link:https://a.example/ü[]"),
    ("link:<https://a.example/ü>[ü]", "link:https://a.example/ü[ü]"),
    ("(link:https://a.example/ü_(ö)).", "(link:https://a.example/ü_(ö)[])."),
    ("link:https://a.example/ü [ü]", "link:https://a.example/ü[ü]"),
    ("参照https://a.example/ü[ü]", "参照link:https://a.example/ü[ü]"),
    ("a,https://a.example/ü[1]", "a,https://a.example/ü[1]"),
    ("URL:https://a.example/ü[ü]", "link:https://a.example/ü[ü]"),
    ("* ü image::https://a.example/ü.png[ü]", "* ü image:https://a.example/ü.png[ü]"),
    ("https://a.example/ü--ö[ü]", "link:++https://a.example/ü--ö++[ü]"),
    ("<https://a.example/ü__ö__>.", "link:++https://a.example/ü__ö__++[]."),
    ("image:https://a.example/ü--ö.png[ü]", "image:++https://a.example/ü--ö.png++[ü]"),
    ("(<https://a.example/ü>)", "(link:https://a.example/ü[])"),
    ("link:http//a.example/ü[ü]", "link:http://a.example/ü[ü]"),
    ("link:++http//a.example/ü++[ü]", "link:++http://a.example/ü++[ü]"),
    ("mailto:ü@a.example[ü] https://a.example/ü,[ü]", "mailto:ü@a.example[ü] https://a.example/ü,[ü]"),
]


@pytest.mark.parametrize(("before", "after"), ASCIIDOC)
def test_asciidoc_is_mended(before: str, after: str) -> None:
    def check(data: bytes) -> list[Finding]:
        return lint(data, "a.adoc")

    assert fix("a.adoc", f"See {before} now.\n".encode(), check)[0].decode() == f"See {after} now.\n"
    assert [found for found in check(f"See {after} now.\n".encode()) if found.problem.code.startswith("IRI82")] == []
    assert [found for found in check(f"See {after} now.\n".encode()) if found.problem.name == "wrong-target"] == []


NOT_FIXED = [
    # the cell of a table would become too wide
    ("a.rst", "+------------------------------+\n| [ü](https://größe.example/ü) |\n+------------------------------+\n"),
    # "++" would end the passthrough
    ("a.adoc", "See https://größe.de/c++/d++[ü] now.\n"),
    ("a.adoc", "See link:++https://größe.de/ü--ö[ü] now.\n"),
]


@pytest.mark.parametrize(("name", "text"), NOT_FIXED)
def test_what_a_fix_would_damage_is_left(name: str, text: str) -> None:
    assert lint(text.encode(), name)
    assert fix(name, text.encode(), lambda data: lint(data, name), unsafe=True)[0].decode() == text


TEXTS = {
    "LF": "a\n{}\nb\n",
    "CR LF": "a\r\n{}\r\nb\r\n",
    "CR": "a\r{}\rb\r",
    "mixed": "a\r\nb\n{}\rc\n\r\nd\u2028e\x0cf\n",
    "no last end": "a\n{}",
    "other ends": "a\u2028{}\u2029b\x85c\x0bd\x1ce\n",
    "far apart": "{0}\n" + "x\n" * 20 + "{0}\r\n",
}


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize("name", ["a.txt", "a b.txt", "größe.txt", 'a"b\\c.txt', "a\tb.txt"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_patch_applies_the_difference(tmp_path: Path, text: str, encoding: str, name: str) -> None:
    old = text.format("http://a.example/%c3%b6 ü").encode(encoding)
    new, changes = fixed(old)
    assert changes > 0
    path = tmp_path / name
    path.write_bytes(old)
    done = subprocess.run(["patch", "-p0"], input=difference(name, old, new), cwd=tmp_path, capture_output=True)
    assert (done.returncode, path.read_bytes()) == (0, new), done.stdout


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a.md", "a.md"),
        ("ü b.md", "ü b.md\t"),
        ("x##[error]y.md", r'"x\043\043[error]y.md"'),
        ("a\n::error::b", r'"a\012::error::b"'),
        ("a\x9b1m.md", r'"a\302\2331m.md"'),
        ("a\u202eb.md", r'"a\342\200\256b.md"'),
        ("a\udcff.md", r'"a\377.md"'),
    ],
)
def test_names_in_a_difference_do_nothing_to_who_reads_it(name: str, shown: str) -> None:
    assert difference(name, b"a", b"b").decode().splitlines()[:2] == [f"--- {shown}", f"+++ {shown}"]


@pytest.mark.linear
@pytest.mark.parametrize("unit", ["a\n", "a\nb\n", "b\na\n\n\n"])
@pytest.mark.parametrize("end", ["", "b\n"])
def test_a_difference_takes_linear_time(unit: str, end: str) -> None:
    def differ(text: str) -> bytes:
        after = text[::-1].replace("a", "b", 1)[::-1].replace("a", "b", 1)
        return difference("a", text.encode(), f"{after}{end}".encode())

    assert_linear_time(differ, Shape("", unit).text)


def test_where_nothing_changes_there_is_no_difference() -> None:
    assert difference("a.txt", b"a", b"a") == b""


LINES = st.lists(st.sampled_from("abc"), max_size=9)


@pytest.mark.parametrize("compared", [0, 1 << 10])
@given(old=LINES, new=LINES)
def test_what_differs_turns_the_old_lines_into_the_new_ones(compared: int, old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixes, "_COMPARED", compared)
        found = list(fixes._opcodes(old, new))
    at, at_new = 0, 0
    for tag, start, stop, start_new, stop_new in found:
        assert (start, start_new) == (at, at_new)
        assert (tag == "equal") == (old[start:stop] == new[start_new:stop_new])
        at, at_new = stop, stop_new
    assert (at, at_new) == (len(old), len(new))


def test_a_file_that_is_written_otherwise_is_left() -> None:
    data = b"\x1b$B\x1b(Bhttp://a.example/%c3%b6"  # escapes that change nothing

    def check(data: bytes) -> list[Finding]:
        return lint(data, "a.txt", rules=HEX, encoding="iso-2022-jp")

    assert check(data)
    assert fix("a.txt", data, check, encoding="iso-2022-jp") == (data, 0)
