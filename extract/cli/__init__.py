"""The command ``iri``: find, lint, linkify, convert, explain and more."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Container, Sequence
from importlib import import_module

import extract
from extract.version import __version__

if "find_links" not in getattr(extract, "__all__", ()):  # its files were written over
    raise ImportError(
        "the distribution Extract has a package extract too, and has replaced a part of sphinx-iri's: uninstall both,"
        " and install sphinx-iri again"
    )

_COMMANDS = {
    "find": "list the links of files",
    "table": "write the links of files, mailboxes and archives as a table",
    "mask": "write files with their links masked; all other text keeps its place",
    "lint": "report problems with the links of files",
    "linkify": "mark the links of a text or a message",
    "convert": "write IRIs in another form",
    "explain": "explain an IRI or a rule",
    "pandoc-filter": "add links to a document in pandoc's JSON",
    "completion": "print a script that completes this command in a shell",
}


def parser(names: Container[str] = _COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line; of the commands only those in ``names`` are loaded, with their options."""
    made = argparse.ArgumentParser(prog="iri", description="Internationalised links (IRIs, RFC 3987) in prose.")
    made.add_argument("--version", action="version", version=f"iri {__version__}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, summary in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in names:
            module = import_module(f"extract.cli.{name.replace('-', '_')}")
            module.add_arguments(command)
            command.set_defaults(run=module.run, command_parser=command)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the status is 0 (nothing found by ``lint``), 1 (findings) or 2 (wrong use, unreadable file)."""
    for stream in (sys.stdout, sys.stderr):
        # Links are of any script, whatever the terminal's encoding; a lone surrogate is written as an escape.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    given = list(sys.argv[1:] if arguments is None else arguments)
    options, unknown = parser(given).parse_known_args(given)
    if unknown:  # said by the command's own parser, with its usage
        options.command_parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # "iri find … | head"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a report that cannot be written
        print(f"iri: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return status
