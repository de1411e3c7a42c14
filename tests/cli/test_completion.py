"""The completion of each shell, asked of the shell itself; and the help that it is made of."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from extract.cli import main, parser
from extract.cli.completion import SHELLS
from tools.command_pages import commands

SUMMARIES = "find table mask lint server linkify convert explain pandoc-filter completion".split()


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def run(shell: str, text: str, *arguments: str, folder: Path | None = None) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run(
        [shell, *arguments, "-c", text], capture_output=True, cwd=folder, encoding="utf-8", check=False
    )
    assert done.stderr == ""
    return done.stdout


CASES = [
    ("iri li", "lint linkify"),
    ("iri lint --ex", "--exclude --extend-select --exit-zero"),
    ("iri lint --format js", "json jsonl"),
    ("iri linkify --to ", "html markdown rst"),
    ("iri completion ", "bash zsh fish"),
]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [*CASES, ("iri ", " ".join(SUMMARIES)), ("iri lint --baseline te", "text.md"), ("iri find te", "text.md")],
)
def test_bash_offers(typed: str, offered: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "text.md").touch()
    words = " ".join(f"'{word}'" for word in typed.split(" "))
    ask = f'COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _shtab_iri; echo "${{COMPREPLY[*]}}"'
    said = run("bash", f"{script('bash', capsys)}\n{ask}", "--norc", folder=tmp_path)
    assert said.splitlines() == [offered]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_have_every_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    flags = {flag for one in commands().values() for action in one._actions for flag in action.option_strings}
    words = {*re.findall(r"[\w-]+", script(shell, capsys))}
    assert {flag for flag in flags if not {flag, flag.lstrip("-")} & words} == set(), "run: python dev.py completion"


def test_the_scripts_are_those_of_the_parsers(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab", reason="needs shtab, which writes them")
    completions = pytest.importorskip("tools.completions")
    for shell in SHELLS:
        assert script(shell, capsys) == completions.script(shell), "run: python dev.py completion"


def test_help_fits_in_80_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert [name for name in SUMMARIES if f"\n    {name}" not in parser().format_help()] == []
    for arguments in [[], *([name] for name in SUMMARIES)]:
        with pytest.raises(SystemExit, match="0"):
            main([*arguments, "--help"])
        assert [line for line in capsys.readouterr().out.splitlines() if len(line) > 80] == []
