"""Builds of hostile text, and such as are interrupted or begun by another release of Sphinx."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.conftest import PYTHONPATH
from tests.payloads import payloads
from tests.sphinx.building import Built, build, links, write_project
from tests.sphinx.test_builds import PAGES, project
from tests.sphinx.test_viewers import run

pytestmark = pytest.mark.all

# --- hostile text

# In an IRI, each format has other characters of its own.
OWN = [f"http://é.example/{character}é{character}x" for character in "~,@-.$&;=+!*%:"]
TEXTS = [f"see {payload.replace(chr(9), ' ')}" for payload in [*OWN, *payloads(600)]]
CONF = """
smartquotes = False
latex_engine = "xelatex"
project, version, release, copyright = "p", "1", "1", "1"
man_pages = [("index", "p", "d", "a", 1)]
texinfo_documents = [("index", "p", "P", "a", "p", "d", "M")]
latex_documents = [("index", "p.tex", "P", "a", "howto")]
"""
_USUAL = re.compile(r"(?:https?|mailto):[!-~]*", re.IGNORECASE)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Return what builds a document with all hostile texts, without their markup of reStructuredText."""
    text = "\n\n".join(re.sub(r"[\\`|*_]", r"\\\g<0>", text) for text in TEXTS)
    folder = tmp_path_factory.mktemp("hostile")
    source = write_project(folder / "source", CONF, index_rst=f"Title\n=====\n\n{text}\n")
    return lambda builder: build(source, folder, builder)


@pytest.mark.parametrize(("builder", "page"), [("html", "index.html"), ("epub", "index.xhtml")])
def test_hostile_text_in_html(hostile: Callable[[str], Built], builder: str, page: str) -> None:
    built = hostile(builder)
    section = BeautifulSoup((built.out / page).read_text("utf-8"), "html5lib").select_one("section")
    assert section is not None
    paragraphs = section.find_all("p", recursive=False)
    assert [paragraph.get_text() for paragraph in paragraphs] == TEXTS
    tags = {tag.name for paragraph in paragraphs for tag in paragraph.find_all(True)}
    assert tags == {"a", "span"}  # docutils cloaks "@" in one
    anchors = section.select("p a")
    assert len(anchors) > 1000
    assert all(_USUAL.fullmatch(str(anchor["href"])) for anchor in anchors)
    assert {name for element in section.select("p *") for name in element.attrs} <= {"href", "class", "dir"}
    if builder == "epub":
        jar = Path(shutil.which("epubcheck") or pytest.skip("no epubcheck on PATH")).resolve()
        said = run("java", "-jar", jar, "p.epub", cwd=built.out)
        assert [line for line in said.splitlines() if re.match("(ERROR|FATAL)", line)] == []


# Characters that roff may show as others (groff_char(7)); the macros of some systems show them as written.
MARKS = {"-": "u2010", "'": "u2019", "`": "u2018", "~": "u02DC", "^": "u02C6"}


def shown_by_groff(page: Path) -> str:
    """Return the text of a manual page where groff shows other marks for those that are not escaped."""
    marks = "".join(f".char {mark} \\[{other}]\n" for mark, other in MARKS.items())
    title, rest = re.split(r"(?<=\n)(?=\.SH NAME)", page.read_text("utf-8"))
    page.write_text(title + marks + rest, "utf-8")
    options = ("-k", "-man", "-Tutf8", "-rLL=5000n", "-rcR=1", "-rHY=0", "-P-cbou")
    return run("groff", *options, page.name, cwd=page.parent)


def bare(text: str) -> str:
    """Return a text without what a device may change: spaces, quotation marks, dashes, angle brackets."""
    return re.sub(r"[\s<>'’\"“”‘`–—-]", "", text)


def test_hostile_text_in_a_manual_page(hostile: Callable[[str], Built]) -> None:
    shown = shown_by_groff(hostile("man").out / "p.1")
    assert [address for address in OWN if address not in shown] == []
    assert list(map(bare, re.split("(?=see )", shown)[1:-1])) == list(map(bare, TEXTS[:-1]))


def test_hostile_text_in_info(hostile: Callable[[str], Built]) -> None:
    options = ("--plaintext", "--no-split", "--enable-encoding", "--fill-column=9000", "-o", "-")
    shown = run("makeinfo", *options, "p.texi", cwd=hostile("texinfo").out)
    assert [address for address in OWN if address not in shown] == []
    assert list(map(bare, re.split("(?=see )", shown)[1:-1])) == list(map(bare, TEXTS[:-1]))


