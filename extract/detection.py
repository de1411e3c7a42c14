"""Running text to links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import regex

Kind = Literal["iri", "domain", "email"]
Profile = Literal["prose", "uts58"]


class Link(NamedTuple):
    """A link in a text: ``text[link.start:link.end] == link.text``, in code points."""

    start: int
    end: int
    text: str
    kind: Kind
    iri: str  # with the implied scheme where none was written


_INTERIM = regex.compile(
    r"(?i)(?:https?|ftp)://(?:[\p{Term}\p{lb=QU})]*+[^\s\p{Cc}\p{Term}\p{lb=QU})]++)++|mailto:[^\s]+"
)


def find_links(
    text: str,
    *,
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: Profile = "prose",
    broken: bool = False,
) -> Iterator[Link]:
    """Find the links of a text, in order, disjoint."""
    for match in _INTERIM.finditer(text):
        yield Link(match.start(), match.end(), match[0], "iri", match[0])
