"""A user's program, checked against the wheel as it is installed: both packages have their types."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAM = """\
from collections.abc import Iterator
from typing import Literal, assert_type

from extract import IRI, Finder, Finding, IRIError, Link, Problem, check, find_links, lint, to_iri, to_uri
from extract.iri import registrable_domain
from extract.iri.as_iri import Explanation
from extract.mail import MailLink, deceptive_links, links_in_message, rewrite_links
from sphinx.application import Sphinx
from sphinx_iri import setup as setup_iri

finder = Finder(schemes=["https", "urn"], bare_domains=True, profile=("prose", "ip-addresses"))
assert_type(finder.find("see https://bücher.example/ü"), Iterator[Link])
for link in find_links("see https://bücher.example/ü", email=True):
    assert_type(link.start, int)
    assert_type(link.kind, Literal["iri", "domain", "email"])
    assert_type(to_uri(link.iri), str)
assert_type(to_iri("https://example.com/%C3%BC"), str)
assert_type(to_iri("https://example.com/%C3%BC", explain=True), Explanation)

iri = IRI("https://ja.wikipedia.org/wiki/日本")
assert_type(iri.host, str | None)
assert_type(iri / "版", IRI)
assert_type(check(iri), list[Problem])
assert_type(lint(b"https://example.com/", "a.md"), list[Finding])
assert_type(registrable_domain("a.b.example"), str | None)


def gate(link: MailLink) -> str | None:
    return "https://gate.example/?u=" + link.uri if link.uri else None


message: bytes = rewrite_links(b"", gate)
for mail_link, problems in deceptive_links(links_in_message(message)):
    assert_type(mail_link.line, int | None)
    assert_type(problems, list[Problem])
try:
    IRI("a b")
except IRIError as error:
    assert_type(error.start, int)


def setup(app: Sphinx) -> None:
    setup_iri(app)
"""
WRONG = """\
from extract import Finder, find_links

find_links(b"bytes")
Finder(schemless=True)
next(find_links("a")).stop
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with the wheel, and beside it what is installed here."""
    folder = tmp_path_factory.mktemp("outside")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    wheels = list(folder.glob("*.whl"))
    if built.returncode or not wheels:
        pytest.skip(f"no wheel can be built here: {built.stderr[-300:]}")
    venv.create(folder / "venv")
    paths = sysconfig.get_paths(vars={"base": str(folder / "venv"), "platbase": str(folder / "venv")})
    site = Path(paths["purelib"])
    with zipfile.ZipFile(wheels[0]) as wheel:
        wheel.extractall(site)
    (site / "beside.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")
    return Path(paths["scripts"], "python.exe" if os.name == "nt" else "python")


@pytest.mark.all
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_program_is_checked_against_the_wheel(checker: str, installed: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", checker, *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)

    asked = run("--version")  # pyright fetches its program from the npm registry when it runs for the first time
    if asked.returncode:
        pytest.skip(f"{checker} does not run here: {asked.stderr[-300:]}")
    strict = ["--strict", "--config-file=", "--python-executable"] if checker == "mypy" else ["--pythonpath"]
    (tmp_path / "right.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    right, wrong = (run(*strict, str(installed), name) for name in ("right.py", "wrong.py"))
    assert right.returncode == 0, right.stdout
    assert wrong.stdout.count(" error: " if checker == "mypy" else " - error: ") == 3, wrong.stdout
