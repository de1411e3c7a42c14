"""Whether a translation leads where its original does."""

import re

import pytest

from extract import lint
from extract.rules.registry import rules_of
from extract.rules.subjects import Surroundings


def findings(original: str, translation: str, *, comment: str = "", plural: str = "") -> list[tuple[str, str | None]]:
    """Return the places of the findings, as text, and their fixes."""
    source = f'{comment}msgid "{original}"\n'
    source += f'msgid_plural "{plural}"\nmsgstr[0] "{translation}"\n' if plural else f'msgstr "{translation}"\n'
    found = lint(source.encode(), "a.po", rules=rules_of(["translated-iri"]))
    return [(source[each.problem.start : each.problem.end], each.problem.fix) for each in found]


LINK = "See `x <https://a.example/en/guide/start.html>`_."


@pytest.mark.parametrize(
    "translation",
    [
        "Siehe `x <https://a.example/en/guide/start.html>`_.",
        "Siehe `x <http://a.example/en/guide/start.html#über>`_.",  # a fragment is a heading, which is translated
        "Siehe `x <https://a.example/de/guide/start.html>`_.",
        "Siehe `x <https://a.example/guide/start.html>`_.",
        "Siehe `x <https://a.example/de/guide/start>`_.",
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
        (
            "#11925 https://a.example/issues/11925",
            "#11925 https://a.example/issues/11952",
            "https://a.example/issues/11952",
            "https://a.example/issues/11925",
        ),
        # letters exchanged, in a heading's id or in a message that is an address alone
        (
            "See https://a.example/guide#install.",
            "Siehe https://a.example/guide#isntall.",
            "https://a.example/guide#isntall",
            "https://a.example/guide#install",
        ),
        ("https://a.example/guide", "https://a.example/giude", "https://a.example/giude", "https://a.example/guide"),
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


@pytest.mark.parametrize(
    ("name", "waiting", "ready"),
    [
        (
            "a.po",
            '#, fuzzy\nmsgid "See `x <http://a.example/>`_."\nmsgstr "See `x <http://a..example/>`, y."\n',
            "fuzzy",
        ),
        (
            "a.xlf",
            '<trans-unit><source>x</source><target state="needs-translation">http://a..example/</target></trans-unit>',
            "needs-translation",
        ),
        (
            "a.xlf",
            '<segment state="initial"><source>x</source><target>http://a..example/</target></segment>',
            "initial",
        ),
        (
            "a.ts",
            '<!DOCTYPE TS><source>x</source><translation type="unfinished">http://a..example/</translation>',
            "unfinished",
        ),
    ],
)
def test_what_waits_for_its_translator_is_not_checked(name: str, waiting: str, ready: str) -> None:
    assert lint(waiting.encode(), name) == []
    assert lint(waiting.replace(ready, "final").encode(), name)


def test_a_text_whose_translation_waits_is_checked() -> None:
    source = '<source>http://a..example/</source><target state="new">http://a..example/</target>'
    assert [finding.column for finding in lint(source.encode(), "a.xlf")] == [16]


_TO = "https//a.example/é"  # IRI109, at the very start of a text


@pytest.mark.parametrize(
    ("name", "source", "is_left_out"),
    [
        ("a.po", f'#, fuzzy\nmsgid "x"\nmsgstr "{_TO}"\n', True),
        ("a.po", f'msgid "x"\nmsgstr "{_TO}"\n', False),
        ("a.xlf", f'<unit translate="no"><source>{_TO}</source><target>{_TO}</target></unit>', True),
        ("a.xlf", f'<unit translate="no"><source>{_TO}</source></unit>', True),
        ("a.xlf", f'<unit translate="no"><originalData><data id="1">{_TO}</data></originalData></unit><source/>', True),
        ("a.xlf", f'<segment state="initial"><source>x</source><target>{_TO}</target></segment>', True),
        ("a.xlf", f'<trans-unit><source>x</source><target state="new">{_TO}</target></trans-unit>', True),
        ("a.xlf", f"<alt-trans><source>x</source><target>x</target>{_TO}</alt-trans>", True),
        ("a.xlf", f"<trans-unit><source>x</source><target>{_TO}</target></trans-unit>", False),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="vanished">{_TO}</translation></TS>', True),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="obsolete"/></TS>', True),
        ("a.ts", f'<TS><source>{_TO}</source><translation type="unfinished"/></TS>', False),
        *(
            ("a.ts", f"<TS><source>x</source><{tag}>{_TO}</{tag}><translation>x</translation></TS>", tag[0] != "t")
            for tag in ("comment", "extracomment", "oldsource", "oldcomment", "translatorcomment")
        ),
    ],
)  # fmt: skip
def test_what_is_left_out_is_checked_by_no_rule(name: str, source: str, is_left_out: bool) -> None:
    assert (lint(source.encode(), name) == []) is is_left_out


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.ts", f'<TS><source>{_TO}</source><translation type="unfinished">x</translation></TS>'),
        ("a.ts", f"<TS><source>See {_TO}</source></TS>"),
        ("a.xlf", f'<xliff><source>{_TO}</source><target state="needs-translation">x</target></xliff>'),
        ("a.xlf", f"<trans-unit><source>{_TO}</source></trans-unit>"),
        ("a.xlf", f"<xliff><unit><data id='1'>{_TO}</data><source><ph dataRef='1'/></source></unit></xliff>"),
        ("a.pot", f'msgid "See {_TO}"\nmsgstr ""\n'),
    ],
)
def test_a_source_text_is_not_mended_in_a_catalogue(name: str, source: str) -> None:
    (found,) = lint(source.encode(), name)
    assert found.problem.fix is None
    assert found.problem.message.endswith("; no fix: mend the source text in the file that it is from")


