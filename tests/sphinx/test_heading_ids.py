"""Ids of headings and labels in any script: made of their words, linked from everywhere, beside the ids of docutils."""

from __future__ import annotations

import posixpath
import re
import unicodedata
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from sphinx.util.inventory import InventoryFile

from sphinx_iri.doctree.ids import _NAME, id_of_words
from tests.sphinx.building import PROJECT, build, write_project

WORDS = {
    "概要と使い方": "概要と使い方",
    "日本、東京（中央）": "日本-東京-中央",
    "हिन्दी में लिखें": "हिन्दी-में-लिखें",
    "Größe & Überblick": "größe-überblick",
    "Ёлка — Москва": "ёлка-москва",
    "Cafe\u0301 \u1112\u1161\u11ab": "caf\u00e9-\ud55c",  # NFC
    "1. Начало": "_1-начало",
    "٣ مقدمة": "_٣-مقدمة",
    "２０２４年": "_２０２４年",
    "نمی\u200cخواهم\u200c": "نمی\u200cخواهم",  # the joiner of a word, not the one after it
    "צה״ל": "צה-ל",
    "Wort\u00adtrennung \u202eabc\u2066": "worttrennung-abc",
    "葛\U000e0100城 \u26a0\ufe0f": "葛城",
    "x² in µm, ½ ①": "x2-in-μm-1-2-1",
    "foo_bar() と `baz`": "foo-bar-と-baz",
    "\U00020b9f野家": "\U00020b9f野家",
    "3.14 (2024-01-01)": "_3-14-2024-01-01",
    "★☆": "_u2605-u2606",
    "!=": "_u0021-u003d",
    "\u200b": "",
    "": "",
}


def test_the_words() -> None:
    assert {text: id_of_words(text) for text in WORDS} == WORDS


def test_the_table_of_the_documentation() -> None:
    """What it says of each heading; of the second one of the same words, the id without its number."""
    page = (PROJECT / "docs" / "howto" / "headings.rst").read_text("utf-8")
    rows = re.findall(r"(?m)^   ``(.+?)``.* \| ``(.+?)`` \| ``", page)
    assert len(rows) == 7
    for heading, made in rows:
        assert id_of_words(heading) == re.sub(r"_2$", "", made)


@given(st.text())
def test_an_id_is_an_xml_name_in_nfc(text: str) -> None:
    made = id_of_words(text)
    assert made == "" or _NAME.fullmatch(made)
    assert made == unicodedata.normalize("NFC", made)
    assert id_of_words(made.removeprefix("_")) == made or "_" in made[1:] or made.startswith("_u")


MAIN = """\
はじめに
========

.. contents:: 目次

.. toctree::
   :numbered:

   second
   markdown

.. _größe:

概要
----

`概要`_ :ref:`größe` :ref:`日本` :ref:`second:インストール` :any:`größe` `größe`_ :ref:`図` [#註]_

2.0 新機能
----------

.. _日本:

例
~~

.. _foo:

例
~~

.. raw:: html

   <a id="生">x</a>

生
~~

.. index:: 単語

Überblick
~~~~~~~~~

Examples
~~~~~~~~

Examples
~~~~~~~~

id1
~~~

.. _図:

.. table:: 説明

   == ==
   一 二
   == ==

_`インライン目標` `インライン目標`_

.. [#註] 註

.. glossary::

   概要
      説明

.. math:: e
   :label: 式
"""
SECOND = "第二章\n======\n\nインストール\n------------\n\n:ref:`図` :ref:`foo` :ref:`größe` :ref:`index:概要`\n"
MARKDOWN = """\
# マークダウン

[標的](#標的) [](#größe)

(標的)=
## 標的の章

## 標的の章

## 1. 数

{#導入}
## install

```{note}
### 中の見出し
```
"""
CONF = """
extensions += ["myst_parser", "sphinx.ext.autosectionlabel"]
autosectionlabel_prefix_document = True
suppress_warnings = ["autosectionlabel.*", "myst.xref_missing", "myst.header"]
myst_enable_extensions = ["attrs_block"]
project, version, copyright, epub_author, epub_publisher = "p", "1", "c", "a", "b"
language = "en"
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("headings") / "source"
    return write_project(folder, CONF, index_rst=MAIN, second_rst=SECOND, markdown_md=MARKDOWN)


@pytest.fixture(scope="module")
def html(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as HTML."""
    built = build(source, tmp_path_factory.mktemp("html"), "html", "-D", "iri_heading_ids=1")
    assert built.status == 0
    return built.out


