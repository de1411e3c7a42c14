"""A private name that has changed: the build says so once, and goes on without the patch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_iri import _patches
from tests.sphinx.building import PROJECT, build_text

MYST = "extensions += ['myst_parser']; iri_myst = True"
# What is changed, a builder that needs it, and the configuration.
CASES = {
    "sphinx.builders.linkcheck.AnchorCheckParser": ("linkcheck", "linkcheck_ignore = ['.*']"),
    "myst_parser.mdit_to_docutils.base.MockRSTParser": ("html", MYST),
    "myst_parser.parsers.sphinx_.create_md_parser": ("html", MYST),
    "sphinx.builders._epub_base.EpubBuilder.get_refnodes": ("epub", "version = '1'"),
    "sphinx.util.texescape.escape": ("latex", "iri_index = True"),
    "sphinx.config.Config._raw_config": ("html", ""),
}
PAGES = {True: {"page_md": "# M\n\nhttps://例え.jp/ü\n"}, False: {}}


@pytest.fixture(autouse=True)
def _said_again() -> Iterator[None]:
    _patches._warn.cache_clear()
    yield
    _patches._warn.cache_clear()


@pytest.mark.parametrize("name", CASES)
def test_the_build_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    builder, conf = CASES[name]
    entry = name.rpartition(".")[2]
    key = entry if entry in _patches.EXPECTED else name
    monkeypatch.setitem(_patches.EXPECTED, key, lambda _value: False)
    built = build_text(tmp_path, "https://例え.jp/é\n", conf, builder, **PAGES[conf == MYST])
    told = [line for line in built.warnings if "[iri.patch]" in line]
    assert built.status == 0, built.warnings
    assert len(told) == 1
    assert entry in told[0]


def test_what_is_expected_is_there(tmp_path: Path) -> None:
    for number, (builder, conf) in enumerate(dict.fromkeys(CASES.values())):
        built = build_text(tmp_path / str(number), "https://例え.jp/é\n", conf, builder, **PAGES[conf == MYST])
        assert [line for line in built.warnings if "[iri.patch]" in line] == []


def test_only_one_module_replaces_names() -> None:
    for path in (PROJECT / "sphinx_iri").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                assert "unittest" not in ast.unparse(node), path
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setattr":
                assert path.name in ("_patches.py", "extension.py"), path  # that sets configuration values