def test_a_translation_is_mended() -> None:
    (found,) = lint(f"<xliff><source>x</source><target>{_TO}</target></xliff>".encode(), "a.xlf")
    assert found.problem.fix


@pytest.mark.parametrize(
    ("original", "translation", "is_fixed"),
    [
        ("https://a.example/docs?a=1", "https://a.example/docs？a=1", False),
        ("https://a.example/docs/b/c", "https://a.example/docs/b /c", False),
        ("https://a.example/docs/b/c", 'https://a.example/docs/b"\n" /c', False),
        ("https://a.example/docs/a.pdf", "https://a.example/docs/a。pdf", False),
        ("https://a.example/docs/ab", "https://a.example/docs/a。谢谢", True),
        ("https://a.example/docs/ab", "https://a.example/docs/a /", False),
        ("https://a.example/docs/ab", "https://a.example/docs/aab？", True),
    ],
)
def test_an_address_that_goes_on_gets_no_fix(original: str, translation: str, is_fixed: bool) -> None:
    ((_, fix),) = findings(f"See {original}", f"见 {translation}")
    assert fix == (original if is_fixed else None)


@pytest.mark.parametrize(
    ("name", "source", "is_told"),
    [
        ("a.xlf", "<xliff><source>x</source><target>{}</target></xliff>", False),
        ("a.ts", "<TS><source>x</source><translation>{}</translation></TS>", False),
        ("strings.xml", '<resources><string name="x">{}</string></resources>', False),
        ("a.resx", '<root><data name="x"><value>{}</value></data></root>', False),
        ("a.xml", "<p>{}</p>", True),
    ],
)
def test_texts_that_become_markdown_may_have_its_links(name: str, source: str, is_told: bool) -> None:
    found = lint(source.format("见 [文档](https://a.example/)。").encode(), name)
    assert [one.problem.code for one in found] == ["IRI827"] * is_told


@pytest.mark.parametrize(("address", "code"), [("https://a.example/%zz", "IRI101"), ("https//a.example/", "IRI109")])
@pytest.mark.parametrize("code_of", ["<data id='1'>{}</data>", "<source>x</source><target><ph id='1'>{}</ph></target>"])
def test_native_codes_are_read_as_html(code_of: str, address: str, code: str) -> None:
    tag = f'&lt;a href="{address}"&gt;'
    source = f"<xliff>{code_of.format(tag)}</xliff>"
    assert [one.problem.code for one in lint(source.encode(), "a.xlf")] == [code]


def test_a_form_needs_what_all_forms_have() -> None:
    assert findings("One https://a.example/x file", "Eine Datei", plural="%d files") == []
    assert findings("One https://a.example/x", "Eine", plural="%d https://a.example/x") == [("Eine", None)]


