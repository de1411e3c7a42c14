"""Explicit targets that are paths or files of the project: what plain Sphinx and MyST link stays linked."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from extract.iri import is_iri_reference
from sphinx_iri.config import converter
from tests.sphinx.building import build, write_project
from tools.built_pages import Page

FILES = "자료:일.txt 10:30자료.txt http:자료.txt ftp:메모.txt urn:표.txt c:메모.txt 첫.txt a:b.txt".split()
PATHS = """
第1章:概要.html 1:図.html 10:30.html 자료:일 x1:자료 ./第:を a/第:を 第:を//b 第://b/を
_a:を -:を :を a_b:を é:b?c:d#e:ü ?第:を 第1章:80 Ａ:を
""".split()
RST = "\n".join(
    [
        *("T\n=\n", *(f":download:`{name}` :download:`t <{name}>`" for name in FILES), ""),
        *(f"`p{number} <{path}>`__ n{number}_" for number, path in enumerate([*PATHS, *FILES])),
        *("", *(f".. _n{number}: {path}" for number, path in enumerate([*PATHS, *FILES]))),
        *(f"\n.. image:: {path}.png\n   :target: {path}.png" for path in ["그림:일", "1:図", "http:図"]),
        "\n.. toctree::\n\n   page\n",
    ]
)
MD = "\n\n".join(
    [
        *("# P", *(f"{{download}}`{name}` {{download}}`t <{name}>` [t]({name}) [t](<./{name}>)" for name in FILES)),
        *(f"[p](<{path}>)" for path in PATHS),
    ]
)


@pytest.mark.parametrize("builder", ["html", pytest.param("dirhtml", marks=pytest.mark.all)])
def test_nothing_is_lost_and_nothing_is_said(tmp_path: Path, builder: str) -> None:
    source = write_project(tmp_path / "source", "project = 'p'", index_rst=RST, page_md=MD)
    for name in [*FILES, "그림:일.png", "1:図.png", "http:図.png"]:
        (source / name).touch()
    plain = build(source, tmp_path / "plain", builder, "-D", "extensions=myst_parser", raw=True)
    ours = build(source, tmp_path / "ours", builder, "-D", "extensions=myst_parser,sphinx_iri")
    assert ours.warnings == plain.warnings
    for name in ("index.html", "page.html" if builder == "html" else "page/index.html"):
        before, after = (Page((built.out / name).read_text("utf-8")) for built in (plain, ours))
        assert len(before.links) > 30
        assert [(_as_written(href), text) for href, text in after.links] == [
            (_as_written(href), text) for href, text in before.links
        ]
        assert after.images == before.images


def _as_written(href: str) -> str:
    """Return a target decoded, without the "./" that a colon in a first segment needs."""
    return unquote(href).removeprefix("./")


def test_a_target_is_a_uri_reference() -> None:
    """RFC 3986 §4.2: the first segment of a relative reference has no colon."""
    for path in PATHS:
        uri = converter(None)(path)
        assert is_iri_reference(uri)
        assert uri.isascii()
        assert _as_written(uri) == path.removeprefix("./")
