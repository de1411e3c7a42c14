"""The manual page and the page of the command, both made of the parsers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.command_pages import commands, manual, reference

OPTIONS = {flag for command in commands().values() for action in command._actions for flag in action.option_strings}


def test_the_page_of_the_command_has_every_option() -> None:
    page = reference()
    assert len(OPTIONS) > 30
    assert [flag for flag in OPTIONS if flag not in page] == []
    assert re.findall(r"(?m)^\.\. _command-(\S+):", page) == ["iri", *(f"iri-{name}" for name in commands())]


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_shows_the_manual_page_without_warnings(tmp_path: Path) -> None:
    page = tmp_path / "iri.1"
    page.write_text(manual(), encoding="utf-8")
    env = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "MANROFFOPT": "-c"}
    done = subprocess.run(
        ["man", "--warnings", "-l", str(page)], capture_output=True, check=True, encoding="utf-8", env=env
    )
    assert done.stderr == ""
    shown = re.sub(".\b", "", done.stdout)
    assert [flag for flag in OPTIONS if flag not in shown] == []
    assert max(map(len, shown.splitlines())) <= 80
    assert "iri - find, check, convert and link IRIs in prose" in shown
