"""What to type instead of what cannot be understood. Loaded only then."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Collection, Iterable, Sequence
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
    "search": "find",
    "replace": "mask",
    "lsp": "server",
    "config": "lint --show-settings",
    "settings": "lint --show-settings",
    "init": "lint .",
    "man": "--help",
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
# Options, and what they are called here: the first that the command has.
_OPTIONS = {
    "--recursive": "",
    "-r": "",
    "-R": "",
    "-v": "",
    "--verbose": "",
    "--quiet": "--format concise|",
    "-q": "--format concise|",
    "--dry-run": "--diff",
    "--check": "",
    "--shell": "",
    "--url": "",
    "--urls": "",
    "--links": "",
    "--all": "--bare",
    "--json": "--format json",
    "--sarif": "--format sarif",
    "--format": "--to|--json",
    "--form": "--to",
    "--type": "--to|--format",
    "-t": "--to",
    "--emails": "--email",
    "--mail": "--email",
    "--domain": "--bare-domains",
    "--domains": "--bare-domains",
    "--unicode": "--to iri",
    "--decode": "--to iri",
    "--punycode": "--to uri",
    "--ascii": "--to uri",
    "--encode": "--to uri",
    "-f": "--file|--format",
    "-i": "--fix|-o result.txt",
    "--in-place": "--fix|-o result.txt",
    "--inplace": "--fix|-o result.txt",
    "-w": "--with",
    "--char": "--with",
    "--character": "--with",
    "--mask": "--with",
    "--count": "--statistics",
    "--summary": "--statistics",
    "--lang": "--language",
    "-e": "--encoding",
    "-c": "--config",
    "-o": "--output-file",
    "--out": "--output",
    "--output": "--output-file",
    "--charset": "--encoding",
    "--rule": "--select",
    "--rules": "--select",
    "--only": "--select",
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
# What may be written after an option.
_EXAMPLES = {
    "--baseline": "baseline.json",
    "--cache-dir": ".cache",
    "--charset": "gb18030",
    "--config": "iri.toml",
    "--context": "40",
    "--encoding": "utf-8",
    "--exclude": "build",
    "--extend-exclude": "build",
    "--extend-select": "IRI8",
    "--file": "iris.txt",
    "--format": "concise",
    "--ignore": "IRI804",
    "--jobs": "2",
    "--language": "en",
    "--output": "result.txt",
    "--output-file": "report.txt",
    "--protect": "example.com",
    "--select": "IRI804",
    "--stdin-filename": "page.md",
    "--with": "'*'",
    "--write-baseline": "baseline.json",
}
_COLOURS = ("always", "never", "auto")
_NAMES = 1000  # of a directory, that are compared


def of_command(given: Sequence[str], commands: Iterable[str]) -> str | None:
    """Return what is wrong with the name of the command, and what to type; ``None`` if nothing is."""
    name = given[0]
    if name in commands or name in ("-h", "--help", "--version"):
        return None
    rest = given[1:]
    lower = name.lower()
    near = _nearest(lower, [*commands, "--help", "--version"])
    if lower == "help" and rest and rest[0] in commands:
        return _write('"help" is no command', [rest[0], "--help"])
    if lower in _COMMANDS:
        return _write(f'"{name}" is no command', [*_COMMANDS[lower].split(), *rest])
    if os.path.exists(name):
        return _write(f'"{name}" is no command', ["lint", *given])
    if _is_like_a_file(name):
        return _write(f'"{name}" is no command', ["lint", "." if "*" in name else name, *rest])
    if re.match(r"[a-zA-Z][\w+.-]*:|.*\.\w", name):
        return _write(f'"{name}" is no command', ["explain", *given])
    return _write(
        f'unknown {"option" if name.startswith("-") else "command"} "{name}"', [near, *rest] if near else ["--help"]
    )


def _of_color(name: str, value: str, before: Sequence[str], after: list[str]) -> str:
    """Return a command with a variable in place of an option for colors, whose value may be the next argument."""
    told = value or (after[0] if after and after[0] in _COLOURS else "")
    off = name.startswith("--no") or told == "never"
    left = [*before, *after[told != value :]]
    return f"{'NO' if off else 'FORCE'}_COLOR=1 {_shown(left)}"


def _meant_option(name: str, known: list[str]) -> str | None:
    """Return the option that does the same in this command, or has nearly the same name; "" if none is needed."""
    alike = (one for one in _OPTIONS.get(name, "-").split("|") if not one or one.split()[0] in known)
    meant = next(alike, None)
    return _nearest_option(name, known) if meant is None else meant


def of_options(unknown: Sequence[str], given: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Return that an option is unknown, and what to type."""
    command = parser.prog.split()[1:]
    option = next((one for one in unknown if one.startswith("-")), None)
    if option is None:
        return _write(f'"{unknown[0]}" is too much', [*command, "--help"])
    name, equals, value = option.partition("=")
    known = list(parser._option_string_actions)
    at = list(given).index(option)
    before, after = given[:at], list(given[at + 1 :])
    said = f'unknown option "{name}"'
    if re.fullmatch("--(no-)?colou?r", name):
        return f"{said}; write: {_of_color(name, value, before, after)}"
    meant = _meant_option(name, known)
    if meant is None:
        return _write(said, [*command, "--help"])
    # "--format json" instead of "--json", and the other way round
    if name == "--format" and not equals and meant == "--json":
        after = after[1:]
    put = [] if not meant else [meant + equals + value] if equals and " " not in meant else meant.split()
    return _write(said, [*before, *([meant] if meant == "--json" else put), *after])


def _is_like_a_file(name: str) -> bool:
    from extract.readers.formats import known_format

    return known_format(name) is not None and not re.match(r"[a-zA-Z][\w+.-]*:", name)


