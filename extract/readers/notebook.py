"""Jupyter notebooks: the sources of Markdown cells are Markdown, those of code cells Python.

``json`` checks the file but gives no places, so the strings are found here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from extract.readers import markdown, python
from extract.readers.paragraph import Paragraph, Worth
from extract.readers.passage import Passage
from extract.readers.strings import join
from extract.readers.triggers import has_trigger

_TOKEN = re.compile(r'"((?:\\.|[^"\\])*)"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def read(source: str) -> Iterator[Passage]:
    """Yield the segments that the readers of Markdown and Python find in the cells."""
    if has_trigger(source.replace("\\/", "/")):
        for reader, cell in _texts(source):
            yield from (passage.inside(cell) for passage in reader.read(cell.text))


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of Markdown cells, and of the docstrings in code cells."""
    for reader, cell in _texts(source):
        yield from (paragraph.inside(cell) for paragraph in reader.paragraphs(cell.text, is_worth))


_READERS = {"markdown": markdown, "code": python}


def _texts(source: str) -> Iterator[tuple[Any, Passage]]:
    """Yield the texts of cells, each after the module that reads it."""
    try:
        json.loads(source)
    except (ValueError, RecursionError):
        return
    for kind, spans in _cells(source):
        if kind in _READERS:
            yield _READERS[kind], join(source, spans)


def _cells(source: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the type of each cell, and where the strings of its source are (``cells[*].cell_type`` and ``.source``)."""
    path: list[str] = []  # the key of each open object, "" in an array
    key = ""
    kind = ""
    spans: list[tuple[int, int]] = []

    def take(value: re.Match[str]) -> None:
        nonlocal kind
        if key == "cell_type":
            kind = kind or value[1]
        elif key == "source":
            spans.append(value.span(1))

    for token in _TOKEN.finditer(source):
        mark = token[0][0]
        if mark == "{":
            path.append(key)
            key = ""
        elif mark == "[":
            path.append("")
        elif mark in "}]":
            if mark == "}" and len(path) == 3:
                yield kind, spans
                kind, spans = "", []
            del path[-1:]
        elif mark == '"' and source[token.end() : token.end() + 40].lstrip().startswith(":"):
            key = token[1]
        elif mark == '"' and len(path) in (3, 4):
            take(token)
        elif mark == "," and len(path) == 1:
            key = ""
