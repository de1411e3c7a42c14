"""The value that detection yields."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["iri", "domain", "email"]


class Link(NamedTuple):
    """A link in a text: ``text[link.start:link.end] == link.text``, in code points."""

    start: int
    end: int
    text: str
    kind: Kind
    iri: str  # with the implied scheme where none was written
