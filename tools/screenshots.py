"""Make the pictures of docs/images: what Sphinx and the hosts of the drop-ins show alone, and with ours.

python -m tools.screenshots
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from html import escape
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from sphinx.application import Sphinx

from tools.hosts_table import TEXTS, renderers

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PAGE = """\
Reading on
==========

* 詳しくは https://ja.wikipedia.org/wiki/日本語。次に進みます。
* Подробнее: https://ru.wikipedia.org/wiki/Россия_(страна).
* Adresse: http://müller.example/straße, siehe unten.
* المزيد: https://ar.wikipedia.org/wiki/عنوان.
"""
# What a link leads to is shown beside it, as the status bar of a browser would.
STYLE = """
body { font: 17px/1.7 "DejaVu Sans", "Noto Sans CJK JP", sans-serif; margin: 0; padding: 6px 18px; background: white }
h1 { display: none } ul { padding-left: 20px; margin: 8px 0 } p { margin: 0 } a.headerlink { display: none }
div.related, div.sphinxsidebar, div.footer, div.clearer { display: none }
a { color: #0645ad; text-decoration: underline; background: #fff3b0 }
.title { font-weight: bold; margin: 10px 0 2px; color: #555 }
"""


def body(folder: Path, *extensions: str) -> str:
    """Build the page, and return what stands in its body."""
    source = folder / "-".join(("source", *extensions))
    source.mkdir()
    (source / "index.rst").write_text(PAGE, encoding="utf-8")
    (source / "conf.py").write_text(f"extensions = {list(extensions)!r}\n", encoding="utf-8")
    out = source / "out"
    Sphinx(source, source, out, out / "doctrees", "html", status=None, warning=None).build()
    text = (out / "index.html").read_text(encoding="utf-8")
    return text[text.index("<ul") : text.index("</ul>") + 5]


def take(page: Page, name: str, alone: str, before: str, ours: str, after: str) -> None:
    """Take a picture of two pieces of HTML, each under its title."""
    html = f"<meta charset=utf-8><style>{STYLE}</style><p class=title>{alone}</p>{before}"
    page.set_content(html + f"<p class=title>{ours}</p>{after}")
    page.screenshot(path=IMAGES / f"{name}.png", full_page=True)


# Pages of the example book, and where on them to look.
BOOK = {"japanese": "h1", "arabic": "h1", "addresses": "h1", "iri-index": "h1"}


def take_book(page: Page, folder: Path) -> None:
    """Build the example book as HTML, EPUB, PDF and a manual page, and take pictures of pages of it."""
    source = IMAGES.parents[1] / "example_docs"
    for builder in ("html", "epub", "man"):
        Sphinx(source, source, folder / builder, folder / "doctrees", builder, status=None, warning=None).build()
    page.set_viewport_size({"width": 1080, "height": 560})
    for name, place in BOOK.items():
        page.goto((folder / "html" / f"{name}.html").as_uri())
        page.locator(place).first.scroll_into_view_if_needed()
        page.screenshot(path=IMAGES / f"book-{name}.png")
    take_pdf(source, folder)
    (manual,) = (folder / "man").glob("*.1")
    command = ["man", "-P", "cat", "-l", str(manual)]
    env = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANROFFOPT": "-c"}
    shown = subprocess.run(command, env=env, capture_output=True, check=True, encoding="utf-8").stdout
    lines = re.sub(".\b", "", shown).splitlines()[:26]
    page.set_viewport_size({"width": 760, "height": 100})
    page.set_content(f"<meta charset=utf-8><pre style='font: 14px/1.4 monospace'>{escape(chr(10).join(lines))}</pre>")
    page.screenshot(path=IMAGES / "book-man.png", full_page=True)
    page.set_viewport_size({"width": 640, "height": 560})
    page.goto((folder / "epub" / "korean.xhtml").as_uri())
    page.screenshot(path=IMAGES / "book-epub.png")


def take_pdf(source: Path, folder: Path) -> None:
    """Print the Russian page of the book with XeLaTeX, and take a picture of its first chapter."""
    out = folder / "latex"
    options = {"root_doc": "russian", "language": "ru", "latex_engine": "xelatex"}
    Sphinx(source, source, out, folder / "printed", "latex", confoverrides=options, status=None, warning=None).build()
    (tex,) = out.glob("*.tex")
    for _ in range(2):  # the second time for the table of contents
        subprocess.run(["xelatex", "-interaction=batchmode", tex.name], cwd=out, capture_output=True, check=True)
    crop = "-f 7 -singlefile -r 110 -x 90 -y 180 -W 760 -H 520".split()
    subprocess.run(
        ["pdftoppm", "-png", *crop, str(tex.with_suffix(".pdf")), str(IMAGES / "book-pdf")], check=True
    )  # poppler-utils


def main() -> None:
    """Build, and take the pictures in Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = body(Path(folder)), body(Path(folder), "sphinx_iri")
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 640, "height": 340})
        take(page, "before-after", "Sphinx alone", before, "with sphinx_iri", after)
        page.set_viewport_size({"width": 460, "height": 100})
        texts = [re.sub("[⟦⟧]", "", text) for text in TEXTS.values()]
        for title, pair in renderers().items():
            (host, name) = re.findall(r"`(.*) <(.*)>`", title)[0]
            shown = ["".join(f"<div>{render(text)}</div>" for text in texts) for render in pair]
            alone = "pymdownx.magiclink" if name == "markdown" else f"{host} alone"
            take(page, f"host-{name}", alone, shown[0], "with the line changed", shown[1])
        with tempfile.TemporaryDirectory() as folder:
            take_book(page, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
