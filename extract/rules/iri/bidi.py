"""Family 5: right-to-left IRIs that are displayed in a misleading order (RFC 3987 §4)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.iri.bidi_rule import has_rtl
from extract.iri.percent import encode_non_ascii
from extract.present import bidi
from extract.rules.iri.characters import named
from extract.rules.problem import Problem, problem_with
from extract.rules.registry import rule
from extract.rules.subjects import CheckedComponents
from extract.text.messages import template


@rule("IRI501", "bidi-control", "error", about="letters")
def bidi_control(components: CheckedComponents) -> Iterator[Problem]:
    r"""The IRI contains an invisible character that controls text direction.

    Readers do not see it, but it changes the order in which the IRI is displayed, so they cannot type the IRI.
    Set the direction around an IRI, not inside it: with dir="ltr" in HTML, or with U+2066 and U+2069 in plain text.
    Source: RFC 3987 §4.1; UAX #9 for U+061C and U+2066 to U+2069.

    Bad:
        http://example.com/⟦\u202e⟧gpj.exe
        http://example.com/a⟦\u200e⟧b

    Good:
        http://example.com/exe.jpg
    """
    said = template("{character} at {at} is invisible and controls direction; remove it")
    for component in () if components.text.isascii() else components:
        for match in bidi.CONTROL.finditer(component.text):
            place = component.slice(*match.span())
            yield problem_with(place, said, "", character=named(match[0]), at=place.start)


_MIXED_RUN = template(
    '{what} "{written}" has letters of both directions, and runs into its neighbor when shown; percent-encode it'
)
_BARE_RUN = template(
    '{what} "{written}" does not begin and end with a right-to-left letter, '
    "and runs into its neighbor when shown; percent-encode it"
)
_MIXED = template('{what} "{written}" has letters of both directions; use one direction, or percent-encode it')
_BARE = template('{what} "{written}" does not begin and end with a right-to-left letter; percent-encode it')


def _breaches(components: CheckedComponents, *, runs: bool, mixed: str, bare: str) -> Iterator[Problem]:
    """Yield a problem for each component outside the host that violates RFC 3987 §4.2.

    ``runs``: only for those that run into their neighbor when displayed, else only for the others.
    """
    for one in bidi.components(components.text) if has_rtl(components.text) else ():
        mixes = bidi.mixes_directions(one.text)
        is_bad = one.component != "host" and (mixes or bidi.has_bare_edge(one.text))
        if is_bad and bidi.runs_together(components.text, one) == runs:
            yield problem_with(one, mixed if mixes else bare, encode_non_ascii(one.text), safe=True)


@rule(
    "IRI502",
    "bidi-order",
    "warning",
    sub_rule="bidi-run",
    summary="Text in both directions is shown in an order that misleads.",
    about="direction",
)
def bidi_run(components: CheckedComponents) -> Iterator[Problem]:
    """A right-to-left component and its neighbor are displayed as one run, so readers cannot see their order.

    A component that mixes directions, or begins or ends with a digit, is split when displayed next to a number or
    another right-to-left component. If you percent-encode the whole component, it keeps its place.
    Source: RFC 3987 §4.2 rules 1 and 2, §4.4 examples 8 and 9.

    Bad:
        http://example.com/⟦אב1⟧/⟦2גד⟧/הו
        http://example.com/⟦دليل12⟧/3

    Good:
        http://example.com/אב/גד/הו
        http://example.com/wiki/בחירות_2024?action=edit
    """
    return _breaches(components, runs=True, mixed=_MIXED_RUN, bare=_BARE_RUN)


@rule("IRI502", "bidi-order", "info", sub_rule="mixed-direction", on=False, about="direction")
def mixed_direction(components: CheckedComponents) -> Iterator[Problem]:
    """A component mixes directions, or its first or last character has none.

    The displayed position of left-to-right letters, and of digits and symbols at its edges, depends on the text around
    them, so readers may copy it incorrectly. A component of digits only changes its position after right-to-left text,
    which is allowed and hard to avoid.
    Source: RFC 3987 §4.2 rules 1 and 2, §4.4 example 10.

    Bad:
        http://example.com/wiki/⟦שפת_C⟧
        http://example.com/wiki/⟦בחירות_2024⟧
        http://example.com/בלוג/⟦2024⟧/שלום

    Good:
        http://example.com/wiki/שפת_סי
        http://example.com/wiki/בחירות_2024_בישראל
        http://example.com/blog/2024/שלום/
        http://example.com/בלוג/a/2024
    """
    yield from _breaches(components, runs=False, mixed=_MIXED, bare=_BARE)
    for one in bidi.numbers_beside_rtl(components.text) if has_rtl(components.text) else ():
        yield problem_with(one, '{what} "{written}" has only digits, and is moved by the right-to-left text before it')


@rule("IRI502", "bidi-order", "info", sub_rule="visual-order", about="direction")
def visual_order(parts: CheckedComponents) -> Iterator[Problem]:
    """The letters seem to be stored in visual order, so that programs display them backwards.

    Words begin with letters that occur only at the end of words. IRIs are stored in logical order, first letter first.
    Source: RFC 3987 §4.1.

    Bad:
        http://example.com/⟦םולש⟧

    Good:
        http://example.com/שלום
    """
    if has_rtl(parts.text):
        for component in bidi.components(parts.text):
            if bidi.looks_visual(component.text):
                yield problem_with(
                    component, '{what} "{written}" seems to be stored backwards; write its first letter first'
                )
