"""Fixes: which are applied, and the difference that `patch` applies; what they change is in ``cases/linter.txt``."""

import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract import Finding, lint
from extract.linter import fixes, lint_file
from extract.linter.fixes import difference, fix
from extract.readers import Document
from extract.rules import Problem, rule_named
from tests.rows import rows

HEX = [rule_named("lower-case-hex")]


def fixed(data: bytes, name: str = "a.txt") -> tuple[bytes, int]:
    return fix(Document(data, name), lambda document: lint_file(document, HEX).findings)


# The fixes of "abcdef", unsafe ones with "!", the result, and with those that are not safe.
APPLIED = r"""
1-2 B, 2-3 C → aBCdef
# of overlapping ones the first, of two at a place the shorter one
2-4 C, 1-3 B → aBdef
1-4 B, 2-3 C → aBef
1-3 B, 1-2 C → aCcdef
3-3 - → abc-def
0-0 -, 6-6 - → -abcdef-
0-6 →
1-2 B!, 3-4 D → abcDef → aBcDef
1-2 None, 1-2 B → aBcdef
1-2 None → abcdef
→ abcdef
"""


def finding(start: int, end: int, text: str | None, safe: bool) -> Finding:
    problem = Problem(message="", start=start, end=end, fix=text, safe=safe)
    return Finding("a.txt", problem, 1, 1, 1, 1, "", "")


def in_turn(found: list[list[Finding]]) -> Callable[[Document], list[Finding]]:
    """Return a check that finds these, one list after the other."""
    return lambda _: found.pop(0)


def test_which_fixes_are_applied() -> None:
    for encoding, (written, *results) in product(("utf-8", "utf-8-sig", "utf-16"), rows(APPLIED)):
        fixes = re.findall(r"(\d)-(\d)(?: ([^ ,!]+))?(!?)", written)
        made = [finding(int(a), int(b), None if text == "None" else text, not bad) for a, b, text, bad in fixes]
        for unsafe, result in enumerate((results * 2)[:2]):
            found = [made, []]
            done = fix(Document("abcdef".encode(encoding), "a.txt"), in_turn(found), unsafe=unsafe > 0)
            assert done.data == result.encode(encoding), written
            assert len(found) == (result == "abcdef")  # what is changed is checked again


# A file, its encoding, its text, where "ü" is written for ⟦x⟧ and "z" for ⟦y⟧, and what it has then.
WRITTEN = r"""
a.txt → utf-8 → ⟦x⟧ → ü
a.txt → latin-1 → ⟦x⟧ä → üä
# it cannot be written there, which keeps no other back
a.txt → ascii → ⟦x⟧⟦y⟧ → xz
a.xml → ascii → <a><![CDATA[⟦x⟧]]>⟦y⟧</a> → <a><![CDATA[x]]>z</a>
a.eml → utf-8 → ⟦x⟧ → x
a.html → cp1252 → ⟦x⟧<meta charset="ascii"> → ü<meta charset="ascii">
a.html → cp1253 → ⟦x⟧<meta charset="greek"> → &#252;<meta charset="greek">
# a reference would be text
a.xml → koi8-r → <?xml version="1.0" encoding="koi8-r"?><![CDATA[⟦x⟧]]>x →
a.xml → koi8-r → <?xml encoding="koi8-r"?><![CDATA[x]]>⟦x⟧ → <?xml encoding="koi8-r"?><![CDATA[x]]>&#252;
a.html → koi8-r → <meta charset=koi8-r><SCRIPT type=a>⟦x⟧</script> →
a.html → koi8-r → <meta charset=koi8-r><p>⟦x⟧<script>x</script> → <meta charset=koi8-r><p>&#252;<script>x</script>
"""


def test_a_fix_is_written_in_the_encoding_of_the_file() -> None:
    for name, encoding, marked, written in rows(WRITTEN):
        before = re.sub("[⟦⟧]", "", marked)
        places = [match.start() - 2 * number for number, match in enumerate(re.finditer("⟦", marked))]
        found = [[finding(at, at + 1, {"x": "ü", "y": "z"}[before[at]], True) for at in places], []]
        told = None if re.search("charset=|encoding=", before) or name == "a.eml" else encoding
        done = fix(Document(before.encode(encoding), name, told), in_turn(found))
        assert done.data == (written or before).encode(encoding), marked
    data = b"a\xff"  # not of its encoding
    assert fix(Document(data, "a.txt"), lambda _: [finding(0, 1, "b", True)]).data == data


