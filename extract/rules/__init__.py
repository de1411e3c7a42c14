"""Checks: what is wrong with one IRI."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from extract.errors import IRIError
from extract.mapping import to_uri

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule says of one IRI; ``text[start:end]`` of the IRI's text is the place (R-27)."""

    code: str  # "IRI101"
    name: str  # "not-an-iri": the Sphinx warning's subtype too
    message: str  # one sentence that says what to do
    severity: Severity
    start: int
    end: int
    component: str | None = None


def check(iri: str) -> list[Problem]:
    """Return the problems of one IRI, in the order of their place; an empty list means it is good."""
    try:
        to_uri(iri)
    except IRIError as error:
        return [Problem("IRI101", "syntax", str(error), "error", error.start, error.end, error.component)]
    return []
