"""Signs that brackets beside an address were not meant as a link, in all formats."""

from __future__ import annotations

from typing import NamedTuple

from extract.readers.paragraph import folded
from extract.rules.markup.repair import Piece
from extract.text.regexes import re

# Numbers and "^a" are notes, "@a" a source, "!NOTE" a box, "x" and " " are boxes to tick.
_NO_LABEL = re.compile(r"[0-9*†‡][0-9*†‡,; –-]{0,11}\Z|[\^!](?!\[)|@|[ xX]\Z")
_OF_SOURCE = re.compile(r"[A-Z/ ]{1,12}\Z|(?i:online|available)\Z")
_NAME = re.compile(r"@[\w-]+")
# Words in braces stand for a part of the target; so do an ellipsis and marks that are filled in.
_FILLED_IN = re.compile(r"\{\s*[\w .-]+\}|\{[{%]|\$\{|<%|https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")
# markdown-it-imsize, and sites such as Zenn and HackMD: the size of an image.
_SIZE = re.compile(r"[ \t]=(?=[\dx])\d{0,5}%?x?\d{0,5}%?[ \t]*\Z")
_ATTRIBUTES = re.compile(r"\{(?:#|\.\w|:)")
_WORDS = re.compile(r"[^\W\d_]{2}[ ][^\W\d_]{2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")
# Of Objective-C, shell or Rust, that nobody marked as code.
_OF_PROGRAM = re.compile(r"&&|\|\||;\s*$|[({]!\[|!\[[^\]]*[a-z][A-Z][^\]]*[\]:]", re.MULTILINE)
# Names of objects, which generators of references link; numbers, and other than words.
_OBJECT = re.compile(r"[.:_/`{}$<>=|\\*]|\d")
# What the subject of a commit begins with: "- xtheadvector: [Clang][XTHeadVector] fix …".
_TAGS = re.compile(r"(?:(?<![^\n])|(?<=: )|(?<=\*))\[[A-Za-z0-9_-]+\]\[(?![^\[\]]*-)[\w ,，]+\][ ](?=\S)")
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2}")


def is_filled_in(target: str) -> bool:
    """Return whether something is to be filled in an address."""
    return _FILLED_IN.search(target) is not None


def is_label(text: str) -> bool:
    """Return whether the text in square brackets may be that of a link: no note, source or box."""
    return not _NO_LABEL.match(text)


def is_sized(target: str) -> bool:
    """Return whether the size of an image stands after its address."""
    return _SIZE.search(target) is not None


class Brackets(NamedTuple):
    """Brackets with a text, and an address after them."""

    piece: Piece
    first: int  # where the text opens
    label: str
    closer: str  # what ends the text
    gap: str  # what stands between that and the bracket before the address
    opener: str  # the bracket before the address, if there is one
    target: str
    end: int

    @property
    def is_round(self) -> bool:
        """Whether the address is in round brackets."""
        return self.opener[:1] in ("(", "（")

    @property
    def is_exact(self) -> bool:
        """Whether the text ends and the address begins as they must."""
        return self.closer == "]" and not self.gap and self.is_round


def against(one: Brackets) -> bool:
    """Return whether brackets with a text, and an address after them, were not meant as a link."""
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
        # the bracket closes one that opens before the text
        len(one.closer) > 1 and one.closer[-1] in ")）" and _opens(view, one.first),
        not label.strip() and before != "!",
    )
    return any(signs)


def _is_other(one: Brackets, *, is_web: bool) -> bool:
    """Return whether the brackets are those of a note, a source or attributes, or words follow the address."""
    if not is_label(one.label) and not (_NAME.fullmatch(one.label) and is_web and not one.gap):
        return True
    is_source = _OF_SOURCE.match(one.label) and not one.is_round
    return bool(is_source or _ATTRIBUTES.match(one.piece.text, one.end) or re.search("[，。；、]", one.target))


def _opens(view: str, first: int) -> bool:
    before = view[:first]
    return before.count("(") > before.count(")") or before.count("（") > before.count("）")


def is_no_label(piece: Piece, match: re.Match[str]) -> bool:
    """Return whether a second pair of brackets is none of a reference: the text could be code, tags, an index."""
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
    """Return whether a label that stands alone after a space was meant as the target of the text before it."""
    if not re.search(r"[^\W\d]{3}", text) or _NO_LABEL.match(text):
        return False
    is_own = label != label.lower() or "`" in label or (is_at_start and " " not in text.strip())
    return label.isdigit() or not is_own


# The first word of what is code.
_COMMAND = re.compile(
    r"(?:curl|wget|git|pip|ssh|docker|open|get|post|put|delete|npm|go|sudo|http|https|svn|hg|cat|cp)\b"
)
_PARTS_OF_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_STAND_IN = re.compile(r"https?://(?:[^\s<>]*\.{3}|…|[^\s/]*[{\[$%*])")
# docutils, the role "raw": roles based on it have a name of one's own
_RAW = re.compile(r":[\w-]{0,20}(?:raw|html)[\w-]{0,20}:`[^`]*\Z")
_OTHER_TAG = re.compile(r"<(?!/?[aA]\b)/?[A-Za-z][^<>]*>")


def is_template(address: str) -> bool:
    """Return whether an ellipsis stands in place of an address, or something is to be filled in."""
    return _STAND_IN.match(address) is not None


def is_about_html(rest: str, text: str, start: int) -> bool:
    """Return whether tags are shown, or passed on as they are."""
    return bool(_OTHER_TAG.search(rest) or _RAW.search(text[max(start - 300, 0) : start]))


def is_usage(label: str, at: str, bracket: str) -> bool:
    """Return whether a text in backticks before an address is a command, or its address a stand-in."""
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
    """Return whether a word between "<" and ">" is one; the name of a page repeats words, or follows foreign ones."""
    if re.search(r"[/()]", label):
        return True
    parts = {part.lower() for part in _PARTS_OF_NAME.findall(at)}
    words = {word.lower() for word in _LETTERS.findall(label)}
    if not label.isascii():
        return len(at) < 6 or (len(parts) < 2 and len(words) < 2 and len(label) < 7)
    return len(parts & words) < 2
