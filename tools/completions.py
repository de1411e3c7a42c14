"""Write the shell completion scripts extract/cli/completion.bash, .fish and .zsh with shtab.

python dev.py completion
"""

from __future__ import annotations

from pathlib import Path

import shtab

from extract.cli import parser
from extract.cli.completion import SHELLS
from tools.command_pages import commands

FOLDER = Path(__file__).parents[1] / "extract" / "cli"
_OF_FILES = ("DIR", "FILE", "PATH")


def script(shell: str) -> str:
    """Return the completion script for a shell."""
    made = parser()
    for command in commands(made).values():
        for action in command._actions:
            if action.metavar in _OF_FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    lines = shtab.complete(made, shell).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    for shell in SHELLS:
        (FOLDER / f"completion.{shell}").write_text(script(shell), "utf-8")
