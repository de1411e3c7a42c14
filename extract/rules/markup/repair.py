"""Mend broken markup: align what stands around an address with the forms of its format, and prove the result.

A block in the net of its format is read by the format's parser. In what the parser left, the format looks for places
where a link was meant, each with an edit of its delimiters; an edit is kept if the parser then makes that link.
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
from extract.rules.markup.proof import is_mended
from extract.rules.problem import Problem
from extract.text.messages import Message

_MOST_PROOFS = 8  # in a piece of a text; parsers take long for each
_MOST_SPOTS = 160


class Edit(NamedTuple):
    """A delimiter as it was written, as the format has it, and where it belongs."""

    start: int
    end: int
    written: str
    right: str
    where: Message | str  # as a part of a sentence


class Spot(NamedTuple):
    """A place where a link was meant."""

    rule: str  # the name of the sub-rule that reports it
    start: int
    end: int
    message: Message
    fix: str | None = None
    safe: bool = False
    target: str | None = None  # of the link that the fix makes; "" if any may be, None if none is to be proven
    certain: bool = True  # False: it is reported only with a proven fix
    of_wiki: bool = False  # it is the markup of a wiki, and right in one
    of_pages: bool = True  # it counts where addresses are to come too: in templates, and in mdBook's SUMMARY.md
    default_role: bool = True  # it counts where Sphinx reads a text in backticks alone as a role
    whole_file: bool = False  # it counts in a whole file of this format, if no other file defines what it names


def mended(text: str, edits: Sequence[Edit], rule: str, *, whole: bool = False, **more: object) -> Spot | None:
    """Return a spot with the edits that change something; ``None`` if none does. ``whole``: up to the last edit."""
    wrong = [_narrowed(edit) for edit in edits if edit.written != edit.right]
    if not wrong:
        return None
    changes = [*wrong, edits[-1]] if whole and edits[-1].written == edits[-1].right else wrong
    start, end = changes[0].start, changes[-1].end
    fix = "".join([changes[0].right, *(text[one.end : other.start] + other.right for one, other in pairwise(changes))])
    return Spot(rule, start, end, Message("not a link: {what}", what=_said(wrong, fix)), fix, **more)  # type: ignore[arg-type]


def glued(text: str, edits: Sequence[Edit], rule: str) -> Spot | None:
    """Return a spot for a whole link if it only must be parted from what stands beside it."""
    (first, *_, last), wrong = edits, [edit for edit in edits if edit.written != edit.right]
    if not wrong or any(edit is not first and edit is not last for edit in wrong):
        return None
    beside = text[max(first.start - 1, 0) : first.start] if first.right else text[last.end : last.end + 1]
    meant = f"{first.right}{text[first.end : last.start]}{last.right}"
    message = Message('not a link: a mark directly before or after it; write "{text}"', text=meant)
    if beside.isalnum() or beside == "_":
        message = Message('not a link: a letter directly before or after it; write "{text}"', text=meant)
    return Spot(rule, first.start, last.end, message, meant, safe=True, target="")


def _narrowed(edit: Edit) -> Edit:
    """Return an edit without what its two texts begin and end with."""
    written, right = edit.written, edit.right
    before = _same(written, right)
    after = _same(written[before:][::-1], right[before:][::-1])
    return Edit(
        edit.start + before,
        edit.end - after,
        written[before : len(written) - after],
        right[before : len(right) - after],
        edit.where,
    )


def _same(one: str, other: str) -> int:
    """Return how many characters two texts begin with that are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _said(changes: Sequence[Edit], fix: str) -> Message:
    """Return what is wrong, and what to do about it."""
    if len(changes) > 1:
        return (
            Message("wrong delimiters; write it on one line")
            if "\n" in fix
            else Message("wrong delimiters; write {text}", text=fix)
        )
    ((_, _, written, right, where),) = changes
    if not written:
        return (
            Message("missing space {name}; add it", name=where)
            if right.isspace()
            else Message('missing "{mark}" {name}; add it', mark=right, name=where)
        )
    if right:
        return Message('wrong "{mark}" {name}; write "{near}"', mark=written.strip() or " ", name=where, near=right)
    if written.isspace():
        if "\n" in written:
            return Message("line break {name}; remove it", name=where)
        return Message("space {name}; remove it", name=where)
    return Message('extra "{mark}" {name}; remove it', mark=written.strip(), name=where)


class Piece:
    """A text as its parser read it, with what the rules ask about it."""

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
        """The text with constructs masked, but not addresses, escapes and emphasis: parts of a broken link."""
        shown = [one for one in self.reading.constructs if one.kind not in ("address", "escape", "other")]
        return Reading(self.text, tuple(shown)).rest

    def made(self, kinds: Iterable[str] = ("link", "image")) -> Iterator[Construct]:
        """Yield the links that its parser found."""
        return (one for one in self.reading.constructs if one.kind in kinds)


_PAIRS = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "‹": "›", "「": "」", "『": "』", "`": "`"}


def is_quoted(text: str, start: int, end: int) -> bool:
    """Return whether quotation marks stand directly around a place: the text speaks about markup."""
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return before in _PAIRS and after == _PAIRS[before]


Worth = Callable[[str], object]


@dataclass(frozen=True)
class Mender:
    """What one format needs to find broken links and to mend them."""

    markup: Markup
    is_worth: Worth  # whether a block may have one
    read: Callable[[str, Paragraph, bool], Reading]  # its parser; the flag: character_level_inline_markup
    spots: Callable[[Piece], Iterable[Spot]]  # where two touch, the first one counts
    for_source: Callable[[str], Worth] | None = None  # what decides instead of the blocks of one source

    def found(
        self, paragraph: Paragraph, format: Format, *, next_to_letters: bool = False
    ) -> Iterator[tuple[Spot, Problem]]:
        """Yield the broken links of a paragraph, with places in its text. ``format`` is that of the file."""
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
                    is_fixed = spot.target is None or is_mended(
                        reading, self.read(after, paragraph, next_to_letters), spot.start, spot.end, spot.target
                    )
                if is_fixed or spot.certain:
                    yield spot, _problem(spot, shift, is_fixed)

    def _each(self, piece: Piece) -> Iterator[Spot]:
        """Yield the spots in order, without those that touch one before."""
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
    """Return whether a fix would join two lines, and something stands in the source between them."""
    start, end = spot.start + shift, spot.end + shift
    if "\n" not in paragraph.text[start:end]:
        return False
    at = paragraph.text.rindex("\n", start, end) + 1
    return paragraph.passage.span(start, at)[1] != paragraph.passage.span(at, at + 1)[0]


class Net:
    """Which blocks are worth reading, in each markup (`extract.readers.paragraph.Worth`)."""

    def __init__(self, menders: Mapping[Markup, Mender], worth: Mapping[Markup, Worth] | None = None) -> None:
        self._menders = menders
        self._worth = worth if worth is not None else {markup: one.is_worth for markup, one in menders.items()}

    def __call__(self, text: str, markup: Markup, /) -> bool:
        """Return whether a block may have a broken link."""
        return markup in self._worth and bool(self._worth[markup](text))

    def within(self, source: str, /, *markups: Markup) -> Net | None:
        """Return the net for the parts of a source; ``None`` if it has no such markup."""
        of_source = {
            markup: one.for_source(source) if one.for_source else one.is_worth
            for markup, one in self._menders.items()
            if markup in markups
        }
        return Net(self._menders, of_source) if of_source else None
