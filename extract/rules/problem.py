"""What a rule says: a problem of an IRI or a text, at a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from extract.iri.components import Component
from extract.iri.errors import IRIError
from extract.iri.scheme_rules import SchemeFault
from extract.present.deceptive import Suspicion

Severity = Literal["error", "warning", "info"]
_OF_PART: Any = ""  # until the registry adds it


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What a rule reports about one IRI, at ``text[start:end]`` of the text checked.

    A rule yields it with a place and a message; the registry adds code, name, sub-rule and, if there is none, severity.
    In the scope "tree", ``start`` is the index of the `Use`, and ``end`` is not used.
    """

    code: str = ""  # "IRI101"
    name: str = ""  # "syntax": the Sphinx warning's subtype too
    message: str  # one sentence that says what to do
    severity: Severity = _OF_PART  # "error", "warning" or "info"
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    component: str | None = None  # "host", "path", …; None: not about a single one
    fix: str | None = None  # what to write in that place instead; None: a person has to decide
    safe: bool = False  # the fix certainly names the same resource
    split: int | None = None  # an offset within the place: where another program ends the link; else None
    sub_rule: str = ""  # the name of the sub-rule that found it


def problem_at(
    place: Component | IRIError | SchemeFault | Suspicion, message: str, fix: str | None = None, *, safe: bool = False
) -> Problem:
    """Return the problem of a component, of a piece of one, or of where an error is."""
    return Problem(start=place.start, end=place.end, message=message, component=place.component, fix=fix, safe=safe)
