"""Links of files and many texts, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

from extract.detect.around import REACH
from extract.detect.link import Link
from extract.text.regexes import re

_DOT = re.compile(r"[.\u3002\uFF0E\uFF61]")  # between labels: UTS #46 §4
_CHUNK = 1 << 18
_BATCH = 128  # short texts that are scanned at once
# A link is found whole if it has fewer characters than this.
_LONGEST = 1 << 22


class Readable(Protocol):
    """A file opened as text."""

    def read(self, size: int, /) -> str:
        """Return at most ``size`` characters."""
        ...


def read_links(file: Readable, find: Callable[[str], Iterable[Link]]) -> Iterator[Link]:
    """Read a file in pieces that end with white space, and yield what ``find`` finds, with offsets in all.

    If a piece does not end with its line, what stands around it is given to ``find`` too (see `around`).
    """
    offset = length = 0
    before = ""  # the end of the last piece
    pending: list[str] = []  # what was read without a place to cut; a pipe gives little at a time
    enough = _CHUNK
    while chunk := file.read(_CHUNK):
        if not isinstance(chunk, str):
            raise TypeError("file must be opened as text: open it with an encoding")
        pending.append(chunk)
        length += len(chunk)
        if length < enough and "\n" not in chunk:
            continue
        text = "".join(pending)
        end = text.rfind("\n") + 1 or last_blank(text, max(length - REACH, 0))
        context = (before + text[max(end - REACH, 0) : end])[-REACH:] if text[end - 1] != "\n" else ""
        if not end and length >= _LONGEST:
            end, context = length, ""
        if end:
            yield from _in_piece(before, text[:end], text[end : end + REACH], find, offset)
            before, offset = context, offset + end
            text, length = text[end:], length - end
        pending, enough = [text], max(_CHUNK, min(2 * length, _LONGEST))
    yield from _in_piece(before, "".join(pending), "", find, offset)


def last_blank(text: str, stop: int) -> int:
    """Return where the last white space before ``stop`` ends, or 0."""
    return 1 + max(text.rfind(blank, 0, stop) for blank in " \t\n\u3000")


def settled(text: str, reach: int, in_line: bool) -> int:
    """Return up to where links stay as they are, whatever follows: words with a dot depend on ``reach`` characters.

    Links that may contain white space (``in_line`` is false) end with their line. Words glued to the last link of a
    line (`words`) depend on whether anything follows.
    """
    line = text.rfind("\n") + 1
    if not in_line:
        return line
    end = last_blank(text, len(text))
    if reach:
        waiting = max(last_blank(text, max(len(text) - reach, 0)), line)
        dot = _DOT.search(text, waiting, end)
        end = max(last_blank(text, dot.start()), waiting) if dot else end
    if not text[end:].strip(" \t\r"):
        word = len(text[:end].rstrip())
        start = last_blank(text, word)
        end = end if text[start:word].isascii() else start
    return max(line, end)


def _in_piece(
    before: str, piece: str, after: str, find: Callable[[str], Iterable[Link]], offset: int
) -> Iterator[Link]:
    """Yield the links of a piece."""
    shift = offset - len(before)
    for start, end, written, kind, iri in find(before + piece + after):
        if 0 <= start + shift - offset < len(piece):
            yield Link(start + shift, end + shift, written, kind, iri)


def find_each(texts: Iterable[str], find: Callable[[str], Iterable[Link]]) -> Iterator[list[Link]]:
    """Join short texts, and yield the links in each, with offsets in its own text.

    A line feed ends every link, and acts on its neighbors no more than an end of a text does.
    """
    left = iter(texts)
    while batch := list(islice(left, _BATCH)):
        for text in batch:
            if not isinstance(text, str):
                raise TypeError(f"each of texts must be a str, not {type(text).__name__}")
        links = iter(find("\n".join(batch)))
        link = next(links, None)
        offset = 0
        for text in batch:
            stop = offset + len(text)
            found: list[Link] = []
            while link is not None and link.start < stop:
                start, end, written, kind, iri = link
                found.append(Link(start - offset, end - offset, written, kind, iri))
                link = next(links, None)
            yield found
            offset = stop + 1
