"""What the command says on standard error, and how far it has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from extract.text.terminal import in_line

Item = TypeVar("Item")


def say(message: str) -> None:
    """Print one line that names the command, and moves no cursor."""
    print(f"iri: {in_line(message)}", file=sys.stderr)


def in_shell(argument: str) -> str:
    """Return an argument as a shell reads it."""
    import shlex

    return shlex.quote(argument)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the end of an error: a name that is like another one, and begins with the same; "" if there is none."""
    from difflib import get_close_matches

    alike = [one for one in names if one[:1].lower() == name[:1].lower()]
    near = get_close_matches(name[:_LONGEST], alike, 1, _LIKENESS)
    return f"; did you mean {near[0]}?" if near else ""


_LIKENESS = 0.72  # of a transposed letter in a word of four, and more
_LONGEST = 60  # characters: difflib takes quadratic time
_MOST_COMPARED = 1000  # names in a directory


def _instead_of(path: str) -> str:
    """Return the end of an error of a file that is not there."""
    if "://" in path:
        return "; run: iri find -" if " " in path else f"; run: iri explain {in_shell(path)}"
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            # a link that leads nowhere has the name itself
            names = [entry.name for entry in islice(entries, _MOST_COMPARED) if entry.name != name]
    except OSError:
        names = []
    return did_you_mean(name, names) or "; check its name"


class WrongUseError(ValueError):
    """The command cannot do what it was told; the message says why, and what to do."""


class UnreadableError(ValueError):
    """A file is not what its reader needs."""


def reason(error: Exception) -> str:
    """Return why a file could not be read: what the system says, or the error itself."""
    if isinstance(error, UnreadableError):
        return str(error)
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"{error.strerror}{_instead_of(os.fsdecode(error.filename))}"
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    return f"could not be read: {error!r}"


class Unread:
    """Says what cannot be read, and remembers it; the other files are read."""

    def __init__(self) -> None:
        self.any = False

    def __call__(self, error: OSError) -> None:
        """Say what cannot be read."""
        self.say(os.fsdecode(error.filename or "-"), error)

    def say(self, name: str, error: Exception | str) -> None:
        """Say why a file cannot be read."""
        self.any = True
        say(f"{name}: {error if isinstance(error, str) else reason(error)}")

    def end(self, message: str) -> None:
        """Say what prevents several files from being read."""
        self.any = True
        say(message)

    def guard(self, name: str, items: Iterable[Item]) -> Iterator[Item]:
        """Yield what is made from a file; an error ends it, and is said, but not one of the caller."""
        try:
            yield from items
        except Exception as error:
            self.say(name, error)


@contextmanager
def progress(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show on standard error, if it is a terminal, what share of a total is done; yield what adds to it.

    Nothing is shown of a total of 0.
    """
    if not total or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None
        return
    done, shown = 0, -1

    def advance(more: int) -> None:
        nonlocal done, shown
        done += more
        share = min(100 * done // total, 100)
        if share != shown:
            shown = share
            # The cursor goes back to the first column: what is said meanwhile overwrites the line.
            print(f"\r{doing} {share:3} %", end="\r", file=sys.stderr, flush=True)

    try:
        advance(0)
        yield advance
    finally:
        print(" " * (len(doing) + 6), end="\r", file=sys.stderr, flush=True)
