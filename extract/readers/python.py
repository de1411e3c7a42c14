"""Python: comments are prose, docstrings are reST. ``tokenize`` finds both."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

from extract.readers import rst, text
from extract.readers.paragraph import Paragraph, Worth, within
from extract.readers.passage import Passage, blank, cut
from extract.readers.strings import join
from extract.readers.triggers import has_trigger
from extract.text.positions import Lines

_LITERAL = re.compile(r"""(?s)([A-Za-z]*)('''|\"\"\"|'|")(.*)\2\Z""")
_SKIPPED = (tokenize.NL, tokenize.COMMENT)
_MOST_FAULTS = 200  # before each, `tokenize` may read all whitespace after it


def paragraphs(source: str, is_worth: Worth) -> Iterator[Paragraph]:
    """Yield the paragraphs of docstrings."""
    inner = is_worth.within(source, "rst")
    if inner is None:
        return
    lines = Lines(source)
    for token, is_docstring in _tokens(source):
        if is_docstring and (value := _docstring(source, lines, token)):
            yield from within(value, rst.paragraphs(value.text, inner))


def _docstring(source: str, lines: Lines, token: tokenize.TokenInfo) -> Passage | None:
    """Return the value of a string literal; ``None`` for bytes."""
    literal = _LITERAL.match(token.string)
    if literal is None or "b" in literal[1].lower():
        return None
    start = lines.offset(token.start[0], token.start[1] + 1)
    return join(source, [(start + literal.start(3), start + literal.end(3))], raw="r" in literal[1].lower())


def read(source: str) -> Iterator[Passage]:
    """Yield the passages of comments and docstrings, up to the first syntax error."""
    if not has_trigger(source):
        return
    lines = Lines(source)
    comments: list[tuple[int, int]] = []
    for token, is_docstring in _tokens(source):
        start, end = (lines.offset(line, column + 1) for line, column in (token.start, token.end))
        if token.type == tokenize.COMMENT:
            between = source[comments[-1][1] : start] if comments else ""
            if between.count("\n") == 1 and not between.strip(" \t\r\n"):
                comments.append((start, end))
            else:
                yield from _comment(source, comments)
                comments = [(start, end)]
        elif is_docstring and (value := _docstring(source, lines, token)):
            yield from within(value, rst.read(value.text))
    yield from _comment(source, comments)


def _comment(source: str, spans: list[tuple[int, int]]) -> Iterator[Passage]:
    """Yield the paragraphs of comments on consecutive lines, joined, with each "#" replaced by a space."""
    if spans and has_trigger(source[spans[0][0] : spans[-1][1]]):
        signs = [blank(start, end - len(source[start:end].lstrip("#:!"))) for start, end in spans]
        comment = cut(source, spans[0][0], spans[-1][1], signs)
        yield from within(comment, text.read(comment.text))


def _tokens(source: str) -> Iterator[tuple[tokenize.TokenInfo, bool]]:
    """Yield comments and strings, with True for a docstring: a string that is a whole statement (PEP 257)."""
    at_start = True
    held: tokenize.TokenInfo | None = None
    faults = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            faults += token.type == tokenize.ERRORTOKEN
            if token.type == tokenize.ERRORTOKEN and (token.string[0] in "'\"" or faults > _MOST_FAULTS):
                return  # an unclosed string, as from Python 3.12 on; older versions would scan to the end for each one
            if held is not None and token.type not in _SKIPPED:
                yield held, token.type in (tokenize.NEWLINE, tokenize.ENDMARKER)
                held = None
            if token.type == tokenize.STRING and at_start:
                held = token
            elif token.type == tokenize.COMMENT:
                yield token, False
            if token.type not in _SKIPPED:
                at_start = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    except (tokenize.TokenError, SyntaxError):
        return
