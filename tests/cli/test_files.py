"""Relative links of a project on the disk: what is found, again with the cache, and after a change beside the file."""

from __future__ import annotations

import json
import subprocess

from extract.cli.surroundings import forget
from tests.cli.running import write

PAGE = "# Größe\n\n[a](größe.md) [b](Docs/guide.md) [c](#grösse) [d](docs/guide.md#mas) [e](/docs/x.md) [f](../x.md)\n"


def found(iri, *arguments: str) -> list[tuple[str, str, str | None]]:
    forget()
    told = json.loads(iri("lint", "--format", "json", *arguments).out)
    fixes = [one["fix"]["text"] if isinstance(one["fix"], dict) else one["fix"] for one in told]
    return [
        (one["path"], one["iri"] or one["message"].partition(";")[0], fix) for one, fix in zip(told, fixes, strict=True)
    ]


def test_files_and_anchors(iri, monkeypatch) -> None:
    monkeypatch.delenv("IRI_NO_CACHE", raising=False)
    subprocess.run(["git", "init", "-q"], check=True)
    write("page.md", PAGE)
    write("docs/guide.md", "# Maß und Gewicht\n\n## Maß\n")
    write(".gitignore", "made/\n")
    write("docs/own.md", "[made](../made/x.md)\n")
    places = {
        'there is no file "größe.md"',
        'there is no file "/docs/x.md"',
        '"Docs/guide.md" differs from the name of the file in case',
        'the page has no anchor "#grösse"',
        'the page has no anchor "#mas"',
    }
    first = found(iri, ".")
    assert {place for _, place, _ in first} == places
    assert found(iri, ".") == first  # from the cache
    write("größe.md", "# x\n")
    assert {place for _, place, _ in found(iri, ".")} == places - {'there is no file "größe.md"'}
    # .gitignore covers the file: a program makes it
    assert "made/x.md" not in str(found(iri, "--extend-select", "unsure-file", "."))


RST = """\
Größe
=====

See :doc:`maß`, :doc:`the weight <gewicht>`, :download:`a table <tabelle.csv>` and ``:doc:`x```.

.. image:: bild.png

.. figure:: bild.*

.. include:: teil.txt

.. literalinclude:: weg.py

.. toctree::
   :caption: x

   maß
   Länge <länge>
   self

::

   .. image:: code.png

.. comment :doc:`kommentar`
.. _alias: größe_
__ `Das Gewicht`_

See `a page <seite.html>`_ and :doc:`gemacht`.
"""
MYST = """\
# Maß

{doc}`größe`, {doc}`Das Gewicht <gewicht>`, `{doc}` and `code`, [x](länge.md), [y](a-label).

```{image} bild.png
:alt: x
```

:::{figure} bild.jpg
:::

```{include} teil.txt
```
"""


def test_sphinx_and_myst(iri) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write("docs/conf.py", "extensions = ['myst_parser']\n")
    write("docs/index.rst", RST)
    write("docs/maß.md", MYST)
    write("docs/größe.rst", "Größe\n=====\n")
    write(".gitignore", "gemacht.rst\n")
    lacking = {
        "docs/index.rst": "gewicht tabelle.csv bild.png teil.txt weg.py länge",
        "docs/maß.md": "gewicht länge.md bild.png bild.jpg teil.txt",
    }
    assert sorted((path, place) for path, place, _ in found(iri, ".")) == sorted(
        (path, f'there is no file "{name}"') for path, names in lacking.items() for name in names.split()
    )
