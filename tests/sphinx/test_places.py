"""Where problems are said to be when they are not in the page itself: conf.py, catalogs."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from extract import to_uri
from tests.sphinx.building import PAGE, build, build_text, write_project

CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: ../../index.rst:4
msgid "See http://a..example.com/x there"
msgstr ""
"Siehe "
"http://ä..example.com/x dort"

#: ../../index.rst:2
msgid "Page"
msgstr "Seite http://ö..example.com/y"
"""


def translated(folder: Path, text: str, catalog: str) -> Path:
    """Write a project of one page with a catalog in German."""
    conf = "language = 'de'\nlocale_dirs = ['locale']"
    source = write_project(folder / "source", conf, index_rst=f"{PAGE}{text}\n")
    path = source / "locale" / "de" / "LC_MESSAGES" / "index.po"
    path.parent.mkdir(parents=True)
    path.write_text(catalog, "utf-8")
    return source


def test_a_problem_in_a_translation_is_in_its_catalog(tmp_path: Path) -> None:
    """In the warnings of every builder, and in each report of ``-b iri``; that of a title too."""
    source = translated(tmp_path, "See http://a..example.com/x there", CATALOGUE)
    name = "locale/de/LC_MESSAGES/index.po"
    for builder in ("html", "iri"):
        built = build(source, tmp_path / builder, builder)
        warned = [line.partition(": WARNING")[0] for line in built.warnings if "[iri.host]" in line]
        assert sorted(warned) == [f"{source / name}:12", f"{source / name}:8"]
    findings = json.loads((built.out / "output.json").read_text("utf-8"))
    assert [(found["path"], found["line"], found["column"], found["iri"]) for found in findings] == [
        (name, 8, 9, "http://ä..example.com/x"),
        (name, 12, 22, "http://ö..example.com/y"),
    ]
    results = json.loads((built.out / "output.sarif").read_text("utf-8"))["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    assert [(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places] == [
        (name, 8),
        (name, 12),
    ]
    lines = (built.out / "output.txt").read_text("utf-8").splitlines()
    assert [line.partition(": ")[0] for line in lines[:2]] == [f"{name}:8:9", f"{name}:12:22"]


@pytest.mark.parametrize("theme", ["alabaster", "sphinx_rtd_theme"])
def test_a_theme_whose_menu_does_not_open(tmp_path: Path, theme: str) -> None:
    pytest.importorskip(theme)
    warnings = build_text(tmp_path, "", f"iri_heading_ids = True; html_theme = {theme!r}").warnings
    said = f"WARNING: iri_heading_ids: the menu of {theme} does not open at ids that are not ASCII; "
    assert [line.startswith(said) for line in warnings] == [True] * (theme == "sphinx_rtd_theme")


def test_a_base_of_intersphinx_that_is_an_iri_is_no_mistake(tmp_path: Path) -> None:
    """Its links are converted like all others."""
    conf = "extensions += ['sphinx.ext.intersphinx']\n"
    conf += "intersphinx_mapping = {'o': ('https://例え.jp/日本/', 'objects.inv')}"
    source = write_project(tmp_path / "source", conf, index_rst=f"{PAGE}:py:func:`f`\n")
    head = "# Sphinx inventory version 2\n# Project: o\n# Version: 1\n# The rest is compressed by zlib.\n"
    (source / "objects.inv").write_bytes(head.encode() + zlib.compress("f py:function 1 ü.html#$ -\n".encode()))
    built = build(source, tmp_path, "html", "-W")
    assert built.warnings == []
    assert built.links[0].target == to_uri("https://例え.jp/日本/ü.html#f")
