"""Names of scripts in the language of a project; what pages have is in ``cases/sphinx.txt``."""

from __future__ import annotations

from sphinx_iri.grouping import heading, words


def test_scripts_without_a_name() -> None:
    assert heading("Other", "en") == "Other"
    assert heading("Han+Hiragana", "ja") == "漢字+ひらがな"
    assert heading("Thai", "de") == "Thai"


def test_the_words_of_a_region() -> None:
    others = {"de": "Andere", "de_AT": "Andere", "zh_CN": "其他", "zh_TW": "Other", "en": "Other"}
    for language, other in others.items():
        assert words(language)[2] == heading("Other", language) == other