@pytest.mark.parametrize(
    ("name", "source", "places"),
    [
        (
            "a.xlf",
            "<trans-unit><source>See http://a.example/x</source><target>Siehe "
            "⟦http://a.example/y⟧</target></trans-unit>",
            1,
        ),
        ("a.xlf", '<source>http://a.example/x</source><target state="needs-translation">x</target>', 0),
        ("a.xlf", "<source>http://a.example/en/x</source><target>http://a.example/de/x</target>", 0),
        ("a.xlf", "<source>http://a.example/x</source><source>y</source><target>x</target>", 0),
        ("a.ts", '<?xml version="1.0"?><source>http://a.example/x&amp;y</source><translation>⟦Hier⟧</translation>', 1),
        ("a.xml", '<source>http://a.example/</source><translation type="unfinished">x</translation>', 0),
        ("a.xlf", '<source>&lt;a href="http://a.example/x"&gt;</source><target>"http://a.example/x"</target>', 0),
        ("a.xlf", "<source>http://a.example/x</source><target/><target>", 0),
        # of Qt by its content, after comments; each form for itself
        ("a.ts", "<!-- x -->\n<!DOCTYPE TS><source>http://a.example/x</source><translation>⟦Hier⟧</translation>", 1),
        (
            "a.ts",
            "<TS><source>%n http://a.example/x</source><translation><numerusform>⟦Hier⟧</numerusform><numerusform/>"
            "<numerusform></numerusform><numerusform>%n http://a.example/x</numerusform></translation></TS>",
            1,
        ),
        # ITS 2.0 §8.1, XLIFF 2.0 §4.3.1.31: what is not to be translated; proposals; what is not done (§4.3.1.28)
        ("a.xlf", '<unit translate="no"><source>http://a.example/x</source><target>x</target></unit>', 0),
        (
            "a.xlf",
            '<group translate="no"><unit><source>http://a.example/x</source><target>x</target></unit></group>'
            "<unit><source>http://a.example/x</source><target>⟦x⟧</target></unit>",
            1,
        ),
        ("a.xlf", "<alt-trans><source>http://a.example/x</source><target>x</target></alt-trans>", 0),
        ("a.xlf", '<segment state="initial"><source>http://a.example/x</source><target>x</target></segment>', 0),
        # XLIFF 1.2 §2.4.5, 2.1 §4.7.2: codes that are those of the source by their ids
        ("a.xlf", '<source><x id="1" equiv-text="http://a.example/x"/>it</source><target>x <x id="1"/></target>', 0),
        ("a.xlf", '<source><g id="1" xhtml:href="http://a.example/x">x</g></source><target><g id="1"/></target>', 0),
        ("a.xlf", '<source><pc id="0" dispStart="http://a.example/x">x</pc></source><target><pc id="0"/></target>', 0),
        (
            "a.xlf",
            '<source><bpt id="1">&lt;a href="http://a.example/x"&gt;</bpt>x<ept id="1">&lt;/a&gt;</ept></source>'
            '<target><bpt id="1"/>x<ept id="1"/></target><source><bpt id="1">http://a.example/x</bpt>'
            '<ept id="1"/></source><target>⟦x<ept id="1"/>⟧</target>',
            1,
        ),
        (
            "a.xlf",
            '<source><g id="1" xhtml:href="http://a.example/x">http://b.example/x</g></source>'
            '<target>⟦<g id="1">x</g>⟧</target>',
            1,
        ),
        (
            "a.xlf",
            '<source><x id="1" equiv-text="http://a.example/x"/></source>'
            '<target>x <x id="1" equiv-text="⟦http://a.example/y⟧"/></target>',
            1,
        ),
        # XLIFF 2.1 §4.2.2.11: codes that are beside the texts
        *(
            (
                "a.xlf",
                '<unit><originalData><data id="1">&lt;a href="http://a.example/x"></data><data id="2">&lt;/a></data>'
                f"</originalData><source><pc dataRefStart='1' dataRefEnd='2'>x</pc></source><target>{text}</target>"
                '</unit><unit><originalData><data id="1">&lt;b></data></originalData><source><ph dataRef="1"/></source>'
                "<target>x</target></unit>",
                places,
            )
            for text, places in (("<pc dataRefStart='1' dataRefEnd='2'>y</pc>", 0), ("⟦y⟧", 1))
        ),
        ("a.xlf", "<source>https://yourhost.example.com/</source><target>https://deinhost.example.com/</target>", 0),
    ],
)  # fmt: skip
def test_translations_in_xml(name: str, source: str, places: int) -> None:
    text = source.replace("⟦", "").replace("⟧", "")
    found = lint(text.encode(), name, rules=rules_of(["translated-iri"]))
    assert len(found) == places
    for each in found:
        marked = (
            f"{text[: each.problem.start]}⟦{text[each.problem.start : each.problem.end]}⟧{text[each.problem.end :]}"
        )
        assert marked == source


