"""Parse Org as `org-element.el` does: bracket links, and verbatim text (Org Syntax §5.7, §5.12)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers.reading import Construct, Reading, in_order
from extract.text.regexes import re

# Org Syntax §5.7, §5.10: inline calls and source. Braces may be nested to a depth of one.
INLINE_CODE = (
    r"(?<!\w)call_[^\s\[\]()]{1,60}(?:\[[^\[\]\n]{0,300}\])?\([^()\n]{0,1000}\)(?:\[[^\[\]\n]{0,300}\])?"
    r"|(?<!\w)src_[^\s\[{]{1,30}(?:\[[^\[\]\n]{0,300}\])?\{(?:[^{}\n]|\{[^{}\n]{0,300}\}){0,1000}+\}"
)
# `org-emphasis-regexp-components`, with the characters that may surround it repeatedly, or are markup themselves.
VERBATIM = (
    r"""(?<![^\s(\-"'{|*/_+])(?P<mark>[=~])\S(?:[^\n]{0,300}?(?:\n(?![ \t]*\n)[^\n]{0,300}?)?(?<=\S))?(?P=mark)"""
    r"""(?=[\s\-.,:;!?"')}\\\[|]|[*/_+]{1,3}(?:[\s.,:;!?)]|\Z)|\Z)"""
)
# `org-link-bracket-re`: the target may contain only escaped brackets, and the description ends at the first "]]".
_TOKEN = re.compile(
    "|".join(
        [
            VERBATIM,
            r"@@[^\n@]{1,300}@@",
            INLINE_CODE,
            r"\{\{\{[^\n{}]{1,300}\}\}\}",
            r"\\\([^\n]{1,300}?\\\)",
            r"\[(?:fn|cite)[:/](?:[^\[\]]|\[\[[^\[\]]{0,600}\](?:\[[^\[\]]{0,300}\])?\]){1,600}+\]",
            r"(?P<link>\[\[(?P<target>(?:[^\[\]\\]|\\.){1,2000}+)\]"
            r"(?P<described>\[(?P<label>(?:(?!\]\])[\s\S]){1,300}+)\])?\])",
        ]
    )
)
# A target that Org parses as the name of a place, but was meant as a URL, or that contains its description.
_NOWHERE = re.compile(
    r"\s+(?:\w+:|\.{1,2}/|[*#]\w)|https?(?:\s+:|:\s+)//|https?://[^\s|]+\||[^|]*\|https?://|(?:file|id|mailto)(?:\s+:|;|::)"
    r"|(?:id:|#)\S*\s+\Z"
)
_ONE_MORE = re.compile(r"\[[^\[\]]*")
_REST = re.compile(r"\[[^\[\]]{1,300}\]\]")  # the description, after an extra bracket


def read(text: str) -> Reading:
    """Parse a paragraph."""
    return Reading(text, in_order(_constructs(text)))


def _constructs(text: str) -> Iterator[Construct]:
    position = 0
    while match := _TOKEN.search(text, position):
        start, position = match.span()
        if not match["link"]:
            yield Construct(start, position, "code")
            continue
        label = match["label"] or ""
        is_whole = "[[" not in label and label.count("[") <= label.count("]")
        if not is_whole and not _ONE_MORE.fullmatch(label):
            position = match.start("described")  # an unclosed description, which extends into another link
        # "[[a][[b]]]" is a link with the text "[b" before a bracket.
        is_link = (
            (is_whole or text.startswith("]", position))
            and not _NOWHERE.match(match["target"])
            and not _REST.match(text, position)
        )
        kind = "link" if is_link else "phrase"
        yield Construct(start, position, kind, match["target"], label if is_link else "")  # type: ignore[arg-type]
