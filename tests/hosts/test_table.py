"""The comparison in the docs: each host links what is meant, whole and alone."""

from __future__ import annotations

import re
import shutil

import pytest

from tools.hosts_table import TARGET, TEXTS, hosts


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("host", hosts())
def test_whole_and_alone(host: str, text: str) -> None:
    if "pandoc" in host and shutil.which("pandoc") is None:
        pytest.skip("no pandoc on PATH")
    _before, after = hosts()[host]
    assert after(re.sub("[⟦⟧]", "", TEXTS[text])) == re.findall("⟦(.*)⟧", TEXTS[text])


def test_the_page_has_every_host() -> None:
    page = TARGET.read_text("utf-8")
    assert [host for host in hosts() if f"* - {host}\n" not in page] == [], "run: python -m tools.hosts_table"
