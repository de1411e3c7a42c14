"""A paragraph in source form: the text that a markup parser parses as one unit of inline markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol, TypeVar

from extract.readers.passage import Outer, Passage

Markup = Literal["markdown", "rst", "asciidoc", "org", "html"]


class Worth(Protocol):
    """A predicate: whether to parse a text, given in source form."""

    def __call__(self, text: str, markup: Markup, /) -> bool:
        """Return whether to parse a text in this markup."""

    def within(self, source: str, /, *markups: Markup) -> Worth | None:
        """Return a faster predicate for the pieces of ``source``; ``None`` if no piece needs parsing."""


def folded(label: str) -> str:
    """Return the label of a Markdown reference in the form in which labels are compared (CommonMark §4.7)."""
    return " ".join(label.split()).casefold()


class Paragraph(NamedTuple):
    """A paragraph, heading or cell with its inline markup, but without markers of lists and quotations."""

    passage: Passage  # the text, with its source positions
    markup: Markup
    defined: frozenset[str] = frozenset()  # labels that the document defines, as written
    repeated: frozenset[str] = frozenset()  # labels that the document has in brackets more than once, folded
    headings: frozenset[str] = frozenset()  # Markdown headings, folded
    is_cell: bool = False  # a table cell, whose width must not change
    is_explicit: bool = False  # a comment or a malformed target of reST, with its two periods

    @property
    def text(self) -> str:
        """The text, whose offsets count code points."""
        return self.passage.text

    def inside(self, outer: Outer) -> Paragraph:
        """Return the paragraph with source positions; it was cut from the text of ``outer``."""
        return self._replace(passage=self.passage.inside(outer))


P = TypeVar("P", Passage, Paragraph)


def within(outer: Outer, found: Iterable[P]) -> Iterator[P]:
    """Yield passages or paragraphs with source positions; they were cut from the text of ``outer``."""
    return (one.inside(outer) for one in found)
