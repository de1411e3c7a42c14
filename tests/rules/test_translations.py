"""Whether a translation leads where its original does."""

import pytest

from extract import lint
from extract.rules.registry import rules_of


def findings(original: str, translation: str, *, comment: str = "", plural: str = "") -> list[tuple[str, str | None]]:
    """Return the places of the findings, as text, and their fixes."""
    source = f'{comment}msgid "{original}"\n'
    source += f'msgid_plural "{plural}"\nmsgstr[0] "{translation}"\n' if plural else f'msgstr "{translation}"\n'
    found = lint(source.encode(), "a.po", rules=rules_of(["translated-address"]))
    return [(source[each.problem.start : each.problem.end], each.problem.fix) for each in found]


LINK = "See `x <https://a.example/en/guide/start.html>`_."


@pytest.mark.parametrize(
    "translation",
    [
        "Siehe `x <https://a.example/en/guide/start.html>`_.",
        "Siehe `x <http://a.example/en/guide/start.html#über>`_.",  # a fragment is a heading, which is translated
        "Siehe `x <https://a.example/de/guide/start.html>`_.",
        "Siehe `x <https://a.example/guide/start.html>`_.",
        "Siehe `x <https://de.a.example/anleitung>`_.",
        "Siehe `x <https://a.example/zh_CN/other/page>`_.",
        "Siehe `x <https://b.example/ganz-anderes>`_.",
        "Siehe ``https://a.example/en/guide/start.html``.",
        "Siehe a.example/en/guide/start.html",
        "",
        "crwdns1:0crwdne1:0",
    ],
)
def test_translations_that_are_right(translation: str) -> None:
    assert findings(LINK, translation) == []


@pytest.mark.parametrize(
    ("original", "translation", "place", "fix"),
    [
        (LINK, "Siehe x.", "Siehe x.", None),
        (
            LINK,
            "Siehe `x <https://a.example/en/guide/strat.html>`_.",
            "https://a.example/en/guide/strat.html",
            "https://a.example/en/guide/start.html",
        ),
        # words of the address are translated
        (
            "See https://a.example/ieee-numbers/list.txt",
            "Ver https://a.example/ieee-números/list.txt",
            "https://a.example/ieee-números/list.txt",
            "https://a.example/ieee-numbers/list.txt",
        ),
        ("See https://a.example/?a=1&b=2", "Ver https://a.example/?a-1&b-2", "https://a.example/?a-1&b-2", "https://a.example/?a=1&b=2"),
    ],
)  # fmt: skip
def test_translations_that_are_wrong(original: str, translation: str, place: str, fix: str | None) -> None:
    assert findings(original, translation) == [(place, fix)]


def test_what_is_fuzzy_waits_for_its_translator() -> None:
    assert findings(LINK, "Siehe x.", comment="#, fuzzy\n") == []
    assert findings(LINK, "Siehe x.", comment="#, python-format\n") == [("Siehe x.", None)]


def test_a_form_needs_what_all_forms_have() -> None:
    assert findings("One https://a.example/x file", "Eine Datei", plural="%d files") == []
    assert findings("One https://a.example/x", "Eine", plural="%d https://a.example/x") == [("Eine", None)]


@pytest.mark.parametrize(
    ("name", "source", "places"),
    [
        (
            "a.xlf",
            "<trans-unit><source>See http://a.example/x</source><target>Siehe ⟦http://a.example/y⟧</target></trans-unit>",
            1,
        ),
        ("a.xlf", '<source>http://a.example/x</source><target state="needs-translation">x</target>', 0),
        ("a.xlf", "<source>http://a.example/en/x</source><target>http://a.example/de/x</target>", 0),
        ("a.xlf", "<source>http://a.example/x</source><source>y</source><target>x</target>", 0),
        ("a.ts", '<?xml version="1.0"?><source>http://a.example/x&amp;y</source><translation>⟦Hier⟧</translation>', 1),
        ("a.xml", '<source>http://a.example/</source><translation type="unfinished">x</translation>', 0),
        ("a.xlf", '<source>&lt;a href="http://a.example/x"&gt;</source><target>"http://a.example/x"</target>', 0),
        ("a.xlf", "<source>http://a.example/x</source><target/><target>", 0),
    ],
)  # fmt: skip
def test_translations_in_xml(name: str, source: str, places: int) -> None:
    text = source.replace("⟦", "").replace("⟧", "")
    found = lint(text.encode(), name, rules=rules_of(["translated-address"]))
    assert len(found) == places
    for each in found:
        marked = (
            f"{text[: each.problem.start]}⟦{text[each.problem.start : each.problem.end]}⟧{text[each.problem.end :]}"
        )
        assert marked == source
