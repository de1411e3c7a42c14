"""Mailboxes in one file (RFC 4155, mboxo, mboxrd). Each message is parsed as mail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from extract.readers import mail
from extract.readers.paragraph import within
from extract.readers.passage import Passage, Shift
from extract.text.regexes import re

# "From ", a sender, a date and a time. Some programs write "From -", or only the sender. Without a header after it, the
# line is a sentence.
_LINE = r"From (?:(?:-|[^\s@]++@[^\s@]++)[ \t\r]*|[^\n]{0,300}?[0-9]:[0-9]{2}[^\n]{0,40}?[0-9]{4}[^\n]*+)"
SEPARATOR = re.compile(rf"\n{_LINE}\n(?=>?From |[!-9;-~]++[ \t]*+:)".encode("ascii"))


def read(source: str) -> Iterator[Passage]:
    """Yield the passages that may have links. The source is the file's bytes decoded as ISO 8859-1."""
    for start, message in _messages(source):
        yield from within(Shift(start), mail.read(message))


def notes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and description of content that was skipped, or decoded in another way than declared."""
    for start, message in _messages(source):
        yield from ((start + offset, text) for offset, text in mail.notes(message))


def _messages(source: str) -> Iterator[tuple[int, str]]:
    data = source.encode("latin-1", "replace")
    starts = [0, *(match.start() + 1 for match in SEPARATOR.finditer(data)), len(data)]
    return ((start, source[start:end]) for start, end in pairwise(starts))