def test_fixes_that_never_end_are_given_up() -> None:
    assert fix(Document(b"", "a.txt"), lambda _: [finding(0, 0, "x", True)]) == (b"x" * 10, 10)


# Two files, "/" ends a line, and the difference.
DIFFERENCES = r"""
a/ → b/ → @@ -1 +1 @@|-a|+b
a/ → b → @@ -1 +1 @@|-a|+b|\ No newline at end of file
a → b/ → @@ -1 +1 @@|-a|\ No newline at end of file|+b
→ a/ → @@ -0,0 +1 @@|+a
a/ → → @@ -1 +0,0 @@|-a
a/b/c/d/e/ → a/b/c/d/E/ → @@ -2,4 +2,4 @@| b| c| d|-e|+E
1/2/3/4/5/6/7/8/9/ → 1/2/3/4/V/6/7/8/9/ → @@ -2,7 +2,7 @@| 2| 3| 4|-5|+V| 6| 7| 8
a/b/c/ → a/c/ → @@ -1,3 +1,2 @@| a|-b| c
a/b/c/d/ → A/b/c/C/D/ → @@ -1,4 +1,5 @@|-a|+A| b| c|-d|+C|+D
a/-/-/-/-/-/-/b/ → A/-/-/-/-/-/-/B/ → @@ -1,8 +1,8 @@|-a|+A| -| -| -| -| -| -|-b|+B
a/-/-/-/-/-/-/-/b/ → A/-/-/-/-/-/-/-/B/ → @@ -1,4 +1,4 @@|-a|+A| -| -| -|@@ -6,4 +6,4 @@| -| -| -|-b|+B
"""


def test_the_difference() -> None:
    for before, after, shown in rows(DIFFERENCES):
        old, new = (text.replace("/", "\n").encode() for text in (before, after))
        assert difference("a", old, new).decode().splitlines() == ["--- a", "+++ a", *shown.split("|")]
    assert difference("a.txt", b"a", b"a") == b""


PATCHED = [
    ("a.txt", "utf-8", "a\n{}\nb\n"),
    ("a b.txt", "utf-16", "a\r\n{}\r\nb\r\n"),
    ("größe.txt", "utf-8", "a\r{}\rb\r"),
    ('a"b\\c.txt', "utf-8", "a\r\nb\n{}\rc\n\r\nd\u2028e\x0cf\n"),
    ("a\tb.txt", "utf-16", "a\n{}"),
    ("a.txt", "utf-8", "a\u2028{}\u2029b\x85c\x0bd\x1ce\n"),
    ("a.txt", "utf-16", "{0}\n" + "x\n" * 20 + "{0}\r\n"),
]


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
@pytest.mark.parametrize(("name", "encoding", "text"), PATCHED)
def test_patch_applies_the_difference(tmp_path: Path, name: str, encoding: str, text: str) -> None:
    old = text.format("http://a.example/%c3%b6 ü").encode(encoding)
    new, changes = fixed(old)
    assert changes > 0
    path = tmp_path / name
    path.write_bytes(old)
    done = subprocess.run(["patch", "-p0"], input=difference(name, old, new), cwd=tmp_path, capture_output=True)
    assert (done.returncode, path.read_bytes()) == (0, new), done.stdout


LINES = st.lists(st.sampled_from("abc"), max_size=9)


@pytest.mark.parametrize("compared", [0, 1 << 10])
@given(old=LINES, new=LINES)
@example(old=list("abc"), new=list("acabc"))
@example(old=list("xab"), new=list("yyab"))
def test_what_differs_turns_the_old_lines_into_the_new_ones(compared: int, old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixes, "_COMPARED", compared)
        found = list(fixes._opcodes(old, new))
    at, at_new = 0, 0
    for tag, start, stop, start_new, stop_new in found:
        assert (start, start_new) == (at, at_new)
        assert (tag == "equal") == (old[start:stop] == new[start_new:stop_new])
        if tag == "replace" and start < stop and start_new < stop_new:  # no more than what differs
            assert old[start] != new[start_new]
            assert old[stop - 1] != new[stop_new - 1]
        at, at_new = stop, stop_new
    assert (at, at_new) == (len(old), len(new))


def test_a_file_that_is_written_otherwise_is_left() -> None:
    data = b"\x1b$B\x1b(Bhttp://a.example/%c3%b6"  # escapes that change nothing
    found = lint(data, "a.txt", rules=HEX, encoding="iso-2022-jp")
    assert found
    assert fix(Document(data, "a.txt", "iso-2022-jp"), lambda _: found) == (data, 0)
