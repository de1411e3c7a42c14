"""Building projects, and reading what was built."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

PROJECT = Path(__file__).parents[2]
ROOTS = PROJECT / "tests" / "roots"
TORTURE = ROOTS / "test-torture"


# What running text never links: programs and data, in disguises too.
UNSAFE = [
    *("javascript:alert(1)", "JavaScript:alert(2)", "data:text/plain,x3", "DATA:text/html,x4", "vbscript:msgbox(5)"),
    *("javascript://a6/%0Aalert", "javascript:alert('ü7')", "<javascript:alert(8)>", "*javascript:alert(é9)*"),
    *("java\u00adscript:a10", "java\u200dscript:a11", "d\u200cata:,x12", "java\u2066script:a13", "vb\u034fscript:a14"),
    *("\u200bjavascript:a15", "\u202ejavascript:a16", "\u00addata:,x17", "\ufeffvbscript:a18", "\u2066data:,x19\u2069"),
    *(r"java\script:a20", r"\javascript:a21", r"javascript\:a22", r"javascript:\a23", r"d\ata:text/plain,x24"),
]


class Built(NamedTuple):
    """A build: its exit status, where the output is, and what was printed on standard error."""

    status: int
    out: Path
    warnings: list[str]


class Expected(NamedTuple):
    """A link of a document: the text shown and the target."""

    text: str
    target: str


def expected(document: str) -> list[Expected]:
    """Return the links of a document of the torture project, in order."""
    sections = (TORTURE / "links.txt").read_text("utf-8").split(f"[{document}]\n", 1)[1].split("\n\n", 1)[0]
    return [Expected(*line.split(" | ")[1:]) for line in sections.splitlines()]


def build(source: Path, out: Path, builder: str = "html", *options: str, timeout: float = 300) -> Built:
    """Build a project in a process of its own."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", str(out / ".doctrees")]
    command += ["-D", "show_warning_types=1", *options]  # on by default since Sphinx 8
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        [*command, str(source), str(out / builder)],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    return Built(done.returncode, out / builder, done.stderr.splitlines())


def write_project(folder: Path, conf: str = "", **documents: str) -> Path:
    """Write a project: a conf.py with the extension, and documents by name (``index_rst="…"``)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(f'extensions = ["sphinx_iri"]\n{conf}\n', "utf-8")
    for name, text in documents.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, "utf-8")
    return folder


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