def soups(out: Path) -> dict[str, BeautifulSoup]:
    pages = sorted([*out.rglob("*.html"), *out.rglob("*.xhtml")])
    return {
        page.relative_to(out).as_posix(): BeautifulSoup(
            page.read_text("utf-8").replace("<?xml", "<!--?xml"), "html5lib"
        )
        for page in pages
        if "_static" not in page.parts
    }


def ids_of(soup: BeautifulSoup) -> list[str]:
    return [str(tag["id"]) for tag in soup.select("[id]")]


def links_inside(pages: dict[str, BeautifulSoup]) -> list[tuple[str, str, str, str]]:
    """Return the links with a fragment that stay in the project: page, href, page that it leads to, fragment."""
    found = []
    for name, soup in pages.items():
        for tag in soup.select("a[href*='#']"):
            href = str(tag["href"])
            path, fragment = urlsplit(href).path, urlsplit(href).fragment
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
            goal = posixpath.normpath(f"{goal}/index.html") if path.endswith("/") else goal
            # The template of the general index writes its letters as they are, without the extension too.
            if fragment and not urlsplit(href).netloc and not (name.startswith("genindex") and not path):
                found.append((name, href, goal, unquote(fragment)))
    return found


def repeated(soup: BeautifulSoup) -> list[str]:
    return [made for made, number in Counter(ids_of(soup)).items() if number > 1]


def assert_old_anchors_live(old: dict[str, BeautifulSoup], new: dict[str, BeautifulSoup]) -> None:
    assert old.keys() == new.keys()
    for name in old:
        assert set(ids_of(old[name])) <= set(ids_of(new[name])), name


def assert_links_lead_somewhere(pages: dict[str, BeautifulSoup]) -> None:
    ids = {name: ids_of(soup) for name, soup in pages.items()}
    links = links_inside(pages)
    assert len(links) > 20
    for name, href, goal, fragment in links:
        assert href.isascii(), (name, href)
        assert fragment in ids[goal], (name, href)


@pytest.mark.parametrize(
    ("builder", "anchors"),
    [
        ("html", 3),
        *(pytest.param(*one, marks=pytest.mark.all) for one in (("dirhtml", 0), ("epub", 3), ("singlehtml", 0))),
    ],
)
def test_no_anchor_dies_and_every_link_leads_somewhere(
    source: Path, tmp_path: Path, builder: str, anchors: int
) -> None:
    pages = []
    for on in (0, 1):
        options = ("-D", f"iri_heading_ids={on}", "-D", f"myst_heading_anchors={anchors}")
        built = build(source, tmp_path / str(on), builder, *options)
        assert built.status == 0
        assert [line for line in built.warnings if "pickle" not in line and "doctree," not in line] == []
        pages.append(soups(built.out))
    old, new = pages
    assert_old_anchors_live(old, new)
    if builder != "singlehtml":  # there plain Sphinx's own links to other pages are broken
        assert_links_lead_somewhere(new)
        assert {name: repeated(soup) for name, soup in new.items()} == {name: [] for name in new}
    for name in new:
        assert set(repeated(new[name])) <= set(repeated(old[name]))


def heading_ids(page: BeautifulSoup) -> list[str]:
    return [str(section["id"]) for section in page.select("section[id]")]


