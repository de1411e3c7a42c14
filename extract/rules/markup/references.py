"""Rules about Markdown references and definitions: undefined, unused, misspelled or empty."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from extract.parsers import Reading, markdown
from extract.readers.document import Document
from extract.readers.formats import Format
from extract.readers.paragraph import Markup, Paragraph, folded
from extract.readers.passage import is_inside
from extract.rules.markup.pieces import pieces
from extract.rules.problem import Problem
from extract.rules.registry import rule
from extract.text.messages import Message
from extract.text.regexes import re

_BRACKET = re.compile(r"\\.|(?P<bracket>[\[\]])")
_DEFINED = re.compile(
    r"(?m)^[ \t>]{0,30}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,9})?\*?\[(?P<label>(?:[^\[\]\\]|\\.){1,300})\]:"
    r"(?:\s{1,9}(?P<top>#|<>)(?=\s|\Z))?"
)
_LABEL_OF_LINK = re.compile(r"(?P<place>\[(?P<label>(?:[^\[\]\\]|\\.){1,999})\])(?:\[\s*\])?\Z")
_LINE_OF_QUOTATION = re.compile(r"\n[ \t>]*")
# GitHub Docs, "Alerts" and "Task lists".
_NO_LABEL = re.compile(r"[\s\W_]*|[ xX]|!\w+")
_REVERSED = re.compile(
    r"(?<!\\)(?<!(?<!\\)\])\((?P<text>[^()\n]{1,300})(?<!\\)\)\[(?P<target>[^\[\]^\n][^\]\n]{0,300})(?<!\\)\](?!\()"
)
_CELL = re.compile(r"(?:[^|\\]|\\.)+", re.DOTALL)
_LONGEST = 1000  # CommonMark §6.3: a label has at most 999 characters
_UNDEFINED = Message("not a link: the label is not defined; define it, or write the destination in parentheses")


class _Piece(NamedTuple):
    """A parsed piece of a paragraph."""

    paragraph: Paragraph
    shift: int  # offset in the paragraph
    reading: Reading

    def problem(self, start: int, end: int, message: str, fix: str | None = None) -> Problem:
        """Return a problem at ``[start:end]`` of the piece, with offsets in the source."""
        start, end = self.paragraph.passage.span(start + self.shift, end + self.shift)
        return Problem(start=start, end=end, message=message, fix=fix)


class _Worth:
    """A prefilter for paragraphs with "[" (`extract.readers.paragraph.Worth`)."""

    def __call__(self, text: str, _markup: Markup, /) -> bool:
        return "[" in text

    def within(self, source: str, /, *_markups: Markup) -> _Worth | None:
        return self if "[" in source else None


def _read(source: Document) -> tuple[_Piece, ...]:
    if not (source.format and source.format.labels) or not source.text:
        return ()
    return _read_text(source.text, source.format)


@functools.lru_cache(maxsize=1)  # all sub-rules need the same page
def _read_text(source: str, format: Format) -> tuple[_Piece, ...]:
    return tuple(_each_piece(source, format))


def _each_piece(source: str, format: Format) -> Iterator[_Piece]:
    for paragraph in format.paragraphs(source, _Worth()):
        if paragraph.markup != "markdown":
            continue
        for shift, text in _parts(paragraph):
            if "[" not in text:
                continue
            piece = _Piece(paragraph, shift, markdown.read(text, paragraph.defined))
            yield piece
            for one in piece.reading.constructs:  # CommonMark §6.3: a link text may contain images, but not links
                if one.is_link and one.label.startswith("![") and text.startswith(one.label, one.start + 1):
                    yield _Piece(paragraph, shift + one.start + 1, markdown.read(one.label, paragraph.defined))


def _parts(paragraph: Paragraph) -> Iterable[tuple[int, str]]:
    """Return the texts that are parsed separately, with their offsets. "|" ends a table cell (GFM §4.10)."""
    if not paragraph.is_cell:
        return pieces(paragraph.text)
    cells = ((match.start(), match[0]) for match in _CELL.finditer(paragraph.text))
    return ((start + shift, text) for start, cell in cells for shift, text in pieces(cell))


def _label(text: str) -> str:
    return folded(_LINE_OF_QUOTATION.sub(" ", text))


def _definitions(text: str) -> dict[str, bool]:
    """Map each label that ``text`` defines to whether its destination is empty or "#"."""
    labels: dict[str, bool] = {}
    for match in _DEFINED.finditer(text):
        labels.setdefault(_label(match["label"]), match["top"] is not None)
    return labels


def _labels(rest: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the span of each label in unparsed text, and whether it is a shortcut ("[a]")."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACKET.finditer(rest):
        if match["bracket"] == "[":
            opened.append(match.start())
        elif match["bracket"] and opened:
            pairs[opened.pop()] = match.end()
    after = -1  # brackets that start here are the label of the text before them
    for start, end in sorted(pairs.items()):
        if start == after or rest.startswith("(", end):
            continue
        follows = pairs.get(end)
        after = end if follows else after
        has_own = follows and rest[end + 1 : min(follows, end + _LONGEST) - 1].strip()
        at, to = (end, follows) if follows and has_own else (start, end)
        inner = rest[at + 1 : to - 1] if to - at <= _LONGEST else "["
        if "[" not in inner and not _NO_LABEL.fullmatch(inner) and (follows or "\0" not in inner):
            yield at, to, follows is None


def _references(source: Document) -> Iterator[tuple[_Piece, re.Match[str]]]:
    """Yield the references to definitions of the page."""
    for piece in _read(source):
        for one in piece.reading.constructs:
            if one.kind == "name" or (one.kind == "note" and piece.reading.text[one.end : one.end + 1] != ":"):
                match = _LABEL_OF_LINK.search(piece.reading.text, one.start, one.end)
                if match is not None:
                    yield piece, match


def _undefined(source: Document, *, alone: bool) -> Iterator[Problem]:
    defined = _definitions(source.text or "")
    in_wiki = source.surroundings.in_wiki
    for piece in _read(source):
        reading = piece.reading
        found = [(start, end) for start, end, is_alone in _labels(reading.rest) if is_alone == alone]
        if alone:
            found += [(one.start, one.end) for one in reading.constructs if one.kind == "note"]
        for start, end in found:
            if in_wiki and reading.text[max(start - 1, 0) : end + 1] == f"[{reading.text[start:end]}]":
                continue  # a link of Gollum, which programs show in "[[…]]"
            if _label(reading.text[start + 1 : end - 1]) not in defined:
                yield piece.problem(start, end, _UNDEFINED)


@rule(
    "IRI807",
    "undefined-name",
    "warning",
    sub_rule="undefined-label",
    on=False,
    scope="document",
    yields_to=("misspelled-label", "undefined-name", "wrong-bracket"),
)
def undefined_label(source: Document) -> Iterator[Problem]:
    r"""A Markdown reference ``[text][label]`` has an undefined label.

    It may be an array index in code, or a placeholder. References that are certainly links are reported by default.
    Source: CommonMark §6.3 (full and collapsed reference links); markdownlint, MD052.

    Bad (markdown):
        Use x[größe]⟦[gewicht]⟧ and ⟦[größe]⟧[] now.

    Good (markdown):
        See [größe][maß] and `x[größe][gewicht]`.\n\n[maß]: größe.md
        See [größe](<größe[gewicht][maß].md>).\n\n- ```\n  x[größe][maß]\n  ```
    """
    yield from _undefined(source, alone=False)


@rule("IRI807", "undefined-name", "warning", sub_rule="undefined-shortcut", on=False, scope="document")
def undefined_shortcut(source: Document) -> Iterator[Problem]:
    r"""A Markdown shortcut reference ``[label]`` or a footnote is undefined.

    Usually such brackets are not links. Checkboxes (``[x]``) and alerts (``[!NOTE]``) are skipped.
    Source: CommonMark §6.3 (shortcut reference links); markdownlint, MD052 with ``shortcut_syntax``.

    Bad (markdown):
        See ⟦[größe]⟧ and the note⟦[^1]⟧.

    Good (markdown):
        - [x] See [größe].\n\n[größe]: größe.md
        ---\nmaße: [größe, gewicht]\n---\n\nSee [[größe]](größe.md).
    """
    yield from _undefined(source, alone=True)


@rule("IRI804", "incomplete-link", "warning", sub_rule="placeholder-label", on=False, scope="document")
def placeholder_label(source: Document) -> Iterator[Problem]:
    r"""A Markdown reference uses a label whose destination is "#" or empty.

    Source: HTML §7.4.6.4 ("top of the document"); markdownlint, MD042.

    Bad (markdown):
        See [die Größe]⟦[maß]⟧ and ⟦[maß]⟧.\n\n[maß]: #

    Good (markdown):
        See [die Größe][maß].\n\n[maß]: #größe
    """
    labels = _definitions(source.text or "")
    if not any(labels.values()):
        return
    for piece, match in _references(source):
        if labels.get(_label(match["label"])):
            message = Message("the label leads to the top of the page; write an IRI in its definition")
            yield piece.problem(*match.span("place"), message)


@rule(
    "IRI808",
    "wrong-bracket",
    "warning",
    sub_rule="reversed-link",
    on=False,
    scope="document",
    yields_to=("wrong-bracket", "other-markup"),
)
def reversed_link(source: Document) -> Iterator[Problem]:
    r"""In Markdown, parentheses come before square brackets: ``(text)[destination]``.

    This may be a call and an index in code, or a regular expression. With an IRI, it is reported by default.
    Source: CommonMark §6.3 (inline link); markdownlint, MD011.

    Bad (markdown):
        See ⟦(die Größe)[größe]⟧ now.

    Good (markdown):
        See [die Größe](größe), (größe)[^1] and `größe(x)[y]`.
        See (die Größe)[maß] and (siehe)[die Größe][maß].\n\n[maß]: größe.md
    """
    for piece in _read(source):
        for match in _REVERSED.finditer(piece.reading.rest):
            message = Message("not a link: brackets in the wrong order; write the destination in parentheses")
            yield piece.problem(*match.span(), message)


_BRACKETED = re.compile(r"\[([^\[\]]{1,200})\]")
_FENCED = re.compile(r"(?ms)^[ >\t]*(?P<fence>`{3,}|~{3,}).*?^[ >\t]*(?P=fence)")
_WITH_ADDRESS = re.compile(r"(?m)^[ >]{0,6}\[(?!\^)(?P<label>[^\[\]\n]{1,50})\]:[ \t]*<?(?:https?://|[./#\w])")
_MARKS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")


def _variants(label: str) -> set[str]:
    """Return ``label`` without punctuation, and its forms without one more character. Similar labels share a form."""
    bare = _MARKS.sub("", label)
    return {bare, *(bare[:at] + bare[at + 1 :] for at in range(len(bare)))}


def _unused(text: str) -> dict[str, str]:
    """Map each variant of a label that is defined but not used to the label as written."""
    used = Counter(folded(match[1]) for match in _BRACKETED.finditer(text))
    written = {folded(match["label"]): match["label"] for match in _WITH_ADDRESS.finditer(text)}
    return {like: written[label] for label in written if used[label] == 1 for like in _variants(label)}


@rule("IRI807", "undefined-name", "error", sub_rule="misspelled-label", scope="document")
def misspelled_label(source: Document) -> Iterator[Problem]:
    r"""A Markdown reference misspells the label of a definition.

    No other reference uses the definition, and the labels differ by a letter or punctuation. Readers see the brackets.
    Source: CommonMark §6.3 (full reference link), §4.7.

    Bad (markdown):
        See [die Größe][⟦groesse⟧].\n\n[grosse]: https://example.com/größe
        See [die Größe][⟦groesse-haus⟧].\n\n[groessehaus]: https://example.com/größe

    Good (markdown):
        See [die Größe][groesse].\n\n[groesse]: https://example.com/größe
        See [die Größe][groesse] and [grosse].\n\n[grosse]: https://example.com/größe
    """
    unused = _unused(source.text) if source.text and source.format.labels and "]:" in source.text else {}
    defined = _definitions(source.text or "") if unused else {}
    for piece in _read(source) if unused else ():
        rest, text = piece.reading.rest, piece.reading.text
        for start, end, is_alone in _labels(rest):
            label = _label(text[start + 1 : end - 1])
            if is_alone or rest.startswith("[", end) or label in defined or not 3 < len(label) <= 50:
                continue
            meant = next((unused[like] for like in sorted(_variants(label)) if like in unused), None)
            if meant and len(_MARKS.sub("", meant)) > 3 and _DIGITS.findall(meant) == _DIGITS.findall(label):
                message = Message(
                    'not a link: the label is not defined, but "{near}" is defined and not used; write "{text}"',
                    near=meant,
                    text=meant,
                )
                yield piece.problem(start + 1, end - 1, message, meant)


@rule("IRI807", "undefined-name", "warning", sub_rule="unused-definition", on=False, scope="document")
def unused_definition(source: Document) -> Iterator[Problem]:
    r"""A Markdown definition is not used, or repeats a label.

    Readers do not see it. Either its link is missing, or links with its label use the first definition.
    Source: CommonMark §4.7 (link reference definitions); markdownlint, MD053.

    Bad (markdown):
        See [die Größe][größe].\n\n[größe]: https://example.com/größe\n[⟦gewicht⟧]: https://example.com/gewicht
        See [größe].\n\n[größe]: https://example.com/größe\n[⟦größe⟧]: https://example.com/gewicht
        See größe.\n\n[⟦^1⟧]: Die Größe.

    Good (markdown):
        See [größe].\n\n[Größe]: https://example.com/größe\n[//]: # (ein Kommentar)
    """
    text, used = source.text or "", {_label(place["label"]) for _, place in _references(source)}
    fenced = [match.span() for match in _FENCED.finditer(text)]
    seen: set[str] = set()
    for one in _DEFINED.finditer(text) if _read(source) else ():
        label = _label(one["label"])
        if label == "//" or is_inside(fenced, one.start("label")):
            continue
        if label in seen or label not in used:
            repeated = Message("this label is defined above, and the first definition counts; remove this one")
            message = repeated if label in seen else Message("nothing uses this definition; refer to it, or remove it")
            yield Problem(start=one.start("label"), end=one.end("label"), message=message)
        seen.add(label)
