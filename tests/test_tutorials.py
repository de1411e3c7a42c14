"""Each tutorial, followed as written: its files are made, its commands run, and they print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
HOSTS = TUTORIALS.parent / "integrations"
# What a test does not do, since it runs where all of it is done.
INSTALLING = ("git clone", "python3 -m venv", ". venv/", "pip install")


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield language, caption and text of each block of code: the caption is the line before it that names a file."""
    pattern = r"(?m)^(?:((?:.* )?``[^` ]+\.\w+``):\n\n)?\.\. code-block:: (\S+)\n\n((?:   .*\n|\n)+)"
    for caption, language, text in re.findall(pattern, page):
        yield language, caption, textwrap.dedent(text).strip("\n") + "\n"


def write(folder: Path, caption: str, text: str) -> None:
    """Write a file, or add to it, or replace its last line, as the caption says."""
    (name,) = re.findall("``(.*?)``", caption)[-1:]
    path = folder / name
    how = next((how for how in ("at the end of ", "last line of ") if f"{how}``{name}" in caption), "")
    before = path.read_text("utf-8") if how else ""
    if how == "last line of ":
        before = before.rstrip("\n").rpartition("\n")[0] + "\n"
    path.write_text(before + ("\n" if how == "at the end of " else "") + text, "utf-8")


def run(folder: Path, command: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # without colors, which programs use where CI is set
    env = os.environ | {"PATH": path, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    done = subprocess.run(command, shell=True, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)
    return (done.stdout + done.stderr).replace(f"{folder}{os.sep}", "")


@pytest.mark.parametrize("name", ["sphinx", "myst", "mail"])
def test_a_tutorial_is_true(name: str, tmp_path: Path) -> None:
    commands = 0
    for language, caption, text in blocks((TUTORIALS / f"{name}.rst").read_text("utf-8")):
        if caption:
            write(tmp_path, caption, text)
        elif language == "console":
            for command, shown in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", text):
                if not command.startswith(INSTALLING):
                    commands += 1
                    assert run(tmp_path, command).strip() == shown.strip(), command
    assert commands >= 3
    made = next(path for path in (tmp_path / "build/index.html", tmp_path / "message.html") if path.exists())
    hrefs = re.findall(r'href="(https?://[^"]*)"', made.read_text("utf-8"))
    assert hrefs
    assert all(href.isascii() for href in hrefs)


@pytest.mark.parametrize("name", ["django", pytest.param("markdown", marks=pytest.mark.all)])  # MkDocs
def test_what_a_page_of_a_host_says_to_try(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "clone"
    folder.mkdir()
    for language, caption, text in blocks((HOSTS / f"{name}.rst").read_text("utf-8").partition("\nTry it\n")[2]):
        if caption:
            write(folder, caption, text)
        elif language == "console":
            commands = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
            tried = "\n".join(command for command in commands if not command.startswith(INSTALLING))
            shown = [line for line in text.splitlines() if not line.startswith("$ ")]
            assert run(folder, f"exec 2>/dev/null\n{tried}").splitlines() == shown != []
            return
    pytest.fail("no commands")
