"""`lint`: what is wrong with the links of a file's content, beside the table in ``cases/linter.txt``."""

import dataclasses
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from extract import Finder, Finding, lint
from extract.linter import ChosenRules, fix, lint_file
from extract.readers import Document
from extract.rules import RULES, Problem, document, rule_named, usual_rules
from tests.rows import rows


def codes(data: str | bytes, name: str = "a.txt", **options: object) -> list[str]:
    data = data.encode() if isinstance(data, str) else data
    return [finding.problem.code for finding in lint(data, name, **options)]  # type: ignore[arg-type]


def test_the_rules_that_are_on_are_the_default() -> None:
    text = "http://a..b/ http://u:p@ü.example/ http://x.example/%c3%bc"
    on = usual_rules()
    assert codes(text) == codes(text, rules=on) != codes(text, rules=RULES.values())
    assert codes(text, rules=[]) == []
    assert lint(b"http://a..b/", "docs/x")[0].path == "docs/x"


# The link of the first finding; none of a text that is no link.
LINKS = r"""
a.txt → http://a..b/ → http://a..b/
a.txt → https//a.example/ →
a.txt → http://a.example/ü(x http://b.example/y → http://a.example/ü
a.html → <a href="http://a.example/&#xfc;%zz&amp;b">x</a> → http://a.example/ü%zz&b
a.xml → <a href="http://a..b/&unknown;"/> → http://a..b/&unknown;
a.html → <base href="http://b.example/"><a href="http://a.example/%zz">x</a> → http://a.example/%zz
a.html → <a href="http:\\b..c/d">x</a> → http://b..c/d
"""


def test_the_link_of_a_finding() -> None:
    table = rows(LINKS)
    assert [(name, text, lint(text.encode(), name)[0].link) for name, text, _ in table] == table


def test_lines_and_columns_of_what_cannot_be_decoded_are_those_of_its_bytes() -> None:
    def places(data: bytes) -> list[tuple[str, int, int, int]]:
        return [(one.problem.code, one.line, one.column, one.end_column) for one in lint(data, "a.txt")]

    assert places(b"\xc3\xa4\xff http://a..b/ \xfe\n\xc3\xbc\xff") == [("IRI901", 1, 2, 6), ("IRI301", 1, 11, 15)]
    assert places(b"a\r\n\xc3\xbc\xe2\x80\xa8b\xff") == [("IRI901", 2, 4, 8)]
    assert lint(b"a\nx\xff b", "a.txt")[0].excerpt == r"x\xff b"


def test_what_touches_a_place() -> None:
    touching = [(1, 2), (2, 2), (4, 4), (4, 6), (5, 8), (8, 9), (9, 9), (0, 20)]
    for place in (*touching, (0, 1), (5, 6), (10, 11)):
        assert document._touches([(2, 4), (8, 9)], *place) == (place in touching), place
        assert not document._touches([], *place)


def test_a_check_that_fails_is_the_only_finding() -> None:
    def broken(_: object) -> NoReturn:
        raise ZeroDivisionError

    known = rule_named("mojibake")
    part = dataclasses.replace(known.sub_rules[0], scope="document", function=broken)
    failing = dataclasses.replace(known, sub_rules=(part,))
    (one,) = lint_file(Document(b"http://a..b/", "docs/a.md"), [failing]).findings
    assert "ZeroDivisionError" in one.problem.message
    assert one == Finding("docs/a.md", one.problem, 1, 1, 1, 1, "", "")
    assert one.problem.code == "IRI903"


# The length of a line, the column of a finding, and from where to where the line is shown.
CONTEXT = [
    *((1000, 500, 0, 1000), (1001, 500, 299, 799), (1001, 1, 0, 300)),
    *((1001, 201, 0, 500), (1001, 202, 1, 501), (1001, 1001, 800, 1001)),
]


def test_of_a_long_line_what_is_around_a_place_is_shown() -> None:
    problem = Problem(message="", start=0, end=1)
    for length, column, start, end in CONTEXT:
        line = "".join(chr(0x4E00 + at) for at in range(length))
        assert Finding("a", problem, 1, column, 1, column + 1, line, "").context == line[start:end]
    assert Finding("a", problem, 1, 1, 1, 2, " \ta ", "").context == "a"


