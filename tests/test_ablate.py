"""The tool that leaves out one record at a time: a record that matters, and one that does not."""

from __future__ import annotations

import os
from typing import Any

import pytest

from extract.redirects import chain, services
from tools.ablate import KINDS, ablate, labelled_lines, lines_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")

LINES = ["看https://example.com/docs（说明）", "https://example.com/a 。", "plain text"]
LABELLED: list[tuple[str, dict[str, Any]]] = [
    ("看⟦https://example.com/docs⟧（说明）", {}),
    ("wrong https://example.com/a", {}),
]


def test_a_record_pays_or_does_not() -> None:
    matters, does_not = "cjk-brackets", "dashes"
    left = dict(ablate(KINDS["tailoring"], {matters, does_not}, LINES, LABELLED))
    assert left[matters].lines == 1
    assert left[matters].lost == [LABELLED[0][0]]
    assert [without for _, without in left[matters].changed] == ["看⟦https://example.com/docs（说明）⟧"]
    assert left[does_not] == (0, [], [], [])


def test_a_sign_that_no_link_was_meant() -> None:
    lines = ["See [1] (https://a.example/ü) now.", "See [größe] (https://a.example/ü) now."]
    ((_, left),) = ablate(KINDS["intent"], {"_NO_LABEL"}, lines, [])
    assert (left.lines, [with_it for with_it, _ in left.changed]) == (1, [f"{lines[0]} "])


def test_a_service_pays_by_the_links_of_its_table() -> None:
    for known in (*vars(services).values(), *vars(chain).values()):  # the answers that other tests asked for
        getattr(known, "cache_clear", int)()
    labelled = [(link, target) for link, target in labelled_lines("tracker") if "streak" in link]
    (line,) = (name for name in KINDS["tracker"].records() if name.startswith("Streak "))
    ((_, left),) = ablate(KINDS["tracker"], {line}, [], labelled)
    assert left.lost == [link for link, _ in labelled]
    assert len(left.lost) == 2


def test_lines_are_read_once(tmp_path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text("see a.example\nsee a.example\nno link\n", "utf-8")
    assert lines_of(tmp_path) == ["see a.example"]
