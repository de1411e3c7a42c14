"""Running text in the tables of ``cases``: what a careful reader would link, and what users have reported."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from extract import find_links, link_end
from tests.detect.tables import Row, assert_rows, table
from tests.marking import unmark

TABLES = {
    f"{name}: {heading}": rows
    for name in ("detection", "glued_words", "prose")
    for heading, rows in table(f"{name}.txt").items()
}


@pytest.mark.requirement(95)
@pytest.mark.parametrize("heading", TABLES)
def test_links(heading: str) -> None:
    assert_rows(TABLES[heading])


@pytest.mark.parametrize("heading", TABLES)
def test_the_lines_around_change_nothing(heading: str) -> None:
    for options, group in groupby(TABLES[heading], key=lambda row: row.options):
        lines = [row.marked for row in group]
        texts = [f"{one}\r\n\r\n{other}" for one, other in pairwise(lines)]
        assert_rows([Row(text, options) for text in (*texts, "\n\n".join(lines), "\n\n".join(reversed(lines)))])


@pytest.mark.parametrize("heading", TABLES)
def test_link_end_reads_what_find_links_finds(heading: str) -> None:
    for marked, options in TABLES[heading]:
        text, _ = unmark(marked)
        links = [] if options.keys() & {"broken", "schemes"} else find_links(text, **options)
        for link in (link for link in links if "://" in link.text):
            assert link_end(text, link.start, profile=options.get("profile", "prose")) == link.end, marked
