"""Other extensions in one project with ours, each with IRIs: the build passes, and every link is whole and right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from extract import to_uri
from tests.conftest import PYTHONPATH
from tests.sphinx.building import PROJECT
from tools.built_pages import Page

pytestmark = pytest.mark.all

# The packages, and the extensions that they have.
PACKAGES = """
sphinx-design sphinx-tabs sphinxcontrib-bibtex ablog sphinx-autoapi myst-nb nbsphinx
""".split()
EXTENSIONS = """
sphinx_design sphinx_tabs.tabs sphinxcontrib.bibtex ablog autoapi.extension
""".split()
OF_SPHINX = [f"sphinx.ext.{name}" for name in "autodoc napoleon autosummary todo".split()]
NOTEBOOKS = ("myst_nb", "nbsphinx")  # both read .ipynb: one of them in a project


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


CONF = """
import os, sys
sys.path.insert(0, os.path.dirname(__file__))
extensions = {extensions}
project = "p"
todo_include_todos = True
autoapi_dirs = ["api"]
bibtex_bibfiles = ["refs.bib"]
suppress_warnings = ["ablog"]
blog_path, blog_title, blog_baseurl = "blog", "p", "https://p.example/"
autosummary_generate = True
nbsphinx_execute, nb_execution_mode = "never", "off"
exclude_patterns = ["api"]
"""

INDEX = """
Page
====


.. todo:: https://例え.jp/todo-ü

.. grid:: 1

   .. grid-item-card:: https://例え.jp/card-ü
      :link: https://例え.jp/card-link-ü

      https://例え.jp/card-body-ü

.. button-link:: https://例え.jp/button-ü

   pressed

.. tabs::

   .. tab:: One

      https://例え.jp/tab-ü

.. code-block:: text

   https://例え.jp/code

.. bibliography::

:cite:`k`

.. automodule:: module
   :members:

.. autosummary::

   module.function

.. update:: 2026-01-01

   https://例え.jp/ablog-ü

.. toctree::
   :hidden:

   post
   notebook
   autoapi/index
"""
POST = ".. post:: 2026-01-02\n\nPost\n====\n\nhttps://例え.jp/post-ü\n"
MODULE = '''"""Module. https://例え.jp/{name}-module-ü"""


def function(value):
    """Do it. https://例え.jp/{name}-function-ü

    Args:
        value: as in https://例え.jp/{name}-napoleon-ü
    """
'''
BIB = "@misc{k, title = {T}, author = {A, B}, year = 2020, url = {https://例え.jp/bib-ü}, note = {https://例え.jp/note-ü}}\n"
CELL = {
    "cell_type": "markdown",
    "metadata": {},
    "id": "a",
    "source": "# Notebook\n\n<https://例え.jp/cell-ü> [t](https://例え.jp/cell-link-ü)",
}
NOTEBOOK = {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
# The links, by what is in their addresses. The notes of sphinxcontrib-bibtex are not parsed as running text.
NAMES = (
    "todo card card-link card-body button tab bib ablog post cell cell-link autodoc-module "
    "autodoc-function autodoc-napoleon autoapi-module autoapi-function autoapi-napoleon".split()
)


def write(folder: Path, extensions: list[str]) -> Path:
    """Write the project."""
    files = {
        "conf.py": CONF.format(extensions=[*extensions, "sphinx_iri"]),
        "index.rst": INDEX,
        "post.rst": POST,
        "notebook.ipynb": json.dumps(NOTEBOOK),
        "module.py": MODULE.format(name="autodoc"),
        "api/api.py": MODULE.format(name="autoapi"),
        "refs.bib": BIB,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with all extensions, and the newest Sphinx that they take."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    run(sys.executable, "-m", "venv", folder)
    found = folder / "bin" / "python"
    run(found, "-m", "pip", "install", "--quiet", f"{PROJECT}[sphinx,myst]", *PACKAGES)
    return found


@pytest.mark.parametrize("notebooks", NOTEBOOKS)
def test_every_link_is_whole(tmp_path: Path, python: Path, notebooks: str) -> None:
    if notebooks == "nbsphinx" and not shutil.which("pandoc"):
        pytest.skip("no pandoc on PATH: nbsphinx reads Markdown by it")
    folder, source = tmp_path, write(tmp_path / "source", [*OF_SPHINX, *EXTENSIONS, notebooks])
    warnings = folder / "warnings.txt"
    run(python, "-m", "sphinx", "-q", "-w", warnings, source, folder / "html")
    assert "[iri." not in warnings.read_text("utf-8")
    links = {link for path in (folder / "html").rglob("*.html") for link in Page(path.read_text("utf-8")).links}
    shown = dict(links)
    for name in NAMES:
        iri = f"https://例え.jp/{name}-ü"
        assert shown.get(to_uri(iri)) in (iri, "pressed", "link", "t"), name
    assert all(href.isascii() for href in shown if "://" in href)
