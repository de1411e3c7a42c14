"""How far a command has come, on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(doing: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show on standard error, if it is a terminal, what share of a total is done; yield what adds to it."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None
        return
    done, shown = 0, -1

    def advance(more: int) -> None:
        nonlocal done, shown
        done += more
        share = min(100 * done // max(total, 1), 100)
        if share != shown:
            shown = share
            # The cursor goes back to the first column: what is said meanwhile overwrites the line.
            print(f"\r{doing} {share:3} %", end="\r", file=sys.stderr, flush=True)

    try:
        advance(0)
        yield advance
    finally:
        print(" " * (len(doing) + 6), end="\r", file=sys.stderr, flush=True)
