"""The page of the command is made of its parsers."""

from __future__ import annotations

import re

from tools.command_pages import commands, reference

OPTIONS = {flag for command in commands().values() for action in command._actions for flag in action.option_strings}


def test_the_page_of_the_command_has_every_option() -> None:
    page = reference()
    assert len(OPTIONS) > 30
    assert [flag for flag in OPTIONS if flag not in page] == []
    assert re.findall(r"(?m)^\.\. _command-(\S+):", page) == ["iri", *(f"iri-{name}" for name in commands())]
