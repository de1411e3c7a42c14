"""Recognize brackets, backticks and tags that were not meant as a link."""

from __future__ import annotations

from typing import NamedTuple

from extract.readers.paragraph import folded
from extract.rules.markup.repair import Piece
from extract.text.regexes import re

# Numbers and "^a" are notes, "@a" is a source, "!NOTE" an alert, "x" and " " are task list checkboxes.
_NO_LABEL = re.compile(r"[0-9*†‡][0-9*†‡,; –-]{0,11}\Z|[\^!](?!\[)|@|[ xX]\Z")
_TICK_BOX = re.compile(r"\[[ xX]\]")
_OF_SOURCE = re.compile(r"[A-Z/ ]{1,12}\Z|(?i:online|available)\Z")
# Placeholders for a part of the destination: words in braces, an ellipsis, template syntax.
_FILLED_IN = re.compile(r"\{\s*[\w .-]+\}|\{[{%]|\$\{|<%|https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")
# markdown-it-imsize, and sites such as Zenn and HackMD: the size of an image.
_SIZE = re.compile(r"[ \t]=(?=[\dx])\d{0,5}%?x?\d{0,5}%?[ \t]*\Z")
_WORDS = re.compile(r"[^\W\d_]{2}[ ][^\W\d_]{2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")
# Objective-C, shell or Rust code outside of a code block.
_OF_PROGRAM = re.compile(r"&&|\|\||;\s*$|[({]!\[", re.MULTILINE)
# Tags in a commit subject: "- xtheadvector: [Clang][XTHeadVector] fix …".
_TAGS = re.compile(r"(?:(?<![^\n])|(?<=: )|(?<=\*))\[[A-Za-z0-9_-]+\]\[(?![^\[\]]*-)[\w ,，]+\][ ](?=\S)")
# Object names, which API generators link, numbers, and other text that is not words.
_OBJECT = re.compile(r"[.:_/`{}$<>=|\\*]|\d")


def is_filled_in(target: str) -> bool:
    """Return whether ``target`` contains a placeholder."""
    return _FILLED_IN.search(target) is not None


def is_label(text: str) -> bool:
    """Return whether ``text`` may be a link text: not a note, a source or a checkbox."""
    return not _NO_LABEL.match(text)


def is_sized(target: str) -> bool:
    """Return whether ``target`` ends with an image size, such as " =100x20"."""
    return _SIZE.search(target) is not None


class Brackets(NamedTuple):
    """A text in brackets, and an IRI after it."""

    piece: Piece
    first: int  # offset of the bracket before the text
    label: str
    closer: str  # the characters that end the text
    gap: str  # the characters between `closer` and `opener`
    opener: str  # the bracket before the IRI, or ""
    target: str
    end: int

    @property
    def is_round(self) -> bool:
        """Whether the IRI is in parentheses."""
        return self.opener[:1] in ("(", "（")

    @property
    def is_exact(self) -> bool:
        """Whether "](" separates the text and the IRI."""
        return self.closer == "]" and not self.gap and self.is_round


def against(one: Brackets) -> bool:
    """Return whether a text in brackets with an IRI after it was not meant as a link."""
    view, label, opener = one.piece.view, one.label, one.opener
    before, opening = view[max(one.first - 1, 0) : one.first], view[one.first]
    is_web = one.target.startswith("http")
    is_source = _OF_SOURCE.match(label) and not one.is_round
    signs = (
        # an array, or a call
        (before in ("]", "\\") and not _TICK_BOX.fullmatch(view, 0, one.first))
        or (before.isascii() and before.isalnum()),
        not one.is_exact and (not is_label(label) or is_source or re.search("[，。；、]", one.target)),
        "\\" in one.closer and "\\[" in label,
        # a definition, a list, two texts
        one.gap != "" and not (one.is_round or (opener == "[" and one.gap == " ")),
        not opener and not (is_web and one.closer == "]"),
        one.gap != "" and label[:1] == "[",  # a link of a wiki
        opening == "{" and (opener == "{" or re.match(r"[#.:%{]", label)),
        opening in "(（" and not (opener == "[" or one.closer == "]"),
        opening == "「" or (opening == "【" and opener[:1] == "（"),  # a title and its address, in Japanese or Chinese
        opener == "{" and one.target[0] in "#." and one.piece.text[one.end - 1] == "}",  # attributes
        opener == "<" and not (" " in label or _WORDS.search(label)),
        # the last closing bracket belongs to a bracket before the text
        one.closer[1:].endswith(")") and view.count("(", 0, one.first) > view.count(")", 0, one.first),
        not label.strip() and before != "!",
    )
    return any(signs)


def is_no_label(piece: Piece, match: re.Match[str]) -> bool:
    """Return whether the second brackets of "[text][label]" are not a label, but code or an index."""
    text, label = match["text"], match["label"] or match["text"]
    if _OF_PROGRAM.search(piece.text):
        return True
    if match["image"] or label.startswith("#"):
        return False
    if label.isdigit():
        return not _WORDS.search(text)
    if not piece.paragraph.defined or _TAGS.match(piece.text, match.start("text") - 1):
        return True
    return folded(label) in piece.paragraph.headings or bool(_OBJECT.search(label + text))


_PARTS_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[^\s=|:/{}\[\]$<>-]+(?:[ ][^\s=|:/{}\[\]$<>-]+)+")
_OTHER_TAG = re.compile(r"<(?!/?[aA]\b)/?[A-Za-z][^<>]*>")


# docutils, the role "raw": roles derived from it have custom names.
_RAW = re.compile(r":[\w-]{0,20}(?:raw|html)[\w-]{0,20}:`[^`]*\Z")


def is_about_html(rest: str, text: str, start: int) -> bool:
    """Return whether the text is about HTML: it has other tags than links, or a raw role before ``start``."""
    return bool(_OTHER_TAG.search(rest) or _RAW.search(text[max(start - 300, 0) : start]))


def is_usage(label: str, at: str, bracket: str) -> bool:
    """Return whether backticks contain a command, or ``at`` is a placeholder such as "<file>"."""
    words = label.strip()
    if not words:
        return not at.startswith("http")
    if at.endswith("_") and bracket:  # docutils, "Embedded URIs and Aliases"
        return False
    if at.startswith(("http", "mailto:")):
        if bracket == "<":
            return bool(re.search(r"[!-/:-@\[-`{-~]\Z", label))
        return not bracket and (_SENTENCE.fullmatch(words) is None or (words[0].islower() and words.isascii()))
    if re.search(r" --?\w|[=|:{}\[\]$]", words):
        return True
    if at.startswith((".", "/")):
        return False
    if "/" in at or at.endswith((".rst", ".html", ".htm")):
        repeated = re.sub(r"\W|_", "", words).lower() in re.sub(r"\W|_", "", at).lower()
        return words[0].islower() and words.isascii() and not repeated and " " not in words
    return _is_stand_in(words, at)


def _is_stand_in(label: str, at: str) -> bool:
    """Return whether ``at`` is a placeholder. A page name shares words with its label, or the label is not ASCII."""
    if re.search(r"[/()]", label):
        return True
    joined = re.sub(r"\W|_", "", label).lower()
    if re.search(r"[-_]ref\Z|-.*-.*-", at) or (at.count("-") > 1 and joined in at.replace("-", "").lower()):
        return False
    parts = {part.lower() for part in _PARTS_OF_NAME.findall(at)}
    words = {word.lower() for word in _LETTERS.findall(label)}
    if not label.isascii():
        return len(at) < 6 or (len(parts) < 2 and len(words) < 2 and len(label) < 7)
    return len({part[:3] for part in parts} & {word[:3] for word in words}) < 2  # "def_path" is "default path"
