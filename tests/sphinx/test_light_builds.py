"""Builds import and compile only what they use."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.linter.selection import Selection
from extract.rules.checking import check_found
from sphinx_iri.config import UNSUSPICIOUS
from tests.examples import examples
from tests.sphinx.building import PROJECT, write_project

BUILD = """
import sys
from sphinx.cmd.build import build_main
assert build_main(["-q", *sys.argv[1:]]) == 0
print(*(name for name in sys.modules if name.startswith(("extract.", "regex", "idna", "publicsuffix", "sphinx_iri."))))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "not_loaded"),
    [
        ("Words: only, in a text.", "regex|publicsuffix|extract\\.(?:detect|rules|linter|present|readers|markup)"),
        ("See https://docs.example.org/a.", "publicsuffix|extract\\.(?:rules|linter|present|readers|markup)"),
        ("See https://例え.jp/日本.", "publicsuffix|extract\\.markup|sphinx_iri.parsing\\.(?:markdown|unknown)"),
    ],
)
def test_what_is_loaded(tmp_path: Path, text: str, not_loaded: str) -> None:
    source = write_project(tmp_path / "source", index_rst=f"Page\n====\n\n{text}\n")
    command = [sys.executable, "-c", BUILD, str(source), str(tmp_path / "out")]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", check=True)
    assert [name for name in done.stdout.split() if re.match(not_loaded, name)] == []


RULES = [rule for rule in Selection().rules() if rule.scope == "iri" and rule.severity != "info"]


@examples(300)
@given(st.from_regex(UNSUSPICIOUS, fullmatch=True))
def test_no_rule_reports_what_is_not_checked(address: str) -> None:
    assert list(check_found(address, RULES)) == []
