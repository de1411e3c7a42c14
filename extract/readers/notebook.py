"""Jupyter notebooks: Markdown cells contain Markdown, code cells Python.

``json`` validates the file but gives no positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from extract.readers import markdown, python, resources
from extract.readers.paragraph import Paragraph, Worth, within
from extract.readers.passage import Passage
from extract.readers.strings import join
from extract.readers.triggers import has_trigger


def read(source: str) -> Iterator[Passage]:
    """Yield the passages that the readers of Markdown and Python find in the cells."""
    if has_trigger(source.replace("\\/", "/")):
        for reader, cell in _texts(source):
            yield from within(cell, reader.read(cell.text))


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of Markdown cells, and of docstrings in code cells."""
    for reader, cell in _texts(source):
        yield from within(cell, reader.paragraphs(cell.text, is_worth))


_READERS = {"markdown": markdown, "code": python}


def _texts(source: str) -> Iterator[tuple[Any, Passage]]:
    """Yield the source of each cell with the module that parses it."""
    try:
        json.loads(source)
    except (ValueError, RecursionError):
        return
    for kind, spans in _cells(source):
        if kind in _READERS:
            yield _READERS[kind], join(source, spans)


def _cells(source: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the type of each cell, and the spans of the strings in its source (``cells[*].cell_type``, ``.source``)."""
    name = kind = ""
    spans: list[tuple[int, int]] = []
    for one in resources.scalars("json", source):
        text = source[one.start : one.end]
        if one.is_name and one.depth == 3:
            if (kind and text == "cell_type") or (spans and text == "source"):  # of the next cell
                yield kind, spans
                kind, spans = "", []
            name = text
        elif name == "cell_type":
            kind = kind or text
        elif name == "source" and not one.is_name:
            spans.append((one.start, one.end))
    yield kind, spans
