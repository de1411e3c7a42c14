"""`lint`: what is wrong with the links of a file's content."""

import dataclasses
from typing import NoReturn

import pytest

from extract import Finder, Finding, lint
from extract.linter import ChosenRules, lint_file, linting
from extract.readers import Document
from extract.rules import RULES, Problem, document, rule_named, usual_rules


def codes(data: str | bytes, name: str = "a.txt", **options: object) -> list[str]:
    data = data.encode() if isinstance(data, str) else data
    return [finding.problem.code for finding in lint(data, name, **options)]  # type: ignore[arg-type]


def test_the_rules_that_are_on_are_the_default() -> None:
    text = "http://a..b/ http://u:p@ü.example/ http://x.example/%c3%bc"
    on = usual_rules()
    assert codes(text) == codes(text, rules=on) != codes(text, rules=RULES.values())
    assert codes(text, rules=[]) == []


def test_the_name_tells_the_format() -> None:
    assert codes("``http://a..b/``", "a.html") == ["IRI301"]
    assert codes("``http://a..b/``", "a.rst") == []
    assert lint(b"http://a..b/", "docs/x")[0].path == "docs/x"


# A file; and of each finding: the part of the rule, where it starts and ends, the link, the fix, where it is split.
PLACES: list[tuple[str, str, list[tuple[str, str, str, str | None]]]] = [
    (
        "a.md",
        "See https//a.example/ü and http://a..b/ now.\n\n[x](http://a.example/a b)\n",
        [
            ("scheme-typo", "1:5-1:12", "", "https://"),
            ("idna", "1:35-1:39", "http://a..b/", None),
            ("space-in-destination", "3:5-3:25", "", "http://a.example/a%20b"),
        ],
    ),
    # what is said of a text names the link that it touches
    ("a.txt", "http://a.example/ü(x http://b.example/y", [
        ("unbalanced-bracket", "1:19-1:20", "http://a.example/ü", None)]),
    # references and escapes: the place is in the source; what is written otherwise there is not fixed
    (
        "a.html",
        '<a href="http://a.example/&#xfc;%zz&amp;b">x</a>',
        [("bare-percent", "1:33-1:34", "http://a.example/ü%zz&b", "%25")],
    ),
    ("a.html", '<a href="http://a.example/&#37;zz">x</a>', [
        ("bare-percent", "1:27-1:32", "http://a.example/%zz", None)]),
    ("a.json", '{"a": "http://a..b/ and https//c.example/\\u00fc"}', [
        ("idna", "1:15-1:19", "http://a..b/", None), ("scheme-typo", "1:25-1:32", "", "https://")]),
    # the cell of a table keeps its width
    ("a.rst", "+-----------------+\n| http://a.ex/%zz |\n+-----------------+\n", [
        ("bare-percent", "2:15-2:16", "http://a.ex/%zz", None)]),
    ("a.rst", "http://a.ex/%zz\n", [("bare-percent", "1:13-1:14", "http://a.ex/%zz", "%25")]),
    # what is usual in a format is not reported
    ("a.Rmd", "[ü](#größe 24)\n", []),
    # of a translation what is translated is not reported, but in a template
    ("a.po", '#: x\nmsgid "http://a..b/"\nmsgstr "http://c..d/"\n', [("idna", "3:16-3:20", "http://c..d/", None)]),
    ("a.pot", '#: x\nmsgid "http://a..b/"\nmsgstr ""\n', [("idna", "2:15-2:19", "http://a..b/", None)]),
    # what an unknown entity stands for is not judged; the rest of the address is
    ("a.xml", '<a href="http://a..b/&unknown;"/>', [("idna", "1:17-1:21", "http://a..b/&unknown;", None)]),
    # an address that is relative to another one is reported as a whole; one that is not, where it is wrong
    ("a.html", '<base href="http://b.example/"><a href="http://a.example/%zz">x</a>', [
        ("bare-percent", "1:58-1:59", "http://a.example/%zz", "%25")]),
    # where a fix would have to be escaped, there is none
    ("a.yaml", "a: See https//b.example/\n\nb: http://a.example/%3A\n", [("scheme-typo", "1:8-1:15", "", "https://")]),
    # one finding yields to another at the same place, and to none that is elsewhere
    ("a.md", "See https//a.example/ü now.\n\n[ü](https://b.example/ü\n", [
        ("scheme-typo", "1:5-1:12", "", "https://"), ("unclosed", "3:24-3:24", "", ")")]),
    # what browsers read otherwise is checked too, unless the same is wrong in what is written
    ("a.html", r'<a href="http:\\b..c/d">x</a>', [
        ("idna", "1:10-1:23", "http://b..c/d", None), ("backslash", "1:15-1:17", r"http:\\b..c/d", "//")]),
    ("a.html", '<a href="http:/b..c/d">x</a>', [("empty-host", "1:10-1:14", "http:/b..c/d", None)]),
    # cells have a width in reStructuredText only, and only there
    ("a.md", "| a | b |\n|---|---|\n| [ü](https://a.example/ü | x |\n", [("unclosed", "3:26-3:26", "", ")")]),
    ("a.rst", "`ü <https://a.example/ü> `_\n", [("rst-markup", "1:25-1:26", "", "")]),
    ("a.rst", "+-----------------------------+\n| `ü <https://a.example/ü> `_ |\n+-----------------------------+\n", [
        ("rst-markup", "2:27-2:28", "", None)]),
    # lines and columns of what cannot be decoded are those of its bytes
    ("a.txt", "ä\udcff http://a..b/ \udcfe\nü\udcff", [
        ("undecodable", "1:2-1:6", "", None), ("idna", "1:11-1:15", "http://a..b/", None)]),
    ("a.txt", "a\r\nü\u2028b\udcff", [("undecodable", "2:4-2:8", "", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), PLACES)
def test_where_findings_are(name: str, text: str, expected: list[tuple[str, str, str, str | None]]) -> None:
    findings = lint(text.encode("utf-8", "surrogateescape"), name)
    assert [
        (one.problem.sub_rule, f"{one.line}:{one.column}-{one.end_line}:{one.end_column}", one.link, one.problem.fix)
        for one in findings
    ] == expected
    assert findings == sorted(findings, key=lambda one: (one.line, one.column))
    for one in findings:
        if one.problem.sub_rule != "undecodable":
            lines = text.replace("\r\n", "\n").split("\n")
            assert one.excerpt == lines[one.line - 1]
            assert text[one.problem.start : one.problem.end] == lines[one.line - 1][one.column - 1 : one.end_column - 1]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0, 1, False), (1, 2, True), (2, 2, True), (4, 4, True), (4, 6, True), (5, 6, False), (5, 8, True), (8, 9, True),
     (9, 9, True), (10, 11, False), (0, 20, True)],
)  # fmt: skip
def test_what_touches_a_place(start: int, end: int, expected: bool) -> None:
    assert document._touches([(2, 4), (8, 9)], start, end) is expected
    assert not document._touches([], start, end)


