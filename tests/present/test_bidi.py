"""Right-to-left IRIs."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
import regex

from extract.iri.bidi_rule import bidi_rule, has_rtl
from extract.present.bidi import (
    CONTROL,
    components,
    has_bare_edge,
    host_names,
    isolate,
    looks_visual,
    mixes_directions,
    numbers_beside_rtl,
    runs_together,
    strip_isolates,
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


def test_right_to_left_text_is_noticed() -> None:
    assert [text for text in ("", "abc/ü", "aב", "ا", "1٢", "۱") if has_rtl(text)] == ["aב", "ا", "1٢"]


@pytest.mark.requirement(76)
@pytest.mark.parametrize(
    ("iri", "shown"),
    [
        (
            "http://us:pw@ab.cd。ef:8/gh/i.j/KL.tar.gz;v=1.2?n=v;o&p#f/g=h",
            "userinfo us, userinfo pw, host ab, host cd, host ef, path gh, path i, path j, path KL, path tar, path gz, "
            "path v, path 1.2, query n, query v, query o, query p, fragment f/g=h",
        ),
        (  # the domain of a mail address is a host
            "mailto:al.b@cd.ef,gh@ij?to=k@l",
            "local part al.b, host cd, host ef, local part gh, host ij, query to, query k@l",
        ),
    ],
)
def test_components(iri: str, shown: str) -> None:
    assert ", ".join(f"{component.component} {component.text}" for component in components(iri)) == shown


def test_host_names() -> None:
    for iri, names in (("mailto:a@cd.ef,gh@ij", [["cd", "ef"], ["ij"]]), ("//a。b..c:1/d.e", [["a", "b", "c"]])):
        assert [[label.text for label in labels] for labels in host_names(iri)] == names


@pytest.mark.parametrize("iri", ["", "http://[::1]:80", ":", "//", "a:", "//@:", "?&=#", "\ud800", "mailto:אב@גד"])
def test_components_of_any_string(iri: str) -> None:
    assert all(iri[component.start : component.end] == component.text != "" for component in components(iri))


@pytest.mark.requirement(76, 77)
def test_rules_of_rfc_3987() -> None:
    mixed = ["אb", "אbג"]
    bare = ["אb", "1א", "א-1", "بايثون_(لغة)", "أ١"]  # an Arabic digit is no right-to-left character
    fine = ["אבג", "abc", "123", "", "א1ב", "می\u200cخواهم", "שָׁלוֹם", "مُحَمَّدٌ"]  # a mark at the end belongs to its letter
    assert {text for text in mixed + bare + fine if mixes_directions(text)} == set(mixed)
    assert {text for text in mixed + bare + fine if has_bare_edge(text)} == set(bare)


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("/אב1/2גד", ["אב1", "2גד"]),
        ("/אב1/cd", []),
        ("/wiki/בחירות_2024?action=edit", []),
        ("/aב/גd", ["aב", "גd"]),
        ("/בa/cd", []),
        ("/1א", []),
    ],
)
def test_only_components_that_touch_run_together(iri: str, expected: list[str]) -> None:
    broken = [part for part in components(iri) if mixes_directions(part.text) or has_bare_edge(part.text)]
    assert [part.text for part in broken if runs_together(iri, part)] == expected


@pytest.mark.requirement(77)
@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("/בלוג/2024/05/אב", ["2024", "05"]),
        ("/blog/2024/אב", []),
        ("/אב/a/1", []),
        ("/blog/٢٠٢٤/אב", ["٢٠٢٤"]),
        ("/אב1/גד", []),
        ("?1=2", []),
    ],
)
def test_numbers_that_right_to_left_text_moves(iri: str, expected: list[str]) -> None:
    """Example 10."""
    assert [part.text for part in numbers_beside_rtl(iri)] == expected


@pytest.mark.requirement(75)
def test_bidi_controls_are_found() -> None:
    assert set(regex.findall(r"\p{Bidi_Control}", "".join(map(chr, range(0x110000))))) == set(BIDI_CONTROLS)
    assert all(CONTROL.findall(f"a{control}b{control}") == [control] * 2 for control in BIDI_CONTROLS)


@pytest.mark.requirement(77)
@pytest.mark.parametrize(
    ("label", "breach"),
    [
        ("אבג", None),
        ("אבג1", None),  # unlike rule 2 of RFC 3987
        ("אב\u05b0", None),
        ("abc", None),
        ("abc1", None),
        ("1אב", (1, 0)),
        ("123", (1, 0)),
        ("-א", (1, 0)),
        ("אbג", (2, 1)),
        ("אב-", (3, 2)),
        ("א1ب٢", (4, 3)),
        ("aב", (5, 1)),
        ("ab-", (6, 2)),
    ],
)
def test_bidi_rule_of_rfc_5893(label: str, breach: tuple[int, int] | None) -> None:
    assert bidi_rule(label) == breach


@pytest.mark.requirement(80)
@pytest.mark.parametrize(
    ("form", "isolated"),
    [("isolate", "\u2066a:ב\u2069"), ("embedding", "\u202aa:ב\u202c")],
)
def test_forms_of_isolation(form: Any, isolated: str) -> None:
    assert isolate("a:ב", form) == isolated
    for iri in ("a:ב", "http://אב.example/גד?ה=#", "/", "", "mailto:a@b"):
        assert strip_isolates(isolate(iri, form)) == iri


def test_controls_inside_are_not_taken_off() -> None:
    assert strip_isolates("\u2066http://a/\u200eb\u2069") == "http://a/\u200eb"


@pytest.mark.requirement(74)
def test_visual_order_is_guessed() -> None:
    visual = ["םולש", "/םולש/םלוע", "ةسردم", "\ufee1\ufe8e\ufee0\ufeb3"]  # forms: final meem first, initial seen last
    logical = ["שלום", "ירושלים", "مدرسة", "مم", "\ufeb3\ufee0\ufe8e\ufee1", "ך", "abc"]  # an abbreviation too
    assert [text for text in visual + logical if looks_visual(text)] == visual
