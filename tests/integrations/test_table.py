"""The comparison in the docs: each host links what is meant, whole and alone."""

from __future__ import annotations

import re
import shutil

from tests.marking import table
from tools.reference_pages import programs


def test_the_same_links_in_every_host() -> None:
    from tools.integrations_table import hosts, is_right, lines_of_the_page  # which imports every host

    cases = {"of the page": lines_of_the_page()} | table("integrations.txt")
    wrong, meant = {}, {}
    for host, (_before, after) in hosts().items():
        if host != "pandoc" or shutil.which("pandoc") is not None:
            wrong[host] = [line for lines in cases.values() for line in lines if not is_right(after, line)]
            meant[host] = [line for where, lines in cases.items() if host in re.split(": |, ", where) for line in lines]
    assert wrong == meant
    assert re.findall(r"`(\S+) <\S+>`__ \| \d of 9 \| 9 of 9\n", programs()) == [*hosts()]
    assert len(lines_of_the_page()) == 9