def marked(name: str, original: str, translation: str) -> str:
    """Return a translation with its findings marked."""
    text = re.sub("[⟦⟧]", "", translation)
    around = Surroundings(original=(f"original.{name.rpartition('.')[2]}", original.encode()))
    found = lint(text.encode(), name, rules=rules_of(["translated-iri"]), surroundings=around)
    for start, end in sorted(((one.problem.start, one.problem.end) for one in found), reverse=True):
        text = f"{text[:start]}⟦{text[start:end]}⟧{text[end:]}"
    return text


GUIDE = "# A\n\n[a](http://a.example/en/a) and <http://b.example/b>.\n\nSee http://c.example/guide/start.\n"


@pytest.mark.parametrize(
    ("name", "original", "translation"),
    [
        ("a.md", GUIDE, "# A\n\n[ä](http://a.example/de/a) und <http://b.example/b>.\n\nhttps://c.example/guide/start.\n"),
        ("a.md", GUIDE, "# A\n\n[ä](http://a.example/de/a) und <⟦http://b.example/b⟧>.\n\nSiehe hier.\n"),
        ("a.md", GUIDE, "# A\n\n[ä](http://a.example/a), <http://b.example/b>.\n\nSiehe ⟦http://c.example/giude/start⟧.\n"),
        ("a.md", GUIDE, "⟦⟧# A\n\nb.example/b http://c.example/guide/start\n"),
        # in another place, by another address, in code, by a name of the site's own
        ("a.md", GUIDE, "http://c.example/guide/start\n\nhttp://a.example/a <http://b.example/b>"),
        ("a.md", GUIDE, "[ä](http://a.example/a) <http://b.example/b> Siehe http://d.example/anleitung"),
        ("a.md", GUIDE, "[ä](http://a.example/a) <http://b.example/b> `http://c.example/guide/start`"),
        ("a.md", GUIDE, "[ä](http://a.example/a) <http://b.example/b> [x](c:guide/start)"),
        ("a.rst", "See http://a.example/x.\n", "⟦⟧Siehe dort.\n"),
        ("a.html", "<a href='http://a.example/x?a&amp;b'>x</a>", "<a href='⟦http://a.example/x?a&amp;c⟧'>x</a>"),
        ("a.json", '{"a": "See http://a.example/x", "b": ["http://b.example/"]}', '{"b": ["⟦x⟧"], "a": "⟦Siehe⟧"}'),
        ("a.json", '{"a": "See http://a.example/x", "b": "http://b.example"}', '{"b": "x http://b.example/", "a": ""}'),
        ("a.json", '{"a": {"x": "http://a.example/x"}, "x": "no"}', '{"a": {"x": "http://a.example/x"}, "x": "x"}'),
        ("de.yml", "en:\n  a:\n    b: http://a.example/x\n", "de:\n  # b\n\n  b: y\n  a:\n    b: ⟦x⟧\n"),
        ("de.toml", "[a]\nx = 'http://a.example/x'\n[b]\nx = 'y'\n", "[b]\nx = 'y'\n[a]\nx = '⟦y⟧'\n"),
        ("a_de.properties", "a=b\nx=See http://a.example/x\n", "x=⟦Siehe⟧\na=c\n"),
        ("a.strings", '"a" = "http://a.example/x";', '"a" = "⟦y⟧";\n"b" = "z";'),
        (
            "strings.xml",
            '<string name="a">See <a href="http://a.example/é">x</a>.</string><string name="b">http://b.example/</string>',
            '<!-- a --><string name="b">x http://b.example/</string><string name="a">⟦Siehe <b>x</b>⟧</string>',
        ),
        (
            "strings.xml",
            '<plurals name="a"><item quantity="one">http://a.example/1</item><item quantity="other">x</item></plurals>',
            '<plurals name="a"><item quantity="other">x</item><item quantity="one">⟦x⟧</item></plurals>',
        ),
        (
            "strings.xml",
            '<string-array name="a"><item>http://a.example/1</item><item>http://a.example/2</item></string-array>',
            '<string-array name="a"><item>http://a.example/1</item><item>⟦x⟧</item></string-array>',
        ),
        (
            "strings.xml",
            r'<resources><string name="a">http://a.example/?x\u0026y</string></resources>',
            '<resources><string name="a">http://a.example/?x&amp;y</string></resources>',
        ),
        (
            "a.resx",
            '<root><data name="a"><value>See http://a.example/é</value><comment>http://c.example/</comment></data></root>',
            '<root><data name="a"><value>⟦Siehe⟧</value></data><data name="b"><value>x</value></data></root>',
        ),
        ("strings.xml", '<string name="a">http://a.example/x</string>', '<string name="a"/><string name="b"/>'),
        ("a.xml", '<string name="a" translatable="false">http://a.example/</string>', '<string name="a">x</string>'),
        ("strings.xml", '<string name="a">http://a.example/x</string>', "<resources></resources>"),
        # not to be translated
        ("a.html", '<p class=a translate="no"><b>http://a.example/x<img></b></p> http://b.example/', "http://b.example/"),
        ("a.dita", '<p translate="no">http://a.example/x<p/></p>http://b.example/', "⟦⟧<p></p>"),
        ("a.html", '<br translate="no"><p translate="yes">http://a.example/x</p>', "⟦⟧<p></p>"),
        # a relative link to the page
        ("a.md", "[x](http://a.example/docs/tag-plugins#Code)", "[x](tag-plugins#Kode)"),
        # a document, not one of texts with names
        ("a.dita", "<p>See http://a.example/x</p>", "⟦⟧<p>Siehe</p>"),
        ("a.json", '{"a": "http://a.example/users/username"}', '{"a": "http://a.example/users/benutzername"}'),
        # two of a name cannot be told apart
        ("a.yml", "- x: http://a.example/x\n- x: y\n", "- x: a\n- x: b\n"),
    ],
)  # fmt: skip
def test_what_a_translation_lacks_of_its_original(name: str, original: str, translation: str) -> None:
    assert marked(name, original, translation) == translation