TWO_FORMS = """Content-Type: multipart/alternative; boundary=b

--b

http://a..b/ see http://c.example/in
--b
Content-Type: text/html

<a href='http://d.example/'>sign in</a>
--b--
"""
ENVELOPE = "From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\nx\n\nFrom a@b Mon Jan  1 00:00:00 2024\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.eml", TWO_FORMS, ["alternatives-differ 9:10-9:27", "idna 5:8-5:12"]),
        ("a.mbox", ENVELOPE + TWO_FORMS, ["alternatives-differ 15:10-15:27", "idna 11:8-11:12"]),
        ("a.txt", TWO_FORMS, ["idna 5:8-5:12"]),
        (
            "a.eml",
            "Content-Type: text/html\n\n<p>http://a..b/</p><a href='http://d.example/'>http://c.example/</a>",
            ["link-text-mismatch 3:29-3:46", "idna 3:11-3:15"],
        ),
    ],
)
def test_in_mail_what_may_deceive_comes_first(name: str, text: str, expected: list[str]) -> None:
    assert [
        f"{one.problem.sub_rule} {one.line}:{one.column}-{one.end_line}:{one.end_column}"
        for one in lint(text.encode(), name)
    ] == expected


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.md", "> ", ""),
        ("a.md", "- ", ""),
        ("a.md", "```{note}\n", ""),
        ("a.md", "[![", "](b)](c)"),
        ("a.md", "*a **b ", "***"),
        ("a.md", "<div>", "</div>"),
        ("a.html", "<svg><a href='http://a.example/'>", "</a></svg>"),
        ("a.html", "<iframe srcdoc='", "'>"),
        ("a.xml", "&amp;", ""),
        ("a.ipynb", "[", "]"),
        ("a.py", "(", ")"),
        ("a.mdx", "<A>", "</A>"),
        ("a.css", "a{", "}"),
        ("a.eml", "Content-Type: message/rfc822\n\n", ""),
        ("a.eml", "Content-Type: multipart/mixed; boundary=b\n\n--b\n", ""),
        ("a.ics", "BEGIN:VCALENDAR\n", ""),
    ],
)
def test_what_is_nested_deeply_is_checked(name: str, before: str, after: str) -> None:
    text = before * 1500 + "http://a..b/é " + after * 1500
    assert linting.FAILURE not in {finding.problem.sub_rule for finding in lint(text.encode(), name)}


def test_directives_in_directives_are_read() -> None:
    fences = ["`" * (40 - depth) + "{note}\n" for depth in range(30)]
    assert codes("".join(fences) + "http://a..b/\n", "a.md") == ["IRI301"]


