"""A mailbox in one file (RFC 4155, mboxo, mboxrd): its messages, each read as mail is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from extract.readers import mail
from extract.readers.passage import Passage, Shift
from extract.text.regexes import re

# "From ", a sender, a date and a time; some programs write "From -", or only the sender. If no header follows, it is a
# sentence.
_LINE = r"From (?:(?:-|[^\s@]++@[^\s@]++)[ \t\r]*|[^\n]{0,300}?[0-9]:[0-9]{2}[^\n]{0,40}?[0-9]{4}[^\n]*+)"
SEPARATOR = re.compile(rf"\n{_LINE}\n(?=>?From |[!-9;-~]++[ \t]*+:)".encode("ascii"))


def read(source: str) -> Iterator[Passage]:
    """Yield the segments that may have links. The source is the file's bytes read as ISO 8859-1."""
    for start, message in _messages(source):
        for passage in mail.read(message):
            yield passage.inside(Shift(start))


def notes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the description of what was not read, or not read as declared."""
    for start, message in _messages(source):
        yield from ((start + offset, text) for offset, text in mail.notes(message))


def _messages(source: str) -> Iterator[tuple[int, str]]:
    data = source.encode("latin-1", "replace")
    starts = [0, *(match.start() + 1 for match in SEPARATOR.finditer(data)), len(data)]
    return ((start, source[start:end]) for start, end in pairwise(starts))
