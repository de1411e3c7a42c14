"""Other extensions in one project with ours, each with IRIs: the build passes, and every link is whole and right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path

import pytest

from extract import to_uri
from tests.conftest import PYTHONPATH
from tests.sphinx.building import PROJECT
from tools.built_pages import Page

pytestmark = pytest.mark.all

# The packages, and the extensions that they have.
PACKAGES = """
sphinx-design sphinx-copybutton sphinxext-opengraph sphinx-sitemap sphinx-tabs sphinxcontrib-bibtex
sphinx-notfound-page ablog sphinx-autoapi breathe sphinx-intl myst-nb nbsphinx
""".split()
EXTENSIONS = """
sphinx_design sphinx_copybutton sphinxext.opengraph sphinx_sitemap sphinx_tabs.tabs sphinxcontrib.bibtex
notfound.extension ablog autoapi.extension breathe
""".split()
OF_SPHINX = [f"sphinx.ext.{name}" for name in "autodoc napoleon autosummary intersphinx extlinks todo graphviz".split()]
NOTEBOOKS = ("myst_nb", "nbsphinx")  # both read .ipynb: one of them in a project


def requirements() -> list[str]:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["sphinx"], *(entry for entry in extras["myst"] if ">=" in entry)]


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
html_baseurl = "https://p.example/"
sitemap_url_scheme = "{{link}}"
ogp_site_url = "https://p.example/"
extlinks = {{"wiki": ("https://ja.wikipedia.example/wiki/%s", None), "titled": ("https://例え.jp/%s", "T%s")}}
todo_include_todos = True
autoapi_dirs = ["api"]
bibtex_bibfiles = ["refs.bib"]
breathe_projects, breathe_default_project = {{"p": "xml"}}, "p"
intersphinx_mapping = {{"other": ("https://other.example/日本/", "objects.inv")}}
locale_dirs, language = ["locale"], "ja"
suppress_warnings = ["ablog"]
blog_path, blog_title, blog_baseurl = "blog", "p", "https://p.example/"
autosummary_generate = True
nbsphinx_execute, nb_execution_mode = "never", "off"
graphviz_output_format = "svg"
graphviz_dot = "false"
exclude_patterns = ["xml", "api"]
"""

INDEX = """
Page
====

:wiki:`日本` and :titled:`ü` and :py:func:`module.function` and :external:py:func:`other.f`

.. todo:: https://例え.jp/todo-ü

.. graphviz::

   digraph { a [URL="https://例え.jp/graphviz"]; }

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

.. doxygenfunction:: f

.. update:: 2026-01-01

   https://例え.jp/ablog-ü

https://a.example/message

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
MESSAGES = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "https://a.example/message"\nmsgstr "https://例え.jp/message-ü"\n'
DOXYGEN_INDEX = """<?xml version='1.0' encoding='UTF-8'?>
<doxygenindex version="1.9.1" xml:lang="en-US">
<compound refid="f_8h" kind="file"><name>f.h</name>
<member refid="f_8h_1a" kind="function"><name>f</name></member></compound>
</doxygenindex>"""
DOXYGEN_FILE = """<?xml version='1.0' encoding='UTF-8'?>
<doxygen version="1.9.1" xml:lang="en-US"><compounddef id="f_8h" kind="file" language="C++">
<compoundname>f.h</compoundname>
<sectiondef kind="func"><memberdef kind="function" id="f_8h_1a" prot="public" static="no" const="no" explicit="no"
 inline="no" virt="non-virtual">
<type>void</type><definition>void f</definition><argsstring>()</argsstring><name>f</name>
<briefdescription><para>See https://例え.jp/breathe-ü and
<ulink url="https://例え.jp/ulink-ü">link</ulink></para></briefdescription>
<detaileddescription></detaileddescription><inbodydescription></inbodydescription>
<location file="f.h" line="1"/></memberdef></sectiondef>
<briefdescription></briefdescription><detaileddescription></detaileddescription>
<location file="f.h"/></compounddef></doxygen>"""

# The links, by what is in their addresses. Neither the notes of sphinxcontrib-bibtex nor Doxygen's texts, of which
# Breathe makes nodes itself, are parsed as running text; ASCII addresses are no links there either.
NAMES = (
    "todo card card-link card-body button tab bib ulink ablog post message cell cell-link autodoc-module "
    "autodoc-function autodoc-napoleon autoapi-module autoapi-function autoapi-napoleon".split()
)
INVENTORY = (
    b"# Sphinx inventory version 2\n# Project: o\n# Version: 1\n# The remainder of this file is compressed by zlib.\n"
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
        "xml/index.xml": DOXYGEN_INDEX,
        "xml/f_8h.xml": DOXYGEN_FILE,
        "locale/ja/LC_MESSAGES/index.po": MESSAGES,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "objects.inv").write_bytes(INVENTORY + zlib.compress("other.f py:function 1 ü.html#$ -\n".encode()))
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
    run(python, "-m", "sphinx", "-q", "-b", "gettext", source, folder / "pot")
    run(python, "-m", "sphinx_intl", "update", "-p", folder / "pot", "-l", "ja", "-d", source / "locale")
    warnings = folder / "warnings.txt"
    run(python, "-m", "sphinx", "-q", "-w", warnings, source, folder / "html")
    assert "[iri." not in warnings.read_text("utf-8")
    links = {link for path in (folder / "html").rglob("*.html") for link in Page(path.read_text("utf-8")).links}
    shown = dict(links)
    for name in NAMES:
        iri = f"https://例え.jp/{name}-ü"
        assert shown.get(to_uri(iri)) in (iri, "pressed", "link", "t"), name
    assert shown[to_uri("https://ja.wikipedia.example/wiki/日本")] == "https://ja.wikipedia.example/wiki/日本"
    assert shown[to_uri("https://例え.jp/ü")] == "Tü"
    assert shown[to_uri("https://other.example/日本/ü.html#other.f")] == "other.f()"
    assert all(href.isascii() for href in shown if "://" in href)
