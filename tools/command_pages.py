"""Write the help of the command ``iri`` for its page, from its parsers. docs/conf.py calls this."""

from __future__ import annotations

import argparse
import os
import textwrap
from unittest import mock

from extract.cli import parser


def commands(whole: argparse.ArgumentParser | None = None) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, of ``whole`` if given."""
    (group,) = (action for action in (whole or parser())._actions if isinstance(action, argparse._SubParsersAction))
    return dict(group.choices)


def reference() -> str:
    """Return the help of all commands in reST, one section each."""
    with mock.patch.dict(os.environ, {"COLUMNS": "80"}):
        helps = {"iri": parser().format_help()}
        helps |= {f"iri {name}": command.format_help() for name, command in commands().items()}
    return "\n".join(
        f".. _command-{name.replace(' ', '-')}:\n\n{name}\n{'-' * len(name)}\n\n.. code-block:: none\n\n"
        + textwrap.indent(text, "   ")
        for name, text in helps.items()
    )
