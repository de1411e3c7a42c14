"""Relative references: which files and anchors are not there, by the rules of the program that shows the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.tree import targets
from extract.tree.anchors import Anchors, anchors_of
from extract.tree.targets import Missing, Reference, Site, missing
from tests.examples import examples
from tests.tree_of import MemoryTree

TABLE = Path(__file__).parents[1] / "cases" / "targets.txt"
_SETTINGS = "extensions = ['myst_parser']\nmade = 'made'\nhtml_extra_path = ['extra']\n"
SITES = {
    "GitHub": Site(),
    **{name: Site(name.lower(), "docs", name.lower()) for name in ("MkDocs", "Docusaurus", "Hugo", "mdBook")},  # type: ignore[arg-type]
    "Jekyll": Site("jekyll", "docs"),
    "VitePress": Site("vitepress", "docs", "vitepress", copied=("docs/public",)),
    "another generator": Site("other", "", None),
    "Sphinx": Site("sphinx", "docs", "myst", _SETTINGS),
    "Sphinx with intersphinx": Site("sphinx", "docs", "myst", "extensions = ['sphinx.ext.intersphinx']"),
}


def meant(text: str) -> str:
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda sign: chr(int(sign[1], 16)), text.replace("⏎", "\n"))


def rows() -> Iterator[tuple[str, str, dict[str, str | None], str, str]]:
    """Yield the page, the name of its site, the files, what is referred to, and what is missing of it."""
    files: dict[str, str | None] = {}
    page = site = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if match := re.fullmatch(r"\+ (.*?) \|(?: (.*))?", line):
            files = files | {match[1]: meant(match[2] or "")}
        elif match := re.fullmatch(r"@ (\S+) on (.*)", line):
            page, site = match[1], match[2]
        elif line and not line.startswith("# "):
            references, _, expected = meant(line).partition(" →")
            yield page, site, files, references, expected.strip()


def shown(found: Missing | None) -> str:
    if found is None:
        return ""
    near = f", {'surely' if found.is_safe else 'near'} {found.near}" if found.near else ""
    return f"{'' if found.is_certain else 'perhaps '}{found.what}{near}"


def test_what_is_missing() -> None:
    wrong = []
    for page, name, files, references, expected in rows():
        site = SITES[name] if not SITES[name].folder or page.startswith(f"{SITES[name].folder}/") else Site()
        tree = MemoryTree(files)
        leads_to, listed = re.fullmatch(r"(?::(\w+): )?(.*)", references).groups()  # type: ignore[union-attr]
        for target in listed.split():
            where: Any = {"in_html": True} if leads_to == "html" else {"leads_to": leads_to or ""}
            came = shown(missing(page, Reference(target, **where), site, tree))
            if came != expected:
                wrong.append(f"{page} on {name}: {target}\nwanted {expected}\ncame   {came}")
    assert not wrong, "\n\n".join(["", *wrong])


FILES = next(rows())[2]


@given(st.text(max_size=12), st.sampled_from([SITES[name] for name in ("GitHub", "MkDocs", "Docusaurus")]))
@examples(300)
def test_no_target_fails_and_what_is_proposed_is_there(target: str, site: Site) -> None:
    found = missing("docs/guide.md", Reference(target), site, MemoryTree(FILES))
    if found is not None and found.near:
        again = missing("docs/guide.md", Reference(found.near), site, MemoryTree(FILES))
        assert again is None or again.what == "anchor"


def test_a_page_of_many_links_to_its_anchors_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Counter[str]()

    def count(text: str) -> Anchors:
        read[text] += 1
        return anchors_of(text)

    monkeypatch.setattr(targets, "anchors_of", count)
    tree = MemoryTree({"a.md": "# Anchors of this test\n"})
    found = [missing("a.md", Reference(f"#x{number}"), Site(), tree) for number in range(9)]
    assert found == [Missing("anchor", True)] * 9
    assert [*read.values()] == [1]
    assert missing("a.md", Reference(f"{'a/' * 1000}b.md"), Site(), tree) is None, "no system has such a path"
