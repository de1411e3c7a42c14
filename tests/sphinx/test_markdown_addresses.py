"""Addresses in Markdown pages that nobody has asked to link."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_iri import myst
from tests.sphinx.building import write_project

TEXT = "joe@a.example, mailto:joe@b.example, jürgen@例え.jp, mailto:ü@例え.jp, *é@a.example* https://例え.jp/ü\n"


def linked(parser: Any, text: str, **settings: Any) -> list[str]:
    silent = {"report_level": 5, "_disable_config": True, **settings}
    document = publish_doctree(text, parser=parser, settings_overrides=silent)
    return [node.astext() for node in document.findall(nodes.reference)]


def said(source: Path, *, parallel: int = 1) -> list[str]:
    """Return the lines about addresses that a build prints."""
    printed = io.StringIO()
    out = source.parent / "out"
    with patch_docutils(source), docutils_namespace():
        Sphinx(source, source, out, out, "html", status=printed, warning=io.StringIO(), parallel=parallel).build()
    return [line for line in printed.getvalue().splitlines() if "are not links" in line]


PAGES = {
    "index_rst": "Page\n====\n\nhttps://例え.jp/rst\n\n.. toctree::\n\n   a\n   b\n",
    "a_md": "# A\n\nhttps://例え.jp/a, https://a.example/b; joe@a.example,\n\nü@例え.jp\n\n`https://a.example/code` <https://a.example/x>\n",
    "b_md": "# B\n\n- https://例え.jp/c http://例え.jp/に http://ü..jp/ Note: a @ b\n\n[t](https://例え.jp/d)\n\n```\nhttps://a.example/\n```\n",
}


def test_one_line_says_how_many(tmp_path: Path) -> None:
    source = write_project(tmp_path / "source", "extensions += ['myst_parser']", **PAGES)
    (line,) = said(source)
    assert "Markdown pages are not links: 6. Pages: 2." in line
    assert said(source) == [line]  # nothing is read again
    (source / "b.md").write_text("# B\n", "utf-8")
    (line,) = said(source)
    assert "Markdown pages are not links: 4. Pages: 1." in line


@pytest.mark.parametrize("conf", ["myst_enable_extensions = ['linkify']", "iri_myst = False", "iri_detect = False"])
def test_nothing_is_said_where_it_is_decided(tmp_path: Path, conf: str) -> None:
    conf = f"extensions += ['myst_parser']\n{conf}"
    assert said(write_project(tmp_path / "source", conf, **PAGES)) == []


@pytest.mark.parametrize("bare", [False, True])
def test_what_is_counted_would_be_linked(bare: bool) -> None:
    """Not code, explicit links, broken addresses, placeholders and names of files."""
    text = (
        f"{TEXT}\nhttp://ü..jp/ <a href='https://例え.jp/'>https://例え.jp/</a>\n\n"
        "example.com, 例え.jp; `a@b.example` <https://例え.jp/> [x](https://例え.jp/) http://$host/ http://user@h.example/\n\n"
        "urn:isbn:1 tel:+1 news:a.b file:///é a:b Note: x ssh://git@h.example/é **joe@c.example** http://a.example/%zz\n"
    )
    settings: dict[str, Any] = {"report_level": 5, "_disable_config": True, "iri_bare_domains": bare}
    counted = publish_doctree(text, parser=myst.Parser(), settings_overrides=settings)
    assert vars(counted)["iri_unlinked"] == len(linked(myst.Parser(), text, iri_myst=True, iri_bare_domains=bare)) - 2


def test_letters_before_an_address_show_that_prose_follows_it() -> None:
    text = (
        "请联系https://example.com/a反馈问题，或访问https://example.com/中山 x，参考https://example.com/a/Git笔记，请\n"
    )
    found = ["https://example.com/a", "https://example.com/中山", "https://example.com/a/Git笔记"]
    assert linked(myst.Parser(), text, iri_myst=True) == found
