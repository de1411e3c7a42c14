"""The words of the extension in built pages, in the language of the project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_iri.grouping import heading, words
from tests.sphinx.building import build_text

PAGE = ":ref:`iri-index` https://ru.wikipedia.org/wiki/Москва https://example.com/Ⴐ https://example.com/日\n"


@pytest.mark.parametrize(
    ("language", "title", "short", "headings"),
    [
        ("en", "Index of IRIs", "IRIs", ["Cyrillic", "Georgian", "Han"]),
        ("ja", "IRI の索引", "IRI", ["キリル文字", "ジョージア文字", "漢字"]),
        ("ar", "فهرس معرّفات IRI", "معرّفات IRI", ["السيريلية", "الجورجية", "الهان"]),
        ("zh_CN", "IRI 索引", "IRI", ["西里尔文", "格鲁吉亚文", "汉字"]),
        ("ko", "Index of IRIs", "IRIs", ["키릴\u00a0문자", "조지아\u00a0문자", "한자"]),  # no catalog: the names only
        ("tlh", "Index of IRIs", "IRIs", ["Cyrillic", "Georgian", "Han"]),
    ],
)
def test_index(tmp_path: Path, language: str, title: str, short: str, headings: list[str]) -> None:
    built = build_text(tmp_path, PAGE, f"iri_index = True; language = {language!r}", "html", "-W")
    assert built.status == 0, built.warnings
    page: Any = built.page("iri-index.html")
    assert [page.h1.get_text(), *(row.get_text().strip("\n ") for row in page.select("tr.cap"))] == [title, *headings]
    iris = [code.get_text() for code in page.select("code.xref") if code.select("span[dir=ltr]")]
    assert [iri for iri in iris if ":" in iri] == [
        f"https://{end}" for end in ("ru.wikipedia.org/wiki/Москва", "example.com/Ⴐ", "example.com/日")
    ]
    assert title in [link.get_text() for link in built.page().select("a[href^=iri-index]")]


@pytest.mark.parametrize(("builder", "suffix"), [("latex", "tex"), ("texinfo", "texi"), ("text", "txt")])
def test_a_reference_to_the_index_is_its_title(tmp_path: Path, builder: str, suffix: str) -> None:
    text = PAGE.replace("`iri-index`", "`iri-index` :ref:`see <iri-index>`")
    (written,) = build_text(tmp_path, text, "iri_index = True; language = 'ja'", builder).out.glob(f"*.{suffix}")
    paragraph = next(line for line in written.read_text("utf-8").splitlines() if "IRI の索引" in line)
    assert "see" in paragraph
    assert "index" not in paragraph


def test_scripts_without_a_name() -> None:
    assert heading("Other", "en") == "Other"
    assert heading("Han+Hiragana", "ja") == "漢字+ひらがな"
    assert heading("Thai", "de") == "Thai"


def test_the_words_of_a_region() -> None:
    others = {"de": "Andere", "de_AT": "Andere", "zh_CN": "其他", "zh_TW": "Other", "en": "Other"}
    for language, other in others.items():
        assert words(language)[2] == heading("Other", language) == other
