"""Find the links in the messages of a mailbox, mbox or Maildir, one message at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from extract.files.reading import open_file, read_file
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.readers.formats import is_maildir
from extract.readers.mbox import SEPARATOR
from extract.readers.mime import head_of
from extract.text.arguments import require
from extract.text.regexes import re

_FROM = b"From "
_QUOTED = re.compile(rb"(?m)^>(?=>*+From )")


@dataclass(frozen=True, slots=True)
class MailboxLink:
    """A link in a message of a mailbox. Its positions are in the message."""

    index: int  # of the message, from 0
    key: str  # Maildir: its file name without flags; mbox: the byte offset of its "From "
    message_id: str | None  # without its angle brackets; None: the message has none
    link: MailLink  # with its position in the message


class StoredMessage(NamedTuple):
    """A message of a mailbox."""

    key: str
    data: bytes
    start: int = 0  # offset of its first byte in its file
    line: int = 1  # number of its first line


def links_in_mailbox(path: str | os.PathLike[str] | BinaryIO, **options: Any) -> Iterator[MailboxLink]:
    """Find the links of an mbox or a Maildir, with `links_in_message` for each message.

    Memory is bounded by the largest message. ``options`` are passed to `links_in_message`. Messages of a Maildir are
    sorted by file name, with ``cur`` first. In an mbox, a quoted ``>From`` is read as ``From`` (mboxo, mboxrd). A file
    that is not an mbox is treated as one message. An open binary file is read from its current position, and stays
    open.

    Raises TypeError if ``path`` is a text file, OSError if the mailbox or a message cannot be read, unless the message
    was moved, and the errors of `links_in_message`.
    """
    links_in_message(b"", **options)  # raises for wrong options before the iteration
    is_binary = hasattr(path, "read") and isinstance(path.read(0), bytes)
    is_usable = is_binary or isinstance(path, (str, os.PathLike))
    require(is_usable, "path", "a str, a path or an open binary file", path)
    return _links(messages(path), options)


def _links(stored: Iterator[StoredMessage], options: dict[str, Any]) -> Iterator[MailboxLink]:
    for index, message in enumerate(stored):
        message_id = head_of(message.data).value("message-id").strip("<> ") or None
        for link in links_in_message(message.data, **options):
            yield MailboxLink(index, message.key, message_id, link)


def messages(path: str | os.PathLike[str] | BinaryIO, *, as_stored: bool = False) -> Iterator[StoredMessage]:
    """Yield the messages of an mbox, a Maildir, or a file with one message. The file may be open."""
    if not isinstance(path, (str, os.PathLike)) or not os.path.isdir(path):
        return _of_file(path, as_stored)
    if not is_maildir(path):
        raise NotADirectoryError(20, "neither an mbox nor a Maildir", os.fspath(path))
    return _of_maildir(Path(path))


def _of_maildir(path: Path) -> Iterator[StoredMessage]:
    for directory in (path / "cur", path / "new"):
        for name in sorted(os.listdir(directory)):
            if not name.startswith("."):
                try:
                    yield StoredMessage(name.partition(":")[0], read_file(directory / name))
                except FileNotFoundError:
                    continue  # a mail program moved it, or set a flag


def _of_file(path: str | os.PathLike[str] | BinaryIO, as_stored: bool) -> Iterator[StoredMessage]:
    """Yield the messages of a file, from its current position if it is open. It need not be seekable."""
    with open_file(path) if isinstance(path, (str, os.PathLike)) else nullcontext(path) as file:
        first = b""
        while len(first) < len(_FROM) and (more := file.read(len(_FROM) - len(first))):
            first += more
        if first == _FROM:
            yield from split_mbox(file, first, as_stored=as_stored)
        else:
            yield StoredMessage("0", first + file.read())


def split_mbox(file: BinaryIO, first: bytes = b"", *, as_stored: bool = False) -> Iterator[StoredMessage]:
    """Yield the messages of an mbox without their "From " lines. ``key`` is the byte offset of that line.

    ``first`` are bytes that were already read. With ``as_stored``, messages keep the ">" of quoted "From " lines.
    """
    separator = first + file.readline()
    # Of the open message: the offset of its "From " and of its first byte, and the number of its first line.
    key, start, number = 0, len(separator), 1 + separator.count(b"\n")
    offset, count = start, 1  # bytes and lines read
    message = bytearray()
    waiting = b""  # a line that separates messages if a header follows it

    def stored() -> StoredMessage:
        # The mbox adds an empty line after each message.
        empty = b"\r\n" if message.endswith(b"\n\r\n") else b"\n" * message.endswith(b"\n\n")
        content = bytes(message.removesuffix(empty))
        is_quoted = not as_stored and b"\n>" in content
        return StoredMessage(str(key), _QUOTED.sub(b"", content) if is_quoted else content, start, number)

    while line := file.readline():
        if waiting and SEPARATOR.match(b"\n" + waiting + line):
            yield stored()
            key, start, number = offset - len(waiting), offset, count + 1
            message.clear()
        else:
            message += waiting
        waiting = line if line.startswith(_FROM) else b""
        if not waiting:
            message += line
        offset += len(line)
        count += 1
    message += waiting
    yield stored()
