"""``iri completion``: scripts for bash, zsh and fish, made of the parsers of the commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help='for bash: eval "$(iri completion bash)"')


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from extract.cli import parser

    commands = list(_commands(parser()))
    sys.stdout.write({"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell](commands))
    return 0


class _Option(NamedTuple):
    flags: tuple[str, ...]
    help: str
    takes_value: bool
    choices: tuple[str, ...]


class _Command(NamedTuple):
    name: str
    summary: str
    options: tuple[_Option, ...]
    choices: tuple[str, ...]  # of its first argument; without them it is a file


def _commands(parser: argparse.ArgumentParser) -> Iterator[_Command]:
    for group in parser._actions:
        if not isinstance(group, argparse._SubParsersAction):
            continue
        for summary in group._choices_actions:
            actions = group.choices[summary.dest]._actions
            options = (
                _Option(
                    tuple(action.option_strings),
                    (action.help or "").replace("%%", "%"),
                    action.nargs != 0,
                    tuple(action.choices or ()),
                )
                for action in actions
                if action.option_strings
            )
            arguments = (tuple(action.choices or ()) for action in actions if not action.option_strings)
            yield _Command(summary.dest, str(summary.help), tuple(options), next(arguments, ()))


def _bash(commands: list[_Command]) -> str:
    cases = []
    for command in commands:
        flags = " ".join(flag for option in command.options for flag in option.flags)
        chosen = [option for option in command.options if option.choices]
        values = [f'        {"|".join(option.flags)}) words="{" ".join(option.choices)}" ;;\n' for option in chosen]
        taking = "|".join(flag for option in command.options if option.takes_value for flag in option.flags)
        if taking:
            values.append(f"        {taking}) ;;\n")
        rest = f'words="{flags}"; [[ $now == -* ]] || words="{" ".join(command.choices)}"'
        cases.append(
            f"    {command.name})\n      case $before in\n{''.join(values)}        *) {rest} ;;\n      esac ;;\n"
        )
    names = " ".join(command.name for command in commands)
    return f"""\
# bash completion of iri; for every session: eval "$(iri completion bash)" in ~/.bashrc
_iri() {{
  local now=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if ((COMP_CWORD == 1)); then
    words="{names} --help --version"
  else
    case ${{COMP_WORDS[1]}} in
{"".join(cases)}    esac
  fi
  # without words, files
  COMPREPLY=($(compgen -W "$words" -- "$now"))
}}
complete -o default -F _iri iri
"""


def _quoted(text: str) -> str:
    """Return a text in single quotes, as the shells read it."""
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh(commands: list[_Command]) -> str:
    def told(text: str) -> str:
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")

    def value(option: _Option) -> str:
        if not option.takes_value:
            return ""
        return f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"

    cases = []
    for command in commands:
        specs = [
            _quoted(f"*{flag}[{told(option.help)}]{value(option)}")
            for option in command.options
            for flag in option.flags
        ]
        specs.append(_quoted(f"*:value:({' '.join(command.choices)})" if command.choices else "*:file:_files"))
        cases.append(f"    {command.name}) _arguments {' '.join(specs)} ;;\n")
    names = " ".join(_quoted(f"{command.name}:{told(command.summary)}") for command in commands)
    return f"""\
#compdef iri
# zsh completion of iri; for every session: eval "$(iri completion zsh)" in ~/.zshrc, after compinit
_iri() {{
  local -a commands=({names})
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{"".join(cases)}  esac
}}
if [[ $funcstack[1] == _iri ]]; then _iri; else compdef _iri iri; fi
"""


def _fish(commands: list[_Command]) -> str:
    def quoted(text: str) -> str:  # in fish a backslash stays one in quotes, but before a quote or a backslash
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = ["# fish completion of iri; for every session: iri completion fish > ~/.config/fish/completions/iri.fish"]
    for command in commands:
        lines.append(f"complete -c iri -f -n __fish_use_subcommand -a {command.name} -d {quoted(command.summary)}")
        seen = f"-n '__fish_seen_subcommand_from {command.name}'"
        if command.choices:
            lines.append(f"complete -c iri -f {seen} -a {quoted(' '.join(command.choices))}")
        for option in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            value = f" -x -a {quoted(' '.join(option.choices))}" if option.choices else " -r" * option.takes_value
            lines.append(f"complete -c iri {seen} {flags}{value} -d {quoted(option.help)}")
    return "\n".join(lines) + "\n"
