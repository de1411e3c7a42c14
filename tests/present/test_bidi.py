"""Right-to-left IRIs."""

from pathlib import Path
from typing import NamedTuple

import pytest
import regex

from extract.iri.bidi_rule import bidi_rule, has_rtl
from extract.present.bidi import (
    CONTROL,
    components,
    has_bare_edge,
    isolate,
    mixes_directions,
    numbers_beside_rtl,
    visual_order,
)
from extract.text.characters import BIDI_CONTROLS

CASES = Path(__file__).parents[1] / "cases" / "bidi_examples.txt"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUV"
HEBREW = str.maketrans(CAPITALS, "אבגדהוזחטיכלמנסעפצקרשת")
ARABIC = str.maketrans(CAPITALS, "ابتثجحخدذرزسشصضطظعغفقك")
LETTERS = pytest.mark.parametrize("letters", [HEBREW, ARABIC], ids=["Hebrew", "Arabic"])


class Example(NamedTuple):
    number: str
    logical: str
    visual: list[str]
    verdict: list[str]


def read_examples() -> list[Example]:
    rows = (line.split("|") for line in CASES.read_text("utf-8").splitlines() if not line.startswith("#"))
    return [Example(n.strip(), lo.strip(), vi.strip().split(" or "), ve.split()) for n, lo, vi, ve in rows]


EXAMPLES = pytest.mark.parametrize("example", [pytest.param(e, id=f"example-{e.number}") for e in read_examples()])


def verdict(iri: str) -> list[str]:
    """Return the rules that an IRI breaks, in the words of the table."""
    found = []
    host = [component.text for component in components(iri) if component.component == "host"]
    for component in components(iri):
        if component.component == "host":
            found += ["host"] if has_rtl("".join(host)) and bidi_rule(component.text) else []
        else:
            found += ["1"] if mixes_directions(component.text) else []
            found += ["2"] if has_bare_edge(component.text) else []
    return found + ["numbers"] * len(numbers_beside_rtl(iri))


@pytest.mark.requirement(77, 79)
@LETTERS
@EXAMPLES
def test_the_examples_of_rfc_3987(example: Example, letters: dict[int, int]) -> None:
    """With two visual orders the first is that of Hebrew, the second that of Arabic letters."""
    iri = example.logical.translate(letters)
    assert verdict(iri) == example.verdict
    assert visual_order(iri) == example.visual[0 if letters is HEBREW else -1].translate(letters)


@pytest.mark.requirement(79, 80)
@LETTERS
@EXAMPLES
def test_isolating_does_not_change_the_order(example: Example, letters: dict[int, int]) -> None:
    """The wrapped form in a right-to-left paragraph shows the order of the bare form in an LTR one."""
    from bidi import get_display

    iri = example.logical.translate(letters)
    for form in ("isolate", "embedding"):
        shown = get_display(f"שלום {isolate(iri, form)} שלום", base_dir="R")
        assert visual_order(iri) in "".join(character for character in shown if character not in BIDI_CONTROLS)


@pytest.mark.parametrize("iri", ["", "http://[::1]:80", ":", "//", "a:", "//@:", "?&=#", "\ud800", "mailto:אב@גד"])
def test_components_of_any_string(iri: str) -> None:
    assert all(iri[component.start : component.end] == component.text != "" for component in components(iri))


@pytest.mark.requirement(75)
def test_bidi_controls_are_found() -> None:
    assert set(regex.findall(r"\p{Bidi_Control}", "".join(map(chr, range(0x110000))))) == set(BIDI_CONTROLS)
    assert all(CONTROL.findall(f"a{control}b{control}") == [control] * 2 for control in BIDI_CONTROLS)
