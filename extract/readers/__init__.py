"""Files to segments of text: each reader knows what is prose in its format and where in the source it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath

from extract.readers import html, mail, markdown, notebook, po, python, rst, text
from extract.readers.decode import Decoded, decode
from extract.readers.segment import Edit, Piece, Segment, blank, cut

__all__ = ["READERS", "SUFFIXES", "Decoded", "Edit", "Piece", "Segment", "blank", "cut", "decode", "markup_of", "read"]

# A reader takes the decoded source and yields its segments, in any order; offsets are code points of the source.
READERS: dict[str, Callable[[str], Iterator[Segment]]] = {
    "text": text.read,
    "rst": rst.read,
    "markdown": markdown.read,
    "html": html.read,
    "python": python.read,
    "po": po.read,
    "notebook": notebook.read,
    "mail": mail.read,
}
SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".rst": "rst",
    ".rest": "rst",
    ".md": "markdown",
    ".markdown": "markdown",
    ".myst": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".py": "python",
    ".pyi": "python",
    ".po": "po",
    ".pot": "po",
    ".ipynb": "notebook",
    ".eml": "mail",
}


def markup_of(name: str) -> str:
    """The format of a file by its name; plain text where the name does not tell."""
    return SUFFIXES.get(PurePath(name).suffix.lower(), "text")


def read(source: str, markup: str) -> Iterator[Segment]:
    """Read a source of a format."""
    return READERS[markup](source)