HEADINGS = ["はじめに", "概要", "_2-0-新機能", "例", "例_2", "生_2", "überblick", "examples", "examples_2", "_id1"]


def test_headings_and_labels_have_their_words(html: Path) -> None:
    pages = soups(html)
    index = pages["index.html"]
    # Plain Sphinx has the id1 of はじめに, which stays its alias.
    assert heading_ids(index) == HEADINGS
    assert {"größe", "日本", "foo", "図", "インライン目標", "grosze", "id1", "uberblick"} <= {*ids_of(index)}
    # In MyST a label comes before the heading's own words, also in plain Sphinx.
    assert heading_ids(pages["markdown.html"]) == ["マークダウン", "標的", "標的の章_2", "_1-数", "導入"]
    assert "中の見出し" in ids_of(pages["markdown.html"])
    shown = {link.get_text(): unquote(str(link["href"])) for link in pages["second.html"].select("main a, .body a")}
    assert shown["例"] == "index.html#foo"
    assert shown["概要"] in ("index.html#größe", "index.html#概要")
    assert index.select_one("h2 .section-number") is None
    assert pages["second.html"].select_one("h2 .section-number")


def test_english_pages_stay_as_they_are(tmp_path: Path) -> None:
    text = "T\n=\n\n.. _label:\n\nIdentity\n--------\n\n`Other`_ :ref:`label`\n\nOther\n-----\n\nx_\n\n.. _x:\n\ny\n"
    source = write_project(tmp_path / "source", index_rst=text)
    pages = [
        (build(source, tmp_path / str(on), "html", "-D", f"iri_heading_ids={on}").out / "index.html").read_text("utf-8")
        for on in (0, 1)
    ]
    assert pages[0] == pages[1]


def test_the_inventory_is_ascii_in_its_locations(html: Path) -> None:
    with (html / "objects.inv").open("rb") as file:
        loaded: Any = InventoryFile.load(file, "https://example.com", posixpath.join)
    labels = {name: item.uri if hasattr(item, "uri") else item[2] for name, item in loaded["std:label"].items()}
    assert unquote(labels["größe"]) == "https://example.com/index.html#größe"
    assert unquote(labels["index:概要"]) == "https://example.com/index.html#概要"
    assert labels["foo"] == "https://example.com/index.html#foo"
    assert all(uri.isascii() for uri in labels.values())


def test_navigation_of_epub(source: Path, tmp_path: Path) -> None:
    built = build(source, tmp_path, "epub", "-D", "iri_heading_ids=1")
    with zipfile.ZipFile(built.out / "p.epub") as book:
        for name, tag, attribute in (("nav.xhtml", "a", "href"), ("toc.ncx", "content", "src")):
            tree = ET.fromstring(book.read(name))
            found = [item.get(attribute, "") for item in tree.iter() if item.tag.endswith(f"}}{tag}")]
            assert "second.xhtml#%E3%82%A4%E3%83%B3%E3%82%B9%E3%83%88%E3%83%BC%E3%83%AB" in found
            assert all(target.isascii() for target in found)


def test_labels_of_tex_are_ascii_and_lead_somewhere(source: Path, tmp_path: Path) -> None:
    built = build(source, tmp_path, "latex", "-D", "iri_heading_ids=1", "-D", "latex_engine=xelatex")
    text = (built.out / "p.tex").read_text("utf-8")
    labels = re.findall(r"\\label\{\\detokenize\{([^}]*)\}\}", text)
    assert len(labels) == len(set(labels))
    assert all(label.isascii() for label in labels)
    assert {"index:_u6982_u8981", "index:gr_xf6_xdfe", "index:grosze"} <= set(labels)
    targets = re.findall(r"\\hyperref\[\\detokenize\{([^}]*)\}\]", text)
    assert len(targets) > 20
    # The title of the book is written without the labels of its section, also by plain Sphinx.
    assert set(targets) - set(labels) == {"index:_u306f_u3058_u3081_u306b"}
