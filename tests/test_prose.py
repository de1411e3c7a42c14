"""The pages read well: short sentences, hardly a semicolon, no diary of measurements."""

from pathlib import Path

from tools.prose import COUNTS, ROOT, pages, read

PAGES = [path.relative_to(ROOT).as_posix() for path in pages()]
FIGURES = {"docs/measurements.rst", "docs/conformance.rst"}


def test_a_page_has_short_sentences() -> None:
    for page in PAGES:
        prose = read(ROOT / page)
        words = prose.words()
        assert [sentence for sentence, count in zip(prose.sentences, words, strict=True) if count > 35] == [], page
        assert sum(words) <= 16 * len(words) or len(words) < 5, page
        assert prose.semicolons() <= 1, page


def test_figures_are_in_one_place() -> None:
    sentences = [(page, one) for page in PAGES if page not in FIGURES for one in read(ROOT / page).sentences]
    assert [(page, sentence) for page, sentence in sentences if COUNTS.search(sentence)] == []


def test_how_prose_is_read(tmp_path: Path) -> None:
    page = tmp_path / "page.rst"
    page.write_text(
        "Title\n=====\n\nOne `two <a.rst>`__ ``x; y``; three. Four five:\n\n.. note::\n\n   Not this.\n\n- Six is.\n",
        "utf-8",
    )
    prose = read(page)
    assert prose.sentences == ["One two CODE; three.", "Four five:", "Six is."]
    assert (prose.words(), prose.semicolons(), prose.lines) == ([4, 2, 2], 1, 10)
