"""The site generator of a folder, as the settings beside its pages say, and what is known of the tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from extract.cli.surroundings import forget, tree_around
from extract.tree.targets import SOURCES, Missing, Reference, Site

SITES = {
    "nothing": ({}, Site()),
    "MkDocs": ({"mkdocs.yml": ""}, Site("mkdocs", "docs", "mkdocs")),
    "MkDocs with a folder": ({"docs/mkdocs.yml": "docs_dir: '.'"}, Site("mkdocs", "docs", "mkdocs")),
    "MkDocs with slugs of its own": ({"mkdocs.yml": "slugify: x"}, Site("mkdocs", "docs", None)),
    "MkDocs with pages that a plugin makes": (
        {"mkdocs.yml": "plugins:\n  - i18n\n"},
        Site("other", "docs", None, "plugins:\n  - i18n\n"),
    ),
    "Docusaurus": ({"docs/docusaurus.config.ts": ""}, Site("docusaurus", "docs", "docusaurus", "", ("docs/static",))),
    "VitePress": ({"docs/.vitepress/config.mts": ""}, Site("vitepress", "docs", "vitepress", "", ("docs/public",))),
    "VuePress": (
        {"docs/.vuepress/config.js": ""},
        Site("vuepress", "docs", "vitepress", "", ("docs/.vuepress/public",)),
    ),
    "VuePress above": ({".vuepress/config.js": ""}, Site("vuepress", "", "vitepress", "", (".vuepress/public",))),
    "mdBook": ({"book.toml": '[book]\nsrc = "docs"\n', "docs/SUMMARY.md": ""}, Site("mdbook", "docs", "mdbook")),
    "mdBook far above": (
        {"book.toml": 'src = "docs/de"\n', "docs/de/SUMMARY.md": "", "docs/SUMMARY.md": ""},
        Site(),
    ),
    "mdBook above": ({"book.toml": '[book]\nsrc = "."\n'}, Site("mdbook", "", "mdbook")),
    "Hugo": ({"docs/hugo.toml": "", "docs/content/a.md": ""}, Site()),
    "Jekyll": ({"_config.yml": ""}, Site("jekyll", "", "github")),
    "Hexo": ({"_config.yml": "", "scaffolds/a.md": "", "SUMMARY.md": ""}, Site("other", "", None)),
    "Jupyter Book": ({"_config.yml": "", "_toc.yml": ""}, Site("other", "", None)),
    "Sphinx": ({"docs/conf.py": "x", "docs/index.rst": ""}, Site("sphinx", "docs", "myst", "x")),
    "Sphinx without its pages": ({"docs/conf.py": ""}, Site("other", "docs", None)),
}


def made(files: dict[str, str], top: Path) -> Path:
    """Write the files of a repository, and return a page of it."""
    for path, text in {".git/config": "", "docs/größe.md": "", **files}.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text, "utf-8")
    forget()
    return top / "docs" / "größe.md"


@pytest.mark.parametrize(("files", "site"), SITES.values(), ids=SITES)
def test_a_generator_is_known_by_its_settings(files: dict[str, str], site: Site, tmp_path: Path) -> None:
    page = made(files, tmp_path)
    assert tree_around(str(page), None).site("docs") == site


def test_the_pages_of_hugo_are_below_content(tmp_path: Path) -> None:
    tree = tree_around(str(made({"hugo.toml": "", "content/a.md": ""}, tmp_path)), None)
    assert tree.site("content/de") == Site("hugo", "content", "hugo", "", ("static", "assets"))


@pytest.mark.parametrize("settings", ["[core]\n\tsparseCheckout = true\n", ""])
def test_files_outside_of_a_sparse_checkout_are_unknown(settings: str, tmp_path: Path) -> None:
    page = str(made({".git/config.worktree": settings}, tmp_path))
    found = tree_around(page, None).missing(page, Reference("gewicht.md"))
    assert found == (None if settings else Missing("file", True))


def test_labels_are_those_of_all_documents_that_can_be_read(tmp_path: Path) -> None:
    page = str(made({"docs/a.rst": ".. _Maß:\n", "b.rst": ".. _Gewicht:\n"}, tmp_path))
    assert (tree_around(page, None).labels("docs", SOURCES) or frozenset()) >= {"maß", "genindex"}
    assert "gewicht" not in (tree_around(page, None).labels("docs", SOURCES) or ())
    (tmp_path / "docs" / "c.rst").write_bytes(b"gr\xf6\xdfe")
    forget()
    assert tree_around(page, None).labels("docs", SOURCES) is None


def test_a_page_may_have_an_address_of_its_own(tmp_path: Path) -> None:
    page = str(made({"docs/1-maß.md": "---\nslug: /x/eigen\n---\n", "bilder/a.png": ""}, tmp_path))
    tree = tree_around(page, None)
    assert [name for name in ("maß", "eigen", "Bilder", "a", "gewicht", "x") if not tree.has_page(name)] == ["gewicht"]


def test_what_a_script_or_workflow_names_may_be_made(tmp_path: Path) -> None:
    files = {
        ".github/workflows/a.yml": "pandoc -o maß.pdf",
        "mkdocs.yml": "nav: [gewicht.pdf]",
        "docs/b.py": "'c.png'",
    }
    tree = tree_around(str(made(files, tmp_path)), None)
    assert [name for name in ("maß.pdf", "gewicht.pdf", "c.png") if tree.is_named(name)] == [
        "maß.pdf",
        "c.png",
    ]
