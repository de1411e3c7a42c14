"""Whether a translation leads where its original does: the table in ``cases/translated.txt``, and the fixes."""

import re
from pathlib import Path

import pytest

from extract import Finding, lint
from extract.linter import lint_file
from extract.readers import Document, Surroundings
from extract.rules.registry import rules_of
from tests.naming import readable

TABLE = (Path(__file__).parents[1] / "cases" / "translated.txt").read_text("utf-8").splitlines()
CASES = [pytest.param(*line.split(" | ", 1), id=readable(line)) for line in TABLE if not line.startswith("# ")]
COMPARED = rules_of(["translated-iri"])


def compared(name: str, text: str, original: tuple[str, str] | None) -> list[Finding]:
    known = Document(original[1].encode(), original[0]) if original else None
    return lint_file(Document(text.encode(), name, None, Surroundings(original=known)), COMPARED).findings


@pytest.mark.parametrize(("name", "row"), CASES)
def test_a_translation_leads_where_its_original_does(name: str, row: str) -> None:
    original, arrow, translation = row.replace("⏎", "\n").rpartition(" ⇒ ")
    text = re.sub("[⟦⟧]", "", translation)
    known = (f"original.{name.rpartition('.')[2]}", original) if arrow else None
    found = [one.problem for one in compared(name, text, known)]
    for one in sorted(found, key=lambda one: one.start, reverse=True):
        text = f"{text[: one.start]}⟦{text[one.start : one.end]}⟧{text[one.end :]}"
    assert text == translation


@pytest.mark.parametrize(
    ("original", "translation", "fix"),
    [
        ("`x <https://a.example/start.html>`_", "`x <⟦https://a.example/strat.html⟧>`_", "https://a.example/start.html"),
        ("#11925 https://a.example/11925", "#11925 ⟦https://a.example/11952⟧", "https://a.example/11925"),
        # letters exchanged, in a heading's id or in a message that is an address alone
        ("See https://a.example/guide#install.", "⟦https://a.example/guide#isntall⟧.", "https://a.example/guide#install"),
        ("https://a.example/guide", "⟦https://a.example/giude⟧", "https://a.example/guide"),
        # words of the address are translated
        ("See https://a.example/ieee-numbers/", "Ver ⟦https://a.example/ieee-números/⟧", "https://a.example/ieee-numbers/"),
        ("See https://a.example/?a=1&b=2", "Ver ⟦https://a.example/?a-1&b-2⟧", "https://a.example/?a=1&b=2"),
        # an address that goes on gets no fix
        ("See https://a.example/docs?a=1", "见 ⟦https://a.example/docs⟧？a=1", None),
        ("See https://a.example/docs/b/c", "见 ⟦https://a.example/docs/b⟧ /c", None),
        ("See https://a.example/docs/b/c", '见 ⟦https://a.example/docs/b⟧"\n" /c', None),
        ("See https://a.example/docs/a.pdf", "见 ⟦https://a.example/docs/a⟧。pdf", None),
        ("See https://a.example/docs/ab", "见 ⟦https://a.example/docs/a⟧。谢谢", "https://a.example/docs/ab"),
        ("See https://a.example/docs/ab", "见 ⟦https://a.example/docs/aab⟧？", "https://a.example/docs/ab"),
    ],
)  # fmt: skip
def test_another_link_is_mended(original: str, translation: str, fix: str | None) -> None:
    source = f'msgid "{original}"\nmsgstr "{re.sub("[⟦⟧]", "", translation)}"\n'
    (found,) = (one.problem for one in lint(source.encode(), "a.po", rules=COMPARED))
    assert source[found.start : found.end] in translation.partition("⟦")[2].partition("⟧")[0]
    assert found.fix == fix


_TO = "https//a.example/é"  # IRI102, at the very start of a text


@pytest.mark.parametrize(
    ("name", "source", "is_left_out"),
    [
        ("a.po", f'#, fuzzy\nmsgid "x"\nmsgstr "{_TO}"\n', True),
        ("a.xlf", f'<unit translate="no"><source>{_TO}</source><target>{_TO}</target></unit>', True),
        ("a.xlf", f'<unit translate="no"><originalData><data id="1">{_TO}</data></originalData></unit><source/>', True),
        ("a.xlf", f'<segment state="initial"><source>x</source><target>{_TO}</target></segment>', True),
        ("a.xlf", f'<trans-unit><source>x</source><target state="new">{_TO}</target></trans-unit>', True),
        ("a.xlf", f"<alt-trans><source>x</source><target>x</target>{_TO}</alt-trans>", True),
        ("a.xlf", f"<trans-unit><source>x</source><target>{_TO}</target></trans-unit>", False),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="vanished">{_TO}</translation></TS>', True),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="obsolete"/></TS>', True),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="unfinished"/></TS>', False),
        ("a.ts", f'<TS><source>x</source><translation type="unfinished">{_TO}</translation></TS>', True),
        ("a.xlf", f'<source>{_TO}</source><target state="new">x</target>', False),
        *(
            ("a.ts", f"<TS><source>x</source><{tag}>{_TO}</{tag}><translation>x</translation></TS>", tag[0] != "t")
            for tag in ("comment", "extracomment", "oldsource", "oldcomment", "translatorcomment")
        ),
    ],
)  # fmt: skip
def test_what_is_left_out_is_checked_by_no_rule(name: str, source: str, is_left_out: bool) -> None:
    assert (lint(source.encode(), name) == []) is is_left_out


