"""The records of the tailorings: their examples, and what is made from them."""

from __future__ import annotations

import pytest

from extract import find_links
from extract.detect.tailorings import PROSE, TAILORINGS
from tests.detect.tables import Tailored, Tailoring, tailorings
from tests.marking import mark_links, unmark
from tests.naming import readable

EXAMPLES = [(record, example) for record in tailorings() for example in record.examples]
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
    assert {record.name for record in tailorings()} == TAILORINGS
    assert {"ip-addresses", "names-in-mail", "user-information"} == TAILORINGS - PROSE


@pytest.mark.parametrize(("record", "example"), EXAMPLES, ids=IDS)
def test_the_examples_hold(record: Tailoring, example: Tailored) -> None:
    text, _ = unmark(example.prose)
    assert text == unmark(example.uts58)[0]
    assert example.prose != example.uts58
    assert marked(text, **example.options, profile=record.profile) == example.prose
    assert marked(text, **example.options, profile="uts58") == example.uts58


@pytest.mark.parametrize("record", tailorings(), ids=[record.name for record in tailorings()])
def test_each_example_needs_its_tailoring(record: Tailoring) -> None:
    others = PROSE - {record.name}
    for example in record.examples:
        text, _ = unmark(example.prose)
        assert marked(text, **example.options, profile=others) != example.prose
