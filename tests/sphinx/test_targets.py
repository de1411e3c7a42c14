"""No target that is written is anything but a URI; `build` and `publish` check that of every page of every test."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from docutils.core import publish_string
from docutils.parsers import rst
from docutils.writers.html5_polyglot import Writer
from myst_parser.parsers import docutils_

from sphinx_iri import myst
from sphinx_iri.rst import Parser
from tests.sphinx.building import build, write_project

PLACES = r"""
Title http://hostname:port/に
=============================

.. image:: data:image/svg+xml,<svg>é</svg>

.. image:: //a.example/é.png
   :target: //例え.jp/é

.. image:: mailto:é@例え.jp

.. image:: nowhere-é.png

.. figure:: é.png
   :target: ü.html

   http://hostname:port/に

`a <//例え.jp/ü>`_ `b <ü.html>`_ `c <#ü>`_ `d <?q=ü>`_ `e <javascript:alert("ü")>`_ `f <data:text/plain,ü>`_
`g <mailto:ü@é.example>`_ `h <tel:ü>`_ `i <foo:ü>`_ `j <x:y:ü>`_ `k <http://ü..jp/>`_ `l <http:///ü>`_ `m <http:ü>`_
`n <ü:port>`_ `o <\\\\host\\ü>`_ `p <C:\\ü>`_ `q <file:///ü>`_ `r <http://hostname:port/ü>`_ `s <urn:ü>`_
`u <mailto:a@b.example?subject=ü&body=日本>`_ `v <https://a.example/%ü>`_ `w <../ü/é.html#日>`_ `x <ü é.html>`_
`y <https://例え.jp/<https://b.example/é>>`_

.. _named ü: http://hostname:port/ü
.. _other: http://例え.jp/ü
.. _path: ü.html
.. _chain: other_

`named ü`_ other_ path_ chain_ :download:`https://例え.jp/ü` :download:`ü.txt` :doc:`é` :pep:`8` :rfc:`2822#ü`

.. toctree::

   https://例え.jp/ü
   t <https://例え.jp:port/ü>
   u <https://a.example:port/ü>
   `v <https://a.example:port/ü>`_
   é

.. epigraph:: *http://hostname:port/に* **https://例え.jp/ü** **http://ü..jp/**

:iri:`http://hostname:port/ü` :iri:`x <http://ü..jp/>` |s| |t| |u| :ref:`日本` :term:`é`

.. |s| image:: https://例え.jp:port/é.png
.. |t| replace:: http://hostname:port/é https://例え.jp/é
.. |u| image:: //例え.jp/é.png
   :target: https://hostname:port/é

.. glossary::

   é
      http://hostname:port/é

.. _日本:

日本
====

.. py:function:: ü(é)
"""


@pytest.mark.parametrize(
    "builder",
    [
        "html",
        "latex",
        *(pytest.param(one, marks=pytest.mark.all) for one in ("dirhtml", "singlehtml", "epub", "texinfo")),
    ],
)
def test_every_place(tmp_path: Path, builder: str) -> None:
    source = write_project(tmp_path / "source", "project = 'é'", index_rst=PLACES, é_rst="É\n=\n")
    (source / "ü.txt").touch()
    (source / "é.png").touch()
    built = build(source, tmp_path, builder)
    assert not any("Traceback" in line for line in built.warnings)


def hrefs(parser: Any, text: str, **more: Any) -> tuple[list[str], int]:
    """Return the targets of a text, and the number of warnings."""
    warnings = io.StringIO()
    settings = {"warning_stream": warnings, "_disable_config": True, "output_encoding": "unicode", **more}
    page = publish_string(text, parser=parser, writer=Writer(), settings_overrides=settings)
    return re.findall(r'<a [^>]*href="(?!#)([^"]*)"', page), warnings.getvalue().count("WARNING")


# Nobody can follow these: they stay exactly what they are in docutils.
WORD_FOR_THE_PORT = [
    "http://hostname:port/にアクセスすると URLは http://hostname:port/日本 です",
    "http://hostname:port/\\に http://hostname:port に",
    "(http://host:PORT/a/é.html) http://host:PORT/é.html http://host:PORT/é?q=é#é",
    "http://hostname:port/x。次 http://hostname:port。次 http://user:pass@host:port/に ssh://git@h.example:u/日本.git",
    "http://hostname:port/*に* http://hostname:port/**に** http://hostname:port/``に``",
    "http://[::1]:port/を http://[::1]:port/x http://[::1]:port/ http://[2001:db8::1]:PORT を",
    "http://host:port를/ http://host:port를 본다 http://host:port를:8080/ http://host.example:port를/x",
    "http://host:ポート/x http://host:<port>/を http://host_name:port/を http://host:port?を http://host:port#を",
    "ftp://host:port를/ http://a.example:port를, http://b.example:port/ *http://host:port를/*",
]
# linkify-it ends the link at the host.
IN_MARKDOWN = [
    "http://例え.jp:port/x です http://ホスト名:port/ http://例え.jp:ポート/x",
    "http://host:port를/ http://host:port를 본다 http://host:port、次 http://host:port1/を",
    "http://localhost:PORT/api http://host:port ftp://host:port/を http://host:ポート http://host:<port>/x",
    "http://host:port?を http://host:port#を **http://host:port/を** http://HOST:PORT/を?q=を",
]


@pytest.mark.parametrize(
    ("ours", "plain", "texts"),
    [(Parser, rst.Parser, WORD_FOR_THE_PORT), (myst.Parser, docutils_.Parser, IN_MARKDOWN)],
    ids=["reStructuredText", "Markdown"],
)
def test_a_word_for_the_port(ours: Any, plain: Any, texts: list[str]) -> None:
    for text in texts:
        wanted = hrefs(plain(), text, myst_enable_extensions=["linkify"])
        assert len(wanted[0]) > 1
        assert hrefs(ours(), text, myst_enable_extensions=["linkify"]) == wanted, text


def test_a_word_for_the_port_of_a_host_in_other_letters() -> None:
    """Plain docutils links ``http:/``, which is not worth keeping."""
    texts = ["http://例え.jp:port/x です", "see http://ホスト:PORT/", "http://ホスト名:port를/ x"]
    for text in texts:
        assert hrefs(rst.Parser(), text) == (["http:/"], 0)
        assert hrefs(Parser(), text) == ([], 1)
