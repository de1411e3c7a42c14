"""Find the links of files and of many texts, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

from extract.detect.around import REACH
from extract.detect.link import Link
from extract.text.regexes import re

_DOT = re.compile(r"[.\u3002\uFF0E\uFF61]")  # between labels: UTS #46 §4
_CHUNK = 1 << 18
_BATCH = 128  # short texts to scan together
# Links with fewer characters than this are found whole.
_LONGEST = 1 << 22


class Readable(Protocol):
    """A file opened as text."""

    def read(self, size: int, /) -> str:
        """Return at most ``size`` characters."""
        ...


def read_links(file: Readable, find: Callable[[str], Iterable[Link]]) -> Iterator[Link]:
    """Read ``file`` in pieces that end with whitespace, and yield their links, with offsets in the file.

    If a piece does not end with its line, ``find`` also gets the text around it (see `around`).
    """
    offset = length = 0
    before = ""  # the end of the last piece
    pending: list[str] = []  # chunks without a place to split; pipes return small chunks
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
    """Return the end of the last whitespace before ``stop``, or 0."""
    return 1 + max(text.rfind(blank, 0, stop) for blank in " \t\n\u3000")


def settled(text: str, reach: int, in_line: bool) -> int:
    """Return the offset up to which links do not change if text is added. Names depend on ``reach`` characters.

    If ``in_line`` is false, links may contain whitespace, but end with their line. Adjoining words of the last link in
    a line (`words`) depend on whether text follows.
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
    """Yield the links that start in ``piece``, with offsets in the file."""
    shift = offset - len(before)
    for start, end, written, kind, iri in find(before + piece + after):
        if 0 <= start + shift - offset < len(piece):
            yield Link(start + shift, end + shift, written, kind, iri)


def find_each(texts: Iterable[str], find: Callable[[str], Iterable[Link]]) -> Iterator[list[Link]]:
    """Join short texts, and yield a list of the links for each, with offsets in that text.

    A line feed has the same effect on links as the end of a text.
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
