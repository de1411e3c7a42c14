"""Family 8: broken links of reStructuredText, which readers see with their backticks."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.left_over import left_over
from extract.rules.registry import Found, rule
from extract.rules.rst_slips import slips
from extract.rules.subjects import Prose


@rule("IRI813", "no-rst-link", "error", scope="prose")
def no_rst_link(prose: Prose) -> Iterator[Found]:
    r"""Docutils does not link this.

    The underscore after the closing backtick is missing or comes before it, the space before "<" or a bracket is
    missing or wrong, a letter follows directly (unless ``docutils.conf`` sets ``character_level_inline_markup``), or
    the link is in Markdown or HTML. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe>⟦`⟧ now.
        See `Größe <https://example.com/größe>⟦_`⟧ now.
        See `Größe <https://example.com/größe>⟦` __⟧ now.
        See `Größe⟦<⟧https://example.com/größe>`__ now.
        See ⟦[Größe](https://example.com/größe)⟧ now.
        See ⟦[[https://example.com/größe|größe]]⟧ now.
        See ⟦[[Größe|https://example.com/größe]]⟧ now.
        See `Größe <https://example.com/größe⟦⟧`__ now.
        See ⟦:doc:`Größe <https://example.com/größe>`⟧ now.
        See `Größe <https://example.com/größe⟦"⟧>`__ now.
        See `Größe <https://example.com/größe⟦)⟧>`__ now.
        See ⟦`Größe https://example.com/größe>`_⟧ now.
        参照 ⟦`大きさ （https://example.com/größe>`_⟧ 。
        See ⟦:guilabel:`Größe <https://example.com/größe>`_⟧ now.
        See ⟦``Größe <https://example.com/größe>``_⟧ now.
        See ⟦``Größe <https://example.com/größe>`_⟧ now.
        See the⟦`Größe <https://example.com/größe>`_⟧ now.
        参照⟦`大きさ <https://example.com/größe>`_⟧参照
        See ⟦'Größe <https://example.com/größe>'_⟧ now.
        See Größe ⟦<https://example.com/größe>`_⟧ now.
        See `Größe <https://example.com/größe>⟦_⟧ now.
        .. _größe⟦:⟧https://example.com/größe
        .. _größe⟦ ⟧https://example.com/größe
        See ⟦<a href="https://example.com/größe">Größe</a>⟧ now.
        See ⟦[Größe](größe.rst)⟧ now.
        See ⟦[Größe](<https://example.com/größe)⟧ now.
        参照 <mailto:größe@example.com>`_ と、⟦<https://example.com/größe>`_⟧ 参照
        See ⟦![Größe](../größe.png)⟧ now.
        See ⟦`Größe <https://example.com/größe`>__⟧ now.
        See ⟦`Größe < https://example.com/größe>`__⟧ now.
        See `Größe` ⟦<https://example.com/größe>`__⟧ now.
        See "größe ⟦<https://example.com/größe>_⟧ now.
        ⟦.._größe: https://example.com/größe⟧
        See ⟦:ref: ⟧`Größe <größe>` now.
        See ⟦doc:⟧`/größe` now.
        See :doc:`Größe <größe⟦`⟧ now.
        See ⟦[https://example.com/größe größe und gewicht]⟧ (⟦[https://example.com/größe größe]⟧) now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See :ref:`Größe <größe>` and ``:ref: `größe`.`` now.
        See :foo:`Größe <https://example.com/größe>` now.
        See `Größe <https://example.com/größe_(kleidung)>`__ now.
        参照\\ `大きさ <https://example.com/größe>`_\\ 参照
        See :foo:`größe https://example.com/größe` now.
        See *`Größe <https://example.com/größe>`_* now.
        .. größe: https://example.com/größe
        See ``<a href="https://example.com/größe">Größe</a>`` and ``[Größe](größe.rst)`` now.
        a[größe](x.y) and größe.
        "A <img src='ü.png'> <a href='https://example.com/größe'>größe</a>" becomes text.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.
    """
    if "docutils" not in prose.format.read_by:
        return
    if not prose.target:
        yield from slips(prose.text, prose.format.name, prose.path)
    elif left := left_over(prose.text):
        yield left
