"""Fixes: what they change, and the difference that `patch` applies."""

import io
import re
import shutil
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extract import Finding, lint
from extract.linter import fixes, lint_file
from extract.linter.fixes import difference, fix
from extract.readers import Document
from extract.rules import RULES, Problem, rule_named, usual_rules

HEX = [rule_named("lower-case-hex")]


def usual(document: Document) -> list[Finding]:
    return lint_file(document, usual_rules()).findings


def fixed(data: bytes, name: str = "a.txt") -> tuple[bytes, int]:
    return fix(Document(data, name), lambda document: lint_file(document, HEX).findings)


@pytest.mark.parametrize(
    ("name", "source", "fix"),
    [
        # no percent sign is written into a format string
        ("a.po", 'msgid "x"\nmsgstr "https://a.example/%zz"', "%25"),
        ("a.po", '#, c-format\nmsgid "x"\nmsgstr "https://a.example/%zz"', None),
        ("a.po", '#, c-format\nmsgid "x"\n\nmsgid "x"\nmsgstr "https://a.example/%zz"', "%25"),
        ("a.xml", "<resources><string name='a'>%s <b>x</b> https://a.example/%zz</string></resources>", None),
        ("a.xml", "<resources><item>x</item><string formatted='false'>https://a.example/%zz</string></r>", "%25"),
        # references of HTML are decoded
        ("a.org", '<a href="https://a.example/ü?a=1&amp;b=2">ü</a>', "[[https://a.example/ü?a=1&b=2][ü]]"),
        ("a.org", '<a href="https://a.example/ü">ü</a>', "[[https://a.example/ü][ü]]"),
        # the curved marks stand for those of the attribute, which JSX needs
        ("a.mdx", "<a href=“https://a.example/ü”>ü</a>", None),
        ("a.vue", "<template><a href=“https://a.example/ü”>ü</a></template>", "https://a.example/ü"),
        # a page of the same site, or a host
        ("a.md", "[ü](http:ü.html)", ""),
        ("a.md", "[ü](http:a.example/ü.html)", "http://"),
        # a space at the end belongs to nothing, one inside to the address
        ("a.org", "[[https://a.example/ü ][ü]]", ""),
        ("a.md", "See https://https///a.example/ü now.", "https://"),
        ("a.md", "See [ü](https://github. com/ü) now.", "https://github.com/ü"),
        ("a.md", "See [ü](https://example.com/ü -und- ö/ä) now.", "https://example.com/ü-und-ö/ä"),
        ("a.md", "See [ü](https://example.com/ü und ö) now.", "https://example.com/ü%20und%20ö"),
        # a backslash would begin an escape of the string
        ("a.po", 'msgid "See"\nmsgstr "参照`大きさ <https://example.com/größe>`_参照"\n', None),
    ],
)  # fmt: skip
def test_no_fix_changes_where_a_link_leads(name: str, source: str, fix: str | None) -> None:
    assert [one.problem.fix for one in lint(source.encode(), name)] == [fix]


@pytest.mark.parametrize("title", ['"t', "'t", "(t", '"t"', "'t'", "(t)"])
def test_what_only_looks_like_a_title_has_no_safe_fix(title: str) -> None:
    """Without its end, the brackets before it are a reference."""
    text = f"[https ://i.example](foo {title})"
    found = lint(f"{text}\n\n[https ://i.example]: https://a.example/x\n".encode(), "a.md", rules=RULES.values())
    safe = [one.problem for one in found if one.problem.end < len(text) and one.problem.safe and one.problem.fix]
    assert bool(safe) == (len(title) == 3)


def test_fixes_are_counted() -> None:
    assert fixed(b"http://a.example/%c3%b6 http://a.example/%c3/%b6") == (
        b"http://a.example/%C3%B6 http://a.example/%C3/%B6",
        2,  # one a link
    )
    assert fixed(b"http://a.example/") == (b"http://a.example/", 0)
    assert difference("a.txt", b"a", b"a") == b""


