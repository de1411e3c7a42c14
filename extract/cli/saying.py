"""Messages on standard error, errors with suggestions, and a progress display."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from extract.text.terminal import in_line

Item = TypeVar("Item")


def say(message: str) -> None:
    """Print a message on one line, after "iri: ". Control characters are escaped."""
    print(f"iri: {in_line(message)}", file=sys.stderr)


def say_first(messages: Collection[str], rest: str) -> None:
    """Print the first ten messages, and how many are left. ``rest`` says of what."""
    for message in [*messages][:_MOST_SAID]:
        say(message)
    if len(messages) > _MOST_SAID:
        say(rest.format(len(messages) - _MOST_SAID))


_MOST_SAID = 10


def in_shell(argument: str) -> str:
    """Quote an argument for a shell."""
    import shlex

    return shlex.quote(argument)


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return a suggestion of a similar name with the same first letter, to append to an error; "" if there is none."""
    from difflib import get_close_matches

    alike = [one for one in names if one[:1].lower() == name[:1].lower()]
    near = get_close_matches(name[:_LONGEST], alike, 1, _LIKENESS)
    return f"; did you mean {near[0]}?" if near else ""


_LIKENESS = 0.72  # ratio of two transposed letters in a word of four, and better ones
_LONGEST = 60  # characters, because difflib takes quadratic time
_MOST_COMPARED = 1000  # names in a directory


def _instead_of(path: str) -> str:
    """Return a suggestion for a missing path, to append to an error."""
    if "://" in path:
        advice = 'give text on standard input, and name "-"' if " " in path else f"run: iri explain {in_shell(path)}"
        return f"; {advice}"
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            # a dangling symbolic link has this name
            names = [entry.name for entry in islice(entries, _MOST_COMPARED) if entry.name != name]
    except OSError:
        return "; check its folder"
    return did_you_mean(name, names) or "; check its name"


class WrongUseError(ValueError):
    """The command cannot run as requested. The message gives the reason and an action."""


class UnreadableError(ValueError):
    """The content of a file is not in the expected format or encoding."""


def reason(error: Exception) -> str:
    """Return the reason why a file could not be read, from the system or the error."""
    if isinstance(error, UnreadableError):
        return str(error)
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"{error.strerror}{_instead_of(os.fsdecode(error.filename))}"
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    return f"could not be read: {error!r}"


class Unread:
    """Print errors of files that cannot be read, and remember that there were any."""

    def __init__(self) -> None:
        self.any = False

    def __call__(self, error: OSError) -> None:
        """Print an error, with the name of its file."""
        self.say(os.fsdecode(error.filename or "-"), error)

    def say(self, name: str, error: Exception | str) -> None:
        """Print why a file cannot be read."""
        self.any = True
        say(f"{name}: {error if isinstance(error, str) else reason(error)}")

    def end(self, message: str) -> None:
        """Print an error that concerns several files."""
        self.any = True
        say(message)

    def guard(self, name: str, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items. If their iterator fails, print the error and stop, but do not catch errors of the caller."""
        try:
            yield from items
        except Exception as error:
            self.say(name, error)


@contextmanager
def progress(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show the progress in percent on standard error if it is a terminal; yield a function that adds to the progress.

    If the total is 0, nothing is shown.
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
            # The cursor returns to the first column, so that other messages overwrite this line.
            print(f"\r{doing} {share:3} %", end="\r", file=sys.stderr, flush=True)

    try:
        advance(0)
        yield advance
    finally:
        print(" " * (len(doing) + 6), end="\r", file=sys.stderr, flush=True)
