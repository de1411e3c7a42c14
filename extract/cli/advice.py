"""What to type instead of what cannot be understood. Loaded only then."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

# Words that people try.
_COMMANDS = {
    "check": "lint",
    "validate": "lint",
    "fix": "lint --fix",
    "list": "find",
    "links": "find",
    "extract": "find",
    "grep": "find",
    "encode": "convert",
    "punycode": "convert",
    "decode": "convert --to iri",
    "info": "explain",
    "show": "explain",
    "rules": "explain",
    "urlize": "linkify",
    "html": "linkify",
    "csv": "table",
    "parquet": "table",
    "hide": "mask",
    "help": "--help",
    "version": "--version",
    "-v": "--version",
    "-V": "--version",
}
_OPTIONS = {
    "--recursive": "",
    "-r": "",
    "-R": "",
    "-v": "",
    "--verbose": "",
    "--json": "--format json",
    "--sarif": "--format sarif",
    "--format": "--json",
    "--emails": "--email",
    "--mail": "--email",
    "--domains": "--schemeless",
    "-f": "--format",
    "-e": "--encoding",
    "-c": "--config",
    "-o": "--output-file",
    "--out": "--output",
    "--output": "--output-file",
    "--charset": "--encoding",
    "--rules": "--select",
    "--disable": "--ignore",
    "--skip": "--exclude",
}
_VALUES = {
    "md": "markdown",
    "restructuredtext": "rst",
    "rest": "rst",
    "xhtml": "html",
    "ascii": "uri",
    "punycode": "uri",
    "url": "uri",
    "unicode": "iri",
    "normalized": "normal",
    "sh": "bash",
    "jp": "ja",
    "japanese": "ja",
    "cn": "zh_CN",
    "chinese": "zh_CN",
    "yaml": "json",
    "text": "concise",
}
_MISSING = {"table": "-o links.parquet", "completion": "bash", "": "lint ."}
_NAMES = 1000  # of a directory, that are compared


def of_command(given: Sequence[str], commands: Iterable[str]) -> str | None:
    """Return what is wrong with the name of the command, and what to type; ``None`` if nothing is."""
    name = given[0]
    if name in commands or name in ("-h", "--help", "--version"):
        return None
    rest = given[1:]
    lower = name.lower()
    near = _nearest(lower, [*commands, "--help", "--version"])
    if lower in _COMMANDS:
        return _write(f'"{name}" is no command', [*_COMMANDS[lower].split(), *rest])
    if os.path.exists(name):
        return _write(f'"{name}" is no command', ["lint", *given])
    if re.match(r"[a-zA-Z][\w+.-]*:|.*\.\w", name):
        return _write(f'"{name}" is no command', ["explain", *given])
    return _write(
        f'unknown {"option" if name.startswith("-") else "command"} "{name}"', [near, *rest] if near else ["--help"]
    )


def of_options(unknown: Sequence[str], given: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Return that an option is unknown, and what to type."""
    command = parser.prog.split()[1:]
    option = next((one for one in unknown if one.startswith("-")), None)
    if option is None:
        return _write(f'"{unknown[0]}" is too much', [*command, "--help"])
    name, equals, value = option.partition("=")
    known = list(parser._option_string_actions)
    meant = _OPTIONS.get(name)
    if meant is None or (meant and meant.split()[0] not in known):
        meant = _nearest(name, known)
    if meant is None:
        return _write(f'unknown option "{name}"', [*command, "--help"])
    at = list(given).index(option)
    # "--format json" instead of "--json", and the other way round
    after = at + 2 if name == "--format" and not equals and meant == "--json" else at + 1
    put = [] if not meant else [meant + equals + value] if equals and " " not in meant else meant.split()
    put = [meant] if meant == "--json" else put
    return _write(f'unknown option "{name}"', [*given[:at], *put, *given[after:]])


def of_error(message: str, given: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Return an error of argparse, and what to type."""
    command = parser.prog.split()[1:]
    if missing := re.fullmatch("the following arguments are required: (.*)", message):
        said = f"{missing[1].replace('/', ' or ')} is missing"
        more = _MISSING.get("".join(command), "--help")
        return _write(said, [*command, *given[1:], *more.split()])
    if choice := re.search(r"argument (\S+): invalid choice: '([^']*)' \(choose from (.*)\)", message):
        return _of_choice(choice, given, command)
    if extra := re.search(r"argument (\S+): ignored explicit argument '(.*)'", message):
        told = [one.removesuffix("=" + extra[2]) for one in given]
        return _write(f"{extra[1].split('/')[-1]} takes no value", told)
    if name := re.search(r"unknown encoding: (\S+)", message):
        from encodings.aliases import aliases

        near = _nearest(name[1].lower(), {*aliases, *aliases.values()})
        if near:
            return _write(f'unknown encoding "{name[1]}"', [one.replace(name[1], near) for one in given])
    if one := re.search(r"argument (\S+): expected one argument", message):
        return _write(f"{one[1].replace('/', ' or ')} needs a value", [*command, "--help"])
    if (character := re.search(r"argument --with: (.*)", message)) and "--with" in given:
        at = given.index("--with") + 1
        return _write(character[1], [*given[:at], "*", *given[at + 1 :]])
    return _write(message, [*command, "--help"])


def _of_choice(choice: re.Match[str], given: Sequence[str], command: list[str]) -> str:
    """Return what to type for a value that an option cannot have."""
    choices = [one.strip(" '") for one in choice[3].split(",")]
    meant = _VALUES.get(choice[2].lower()) or _nearest(choice[2].lower(), choices)
    if meant is not None and meant in choices:
        told = [re.sub(f"^((?:-[^=]*=)?){re.escape(choice[2])}$", rf"\1{meant}", one) for one in given]
        return _write(f'{choice[1]} cannot be "{choice[2]}"', told)
    return _write(f'{choice[1]} cannot be "{choice[2]}", but {", ".join(choices)}', [*command, "--help"])


def of_missing(path: str) -> str:
    """Return what to type instead of the name of a file that is not there; an empty text if nothing is known."""
    if re.match(r"[a-zA-Z][\w+.-]*://", path):
        return f": it is an address; write: {_shown(['explain', path])}"
    if re.search(r"[*?]", path):
        return ": no file matches; to search this folder, name it: ."
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            # a link that leads nowhere has the name itself
            near = _nearest(name, [entry.name for entry in islice(entries, _NAMES) if entry.name != name])
    except OSError:
        return ""
    return f"; did you mean {shlex.quote(os.path.join(folder, near))}?" if near else ""


def near_rule(name: str, names: Iterable[str]) -> str | None:
    """Return the code or the name of a rule that is like a word; ``None`` if there is none."""
    if re.fullmatch(r"(?i)IRI\w{3}", name):
        code = name[:3].upper() + name[3:].upper().translate({ord("O"): "0", ord("I"): "1", ord("L"): "1"})
        return _nearest(code, names, 0.75)
    return _nearest(name.lower(), names, 0.75) if re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", name) else None


def _nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    # difflib takes quadratic time
    return next(iter(get_close_matches(name[:80], sorted(names), 1, cutoff)), None)


def _write(said: str, arguments: Sequence[str]) -> str:
    return f"{said}; write: {_shown(arguments)}"


def _shown(arguments: Sequence[str]) -> str:
    return shlex.join(["iri", *arguments])