# A text, the fixes of its findings (start, end, text, is it safe?), with unsafe ones too, the result and the changes.
APPLIED = [
    ("abcdef", [(1, 2, "B", True), (2, 3, "C", True)], False, "aBCdef", 2),  # next to each other
    ("abcdef", [(2, 4, "C", True), (1, 3, "B", True)], False, "aBdef", 1),  # of overlapping ones the first
    ("abcdef", [(1, 4, "B", True), (2, 3, "C", True)], False, "aBef", 1),
    ("abcdef", [(1, 3, "B", True), (1, 2, "C", True)], False, "aCcdef", 1),  # the shorter one of two at a place
    ("abcdef", [(3, 3, "-", True)], False, "abc-def", 1),
    ("abcdef", [(0, 0, "-", True), (6, 6, "-", True)], False, "-abcdef-", 2),
    ("abcdef", [(0, 6, "", True)], False, "", 1),
    ("abcdef", [(1, 2, "B", False), (3, 4, "D", True)], False, "abcDef", 1),
    ("abcdef", [(1, 2, "B", False), (3, 4, "D", True)], True, "aBcDef", 2),
    ("abcdef", [(1, 2, None, True), (1, 2, "B", True)], False, "aBcdef", 1),
    ("abcdef", [(1, 2, None, True)], True, "abcdef", 0),
    ("abcdef", [], False, "abcdef", 0),
]


def finding(start: int, end: int, text: str | None, safe: bool) -> Finding:
    problem = Problem(message="", start=start, end=end, fix=text, safe=safe)
    return Finding("a.txt", problem, 1, 1, 1, 1, "", "")


@pytest.mark.parametrize(("text", "given", "unsafe", "result", "changes"), APPLIED)
def test_which_fixes_are_applied(text: str, given: list, unsafe: bool, result: str, changes: int) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        asked: list[bytes] = []
        before, after = text.encode(encoding), result.encode(encoding)

        def check(document: Document, asked: list[bytes] = asked) -> list[Finding]:
            asked.append(document.data)
            return [finding(*one) for one in given] if len(asked) == 1 else []

        done = fix(Document(before, "a.txt"), check, unsafe=unsafe)
        assert done == (after, changes)
        assert asked == [before, after][: 1 + (text != result)]


@pytest.mark.parametrize(
    ("name", "data", "encoding", "written"),
    [
        ("a.txt", b"a", None, "ü".encode()),
        ("a.txt", b"a\xe4", "latin-1", b"\xfc\xe4"),
        ("a.txt", b"a", "ascii", b"a"),  # it cannot be written there
        ("a.html", b'a<meta charset="ascii">', None, b'\xfc<meta charset="ascii">'),  # windows-1252
        ("a.html", b'a<meta charset="greek">', None, b'&#252;<meta charset="greek">'),
        ("a.txt", b"a\xff", None, b"a\xff"),
        ("a.eml", b"a", None, b"a"),
    ],
)
def test_a_fix_is_written_in_the_encoding_of_the_file(name: str, data: bytes, encoding: str, written: bytes) -> None:
    found = [[finding(0, 1, "ü", True)], []]
    assert fix(Document(data, name, encoding), lambda _: found.pop(0)).data == written


@pytest.mark.parametrize(("name", "data"), [("a.txt", "xy"), ("a.xml", "<a><![CDATA[x]]>y</a>")])
def test_a_fix_that_cannot_be_written_keeps_no_other_back(name: str, data: str) -> None:
    x, y = data.index("x"), data.index("y")
    found = [[finding(x, x + 1, "ü", True), finding(y, y + 1, "z", True)], []]
    written = fix(Document(data.encode(), name, "ascii"), lambda _: found.pop(0)).data
    assert written == data.replace("y", "z").encode()


@pytest.mark.parametrize(
    ("name", "data", "written"),
    [
        ("a.xml", "<a><![CDATA[⟦x⟧]]></a>", "<a><![CDATA[x]]></a>"),
        ("a.xml", "<a><![CDATA[x]]>⟦x⟧</a>", "<a><![CDATA[x]]>&#252;</a>"),
        ("a.html", "<SCRIPT type=a>⟦x⟧</script>", "<SCRIPT type=a>x</script>"),
        ("a.html", "<p>⟦x⟧<script>x</script>", "<p>&#252;<script>x</script>"),
    ],
)
def test_no_reference_is_written_where_it_would_be_text(name: str, data: str, written: str) -> None:
    head = {"a.xml": '<?xml version="1.0" encoding="koi8-r"?>', "a.html": "<meta charset=koi8-r>"}[name]
    text, start = (head + data).replace("⟦", "").replace("⟧", ""), len(head) + data.index("⟦")
    found = [[finding(start, start + 1, "ü", True)], []]
    assert fix(Document(text.encode("koi8-r"), name), lambda _: found.pop(0)).data == (head + written).encode("koi8-r")


def test_fixes_that_never_end_are_given_up() -> None:
    assert fix(Document(b"", "a.txt"), lambda _: [finding(0, 0, "x", True)]) == (b"x" * 10, 10)


