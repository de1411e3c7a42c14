"""References of Markdown whose label or target stands for nothing: brackets that its parser left as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from extract.parsers import markdown
from extract.readers.paragraph import Markup, Paragraph, folded
from extract.readers.segment import is_inside
from extract.rules.markup.page import code, comments
from extract.rules.markup.slip import pieces
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.rules.subjects import Source
from extract.text.regexes import re

# An escape, a bracket, an empty line, which ends all that is open.
_TOKEN = re.compile(r"\\.|(?P<bracket>[\[\]])|(?P<empty>\n[ \t>]*(?=\r?\n))")
_INDENTED = re.compile(r"\n[ \t>]*(?:\r?\n(?:[ ]{4}|\t).*)+")  # after an empty line
_DEFINED = re.compile(
    r"(?m)^[ \t>]{0,30}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,9})?\*?\[(?P<label>(?:[^\[\]\\]|\\.){1,300})\]:"
    r"(?:\s{1,9}(?P<top>#|<>)(?=\s|\Z))?"
)
_LINE_OF_QUOTATION = re.compile(r"\n[ \t>]*")
# GitHub Docs, "Alerts" and "Task lists".
_NO_LABEL = re.compile(r"[\s\W_]*|[ xX]|!\w+")
_REVERSED = re.compile(
    r"(?<!\\)(?<!(?<!\\)\])\((?P<text>[^()\n]{1,300})(?<!\\)\)\[(?P<target>[^\[\]^\n][^\]\n]{0,300})(?<!\\)\](?!\()"
)
_INDENT = 60  # characters before a definition
_LONGEST = 1000  # CommonMark §6.3: a label has 999 characters at most
_UNDEFINED = "no link: nothing defines this label; define it, or write the address in round brackets"


class _Reference(NamedTuple):
    """A reference of Markdown to a definition (CommonMark §6.3)."""

    label: str  # folded
    start: int  # of the brackets with the label
    end: int
    is_shortcut: bool  # "[a]" alone


def _label(text: str) -> str:
    return folded(_LINE_OF_QUOTATION.sub(" ", text))


def _hidden(text: str) -> list[tuple[int, int]]:
    """Return the spans of code, and of comments outside of it."""
    in_code = sorted(code(text))
    known = [*in_code, *(match.span() for match in _INDENTED.finditer(text))]
    known += [one for one in comments(text) if not is_inside(in_code, one[0] + 1)]
    spans: list[tuple[int, int]] = []
    for start, end in sorted(known):
        if spans and start < spans[-1][1]:
            before = spans.pop()
            start, end = before[0], max(end, before[1])
        spans.append((start, end))
    return spans


def _definitions(text: str) -> dict[str, bool]:
    """Return the labels that a page defines, and whether their target is empty, or "#"."""
    labels: dict[str, bool] = {}
    for match in _DEFINED.finditer(text):
        labels.setdefault(_label(match["label"]), match["top"] is not None)
    return labels


class _Left(NamedTuple):
    """A piece of a paragraph, as its parser left it."""

    paragraph: Paragraph
    shift: int  # of the piece in it
    text: str
    rest: str  # with NUL for what the parser took for a construct
    notes: list[tuple[int, int]]

    def problem(self, start: int, end: int, message: str) -> Problem:
        """Return a problem at a place in the piece."""
        start, end = self.paragraph.segment.span(start + self.shift, end + self.shift)
        return Problem(start=start, end=end, message=message)


class _Worth:
    """Takes each paragraph with a bracket (`extract.readers.paragraph.Worth`)."""

    def __call__(self, text: str, _markup: Markup, /) -> bool:
        return "[" in text

    def within(self, source: str, /, *_markups: Markup) -> _Worth | None:
        return self if "[" in source else None


def _left(source: Source) -> Iterator[_Left]:
    if not (source.format and source.format.labels) or not source.text:
        return
    for paragraph in source.format.paragraphs(source.text, _Worth()):
        if paragraph.markup != "markdown":
            continue
        for shift, text in pieces(paragraph.text):
            if "[" in text:
                reading = markdown.read(text, paragraph.defined)
                notes = [(one.start, one.end) for one in reading.constructs if one.kind == "note"]
                yield _Left(paragraph, shift, text, reading.rest, notes)


def _references(text: str, hidden: list[tuple[int, int]]) -> Iterator[_Reference]:
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in _TOKEN.finditer(text):
        if match["empty"] is not None:
            opened.clear()
        elif not match["bracket"] or is_inside(hidden, match.start() + 1):
            continue
        elif match[0] == "[":
            opened.append(match.start())
        elif opened:
            pairs[opened.pop()] = match.end()
    after = -1  # the brackets that start here belong to a text before them
    for start, end in sorted(pairs.items()):
        if start == after:
            continue
        mark = text[end : end + 1]
        line = max(text.rfind("\n", max(start - _INDENT, 0), start) + 1, start - _INDENT)
        if mark == "(" or (mark == ":" and not text[line:start].strip(" \t>*")):
            continue
        follows = pairs.get(end) if mark == "[" else None
        if follows is not None:
            after = end
        at, to = (
            (end, follows) if follows and text[end + 1 : min(follows, end + _LONGEST) - 1].strip() else (start, end)
        )
        inner = text[at + 1 : to - 1] if to - at <= _LONGEST else "["
        if "[" not in inner.replace("\\[", "") and not _NO_LABEL.fullmatch(inner):
            yield _Reference(_label(inner), at, to, follows is None)


def _undefined(source: Source, *, shortcuts: bool) -> Iterator[Problem]:
    defined = _definitions(source.text or "")
    for left in _left(source):
        for one in _references(left.rest, []):
            if one.is_shortcut and "\0" in left.rest[one.start : one.end]:
                continue  # a construct in brackets
            label = _label(left.text[one.start + 1 : one.end - 1])
            if one.is_shortcut == shortcuts and label not in defined:
                yield left.problem(one.start, one.end, _UNDEFINED)
        for start, end in left.notes if shortcuts else ():
            if _label(left.text[start + 1 : end - 1]) not in defined:
                yield left.problem(start, end, _UNDEFINED)


@rule(
    "IRI823",
    "undefined-name",
    "warning",
    part="undefined-label",
    on=False,
    scope="document",
    yields_to=("misspelt-label", "undefined-name", "wrong-bracket"),
)
def undefined_label(source: Source) -> Iterator[Problem]:
    r"""A second pair of brackets of Markdown with a label that nothing defines, whatever it looks like.

    It may be an index of a program, or a placeholder: what was surely meant as a link is found by default.
    Source: CommonMark §6.3 (full and collapsed reference links); markdownlint, MD052.

    Bad (markdown):
        Use x[größe]⟦[gewicht]⟧ and ⟦[größe]⟧[] now.

    Good (markdown):
        See [größe][maß] and `x[größe][gewicht]`.\n\n[maß]: größe.md
        See [größe](<größe[gewicht][maß].md>).\n\n- ```\n  x[größe][maß]\n  ```
    """
    yield from _undefined(source, shortcuts=False)


@rule("IRI823", "undefined-name", "warning", part="undefined-shortcut", on=False, scope="document")
def undefined_shortcut(source: Source) -> Iterator[Problem]:
    r"""Words in one pair of brackets of Markdown, or the number of a note, that nothing defines.

    Most often brackets are just brackets. Boxes to tick (``[x]``) and the names of alerts (``[!NOTE]``) are left out.
    Source: CommonMark §6.3 (shortcut reference links); markdownlint, MD052 with ``shortcut_syntax``.

    Bad (markdown):
        See ⟦[größe]⟧ and the note⟦[^1]⟧.

    Good (markdown):
        - [x] See [größe].\n\n[größe]: größe.md
        ---\nmaße: [größe, gewicht]\n---\n\nSee [[größe]](größe.md).
    """
    yield from _undefined(source, shortcuts=True)


@rule("IRI818", "wrong-target", "warning", part="placeholder-label", on=False, scope="document")
def placeholder_label(source: Source) -> Iterator[Problem]:
    r"""A reference of Markdown to a label whose target is "#" or empty.

    Source: HTML §7.4.6.4 ("top of the document"); markdownlint, MD042.

    Bad (markdown):
        See [die Größe]⟦[maß]⟧ and ⟦[maß]⟧.\n\n[maß]: #

    Good (markdown):
        See [die Größe][maß].\n\n[maß]: #größe
    """
    if not (source.format and source.format.labels) or not source.text or "]:" not in source.text:
        return
    labels = _definitions(source.text)
    if any(labels.values()):
        for one in _references(source.text, _hidden(source.text)):
            if labels.get(one.label):
                message = "this label leads to the top of this page; write an address where it is defined"
                yield Problem(start=one.start, end=one.end, message=message)


@rule(
    "IRI824",
    "wrong-bracket",
    "warning",
    part="reversed-link",
    on=False,
    scope="document",
    yields_to=("wrong-bracket", "other-markup"),
)
def reversed_link(source: Source) -> Iterator[Problem]:
    r"""Round brackets before square ones in Markdown, whatever they have in them.

    It may be a call and an index of a program, or a regular expression: with an address it is found by default.
    Source: CommonMark §6.3 (inline link); markdownlint, MD011.

    Bad (markdown):
        See ⟦(die Größe)[größe]⟧ now.

    Good (markdown):
        See [die Größe](größe), (größe)[^1] and `größe(x)[y]`.
        See (die Größe)[maß] and (siehe)[die Größe][maß].\n\n[maß]: größe.md
    """
    for left in _left(source):
        for match in _REVERSED.finditer(left.rest):
            message = "no link: brackets in the wrong order; write the address in round brackets"
            yield left.problem(*match.span(), message)