@pytest.mark.parametrize(
    ("name", "source", "is_fixed"),
    [
        ("a.ts", f'<TS><source>{_TO}</source><translation type="unfinished">x</translation></TS>', False),
        ("a.xlf", f'<xliff><source>{_TO}</source><target state="needs-translation">x</target></xliff>', False),
        ("a.xlf", f"<xliff><unit><data id='1'>{_TO}</data><source><ph dataRef='1'/></source></unit></xliff>", False),
        ("a.pot", f'msgid "See {_TO}"\nmsgstr ""\n', False),
        ("a.xlf", f"<xliff><source>x</source><target>{_TO}</target></xliff>", True),
    ],
)
def test_a_source_text_is_not_mended_in_a_catalog(name: str, source: str, is_fixed: bool) -> None:
    (found,) = (one.problem for one in lint(source.encode(), name))
    assert (found.fix is not None) == is_fixed
    assert found.message.endswith("; no fix: correct the source text in its own file") != is_fixed


@pytest.mark.parametrize(
    ("name", "source", "codes"),
    [
        # texts that become Markdown may have its links
        ("a.xlf", "<xliff><source>x</source><target>见 [文档](https://a.example/)。</target></xliff>", []),
        ("strings.xml", '<resources><string name="x">见 [文档](https://a.example/)。</string></resources>', []),
        ("a.resx", '<root><data name="x"><value>见 [文档](https://a.example/)。</value></data></root>', []),
        ("a.xml", "<p>见 [文档](https://a.example/)。</p>", ["IRI810"]),
        # native codes are read as HTML
        ("a.xlf", "<xliff><data id='1'>&lt;a href=\"https://a.example/%zz\"&gt;</data></xliff>", ["IRI101"]),
        ("a.xlf", "<xliff><target><ph id='1'>&lt;a href=\"https//a.example/\"&gt;</ph></target></xliff>", ["IRI102"]),
        # a text is mended in its original
        ("a.xlf", "<source>http://a.example/%zz</source><target>x</target>", ["IRI804"]),
        ("a.xlf", "<source>http://a.example/%zz</source><target></target>", ["IRI101"]),
    ],
)
def test_what_is_found_in_a_catalog(name: str, source: str, codes: list[str]) -> None:
    assert [one.problem.code for one in lint(source.encode(), name)] == codes


def test_an_original_in_another_format_is_not_compared() -> None:
    assert compared("a.md", "Siehe dort.", ("a.rst", "See http://a.example/x.")) == []


def test_what_html_is_to_say_is_escaped() -> None:
    original = ("a.html", "<a href='http://a.example/x?a&amp;b'>x</a>")
    (found,) = compared("b.html", "<a href='http://a.example/x?a&amp;c'>x</a>", original)
    assert found.problem.fix == "http://a.example/x?a&amp;b"


@pytest.mark.parametrize(
    ("name", "original", "translation"),
    [
        ("a.json", r'{"a": "https://a.example/guide?q=\"x\" now"}', r'{"a": "https://a.example/giude?q=\"x\" jetzt"}'),
        ("a.yaml", "a: 'https://a.example/guide/it''s now'", "a: 'https://a.example/giude/it''s jetzt'"),
        ("a.tex", r"See https://a.example/guide/install\_x now", r"Siehe https://a.example/guide/instal\_x jetzt"),
        ("a.org", r"[[https://a.example/guide/\[b\]][x]]", r"[[https://a.example/giude/\[b\]][x]]"),
        ("a.md", "See https://a.example/guide/_x_ now", "Siehe https://a.example/giude/-x- jetzt"),
        ("a.html", "<a href='https://a.example/guide?q=&#39;x'>x</a>", "<a href='https://a.example/giude?q=&#39;x'>x</a>"),
    ],
)  # fmt: skip
def test_no_address_is_copied_that_must_be_escaped(name: str, original: str, translation: str) -> None:
    found = compared(name, translation, (name, original))
    assert [one.problem.fix for one in found] == [None]
    assert found[0].problem.message.endswith("; copy its IRI, with the escapes that this format needs")


def test_a_document_that_lacks_much_is_read_in_linear_time() -> None:
    links = "".join(f"<http://a.example/{number}>\n" for number in range(3000))
    assert len(compared("b.md", "x" * 3000, ("a.md", links))) <= 100
