"""UTS #58: LinkFormattingTest.txt, 55 of 55 in version 18.0; version 17.0.0 with its known errata.

Each case gives the structure of an address, the address fully escaped, and the address minimally escaped.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from extract.present.escaping import build_minimal_uri
from tests.shared_data import shared

# Version 17.0.0 ends these ten in an unescaped Soft character, against its own rule; corrected in 18.0.
ERRATA_17 = {
    "https://bo.wikipedia.org/wiki/སའི་གོ་ལ།",
    "https://mni.wikipedia.org/wiki/ꯅ꯭ꯌꯨ_ꯌꯣꯔ꯭ꯛ_ꯁꯤꯇꯤꯒꯤ_ꯌꯨ.ꯑꯦꯁ.",
    "https://azb.wikipedia.org/wiki/واشینقتن،_دی.سی.",
    "https://mad.wikipedia.org/wiki/Tasè’",
    "https://vep.wikipedia.org/wiki/Brüssel'",
    "https://ja.wikibooks.org/wiki/植物学/植物とはどのような生き物か？",
    "https://new.wikipedia.org/wiki/विन्सेन्ट_भ्यान_ग:",
    "https://ks.wikipedia.org/wiki/شارٕک۔",
    "https://am.wikipedia.org/wiki/«የሰብዓዊ_መብት_አቀፋዊ_መግለጽ»",
    "https://it.wikibooks.org/wiki/Questo_è_l'ebraismo!",
}


class Case(NamedTuple):
    structure: list[tuple[str, str]]
    full: str
    minimal: str


def cases(version: str) -> list[Case]:
    file = shared("unicode", version, "LinkFormattingTest.txt")
    found = []
    lines = iter(file.read_text("utf-8").splitlines())
    for line in lines:
        structure = re.fullmatch(r"# \{(.*)\}", line)
        if structure and "𝑺=" in line and "indicates" not in line:
            fields = re.split(r" ?([𝑺𝑯𝑷𝑸𝑽𝑭𝑫])=", structure[1])[1:]
            found.append(Case(list(zip(fields[::2], fields[1::2], strict=True)), next(lines), next(lines)))
    assert len(found) == 55
    return found


def composed(structure: list[tuple[str, str]]) -> str:
    field = dict(structure)
    query: list[tuple[str, str | None]] = []
    for kind, value in structure:
        if kind == "𝑸":
            query.append((value, None))
        elif kind == "𝑽":
            query[-1] = (query[-1][0], value)
    return build_minimal_uri(
        field["𝑺"] + field["𝑯"],
        path=[value for kind, value in structure if kind == "𝑷"],
        query=query,
        fragment=field.get("𝑭"),
        directives=[value for kind, value in structure if kind == "𝑫"],
    )


@pytest.mark.parametrize(("version", "errata"), [("18.0.0", set()), ("17.0.0", ERRATA_17)])
def test_minimal_escaping(version: str, errata: set[str]) -> None:
    assert {case.minimal for case in cases(version) if composed(case.structure) != case.minimal} == errata
