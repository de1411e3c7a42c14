"""Find malformed and undefined references in reStructuredText."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from extract.iri.tld import is_known_tld
from extract.readers.rst import named, normalized
from extract.rules.markup.patterns import Hit, Pattern, searching
from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import re

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


@functools.lru_cache(maxsize=1)  # a text may have many substitutions
def _has_row(text: str) -> bool:
    """Return whether a text has a row of a Markdown table."""
    return _ROW.search(text) is not None


def names(piece: Piece) -> Iterator[Spot]:
    """Yield malformed references, then undefined ones."""
    if piece.format.kind == "messages":
        return
    if piece.paragraph.defined:
        yield from _malformed(piece)
    yield from _glued(piece)
    if "[" in piece.rest:
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


def _is_unknown(hit: Hit) -> bool:
    """Whether the file does not define the name, or its delimiters are correct."""
    name, low, is_word = hit["name"].strip(), hit["low"], not hit["open"]
    if normalized(name) not in hit.piece.paragraph.defined:
        return True
    if is_word:
        return not low.startswith(" ") or re.match(r"[ ][`'´’”\"｀]", low) is not None
    return low == "`_" and hit["open"] == "`"


def _as_reference(hit: Hit) -> str:
    name = hit["name"].strip()
    return f"`{name}`_" if hit["open"] else f"{name}_"


def _is_other_name(hit: Hit) -> bool:
    """Whether the hit is inside backticks, or the file defines other names but not this one."""
    defined = hit.piece.paragraph.defined
    is_inside = hit.piece.rest.count("`", 0, hit.match.start()) % 2
    return bool(is_inside or (defined and normalized(hit["name"]) not in defined))


def _is_other_note(hit: Hit) -> bool:
    is_known = hit["note"] == "[#]_" or named(hit["note"]) in hit.piece.paragraph.defined
    return "`" in hit.piece.rest[: hit.match.start()] or not is_known


def _is_no_reference(hit: Hit) -> bool:
    """Whether no note has this name, or the hit starts a line, where it is the note itself."""
    before = hit.piece.text[max(hit.match.start() - 100, 0) : hit.match.start()].rstrip("| \t")  # 100: linear time
    return hit["note"] not in hit.piece.paragraph.defined or not before or before.endswith("\n")


_DELIMITERS = Message("not a link: wrong delimiters; write {text}", text="fix")
_LETTER = Message('not a link: a letter directly before or after it; write "{text}"', text="fix")
_NUMBER = r"\[(?:\d{1,3}|#\w{0,30})\]"
_malformed = searching(
    [
        Pattern(
            "rst-markup",
            r"(?<!\w)(?P<open>[`'´‘“\"｀]{0,2})[ ]?(?P<name>(?<=[`'´‘“\"｀ ])[^`'´‘’“”\"<>\n\0｀]{2,100}?"
            r"|(?<![^\s(])[^\W\d_a-z][\w.-]{2,60})"
            r"(?P<low>(?:[ ]?[`'´’”\"｀]|``|[ ])[ ]?[_＿]{1,2}|_{1,2}[`'´]|(?<=[^\W_])_)(?![\w`])(?=[\s.,;:!?)]|\Z)",
            _DELIMITERS,
            _as_reference,
            target="",
            against=_is_unknown,
        )
    ]
)
_glued = searching(
    [
        Pattern(
            "rst-markup",
            r"(?<=[^\W\d_])`(?<!\w:`)(?P<name>(?![`_\s:])[^`<>\n\0]{1,100}(?<![\s:]))`_(?![`_])(?!\w)",
            _LETTER,
            lambda hit: f"\\ `{hit['name']}`_",
            safe=True,
            target="",
            against=_is_other_name,
        ),
        Pattern(
            "rst-markup",
            r"`(?<!\w:`)(?P<name>(?![`_\s:])[^`<>\n\0]{1,100}(?<![\s:]))`_(?![`_])(?=[^\W_])",
            _LETTER,
            lambda hit: f"`{hit['name']}`_\\ ",
            safe=True,
            target="",
            against=_is_other_name,
        ),
        Pattern(
            "rst-markup",
            r"(?<=[\w)])`__?(?![\w`])",
            Message('not a link: missing "`" before the link text; add it'),
            against=lambda hit: "`" in hit.piece.rest[: hit.match.start()],
        ),
    ]
)
_notes = searching(
    [
        Pattern(
            "rst-markup",
            rf"(?<![\w\]\0])(?:_(?P<late>\[(?:\d{{1,3}}|#\w{{0,30}}|\*)\])(?!_)|(?P<apart>{_NUMBER})[ ]_(?!\w))",
            _DELIMITERS,
            "{late}{apart}_",
            target="",
        ),
        Pattern(
            "rst-markup",
            rf"(?<=[^\W_])(?P<note>{_NUMBER}_)(?![\w_])",
            _LETTER,
            lambda hit: (" " if hit.before.isascii() else "\\ ") + hit["note"],
            target="",
            against=_is_other_note,
        ),
        Pattern(
            "undefined-name",
            r"(?<![\]\0`_/=&?#.-])(?<!\b\w)(?P<note>\[(?:\d{1,3}|#?[A-Za-z][\w.-]{2,60})\])(?![_(\[:>\w\0`])",
            Message('not a link: missing "_" after the name of a note; write "{text}"', text="fix"),
            lambda hit: f"{'' if hit.before in _BEFORE else ' '}{hit['note']}_",
            target="",
            against=_is_no_reference,
        ),
    ]
)


def _undefined(piece: Piece, match: re.Match[str], other: str) -> Iterator[Spot]:
    """Yield a reference if its file defines names, but not this one."""
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
