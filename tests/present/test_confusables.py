"""Look-alikes: UTS #39."""

from __future__ import annotations

import runpy
import unicodedata
from pathlib import Path

import pytest
import regex

from extract.present.confusables import (
    is_allowed,
    is_single_script,
    is_usual_mixture,
    prototypes,
    script,
    scripts,
    skeleton,
)
from extract.present.deceptive import suspicions
from extract.present.displaying import display
from extract.present.likeness import resembled
from extract.rules import RULES, CheckedComponents, check
from extract.rules.iri.spoofing import protecting
from tests.rows import rows
from tests.shared_data import shared

CASES = Path(__file__).parents[1] / "cases"
ROOT = Path(__file__).parents[2]


def lines(name: str) -> list[str]:
    return [line for line in (CASES / name).read_text("utf-8").splitlines() if not line.startswith("#")]


ORDINARY = [
    pytest.param(name if "://" in name else f"http://{name}/", id=f"{language}-{name}")
    for language, names in (row.split(":", 1) for row in lines("ordinary_names.txt"))
    for name in names.split()
]
LOOKALIKES = [tuple(map(str.strip, row.split("|"))) for row in lines("lookalikes.txt")]
LOOKS_RULES = [rule for rule in RULES.values() if rule.code.startswith(("IRI5", "IRI6"))]


@pytest.mark.requirement(88, 92)
@pytest.mark.parametrize("iri", ORDINARY)
def test_nothing_is_said_of_ordinary_names(iri: str) -> None:
    """Also by the rules of both families that are off by default, and they are shown as they are."""
    assert check(iri, LOOKS_RULES) == check(iri) == []
    assert display(iri).lower() == iri.lower()


@pytest.mark.requirement(88)
@pytest.mark.parametrize(("real", "imitation", "kind"), LOOKALIKES, ids=[f"{a}-{b}" for a, b, _ in LOOKALIKES])
def test_lookalikes_are_found(real: str, imitation: str, kind: str) -> None:
    assert [found.kind for found in suspicions(f"http://{imitation}/")] == ([] if kind == "-" else [kind])
    assert ("xn--" in display(f"http://{imitation}/")) == (kind not in ("-", "ascii"))
    assert resembled(imitation, ["other.example", real]) == real
    assert resembled(f"www.{imitation}", [real]) == real
    assert resembled(real, [real]) is None
    assert resembled(f"www.{real.upper()}", [real]) is None


def test_protected_names() -> None:
    rule = protecting(["example.com", "пример.рф"])
    (part,) = rule.sub_rules
    (problem,) = part.problems(CheckedComponents("http://www.exаmple.com/"))
    assert (problem.code, problem.start, problem.end) == ("IRI607", 7, 22)
    assert "example.com" in problem.message
    assert (rule.code, rule.name) == ("IRI607", "protected-name")
    assert list(part.problems(CheckedComponents("http://www.example.com/"))) == []
    assert list(part.problems(CheckedComponents("http://xn--e1afmkfd.xn--p1ai/"))) == []
    assert list(part.problems(CheckedComponents("mailto:a@example.com"))) == []


MIXTURES = {  # UTS #39 §5.2: whether it is Single Script, and Highly Restrictive
    (True, True): ["", *"paypal münchen раураӏ москва-1 ねガ漢ー 한국韓國 ᏣᎳᎩ ɡoogle I♥NY".split()],
    (False, True): "abc漢ゴ abc한국".split(),
    (False, False): "abcक abcไทย pаypal aα abcकไ 한かな".split(),
}


@pytest.mark.parametrize(("expected", "text"), [(known, text) for known, texts in MIXTURES.items() for text in texts])
def test_mixtures_of_scripts(expected: tuple[bool, bool], text: str) -> None:
    assert (is_single_script(text), is_usual_mixture(text)) == expected


@pytest.mark.parametrize(
    ("path", "kind"),
    rows("""
        /pаypal → mixed-script
        # a letter of another script has a twin in that of the others
        /Чeхов → mixed-script
        /Толcтой → mixed-script
        /Омсk → mixed-script
        /Eλλάδα → mixed-script
        /Հայաuտան → mixed-script
        /Яndex →
        /kΩ →
        /wiki/Python_(язык) →
        /wiki/HTML5-учебник →
        # is not the look-alike of a word of one script
        /wiki/μTorrent →
        /wiki/Wiktionary:əˈluːmɪnəm →
        /wiki/ɡ →
        /ɡoogle → lookalike-letter
        /АВС → capitals
        /США →
        /авс →
        /१2 → mixed-digits
        /२०२४/2024 →
        ?q=pаypal → mixed-script
        #pаypal → mixed-script
    """),
)
def test_words_outside_the_host(path: str, kind: str) -> None:
    assert [found.kind for found in suspicions(f"http://example.com{path}")] == ([kind] if kind else [])


def test_places_and_texts() -> None:
    (found,) = suspicions("http://u@xn--pypal-4ve.example:8/")
    assert (found.start, found.end, found.text, found.reading) == (9, 22, "pаypal", "paypal")
    (found,) = suspicions("http://go1d.com/")
    assert (found.kind, found.start, found.end, found.reading) == ("ascii", 7, 11, "gold")
    (found,) = suspicions("http://example.com/१2?q=1")
    assert (found.component, found.start, found.end, found.text) == ("path", 19, 21, "१2")


def test_a_letter_may_look_like_a_delimiter() -> None:
    (found,) = suspicions("http://bank.exampleノlogin.example/")
    assert found.kind == "lookalike-letter"
    assert suspicions("http://ノート.example/") == ()


def test_scripts() -> None:
    assert scripts("aб漢1-\u0301") == {"Latn", "Cyrl", "Hani"}
    assert (script("1"), script("\u0301"), script("ꩰ")) == ("Zyyy", "Zinh", "Mymr")


def test_tables_are_those_of_unicode() -> None:
    folder = shared("unicode", "18.0.0")
    tool = runpy.run_path(str(ROOT / "tools" / "generate_confusables.py"))
    code_points = tool["code_points"]
    allowed = code_points(folder / "IdentifierStatus.txt", "Allowed")
    assert {number for number in range(0x110000) if is_allowed(chr(number))} == allowed
    valid = code_points(folder / "IdnaMappingTable.txt", "valid")
    ignorable = regex.compile(r"\p{Default_Ignorable_Code_Point}")
    for source, target, _ in tool["rows"](folder / "confusables.txt"):
        character = chr(int(source, 16))
        prototype = "".join(chr(int(code, 16)) for code in target.split())
        if unicodedata.is_normalized("NFD", character) and not ignorable.match(character):
            assert skeleton(character) == unicodedata.normalize("NFD", prototype)
            if ord(character) in valid:
                assert skeleton(character, host=True) == skeleton(character)


def test_a_skeleton_is_its_own_skeleton() -> None:
    assert all(skeleton(skeleton(chr(source))) == skeleton(chr(source)) for source in prototypes(False))


def test_the_tables_are_small() -> None:
    assert (ROOT / "extract" / "present" / "_confusables.py").stat().st_size <= 60_000
