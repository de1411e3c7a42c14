"""The records of mistakes in markup: each is complete, and its examples are its fixtures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from extract.linter import lint, lint_file
from extract.readers import FORMATS, Document, Surroundings
from extract.rules import usual_rules
from extract.rules.markup.asciidoc import ASCIIDOC
from extract.rules.markup.html import HTML
from extract.rules.markup.markdown import MARKDOWN
from extract.rules.markup.org import ORG
from extract.rules.markup.rst import RST
from extract.rules.markup.slip import Slips, literals_of, net_of
from extract.text.regexes import re

TABLES = (MARKDOWN, RST, ASCIIDOC, ORG, HTML)


def found(table: Slips, text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the slips in a text, and the text with the place of each between ⟦ and ⟧."""
    for paragraph in FORMATS[table.markup].paragraphs(text, net_of({table.markup: table})):
        for slip, one in table.found(paragraph, FORMATS[table.markup]):
            start, end = paragraph.passage.span(one.start, one.end)
            yield slip.name, f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.markup)
def test_a_record_is_complete_and_finds_its_examples(table: Slips) -> None:
    names = [slip.name for slip in table.records]
    for slip in table.records:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", slip.name), "a name is written in lower case, with underscores"
        assert names.count(slip.name) == 1, f"another slip is called {slip.name}"
        assert slip.name in re.compile(slip.pattern).groupindex, f"the pattern needs a group called {slip.name}"
        assert slip.bad, f"give an example of {slip.name} in bad=(…), its place between ⟦ and ⟧"
        for example in slip.bad:
            text = example.replace("⟦", "").replace("⟧", "")
            marks = list(found(table, text))
            assert slip.name in {name for name, _ in marks}, (
                f"{example!r} is found by {marks or 'none'}: look at its needle and its pattern, for which \\0 stands "
                "for every character that the parser read as a link, code, an escape or a tag"
            )
            # the needle must not take the start or the end of the file for that of the paragraph
            within = f"See `a` and ``b``.\n\n{text}\n\nSee `a` and ``b``.\n"
            assert len(list(found(table, within))) >= len(marks), example
        for example in slip.good:
            assert list(found(table, example)) == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.markup)
def test_a_text_with_a_needle_has_one_of_its_literals(table: Slips) -> None:
    examples = [example for slip in table.records for example in (*slip.bad, *slip.good)]
    for slip in table.records:
        for needle in slip.needle if isinstance(slip.needle, tuple) else (slip.needle,):
            if isinstance(needle, str) and (literals := literals_of(needle)):
                for match in filter(None, map(re.compile(needle).search, examples)):
                    assert any(literal in match[0] for literal in literals), (needle, literals)


@pytest.mark.parametrize(
    ("needle", "literals"),
    [
        (r"\]\(http", ["](http"]),
        (r"a?b|c\|d", ["b", "c|d"]),
        (r"ab*c{2,3}de+f", ["de"]),
        (r"(?:a|b)[cd|](ef)?", []),
        (r"ab|[cd]", []),
        (r"(?i)ab", []),
        (r"\bab\s[)\]]\.", ["ab"]),
    ],
)
def test_literals_of_a_needle(needle: str, literals: list[str]) -> None:
    assert literals_of(needle) == literals


ALONE = "See `gewicht`_ now.\n"  # whether something defines it cannot be known, for each of these reasons
WHOLE = "Größe\n=====\n\n" + ALONE


def test_a_name_that_may_be_defined_elsewhere() -> None:
    assert [finding.problem.code for finding in lint(WHOLE.encode(), "a.rst")] == ["IRI823"]
    assert lint(ALONE.encode(), "a.rst") == []  # other files include it
    assert lint(b"Logo\n====\n\nSee |logo|.\n\n.. |logo|\n   image:: a.png\n", "a.rst") == []
    assert lint(f"{WHOLE}\n.. include:: links.rst\n".encode(), "a.rst") == []
    for around in (Surroundings(added_names=None), Surroundings(is_included=lambda: True)):
        assert lint_file(Document(WHOLE.encode(), "a.rst", None, around), usual_rules()).findings == []


