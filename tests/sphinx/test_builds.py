"""A build after a change equals a clean one, one by two processes that by one; search, linkcheck and text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sphinx.building import build, build_text, links, write_project

CONF = """
iri_index = iri_heading_ids = True
language, locale_dirs, exclude_patterns, project = "ru", ["locale"], ["part.rst"], "p"
"""
INDEX = """Page
====

https://例え.jp/索引 and :ref:`iri-index`

.. toctree::
   :glob:

   p*
   https://例え.jp/toctree
"""
ONE = """One https://例え.jp/題
=======================

https://例え.jp/一 `t <https://例え.jp/二>`__

.. include:: part.rst
"""
THREE = """Three
=====

|s| https://ü..example/ :doc:`p1` https://ru.wikipedia.org/wiki/Закон_Бойля

.. |s| replace:: https://例え.jp/三
"""
PAGES = {
    "index_rst": INDEX,
    "p1_rst": ONE,
    "p2_rst": "Two\n===\n\nhttps://example.com/message\n",
    "p3_rst": THREE,
    "part_rst": "part https://例え.jp/部\n",
}
CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "https://example.com/message"
msgstr "https://例え.jp/{}"
"""


def project(folder: Path) -> Path:
    source = write_project(folder, CONF, **PAGES)
    catalog = source / "locale" / "ru" / "LC_MESSAGES" / "p2.po"
    catalog.parent.mkdir(parents=True)
    catalog.write_text(CATALOGUE.format("文"), "utf-8")
    return source


def edit(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(source: Path) -> None:
        path = source / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")

    return change


CHANGES: dict[str, Callable[[Path], object]] = {
    "text": edit("p1.rst", "一", "壱"),
    "title": edit("p1.rst", "題\n", "名\n"),
    "an address that gets broken": edit("p1.rst", "jp/一", ".jp/一"),
    "one that is mended": edit("p3.rst", "ü..", "ü."),
    "substitution": edit("p3.rst", "jp/三", "jp/参"),
    "toctree": edit("index.rst", "jp/toctree", "jp/目次"),
    "include": edit("part.rst", "部", "編"),
    "catalog": edit("locale/ru/LC_MESSAGES/p2.po", "文", "信"),
    "a page more": lambda source: (source / "p4.rst").write_text("Four\n====\n\nhttps://例え.jp/四\n", "utf-8"),
    "a page less": lambda source: (source / "p3.rst").unlink(),
    "value": edit("conf.py", "iri_index = iri_heading_ids = True", "iri_display = 'uri'"),
}


def output(folder: Path, *suffixes: str) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.suffix in suffixes)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


FAST = ("title", "include")


@pytest.mark.parametrize(
    "kind", [name if name in FAST else pytest.param(name, marks=pytest.mark.all) for name in CHANGES]
)
def test_a_build_after_a_change_equals_a_clean_one(tmp_path: Path, kind: str) -> None:
    source = project(tmp_path / "source")
    build(source, tmp_path / "out")
    CHANGES[kind](source)
    again, clean = build(source, tmp_path / "out"), build(source, tmp_path / "clean")
    pages = {page.name for page in clean.out.glob("*.html")}
    # Sphinx itself leaves the sidebars of pages that have not changed as they are
    assert {name: links(again.out / name) for name in pages} == {name: links(clean.out / name) for name in pages}
    for name in pages & {"iri-index.html"}:
        assert _body(again.out / name) == _body(clean.out / name)
    assert not set(again.warnings) - set(clean.warnings)


def _body(page: Path) -> str:
    return page.read_text("utf-8").partition('<div class="body"')[2].partition('<div class="sphinxsidebar"')[0]


@pytest.mark.parametrize(
    ("builder", "suffix"),
    [
        ("html", ".html"),
        *(
            pytest.param(*one, marks=pytest.mark.all)
            for one in (("epub", ".xhtml"), ("latex", ".tex"), ("text", ".txt"))
        ),
    ],
)
def test_two_processes_write_what_one_does(tmp_path: Path, builder: str, suffix: str) -> None:
    source = project(tmp_path / "source")
    for number in range(4, 10):
        (source / f"p{number}.rst").write_text(PAGES["p1_rst"], "utf-8")
    one, two = (build(source, tmp_path / n, builder, "-j", n, "-D", "epub_show_urls=footnote") for n in "12")
    pages = output(one.out, suffix)
    assert pages
    assert output(two.out, suffix) == pages
    assert sorted(line for line in two.warnings if "[iri" in line) == sorted(
        line for line in one.warnings if "[iri" in line
    )


def test_the_search_finds_an_iri_by_its_words(tmp_path: Path) -> None:
    out = build(project(tmp_path / "source"), tmp_path).out
    script = (out / "searchindex.js").read_text("utf-8")
    index = json.loads(script[script.index("{") : script.rindex("}") + 1])
    names = index["docnames"]
    for word, page in (("закон", "p3"), ("wikipedia", "p3")):
        found = [terms for term, terms in index["terms"].items() if term.startswith(word[:5])]
        pages = {names[number] for terms in found for number in ([terms] if isinstance(terms, int) else terms)}
        assert page in pages, word


def test_links_that_a_diagram_looks_for(tmp_path: Path) -> None:
    page = ".. inheritance-diagram:: collections.OrderedDict\n\n.. py:class:: collections.OrderedDict\n"
    conf = "extensions += ['sphinx.ext.graphviz', 'sphinx.ext.inheritance_diagram']; graphviz_dot = '/nowhere/dot'"
    assert 'URL="#collections.OrderedDict"' in build_text(tmp_path, page, conf).page().text
