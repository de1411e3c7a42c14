"""Remove fixes that cannot be written at their place in a document, and add the reason to the message."""

from __future__ import annotations

import re
from dataclasses import replace

from extract.readers.document import Document
from extract.readers.formats import Format
from extract.readers.passage import Passage
from extract.rules.problem import Problem
from extract.text.messages import Message
from extract.text.terminal import width

KEY = Message("no fix: correct the source text in its own file")
WIDTH = Message("no fix: the width of the cell would change")
_ESCAPED = Message("no fix: the source has escapes here")
_TOO_LONG = Message("no fix: the title would be longer than the line below it")


def withheld(problem: Problem, why: Message) -> Problem:
    """Remove the fix of ``problem`` and add the reason ``why`` to its message. Do nothing if it has no fix."""
    if problem.fix is None:
        return problem
    return replace(problem, fix=None, message=Message("{what}; {what2}", what=problem.message, what2=why))


def in_source(document: Document, passage: Passage, problem: Problem, offset: int = 0) -> Problem:
    """Convert the offsets of ``problem`` from the passage to the source. Remove its fix if the source has escapes."""
    start, end = problem.start + offset, problem.end + offset
    source_start, source_end = passage.span(start, end)
    verbatim = document.source[source_start:source_end] == passage.text[start:end]
    if document.format.is_aligned and passage.outer is not None:
        problem = withheld(problem, WIDTH)
    problem = problem if verbatim else withheld(problem, _ESCAPED)
    return replace(problem, start=source_start, end=source_end)


def writable(problem: Problem, format: Format, text: str = "") -> Problem:
    """Return ``problem``. Remove its fix if the text would need escapes or a longer line below a title."""
    if not problem.fix:
        return problem
    if _is_escaped(problem, format, text):
        return withheld(problem, _ESCAPED)
    return withheld(problem, _TOO_LONG) if format.is_aligned and _is_too_long(problem, text) else problem


_BEFORE = 2000  # characters: a message and its comments


def _is_escaped(problem: Problem, format: Format, text: str) -> bool:
    """Return whether the fix needs escapes at its place in ``text``."""
    fix = problem.fix or ""
    if format.escapes.pattern and re.search(format.escapes.pattern, fix):
        return True
    if "%" not in fix or not format.escapes.printf:
        return False
    start = max(problem.start - _BEFORE, 0)
    start = max(text.rfind("\n\n", start, problem.start), start)
    return re.search(format.escapes.printf, text[start : problem.start]) is not None


_LINE_BELOW = re.compile(r"\r?\n[ \t]*(([^\w\s])\2{2,})[ \t]*(?:\r?\n|\Z)")
_LONGEST_TITLE = 500  # characters


def _is_too_long(problem: Problem, text: str) -> bool:
    """Return whether the fix makes a title longer than its underline (docutils, "Sections")."""
    first = max(problem.start - _LONGEST_TITLE, 0)
    start = max(text.rfind("\n", first, problem.start) + 1, first)
    end = text.find("\n", problem.end, problem.end + _LONGEST_TITLE)
    end -= text[end - 1 : end] == "\r"
    below = _LINE_BELOW.match(text, end) if end >= 0 else None
    fixed = text[start : problem.start] + (problem.fix or "") + text[problem.end : end]
    return below is not None and width(fixed) > len(below[1])
