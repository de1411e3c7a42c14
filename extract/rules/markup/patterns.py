"""Markup mistakes that a regular expression describes: its span, the message, and the fix."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message, map_values
from extract.text.regexes import re


class Hit(dict[str, str]):
    """The unmasked text of each group of a match, or "" if a group did not match."""

    def __init__(self, match: re.Match[str], piece: Piece) -> None:
        super().__init__((name, piece.text[slice(*match.span(name))]) for name in match.re.groupindex)
        self.match = match
        self.piece = piece


class Pattern(NamedTuple):
    """A markup mistake. The first matching group whose name begins with "place" is reported, else the whole match."""

    rule: str  # the name of the sub-rule that reports it
    pattern: str
    message: Message  # its values are group names, "fix" or "before"
    fix: str | Callable[[Hit], str | None] | None = None  # a format string with group names
    safe: bool = False
    target: str | None = None  # a group name; "": any destination; None: the fix needs no proof
    against: Callable[[Hit], object] | None = None  # whether the hit is not a mistake
    default_role: bool = True  # see `Spot`


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
    start = hit.match.start()
    said = {**hit, "fix": fix or "", "before": hit.piece.rest[max(start - 1, 0) : start]}
    message = map_values(one.message, lambda value: said.get(value, value))
    target = hit[one.target] if one.target else one.target
    group = next((name for name in hit if name.startswith("place") and hit.match.start(name) >= 0), 0)
    return Spot(one.rule, *hit.match.span(group), message, fix, one.safe, target, default_role=one.default_role)  # type: ignore[arg-type]
