"""References of reStructuredText to a name: malformed ones, and those that nothing in the file defines."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from extract.iri.tld import is_known_tld
from extract.readers.rst import named, normalized
from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import re

_MALFORMED = re.compile(
    r"(?<!\w)(?P<open>[`'´‘“\"｀]{0,2})[ ]?(?P<name>(?<=[`'´‘“\"｀ ])[^`'´‘’“”\"<>\n\0｀]{2,100}?"
    r"|(?<![^\s(])[^\W\d_a-z][\w.-]{2,60})"
    r"(?P<low>(?:[ ]?[`'´’”\"｀]|``|[ ])[ ]?[_＿]{1,2}|_{1,2}[`'´]|(?<=[^\W_])_)(?![\w`])(?=[\s.,;:!?)]|\Z)"
)
_GLUED = re.compile(
    r"(?P<after_letter>(?<=[^\W\d_]))?`(?<!\w:`)(?P<name>(?![`_\s:])[^`<>\n\0]{1,100}(?<![\s:]))`_(?![`_])(?(after_le"
    r"tter)(?!\w)|(?=[^\W_]))"
)
_NOTE = re.compile(
    r"(?<![\w\]\0])(?:_(?P<late>\[(?:\d{1,3}|#\w{0,30}|\*)\])(?!_)|(?P<apart>\[(?:\d{1,3}|#\w{0,30})\])[ ]_(?!\w))"
    r"|(?<=[^\W_])(?P<glued>\[(?:\d{1,3}|#\w{0,30})\]_)(?![\w_])"
    r"|(?<![\]\0`_/=&?#.-])(?<!\b\w)(?P<plain>\[(?:\d{1,3}|#?[A-Za-z][\w.-]{2,60})\])(?![_(\[:>\w\0`])"
)
_STRAY_END = re.compile(r"(?<=[\w)])(?P<stray>`__?)(?![\w`])")
_UNDEFINED = re.compile(
    r"(?<![\w`:\0])(?P<name>`(?![`\s])(?:[^`<>\0]{1,200}`_|[^`<>\0]{1,200}\s<[^`<>/:\0]{1,200}_>`__?)"
    r"|\[(?:\d{1,3}|#[\w-]{0,60})\]_)(?![\w_])"
)
_ANONYMOUS = re.compile(r"(?<![\w`:\0])`(?![`\s])[^`<>\0]{1,200}(?<!\s)`__(?![\w_])")
_SUBSTITUTION = re.compile(r"(?<![\w|\\\0])\|[^\W\d][\w .-]{1,60}(?<!\s)\|_{0,2}(?![\w|])")
_WORD = re.compile(
    r"(?<![^\s(])(?<!\| )(?:[^\W\d_](?:[.+-]?[^\W_]){2,60}|\d+(?:\.\d+){1,3})_(?=[.,;:!?)\]]{0,3}(?:\s|\Z))"
)
# Sphinx, "Substitutions".
_OF_SPHINX = frozenset(["|version|", "|release|", "|today|", "|translation progress|"])
_ROW = re.compile(r"(?m)^[ \t]*\|[^|\n]*\|[^|\n]*\|(?:[^|\n]*\|)*[ \t\r]*$")
_BEFORE = frozenset(["", *" \r\n-:/'\"<([{"])


@functools.lru_cache(maxsize=1)  # many stand in one text
def _has_row(text: str) -> bool:
    """Return whether a text has a row of a table of Markdown."""
    return _ROW.search(text) is not None


def names(piece: Piece) -> Iterator[Spot]:
    """Yield references that are malformed, then those to what nothing defines."""
    if piece.format.name == "po":
        return
    yield from _malformed(piece)
    yield from _notes(piece)
    for match in _UNDEFINED.finditer(piece.rest):
        yield from _undefined(piece, match, "the name")
    for match in _WORD.finditer(piece.rest):
        if not _is_emphasis(piece, match.start()) and not _is_no_word(piece, match):
            yield from _undefined(piece, match, "the underscore")
    defined = piece.paragraph.defined
    for match in _SUBSTITUTION.finditer(piece.rest):
        has_others = match[0].endswith("_") or any(name.startswith("|") for name in defined)
        if match[0].rstrip("_").lower() not in _OF_SPHINX and has_others and not _has_row(piece.text):
            yield from _undefined(piece, match, "")
    for match in _ANONYMOUS.finditer(piece.rest):
        if defined and "__" not in defined:
            message = Message(
                'undefined reference: this file has no anonymous target; add "__ https://…", or correct it'
            )
            yield Spot("undefined-name", *match.span(), message, whole_file=True)


def _malformed(piece: Piece) -> Iterator[Spot]:
    """Yield names that the file defines, with a mark missing, doubled, of another kind, or set apart."""
    defined = piece.paragraph.defined
    for match in _MALFORMED.finditer(piece.rest) if defined else ():
        name, low = match["name"].strip(), match["low"]
        is_word = not match["open"]
        if (
            normalized(name) not in defined
            or (is_word and not low.startswith(" "))
            or (low == "`_" and match["open"] == "`")
        ):
            continue
        if is_word and re.match(r"[ ][`'´’”\"｀]", low):
            continue
        meant = f"{name}_" if is_word else f"`{name}`_"
        message = Message("not a link: wrong delimiters; write {text}", text=meant)
        yield Spot("rst-markup", *match.span(), message, meant, target="")
    for match in _GLUED.finditer(piece.rest):
        if piece.rest.count("`", 0, match.start()) % 2 or (defined and normalized(match["name"]) not in defined):
            continue
        left, right = (
            ("\\ " if match["after_letter"] is not None else ""),
            "" if match["after_letter"] is not None else "\\ ",
        )
        meant = f"{left}{match[0]}{right}"
        message = Message('not a link: a letter directly before or after it; write "{text}"', text=meant)
        yield Spot("rst-markup", *match.span(), message, meant, safe=True, target="")
    for match in _STRAY_END.finditer(piece.rest):
        if "`" not in piece.rest[: match.start()]:
            message = Message('not a link: missing "`" before the link text; add it')
            yield Spot("rst-markup", *match.span("stray"), message)


def _notes(piece: Piece) -> Iterator[Spot]:
    """Yield references to notes with a mark in the wrong place."""
    rest, text, defined = piece.rest, piece.text, piece.paragraph.defined
    for match in _NOTE.finditer(rest) if "[" in rest else ():
        before = text[max(match.start() - 1, 0) : match.start()]
        if written := match["late"] or match["apart"]:
            message = Message("not a link: wrong delimiters; write {text}", text=f"{written}_")
            yield Spot("rst-markup", *match.span(), message, f"{written}_", target="")
        elif written := match["glued"]:
            if "`" in rest[: match.start()] or (written != "[#]_" and named(written) not in defined):
                continue
            meant = (" " if before.isascii() else "\\ ") + written
            message = Message('not a link: a letter directly before or after it; write "{text}"', text=meant)
            yield Spot("rst-markup", *match.span(), message, meant, target="")
        elif match["plain"] in defined and not _begins_line(text, match.start()):
            meant = f"{'' if before in _BEFORE else ' '}{match['plain']}_"
            message = Message('not a link: missing "_" after the name of a note; write "{text}"', text=meant)
            yield Spot("undefined-name", *match.span("plain"), message, meant, target="")


def _undefined(piece: Piece, match: re.Match[str], other: str) -> Iterator[Spot]:
    """Yield a reference if its file has names, and not that one."""
    defined, name = piece.paragraph.defined, named(match[0])
    if not defined or name in defined:
        return
    shown = match[0].strip("`_[]|") or match[0]
    if f"={name}" in defined:
        message = Message(
            'ambiguous reference "{label}": several titles have that name; add a target before the one that is meant',
            label=shown,
        )
    elif match[0].startswith("|"):
        message = Message(
            'undefined substitution "{label}"; define it in this file or conf.py, or correct it', label=shown
        )
    elif other == "the underscore":
        message = Message(
            'undefined reference "{label}"; add "{target}", or remove the underscore',
            label=shown,
            target=f".. _{shown}: https://…",
        )
    else:
        message = Message('undefined reference "{label}"; add a target with that name, or correct it', label=shown)
    yield Spot("undefined-name", *match.span(), message, whole_file=True)


def _begins_line(text: str, start: int) -> bool:
    """Return whether nothing stands before a place in its line: it is the note itself."""
    before = text[max(start - 100, 0) : start].rstrip("| \t")  # for linear time
    return not before or before.endswith("\n")


def _is_emphasis(piece: Piece, start: int) -> bool:
    """Return whether a low line before a word of the paragraph opens what this one closes, as in Markdown."""
    return re.search(r"(?<!\w)_\w", piece.text[:start].rpartition("_ ")[2]) is not None


def _is_no_word(piece: Piece, match: re.Match[str]) -> bool:
    """Return whether it is the name of a field, ``type_: 1``, of code, or what is left of a long name in a cell."""
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
    return not any("." in name and " " not in name for name in piece.paragraph.defined)  # "a.b_" is an object of code
