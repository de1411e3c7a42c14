"""Each page with commands, followed as written: its files are made, its commands run, and they print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.rst")]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(PAGES)}
TYPED = [name for name, text in TEXTS.items() if "$ " in text]
# What installs, needs a network, or belongs into the settings of a shell.
NOT_TYPED = r"git clone|python3 -m venv|\. venv|pip install|uvx|docker|lychee|pre-commit|eval"
PACKAGES = {"iri table": ["pyarrow", "fastwarc"], "python try_django": ["django"]}  # that a command needs
SLOW = {"docs/scale.rst", "docs/sphinx.rst", "docs/howto/linkcheck.rst", "docs/integrations/markdown.rst"}
SUPPOSED = (ROOT / "tests" / "cases" / "typed_pages.txt").read_text("utf-8")
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


class Block(NamedTuple):
    """A block of code: the caption is the line before it that names a file."""

    caption: str
    language: str
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield each block of code of a page in reStructuredText or Markdown."""
    directive = r"(?m)^(?:((?:.* )?``[^` ]+\.\w+``):\n\n)?\.\. code-block:: (\S+)\n\n((?:   .*\n|\n)+)"
    for match in re.finditer(rf"{directive}|^```(\w+)\n([^`]+)^```$", page):
        yield Block(match[1] or "", match[2] or match[4], textwrap.dedent(match[3] or match[5]).strip("\n") + "\n")


def supposed(page: str) -> dict[str, str]:
    """Return what a page supposes: the path of a file and its text, or "$ ", a command, and what is run before it."""
    return dict(re.findall(rf"(?m)^== {re.escape(page)}: (.*)\n((?:(?!== ).*\n)*)", SUPPOSED))


def write(folder: Path, caption: str, text: str) -> None:
    """Write a file, or add to it, or replace its last line, as the caption says."""
    (name,) = re.findall("``(.*?)``", caption)[-1:]
    path = folder / name
    how = next((how for how in ("at the end of ", "last line of ") if f"{how}``{name}" in caption), "")
    before = path.read_text("utf-8") if how else ""
    if how == "last line of ":
        before = before.rstrip("\n").rpartition("\n")[0] + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before + ("\n" if how == "at the end of " else "") + text, "utf-8")


def run(folder: Path, command: str, language: str = "en") -> tuple[int, str]:
    """Run a command as a user does; return its exit status, and what it prints."""
    # without colors, which programs use where CI is set
    env = os.environ | {"PATH": PATH, "PYTHONUTF8": "1", "NO_COLOR": "1", "LANGUAGE": language, "HOME": str(folder)}
    done = subprocess.run(
        f"exec </dev/null; {command}",
        shell=True,
        cwd=folder,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).replace(f"{folder}{os.sep}", "")


def is_here(program: str) -> bool:
    """Return whether a program is in the path, and the interpreter of a script is where its first line says."""
    path = shutil.which(program, path=PATH)
    if path is None:
        return False
    with open(path, "rb") as file:
        script = re.match(rb"#![ \t]*(\S+)", file.readline(1000))
    return script is None or os.path.exists(script[1])


def missing(command: str) -> list[str]:
    """Return the programs and packages of a command that are not here."""
    programs = [part.split()[0] for part in command.split("|")]
    packages = [name for start in PACKAGES if command.startswith(start) for name in PACKAGES[start]]
    return [name for name in programs if not is_here(name)] + [name for name in packages if not find_spec(name)]


def type_block(page: str, folder: Path, text: str) -> Path:
    """Run the commands of a block, and compare what they print; return the folder that they end in."""
    language = {"ja": "ja", "zh": "zh"}.get(re.split(r"[-.]", page)[1], "en")
    for command, shown in re.findall(r"(?m)^\$ (.*)\n((?:(?!\$ ).*\n)*)", text):
        if command.startswith("cd "):
            folder = folder / command[3:]
        elif not re.match(rf"(?:{NOT_TYPED})\b", command):
            if absent := missing(command):
                pytest.skip(f"not here: {', '.join(absent)}")
            for start, script in supposed(page).items():
                if f"$ {command}".startswith(start):
                    assert run(folder, script)[0] == 0, start
            status, said = run(folder, command, language)
            assert status <= 1, said
            # Elsewhere a command without output shows how it is written, not that it prints nothing.
            if shown.strip() or "/tutorials/" in page:
                assert [line.rstrip() for line in said.strip().splitlines()] == shown.strip().splitlines(), command
    return folder


@pytest.mark.parametrize("page", [pytest.param(page, marks=[pytest.mark.all] * (page in SLOW)) for page in TYPED])
def test_the_commands_of_a_page_print_what_it_shows(page: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    for path, text in supposed(page).items():
        if not path.startswith("$ "):
            write(folder, f"``{path}``", text)
    for caption, language, text in blocks(TEXTS[page]):
        if caption:
            write(folder, caption, text)
        elif language == "console":
            folder = type_block(page, folder, text)
    made = [path for path in (folder / "build/index.html", folder / "message.html") if path.exists()]
    hrefs = [href for path in made for href in re.findall(r'href="(https?://[^"]*)"', path.read_text("utf-8"))]
    assert bool(hrefs) == ("/tutorials/" in page)
    assert all(href.isascii() for href in hrefs)


def test_a_script_without_its_interpreter_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "script"
    for interpreter, here in ((sys.executable, True), (f"{tmp_path}/gone", False)):
        script.write_text(f"#!{interpreter} -I\n", "utf-8")
        script.chmod(0o755)
        assert is_here(str(script)) == here


def test_what_pages_suppose_is_of_pages() -> None:
    assert set(re.findall(r"(?m)^== (\S+): ", SUPPOSED)) <= set(TYPED)


IMPORTS = {page: re.findall(r"(?m)^   \+?(from extract[\w.]* import .*)$", text) for page, text in TEXTS.items()}


@pytest.mark.parametrize("page", [page for page, lines in IMPORTS.items() if lines])
def test_the_imports_of_a_page(page: str) -> None:
    for line in IMPORTS[page]:
        exec(line, {})
