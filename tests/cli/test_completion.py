"""The completion of each shell, asked of the shell itself; and the help that it is made of."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from extract.cli import main, parser

SUMMARIES = "find table mask lint linkify convert explain pandoc-filter completion".split()


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
    ("iri l", "lint linkify"),
    ("iri ", f"{' '.join(SUMMARIES)} --help --version"),
    ("iri lint --ex", "--exclude --extend-select --exit-zero"),
    ("iri lint --format js", "json jsonl"),
    ("iri linkify --to ", "html markdown rst"),
    ("iri lint --baseline ", ""),  # files
    ("iri find cha", ""),
    ("iri completion ", "bash zsh fish"),
    ("iri nothing --", ""),
]


@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_bash_offers(typed: str, offered: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(f"'{word}'" for word in typed.split(" "))
    ask = (
        f'COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); _iri; echo "${{COMPREPLY[*]}}"; complete -p iri'
    )
    said = run("bash", f"{script('bash', capsys)}\n{ask}", "--norc", "-u")
    assert said.splitlines() == [offered, "complete -o default -F _iri iri"]


@pytest.mark.parametrize(("typed", "offered"), [case for case in CASES if case[1] and case[0] != "iri "])
def test_fish_offers(
    typed: str, offered: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    said = run("fish", f"{script('fish', capsys)}\ncomplete -C '{typed}'", "--no-config", folder=tmp_path)
    assert {line.split("\t")[0] for line in said.splitlines()} == {*offered.split()}


def test_zsh_reads_its_script(capsys: pytest.CaptureFixture[str]) -> None:
    load = "autoload -U compinit; compinit -u -D\n"
    said = run("zsh", f"{load}{script('zsh', capsys)}\necho $_comps[iri]; functions _iri", "-f")
    assert said.splitlines()[0] == "_iri"
    assert all(f"({name})" in said for name in SUMMARIES)


@pytest.mark.parametrize("arguments", [[], *([name] for name in SUMMARIES)], ids=lambda found: "".join(found) or "iri")
def test_help_fits_in_80_columns(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit, match="0"):
        main([*arguments, "--help"])
    assert [line for line in capsys.readouterr().out.splitlines() if len(line) > 80] == []


def test_the_commands_are_those_of_the_help() -> None:
    text = parser().format_help()
    assert [name for name in SUMMARIES if f"\n    {name}" not in text] == []
