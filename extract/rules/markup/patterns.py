"""Mistakes that a pattern describes, for formats of which the marks do not align: AsciiDoc and Org."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import re


class Hit:
    """A place where a pattern matches, with the text as it was written: in the match constructs are masked."""

    __slots__ = ("_match", "paragraph", "rest", "text")

    def __init__(self, match: re.Match[str], piece: Piece) -> None:
        self._match = match
        self.paragraph = piece.paragraph  # that it is in
        self.rest = piece.rest  # the text with constructs masked
        self.text = piece.text  # the same, as it was written

    def __getitem__(self, group: str | int) -> str:
        """Return the text of a group; "" if it did not take part."""
        start, end = self._match.span(group)
        return "" if start < 0 else self.text[start:end]

    def span(self, group: str | int = 0) -> tuple[int, int]:
        """Return the place of a group."""
        return self._match.span(group)

    def start(self, group: str | int = 0) -> int:
        """Return where a group starts."""
        return self._match.start(group)

    def end(self, group: str | int = 0) -> int:
        """Return where a group ends."""
        return self._match.end(group)

    @property
    def after(self) -> str:
        """The character after it; "" at the end of the text."""
        end = self._match.end()
        return self.text[end : end + 1]


class Found(NamedTuple):
    """What is said of a hit."""

    start: int
    end: int
    message: Message
    fix: str | None = None
    safe: bool = False


Report = Callable[[Hit, str], Found | None]


class Pattern(NamedTuple):
    """A mistake in markup: its pattern has a group of its name."""

    name: str
    rule: str  # the name of the sub-rule that reports it
    pattern: str
    report: Report
    against: Callable[[Hit], object] | None = None  # whether no link was meant
    last: bool = False  # it counts where no other matches


def says(
    message: Message, meant: str | Callable[[Hit], str] | None = None, *, safe: bool = False, whole: bool = False
) -> Report:
    """Return what always says the same: a place called text has what to write instead.

    The place is the pattern's group, or with ``whole`` all that it matches.
    """

    def report(hit: Hit, name: str) -> Found:
        fix = meant(hit) if callable(meant) else meant
        said = Message(message.template, text=fix or "") if message.values else message
        return Found(*hit.span(0 if whole else name), said, fix, safe)

    return report


def searching(patterns: tuple[Pattern, ...], target: str | None) -> Callable[[Piece], Iterator[Spot]]:
    """Return what yields the spots of patterns. ``target`` is None if fixes are not to be proven."""
    compiled = [(one, re.compile(one.pattern)) for one in sorted(patterns, key=lambda one: one.last)]

    def spots(piece: Piece) -> Iterator[Spot]:
        for one, pattern in compiled:
            for match in pattern.finditer(piece.rest):
                hit = Hit(match, piece)
                found = None if one.against and one.against(hit) else one.report(hit, one.name)
                if found is not None:
                    yield Spot(one.rule, *found, target=target)

    return spots
