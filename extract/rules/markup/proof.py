"""Prove that a fix adds exactly one link and changes nothing else, including the names of the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cached_property

from extract.parsers import Reading
from extract.parsers.reading import LINKS
from extract.text.regexes import re


def is_repaired(before: Reading, after: Reading, start: int, end: int, target: str) -> bool:
    """Return whether replacing ``before.text[start:end]`` adds one link to ``target`` and changes nothing else.

    If ``target`` is "", the link may have any destination. Constructs around the fix must keep kind and position.
    """
    shift = len(after.text) - len(before.text)
    old, new = _around(before, start, end, shift), _around(after, start, end + shift, 0)
    doubtful = {(*key[:2], key[3]) for key in _around(before, start, end, shift, of=("phrase",)) if key[3]}
    made = [one for one in (new - old).elements() if (*one[:2], one[3]) not in doubtful]  # "[![a](b c)](d)"
    links = [one for one in made if one[2] in LINKS]
    lost = [one for one in (old - new).elements() if one[2] not in _MAY_BE_LOST]
    return not lost and len(links) == 1 and (not target or links[0][3] in (None, target))


def _around(
    reading: Reading, start: int, end: int, shift: int, of: Collection[str] = ()
) -> Counter[tuple[int, int, str, str | None]]:
    """Count constructs by position after the fix, kind and target. Inside the fix, the length replaces the position."""
    keys: Counter[tuple[int, int, str, str | None]] = Counter()
    for one in reading.constructs:
        if (one.kind not in of) if of else (one.kind in ("phrase", "problem")):
            continue
        is_inside = start <= one.start and one.end <= end
        first = -1 if is_inside else one.start + (shift if one.start >= end else 0)
        last = one.end - one.start if is_inside else one.end + (shift if one.end >= end and one.end > start else 0)
        keys[first, last, one.kind, one.target] += 1
    return keys


# An IRI in "<" and ">" becomes the destination of the new link. An escape, code or a tag becomes part of its text.
_MAY_BE_LOST = frozenset(["address", "escape", "other", "code", "template", "note"])


# --- names ------------------------------------------------------------------------------------------------------------

# reST: an IRI in "<" and ">" at the end of a text (docutils, "Embedded URIs and Aliases").
_EMBEDDED = r"<(?!\s)[^<>`]{1,2000}(?<!\s)>`_"
# Possible definitions of a name, in any format: a target, label, anchor, attribute, note or title.
_DEFINES = (
    re.compile(r"\.\.[ \t]+_`?(?=[^\s_])((?:\\.|[^:\\\n`]|:(?!\s|$))+)(?<![\s:])`?[ ]?:(?=\s|$)", re.MULTILINE),
    re.compile(r"\.\.[ \t]+(?:\[#?([^\]\n]+)\]|\|([^|\n]+)\|)"),
    re.compile(rf"(?<!\w)`([^`<>]{{1,600}})[ \n]{_EMBEDDED}(?![_\w])"),
    re.compile(r"_`([^`]{1,300})`"),
    re.compile(r"(?m)^(?=__(?:[ \t]|:))(_)|^\.\.[ \t]+_(_):"),  # anonymous targets
    re.compile(r"(?m)^[ \t>]*\[([^\]\n]{1,999})\]:"),
    re.compile(r"\{?#([\w:.-]{1,200})[}\],]|\[\[([^\[\],\n]{1,300})\]\](?!\])|<<([^<>\n]{1,300})>>"),
    re.compile(r"(?i)(?<![\w-])(?:id|name)=[\"']?([^\"'\s<>]{1,300})|(?m:^):([\w-]{1,100})!?:|^#\+\w+:[ \t]*(\S+)"),
    re.compile(r"(?m)^[ \t>]*(?:#{1,6}|={1,6}|\*+)[ \t]+(.+)$"),
    re.compile(r"(?m)^[ \t>]*(\S.*)\r?\n[ \t>]*([^\w\s])\2+[ \t]*\r?$"),
)
# Excludes a text with an embedded IRI.
_NOT_EMBEDDED = rf"(?!(?:[^`]{{0,600}}[ \n])?{_EMBEDDED})"
_TITLE = r"(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|\([^()\n]{0,300}\))"  # CommonMark §6.3
# Possible references to a name, in any format.
_REFERS = (
    re.compile(rf"(?<!\w)`{_NOT_EMBEDDED}([^`]{{1,600}})`__?(?![_\w])|<([^`<>]{{1,600}})_>`_"),
    re.compile(r"(?<![\w`])(\w(?:[\w.+:-]{0,200}\w)?)_(?![\w_])"),
    re.compile(rf"(?<!\w)`{_NOT_EMBEDDED}[^`]{{1,600}}`_(_)(?![_\w])|\w_(_)(?!\w)"),  # anonymous references
    # Not the text of an inline link: "[a](b)".
    re.compile(rf"\[#?([^\[\]]{{1,999}})\](?!\(<?[^\s<>]*>?(?:[ \t]+{_TITLE})?\))|\|([^|\n]{{1,300}})\|"),
    re.compile(r"\]\(<?#([^()<>\s]{1,300})|(?i:href)=[\"']?#([^\"'\s<>]{1,300})|\{([\w-]{1,100})\}"),
    re.compile(r"<<#?([^<>,\n]{1,300})|xref:#?([^\[\s]{1,300})|\[\[[#*]?([^\[\]|\n]{1,300})"),
)
_PUNCTUATION = re.compile(r"[^\w\s-]+")
_SPACES = re.compile(r"[\s-]+")
_BLANK = re.compile(r"\n[ \t>]*\r?\n")
_MOST_PROOFS = 1000  # per file; each takes about 1 ms
_REACH = 500  # characters before and after a fix that are searched again


def _names(text: str, patterns: tuple[re.Pattern[str], ...]) -> Counter[str]:
    """Count the names that ``patterns`` find, each in two forms: case-folded, and as the anchor of a heading."""
    found: Counter[str] = Counter()
    for pattern in patterns:
        for match in pattern.finditer(text):
            for name in filter(None, match.groups()):
                anchor = _SPACES.sub("-", _PUNCTUATION.sub("", name.casefold())).strip("-")
                found.update({" ".join(name.casefold().split()), anchor})
    return found


class Names:
    """The names that a document defines and refers to."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._proofs = 0

    @cached_property
    def _defined(self) -> Counter[str]:
        return _names(self.text, _DEFINES)

    @cached_property
    def _referred(self) -> Counter[str]:
        return _names(self.text, _REFERS)

    def keeps(self, start: int, end: int, fix: str) -> bool:
        """Return whether all references keep their targets if ``text[start:end]`` becomes ``fix``.

        The fix must not remove a definition in use, repeat a definition, or remove a reference to one. docutils
        matches anonymous references by order ("Anonymous Hyperlinks"), so their number must not change either.
        """
        if not self._defined:
            return True
        self._proofs += 1
        if self._proofs > _MOST_PROOFS:
            return False
        first, last = self._paragraph(start, end)
        before = self.text[first:last]
        after = self.text[first:start] + fix + self.text[end:last]
        defined, now_defined = _names(before, _DEFINES), _names(after, _DEFINES)
        referred, now_referred = _names(before, _REFERS), _names(after, _REFERS)
        if defined == now_defined and referred == now_referred:
            return True
        is_in_order = referred["_"] == now_referred["_"] or not self._defined["_"]
        return (
            is_in_order
            and (defined - now_defined).keys().isdisjoint(self._referred)
            and (now_defined - defined).keys().isdisjoint(self._defined)
            and (referred - now_referred).keys().isdisjoint(self._defined)
        )

    def _paragraph(self, start: int, end: int) -> tuple[int, int]:
        """Return the span from the blank line before a fix to the blank line after it, within the reach."""
        first, last = max(start - _REACH, 0), min(end + _REACH, len(self.text))
        for blank in _BLANK.finditer(self.text, first, start):
            first = blank.end()
        blank_after = _BLANK.search(self.text, end, last)
        return first, blank_after.start() if blank_after else last
