"""What the linter learns from files beside a file: Sphinx's configuration is read, and never run."""

import os
from pathlib import Path

import pytest

from extract.cli.surroundings import forget, refusals, surroundings
from extract.linter import Finding, lint_file
from extract.readers import Document
from extract.rules import usual_rules

PAGE = "Größe\n=====\n\nSee maß_, `gewicht`_ and `die Breite <../breite>`.\n"
UNKNOWN, NO_NAME, NO_ROLE = "IRI807 maß_", "IRI807 `gewicht`_", "IRI812 `"
CONFIGURATIONS = {
    "nothing": ("project = 'Größe'\n", [UNKNOWN, NO_NAME, NO_ROLE]),
    "an epilog": ("rst_epilog = '''\n.. _maß: https://example.com/maß\n'''\n", [NO_NAME, NO_ROLE]),
    "a sum": ("rst_prolog = '.. _maß:' + ' https://example.com/\\n'\n", [NO_NAME, NO_ROLE]),
    "both": ("rst_prolog = '.. _MAß: https://a/\\n'\nrst_epilog = '.. _Gewicht: https://b/\\n'\n", [NO_ROLE]),
    "more of it": ("rst_epilog: str = ''\nif True:\n    rst_epilog += '.. _maß: https://a/\\n'\n", [NO_NAME, NO_ROLE]),
    "with lines filled in": ("rst_epilog = f'.. _x: https://a/\\n{made()}\\n'\n", [NO_ROLE]),
    "computed": ("rst_epilog = open('links.txt').read()\n", [NO_ROLE]),
    "set by a function": ("def setup(app):\n    app.config.rst_prolog = made()\n", [NO_ROLE]),
    "with another file": ("rst_prolog = '.. include:: links.txt\\n'\n", [NO_ROLE]),
    "empty": ("rst_epilog = None\nrst_prolog = ''\n", [UNKNOWN, NO_NAME, NO_ROLE]),
    "no Python": ("rst_epilog = '''\n", []),
    "Python 2": ("rst_epilog = u'.. _x: https://a/'\nprint 'größe'\n", []),
    "a default role": ("default_role = 'any'\n", [UNKNOWN, NO_NAME]),
    "a default role without links": ("default_role = 'literal'\n", [UNKNOWN, NO_NAME, NO_ROLE]),
    "settings of another module": ("from common import *\n", []),
    "code that would fail": ("raise SystemExit('größe')\n", [UNKNOWN, NO_NAME, NO_ROLE]),
    "no text": ("rst_epilog = '\\ud800'\0\n", []),
}


def linted(data: bytes, name: str, path: Path) -> list[Finding]:
    return lint_file(Document(data, name, None, surroundings(str(path))), usual_rules()).findings


def codes(page: str | bytes, path: Path, name: str = "") -> list[str]:
    """Return what is found in a page of a project."""
    data = page.encode() if isinstance(page, str) else page
    return [one.problem.code for one in linted(data, name or path.name, path)]


