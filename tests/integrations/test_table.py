"""The comparison in the docs: each host links what is meant, whole and alone."""

from __future__ import annotations

import re
import shutil

import pytest

from tools.integrations_table import LINES, TARGET, TEXTS, hosts, links_meant, reason


@pytest.mark.parametrize("host", hosts())
def test_the_same_links_in_every_host(host: str) -> None:
    if "pandoc" in host and shutil.which("pandoc") is None:
        pytest.skip("no pandoc on PATH")
    _before, after = hosts()[host]
    for text in TEXTS.values():
        assert after(re.sub("[⟦⟧]", "", text)) == re.findall("⟦(.*)⟧", text)
    wrong = {line: found for line in LINES if (found := after(re.sub("[⟦⟧]", "", line))) not in links_meant(line)}
    assert {line: found for line, found in wrong.items() if reason(line, host) is None} == {}
    assert {line for line in LINES if reason(line, host)} == wrong.keys(), "a reason that is none any more"


def test_the_page_has_every_host() -> None:
    page = TARGET.read_text("utf-8")
    assert [host for host in hosts() if f"* - {host}\n" not in page] == [], "run: python -m tools.integrations_table"
