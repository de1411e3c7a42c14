"""Mistakes that one pattern describes, as data: the place, what is said of it, and how it is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message, map_values
from extract.text.regexes import re


class Hit(Mapping[str, str]):
    """The texts of a match's groups, as they were written (in the match constructs are masked); "" of a missing one."""

    def __init__(self, match: re.Match[str], piece: Piece) -> None:
        self.match = match
        self.piece = piece

    def __getitem__(self, group: str) -> str:
        """Return the text of a group."""
        start, end = self.match.span(group)
        return "" if start < 0 else self.piece.text[start:end]

    def __iter__(self) -> Iterator[str]:
        return iter(self.match.re.groupindex)

    def __len__(self) -> int:
        return len(self.match.re.groupindex)

    @property
    def before(self) -> str:
        """The character before it; a space at the start of the text."""
        return self.piece.rest[self.match.start() - 1] if self.match.start() else " "

    @property
    def after(self) -> str:
        """The character after it; "" at the end of the text."""
        return self.piece.text[self.match.end() : self.match.end() + 1]


class Pattern(NamedTuple):
    """A mistake in markup. A group "place", or one more that begins so, is what is reported; without it, all."""

    rule: str  # the name of the sub-rule that reports it
    pattern: str
    message: Message  # its values are names of groups, or "fix"
    fix: str | Callable[[Hit], str | None] | None = None  # with groups in braces
    safe: bool | str | Callable[[Hit], bool] = False  # the name of a group: if that takes part
    target: str | None = None  # the group of it; "": the fix makes a link to anywhere; None: it needs no proof
    against: Callable[[Hit], object] | None = None  # whether no link was meant
    place: Callable[[Hit], tuple[int, int]] | None = None  # if no group is it
    default_role: bool = True  # see `Spot`
    of_pages: bool = True


def searching(patterns: Sequence[Pattern]) -> Callable[[Piece], Iterator[Spot]]:
    """Return what yields the spots of patterns, in their order."""
    compiled = [(one, re.compile(one.pattern)) for one in patterns]

    def spots(piece: Piece) -> Iterator[Spot]:
        for one, pattern in compiled:
            for match in pattern.finditer(piece.rest):
                hit = Hit(match, piece)
                if not (one.against and one.against(hit)):
                    yield _spot(one, hit)

    return spots


def _spot(one: Pattern, hit: Hit) -> Spot:
    fix = one.fix(hit) if callable(one.fix) else one.fix and one.fix.format_map(hit)
    said = {**hit, "fix": fix or "", "before": hit.before}
    message = map_values(one.message, lambda value: said.get(value, value))
    target = hit[one.target] if one.target else one.target
    more = {"default_role": one.default_role, "of_pages": one.of_pages}
    return Spot(one.rule, *_place(one, hit), message, fix, _is_safe(one, hit), target, **more)  # type: ignore[arg-type]


def _place(one: Pattern, hit: Hit) -> tuple[int, int]:
    if one.place:
        return one.place(hit)
    group = next((name for name in hit if name.startswith("place") and hit.match.start(name) >= 0), 0)
    return hit.match.span(group)


def _is_safe(one: Pattern, hit: Hit) -> bool:
    if callable(one.safe):
        return one.safe(hit)
    return hit.match.start(one.safe) >= 0 if isinstance(one.safe, str) else one.safe
