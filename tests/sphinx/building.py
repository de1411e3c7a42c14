"""Building projects, and reading what was built."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import re
import subprocess
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from bs4 import BeautifulSoup, Tag
from docutils.parsers.rst import roles
from sphinx.cmd.build import build_main
from sphinx.config import Config
from sphinx.locale import translators

from tests.conftest import PYTHONPATH

PROJECT = Path(__file__).parents[2]
ROOTS = PROJECT / "tests" / "roots"
TORTURE = ROOTS / "test-torture"


class Built(NamedTuple):
    """A build: its exit status, where the output is, and what was printed on standard error."""

    status: int
    out: Path
    warnings: list[str]

    @property
    def links(self) -> list[Expected]:
        """The external links of the first page of HTML."""
        return links(self.out / "index.html")

    @property
    def shown(self) -> list[str]:
        """The texts of these links."""
        return [link.text for link in self.links]

    @property
    def reported(self) -> list[str]:
        """The subtype of each warning of ours, in order."""
        return [line.rpartition("[iri.")[2].rstrip("]") for line in self.warnings if "[iri." in line]

    def page(self, name: str = "index.html") -> BeautifulSoup:
        """Parse a page of HTML."""
        return BeautifulSoup((self.out / name).read_text("utf-8"), "html5lib")


class Expected(NamedTuple):
    """A link of a document: the text shown and the target."""

    text: str
    target: str


def expected(document: str) -> list[Expected]:
    """Return the links of a document of the torture project, in order."""
    sections = (TORTURE / "links.txt").read_text("utf-8").split(f"[{document}]\n", 1)[1].split("\n\n", 1)[0]
    return [Expected(*line.split(" | ")[1:]) for line in sections.splitlines()]


def build(
    source: Path, out: Path, builder: str = "html", *options: str, process: bool = False, raw: bool = False
) -> Built:
    """Build a project in this process, which takes a fifth of the time, or in a process of its own.

    It needs its own if Sphinx forks (``-j``), if Python itself is configured (PYTHONWARNINGS), or if the next build
    continues from its environment, whose classes must be those that other processes can load (``process=True``).

    All targets must be URIs, except in a build without the extension (``raw=True``).
    """
    arguments = ["-q", "-b", builder, "-d", str(out / ".doctrees")]
    arguments += ["-D", "show_warning_types=1", *options]  # on by default since Sphinx 8
    arguments += [str(source), str(out / builder)]
    forks = "-j" in options and options[options.index("-j") + 1] != "1"
    status, warnings = (_in_own_process if process or forks else _here)(arguments)
    if not raw:
        check_targets(out / builder)
    return Built(status, out / builder, warnings.splitlines())


TARGETS = frozenset(("href", "src", "cite", "action", "formaction", "poster", "data", "xlink:href"))
_TEX_TARGET = re.compile(r"(?:\\\w*(?:href|url)|\\sphinxnolinkurl|@uref)\{([^{},]*)")
RAW_HTML = "https://example.com/生"  # an author's own, in the torture project


class _Targets(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "link":  # only templates have it
            self.found += [value for name, value in attrs if name in TARGETS and value]


def raw_targets(page: str) -> list[str]:
    """Return the targets in a page of HTML, XHTML, TeX or Texinfo that are not ASCII."""
    reader = _Targets()
    reader.feed(page)
    found = reader.found if page.lstrip().startswith("<") else _TEX_TARGET.findall(page)
    return [target for target in found if not target.isascii() and target != RAW_HTML]


# names of sources; names of documents in two builders
_SOURCE = re.compile(r"(?:\.\./)*_sources/")
_DOCUMENT = re.compile(r"(?:\.\./)*(?:_sources/|#document-|(?!//)[^:#?]*/(?:#[!-~]*)?\Z)")


def check_targets(folder: Path) -> None:
    """Refuse a page with a target that is not a URI, except what Sphinx writes without asking us."""
    of_sphinx = _DOCUMENT if folder.name in ("dirhtml", "singlehtml") else _SOURCE
    for page in folder.rglob("*"):
        if page.suffix in (".html", ".xhtml", ".opf", ".ncx", ".tex", ".texi"):
            raw = [target for target in raw_targets(page.read_text("utf-8")) if not of_sphinx.match(target)]
            # the templates of indexes link to their letters and groups
            if "genindex" in (page.stem, page.parent.name):
                raw = [target for target in raw if not re.fullmatch("#.", target)]
            elif "iri-index" in (page.stem, page.parent.name):
                raw = [target for target in raw if not target.startswith("#cap-")]
            assert raw == [], page


def _in_own_process(arguments: list[str]) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "sphinx", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=300, check=False)
    return done.returncode, done.stderr


def _here(arguments: list[str]) -> tuple[int, str]:
    """Run sphinx-build, and leave nothing of the project behind."""
    modules, path = {*sys.modules}, [*sys.path]
    printed = io.StringIO()
    try:
        with (
            contextlib.redirect_stderr(printed),
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
            patch.dict(roles._roles),  # type: ignore[attr-defined]
            patch.dict(translators, clear=True),
            # themes append to a default
            patch.object(Config, "config_values", copy.deepcopy(Config.config_values)),
        ):
            roles._roles.pop("iri", None)  # type: ignore[attr-defined]  # that of docutils alone
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", module=r"(?:sphinx_iri|extract)\b")  # what we use is not deprecated
            status = build_main(["--no-color", *arguments])
    finally:
        sys.path[:] = path
        for name in sys.modules.keys() - modules:
            ours = name.partition(".")[0] in ("extract", "sphinx_iri")  # some is imported only when it is used
            if not ours and "site-packages" not in (getattr(sys.modules[name], "__file__", None) or "site-packages"):
                del sys.modules[name]  # a module of the project; the next one may have another of its name
    return status, printed.getvalue()


def write_project(folder: Path, conf: str = "", **documents: str) -> Path:
    """Write a project: a conf.py with the extension, and documents by name (``index_rst="…"``)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(f'extensions = ["sphinx_iri"]\n{conf}\n', "utf-8")
    for name, text in documents.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, "utf-8")
    return folder


PAGE = "Page\n====\n\n"


def build_text(
    folder: Path, text: str, conf: str = "", builder: str = "html", *options: str, **documents: str
) -> Built:
    """Build a project of one page that has this text below its title, and of other documents by name."""
    return build(write_project(folder / "source", conf, index_rst=PAGE + text, **documents), folder, builder, *options)


def anchors(page: Path) -> list[Tag]:
    """Return the external links in the body of a page of HTML."""
    whole = BeautifulSoup(page.read_text("utf-8"), "html5lib")
    body = next(filter(None, map(whole.select_one, ("div.body", "div[role=main]", "article", "main", "body"))))
    return body.select("a.external")


def links(page: Path) -> list[Expected]:
    """Return the text and target of each external link of a page of HTML."""
    return [Expected(_text(anchor), str(anchor["href"]).replace("%40", "@")) for anchor in anchors(page)]


def _text(anchor: Tag) -> str:
    return "(image)" if anchor.find("img") else anchor.get_text()
