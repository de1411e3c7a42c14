"""Options and functions that several commands share."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from extract.cli.files import STDIN, File, Passed, walk
from extract.cli.patterns import usual
from extract.cli.saying import Unread, WrongUseError, say
from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.readers.formats import Format
from extract.readers.passage import Passage, bare_links
from extract.text.labels import codec_name


def natural(text: str) -> int:
    """Parse a number that is not negative; ArgumentTypeError for anything else."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f'"{text}" is not a number from 0 on')
    return int(text)


def known_encoding(name: str) -> str:
    """Return the name of a text encoding; ArgumentTypeError if Python does not know it."""
    try:
        codec_name(name)
    except LookupError as error:
        raise argparse.ArgumentTypeError(f"{error}; check its name") from error
    return name


class _Bare(argparse.Action):
    def __call__(self, parser: object, options: argparse.Namespace, values: object, name: object = None) -> None:
        options.bare_domains = options.email = True


# Options that several commands share.
_SHARED: dict[str, Any] = {
    "FILE...": ('files or directories; "-" is standard input (the default)', {"dest": "paths"}),
    "--exclude NAME...": ("skip these files or directories too", {"default": []}),
    "--encoding NAME": ("encoding of files that do not declare one (default: utf-8)", {"type": known_encoding}),
    "--stdin-filename NAME": "file name to assume for standard input; it decides the format",
    "--bare-domains": "domain names without a scheme too",
    "--email": "e-mail addresses too",
    "--bare": ("the same as --bare-domains --email", {"action": _Bare, "nargs": 0}),
    "-o --output FILE": ('file to write instead of standard output ("-")', {"dest": "result"}),
    "-j --jobs N": ("number of processes (0: one per processor)", {"type": natural}),
}


def shared(*names: str) -> dict[str, Any]:
    """Return the shared options with some names."""
    return {words: how for words, how in _SHARED.items() if words.split()[0] in names}


BARE = shared("--bare-domains", "--email", "--bare")
TEXTS_READ = shared("FILE...", "--exclude", "--encoding", "--stdin-filename") | BARE
TEXTS = TEXTS_READ | shared("-o")


def add(parser: argparse._ActionsContainer, options: Mapping[str, Any]) -> None:
    """Add options to a parser: ``{"-o --output FILE": help}``, or ``(help, more arguments of add_argument)``.

    An option without a value is a flag. One that ends with "..." may be repeated. ``{title: options}`` is a group.
    """
    for words, how in options.items():
        if isinstance(how, dict):
            add(parser.add_argument_group(words), how)
            continue
        text, more = (how, {}) if isinstance(how, str) else how
        flags = [word for word in words.split() if word.startswith("-")]
        value = words.split()[len(flags) :]
        settings: dict[str, Any] = {"metavar": value[0].removesuffix("...")} if value else {"action": "store_true"}
        if words.endswith("..."):
            settings |= {"action": "append"} if flags else {"nargs": "*"}
        parser.add_argument(*flags, **(settings | {"help": text} | more))


def finder_of(options: Any) -> Finder | None:
    """Return a finder of bare domains and email addresses, if the options ask for one."""
    if options.bare_domains or options.email:
        return Finder(bare_domains=options.bare_domains, email=options.email)
    return None


def links_of(source: str, format: Format, finder: Finder | None = None) -> list[tuple[int, int, Link]]:
    """Return the links of a text in order, each after its start and end; bare domains if there is a finder."""
    from extract.readers.html import parse

    passages = list(format.read(source, bare=finder is not None))
    base = format.base(source)
    if base is not None:  # With <base>, relative links count too.
        passages = [passage for passage in passages if not passage.attribute]
        passages += [one for one in parse(source, whole=True).passages if one.target and one.attribute]
    found = [(*passage.span(link.start, link.end), link) for passage in passages for link in _links(passage, base)]
    if finder:
        spans = [(start, end) for start, end, _ in found]
        found += [(*one.span(link.start, link.end), link) for one, link in bare_links(passages, finder, spans)]
    return sorted(found)


def _links(passage: Passage, base: str | None) -> list[Link]:
    """Return the links of a passage. For an HTML attribute, return the link that a browser follows."""
    if base and passage.target and passage.attribute not in (None, "base"):  # HTML §4.2.3: not relative to itself
        return passage.followed(base)
    written = passage.links()
    return (passage.followed() or written) if written and passage.target and passage.attribute else written


def print_texts(
    texts: Callable[[File, argparse.Namespace], Iterator[str]], options: argparse.Namespace, *, counted: bool = False
) -> int:
    """Print the texts for each file; return 2 if a file cannot be read. ``counted``: report the number of files."""
    unread, passed = Unread(), Passed()
    number = 0
    paths, stdin_name = options.paths or [STDIN], options.stdin_filename
    for file in walk(paths, usual(options.exclude), unread, passed, stdin_name=stdin_name):
        number += 1
        for text in unread.guard(file.name, texts(file, options)):
            sys.stdout.write(text)
    if counted and (not number or passed.unknown or passed.usual):
        from extract.reports.text import count

        say(f"{count(number, 'file') if number else 'no files'} to read{passed}")
    return 2 if unread.any else 0


def result_in(path: str, run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command and write its output to a file. After an error, the file is unchanged."""
    from extract.files.writing import write_file

    real = os.path.realpath(path)
    if any(os.path.realpath(one) == real for one in getattr(options, "paths", ()) if one != STDIN):
        raise WrongUseError(f"{path}: is to be read and to be written; write to another file")
    printed, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="")
    try:
        status = run(options)
        sys.stdout.flush()
        data = sys.stdout.buffer.getvalue()
    finally:
        sys.stdout = printed
    write_file(path, data)
    return status
