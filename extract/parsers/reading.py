"""A reading: the links and other constructs that a parser found in a text, with their offsets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

# "link" has its own link text, "address" shows its destination, and "name" refers to a definition elsewhere. "phrase"
# looks like a link but has no effect, and "problem" is unclosed markup.
_LinkKind = Literal["link", "image", "address", "name", "role"]
Kind = _LinkKind | Literal["code", "html", "template", "note", "phrase", "escape", "problem", "other"]
LINKS = frozenset(get_args(_LinkKind))
MASK = "\0"  # replaces each character of a construct in `Reading.rest`


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct of inline markup, at ``text[start:end]``."""

    start: int  # offset of its first code point
    end: int  # offset after its last code point
    kind: Kind
    target: str | None = None  # destination; None: no destination, or it is defined elsewhere
    label: str = ""  # the text that readers see
    closed: int = 0  # end of the closing tag, if the construct is a tag

    @property
    def is_link(self) -> bool:
        """Whether readers can follow it."""
        return self.kind in LINKS


@dataclass(frozen=True)
class Reading:
    """A parsed text. Offsets count code points of the text."""

    text: str
    constructs: tuple[Construct, ...]  # in order; an outer one before those inside it

    @cached_property
    def rest(self) -> str:
        """The text with each character of a construct masked, except in phrases and unclosed markup."""
        pieces: list[str] = []
        position = 0
        for one in self.constructs:
            if one.start < position or one.kind in ("phrase", "problem"):
                continue
            pieces += self.text[position : one.start], MASK * (one.end - one.start)
            position = one.end
        return "".join([*pieces, self.text[position:]])


def in_order(constructs: Iterable[Construct]) -> tuple[Construct, ...]:
    """Return constructs sorted by position, an outer one before those inside it."""
    return tuple(sorted(constructs, key=lambda one: (one.start, -one.end)))
