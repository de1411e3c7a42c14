"""Markup mistakes that a regular expression describes: its span, the message, and the fix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message, map_values
from extract.text.regexes import re


class Hit(Mapping[str, str]):
    """Map group names of a match to their unmasked texts, or to "" if a group did not match."""

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
        """The character before the match, or a space at the start of the text."""
        return self.piece.rest[self.match.start() - 1] if self.match.start() else " "

    @property
    def after(self) -> str:
        """The character after the match, or "" at the end of the text."""
        return self.piece.text[self.match.end() : self.match.end() + 1]


class Pattern(NamedTuple):
    """A markup mistake. The first matching group whose name begins with "place" is reported, else the whole match."""

    rule: str  # the name of the sub-rule that reports it
    pattern: str
    message: Message  # its values are group names, "fix" or "before"
    fix: str | Callable[[Hit], str | None] | None = None  # a format string with group names
    safe: bool | str | Callable[[Hit], bool] = False  # a group name: safe if the group matches
    target: str | None = None  # a group name; "": any destination; None: the fix needs no proof
    against: Callable[[Hit], object] | None = None  # whether the hit is not a mistake
    place: Callable[[Hit], tuple[int, int]] | None = None  # if no group has the reported span
    default_role: bool = True  # see `Spot`
    of_pages: bool = True


def searching(patterns: Sequence[Pattern]) -> Callable[[Piece], Iterator[Spot]]:
    """Return a function that yields the spots in a piece, in the order of ``patterns``."""
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
