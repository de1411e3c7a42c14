"""Fix broken links: correct the delimiters around an IRI, and prove that the fix creates the link.

The prefilter of a format selects blocks. The format's parser parses each one, and a search in the remaining text yields
spots with a fix of their delimiters. A fix is kept if the parser then finds that link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from extract.parsers import Construct, Reading
from extract.readers.formats import Format
from extract.readers.paragraph import Markup, Paragraph
from extract.rules.markup.pieces import pieces
from extract.rules.markup.proof import is_repaired
from extract.rules.problem import Problem
from extract.text.messages import Message
from extract.text.positions import difference

_MOST_PROOFS = 6  # in a piece of a text; parsers take long for each
_MOST_SPOTS = 160

BEFORE, BETWEEN, AFTER = (
    Message("before the link text"),
    Message("between the link text and the destination"),
    Message("after the destination"),
)


class Edit(NamedTuple):
    """A delimiter as written, its correct form, and its position in words."""

    start: int
    end: int
    written: str
    right: str
    where: Message | str  # part of a message: "before the link text"


class Spot(NamedTuple):
    """A place where a link was meant."""

    rule: str  # the name of the sub-rule that reports it
    start: int
    end: int
    message: Message
    fix: str | None = None
    safe: bool = False
    target: str | None = None  # destination of the fixed link; "": any; None: the fix needs no proof
    certain: bool = True  # False: report it only with a proven fix
    of_pages: bool = True  # False: skip it where IRIs are filled in later: templates, mdBook's SUMMARY.md
    default_role: bool = True  # False: skip it where Sphinx parses text in backticks as a role
    whole_file: bool = False  # True: report it only in a whole file, if no other file defines the name


def repaired(text: str, edits: Sequence[Edit], rule: str, *, whole: bool = False, **more: object) -> Spot | None:
    """Combine ``edits`` into a spot, or return ``None`` if none changes the text. ``whole``: include the last edit."""
    wrong = [_narrowed(edit) for edit in edits if edit.written != edit.right]
    if not wrong:
        return None
    changes = [*wrong, edits[-1]] if whole and edits[-1].written == edits[-1].right else wrong
    start, end = changes[0].start, changes[-1].end
    fix = "".join([changes[0].right, *(text[one.end : other.start] + other.right for one, other in pairwise(changes))])
    return Spot(rule, start, end, Message("not a link: {what}", what=_said(wrong, fix)), fix, **more)  # type: ignore[arg-type]


def glued(text: str, edits: Sequence[Edit], rule: str) -> Spot | None:
    """Return a spot for a link that only needs a separator before or after it, else ``None``."""
    (first, *_, last), wrong = edits, [edit for edit in edits if edit.written != edit.right]
    if not wrong or any(edit is not first and edit is not last for edit in wrong):
        return None
    beside = text[max(first.start - 1, 0) : first.start] if first.right else text[last.end : last.end + 1]
    meant = f"{first.right}{text[first.end : last.start]}{last.right}"
    message = Message('not a link: a mark directly before or after it; write "{text}"', text=meant)
    if beside.isalnum() or beside == "_":
        message = Message('not a link: a letter directly before or after it; write "{text}"', text=meant)
    return Spot(rule, first.start, last.end, message, meant, safe=beside != "_", target="")


def _narrowed(edit: Edit) -> Edit:
    """Remove the common prefix and suffix of the two texts from ``edit``."""
    written, right = edit.written, edit.right
    start, end, right_end = difference(written, right)
    after = len(written) - end
    return Edit(edit.start + start, edit.end - after, written[start:end], right[start:right_end], edit.where)


def _said(changes: Sequence[Edit], fix: str) -> Message:
    """Return the message for ``changes``: the mistake and the correction."""
    if len(changes) > 1 and "\n" in fix:
        return Message("wrong delimiters; write it on one line")
    if len(changes) > 1:
        return Message("wrong delimiters; write {text}", text=fix)
    ((_, _, written, right, where),) = changes
    if not written and right.isspace():
        return Message("missing space {name}; add it", name=where)
    if not written:
        return Message('missing "{mark}" {name}; add it', mark=right, name=where)
    if right:
        return Message('wrong "{mark}" {name}; write "{near}"', mark=written.strip() or " ", name=where, near=right)
    if written.isspace():
        if "\n" in written:
            return Message("line break {name}; remove it", name=where)
        return Message("space {name}; remove it", name=where)
    return Message('extra "{mark}" {name}; remove it', mark=written.strip(), name=where)


class Piece:
    """A parsed text, with the data that rules need."""

    def __init__(self, paragraph: Paragraph, format: Format, text: str, reading: Reading) -> None:
        self.paragraph = paragraph
        self.format = format  # of the file
        self.text = text
        self.reading = reading

    @property
    def rest(self) -> str:
        """The text with each construct masked."""
        return self.reading.rest

    @cached_property
    def view(self) -> str:
        """The text with constructs masked, except IRIs, escapes and emphasis, which may be parts of a broken link."""
        shown = [one for one in self.reading.constructs if one.kind not in ("address", "escape", "other")]
        return self.rest if len(shown) == len(self.reading.constructs) else Reading(self.text, tuple(shown)).rest

    def made(self, kinds: Iterable[str] = ("link", "image")) -> Iterator[Construct]:
        """Return the constructs of these ``kinds`` that the parser found."""
        return (one for one in self.reading.constructs if one.kind in kinds)


_PAIRS = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "‹": "›", "「": "」", "『": "』", "`": "`"}


def is_quoted(text: str, start: int, end: int) -> bool:
    """Return whether ``text[start:end]`` is directly in quotation marks, so that the text is about markup."""
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return before in _PAIRS and after == _PAIRS[before] and not text.endswith(":`", 0, start)


Worth = Callable[[str], object]


@dataclass(frozen=True)
class Repairer:
    """The functions that find and fix broken links in one markup."""

    markup: Markup
    is_worth: Worth  # whether a block may have one
    read: Callable[[str, Paragraph, bool], Reading]  # the parser; bool: character_level_inline_markup
    spots: Callable[[Piece], Iterable[Spot]]  # the first of two adjacent spots is used
    for_source: Callable[[str], Worth] | None = None  # returns another `is_worth` for a source

    def found(
        self, paragraph: Paragraph, format: Format, *, next_to_letters: bool = False
    ) -> Iterator[tuple[Spot, Problem]]:
        """Yield the broken links of ``paragraph``, with offsets in its text. ``format`` is the format of the file."""
        for shift, text in pieces(paragraph.text):
            if shift + len(text) != len(paragraph.text) and not self.is_worth(text):
                continue
            reading = self.read(text, paragraph, next_to_letters)
            proofs = 0
            for spot in self._each(Piece(paragraph, format, text, reading)):
                is_fixed = False
                if spot.fix is not None and proofs < _MOST_PROOFS and not _has_gap(spot, paragraph, shift):
                    proofs += spot.target is not None
                    after = text[: spot.start] + spot.fix + text[spot.end :]
                    is_fixed = spot.target is None or is_repaired(
                        reading, self.read(after, paragraph, next_to_letters), spot.start, spot.end, spot.target
                    )
                if is_fixed or spot.certain:
                    yield spot, _problem(spot, shift, is_fixed)

    def _each(self, piece: Piece) -> Iterator[Spot]:
        """Return the spots by position, without any that touch an earlier result."""
        taken: list[Spot] = []
        for spot in self.spots(piece):
            is_free = all(spot.end < one.start or one.end < spot.start for one in taken)
            if len(taken) < _MOST_SPOTS and is_free and not is_quoted(piece.text, spot.start, spot.end):
                taken.append(spot)
        return iter(sorted(taken, key=lambda spot: spot.start))


def _problem(spot: Spot, shift: int, is_fixed: bool) -> Problem:
    start, end = spot.start + shift, spot.end + shift
    fix, safe = (spot.fix, spot.safe) if is_fixed else (None, False)
    return Problem(start=start, end=end, message=spot.message, fix=fix, safe=safe)


def _has_gap(spot: Spot, paragraph: Paragraph, shift: int) -> bool:
    """Return whether the fix spans a line break at which the source has more text, such as a comment mark."""
    start, end = spot.start + shift, spot.end + shift
    if "\n" not in paragraph.text[start:end]:
        return False
    at = paragraph.text.rindex("\n", start, end) + 1
    return paragraph.passage.span(start, at)[1] != paragraph.passage.span(at, at + 1)[0]


class Net:
    """The prefilter for blocks of each markup (see `extract.readers.paragraph.Worth`)."""

    def __init__(self, repairers: Mapping[Markup, Repairer], worth: Mapping[Markup, Worth] | None = None) -> None:
        self._repairers = repairers
        self._worth = worth if worth is not None else {markup: one.is_worth for markup, one in repairers.items()}

    def __call__(self, text: str, markup: Markup, /) -> bool:
        """Return whether a block may have a broken link."""
        return markup in self._worth and bool(self._worth[markup](text))

    def within(self, source: str, /, *markups: Markup) -> Net | None:
        """Return the prefilter for blocks of ``source`` in ``markups``, or ``None`` if no repairer handles them."""
        of_source = {
            markup: one.for_source(source) if one.for_source else one.is_worth
            for markup, one in self._repairers.items()
            if markup in markups
        }
        return Net(self._repairers, of_source) if of_source else None
