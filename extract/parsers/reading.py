"""A reading: the links and other constructs that a parser found in a text, with their places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

# "link" has a label of its own; of "address" the target is what readers see; "name" leads to what is defined elsewhere;
# "phrase" is what looks like a link and leads nowhere; "problem" is markup that was never closed.
_LinkKind = Literal["link", "image", "address", "name", "role"]
Kind = _LinkKind | Literal["code", "html", "template", "note", "phrase", "escape", "problem", "other"]
_LINKS = frozenset(get_args(_LinkKind))
MASK = "\0"  # what stands for each character of a construct in `Reading.rest`


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct of inline markup, at ``text[start:end]`` of the text read."""

    start: int  # offset of its first code point
    end: int  # offset after its last code point
    kind: Kind
    target: str | None = None  # where it leads; None: nowhere, or that is defined elsewhere
    label: str = ""  # the text that readers see
    closed: int = 0  # where the tag stands that ends it, if a tag begins it

    @property
    def is_link(self) -> bool:
        """Whether readers can follow it."""
        return self.kind in _LINKS


@dataclass(frozen=True)
class Reading:
    """A text as its parser reads it. Offsets are code points of the text."""

    text: str
    constructs: tuple[Construct, ...]  # in order; those inside a label after what they are in

    @cached_property
    def rest(self) -> str:
        """The text with each character of a construct masked, except in phrases and what was never closed."""
        pieces: list[str] = []
        position = 0
        for one in self.constructs:
            if one.start < position or one.kind in ("phrase", "problem"):
                continue
            pieces += self.text[position : one.start], MASK * (one.end - one.start)
            position = one.end
        return "".join([*pieces, self.text[position:]])


def in_order(constructs: Iterable[Construct]) -> tuple[Construct, ...]:
    """Return constructs by their place, an outer one before those inside it."""
    return tuple(sorted(constructs, key=lambda one: (one.start, -one.end)))
