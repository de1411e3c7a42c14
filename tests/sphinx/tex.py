"""Running TeX, on a machine that may have all of it, a part or nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pypdf: Any = pytest.importorskip("pypdf")

_LOADED = re.compile(r"\\(usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^]]*\])?\{([\w, -]+)\}")
_FONTS = re.compile(r"\\(?:set(?:main|sans|mono)font|newfontfamily\\\w+(?:\[[^]]*\])?)\{([\w ]+)\}")
# What an engine needs besides the packages that the document names.
_FILES = {
    "pdflatex": ("ecrm1000.tfm", "ec-qtmr.tfm"),
    "xelatex": ("pzdr.tfm",),
    "lualatex": ("luaotfload.sty",),
    "platex": ("ec-qtmr.tfm", "min10.tfm"),
    "uplatex": ("ec-qtmr.tfm", "upjisr-h.tfm"),
}
_IN_FILES = {"Latin Modern Mono": "lmmono10-regular.otf"}  # families that TeX has, and perhaps not the system


def typeset(folder: Path, engine: str, name: str, *needed: str) -> Any:
    """Run the engine, twice for the references, and return the PDF; fail on any error of TeX's.

    Where the engine, a package, a font or one of the other files ``needed`` is not installed, the test is skipped.
    """
    missing = _missing(folder, engine, name, needed)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    if not (folder / f"{name}.pdf").exists():
        subprocess.run(["dvipdfmx", "-q", f"{name}.dvi"], cwd=folder, timeout=300, check=True)
    return pypdf.PdfReader(folder / f"{name}.pdf")


def _missing(folder: Path, engine: str, name: str, needed: tuple[str, ...]) -> list[str]:
    """Return what the document needs and this machine has not, by name."""
    programs = [engine, "kpsewhich", *(["dvipdfmx"] if engine in ("platex", "uplatex") else []), "fc-list"]
    absent = [program for program in programs if shutil.which(program) is None]
    if absent:
        return absent
    document = (folder / f"{name}.tex").read_text("utf-8")
    sources = [document, *(path.read_text("utf-8") for path in folder.iterdir() if path.suffix in (".sty", ".cls"))]
    files = {*_FILES[engine], *needed}
    for kind, names in (match for source in sources for match in _LOADED.findall(source)):
        files |= {f"{one.strip()}.{'cls' if 'lass' in kind else 'sty'}" for one in names.split(",")}
    families = set(_FONTS.findall(document))
    files |= {_IN_FILES[family] for family in families & _IN_FILES.keys()}
    installed = _said("fc-list", ":", "family")
    absent += sorted(family for family in families - _IN_FILES.keys() if family not in installed)
    files = {file for file in files if not (folder / file).exists()}
    found = {Path(line).name for line in _said("kpsewhich", *files).splitlines()}
    return absent + sorted(files - found)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout
