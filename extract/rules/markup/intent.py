"""Recognize brackets next to an IRI that were not meant as a link."""

from __future__ import annotations

from typing import NamedTuple

from extract.readers.paragraph import folded
from extract.rules.markup.repair import Piece
from extract.text.regexes import re

# Numbers and "^a" are notes, "@a" is a source, "!NOTE" an alert, "x" and " " are task list checkboxes.
_NO_LABEL = re.compile(r"[0-9*†‡][0-9*†‡,; –-]{0,11}\Z|[\^!](?!\[)|@|[ xX]\Z")
_OF_SOURCE = re.compile(r"[A-Z/ ]{1,12}\Z|(?i:online|available)\Z")
_NAME = re.compile(r"@[\w-]+")
# Placeholders for a part of the destination: words in braces, an ellipsis, template syntax.
_FILLED_IN = re.compile(r"\{\s*[\w .-]+\}|\{[{%]|\$\{|<%|https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")
# markdown-it-imsize, and sites such as Zenn and HackMD: the size of an image.
_SIZE = re.compile(r"[ \t]=(?=[\dx])\d{0,5}%?x?\d{0,5}%?[ \t]*\Z")
_ATTRIBUTES = re.compile(r"\{(?:#|\.\w|:)")
_WORDS = re.compile(r"[^\W\d_]{2}[ ][^\W\d_]{2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")
# Objective-C, shell or Rust code outside of a code block.
_OF_PROGRAM = re.compile(r"&&|\|\||;\s*$|[({]!\[|!\[[^\]]*[a-z][A-Z][^\]]*[\]:]", re.MULTILINE)
# Object names, which API generators link, numbers, and other text that is not words.
_OBJECT = re.compile(r"[.:_/`{}$<>=|\\*]|\d")
# Tags in a commit subject: "- xtheadvector: [Clang][XTHeadVector] fix …".
_TAGS = re.compile(r"(?:(?<![^\n])|(?<=: )|(?<=\*))\[[A-Za-z0-9_-]+\]\[(?![^\[\]]*-)[\w ,，]+\][ ](?=\S)")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")


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
    signs = (
        # an array, or a call
        before in ("]", "\\") or (before.isascii() and before.isalnum() and not (one.is_round and opening == "[")),
        not one.is_exact and _is_other(one, is_web=is_web),
        is_filled_in(one.target) or ("\\" in one.closer and "\\[" in label),
        # a definition, a list, two texts
        one.gap != "" and not (one.is_round or (opener == "[" and one.gap == " ")),
        not opener and not (is_web and one.closer == "]" and not one.gap and len(label) > 1),
        opening == "{" and (re.match(r"[#.:%{]", label) or before in ("$", "#", "%", "{") or not is_web),
        opening in "(（" and not (opener == "[" or one.closer == "]"),
        opener == "{" and one.target[0] in "#." and one.piece.text[one.end - 1] == "}",  # attributes
        opener == "<" and not (is_web and (" " in label or _WORDS.search(label))),
        # the last closing bracket belongs to a bracket before the text
        len(one.closer) > 1 and one.closer[-1] in ")）" and _opens(view, one.first),
        not label.strip() and before != "!",
    )
    return any(signs)


def _is_other(one: Brackets, *, is_web: bool) -> bool:
    """Return whether the brackets are a note, a source or attributes, or the IRI contains CJK punctuation."""
    if not is_label(one.label) and not (_NAME.fullmatch(one.label) and is_web and not one.gap):
        return True
    is_source = _OF_SOURCE.match(one.label) and not one.is_round
    return bool(is_source or _ATTRIBUTES.match(one.piece.text, one.end) or re.search("[，。；、]", one.target))


def _opens(view: str, first: int) -> bool:
    before = view[:first]
    return before.count("(") > before.count(")") or before.count("（") > before.count("）")


def is_no_label(piece: Piece, match: re.Match[str]) -> bool:
    """Return whether the second brackets of "[text][label]" are not a label, but code, a tag or an index."""
    text, label = match["text"], match["label"] or match["text"]
    if re.match(r"#[^\W\d]", label) or match["image"]:
        return bool(match["image"]) and ("{" in label or bool(_OF_PROGRAM.search(piece.text)))
    if label.isdigit():
        return not _WORDS.search(text) or bool(_OF_PROGRAM.search(piece.text)) or len(label) > 3
    if len(label) < 3 or label[:1].isdigit() or _TAGS.match(piece.text, match.start("text") - 1):
        return True
    is_likely = piece.paragraph.defined or (_CJK.search(text) and match["label"].isascii())
    return not is_likely or folded(label) in piece.paragraph.headings or bool(_OBJECT.search(label + text))


def is_reference(text: str, label: str, *, is_at_start: bool) -> bool:
    """Return whether a label after "[text]" and a space was meant as the label of that text."""
    if not re.search(r"[^\W\d]{3}", text) or _NO_LABEL.match(text):
        return False
    is_own = label != label.lower() or "`" in label or (is_at_start and " " not in text.strip())
    return label.isdigit() or not is_own


# First words of shell commands and HTTP requests.
_COMMAND = re.compile(
    r"(?:curl|wget|git|pip|ssh|docker|open|get|post|put|delete|npm|go|sudo|http|https|svn|hg|cat|cp)\b"
)
_PARTS_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_STAND_IN = re.compile(r"https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")
# docutils, the role "raw": roles derived from it have custom names.
_RAW = re.compile(r":[\w-]{0,20}(?:raw|html)[\w-]{0,20}:`[^`]*\Z")
_OTHER_TAG = re.compile(r"<(?!/?[aA]\b)/?[A-Za-z][^<>]*>")


def is_template(address: str) -> bool:
    """Return whether ``address`` is an IRI with an ellipsis, or with a placeholder in the host."""
    return _STAND_IN.match(address) is not None


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
    if at.startswith("http"):
        is_glued = bracket == "<" and re.search(r"[!-/:-@\[-`{-~]\Z", label) is not None
        few = not bracket and (
            not re.fullmatch(r"[^\s=|:/{}\[\]$<>-]+(?:[ ][^\s=|:/{}\[\]$<>-]+)+", words)
            or _COMMAND.match(words) is not None
        )
        return is_glued or few
    if re.search(r" --?\w|[=|:{}\[\]$]", words) or _COMMAND.match(words):
        return True
    if at.startswith((".", "/")):
        return False
    if "/" in at or ("." in at and at.rpartition(".")[2] in ("rst", "html", "htm")):
        repeated = re.sub(r"\W|_", "", words).lower() in re.sub(r"\W|_", "", at).lower()
        return "a" <= words[0] <= "z" and not repeated and " " not in words
    return _is_stand_in(words, at)


def _is_stand_in(label: str, at: str) -> bool:
    """Return whether ``at`` is a placeholder. A page name shares words with its label, or the label is not ASCII."""
    if re.search(r"[/()]", label):
        return True
    parts = {part.lower() for part in _PARTS_OF_NAME.findall(at)}
    words = {word.lower() for word in _LETTERS.findall(label)}
    if not label.isascii():
        return len(at) < 6 or (len(parts) < 2 and len(words) < 2 and len(label) < 7)
    return len(parts & words) < 2
