"""What a rule says: a problem of an IRI or a text, at a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule reports about one IRI, at ``text[start:end]`` of the text checked."""

    code: str  # "IRI101"
    name: str  # "syntax": the Sphinx warning's subtype too
    message: str  # one sentence that says what to do
    severity: Severity  # "error", "warning" or "info"
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    component: str | None = None  # "host", "path", …; None: not about a single one
    fix: str | None = None  # what to write in that place instead; None: a person has to decide
    safe: bool = False  # the fix certainly names the same resource
    split: int | None = None  # an offset within the place: where another program ends the link; else None
    part: str = ""  # the name of the part of the rule that found it


class Found(NamedTuple):
    """What a rule yields; the registry adds code, name and severity. Offsets are code points of what it was given."""

    start: int  # offset of its first code point; in the scope "tree" the index of the Use
    end: int  # offset after its last code point; not used in the scope "tree"
    message: str  # one sentence that says what to do
    component: str | None = None  # "host", "path", …; None: not about a single one
    fix: str | None = None  # what to write in that place instead; None: no fix
    safe: bool = False  # the fix certainly names the same resource
    split: int | None = None  # an offset within the place: where another program ends the link; else None
    severity: Severity | None = None  # None: the rule's
