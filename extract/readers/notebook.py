"""Jupyter notebooks: Markdown cells contain Markdown, code cells Python.

``json`` validates the file but gives no positions, so the strings are found here.
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
    """Yield the passages that the readers of Markdown and Python find in the cells."""
    if has_trigger(source.replace("\\/", "/")):
        for reader, cell in _texts(source):
            yield from (passage.inside(cell) for passage in reader.read(cell.text))


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of Markdown cells, and of docstrings in code cells."""
    for reader, cell in _texts(source):
        yield from (paragraph.inside(cell) for paragraph in reader.paragraphs(cell.text, is_worth))


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
    path: list[str] = []  # the key of each open object, or "" for an open array
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