DIFFERENCES = [
    ("a\n", "b\n", "@@ -1 +1 @@|-a|+b"),
    ("a\n", "b", "@@ -1 +1 @@|-a|+b|\\ No newline at end of file"),
    ("a", "b\n", "@@ -1 +1 @@|-a|\\ No newline at end of file|+b"),
    ("", "a\n", "@@ -0,0 +1 @@|+a"),
    ("a\n", "", "@@ -1 +0,0 @@|-a"),
    ("a\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "@@ -2,4 +2,4 @@| b| c| d|-e|+E"),
    ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nV\n6\n7\n8\n9\n", "@@ -2,7 +2,7 @@| 2| 3| 4|-5|+V| 6| 7| 8"),
    ("a\nb\nc\n", "a\nc\n", "@@ -1,3 +1,2 @@| a|-b| c"),
    ("a\nb\nc\nd\n", "A\nb\nc\nC\nD\n", "@@ -1,4 +1,5 @@|-a|+A| b| c|-d|+C|+D"),
    ("a\n" + "-\n" * 6 + "b\n", "A\n" + "-\n" * 6 + "B\n", "@@ -1,8 +1,8 @@|-a|+A" + "| -" * 6 + "|-b|+B"),
    ("a\n" + "-\n" * 7 + "b\n", "A\n" + "-\n" * 7 + "B\n",
     "@@ -1,4 +1,4 @@|-a|+A| -| -| -|@@ -6,4 +6,4 @@| -| -| -|-b|+B"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "shown"), DIFFERENCES)
def test_the_difference(before: str, after: str, shown: str) -> None:
    found = difference("a", before.encode(), after.encode()).decode()
    assert found.splitlines() == ["--- a", "+++ a", *shown.split("|")]


ASCIIDOC = [
    ("[ü](https://a.example/ü)", "https://a.example/ü[ü]"),
    ("siehe[ü=1](https://a.example/ü)", 'siehelink:https://a.example/ü["ü=1"]'),
    ("[ü](https://a.example/ü--ö)", "link:++https://a.example/ü--ö++[ü]"),
    ("![ü](https://a.example/ü.png)", "image:https://a.example/ü.png[ü]"),
    ("`ü <https://a.example/ü>`_", "https://a.example/ü[ü]"),
    ("(link:https://a.example/ü_(ö)).", "(link:https://a.example/ü_(ö)[])."),
    ("参照https://a.example/ü[ü]", "参照link:https://a.example/ü[ü]"),
    ("* ü image::https://a.example/ü.png[ü]", "* ü image:https://a.example/ü.png[ü]"),
    ("<https://a.example/ü__ö__>.", "link:++https://a.example/ü__ö__++[]."),
    ("image:https://a.example/ü--ö.png[ü]", "image:++https://a.example/ü--ö.png++[ü]"),
    ("(<https://a.example/ü>)", "(link:https://a.example/ü[])"),
    ("link:++http//a.example/ü++[ü]", "link:++http://a.example/ü++[ü]"),
    ("mailto:ü@a.example[ü] https://a.example/ü,[ü]", "mailto:ü@a.example[ü] https://a.example/ü,[ü]"),
]


@pytest.mark.parametrize(("before", "after"), ASCIIDOC)
def test_asciidoc_is_mended(before: str, after: str) -> None:
    meant = f"See {after} now.\n".encode()
    assert fix(Document(f"See {before} now.\n".encode(), "a.adoc"), usual).data == meant
    assert [found for found in lint(meant, "a.adoc") if found.problem.code.startswith("IRI8")] == []


NOT_FIXED = [
    # the cell of a table would become too wide
    ("a.rst", "+------------------------------+\n| [ü](https://größe.example/ü) |\n+------------------------------+\n"),
    # "++" would end the passthrough
    ("a.adoc", "See https://größe.de/c++/d++[ü] now.\n"),
    ("a.adoc", "See link:++https://größe.de/ü--ö[ü] now.\n"),
    # "%" would begin a comment
    ("a.tex", "\\footnote{See \\href{https://größe.de/a b}{ü}.}\n"),
    ("a.tex", "\\emph{\\url{https://größe.de/100%/ü}}\n"),
]


@pytest.mark.parametrize(("name", "text"), NOT_FIXED)
def test_what_a_fix_would_damage_is_left(name: str, text: str) -> None:
    assert lint(text.encode(), name)
    assert fix(Document(text.encode(), name), usual, unsafe=True)[0].decode() == text


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


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ü b.md", "ü b.md\t"),
        ("x##[error]y.md", r'"x\043\043[error]y.md"'),
        ("a\u202eb.md", r'"a\342\200\256b.md"'),
        ("a\udcff.md", r'"a\377.md"'),
        ("a b\n", r'"a b\012"'),
        ("a\x7f~b", r'"a\177~b"'),
        ('a"~\\b', r'"a\"~\\b"'),
    ],
)
def test_names_in_a_difference_do_nothing_to_who_reads_it(name: str, shown: str) -> None:
    assert difference(name, b"a", b"b").decode().splitlines()[:2] == [f"--- {shown}", f"+++ {shown}"]


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


