"""Commands and what they print, as in ``cases/sessions.txt``."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import write

TABLE = (Path(__file__).parents[1] / "cases" / "sessions.txt").read_text("utf-8")
SESSIONS = [pytest.param(*block.split("\n", 1), id=block.partition("\n")[0]) for block in TABLE.split("\n\n# ")[1:]]


def characters(text: str) -> str:
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), text.replace("⏎", "\n"))


@pytest.mark.parametrize(("title", "session"), SESSIONS)
def test_a_session(iri, title: str, session: str) -> None:
    files, *commands = re.split(r"(?m)^\$ ", session)
    for line in files.splitlines():
        name, _, text = line.partition(":")
        write(characters(name), characters(text.removeprefix(" ")))
    for command in commands:
        typed, _, expected = command.strip().partition("\n")
        arguments, _, stdin = typed.partition(" < ")
        result = iri(*map(characters, shlex.split(arguments.replace("\\", r"\\"))), stdin=characters(stdin).encode())
        told = [f"! {line}" for line in result.err.splitlines()]
        status = [f"= {result.status}"] if result.status else []
        printed = "\n".join([*result.out.rstrip().splitlines(), *told, *status])
        pattern = re.escape(characters(expected)).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, printed, re.DOTALL), f"iri {typed}\nwanted: {expected}\nprinted: {printed}"
