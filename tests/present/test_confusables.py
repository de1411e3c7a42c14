"""Look-alikes: UTS #39."""

from __future__ import annotations

import runpy
import unicodedata
from pathlib import Path

import pytest
import regex

from extract.present.confusables import (
    is_allowed,
    prototypes,
    skeleton,
)
from extract.present.deceptive import suspicions
from extract.present.displaying import display
from extract.present.likeness import resembled
from extract.rules import RULES, CheckedComponents, check
from extract.rules.iri.spoofing import protecting
from tests.shared_data import shared

CASES = Path(__file__).parents[1] / "cases"
ROOT = Path(__file__).parents[2]


def lines(name: str) -> list[str]:
    return [line for line in (CASES / name).read_text("utf-8").splitlines() if not line.startswith("#")]


ORDINARY = dict(row.split(":", 1) for row in lines("ordinary_names.txt"))  # by their languages
LOOKALIKES = [tuple(map(str.strip, row.split("|"))) for row in lines("lookalikes.txt")]
LOOKS_RULES = [rule for rule in RULES.values() if rule.code.startswith(("IRI5", "IRI6"))]


@pytest.mark.requirement(88, 92)
@pytest.mark.parametrize("language", ORDINARY)
def test_nothing_is_said_of_ordinary_names(language: str) -> None:
    """Also by the rules of both families that are off by default, and they are shown as they are."""
    iris = [name if "://" in name else f"http://{name}/" for name in ORDINARY[language].split()]
    assert [iri for iri in iris if check(iri, LOOKS_RULES) or check(iri)] == []
    assert [iri for iri in iris if display(iri).lower() != iri.lower()] == []


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
