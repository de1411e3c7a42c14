"""A file to links, in bounded memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Protocol

from extract.detect.scanner import Link, find_links

_CHUNK = 1 << 18
# A link is found whole if it has fewer characters than this.
_LONGEST = 1 << 22


class Readable(Protocol):
    """What `find_links_in` reads from: a file opened as text."""

    def read(self, size: int, /) -> str:
        """Return at most ``size`` characters, "" at the end."""
        ...


def find_links_in(
    file: Readable,
    *,
    schemes: Iterable[str] | None = None,
    schemeless: bool = False,
    email: bool = False,
    profile: str | Collection[str] = "prose",
    broken: bool = False,
) -> Iterator[Link]:
    """Find the links of a file opened as text: those of `find_links` on all of its text, with the same options.

    Offsets are code points from where the reading began. Memory is bounded: text is read in pieces that end with white
    space, where no link goes on; a text of four million characters without any is cut there.
    """
    if not hasattr(file, "read"):
        raise TypeError(f"find_links_in() reads from a file that is open as text, not from {type(file).__name__}")
    names = None if schemes is None or isinstance(schemes, str) else frozenset(schemes)
    options: dict[str, Any] = {
        "schemes": names,
        "schemeless": schemeless,
        "email": email,
        "profile": profile,
        "broken": broken,
    }
    find_links("", **options)  # wrong use is told at once
    return _read(file, options)


def _read(file: Readable, options: dict[str, Any]) -> Iterator[Link]:
    offset = 0
    pending = ""
    while chunk := file.read(_CHUNK):
        if not isinstance(chunk, str):
            raise TypeError("find_links_in() reads from a file that is open as text: open it with an encoding")
        pending += chunk
        end = 1 + max(map(pending.rfind, " \n\t\u3000"))
        if not end and len(pending) >= _LONGEST:
            end = len(pending)
        if end:
            yield from _shifted(pending[:end], offset, options)
            offset += end
            pending = pending[end:]
    yield from _shifted(pending, offset, options)


def _shifted(text: str, offset: int, options: dict[str, Any]) -> Iterator[Link]:
    for start, end, written, kind, iri in find_links(text, **options):
        yield Link(start + offset, end + offset, written, kind, iri)