def test_links_without_a_scheme_are_checked_if_they_are_asked_for() -> None:
    rules = ChosenRules(usual_rules(), finder=Finder(bare_domains=True, email=True))

    def places(text: str, name: str = "a.txt") -> list[tuple[str, str]]:
        found = lint_file(Document(text.encode(), name), rules).findings
        return [(one.link, text[one.problem.start : one.problem.end]) for one in found]

    text = "See раypal.com, ana@раypal.com and https://раypal.com/."
    links = ["https://раypal.com", "mailto:ana@раypal.com", "https://раypal.com/"]
    assert list(dict.fromkeys(link for link, _ in places(text))) == links
    assert {place for _, place in places(text)} == {"раypal", "раypal.com"}
    assert {one.link for one in lint(text.encode(), "a.txt")} == {links[-1]}
    # the "?" is escaped in the address, whose places are not those of the text
    assert {place for _, place in places("x a?b@раypal.com")} == {"a?b@раypal.com"}
    for name in ("a.rst", "a.md", "a.html", "a.adoc"):  # in a text without another link, too
        assert {link for link, _ in places("See раypal.com now.", name)} == {links[0]}


GUESSED = r"""
Größe und Gewicht, schöne Grüße aus München → cp1252
Привет, как дела? Это простой текст на русском языке. → cp1251
これは日本語の文章です。文字コードを当てます。 → shift-jis
\u201cIt isn\u2019t,\u201d he said \u2014 see https://example.com \u2013 → mac-roman
branch·true and branch·false, see https://example.com → cp1252
Příliš žluťoučký kůň úpěl ďábelské ódy. → cp1250
請參考 https://example.com/ 頁面了解更多的資訊。 → big5
자세한 내용은 페이지를 참고하십시오. → euc-kr
"""


def test_the_charset_is_guessed() -> None:
    for text, charset in rows(GUESSED):
        data = (f"{text} " * 5).encode(charset)
        (finding,) = lint(data, "a.txt")
        assert data.decode(finding.problem.message.rpartition("=")[2]) == f"{text} " * 5


def test_iso_2022_jp_needs_no_declaration() -> None:
    text = "参照 https//example.com/ 日本語\n"
    (finding,) = lint(text.encode("iso-2022-jp"), "a.txt")
    assert (finding.problem.code, finding.column, finding.excerpt) == ("IRI102", 4, text.strip())


def test_an_encoding_is_as_it_is_told() -> None:
    assert codes(b"\xff http://a.example/", encoding="latin-1") == []
    for encoding in ("nonsense", "hex", "idna", "undefined"):
        with pytest.raises(LookupError, match=encoding):
            lint(b"", "a.txt", encoding=encoding)


def test_wrong_arguments_are_named() -> None:
    document: Any = Document(b"", "a.txt")
    wrong: dict[str, Callable[[], object]] = {
        "data must be the bytes of a file, not str": lambda: lint("text", "a.md"),  # type: ignore[arg-type]
        "name must be the name of a file, a str, not NoneType": lambda: lint(b"", None),  # type: ignore[arg-type]
        "rules must be a collection of rules, not int": lambda: lint(b"", "a.md", rules=3),  # type: ignore[arg-type]
        "rules must be": lambda: lint_file(document, 3),  # type: ignore[arg-type]
        "document must be a Document, not bytes": lambda: fix(b"", usual_rules),  # type: ignore[arg-type]
        "check must be": lambda: fix(document, 3),  # type: ignore[arg-type]
    }
    for message, call in wrong.items():
        with pytest.raises(TypeError, match=f"^{message}"):
            call()


def test_a_link_is_advised_in_the_markup_of_the_document() -> None:
    for name, link in {"a.html": '<a href="https://ü.de/">', "a.xml": '<… href="https://ü.de/">'}.items():
        (found,) = lint("<p>See [ü](https://ü.de/) now</p>".encode(), name)
        assert found.problem.message.endswith(f"; write {link}")
