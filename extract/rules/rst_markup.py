"""Family 8: broken links of reStructuredText, which readers see with their backticks."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.markup.rst import RST
from extract.rules.markup.targets import in_target
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose


@rule("IRI813", "no-rst-link", "error", scope="prose", slips=RST)
def no_rst_link(prose: Prose) -> Iterator[Found]:
    r"""Docutils does not link this.

    The underscore after the closing backtick is missing or comes before it, the space before "<" or a bracket is
    missing or wrong, a letter follows directly (unless ``docutils.conf`` sets ``character_level_inline_markup``), or
    the link is in Markdown or HTML. Readers see the source.
    Source: docutils, reStructuredText Markup Specification, "Embedded URIs and Aliases".

    Bad (rst):
        See `Größe <https://example.com/größe⟦"⟧>`__ now.
        See `Größe <⟦%5B⟧https://example.com/größe>`__ now.
        See `Größe <https://example.com/größe⟦)⟧>`__ now.

    Good (rst):
        See `Größe <https://example.com/größe>`__ now.
        See `Größe <https://example.com/größe_(kleidung)>`__ now.
        参照\\ `大きさ <https://example.com/größe>`_\\ 参照
        See :foo:`größe https://example.com/größe` now.
        a[größe](x.y) and größe.

    Good (python):
        # See `größe` and [Größe](https://example.com/größe) now.
    """
    if "docutils" in prose.format.read_by and prose.target:
        yield from in_target(prose)