def test_a_text_is_mended_in_its_original() -> None:
    for translation, number in {"x": 0, "": 1}.items():
        source = f"<source>http://a.example/%zz</source><target>{translation}</target>"
        assert len(lint(source.encode(), "a.xlf", rules=rules_of(["bare-percent"]))) == number


def test_an_original_in_another_format_is_not_compared() -> None:
    around = Surroundings(original=("a.rst", b"See http://a.example/x."))
    assert lint(b"Siehe dort.", "a.md", surroundings=around) == []


def test_what_html_is_to_say_is_escaped() -> None:
    around = Surroundings(original=("a.html", b"<a href='http://a.example/x?a&amp;b'>x</a>"))
    (found,) = lint(b"<a href='http://a.example/x?a&amp;c'>x</a>", "b.html", surroundings=around)
    assert found.problem.fix == "http://a.example/x?a&amp;b"


@pytest.mark.parametrize(
    ("name", "original", "translation"),
    [
        ("a.json", r'{"a": "https://a.example/guide?q=\"x\" now"}', r'{"a": "https://a.example/giude?q=\"x\" jetzt"}'),
        ("a.yaml", "a: 'https://a.example/guide/it''s now'", "a: 'https://a.example/giude/it''s jetzt'"),
        ("a.tex", r"\url{https://a.example/guide/50\%25/x}", r"\url{https://a.example/giude/50\%25/x}"),
        ("a.tex", r"See https://a.example/guide/install\_x now", r"Siehe https://a.example/guide/instal\_x jetzt"),
        ("a.org", r"[[https://a.example/guide/\[b\]][x]]", r"[[https://a.example/giude/\[b\]][x]]"),
        ("a.md", "See https://a.example/guide/_x_ now", "Siehe https://a.example/giude/-x- jetzt"),
        ("a.html", "<a href='https://a.example/guide?q=&#39;x'>x</a>", "<a href='https://a.example/giude?q=&#39;x'>x</a>"),
        ("a.html", '<a href="https://a.example/guide?q=&quot;x">x</a>', '<a href="https://a.example/giude?q=&quot;x">x</a>'),
    ],
)  # fmt: skip
def test_no_address_is_copied_that_must_be_escaped(name: str, original: str, translation: str) -> None:
    around = Surroundings(original=(name, original.encode()))
    found = lint(translation.encode(), name, rules=rules_of(["translated-iri"]), surroundings=around)
    assert [one.problem.fix for one in found] == [None]
    assert found[0].problem.message.endswith("; copy its address, with the escapes that this format needs")


def test_a_document_that_lacks_much_is_read_in_linear_time() -> None:
    links = "".join(f"<http://a.example/{number}>\n" for number in range(3000))
    around = Surroundings(original=("a.md", links.encode()))
    assert len(lint(b"x" * 3000, "b.md", rules=rules_of(["translated-iri"]), surroundings=around)) <= 100
