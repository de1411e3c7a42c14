"""What stands inside addresses in Markdown: backslashes, references, colons."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from extract import Link
from extract.text.references import REFERENCE

# Marks an escaped character, as in docutils; markdown-it removes NULs.
MARK = "\x00"
# CommonMark "Backslash escapes"
_ESCAPE = re.compile(rf"\\[!-/:-@\[-`{{-~]|{REFERENCE}")
_PIECES = re.compile(r"\x00.|[^\x00]+", re.DOTALL)
_FIELD_END = re.compile(r":(?=\s|\Z)")  # as in docutils


def is_escaped(text: str, end: int) -> bool:
    """Whether an escape begins there or before."""
    escape = _ESCAPE.search(text, 0, end + 40)
    return escape is not None and escape.start() <= end


def mark_escapes(state: Any) -> None:
    """Join text and escaped characters (a rule before linkify)."""
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
    """Turn marked characters into escaped ones (a rule after linkify)."""
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


def keep_addresses_in_field_names(md: Any, find: Callable[[str], Iterator[Link]]) -> None:
    """End a field name after an address."""
    plugin = sys.modules.get("mdit_py_plugins.field_list")
    if plugin is None or "fieldlist" not in md.block.ruler.get_all_rules() or not hasattr(plugin, "parseNameMarker"):
        return
    name_marker, known = plugin.parseNameMarker, plugin._fieldlist_rule

    def whole_name_marker(state: Any, line: int) -> tuple[int, str]:
        after, name = name_marker(state, line)
        if after < 0 or not state.src.startswith("//", after):
            return after, name
        begin = after - 1 - len(name)
        text = state.src[begin : state.eMarks[line]]
        link = next((link for link in find(text) if link.start <= len(name) < link.end), None)
        end = _FIELD_END.search(text, link.end) if link else None
        return (begin + end.end(), text[: end.start()]) if end else (after, name)

    def rule(state: Any, *arguments: Any) -> bool:
        with replaced(plugin, "parseNameMarker", whole_name_marker):
            return bool(known(state, *arguments))

    md.block.ruler.at("fieldlist", rule, {"alt": ["paragraph", "reference", "blockquote"]})


@contextmanager
def replaced(module: Any, name: str, value: Any) -> Iterator[None]:
    """Replace a function for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)
