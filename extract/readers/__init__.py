"""Files to segments of text: each reader knows what is prose in its format and where in the source it stands.

A format has the name of its reader's module, which is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import PurePath

from extract.readers.decoding import Decoded, decode
from extract.readers.segment import Edit, Piece, Segment, blank, cut

__all__ = ["SUFFIXES", "Decoded", "Edit", "Piece", "Segment", "blank", "cut", "decode", "markup_of", "read"]

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
    """Read a source of a format: its segments, in any order, with offsets in code points of the source."""
    reader: Callable[[str], Iterator[Segment]] = import_module(f"extract.readers.{markup}").read
    return reader(source)
