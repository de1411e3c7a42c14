"""The command ``iri`` as a page of the documentation and as a manual page, both made of its parsers.

python -m tools.command_pages > iri.1      docs/conf.py writes the page, and the manual page beside the HTML
"""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from extract import __version__
from extract.cli import parser

STATUS = (
    "0: done; ``lint`` found nothing. 1: ``lint`` found something, or ``convert``, ``explain`` or ``table`` met what"
    " is not valid. 2: wrong use, or a file that cannot be read or written."
)
ENVIRONMENT = {
    "NO_COLOR, FORCE_COLOR": "without colors, or with them also where the output is not a terminal",
    "COLUMNS": "the width of the help",
}
FILES = {
    "pyproject.toml, iri.toml": "settings of ``lint``: the table ``[tool.iri]``, or the whole file; the nearest one"
    " in a folder above counts",
}


@contextmanager
def _width(columns: int) -> Iterator[None]:
    with mock.patch.dict(os.environ, {"COLUMNS": str(columns)}):
        yield


def commands(whole: argparse.ArgumentParser | None = None) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, of the one given if any."""
    (group,) = (action for action in (whole or parser())._actions if isinstance(action, argparse._SubParsersAction))
    return dict(group.choices)


def reference() -> str:
    """Return the help of all commands in reST, a section each."""
    with _width(80):
        helps = {"iri": parser().format_help()}
        helps |= {f"iri {name}": command.format_help() for name, command in commands().items()}
    sections = (
        f".. _command-{name.replace(' ', '-')}:\n\n{name}\n{'-' * len(name)}\n\n.. code-block:: none\n\n"
        + textwrap.indent(text, "   ")
        for name, text in helps.items()
    )
    facts = {"Exit status": STATUS} | {
        title: "\n".join(f"``{name.replace(', ', '``, ``')}``\n   {text}" for name, text in table.items())
        for title, table in (("Environment", ENVIRONMENT), ("Files", FILES))
    }
    return "\n".join([*sections, *(f"{title}\n{'-' * len(title)}\n\n{text}\n" for title, text in facts.items())])


def manual() -> str:
    """Return the manual page (man(7))."""
    main = parser()
    lines = [f'.TH IRI 1 "" "sphinx-iri {__version__}" "User Commands"', ".SH NAME"]
    lines += ["iri \\- find, check, convert and link IRIs in prose", ".SH SYNOPSIS"]
    lines += [".B iri", r"\fICOMMAND\fR [\fIOPTION\fR ...] [\fIFILE\fR ...]", ".SH DESCRIPTION"]
    lines += [_roff(str(main.description)), ".SH COMMANDS"]
    for name, command in commands().items():
        with _width(1000):
            usage = re.sub(r"\s+", " ", command.format_usage()).removeprefix("usage: ")
        lines += [f".SS {_roff(name)}", _roff(str(command.description)), ".PP", _roff(usage)]
        for action in command._actions:
            lines += [".TP", _named(action), _roff((action.help or "").replace("%%", "%"))]
    lines += [".SH EXIT STATUS", _roff(STATUS)]
    for title, table in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        lines += [f".SH {title}"]
        for name, text in table.items():
            lines += [".TP", f".B {_roff(name)}", _roff(text)]
    return "\n".join(lines) + "\n"


def _named(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.choices is None else "|".join(action.choices))
    if not action.option_strings:
        return rf"\fI{_roff(str(value))}\fR"
    shown = "" if action.nargs == 0 else rf" \fI{_roff(str(value))}\fR"
    return ", ".join(rf"\fB{_roff(flag)}\fR" for flag in action.option_strings) + shown


def _roff(text: str) -> str:
    """Return text as man(7) reads it; ``literal`` is bold, as everywhere in manual pages."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    text = re.sub("``(.*?)``", r"\\fB\1\\fR", text)
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    print(manual(), end="")
