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


# The places where a warning must name the very line: (document, line of the broken IRI).
PLACES = """\
Title http://ü..b/1
===================

One
two http://ü..b/5
*three
four* http://ü..b/7

- item

  item http://ü..b/11

+-----+------------------+
| a   | http://ü..b/14   |
|     | b http://ü..b/15 |
+-----+------------------+

term http://ü..b/18
   definition
   http://ü..b/20

.. note:: one
   http://ü..b/23

:field: http://ü..b/25

`named <http://ü..b/27>`_
and `more
<http://ü..b/29>`__

.. figure:: http://ü..b/31

   Caption
   http://ü..b/34

.. list-table::

   * - one
     - http://ü..b/39

.. include:: part.inc

.. [#f] Footnote
   http://ü..b/44

[#f]_

.. toctree::

   http://ü..b/50
"""


def test_lines_of_warnings(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", index_rst=PLACES, part_inc="Included\nhttp://ü..b/2\n")
    warnings = (warning.split(":", 2) for warning in build(source, tmp_path / "out").warnings)
    found = {(Path(place).name, rest.split("ü..b/")[1].split("'")[0], line) for place, line, rest in warnings}
    broken = [str(number) for number, line in enumerate(PLACES.splitlines(), 1) if f"ü..b/{number}" in line]
    assert len(broken) == PLACES.count("ü..b/")
    assert found == {("index.rst", line, line) for line in broken} | {("part.inc", "2", "2")}


def test_lines_of_fields_far_down(tmp_path: Path) -> None:
    text = "\n" * 300 + ".. py:function:: f()\n\n   :param x: http://ü..b/\n"
    (warning,) = build_text(tmp_path, text, "", "iri").warnings
    assert warning.startswith(f"{tmp_path / 'source' / 'index.rst'}:306: WARNING")
    (result,) = json.loads((tmp_path / "iri" / "output.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 306


def test_ascii_addresses_are_left_to_right_in_a_right_to_left_page(tmp_path: Path) -> None:
    text = "انظر http://a.example/b/ و `هنا <http://a.example/c/>`_ و e@a.example\n"
    for language, directions in (("ar", ["ltr", None, "ltr"]), ("fr", [None, None, None])):
        built = build_text(tmp_path / language, text, f'language = "{language}"', "html", "-W")
        assert [anchor.get("dir") for anchor in anchors(built.out / "index.html")] == directions


@pytest.mark.parametrize(
    ("builder", "page", "written"),
    [
        ("html", "index.html", "_images/%E5%9B%B3%EF%BC%91.png"),
        ("epub", "index.xhtml", "_images/%E5%9B%B3%EF%BC%91.png"),
        ("latex", "projectnamenotset.tex", "{図１}.png"),
    ],
)
def test_images_in_markdown_are_files(tmp_path: Path, builder: str, page: str, written: str) -> None:
    """MyST percent-encodes the name of each, and Sphinx looks for a file of that name."""
    text = "# Page\n\n![a](図１.png) ![b](</図１.png>) ![c](図１.*) ![d](x%2B.png) ![e](無.png) ![f](x%00.png)\n"
    source = write_project(tmp_path / "source", "extensions += ['myst_parser']", index_md=text, x_html="")
    for name in ("図１.png", "x%2B.png", "x+.png"):
        (source / name).write_bytes(b"")
    built = build(source, tmp_path, builder)
    missing = [line.split("readable: ")[1].split()[0] for line in built.warnings if "not readable" in line]
    assert missing == ["%E7%84%A1.png", "x%00.png"]
    assert (built.out / page).read_text("utf-8").count(written) == 3
    images = built.out if builder == "latex" else built.out / "_images"
    assert {"図１.png", "x%2B.png"} <= {path.name for path in images.iterdir()}


PATHS = """\
Page
====

`a <ü.html>`_ `b <#節>`_ `c </straße/?q=日#節>`_ 日本_ `<é/>`_ `z <%C3%BC.html>`_ 節_ :doc:`next` :download:`f <ü.txt>`

.. _日本: ../日本.html
.. image:: dot.png
   :alt: i
   :target: ü/

節
--

.. toctree::

   next
"""


@pytest.mark.parametrize(
    "builder", ["html", *(pytest.param(one, marks=pytest.mark.all) for one in ("dirhtml", "singlehtml", "epub"))]
)
def test_paths_and_anchors_beyond_ascii_are_uris(tmp_path: Path, builder: str) -> None:
    """Those that an author wrote (RFC 3987 §3.1); what docutils, MyST and Sphinx resolve stays theirs."""
    conf = """
extensions.append("myst_parser")
project = author = copyright = epub_copyright = version = "x"
myst_heading_anchors = 2
suppress_warnings = ["image.not_readable"]
"""
    next_md = "# Next\n\n[a](#節) [b](index.rst) <https://例え.jp/>\n\n## 節\n"
    source = write_project(tmp_path / "source", conf, index_rst=PATHS, next_md=next_md, ü_txt="x")
    built = build(source, tmp_path, builder, "-W")
    assert built.status == 0, built.warnings
    suffix = "xhtml" if builder == "epub" else "html"
    page = built.page(f"index.{suffix}")
    written = [
        ("a", "%C3%BC.html"),
        ("b", "#%E7%AF%80"),
        ("c", "/stra%C3%9Fe/?q=%E6%97%A5#%E7%AF%80"),
        ("日本", "../%E6%97%A5%E6%9C%AC.html"),
        ("é/", "%C3%A9/"),
        ("z", "%C3%BC.html"),
        ("", "%C3%BC/"),
    ]
    shown = [(anchor.text.strip(), anchor["href"]) for anchor in page.select("a.external:not([href*=':'])")]
    assert [link for link in shown if link[0] != "x"] == written
    own = {anchor.text: str(anchor["href"]) for anchor in page.select("p a.internal")}
    assert own["節"] == "#id2"
    assert own["Next"] == {"dirhtml": "next/", "singlehtml": "#document-next"}.get(builder, f"next.{suffix}")
    if builder != "epub":
        assert own["f"].startswith("_downloads/")
        assert own["f"].endswith("/%C3%BC.txt")
