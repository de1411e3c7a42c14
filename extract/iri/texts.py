"""The class of an IRI that was given: functions that give an IRI give the same."""

from __future__ import annotations

from typing import Self, TypeVar

__all__ = ["AnIRI", "IRIText", "as_given"]


class IRIText(str):
    """A ``str`` whose class stays: `IRI` and what is made of it."""

    __slots__ = ()

    def _made(self, text: str) -> Self:
        return str.__new__(type(self), text)


AnIRI = TypeVar("AnIRI", bound=IRIText)


def as_given(given: str, text: str) -> str:
    """Return a text in the class of the one that was given, if that is an `IRI`."""
    return given._made(text) if isinstance(given, IRIText) else text