FIXED = [
    (MARKDOWN, "See [die `Größe`] (https://a.example/größe) now.", "See [die `Größe`](https://a.example/größe) now."),
    (RST, "See `Größe <https://a.example/größe>` now.", "See `Größe <https://a.example/größe>`__ now."),
    (RST, "参照`大きさ <https://a.example/größe>`_参照", "参照\\ `大きさ <https://a.example/größe>`_\\ 参照"),
    # a letter follows, so that this would be no link either
    (RST, "See `Größe <https://a.example/größe>`n now.", None),
    # a bracket in place of ">", and one of the address
    (RST, "See `Größe <https://a.example/größe)`_ now.", "See `Größe <https://a.example/größe>`_ now."),
    (RST, "參照 `大小 <https://a.example/größe》`_ 。", "參照 `大小 <https://a.example/größe>`_ 。"),
    (RST, "See `Größe <https://a.example/größe_(ü)`_ now.", "See `Größe <https://a.example/größe_(ü)>`_ now."),
    (RST, "See `Größe ‹https://a.example/größe›`_ now.", "See `Größe <https://a.example/größe>`__ now."),
    (RST, "See `Größe https://a.example/größe_(ü)`_ now.", "See `Größe <https://a.example/größe_(ü)>`__ now."),
    # the backtick that is one too many, and a literal after it
    (RST, "See :ref:``größe` and ``gewicht`` now.", "See :ref:`größe` and ``gewicht`` now."),
    # a space in a role, and the colon of a sentence
    (RST, "Size (: ref:`größe`)", "Size (:ref:`größe`)"),
    (RST, "Taille : ref:`größe`", "Taille :ref:`größe`"),
    (RST, "Size: ref:`größe`", "Size: :ref:`größe`"),
    (RST, "Voir : :ref`größe`", "Voir : :ref:`größe`"),
    # in emphasis there is no other markup
    (RST, "See **die [Größe](https://a.example/größe)** now.", None),
    # the label has a link, which the fix would break
    (MARKDOWN, "See [a [b](https://a.example/b)] (https://a.example/größe) now.", None),
]


@pytest.mark.parametrize(
    ("table", "text", "expected"), FIXED, ids=lambda value: value.markup if isinstance(value, Slips) else None
)
def test_a_fix_is_given_only_if_it_makes_the_link(table: Slips, text: str, expected: str | None) -> None:
    fixed = None
    for paragraph in FORMATS[table.markup].paragraphs(text, net_of({table.markup: table})):
        for _, one in table.found(paragraph, FORMATS[table.markup]):
            if one.fix is not None:
                fixed = text[: one.start] + one.fix + text[one.end :]
    assert fixed == expected


@pytest.mark.parametrize(
    ("before", "label", "between"),
    [
        *(("", "Größe {}", "、"), (":( ", "O'Brien von {} und zu", "，"), ("a < b ", "`größe` {} (gewicht)", " ")),
        *(("[ ", "Größe {}", " / "), ("", "O'Brien von {} und zu", ", "), (":( ", "`größe` {} (gewicht)", "")),
        *(("a < b ", "Größe {}", "/"), ("[ ", "O'Brien von {} und zu", "|"), ("", "`größe` {} (gewicht)", "と")),
    ],
)
def test_a_long_line_is_cut_between_links(before: str, label: str, between: str) -> None:
    links = [f"[{label.format('ü' * (n % 7))}](https://example.com/größe/{n})" for n in range(60)]
    line = before + between.join(links)
    assert list(found(MARKDOWN, line)) == []
    *first, last = links
    assert [name for name, _ in found(MARKDOWN, before + between.join([*first, last[1:]]))] == ["unopened"]


@pytest.mark.parametrize("before", ["", "See ", "größe " * 120])
@pytest.mark.parametrize("path", ["größe_" * 300, "a/b=c&d;" * 2000])
def test_a_long_address_is_not_cut(before: str, path: str) -> None:
    address = f"https://example.com/{path}"
    assert list(found(MARKDOWN, f"{before}[größe]({address}) now")) == []
    assert list(found(RST, f"{before}`größe <{address}>`__ now")) == []


@pytest.mark.parametrize(("between", "expected"), [("", ""), ("  ", None)])
def test_lines_are_joined_if_nothing_stands_between_them(between: str, expected: str | None) -> None:
    text = f"{between.replace('  ', '- ')}See [die Größe]\n{between}(https://example.com/größe) now."
    assert [one.problem.fix for one in lint(text.encode(), "a.md")] == [expected]