@pytest.mark.parametrize(("configuration", "expected"), CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_what_conf_py_says(configuration: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(configuration, "utf-8")
    folder = tmp_path / "a"
    folder.mkdir()
    findings = linted(PAGE.encode(), "a.rst", folder / "a.rst")
    shown = [f"{one.problem.code} {PAGE[one.problem.start : one.problem.end]}" for one in findings]
    assert shown == expected


@pytest.mark.parametrize(
    ("value", "name", "expected"),
    [
        ("'.txt'", "a.txt", ".rst"),
        ("['.rst', '.inc']", "a.inc", ".rst"),
        ("{'.rst': 'restructuredtext', '.txt': 'markdown', '.x': 'own'}", "a.txt", ".md"),
        ("{'.x': 'own'}", "a.x", ""),
        ("['.txt', '.md']", "a.md", ""),  # a name that tells
        ("f()", "a.txt", ""),
        ("3", "a.txt", ""),
    ],
)
def test_the_markup_that_sphinx_reads(value: str, name: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(f"source_suffix = {value}\n", "utf-8")
    assert surroundings(str(tmp_path / name)).suffix == expected
    data = b"`a <https://a.example/>`_ ``https//b.example/``\n"
    is_code = expected != "" or name == "a.md"  # in plain text it is none
    assert ("IRI102" in [one.problem.code for one in linted(data, name, tmp_path / name)]) is not is_code


OF_WIKIS = {
    "größe.wiki/a/a.md": True,  # as git names a clone
    "größe/a.md": False,
    "a/_Sidebar.md": True,
    "a/_sidebar.md": False,  # of another program
    "_Footer.asciidoc": True,
    "b/_Sidebar.md": False,
    "../_Sidebar.md": False,
    "a/größe.mediawiki": True,
    "a/größe.wikis": False,
    "a/größe.wiki/a.md": False,
}


@pytest.mark.parametrize("name", OF_WIKIS)
def test_a_page_of_a_wiki(name: str, tmp_path: Path) -> None:
    top = tmp_path / name.partition("/")[0] if name.startswith("größe") else tmp_path / "top"
    (top / ".git").mkdir(parents=True)
    other = tmp_path / name if name.startswith("größe") else top / name
    for folder in (other.parent, top / "a"):
        folder.mkdir(parents=True, exist_ok=True)
    other.touch()
    assert surroundings(str(top / "a" / "a.md")).in_wiki == OF_WIKIS[name]


@pytest.mark.parametrize(
    ("path", "expected"), [("b.txt", []), ("missing.txt", []), ("<isonum.txt>", ["maß_", "`gewicht`_"])]
)
def test_a_page_that_includes_a_file(path: str, expected: list[str], tmp_path: Path) -> None:
    """A file that is not there may define any name, but docutils' own define only substitutions, such as |eacute|."""
    page = f"Größe\n=====\n\nSee maß_, `gewicht`_{' and |eacute|' * (path[0] == '<')}.\n\n.. include:: {path}\n"
    findings = linted(page.encode(), "a.rst", tmp_path / "a.rst")
    assert [page[one.problem.start : one.problem.end] for one in findings] == expected


@pytest.mark.parametrize(
    ("included", "expected"),
    [
        (".. _Gewicht: https://example.com/gewicht", ["maß_"]),
        ("Text.", ["maß_", "`gewicht`_"]),
        (".. include:: c.rst", []),
        ("", []),
    ],
)
@pytest.mark.parametrize("path", ["../b.rst", "/b.rst"])
def test_a_page_with_the_names_of_an_included_file(
    path: str, included: str, expected: list[str], tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a").mkdir()
    (tmp_path / "conf.py").touch()
    (tmp_path / "b.rst").write_text(included, "utf-8")
    forget()
    page = f"Größe\n=====\n\nSee maß_ and `gewicht`_.\n\n.. include:: {path}\n"
    findings = linted(page.encode(), "a.rst", tmp_path / "a" / "a.rst")
    assert [page[one.problem.start : one.problem.end] for one in findings] == expected


def test_a_page_that_one_above_includes(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "conf.py").touch()
    (tmp_path / "a" / "b").mkdir(parents=True)
    page = "Größe\n=====\n\nSee |maß| and |größe|.\n\n.. |größe| replace:: Größe\n"
    assert codes(page, tmp_path / "a" / "b" / "b.rst") == ["IRI807"]
    (tmp_path / "a" / "a.rst").write_text(".. |maß| replace:: Maß\n.. include:: b/b.rst\n", "utf-8")
    forget()
    assert codes(page, tmp_path / "a" / "b" / "b.rst") == []


# Each with what a page would be told of without it.
REFUSED: dict[str, tuple[str, str | bytes, list[str]]] = {
    "conf.py": ("a.rst", PAGE, ["IRI807", "IRI807", "IRI812"]),
    "../conf.py": ("a.rst", PAGE, ["IRI807", "IRI807", "IRI812"]),
    "part.txt": ("a.rst", "Größe\n=====\n\nSee maß_.\n", ["IRI807"]),
    "docutils.conf": ("a.rst", "größe`maß <https://a.example>`_ here\n", ["IRI812"]),
}
MAKE = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a file larger than any disk": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40),
    "a link to nowhere": lambda path: path.symlink_to("gone"),
    "a link out": lambda path: path.symlink_to("../../../own"),
}


@pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links of POSIX")
@pytest.mark.parametrize(
    ("name", "made"),
    [
        *((name, "a pipe") for name in REFUSED),
        *((name, made) for name in ("conf.py", "part.txt") for made in MAKE if made != "a pipe"),
        *(
            (name, [*MAKE][1 + number % 4])
            for number, name in enumerate(REFUSED)
            if name not in ("conf.py", "part.txt")
        ),
    ],
)
def test_what_is_refused_is_unknown(name: str, made: str, tmp_path: Path) -> None:
    page_name, page, without = REFUSED[name]
    (tmp_path / "own").write_text("project = 1\n")
    top = tmp_path / "project"
    folder = top / "docs" / "a"
    folder.mkdir(parents=True)
    (top / ".git").mkdir()
    if not name.startswith(("conf", "../")):
        (top / "docs" / "conf.py").write_text("project = 1\n")
    assert codes(page, folder / page_name) == without
    assert refusals() == ()
    forget()
    MAKE[made](folder / name)
    assert codes(page, folder / page_name) == []
    assert [line.split(": ")[0].endswith(os.path.normpath(folder / name)) for line in refusals()] == [True]
