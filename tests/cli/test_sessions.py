"""Commands and what they print, as in ``cases/sessions.txt``."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import write

TABLE = (Path(__file__).parents[1] / "cases" / "sessions.txt").read_text("utf-8")
SESSIONS = [pytest.param(*block.split("\n", 1), id=block.partition("\n")[0]) for block in TABLE.split("\n\n# ")[1:]]


def characters(text: str) -> str:
    """Resolve the marks for characters and bytes."""
    text = re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), text.replace("⏎", "\n"))
    return re.sub(r"‹([8-F][0-9A-F])›", lambda match: chr(0xDC00 + int(match[1], 16)), text)


def write_files(lines: str) -> None:
    """Write each file of the lines: its name, and its text."""
    for line in lines.splitlines():
        name, _, text = line.partition(":")
        write(characters(name), characters(text.removeprefix(" ")).encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(("title", "session"), SESSIONS)
def test_a_session(iri, monkeypatch: pytest.MonkeyPatch, title: str, session: str) -> None:
    files, *commands = re.split(r"(?m)^\$ ", session)
    write_files(files)
    for command in commands:
        typed, _, expected = command.strip().partition("\n")
        printed = run(iri, typed, monkeypatch)
        pattern = re.escape(characters(expected)).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, printed, re.DOTALL), f"iri {typed}\nwanted: {expected}\nprinted: {printed}"


def run(iri, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a command, and return what it prints."""
    if typed.startswith("cat "):
        with open(typed.removeprefix("cat "), encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read().removesuffix("\n")
    if typed.startswith("write "):
        write_files(typed.removeprefix("write "))
        return ""
    arguments, _, stdin = typed.partition(" < ")
    words = [characters(word) for word in shlex.split(arguments.replace("\\", r"\\"))]
    while (name := re.match("[A-Z_]+=", words[0])) is not None:
        monkeypatch.setenv(name[0].removesuffix("="), words.pop(0)[name.end() :])
    result = iri(*words, stdin=characters(stdin).encode("utf-8", "surrogateescape"))
    told = [f"! {line}" for line in result.err.splitlines()]
    status = [f"= {result.status}"] if result.status else []
    return "\n".join([*result.out.rstrip().splitlines(), *told, *status])