def test_no_fix_makes_a_title_longer_than_the_line_below_it() -> None:
    """As wide characters count, too: docutils then reads no title, or warns."""
    for columns, before, after, end in product((21, 22), ("", "Text\n\n", "x\n"), ("", "\n", "\n\nText\n"), "\n\r"):
        is_fixed = columns == 22
        text = f"{before}见 https//example.com\n{'=' * columns}{after}".replace("\n", end.replace("\r", "\r\n"))
        (finding,) = lint(text.encode(), "a.rst")
        assert (finding.problem.fix is not None) == is_fixed
        assert ("no fix: the title would be longer than the line below it" in finding.problem.message) != is_fixed


NAMES = {
    # a reference whose name has an address
    (
        "a.rst",
        "See `Tickets on https://i.example.org`_ now.\n\n.. _Tickets on https://i.example.org: https://a.example/x\n",
    ),
    ("a.rst", "See `Größe < https://b.example/ü>`_ now.\n\n.. _`Größe < https://b.example/ü>`: https://a.example/x\n"),
    ("a.rst", "Größe\n=====\n\nSee the`Größe <https://b.example/ü>`_ now.\n\nSee `Größe`_ here.\n"),
    ("a.rst", "See `größe`_ here.\n\n.. _größe: https://a.example/\n\nText.\n\n.. _größe:: https://b.example/ü\n"),
    ("a.rst", "`one`__ `b <https://b.example/ü`__ x\n\n__ https://a.example/1\n__ https://a.example/2\n"),
    # labels
    ("a.md", "[größe](https ://b.example/ü)\n\nsee [größe]\n\n[größe]: https://a.example/2\n"),
    ("a.md", "see [https ://b.example/ü]\n\n[https ://b.example/ü]: https://a.example/4\n"),
    ("a.md", 'see [https://b.example/"ü"]\n\n[https://b.example/"ü"]: https://a.example/4\n'),
}


@pytest.mark.parametrize(("name", "text"), sorted(NAMES))
def test_a_safe_fix_changes_no_other_link(name: str, text: str) -> None:
    all_rules = list(RULES.values())
    for finding in lint(text.encode(), name, rules=all_rules):
        problem = finding.problem
        if problem.safe and problem.fix is not None:
            fixed = text[: problem.start] + problem.fix + text[problem.end :]
            assert not _links(name, text) - _links(name, fixed), problem


def test_a_reference_with_an_address_in_its_name_is_a_link() -> None:
    text = "Title\n=====\n\n`Tickets on https://i.example.org`_.\n\n.. _Tickets on https://i.example.org: https://a.example/\n"
    assert not lint(text.encode(), "a.rst")
    undefined, part = text.partition("\n.. _")[0], text.partition("\n\n")[2]
    for source, is_safe in ((undefined, True), (part, False)):
        assert [finding.problem.safe for finding in lint(source.encode(), "a.rst")] == [is_safe]


@pytest.mark.parametrize(
    ("name", "text", "safe"),
    [
        ("a.md", "## [größe](https ://b.example/ü)\n", True),
        ("a.md", "## [größe](https ://b.example/ü)\n\n[x](#größehttps-bexampleü)\n", False),
        ("a.adoc", "== See http:/b.example/ü\n\n<<See http:/b.example/ü>>\n", False),
        ("a.html", '<p id="https:/b.example">See <a href="https:/b.example/ü">a</a> <a href="#x">b</a>', True),
    ],
)
def test_a_fix_in_a_title_that_is_referred_to_is_not_safe(name: str, text: str, safe: bool) -> None:
    found = [finding.problem for finding in lint(text.encode(), name)]
    assert {problem.safe for problem in found if problem.fix is not None} == {safe}


def _links(name: str, text: str) -> Counter[tuple[str, str]]:
    """Return the texts and targets of the links in the whole document, as its own parser resolves them."""
    if name.endswith(".md"):
        return Counter(re.findall('<a href="(.*?)".*?>(.*?)</a>', MarkdownIt().render(text)))
    settings = {"report_level": 5, "warning_stream": io.StringIO(), "_disable_config": True}
    links = publish_doctree(text, settings_overrides=settings).findall(nodes.reference)
    return Counter((link.astext(), link.get("refuri") or link.get("refid")) for link in links if _is_defined(link))


def _is_defined(link: nodes.reference) -> bool:
    return "refid" in link or link.get("refuri", "").startswith("https://a.example/")
