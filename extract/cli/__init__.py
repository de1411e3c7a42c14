"""The command ``iri``: find, lint, linkify, convert, explain and more."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Container, Sequence
from importlib import import_module
from typing import Any, NoReturn

import extract
from extract.cli.saying import WrongUseError, did_you_mean, in_shell, reason, say

if "find_links" not in getattr(extract, "__all__", ()):  # Another distribution overwrote this file.
    raise ImportError(
        "the distribution Extract has a package extract too, and has replaced a part of sphinx-iri's: uninstall both,"
        " and install sphinx-iri again"
    )

_COMMANDS = {
    "find": "list the links of files",
    "table": "write the links of files, mailboxes and archives as a table",
    "mask": "write files with their links masked; all other text keeps its place",
    "lint": "report problems with the links of files, without opening them",
    "server": "show problems in editors (Language Server Protocol)",
    "linkify": "mark the links of a text or a message",
    "convert": "write IRIs in another form",
    "explain": "explain an IRI or a rule",
    "pandoc-filter": "add links to a document in pandoc's JSON",
    "completion": "print a script that completes the command in a shell",
}


class _Help(argparse.HelpFormatter):
    """A help formatter that finds the width without `shutil`, whose import takes 3 ms."""

    def __init__(self, prog: str) -> None:
        try:  # the same steps as `shutil.get_terminal_size`
            columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(sys.stdout.fileno()).columns
        except (AttributeError, ValueError, OSError):
            columns = 0
        super().__init__(prog, width=(columns or 80) - 2)


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser with errors of one line that suggest an action, and with escaped control characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)

    def error(self, message: str) -> NoReturn:
        say(message if message.count("; ") else f"{message}; run: {self.prog} --help")
        raise SystemExit(2)

    def refuse(self, unknown: list[str]) -> NoReturn:
        """Exit with status 2 and an error about the unknown arguments."""
        name = unknown[0].partition("=")[0]
        if self.prog == "iri lint":
            from extract.cli.settings import as_setting

            if setting := as_setting(name):
                self.error(f"unrecognized arguments: {name}; run: iri lint --config '{setting}' .")
        self.error(f"unrecognized arguments: {' '.join(unknown)}{did_you_mean(name, self._option_string_actions)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        meant = did_you_mean(str(value), action.choices) or f"; choose from {', '.join(action.choices)}"
        if action.dest == "command" and os.path.exists(value):
            meant = f"; run: iri lint {in_shell(value)}"
        raise argparse.ArgumentError(action, f'invalid value "{value}"{meant}')

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse ignores errors of the output stream


def parser(names: Container[str] = _COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line. Only the commands in ``names`` are imported and get their options."""
    made = _Parser(prog="iri", description="Internationalized links (IRIs, RFC 3987) in prose.")
    made.add_argument("-V", "--version", action="version", version=f"iri {extract.__version__}")
    # Without `prog`, argparse creates a formatter, which imports `shutil` and three compression modules (6 ms).
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands", prog=made.prog)
    for name, summary in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in names:
            module = import_module(f"extract.cli.{name.replace('-', '_')}")
            import_module("extract.cli.options").add(command, module.OPTIONS)
            command.set_defaults(run=module.run, command_parser=command)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its status: 0 (no findings), 1 (findings) or 2 (wrong use, unreadable file)."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        # Links may be in any script, whatever the encoding of the terminal. Lone surrogates are written as escapes.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            status = _run(list(sys.argv[1:] if arguments is None else arguments), is_alone=arguments is None)
        finally:  # after --help and --version too
            sys.stdout.flush()
    except WrongUseError as error:
        say(str(error))
        return 2
    except BrokenPipeError:  # "iri find … | head"
        _drop_output()
        return 1
    except OSError as error:
        say(f"{os.fsdecode(error.filename or 'standard output')}: {reason(error)}")
        _drop_output()
        return 2
    except KeyboardInterrupt:
        say("stopped")
        _drop_output()
        return 130
    return status


def _run(given: list[str], *, is_alone: bool) -> int:
    """Parse the arguments and run the command. ``is_alone``: the process does nothing else."""
    gc.disable()  # Modules create few objects that become garbage. Collection takes 5 % of a short run.
    try:
        options, unknown = parser(given).parse_known_args(given)
    finally:
        if is_alone:
            gc.freeze()
        gc.enable()
    if unknown:
        options.command_parser.refuse(unknown)
    run: Callable[[argparse.Namespace], int] = options.run
    if getattr(options, "result", None) in (None, "-"):
        return run(options)
    from extract.cli.options import result_in

    return result_in(options.result, run, options)


def _open_what_is_closed() -> None:
    """Open `os.devnull` for each standard stream that the shell closed ("iri … >&-"). Python sets it to None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _drop_output() -> None:
    """Redirect standard output to `os.devnull`. Otherwise, Python would flush it at exit and fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream without a file descriptor
        return
