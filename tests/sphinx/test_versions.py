"""The oldest versions that pyproject.toml allows and the newest there are, each in an environment of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import PYTHONPATH
from tests.sphinx.building import PROJECT

pytestmark = pytest.mark.slow

TESTS = [
    *(f"sphinx/test_{name}.py" for name in ("html", "builders", "docutils", "linkcheck")),
    # the linter asks the parsers what they link
    *(f"linter/test_{name}.py" for name in ("excused", "linting", "fixes")),
    "rules/test_slips.py",
    "cli/test_surroundings.py",
    "conformance/test_idna.py",
]
TOOLS = ["pytest", "pytest-timeout", "beautifulsoup4", "html5lib", "hypothesis", "charset-normalizer>=3.4"]


def requirements() -> list[str]:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["sphinx"], *(entry for entry in extras["myst"] if ">=" in entry)]


def oldest(requirement: str) -> str:
    """Return the oldest release series that is allowed."""
    name, version = re.fullmatch(r"([\w-]+)>=([\d.]+).*", requirement, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{name}=={version}.*"


def pythons() -> list[Path]:
    """Return the newest of the other Pythons of this machine; `dev.py test --matrix` tries more, every week."""
    found = sorted(Path.home().glob(".pyenv/versions/3.1[2-9].*/bin/python"))
    # pyenv's shims are there for versions that are not chosen, too
    folders = [Path(folder) for folder in os.get_exec_path() if Path(folder).name != "shims"]
    found += [folder / f"python3.{n}" for folder in folders for n in range(12, 20)]
    named = {match[0]: path for path in found if path.exists() and (match := re.search(r"3\.1\d", str(path)))}
    return [named[name] for name in sorted(named)[-1:]]


def run(*command: str | Path) -> str:
    words = [str(word) for word in command]
    # pip may reach the network.
    watched = {"PYTHONPATH": "" if "pip" in words else PYTHONPATH}
    environment = {**os.environ, **watched, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        words, cwd=PROJECT, env=environment, capture_output=True, encoding="utf-8", timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def try_with(folder: Path, python: Path, packages: list[str]) -> None:
    run(python, "-m", "venv", folder)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages, *TOOLS)
    tests = [PROJECT / "tests" / name for name in TESTS]
    print(run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *tests)[-200:])


def test_oldest(tmp_path: Path) -> None:
    try_with(tmp_path / "venv", Path(sys.executable), [oldest(requirement) for requirement in requirements()])


NONE = pytest.param(Path(), marks=pytest.mark.skip(reason="needs another Python on PATH"))


@pytest.mark.parametrize("python", pythons() or [NONE], ids=str)
def test_newest(tmp_path: Path, python: Path) -> None:
    try_with(tmp_path / "venv", python, ["--upgrade", "--upgrade-strategy=eager", *requirements()])
