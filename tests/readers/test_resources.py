"""Resource strings: which values are read, their escapes, their places, their fixes; and which files in folders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import lint
from extract.linter.fixes import fix
from extract.readers import FORMATS, decode, format_of
from extract.readers.formats import format_in_folder
from tests.examples import examples
from tests.marking import assert_read_at_places

CASES = {
    "json": [
        r'{"http://b.example/": "⟦http://a.example/é.⟧", "x": ["⟦http:\/\/a.example\/\ud83d\ude00⟧", '
        r'"\"⟦http://c.example/⟧\""]}',
        "{// http://b.example/\n'x': 'See ⟦http://a.example/é⟧', /* http://b.example/ */ \"y\": "
        "\"`⟦http://c.example/⟧`\"}",
        '{"x": "<a href=\\"⟦http://a.example/⟧\\">é</a>, http://{host}/", "y": "⟦http://a.example/{id}⟧"}',
        '{"x": "\\u0068ttp no", "y": "⟦http\\u003a//a.example/⟧\\n⟦http://b.example/⟧\\tx", "z": "open '
        '⟦http://c.example/⟧',
    ],
    "yaml": [
        "x: ⟦http://a.example/é#b⟧ # http://b.example/\ny: 'It''s ⟦http://a.example/⟧'\nz: "
        "\"⟦http:\\/\\/a.example/\\xe9\\u00e9⟧\\n\"\n",
        "http://b.example/: x\n'http://b.example/': x\n- ⟦http://a.example/⟧\n- x: "
        "⟦http://b.example/⟧\n  y: ! ⟦http://c.example/⟧\n",
        "x: |-  # http://b.example/\n  See: ⟦http://a.example/⟧ # ⟦http://b.example/⟧\n\n  "
        "⟦http://c.example/⟧\ny: >\n\n  ⟦http://d.example/⟧\nz: 1",
        "x: {url: ⟦http://a.example/⟧, 'http://b.example/': [⟦http://c.example/⟧, "
        "\"⟦http://d.example/⟧\"], e: ⟦http://e.example/⟧}\n",
        "x: [\n  ⟦http://a.example/⟧, # http://b.example/\n]\n- |\n ⟦http://c.example/⟧\n- ? ⟦http://d.example/⟧\n",
        "x: plain\n  ⟦http://a.example/⟧ text\n\n  and ⟦http://b.example/⟧\ny: \"⟦http://c.example/⟧\n  "
        "z: ⟦http://d.example/⟧\"\n",
        "- - x: |\n      ⟦http://a.example/⟧\n    http://b.example/: ⟦http://c.example/⟧\n",
        "x: {{ ⟦http://b.example/⟧\r\ny: ⟦http://a.example/é⟧\r\n",
    ],
    "toml": [
        "# http://b.example/\n[a.'http://b.example/']\nx = "
        "\"⟦http://a.example/\\u00e9⟧\"\n'http://b.example/' = '⟦http://c.example/⟧'\n",
        "x = [\n  '⟦http://a.example/⟧', # http://b.example/\n  "
        "['⟦http://c.example/⟧'],\n]\n[\"http://b.example/\"]\ny = 1\n",
        "x = {'http://b.example/' = '⟦http://a.example/⟧', y.'http://b.example/' = '⟦http://c.example/⟧'}",
        'x = """\n"See" ⟦http://a.example/⟧ \\\n   ⟦http://c.example/⟧"""\ny = '
        '\'\'\'\n⟦http://d.example/⟧ \\u0068\'\'\'',
    ],
    "properties": [
        "#http://b.example/\n  ! http://b.example/\nx=⟦http\\://a.example/\\u00e9⟧\nhttp\\://b.example/ "
        ": ⟦http://c.example/⟧ it''s\n",
        "x = ⟦http\\://a.exam\\\n    ple/é⟧ \\\r\n   ⟦http://b.example/⟧\ny ⟦http://c.example/⟧\n",
        "x=<a href='⟦http://a.example/⟧'>{0}</a> http://{0}/\n",
    ],
    "strings": [
        '/* http://b.example/ */\n"http://b.example/" = "See \\"⟦http://a.example/\\U00e9⟧\\""; // '
        'http://b.example/\nx = "⟦http://c.example/⟧";',
        '"x" = "// ⟦http://a.example/⟧";\n"y" = "%@ /* ⟦http://b.example/⟧";',
    ],
}  # fmt: skip