def _nearest_option(name: str, known: Iterable[str]) -> str | None:
    """Return the option whose name is like another's; dashes say nothing."""
    words = {one.lstrip("-"): one for one in known if one.startswith("--")}
    near = _nearest(name.lstrip("-").lower(), words)
    return None if near is None else words[near]


def _of_missing_arguments(names: str, given: list[str], command: list[str]) -> str:
    said = f"{names.replace('/', ' or ')} is missing"
    if command == ["table"] and given and re.search(r"\.(?:csv|parquet|jsonl)$", given[-1]):
        return _write(said, [*command, *given[:-1], "-o", given[-1]])
    more = _MISSING.get("".join(command), "--help")
    return _write(said, [*command, *given, *more.split()])


def of_error(message: str, given: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Return an error of argparse, and what to type."""
    command = parser.prog.split()[1:]
    if missing := re.fullmatch("the following arguments are required: (.*)", message):
        return _of_missing_arguments(missing[1], list(given[1:]), command)
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
    if one := re.search(r"argument (\S+): (expected one argument|invalid natural value|.* is below zero)", message):
        told = _with_value(one[1].split("/"), given, needed=one[2].startswith("exp"))
        what = f" needs a {'number' if 'natural' in one[2] else 'value'}"
        return _write(one[1].replace("/", " or ") + (f": {one[2]}" if "zero" in one[2] else what), told)
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
    option = choice[1].split("/")
    if option[-1] in _EXAMPLES and os.path.exists(choice[2]):
        return _write(f"{' or '.join(option)} needs a value", _with_value(option, given, needed=True))
    told = [re.sub(f"^((?:-[^=]*=)?){re.escape(choice[2])}$", rf"\1{choices[0]}", one) for one in given]
    return _write(f'{choice[1]} cannot be "{choice[2]}", but {", ".join(choices)}', told)


def _with_value(option: list[str], given: Sequence[str], *, needed: bool) -> list[str]:
    """Return the arguments with an example of an option's value; without ``needed`` a wrong one is there."""
    value = shlex.split(_EXAMPLES.get(option[-1], "--help"))
    at = next((number for number, one in enumerate(given) if one.partition("=")[0] in option), len(given) - 1)
    name, equals, _ = given[at].partition("=")
    if equals:
        return [*given[:at], f"{name}={value[0]}", *given[at + 1 :]]
    rest = given[at + 1 :]
    is_file = bool(rest) and os.path.exists(rest[0])
    told = [*given[: at + 1], *value, *(rest if needed or is_file else rest[1:])]
    return told if any(not one.startswith("-") for one in (*given[1:at], *rest)) else [*told, "."]


def of_missing(path: str) -> str:
    """Return what to type instead of the name of a file that is not there; an empty text if nothing is known."""
    if re.match(r"[a-zA-Z][\w+.-]*://", path):
        return f": it is an address; write: {_shown(['explain', path])}"
    if re.search(r"[*?]", path):
        return ": no file matches; to search this folder, name it: ."
    if re.fullmatch(r"IRI\d{3}", path):
        return f": a rule; write commas between rules, without spaces: --select IRI804,{path}"
    if re.search(r"[a-zA-Z]://\S", path):
        return f": it is a text; write: echo {shlex.quote(path)} | iri find"
    if path == "help":
        return ": write: iri --help"
    turned = path.replace("\\", "/")
    if turned != path and os.path.exists(turned):
        return f"; did you mean {shlex.quote(turned)}?"
    return "" if os.path.islink(path) else near_file(path) or "; to read this folder, name it: ."


def near_file(path: str) -> str:
    """Return what file was meant; an empty text if none is like it."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            # a link that leads nowhere has the name itself
            near = _nearest(name, [entry.name for entry in islice(entries, _NAMES) if entry.name != name])
    except OSError:
        return ""
    return f"; did you mean {shlex.quote(os.path.join(folder, near))}?" if near else ""


def of_unwritable(error: OSError) -> str:
    """Return why a result could not be written, and what to type if it is its folder that is missing."""
    if error.filename is None:
        return f"standard output: {error.strerror or error}"
    path = os.fsdecode(error.filename)
    said = f"{path}: {error.strerror or error}"
    folder = os.path.dirname(path)
    return f"{said}; write: mkdir {shlex.quote(folder)}" if folder and not os.path.exists(folder) else said


def of_nothing(given: Sequence[str]) -> str:
    """Return what to type if there is nothing to read."""
    return _write("nothing to read", [*given, "."])


def other_name(path: str) -> str:
    """Return that a file cannot be read and written, and what to type."""
    folder, name = os.path.split(path)
    return f"{path}: is to be read and to be written; write: -o {shlex.quote(os.path.join(folder, 'new-' + name))}"


def near_rule(name: str, names: Collection[str]) -> str | None:
    """Return the code or the name of a rule that is like a word; ``None`` if there is none."""
    if re.fullmatch(r"(?i)IRI\w{3}", name):
        code = name[:3].upper() + name[3:].upper().translate({ord("O"): "0", ord("I"): "1", ord("L"): "1"})
        return _nearest(code, names, 0.75)
    if re.fullmatch(r"\d{3}", name) and f"IRI{name}" in names:
        return f"IRI{name}"
    name = name.replace("_", "-")
    return _nearest(name.lower(), names, 0.75) if re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", name) else None


def _nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    # difflib takes quadratic time
    return next(iter(get_close_matches(name[:80], sorted(names), 1, cutoff)), None)


def _write(said: str, arguments: Sequence[str]) -> str:
    return f"{said}; write: {_shown(arguments)}"


def _shown(arguments: Sequence[str]) -> str:
    return shlex.join(["iri", *arguments])
