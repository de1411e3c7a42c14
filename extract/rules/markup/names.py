"""Find undefined references in reStructuredText."""

from __future__ import annotations

from collections.abc import Iterator

from extract.iri.tld import is_known_tld
from extract.readers.rst import named
from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import re

_IN_TICKS = r"`(?![`\s])(?:[^`<>\0]{1,200}`_|[^`<>\0]{1,200}\s<[^`<>/:\0]{1,200}_>`__?)"
_NOTE = r"\[(?:\d{1,3}|#[\w-]{0,60})\]_"
_WORD = r"(?P<word>(?:[^\W\d_](?:[.+-]?[^\W_]){2,60}|\d+(?:\.\d+){1,3})_)(?=[.,;:!?)\]]{0,3}(?:\s|\Z))"
_SUBSTITUTION = r"\|(?P<text>[^\W\d][\w .-]{1,60}(?<!\s))\|_{0,2}(?![\w|])"
_REFERENCE = re.compile(
    rf"(?<![\w`:\0])(?:{_IN_TICKS}|{_NOTE})(?![\w_])|(?<![^\s(])(?<!\| ){_WORD}|(?<![\w|\\\0]){_SUBSTITUTION}"
)
# Sphinx, "Substitutions".
_OF_SPHINX = frozenset(["version", "release", "today", "translation progress"])
# A row of a Markdown table.
_ROW = re.compile(r"(?m)^[ \t]*\|[^|\n]*\|[^|\n]*\|(?:[^|\n]*\|)*[ \t\r]*$")


def names(piece: Piece) -> Iterator[Spot]:
    """Yield references to names and substitutions, if the file defines some, but not these."""
    defined = piece.paragraph.defined
    if not defined or piece.format.kind == "messages":
        return
    for match in _REFERENCE.finditer(piece.rest):
        name, text = named(match[0]), match["text"]
        if name in defined or (match["word"] and (_is_emphasis(piece, match.start()) or _is_no_word(piece, match))):
            continue
        if text:
            is_image = re.fullmatch(r"image\d+", text) is not None  # as pandoc names the images of a document
            has_others = is_image or match[0].endswith("_") or any(one.startswith("|") for one in defined)
            if text.lower() in _OF_SPHINX or not has_others or _ROW.search(piece.text):
                continue
        yield Spot("undefined-name", *match.span(), _message(match, f"={name}" in defined), whole_file=True)


def _message(match: re.Match[str], is_ambiguous: bool) -> Message:
    shown = match[0].strip("`_[]|") or match[0]
    if is_ambiguous:
        return Message(
            'ambiguous reference "{label}": several titles have that name; add a target before the one that is meant',
            label=shown,
        )
    if match["text"]:
        return Message(
            'undefined substitution "{label}"; define it in this file or conf.py, or correct it', label=shown
        )
    if match["word"]:
        target = f".. _{shown}: https://…"
        return Message(
            'undefined reference "{label}"; add "{target}", or remove the underscore', label=shown, target=target
        )
    return Message('undefined reference "{label}"; add a target with that name, or correct it', label=shown)


def _is_emphasis(piece: Piece, start: int) -> bool:
    """Return whether the underscore closes emphasis, as in Markdown: an earlier word begins with one."""
    return re.search(r"(?<!\w)_\w", piece.text[:start].rpartition("_ ")[2]) is not None


def _is_no_word(piece: Piece, match: re.Match[str]) -> bool:
    """Return whether the hit is a field name (``type_: 1``), a dotted name, or part of a wrapped name in a cell."""
    text, word = piece.text, match[0]
    begin = text.rfind("\n", 0, match.start()) + 1
    line = text[begin:].partition("\n")[0]
    if (begin == match.start() and text[match.end() : match.end() + 1] == ":") or (
        piece.paragraph.is_cell and line.strip() == word
    ):
        return True
    end = word.rpartition(".")[2].rstrip("_")
    if "." not in word or not end.isalpha() or is_known_tld(end):
        return False
    return not any("." in name and " " not in name for name in piece.paragraph.defined)  # "a.b_" names an object
