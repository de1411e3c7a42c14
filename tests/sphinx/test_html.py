"""HTML: whole links, an ASCII ``href`` that is a URI, the IRI shown left to right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.sphinx.building import TORTURE, Built, anchors, build, build_text, expected, links, write_project


@pytest.fixture(scope="module")
def torture(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(TORTURE, tmp_path_factory.mktemp("torture"))


def test_every_case_is_one_whole_link(torture: Built) -> None:
    for document in ("index", "twin", "sub"):
        assert links(torture.out / f"{document}.html") == expected(document)


def test_a_shown_iri_is_isolated_from_left_to_right(torture: Built) -> None:
    for anchor in anchors(torture.out / "index.html"):
        shows_iri = (":" in anchor.text or "@" in anchor.text) and not anchor.text.isascii()
        assert (anchor.get("dir") == "ltr") == shows_iri


NAVIGATION = """\
https://例え.jp/a
==================

See :doc:`next` and `Note: 日本 <https://例え.jp/t>`__

.. contents::

.. toctree::

   https://пример.рф/é
   next
   titled <https://пример.рф/t>

https://例え.jp/section
-----------------------
"""
NEXT = """\
https://example.com/صفحة
========================

See https://example.com/صفحة "more"
-----------------------------------
"""


@pytest.mark.parametrize("theme", ["alabaster", "furo", "sphinx_rtd_theme", "pydata_sphinx_theme", "sphinx_book_theme"])
def test_navigation_shows_iris_from_left_to_right(tmp_path: Path, theme: str) -> None:
    """Toctrees, sidebars and the pages before and behind, where titles are IRIs; the theme's translator stays."""
    pytest.importorskip(theme)
    source = write_project(tmp_path / "source", f"html_theme = {theme!r}", index_rst=NAVIGATION, next_rst=NEXT)
    built = build(source, tmp_path, "html", "-W")
    assert built.status == 0, built.warnings
    shown = set()
    for name in ("index", "next"):
        page: Any = built.page(f"{name}.html")
        for anchor in page.body.select("a"):
            text = anchor.get_text().strip()
            # PyData's header has links that are made neither by Sphinx nor by templates
            made_of_text = {"headerlink", "nav-external", "nav-internal"}.intersection(anchor.get("class", ()))
            if not text.isascii() and not made_of_text:
                isolated = [anchor, *anchor.select("span")]
                assert any(element.get("dir") == "ltr" for element in isolated) == ("://" in text), anchor
                shown.add(text)
    assert shown >= {"https://пример.рф/é", "https://example.com/صفحة", "https://例え.jp/section", "Note: 日本"}
    beside_text = page.select_one("a[href='#see-https-example-com-more']:not(.headerlink)")
    assert beside_text.text == "See https://example.com/صفحة “more”"
    assert [span.text for span in beside_text.select("span[dir=ltr]")] == ["https://example.com/صفحة"]


OTHERS = """
from docutils import nodes

def visit(self, node):
    self.body.append('<!-- theirs -->')
    type(self).visit_reference(self, node)

def depart(self, node):
    type(self).depart_reference(self, node)

def setup(app):
    app.add_node(nodes.reference, override=True, html=(visit, depart))
"""


def test_a_visitor_of_another_extension_stays(tmp_path: Path) -> None:
    built = build_text(tmp_path, "https://例え.jp/\n", OTHERS, "html", "-W")
    page = (built.out / "index.html").read_text("utf-8")
    assert '<!-- theirs --><a dir="ltr" class="reference external" href="https://xn--r8jz45g.jp/">' in page


def test_translated_messages(tmp_path: Path) -> None:
    built = build(TORTURE, tmp_path, "html", "-D", "language=ja")
    assert links(built.out / "sub.html") == expected("sub.ja")


def test_what_cannot_be_followed_is_text_and_is_reported_with_its_line(torture: Built) -> None:
    at = [(Path(place).name, int(line), rest) for place, line, rest in (w.split(":", 2) for w in torture.warnings)]
    unlinked = [(name, line, rest.split("'")[1]) for name, line, rest in at if "is not linked" in rest]
    assert unlinked == [
        ("index.rst", 140, "http://[::1/ü"),
        ("index.rst", 140, "http://exämple..com/"),
        ("twin.md", 89, "http://exämple..com/"),
    ]
    assert all(re.search(r"\[iri\.[a-z-]+\]$", rest) for _, _, rest in at)
    assert any("has an empty label at 15" in rest for _, _, rest in at)  # what is wrong, and where


def test_lines_of_fields_far_down(tmp_path: Path) -> None:
    text = "\n" * 300 + ".. py:function:: f()\n\n   :param x: http://ü..b/\n"
    (warning,) = build_text(tmp_path, text, "", "iri").warnings
    assert warning.startswith(f"{tmp_path / 'source' / 'index.rst'}:306: WARNING")
    (result,) = json.loads((tmp_path / "iri" / "output.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 306
