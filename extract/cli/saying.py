"""What the command says on standard error: a line each."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from extract.text.terminal import in_line

Item = TypeVar("Item")


def say(message: str) -> None:
    """Print a line that names the command; whatever is in it, it is one line and moves no cursor."""
    print(f"iri: {in_line(message)}", file=sys.stderr)


class UnreadableError(ValueError):
    """A file is not what its reader needs; the message says why."""


def reason(error: Exception) -> str:
    """Return why a file could not be read: what the system says, or the error itself where its content is too much."""
    if isinstance(error, UnreadableError):
        return str(error)
    if isinstance(error, FileNotFoundError) and isinstance(error.filename, str):
        from extract.cli.advice import of_missing

        return (error.strerror or "") + of_missing(error.filename)
    if isinstance(error, OSError):
        return error.strerror or str(error) or type(error).__name__
    return f"could not be read: {error!r}"


class Unread:
    """Says what cannot be read, and remembers that something could not; the other files are still read."""

    def __init__(self) -> None:
        self.any = False

    def __call__(self, error: OSError) -> None:
        """Say which file or directory cannot be read."""
        self.say(os.fsdecode(error.filename or "-"), error)

    def say(self, name: str, error: Exception | str) -> None:
        """Say why a file cannot be read."""
        self.any = True
        say(f"{name}: {error if isinstance(error, str) else reason(error)}")

    def guard(self, name: str, items: Iterable[Item]) -> Iterator[Item]:
        """Yield what is made from a file; an error ends it, and is said. Errors of the caller are not caught."""
        try:
            yield from items
        except Exception as error:
            self.say(name, error)
