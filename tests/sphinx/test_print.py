"""PDF by three engines: the addresses of the links, and what stands on the page."""

from __future__ import annotations

import shutil
import subprocess
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from extract import to_uri
from tests.sphinx.building import TORTURE, build, expected, write_project

pypdf: Any = pytest.importorskip("pypdf")
pytestmark = pytest.mark.slow

INDEX, SUB, TWIN = map(expected, ("index", "sub", "twin"))


def typeset(folder: Path, engine: str, name: str) -> Any:
    """Run the engine, twice for the references, and return the PDF; fail on any error of TeX's."""
    if shutil.which(engine) is None:
        pytest.skip(f"no {engine} on PATH")
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    return pypdf.PdfReader(folder / f"{name}.pdf")


def addresses(pdf: Any) -> list[str]:
    """Return the addresses of the links, in order; the lines of a broken link are one."""
    found = []
    for page in pdf.pages:
        for annotation in page.get("/Annots", []):
            action = annotation.get_object().get("/A", {})
            if "/URI" in action:
                found.append(str(action["/URI"]))
    return found


def once(items: list[str]) -> list[str]:
    return [item for item, _ in groupby(items)]


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_every_case(tmp_path: Path, engine: str) -> None:
    built = build(TORTURE, tmp_path, "latex", "-t", "offline", "-t", engine)
    assert built.status == 0
    pdf = typeset(built.out, engine, "torture")
    wanted = [link.target for link in [*INDEX[:-2], *SUB, *TWIN]]
    # A footnote's link stands at the foot of the page, before or after what is round it in the source.
    assert sorted(set(addresses(pdf))) == sorted(set(wanted))
    assert len(once(addresses(pdf))) >= len(once(wanted)) - 2
    text = "".join(page.extract_text() for page in pdf.pages)
    for shown in ("http://www.w3.org/People/Dürst", "https://ru.wikipedia.org/wiki/Москва_(город)", "[2001:db8::1]"):
        assert shown in text
    log = (built.out / "torture.log").read_text("utf-8", errors="replace")
    missing = {line for line in log.splitlines() if "Missing character" in line and "U+1F600" not in line}
    assert missing == set()


# pdflatex has the letters of Western Europe; other addresses are printed as URIs.
WESTERN = ["http://www.w3.org/People/Dürst", "https://www.münchen.de/straße", "http://[2001:db8::1]:8080/ü"]
OTHERS = [
    "https://ja.wikipedia.org/wiki/日本語",
    "https://ru.wikipedia.org/wiki/Москва_(город)",
    "http://مثال.إختبار/صفحة",
    "https://example.com/😀",
]


def test_pdflatex(tmp_path: Path) -> None:
    lines = [f"* {iri} and `title <{iri}>`__" for iri in [*WESTERN, *OTHERS, "http://[2001:db8::1]/a"]]
    text = "Page\n====\n\n" + "\n".join(lines) + f"\n\nTitle {OTHERS[0]}\n----------------------------------------\n"
    source = write_project(
        tmp_path / "source",
        "latex_documents = [('index', 'page.tex', 'Page', 'x', 'howto')]\nlatex_show_urls = 'footnote'",
        index_rst=text,
    )
    pdf = typeset(build(source, tmp_path, "latex").out, "pdflatex", "page")
    wanted = {to_uri(iri) for iri in [*WESTERN, *OTHERS, "http://[2001:db8::1]/a"]}
    assert set(addresses(pdf)) == wanted
    text = "".join(page.extract_text() for page in pdf.pages).replace("\n", "")
    assert all(iri in text for iri in WESTERN)
    assert all(to_uri(iri) in text for iri in OTHERS)
