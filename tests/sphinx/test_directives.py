"""Every directive of docutils and Sphinx, with addresses in arguments, options and contents: none stops the build."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import requests
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_iri.doctree import convert
from tests.sphinx.building import build, write_project

pytestmark = pytest.mark.all

ARGUMENTS = [
    *("", "https://例え.jp/ü", "an@пример.рф", "http://ü..jp/", "http://hostname:port/に", "第1章:概要.html", "x"),
    "`t <https://例え.jp/ü>`_ *https://例え.jp/é*",
    "f(é: https://例え.jp/ü) -> an@пример.рф",
    "//例え.jp/é, javascript:é",
]
CONTENT = """\
https://例え.jp/ü an@пример.рф http://ü..jp/ http://hostname:port/に

* https://例え.jp/é

:field https://例え.jp/: https://例え.jp/ü an@пример.рф
"""
TABLE = "* - https://例え.jp/ü\n  - an@пример.рф"
LEFT_OUT = {"header", "cpp:alias"}  # plain Sphinx fails, too: in manual pages, in LaTeX
# these read other files or the network, or change how the rest is read
LEFT_OUT |= {"include", "literalinclude", "role", "default-role", "restructuredtext-test-directive"}
LEFT_OUT_OPTIONS = {"url", "file", "encoding"}
# plain Sphinx fails, too; and so it does with a production list that has no ":"
FAILS = {("figure", "figwidth", ""), *(("csv-table", option, "") for option in ("delim", "quote", "escape"))}


def all_directives(folder: Path) -> dict[str, Any]:
    """Return the directives that a project has without further extensions, by name."""
    found = {
        name: getattr(importlib.import_module(f"docutils.parsers.rst.directives.{module}"), kind)
        for name, (module, kind) in directives._directive_registry.items()  # type: ignore[attr-defined]
    }
    source = write_project(folder, index_rst="T\n=\n")
    with patch_docutils(source), docutils_namespace():
        app = Sphinx(source, source, folder / "out", folder / "out", "html", status=None, warning=None)
        found |= directives._directives  # type: ignore[attr-defined]
        for domain in app.env.domains.sorted():
            found |= {f"{domain.name}:{name}": kind for name, kind in domain.directives.items()}
    return {name: kind for name, kind in sorted(found.items()) if name not in LEFT_OUT}


def blocks(name: str, kind: Any) -> Iterator[str]:
    """Yield uses of a directive."""

    def block(argument: str, options: dict[str, str], content: str) -> str:
        lines = [
            f".. {name}:: {argument}".rstrip(),
            *(f"   :{option}: {value}" for option, value in options.items()),
            "",
        ]
        return "\n".join([*lines, *(f"   {line}".rstrip() for line in content.splitlines()), ""])

    options = [option for option in getattr(kind, "option_spec", None) or {} if option not in LEFT_OUT_OPTIONS]
    for argument in ARGUMENTS:
        if name != "std:productionlist" or ":" in argument:
            yield block(argument, {}, CONTENT)
            yield block(argument, {}, "")
    plain = "x" if name != "std:productionlist" else "x: y"
    yield block(plain, {}, TABLE)
    for option in options:
        for value in ("https://例え.jp/ü", "an@пример.рф", "http://ü..jp/", ""):
            if (name, option, value) not in FAILS:
                yield block(plain, {option: value}, CONTENT)
                yield block("", {option: value}, TABLE)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a page for each directive."""
    folder = tmp_path_factory.mktemp("directives")
    found = all_directives(folder / "empty")
    assert len(found) > 100
    pages = {
        f"on-{name.replace(':', '-')}_rst": "T\n=\n\n"
        + "".join(f"Section\n-------\n\n{text}\n" for text in blocks(name, kind))
        for name, kind in found.items()
    }
    toctree = "".join(f"   {name.removesuffix('_rst')}\n" for name in pages)
    conf = "project = 'p'\nman_pages = [('index', 'p', 'p', ['a'], 1)]"
    return write_project(folder / "source", conf, index_rst=f"T\n=\n\n.. toctree::\n\n{toctree}", **pages)


@pytest.mark.timeout(600)
def test_no_directive_stops_the_build(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Sphinx fetches remote images for LaTeX and Texinfo, and warns if it cannot
    monkeypatch.setattr(requests, "get", Mock(side_effect=ConnectionError("offline")))
    for builder in ("html", "latex", "man", "texinfo"):  # the pages are read once, which takes most of the time
        built = build(source, tmp_path, builder, raw=True)
        assert built.status == 0, (builder, built.warnings[-20:])


def test_it_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sphinx's HTML fails where a link stands by itself, as in this option."""
    page = "T\n=\n\n.. confval:: x\n   :default: https://例え.jp/ü\n"
    project = write_project(tmp_path / "source", "project = 'p'", index_rst=page)
    assert build(project, tmp_path).status == 0
    monkeypatch.setattr(convert, "inside_text", lambda _node: None)
    assert build(project, tmp_path / "again").status != 0
