"""Relative references: which files and anchors are not there, by the rules of the program that shows the page."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.tree import targets
from extract.tree.anchors import Anchors, anchors_of
from extract.tree.targets import LeadsTo, Missing, Reference, Site, missing
from tests.examples import examples
from tests.tree_of import MemoryTree

NFD = unicodedata.normalize("NFD", "größe.md")
FILES = {
    "README.md": "# Project\n",
    "LICENSE": "",
    "docs/guide.md": "# Größe und Gewicht\n\n## Größe\n\n## Größe\n\n<a name='own'></a>\n\n## Custom {#kurz}\n",
    "docs/Usage.md": "---\ntitle: x\nslug: /x/eigen\n---\n\n# Usage\n",
    "docs/größe.md": "# Maß\n\n{% include a.md %}\n",
    "docs/deep/page.md": "",
    "docs/deep/only-here.png": "",
    "docs/日本/概要.md": "# 概要\n",
    "docs/100% #1 (neu).md": "",
    "docs/x:y.md": "",
    "docs/2 - zahl.md": "",
    "docs/public/logo.svg": "",
    "other.rst": "",
}
GITHUB, MKDOCS, DOCUSAURUS = Site(), Site("mkdocs", "docs", "mkdocs"), Site("docusaurus", "docs", "docusaurus")

VITEPRESS = Site("vitepress", "docs", "vitepress", copied=("docs/public",))
MDBOOK = Site("mdbook", "docs", "mdbook")

THERE = """
guide.md ./guide.md ../README.md ../LICENSE /README.md deep/ deep .. . %67uide.md guide.md?raw=true guide.md#größe-1
guide.md#gr%C3%B6%C3%9Fe #größe-und-gewicht #own #kurz #Größe #top #L10 #L10-L20 #:~:text=x 日本/概要.md
%E6%97%A5%E6%9C%AC/%E6%A6%82%E8%A6%81.md#概要 guide.md#user-content-größe deep/page.md#page=2
""".split()
UNKNOWN = """
../../issues ../../../x.md {{url}}/a.md <x>.md $DIR/a.md a|b.md *.md https://a.example/x mailto:a@b.example //a.example/
www.example.com/x example.org https//a.example a\\b.md %zz.md %FF.md (x.md [x](y.md) ../blob/main/x.md ignoriert.md#x@y
x%00y/z.md %00.md größe.md#maß- /faq/ ../ignoriert/x.md
""".split()


@pytest.mark.parametrize("target", [*THERE, *UNKNOWN])
def test_what_is_there_or_unknown_is_not_told(target: str) -> None:
    assert missing("docs/guide.md", Reference(target), GITHUB, MemoryTree(FILES)) is None


LACKS = {
    "missing.md": Missing("file", True),
    "usage.md": Missing("case", True, "Usage.md", True),
    "Deep/page.md#x": Missing("case", True, "deep/page.md#x", True),
    NFD: Missing("normalization", True, "größe.md", True),
    "guide.html": Missing("file", True, "guide.md"),
    "guide#größe": Missing("file", True, "guide.md#größe"),
    "img/only-here.png": Missing("file", True, "deep/only-here.png"),
    "../readme/README.md": Missing("file", True),  # there are many of this name
    "/docs/missing.md": Missing("file", True),
    "100%25%20%231%20(neu).html": Missing("file", True, "100%25%20%231%20%28neu%29.md"),
    "./x%3Ay.html": Missing("file", True, "./x:y.md"),
    "x/x%3Ay.md": Missing("file", True, "./x:y.md"),
    "../guide.md": Missing("file", True),  # only the page itself has this name
    "#größ-und-gewicht": Missing("anchor", True, "#größe-und-gewicht"),
    "#gewicht": Missing("anchor", True),
    "guide.md#größe-3": Missing("anchor", True),
    "#heading=h.uilj0ylp2tr2": Missing("anchor", True),
    "Guide.html": Missing("file", True, "guide.md"),
    "Usage.md#usgae": Missing("anchor", False),
}


@pytest.mark.parametrize("target", LACKS)
def test_what_is_not_there(target: str) -> None:
    assert missing("docs/guide.md", Reference(target), GITHUB, MemoryTree(FILES)) == LACKS[target]


@pytest.mark.parametrize(
    ("page", "target", "site", "found"),
    [
        ("docs/guide.md", "missing.md", MKDOCS, Missing("file", True)),
        ("docs/guide.md", "missing/", MKDOCS, Missing("file", False)),
        ("docs/guide.md", "../x/only-here", MKDOCS, None),  # a name that something has
        ("docs/guide.md", "../x/eigen", MKDOCS, None),  # a page calls itself so
        ("docs/guide.md", "missing.yaml", MKDOCS, Missing("file", False)),
        ("docs/guide.md", "made.html", DOCUSAURUS, None),
        ("docs/guide.md", "#made", DOCUSAURUS, Missing("anchor", True)),
        ("docs/größe.md", "#made", DOCUSAURUS, Missing("anchor", False)),
        ("docs/guide.md", "/missing.md", MKDOCS, None),
        ("docs/guide.md", "#groe-und-gewicht", MKDOCS, None),
        ("docs/deep/page.md", "guide.md", DOCUSAURUS, None),
        ("docs/deep/page.md", "./guide.md", DOCUSAURUS, Missing("file", True, "../guide.md")),
        ("docs/deep/page.md", "missing.md", DOCUSAURUS, Missing("file", True)),
        ("docs/deep/page.md", "größe", DOCUSAURUS, None),
        ("docs/deep/page.md", "../zahl", DOCUSAURUS, None),
        ("docs/guide.md", "zahl.md", DOCUSAURUS, None),
        ("docs/guide.md", "missing.md", Site("other", "", None), Missing("file", True)),
        ("docs/guide.md", "only-here.png", Site("other", "", None), Missing("file", False, "deep/only-here.png")),
        ("docs/guide.md", "missing", Site("hugo", "docs", "hugo"), Missing("file", False)),
        ("README.md", "only-here.png", Site("other", "", None), Missing("file", True, "docs/deep/only-here.png")),
        (
            "quelle/guide.md",
            "deep/only-here.png",
            GITHUB,
            Missing("file", False, "../docs/deep/only-here.png"),
        ),  # copied
        ("README.md", "#project", Site("other", "", None), None),
        ("README.md", "#made", Site("other", "", None), Missing("anchor", False)),
        ("docs/guide.md", "größe/#maß", VITEPRESS, None),
        ("docs/guide.md", "/größe.html", VITEPRESS, None),
        ("docs/guide.md", "/logo.svg", VITEPRESS, None),
        ("docs/guide.md", "deep/", VITEPRESS, None),
        ("docs/guide.md", "missing", VITEPRESS, Missing("file", False)),
        ("docs/guide.md", "missing.md", VITEPRESS, Missing("file", True)),
        ("docs/guide.md", "#große-und-gewicht", VITEPRESS, None),
        ("docs/guide.md", "#größe-und-gewicht", MDBOOK, None),
        ("docs/guide.md", "#größ-und-gewicht", MDBOOK, Missing("anchor", True, "#größe-und-gewicht")),
        ("docs/guide.md", "größe.html#maß", MDBOOK, None),
        ("docs/Usage.md", "missing.md", GITHUB, None),  # settings for a generator that is not known
        (".github/ISSUE_TEMPLATE/bug.md", "missing.md", GITHUB, None),
        ("README.md", "docs/missing.md", MKDOCS, Missing("file", True)),
    ],
)
def test_each_program_resolves_by_its_rules(page: str, target: str, site: Site, found: Missing | None) -> None:
    shown_by = site if not site.folder or page.startswith(f"{site.folder}/") else GITHUB
    tree = MemoryTree({**FILES, ".github/ISSUE_TEMPLATE/bug.md": "", "quelle/guide.md": ""})
    assert missing(page, Reference(target), shown_by, tree) == found


SPHINX = Site("sphinx", "docs", "myst", "extensions = ['myst_parser']\nmade = 'made'\nhtml_extra_path = ['extra']\n")
SPHINX_FILES = {
    **FILES,
    "docs/conf.py": "",
    "docs/einführung.rst": ".. _Zwei Maße:\n\n.. figure:: x.png\n   :name: drei\n\n_`Vier`\n",
    "docs/deep/maße.md": "(ein-maß)=\n# Maß\n\n{#zwei-maße}\n## Maße\n\n## Ort {#fünf-maße}\n",
    "docs/bilder/größe.png": "",
    "docs/extra/maß.pdf": "",
    "data/beispiel.csv": "",
}
IN_SPHINX: dict[tuple[str, LeadsTo], Missing | None] = {
    ("einführung", "doc"): None,
    ("/deep/page", "doc"): None,
    ("../../einführung", "doc"): None,
    ("../weg/page", "doc"): Missing("file", False, "deep/page"),
    ("deep", "doc"): Missing("file", True),
    ("deep/einführung", "doc"): Missing("file", True, "einführung"),
    ("Einführung", "doc"): Missing("file", True, "einführung"),
    ("einführung.html", "doc"): Missing("file", True, "einführung"),
    ("python:library/os", "doc"): None,
    ("api/erzeugt", "doc"): Missing("file", False),  # a program makes the folder
    ("made", "doc"): Missing("file", False),  # conf.py names it
    ("../data/beispiel.csv", "download"): None,
    ("data/beispiel.csv", "download"): Missing("file", False),
    ("bilder/größe.png", "image"): None,
    ("/bilder/größe.png", "image"): None,
    ("/bilder/GRÖSSE.png", "image"): Missing("case", True, "bilder/größe.png", True),
    ("bilder/größe.*", "image"): None,
    ("bilder/gewicht.png", "image"): Missing("file", True),
    ("deep/gemeinsam.txt", "include"): Missing("file", True),
    ("einführung.html", ""): None,
    ("maß.pdf", ""): None,
    ("gewicht.html", ""): Missing("file", False),
}


@pytest.mark.parametrize(("target", "leads_to"), IN_SPHINX)
def test_sphinx_resolves_by_what_the_markup_leads_to(target: str, leads_to: LeadsTo) -> None:
    found = missing("docs/index.rst", Reference(target, False, leads_to), SPHINX, MemoryTree(SPHINX_FILES))
    assert found == IN_SPHINX[target, leads_to]


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("/einführung.rst", None),
        ("deep/missing.md", Missing("file", True)),
        ("einführung", None),
        ("a-label", None),
        ("module.Class", None),
        ("#ein-maß", None),
        ("#zwei-maße", None),
        ("#a-label", Missing("label", False)),
        ("#größ-und-gewicht", Missing("label", True, "#größe-und-gewicht")),
    ],
)
def test_myst_resolves_files_and_labels(target: str, found: Missing | None) -> None:
    assert missing("docs/guide.md", Reference(target), SPHINX, MemoryTree(SPHINX_FILES)) == found


LABELS = {
    "ein-maß": None,
    "Zwei  Maße": None,
    "drei": None,
    "vier": None,
    "fünf-maße": None,
    "ein-mass": Missing("label", True, "ein-maß"),
    "gewicht": Missing("label", False),
}


@pytest.mark.parametrize("target", LABELS)
def test_labels_are_those_of_all_documents(target: str) -> None:
    reference = Reference(target, leads_to="ref")
    tree = MemoryTree(SPHINX_FILES)
    assert missing("docs/einführung.rst", reference, SPHINX, tree) == LABELS[target]
    assert missing("docs/einführung.rst", reference, GITHUB, tree) is None
    linked = SPHINX._replace(settings="extensions = ['sphinx.ext.intersphinx']")
    near = getattr(LABELS[target], "near", "")
    found = missing("docs/einführung.rst", reference, linked, tree)
    assert found == (Missing("label", False, near) if near else None)


def test_without_sphinx_its_markup_leads_nowhere_known() -> None:
    tree = MemoryTree(SPHINX_FILES)
    assert missing("docs/x.rst", Reference("missing", False, "doc"), GITHUB, tree) is None
    assert missing("docs/x.rst", Reference("missing.txt", False, "include"), GITHUB, tree) == Missing("file", False)
    assert missing("docs/x.rst", Reference("missing.png", False, "image"), GITHUB, tree) == Missing("file", True)
    assert missing("docs/x.rst", Reference("missing.html"), GITHUB, tree) == Missing("file", False)


ADOC = "= Maß\n:idprefix:\n\n[[einheit]]\n== Das Gewicht\n\n[#länge]\nText\n"


@pytest.mark.parametrize(
    ("target", "leads_to", "found"),
    [
        ("einheit", "xref", None),
        ("länge", "xref", None),
        ("_das_gewicht", "xref", None),
        ("das-gewicht", "xref", None),
        ("höhe", "xref", Missing("anchor", False)),
        ("b.adoc#höhe", "xref", Missing("anchor", False)),
        ("tiefe", "xref", None),  # in another page, which may include this one
        ("länge.adoc", "xref", None),  # from the page that includes this one
        ("c.adoc", "xref", Missing("file", False)),
        ("c.txt", "include", Missing("file", False)),
    ],
)
def test_asciidoc(target: str, leads_to: LeadsTo, found: Missing | None) -> None:
    tree = MemoryTree({"a/a.adoc": ADOC, "a/b.adoc": ADOC, "länge.adoc": "[[tiefe]]\n"})
    assert missing("a/a.adoc", Reference(target, False, leads_to), GITHUB, tree) == found


def test_antora_looks_in_its_folders() -> None:
    page = "docs/modules/ROOT/nav.adoc"
    tree = MemoryTree({page: "", "docs/modules/ROOT/pages/größe.adoc": "", "docs/modules/ROOT/images/größe.png": ""})
    part = "docs/modules/ROOT/partials/kopf.adoc"
    assert missing(part, Reference("weg.adoc", False, "xref"), Site("other", "docs", None), tree) is not None
    assert missing(part, Reference("./weg.adoc", False, "xref"), Site("other", "docs", None), tree) is None
    led: list[tuple[str, LeadsTo]] = [("größe.adoc", "xref"), ("größe.png", "image"), ("größe.adoc#x", "xref")]
    for target, leads_to in led:
        found = missing(page, Reference(target, False, leads_to), Site("other", "docs", None), tree)
        assert found is None or found.what == "anchor"


def test_in_html_a_browser_resolves() -> None:
    tree = MemoryTree(FILES)
    assert missing("docs/guide.md", Reference("missing.png", in_html=True), MKDOCS, tree) == Missing("file", False)
    assert missing("docs/guide.md", Reference("../deep/only-here.png", in_html=True), MKDOCS, tree) is None
    assert missing("docs/guide.md", Reference("missing.png", in_html=True), GITHUB, tree) == Missing("file", True)


@given(st.text(max_size=12), st.sampled_from([GITHUB, MKDOCS, DOCUSAURUS]))
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
    found = [missing("a.md", Reference(f"#x{number}"), GITHUB, tree) for number in range(9)]
    assert found == [Missing("anchor", True)] * 9
    assert [*read.values()] == [1]
    assert missing("a.md", Reference(f"{'a/' * 1000}b.md"), GITHUB, tree) is None, "no system has such a path"