@pytest.mark.parametrize(("format", "marked"), [(name, case) for name, cases in CASES.items() for case in cases])
def test_values_are_read_at_their_places(format: str, marked: str) -> None:
    assert_read_at_places(FORMATS[format], marked)


@pytest.mark.parametrize(
    ("format", "source", "link"),
    [
        ("json", r'["http:\/\/a.example\/\ud83d\ude00\u00e9"]', "http://a.example/😀é"),
        ("json", r'["<a href=\"http://a.example/?a&amp;\u00e9\">x</a>"]', "http://a.example/?a&é"),
        ("json", r'["\ud83d http://a.example/"]', "http://a.example/"),
        ("yaml", r'"http://a.example/\xe9\u00e9\U0001F600"', "http://a.example/éé😀"),
        ("yaml", "x: '(http://a.example/it''s)'", "http://a.example/it's"),
        ("toml", r'x = "http://a.example/\U0001f600"', "http://a.example/😀"),
        ("toml", r"x = 'http://a.example/\u00e9'", "http://a.example/"),
        ("properties", "x=http\\://a.example/\\u00E9\\\n\t b", "http://a.example/éb"),
        ("strings", r'"x" = "http://a.example/\U00e9\U0101";', "http://a.example/éā"),
    ],
)
def test_escapes_are_resolved(format: str, source: str, link: str) -> None:
    found = [one.text for passage in FORMATS[format].read(source) for one in passage.links()]
    assert found == [link]


# What a rule would write, in strings: without anything that has to be escaped, or not at all.
@pytest.mark.parametrize(
    ("name", "source", "fixed"),
    [
        ("a.json", '["See https//a.example/é"]', '["See https://a.example/é"]'),
        ("a.json", r'["See https\/\/a.example/é"]', None),
        ("a.yml", "x: See https//a.example/é", "x: See https://a.example/é"),
        ("a.properties", "x=http://a.example/%25C3%25BC", "x=http://a.example/%C3%BC"),
        ("a.properties", "x=http://a.example/%u00FC", None),  # Java up to 8 reads ISO 8859-1, later versions UTF-8
        ("a.yml", "x: http://a.example/%u00FC", "x: http://a.example/ü"),
    ],
)
def test_fixes_need_no_escapes(name: str, source: str, fixed: str | None) -> None:
    done = fix(name, source.encode(), lambda data: lint(data, name), unsafe=True)
    assert done.data.decode() == (fixed or source)


def test_a_bundle_that_is_no_utf8_is_latin1() -> None:
    data = "x=http://a.example/é".encode("latin-1")
    assert decode(data, None, FORMATS["properties"]).encoding == "latin-1"
    assert decode("x=é".encode(), None, FORMATS["properties"]).encoding == "utf-8"
    assert lint(data, "a.properties") == []


def test_format_strings_of_apple_are_no_mistakes() -> None:
    assert lint(b'"a" = "http://a.example/%@"; "b" = "http://a.example/%1$@/x";', "a.strings") == []


@pytest.mark.parametrize(
    ("path", "is_read"),
    [
        ("locales/en/common.json", True),
        ("src/i18n/app.yml", True),
        ("config/locales/devise.pt-BR.yml", True),
        ("de.json", True),
        ("a/zh_hans.toml", True),
        ("src/Messages_sv.properties", True),
        ("src/messages.properties", True),
        ("lib/app_fr.arb", True),
        ("App/Localizable.xcstrings", True),
        ("App/Main.strings", True),
        ("package.json", False),
        (".github/workflows/ci.yml", False),
        ("mkdocs.yml", False),
        ("pyproject.toml", False),
        ("gradle-wrapper.properties", False),
        ("data/index.json", False),
    ],
)
def test_in_folders_catalogues_are_read_and_settings_are_not(path: str, is_read: bool) -> None:
    assert (format_in_folder(path) is not None) is is_read
    assert format_of(path).module == "resources"  # if it is named


PIECES = (
    r"""http://a.example/ é " ' ''' \""" \" \u00e9 \ud83d \ [ ] { } = : # - | > // /* */ x: ? ! & , http: ` """.split()
)


@examples(300)
@given(
    st.lists(st.sampled_from([*PIECES, " ", "\n", "\r\n", "\t", "  "]) | st.text(max_size=3), max_size=30).map("".join)
)
@pytest.mark.parametrize("format", CASES)
def test_any_text_is_read_at_its_places(format: str, text: str) -> None:
    for passage in FORMATS[format].read(text):
        for link in passage.links():
            start, end = passage.span(link.start, link.end)
            assert 0 <= start < end <= len(text)
