"""Right-to-left IRIs on a page: the glyphs stand in the order of a left-to-right embedding."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest

from extract.present.bidi import isolate, visual_order

pytestmark = pytest.mark.all

CASES = Path(__file__).parents[1] / "cases" / "bidi_examples.txt"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUV"
LETTERS = {
    "he": str.maketrans(CAPITALS, "אבגדהוזחטיכלמנסעפצקרשת"),
    "ar": str.maketrans(CAPITALS, "ابتثجحخدذرزسشصضطظعغفقك"),
}
PROSE = {
    "ar": ("ar", "انظر الصفحة {} في كتاب القراءة (الطبعة 3)، ثم عد إلى البداية."),
    "he": ("he", "ראו את הדף {} בספר הקריאה (מהדורה 3), ואז חזרו להתחלה."),
    "fa": ("ar", "صفحهٔ {} را در کتاب ببینید (چاپ ۳)، سپس به آغاز برگردید."),
    "ur": ("ar", "کتاب میں صفحہ {} دیکھیں (طبع ۳)، پھر شروع پر واپس آئیں۔"),
    "en": ("he", "See the page {} in the reader (edition 3), then go back to the start."),
}
EXAMPLES = [
    line.split("|")[1].strip() for line in CASES.read_text("utf-8").splitlines() if line and not line.startswith("#")
]
ASCII_EXAMPLES = ["http://example.com/a/", "http://example.com/?q=1#", "mailto:a@b.example"]

FORMS = {
    "dir": lambda iri: f'<a dir="ltr" href="#">{html.escape(iri)}</a>',
    "bdi": lambda iri: f'<bdi dir="ltr">{html.escape(iri)}</bdi>',
    "isolate": lambda iri: f"<i>{html.escape(isolate(iri))}</i>",
    "embedding": lambda iri: f"<i>{html.escape(isolate(iri, 'embedding'))}</i>",
    "bare": lambda iri: f"<i>{html.escape(iri)}</i>",
}

# The characters of each marked element in the order of the left edges of their boxes.
READ_ORDER = """
() => [...document.querySelectorAll('a, bdi, i')].map(element => {
  const node = element.firstChild, boxes = [];
  for (let i = 0; i < node.length; i++) {
    const range = document.createRange();
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const box = range.getBoundingClientRect();
    if (box.width > 0) boxes.push([box.left, node.data[i]]);
  }
  return boxes.sort((a, b) => a[0] - b[0]).map(box => box[1]).join('');
})
"""


def page_of(form: str, direction: str) -> tuple[str, list[str]]:
    """Return a page with every example in the prose of every language, and the IRIs in order."""
    body, iris = [], []
    for language, (letters, prose) in PROSE.items():
        for example in [*EXAMPLES, *ASCII_EXAMPLES]:
            iri = example.translate(LETTERS[letters])
            iris.append(iri)
            body.append(f'<p lang="{language}" dir="{direction}">{prose.format(FORMS[form](iri))}</p>')
    style = "body { font: 15px 'DejaVu Sans', FreeSans } p { margin: 2px; white-space: nowrap }"
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style>{"".join(body)}', iris


def read(page: Any, form: str, direction: str) -> tuple[list[str], list[str]]:
    """Return the IRIs in the order in which the browser draws them, and in logical order."""
    text, iris = page_of(form, direction)
    page.set_content(text)
    return page.evaluate(READ_ORDER), iris


@pytest.fixture(scope="module")
def page(chromium: Any) -> Any:
    browser = chromium(args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"])
    yield browser.new_page(viewport={"width": 1600, "height": 1400})
    browser.close()


@pytest.mark.requirement(79, 80)
@pytest.mark.parametrize("direction", ["rtl", "ltr"])
@pytest.mark.parametrize("form", ["dir", "bdi", "isolate", "embedding"])
def test_the_order_is_that_of_a_left_to_right_embedding(page: Any, form: str, direction: str, tmp_path: Path) -> None:
    drawn, iris = read(page, form, direction)
    page.screenshot(path=tmp_path / f"{form}-{direction}.png", full_page=True)
    assert drawn == [visual_order(iri) for iri in iris]


def test_a_bare_iri_is_drawn_in_another_order(page: Any) -> None:
    """The page above would not tell anything otherwise."""
    drawn, iris = read(page, "bare", "rtl")
    moved = [iri for iri, order in zip(iris, drawn, strict=True) if order != visual_order(iri)]
    assert len(moved) > len(iris) // 2
    assert "http://example.com/a/" in moved
