"""The engine and the command on what it requires alone, as gateways and containers install them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PYTHONPATH

ROOT = Path(__file__).resolve().parents[1]

FILES = {
    "a.txt": "see http://müller.example/straße and http://a..b/\n",
    "a.md": "see [t](http://müller.example/straße) and <http://a..b/>\n",
    "a.rst": "see `t <http://müller.example/straße>`_ and http://a..b/\n",
    "a.html": '<p><a href="http://müller.example/straße">t</a> http://a..b/</p>\n',
    "a.eml": "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\nsee http://müller.example/straße http://a..b/\n",
    "a.po": 'msgid "a"\nmsgstr "see http://müller.example/straße and http://a..b/"\n',
    "a.py": '"""See http://müller.example/straße and http://a..b/."""\n',
    "a.ipynb": '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["http://müller.example/straße http://a..b/"]}],'
    ' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
}
# What else is installed is as if it were not.
ONLY_REQUIRED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED = {
    "sphinx", "rich", "charset_normalizer", "babel", "polib", "html5lib", "pygments",
    "myst_parser", "linkify_it", "jinja2", "django", "yaml", "requests", "pyarrow", "pyspark",
}
sys.meta_path.insert(0, Blocked())
from extract.cli import main
sys.exit(main(sys.argv[1:]))
"""


def iri(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ONLY_REQUIRED, *arguments],
        cwd=folder,
        env={"PYTHONPATH": PYTHONPATH, "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_engine_loads_two_packages() -> None:
    """And of publicsuffixlist the list alone; docutils and markdown-it-py are loaded where ``lint()`` asks them."""
    code = (
        "import sys, extract\n"
        "for name in extract.__all__: getattr(extract, name)\n"
        "list(extract.find_links('a.com http://é.de/é me@a.com', bare_domains=True, email=True))\n"
        "extract.linkify('http://é.de/é')\n"
        "print(*sorted({'docutils', 'idna', 'markdown_it', 'publicsuffixlist', 'regex'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "idna regex\n"


def test_links_are_found_in_every_format(folder: Path) -> None:
    done = iri(folder, "find", *FILES)
    assert done.returncode == 0, done.stderr
    found = {name for name in FILES if any(line.startswith(f"{name}:") for line in done.stdout.splitlines())}
    assert found == FILES.keys()
    assert done.stdout.count("http://müller.example/straße") == len(FILES)


def test_a_table_says_what_to_install(folder: Path) -> None:
    done = iri(folder, "table", *FILES, "-o", "links.csv")
    assert (done.returncode, done.stderr) == (2, "iri: extract.arrow needs pyarrow: pip install pyarrow\n")


def test_a_module_says_what_to_install() -> None:
    modules = {  # the package that it needs, and how that is installed
        "extract.integrations.django": ("django", "django"),
        "extract.integrations.jinja": ("jinja2", "jinja2"),
        "extract.integrations.rich": ("rich", "rich"),
        "extract.testing": ("hypothesis", "hypothesis"),
        "sphinx_iri.myst": ("myst_parser", "myst-parser"),
    }
    for module, (package, install) in modules.items():
        code = f"import sys; sys.modules[{package!r}] = None; import {module}"  # as if it were not installed
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
        )
        assert done.stderr.endswith(f"ModuleNotFoundError: {module} needs {package}: pip install {install}\n")


def test_every_format_is_linted(folder: Path) -> None:
    done = iri(folder, "lint", *FILES)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert {name for name in FILES if f"--> {name}:" in done.stdout} == FILES.keys()


def test_the_command_works(folder: Path) -> None:
    commands = {
        "convert http://müller.example/straße": "http://xn--mller-kva.example/stra%C3%9Fe",
        "explain IRI301": "IRI301",
        "linkify a.txt": '<a href="http://xn--mller-kva.example/stra%C3%9Fe">',
        "mask a.txt": "see  ",
    }
    for command, expected in commands.items():
        done = iri(folder, *command.split())
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout


def test_what_is_no_utf8_is_reported_without_a_guess(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Grüße von http://bücher.example/straße\n".encode("latin-1"))
    done = iri(tmp_path, "lint", "a.txt")
    assert (done.returncode, done.stderr, "IRI901" in done.stdout) == (1, "", True)
    assert "it is guessed after pip install charset-normalizer" in done.stdout