def test_a_check_that_fails_is_the_only_finding() -> None:
    def broken(_: object) -> NoReturn:
        raise ZeroDivisionError

    known = rule_named("mojibake")
    failing = dataclasses.replace(
        known, sub_rules=(dataclasses.replace(known.sub_rules[0], scope="document", function=broken),)
    )
    (one,) = lint_file(Document(b"http://a..b/", "docs/a.md"), [failing]).findings
    assert (one.path, one.problem.code, one.line, one.column, one.end_line, one.end_column) == (
        "docs/a.md", "IRI903", 1, 1, 1, 1,
    )  # fmt: skip
    assert "ZeroDivisionError" in one.problem.message
    assert (one.excerpt, one.link) == ("", "")


@pytest.mark.parametrize(
    ("length", "column", "expected"),
    [(1000, 500, (0, 1000)), (1001, 500, (299, 799)), (1001, 1, (0, 300)), (1001, 201, (0, 500)), (1001, 202, (1, 501)),
     (1001, 1001, (800, 1001))],
)  # fmt: skip
def test_of_a_long_line_what_is_around_a_place_is_shown(length: int, column: int, expected: tuple[int, int]) -> None:
    line = "".join(chr(0x4E00 + at) for at in range(length))
    problem = Problem(message="", start=0, end=1)
    assert Finding("a", problem, 1, column, 1, column + 1, line, "").context == line[slice(*expected)]
    assert Finding("a", problem, 1, 1, 1, 2, " \ta ", "").context == "a"


def test_links_without_a_scheme_are_checked_if_they_are_asked_for() -> None:
    rules = ChosenRules(usual_rules(), finder=Finder(bare_domains=True, email=True))
    text = "See раypal.com, ana@раypal.com and https://раypal.com/."
    found = lint_file(Document(text.encode(), "a.txt"), rules).findings
    assert [one.link for one in found if one.problem.sub_rule == "mixed-script"] == [
        "https://раypal.com", "mailto:ana@раypal.com", "https://раypal.com/"
    ]  # fmt: skip
    assert {text[one.problem.start : one.problem.end] for one in found} == {"раypal", "раypal.com"}
    assert lint(text.encode(), "a.txt") == [one for one in found if one.link == "https://раypal.com/"]
    text = "x a?b@раypal.com"  # the "?" is escaped in the address, whose places are not those of the text
    assert {
        text[one.problem.start : one.problem.end] for one in lint_file(Document(text.encode(), "a.txt"), rules).findings
    } == {"a?b@раypal.com"}
    for name in ("a.rst", "a.md", "a.html", "a.adoc"):  # in a text without another link, too
        assert {one.link for one in lint_file(Document("See раypal.com now.".encode(), name), rules).findings} == {
            "https://раypal.com"
        }


def test_after_what_cannot_be_decoded_the_rest_is_checked() -> None:
    first, second, third = lint(b"http://a..b/\r\nx\xff http://a..b/\nx", "a.txt")
    assert (first.problem.code, first.line) == ("IRI301", 1)
    assert (second.problem.code, second.problem.start, second.line, second.column) == ("IRI901", 15, 2, 2)
    assert second.excerpt == r"x\xff http://a..b/"
    assert (third.problem.code, third.line, third.column) == ("IRI301", 2, 11)
    assert codes(b"\xff http://a.example/", encoding="latin-1") == []
    assert codes("\ufeffhttp://a..b/".encode("utf-16-le") + b"x") == ["IRI301", "IRI901"]
    assert codes(b"http://a.example/\xff http://a..b/") == ["IRI901", "IRI301"]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.csv", "名前,http\n表,1".encode("cp932"), []),
        ("a.csv", b"gr\xf6\xdfe,http://a.example/", ["IRI901"]),
        ("a.csv", b"gr\xf6\xdfe,http//a.example/", ["IRI901", "IRI102"]),
        ("a.tex", b"\\chapter{gr\xf6\xdfe}\n\\url{http://a.example/}", []),
        ("a.tex", b"\\chapter{gr\xf6\xdfe}\n\\url{http://a.example/gr\xf6\xdfe}", ["IRI901"]),
        ("a.tex", b"\\documentclass{x}\n\\usepackage[ansinew]{inputenc}\n\\url{http://a.example/gr\xf6\xdfe}", []),
        ("a.org", b"\0GITCRYPT\0\xf6\xdf http://a.example/", []),
        ("a.org", b"x\0GITCRYPT\0\xf6\xdf http://a.example/", ["IRI901"]),
        ("a.css", b"/* gr\xf6\xdfe */\n@import 'http://a.example/';", []),
        # tests that are wrong on purpose
        ("tests/invalid/a.xml", b"<a>gr\xf6\xdfe http//a.example/</a>", ["IRI102"]),
        ("invalid/a.xml", b"<a>gr\xf6\xdfe</a>", ["IRI901"]),
        # a picture, or an archive, under another name
        ("a.svg", b"\x89PNG\r\n\x1a\n\0\0\xff http//a.example/", ["IRI901"]),
        ("a.org", b"PK\x03\x04\xff http//a.example/", ["IRI901"]),
        ("a.org", b" \x89PNG http//a.example/", ["IRI901", "IRI102"]),
        ("a.txt", b"%PDF-1.7 f\xfcr http//a.example/", ["IRI901", "IRI102"]),
        ("a.txt", b"The License\n\xa9 A\nSee http://a.example/", []),
        ("a.txt", b"The License\n\xa9 A, http://a.example/", ["IRI901"]),
    ],
)
def test_what_has_no_links_may_be_in_any_charset(name: str, data: bytes, expected: list[str]) -> None:
    assert [finding.problem.code for finding in lint(data, name)] == expected