def test_an_address_in_a_manual_page_has_the_marks_that_were_written(tmp_path: Path) -> None:
    addresses = [f"http://é.example/{mark}é{mark}x" for mark in [*MARKS, "\\", '"']] + ['"a"@é.example']
    written = (re.sub(r"[\\`]", r"\\\g<0>", address) for address in addresses)
    text = "\n\n".join(f"`{'t <mailto:' if '@' in address else '<'}{address}>`__" for address in written)
    built = build(write_project(tmp_path / "source", CONF, index_rst=f"Title\n=====\n\n{text}\n"), tmp_path, "man")
    shown = shown_by_groff(built.out / "p.1")
    assert re.findall("<(.*)>", shown) == addresses
    assert [mark for mark, other in MARKS.items() if chr(int(other[1:], 16)) in shown] == []


def test_hostile_text_in_pdf(hostile: Callable[[str], Built]) -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed")
    from tests.sphinx.tex import typeset

    pdf = typeset(hostile("latex").out, "xelatex", "p")
    actions = [note.get_object().get("/A", {}) for page in pdf.pages for note in page.get("/Annots", [])]
    assert {action.get("/S") for action in actions} <= {"/URI", "/GoTo"}
    found = {str(action["/URI"]) for action in actions if "/URI" in action}
    # pages may read their own fragment: HTML keeps a second "#"
    assert found == {re.sub("(#.*)#", r"\1%23", link.target) for link in links(hostile("html").out / "index.html")}
    assert all(map(_USUAL.fullmatch, found))


# --- interrupted builds

# The process ends there and then: nothing is finished, closed or removed.
ENDS = """
import os
def setup(app):
    event, _, count = os.environ.get("IRI_TEST_ENDS", "").partition(" ")
    left = [int(count or 0)]
    def end(*_arguments):
        left[0] -= 1
        if not left[0]:
            os._exit(9)
    if event:
        app.connect(event, end)
"""
PLACES = ["doctree-read 2", "env-updated 1", "doctree-resolved 2", "html-page-context 3", "build-finished 1"]


def contents(built: Built) -> dict[str, object]:
    pages = {path.name: links(path) for path in built.out.glob("*.html")}
    inventory = (built.out / "objects.inv").read_bytes()
    objects = zlib.decompress(inventory[inventory.index(b"zlib.\n") + 6 :]).splitlines()
    return {"objects": {tuple(line.split(b" ")[:4]) for line in objects}, **pages}  # without the titles


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """Return a project, and what a build that was not interrupted makes of it."""
    folder = tmp_path_factory.mktemp("whole")
    source = project(folder / "source")
    with (source / "conf.py").open("a") as conf:
        conf.write(ENDS)
    made = contents(build(source, folder / "out", process=True))
    assert {f"{name.removesuffix('_rst')}.html" for name in PAGES if name != "part_rst"} < {*made}
    return source, made


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("place", PLACES)
def test_an_interrupted_build_goes_on(
    whole: tuple[Path, dict[str, object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    source, made = whole
    monkeypatch.setenv("IRI_TEST_ENDS", place)
    child = os.fork()
    if not child:
        try:
            build(source, tmp_path)
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    monkeypatch.delenv("IRI_TEST_ENDS")
    assert contents(build(source, tmp_path)) == made


# --- other releases of Sphinx


@pytest.mark.parametrize("release", ["8.0.2", "8.1.3", "8.2.3"])
def test_an_environment_of_an_older_sphinx(whole: tuple[Path, dict[str, object]], tmp_path: Path, release: str) -> None:
    """It is read or refused; what is built of it is what a clean build makes."""
    source, made = whole
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path / "old")]
    environment = {**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}  # pip may reach the network
    subprocess.run([*pip, f"sphinx=={release}", "docutils<0.22"], env=environment, check=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", str(tmp_path / ".doctrees")]
    old = subprocess.run(
        [*command, str(source), str(tmp_path / "html")],
        env=environment | {"PYTHONPATH": os.pathsep.join([str(tmp_path / "old"), PYTHONPATH])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert old.returncode == 0, old.stderr
    assert release in (tmp_path / "html" / "index.html").read_text("utf-8")  # "Created using Sphinx …"
    assert contents(build(source, tmp_path)) == made
