"""The comparison in the docs: each host links what is meant, whole and alone."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.marking import table
from tools.integrations_table import hosts, is_right, lines_of_the_page
from tools.reference_pages import programs


@pytest.mark.parametrize("host", hosts())
def test_the_same_links_in_every_host(host: str) -> None:
    if host == "pandoc" and shutil.which("pandoc") is None:
        pytest.skip("no pandoc on PATH")
    _before, after = hosts()[host]
    cases = {"of the page": lines_of_the_page()} | table("integrations.txt")
    wrong = [line for lines in cases.values() for line in lines if not is_right(after, line)]
    meant = [line for where, lines in cases.items() if host in re.split(": |, ", where) for line in lines]
    assert wrong == meant


def test_the_page_has_every_host() -> None:
    assert re.findall(r"`(\S+) <\S+>`__ \| \d of 9 \| 9 of 9\n", programs()) == [*hosts()]
    assert len(lines_of_the_page()) == 9
