"""Make the pictures of docs/images: what Sphinx and the integrations show alone, and with ours.

python -m tools.screenshots
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from sphinx.application import Sphinx

from tools.integrations_table import TEXTS, file_of, links_of_html, name_of, renderers

IMAGES = Path(__file__).parents[1] / "docs" / "images"
# What is between ⟦ and ⟧ should be a link.
LINES = [
    "詳しくは ⟦https://ja.wikipedia.org/wiki/日本語⟧。次に進みます。",
    "Подробнее: ⟦https://ru.wikipedia.org/wiki/Россия_(страна)⟧.",
    "Adresse: ⟦http://müller.example/straße⟧, siehe unten.",
    "المزيد: ⟦https://ar.wikipedia.org/wiki/عنوان⟧.",
]
STYLE = """
body { font: 17px/1.7 "DejaVu Sans", "Noto Sans CJK JP", sans-serif; margin: 0; padding: 6px 14px; background: white }
p { margin: 0; display: inline } a.headerlink { display: none }
.line { padding-left: 26px; position: relative }
.line::before { content: "✗"; color: #b3261e; font-weight: bold; position: absolute; left: 4px }
.right::before { content: "✓"; color: #146c2e }
a { color: #0645ad; text-decoration: underline; background: #ffd9d6 } .right a { background: #cdf2cf }
.title { font-weight: bold; margin: 10px 0 2px; color: #555; display: block }
"""


def built(folder: Path, *extensions: str) -> list[str]:
    """Build a page of the lines, and return each as HTML."""
    source = folder / "-".join(("source", *extensions))
    source.mkdir()
    items = "".join(f"* {unmarked(line)}\n" for line in LINES)
    (source / "index.rst").write_text(f"Reading on\n==========\n\n{items}", encoding="utf-8")
    (source / "conf.py").write_text(f"extensions = {list(extensions)!r}\n", encoding="utf-8")
    out = source / "out"
    Sphinx(source, source, out, out / "doctrees", "html", status=None, warning=None).build()
    text = (out / "index.html").read_text(encoding="utf-8")
    return re.findall(r"<li><p>(.*?)</p>", text[text.index('<ul class="simple">') :])


def unmarked(line: str) -> str:
    """Return a line without its marks."""
    return re.sub("[⟦⟧]", "", line)


def lines_of(marked: list[str], rendered: list[str]) -> str:
    """Return lines in HTML, those with exactly the links that are marked as right."""
    pairs = zip(marked, rendered, strict=True)
    right = [links_of_html(html) == re.findall("⟦(.*?)⟧", line) for line, html in pairs]
    return "".join(
        f'<div class="line{" right" if is_right else ""}">{html}</div>'
        for is_right, html in zip(right, rendered, strict=True)
    )


def take(page: Page, name: str, alone: str, before: str, ours: str, after: str) -> None:
    """Take a picture of two pieces of HTML, each under its title."""
    html = f"<meta charset=utf-8><style>{STYLE}</style><p class=title>{alone}</p>{before}"
    page.set_content(html + f"<p class=title>{ours}</p>{after}")
    page.screenshot(path=IMAGES / f"{name}.png", full_page=True)


def main() -> None:
    """Build, and take the pictures in Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = (lines_of(LINES, built(Path(folder), *ours)) for ours in ([], ["sphinx_iri"]))
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 620, "height": 100})
        take(page, "before-after", "Sphinx alone", before, "with sphinx_iri", after)
        page.set_viewport_size({"width": 460, "height": 100})
        texts = [*TEXTS.values()]
        for title, pair in renderers().items():
            shown = [lines_of(texts, [str(render(unmarked(text))) for text in texts]) for render in pair]
            name = file_of(title)
            alone = "pymdownx.magiclink" if name == "markdown" else f"{name_of(title)} alone"
            take(page, f"host-{name}", alone, shown[0], "with the line changed", shown[1])
        browser.close()


if __name__ == "__main__":
    main()
