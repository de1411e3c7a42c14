"""The records of the tailorings: their examples, and what is made from them."""

from __future__ import annotations

import pytest

from extract import find_links
from extract.detect.tailorings import PROSE, TAILORINGS
from tests.detect.tables import Tailoring, tailorings
from tests.marking import mark_links, unmark


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


@pytest.mark.parametrize("record", tailorings(), ids=[record.name for record in tailorings()])
def test_the_examples_hold_and_need_their_tailoring(record: Tailoring) -> None:
    others = PROSE - {record.name}
    for prose, uts58, options in record.examples:
        text, _ = unmark(prose)
        assert text == unmark(uts58)[0]
        assert prose != uts58
        assert marked(text, **options, profile=record.profile) == prose
        assert marked(text, **options, profile="uts58") == uts58
        assert marked(text, **options, profile=others) != prose
