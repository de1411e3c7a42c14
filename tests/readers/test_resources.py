"""Fixes in strings and fields, and which files in folders are read."""

import pytest

from extract import lint
from extract.linter import fix, lint_file
from extract.readers import Document, format_of
from extract.readers.formats import format_in_folder
from extract.rules import usual_rules


# What a rule would write, in strings: without anything that has to be escaped, or not at all.
@pytest.mark.parametrize(
    ("name", "source", "fixed"),
    [
        ("a.json", '["See https//a.example/é"]', '["See https://a.example/é"]'),
        ("a.json", r'["See https\/\/a.example/é"]', None),
        ("a.yml", "x: See https//a.example/é", "x: See https://a.example/é"),
        ("a.yml", "x: http://a.example/%u00FC", "x: http://a.example/ü"),
        # mistakes in schemes
        ("a.csv", "x,https//a.example/é,y\n", "x,https://a.example/é,y\n"),
        ("a.tsv", "x\ty\nx\thttps;//a.example/é\n", "x\ty\nx\thttps://a.example/é\n"),
        ("a.vue", '<template><b to="https//a.example/é"/>', '<template><b to="https://a.example/é"/>'),
    ],
)
def test_fixes_need_no_escapes(name: str, source: str, fixed: str | None) -> None:
    done = fix(
        Document(source.encode(), name), lambda document: lint_file(document, usual_rules()).findings, unsafe=True
    )
    assert done.data.decode() == (fixed or source)


def test_format_strings_of_apple_are_no_mistakes() -> None:
    assert lint(b'"a" = "http://a.example/%@"; "b" = "http://a.example/%1$@/x";', "a.strings") == []


CATALOGS = """locales/en/common.json src/i18n/app.yml config/locales/devise.pt-BR.yml de.json a/zh_hans.json
    src/messages.yaml lib/app_fr.arb App/Localizable.xcstrings App/Main.strings"""
SETTINGS = "package.json .github/workflows/ci.yml mkdocs.yml data/index.json"


@pytest.mark.parametrize("path", [*CATALOGS.split(), *SETTINGS.split()])
def test_in_folders_catalogs_are_read_and_settings_are_not(path: str) -> None:
    assert (format_in_folder(path) is not None) is (path in CATALOGS.split())
    assert format_of(path).module == "resources"  # if it is named
