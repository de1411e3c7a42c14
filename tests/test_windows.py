"""What Windows does otherwise, as far as it can be seen elsewhere: consoles, paths, calls of POSIX."""

from __future__ import annotations

import ntpath
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from extract.cli.patterns import Excluded, Pattern
from extract.cli.settings import Settings
from extract.readers.formats import format_of
from tests.conftest import PYTHONPATH

ROOT = Path(__file__).parents[1]
TEXT = "見 https://ja.wikipedia.org/wiki/日本語 と http://例え..jp/\n\n[日](https//example.com/ü)\n"


def iri(folder: Path, *arguments: str, encoding: str) -> subprocess.CompletedProcess[bytes]:
    env = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONPATH": PYTHONPATH}
    command = [sys.executable, "-m", "extract", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("find a.md", 0),
        ("lint --diff --unsafe-fixes a.md", 1),
        ("linkify a.md", 0),
        ("convert --to iri https://ja.wikipedia.org/wiki/日本語", 0),
        ("explain http://пример.рф/日", 0),
        ("lint --help", 0),  # has "…"
        ("find 日本.md", 2),  # is not there: the message names it
    ],
)
def test_a_console_that_cannot_print_it_is_no_crash(command: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(TEXT, "utf-8")
    done = iri(tmp_path, *command.split(), encoding="cp437" if status else "cp1252")
    assert b"Traceback" not in done.stderr
    assert done.returncode == status
    assert (done.stdout + done.stderr).decode("utf-8").strip()


def test_a_path_of_windows_has_the_format_of_its_name() -> None:
    for name in (r"C:\docs\a.rst", r"..\docs\a.rst", r"\\server\docs\a.RST"):
        assert format_of(name).name == "rst"


def test_patterns_match_paths_of_windows() -> None:
    top = r"C:\[my] project"
    with patch.object(os, "path", ntpath):
        assert Excluded(top, [Pattern(top, "docs")], force=True).leaves_out_named(top + r"\docs\a.rst")
        for pattern in ("docs/*.rst", "*.rst", r"docs\a.rst", "a.rst", "DOCS/**/a.rst"):
            excluded = Excluded(top, [Pattern(top, pattern)], force=True)
            assert excluded.leaves_out_named(top + r"\docs\a.rst"), pattern
            assert not excluded.leaves_out_named(top + r"\other.md"), pattern
            settings = Settings(per_file_ignores=((Pattern(top, pattern), ("IRI301",)),))
            assert settings.ignored_in(top + r"\docs\a.rst") == ("IRI301",), pattern
            assert settings.ignored_in(top + r"\other.md") == (), pattern


@pytest.mark.skipif(os.name != "nt", reason="names of Windows")
def test_settings_name_no_other_computer(tmp_path: Path) -> None:
    (tmp_path / "iri.toml").write_text("baseline = '//server.example/share/a.json'", "utf-8")
    assert b"is on another computer" in iri(tmp_path, "lint", ".", encoding="utf-8").stderr