def test_a_file_that_cannot_be_decoded_is_not_fixed() -> None:
    found = [(finding.problem.code, finding.problem.fix) for finding in lint(b"\xff https//a.example/", "a.txt")]
    assert found == [("IRI901", None), ("IRI102", None)]


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Größe und Gewicht, schöne Grüße aus München", "cp1252"),
        ("Привет, как дела? Это простой текст на русском языке.", "cp1251"),
        ("これは日本語の文章です。文字コードを当てます。", "shift-jis"),
        ("\u201cIt isn\u2019t,\u201d he said \u2014 see https://example.com \u2013 ", "mac-roman"),
        ("branch·true and branch·false, see https://example.com ", "cp1252"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy. ", "cp1250"),
        ("請參考 https://example.com/ 頁面了解更多的資訊。", "big5"),
        ("자세한 내용은 페이지를 참고하십시오. ", "euc-kr"),
    ],
)
def test_the_charset_is_guessed(text: str, charset: str) -> None:
    (finding,) = lint((text * 5).encode(charset), "a.txt")
    guess = finding.problem.message.rpartition("=")[2]
    assert (text * 5).encode(charset).decode(guess) == text * 5


def test_iso_2022_jp_needs_no_declaration() -> None:
    text = "参照 https//example.com/ 日本語\n"
    (finding,) = lint(text.encode("iso-2022-jp"), "a.txt")
    assert (finding.problem.code, finding.column, finding.excerpt) == ("IRI102", 4, text.strip())
    assert codes(b"\x1b[1m http://a..b/ \x1b$B\x1b(B") == ["IRI301"]


@pytest.mark.parametrize("encoding", ["nonsense", "hex", "idna", "undefined"])
def test_an_unknown_encoding_is_an_error(encoding: str) -> None:
    with pytest.raises(LookupError, match=encoding):
        lint(b"", "a.txt", encoding=encoding)


GRID = """
+-------------------+------+
| 中文              | ö    |
+===================+======+
| `Größe <https://e | `ö   |
| xample.com/g>`__  | <ht  |
| und Gewicht       | tp// |
|                   | ü.d  |
|                   | e>`_ |
+                   +------+
|                   | ö    |
+-------------------+------+
"""
SIMPLE = """
======  ===========
中文    ö
======  ===========
Größe   `ö <http//
        ü.de>`__
ö       `ü <https:
        //ü.de>`__
======  ===========
"""
NO_TABLE = """
+-----+
| `Größe <http//ü.de>`__ is wider than its cell
"""
ANONYMOUS = """
See Größe__.

__ https://example.com/
   größe
"""


@pytest.mark.parametrize(
    ("text", "places"), [(GRID, [(6, 24)]), (SIMPLE, [(5, 13)]), (NO_TABLE, [(3, 11)]), (ANONYMOUS, [])]
)
def test_a_target_goes_on_in_the_next_line_of_its_cell(text: str, places: list[tuple[int, int]]) -> None:
    found = lint(text.encode(), "a.rst")
    assert [(finding.problem.code, finding.line, finding.column) for finding in found] == [
        ("IRI102", *place) for place in places
    ]


def test_what_is_no_file_is_told() -> None:
    with pytest.raises(TypeError, match="data must be the bytes of a file, not str"):
        lint("text", "a.md")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name must be the name of a file, a str, not NoneType"):
        lint(b"", None)  # type: ignore[arg-type]


def test_a_link_is_advised_in_the_markup_of_the_document() -> None:
    for name, link in {"a.html": '<a href="https://ü.de/">', "a.xml": '<… href="https://ü.de/">'}.items():
        (found,) = lint("<p>See [ü](https://ü.de/) now</p>".encode(), name)
        assert found.problem.message.endswith(f"; write {link}")
