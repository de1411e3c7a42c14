"""Backslash escapes and character references inside IRIs in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from extract.text.references import REFERENCE

# Marks an escaped character, as in docutils. markdown-it removes NULs from the source.
MARK = "\x00"
# CommonMark "Backslash escapes"
_ESCAPE = re.compile(rf"\\[!-/:-@\[-`{{-~]|{REFERENCE}")
_PIECES = re.compile(r"\x00.|[^\x00]+", re.DOTALL)


def is_escaped(text: str, end: int) -> bool:
    """Return whether an escape starts at ``end`` or before."""
    escape = _ESCAPE.search(text, 0, end + 40)
    return escape is not None and escape.start() <= end


def mark_escapes(state: Any) -> None:
    """Join text and escaped characters, marked with NUL (a rule before linkify)."""
    for block in state.tokens:
        children = block.children
        if (
            children
            and any(token.type == "text_special" for token in children)
            and state.md.linkify.pretest(block.content)
        ):
            block.children = list(_joined(children))


def _joined(tokens: Iterable[Any]) -> Iterator[Any]:
    last = None
    for token in tokens:
        if token.type == "text_special" and len(token.content) == 1:
            token.type, token.content = "text", MARK + token.content
        if token.type != "text":
            last = None
        elif last is None:
            last = token
        else:
            last.content += token.content
            continue
        yield token


def restore_escapes(state: Any) -> None:
    """Convert marked characters back to escape tokens (a rule after linkify)."""
    for block in state.tokens:
        if block.children and any(MARK in token.content for token in block.children):
            block.children = [piece for token in block.children for piece in _pieces(token)]


def _pieces(token: Any) -> Iterator[Any]:
    if token.type != "text" or MARK not in token.content:
        yield token
        return
    for piece in _PIECES.findall(token.content):
        special = piece[0] == MARK
        character = piece.removeprefix(MARK)
        yield (
            token.copy(type="text_special", content=character, markup=f"\\{character}", info="escape")
            if special
            else (token.copy(content=piece))
        )
