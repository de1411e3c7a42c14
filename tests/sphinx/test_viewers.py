"""What reading programs make of the output: an EPUB checker, man, Info."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from extract import to_uri
from tests.sphinx.building import TORTURE, Built, build

pytestmark = pytest.mark.all


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"no {command[0]} on PATH")
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr


def torture(tmp_path: Path, builder: str) -> Built:
    return build(TORTURE, tmp_path, builder, "-t", "offline", "-t", "no-raw")


def test_epubcheck(tmp_path: Path) -> None:
    built = build(TORTURE, tmp_path, "epub", "-t", "offline", "-t", "no-raw", "-D", "iri_heading_ids=1")
    jar = Path(shutil.which("epubcheck") or pytest.skip("no epubcheck on PATH")).resolve()
    said = run("java", "-jar", jar, "Torture.epub", cwd=built.out)
    assert "epubcheck" in said.lower()
    assert [line for line in said.splitlines() if re.match("(ERROR|FATAL|WARNING)", line)] == []
    page = (built.out / "index.xhtml").read_text("utf-8")
    # a title is followed by its address, an address is not
    assert "[https://www.münchen.de/straße]" in page
    assert "[https://example.com/ü]" not in page


def test_man(tmp_path: Path) -> None:
    """On a terminal in UTF-8 the IRI; elsewhere the URI, for characters that are dropped make another address."""
    built = torture(tmp_path, "man")
    utf8 = run(
        "man", "-l", "-Tutf8", "--no-hyphenation", "./torture.1", cwd=built.out, MANWIDTH="400", LC_ALL="C.UTF-8"
    )
    ascii_ = run("man", "-l", "-Tascii", "--no-hyphenation", "./torture.1", cwd=built.out, MANWIDTH="400", LC_ALL="C")
    utf8, ascii_ = (re.sub(r"\n\s+", "", page) for page in (utf8, ascii_))  # a long address goes over the line
    iris = [
        "http://www.w3.org/People/Dürst",
        "https://ja.wikipedia.org/wiki/日本語",
        "http://مثال.إختبار/صفحة",
        "https://example.com/ü--x",
    ]
    for iri in iris:
        assert f"<{iri}>" in utf8
        assert f"<{to_uri(iri)}>" in ascii_
    assert "T24. München <https://www.münchen.de/straße>" in utf8


def test_info(tmp_path: Path) -> None:
    built = torture(tmp_path, "texinfo")
    said = run("makeinfo", "--no-split", "--enable-encoding", "torture.texi", cwd=built.out)
    assert "error" not in said.lower(), said
    info = (built.out / "torture.info").read_text("utf-8", errors="replace")
    for iri in ("http://www.w3.org/People/Dürst", "https://ja.wikipedia.org/wiki/日本語", "http://مثال.إختبار/صفحة"):
        assert iri in info
        assert to_uri(iri) not in info
    said = run("makeinfo", "--html", "--no-split", "torture.texi", cwd=built.out)
    assert 'href="http://www.w3.org/People/D%C3%BCrst">http://www.w3.org/People/D' in (
        built.out / "torture.html"
    ).read_text("utf-8")
