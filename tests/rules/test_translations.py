"""Whether a translation leads where its original does: the table in ``cases/translated.txt``."""

import re
from pathlib import Path

import pytest

from extract import Finding
from extract.linter import lint_file
from extract.readers import Document, Surroundings
from extract.rules.registry import rules_of

TABLE = Path(__file__).parents[1] / "cases" / "translated.txt"
COMPARED = rules_of(["translated-iri"])


def compared(name: str, text: str, original: tuple[str, str] | None) -> list[Finding]:
    known = Document(original[1].encode(), original[0]) if original else None
    return lint_file(Document(text.encode(), name, None, Surroundings(original=known)), COMPARED).findings


def test_a_translation_leads_where_its_original_does() -> None:
    wrong = []
    for line in re.findall("(?m)^(?!# ).+$", TABLE.read_text("utf-8")):
        name, _, row = line.partition(" | ")
        original, arrow, translation = row.replace("⏎", "\n").rpartition(" ⇒ ")
        text = re.sub("[⟦⟧]", "", translation)
        known = (f"original.{name.rpartition('.')[2]}", original) if arrow else None
        found = [one.problem for one in compared(name, text, known)]
        for one in sorted(found, key=lambda one: one.start, reverse=True):
            text = f"{text[: one.start]}⟦{text[one.start : one.end]}⟧{text[one.end :]}"
        if text != translation:
            wrong.append(f"original {original}\nwanted {translation}\ncame   {text}")
    assert not wrong, "\n\n".join(["", *wrong])


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
