"""The table of blocks in ``cases/markup_blocks.jsonl``: markup that was meant as a link, and markup that only looks so.

The blocks have the shape of what stands in the repositories named; the words and addresses are other ones. ``half`` is
drawn by the repository's name: rules are written with a look at "write", and counted on "count", which nobody reads.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple, TypedDict

import pytest

from extract import lint
from extract.readers.formats import FORMATS


class Block(TypedDict):
    format: str  # a name of `FORMATS`
    language: str  # BCP 47
    repository: str  # which showed it: owner/name
    text: str
    broken: bool
    kind: str  # of the mistake, or of why there is none
    places: list[tuple[int, int]]  # code points of what is broken
    fixed: str | None  # the text, mended in one of the usual ways; None if a person must decide
    half: str


class Count(NamedTuple):
    right: int  # findings at a place that is broken
    wrong: int
    found: int  # broken blocks with a finding at a broken place
    broken: int

    def __str__(self) -> str:
        return (
            f"{self.right} of {self.right + self.wrong} findings are right; "
            f"{self.found} of {self.broken} broken blocks are found"
        )


LINES = (Path(__file__).parents[1] / "cases" / "markup_blocks.jsonl").read_text("utf-8").splitlines()
BLOCKS: list[Block] = [json.loads(line) for line in LINES]
# What must hold: (findings that are right, broken blocks that are found), of 1.
FLOORS: dict[tuple[str, str], tuple[float, float]] = {
    ("count", "asciidoc"): (1, 0.5),
    ("count", "html"): (1, 0.3),
    ("count", "markdown"): (0.98, 0.83),
    ("count", "po"): (1, 0.8),
    ("count", "rst"): (0.96, 0.82),
    ("write", "asciidoc"): (1, 0.62),
    ("write", "html"): (1, 0.7),
    ("write", "markdown"): (0.98, 0.82),
    ("write", "po"): (1, 1),
    ("write", "rst"): (0.96, 0.86),
}
# Rules about syntax (1) and prose (8); what others find has nothing to do with the markup.
RULES = re.compile("IRI[18]")


def name_of(block: Block) -> str:
    return f"block{FORMATS[block['format']].suffixes[0]}"


def counted(blocks: list[Block]) -> Count:
    right = wrong = found = 0
    for block in blocks:
        problems = [finding.problem for finding in lint(block["text"].encode(), name_of(block))]
        at_places = [
            any(problem.start <= end and start <= problem.end for start, end in block["places"])
            for problem in problems
            # the words of addresses are other ones in a message and its translation
            if RULES.match(problem.code) and problem.sub_rule != "translated-iri"
        ]
        right += sum(at_places)
        wrong += len(at_places) - sum(at_places)
        found += any(at_places)
    return Count(right, wrong, found, sum(block["broken"] for block in blocks))


@pytest.mark.parametrize(("half", "format_name"), FLOORS)
def test_what_is_found(half: str, format_name: str) -> None:
    blocks = [block for block in BLOCKS if (block["format"], block["half"]) == (format_name, half)]
    count = counted(blocks)
    right, found = FLOORS[half, format_name]
    assert count.right >= right * (count.right + count.wrong), count
    assert count.found >= found * count.broken, count


if __name__ == "__main__":
    for half in ("write", "count"):
        for name in sorted({block["format"] for block in BLOCKS}):
            print(half, name, counted([block for block in BLOCKS if (block["format"], block["half"]) == (name, half)]))
