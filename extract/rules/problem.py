"""The problem that a rule reports for an IRI or a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from extract.iri.components import Component
from extract.iri.errors import IRIError
from extract.iri.scheme_rules import SchemeFault
from extract.present.deceptive import Suspicion
from extract.text.messages import Message

Severity = Literal["error", "warning", "info"]  #: How serious a problem is.
_OF_PART: Any = ""  # the registry replaces it by the severity of the sub-rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem of an IRI at ``text[start:end]`` of the checked text.

    A rule yields it with offsets and a message. The registry adds code, name, sub-rule and, if missing, severity.
    """

    code: str = ""  # "IRI101"
    name: str = ""  # "syntax", which is also the subtype of the Sphinx warning
    message: str  # one sentence with the problem and an action
    severity: Severity = _OF_PART  # "error", "warning" or "info"
    start: int  # offset of its first code point
    end: int  # offset after its last code point
    component: str | None = None  # "host", "path", …; None: no single component
    fix: str | None = None  # replacement text; None: a person must decide
    safe: bool = False  # whether the fix certainly identifies the intended resource
    sub_rule: str = ""  # name of the sub-rule that reports it


def problem_at(
    place: Component | IRIError | SchemeFault | Suspicion, message: str, fix: str | None = None, *, safe: bool = False
) -> Problem:
    """Return a problem with the span and the component of ``place``."""
    return Problem(start=place.start, end=place.end, message=message, component=place.component, fix=fix, safe=safe)


def problem_with(
    place: Component | Suspicion, template: str, fix: str | None = None, *, safe: bool = False, **values: object
) -> Problem:
    """Return a problem of ``place``, with the template of its message.

    ``{what}`` in the template is the name of the component, and ``{written}`` is the text of ``place``.
    """
    known = {"what": place.component, "written": place.text, **values}
    told = {name: value for name, value in known.items() if f"{{{name}}}" in template}
    return problem_at(place, Message(template, **told), fix, safe=safe)
