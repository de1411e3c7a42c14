"""The records of the tailorings: their examples, and what is made from them."""

from __future__ import annotations

from collections import Counter

import pytest
import regex

from extract import find_links
from extract.detect.tailorings import PROSE, TAILORINGS, Difference, Tailoring, profile_with, tailorings_of
from tests.marking import mark_links, unmark
from tests.naming import readable

EXAMPLES = [(record, example) for record in TAILORINGS.values() for example in record.examples]
IDS = [f"{record.name}-{readable(example.prose)}" for record, example in EXAMPLES]


def marked(text: str, **options: object) -> str:
    return mark_links(text, find_links(text, **options))  # type: ignore[arg-type]


def test_their_names() -> None:
    assert " ".join(sorted(PROSE)) == (
        "address-edges angle-brackets cjk-brackets cjk-punctuation closing-marks comment-ends dashes delimiters "
        "ellipses empty-fragment evidence final-symbols glued-words hosts inner-links "
        "left-open-brackets logins loose-marks mailto-query message-ids new-sentences "
        "open-brackets paths quoted-titles quotes script-turn split-links whole-hosts written-escapes"
    )
    assert TAILORINGS.keys() - PROSE == {"ip-addresses", "names-in-mail", "user-information"}


@pytest.mark.parametrize(("record", "example"), EXAMPLES, ids=IDS)
def test_the_examples_hold(record: Tailoring, example: Difference) -> None:
    text, _ = unmark(example.prose)
    assert text == unmark(example.uts58)[0]
    assert example.prose != example.uts58
    assert marked(text, **example.options, profile=record.profile) == example.prose
    assert marked(text, **example.options, profile="uts58") == example.uts58


@pytest.mark.parametrize("name", TAILORINGS)
def test_each_example_needs_its_tailoring(name: str) -> None:
    others = PROSE - {name}
    for example in TAILORINGS[name].examples:
        text, _ = unmark(example.prose)
        assert marked(text, **example.options, profile=others) != example.prose


@pytest.mark.parametrize("profile", ["prose", "uts58", *TAILORINGS])
def test_the_sets_of_a_profile_are_disjoint(profile: str) -> None:
    rules = profile_with(tailorings_of(profile))
    everything = "".join(map(chr, range(0x3100)))
    sets = (rules.hard, f"[{rules.soft}]", f"[{rules.safe}]", f"[{rules.opening}]")
    found = Counter(character for one in sets for character in regex.findall(f"(?V1)[{one}]", everything))
    assert found
    assert max(found.values()) == 1
