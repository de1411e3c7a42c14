"""A paragraph as it was written: what the parser of its markup reads as one text."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from extract.readers.passage import Outer, Passage

Markup = Literal["markdown", "rst", "asciidoc", "org", "html"]


class Worth(Protocol):
    """Whether a text, as it stands in the source, is worth reading."""

    def __call__(self, text: str, markup: Markup, /) -> bool:
        """Return whether a text in this markup is."""

    def within(self, source: str, /, *markups: Markup) -> Worth | None:
        """Return what decides of the parts of a source, faster; ``None`` if no part is worth reading."""


def folded(label: str) -> str:
    """Return the label of a reference of Markdown in the form for comparison (CommonMark §4.7)."""
    return " ".join(label.split()).casefold()


class Paragraph(NamedTuple):
    """A paragraph, heading or cell with all its markup, but without the marks of lists and quotations around it."""

    passage: Passage  # its text, and where that comes from
    markup: Markup
    defined: frozenset[str] = frozenset()  # the labels that the document defines, as they are written
    repeated: frozenset[str] = frozenset()  # labels that stand more than once in brackets in the document, folded
    headings: frozenset[str] = frozenset()  # of Markdown, folded
    is_cell: bool = False  # of a table, whose width must not change
    is_explicit: bool = False  # a comment or a malformed target of reST, with its two full stops

    @property
    def text(self) -> str:
        """The text, in which offsets are code points."""
        return self.passage.text

    def inside(self, outer: Outer) -> Paragraph:
        """Return the paragraph with its places in the source, if it was cut from the text of ``outer``."""
        return self._replace(passage=self.passage.inside(outer))
