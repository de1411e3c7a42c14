"""Bytes to text: byte order marks, declared charsets, UTF-8."""

from __future__ import annotations

import codecs
from typing import NamedTuple

# UTF-32 before UTF-16: the mark of UTF-16-LE starts that of UTF-32-LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoded(NamedTuple):
    """A file's text; ``text`` is ``None`` where the bytes at ``start`` are none of the encoding."""

    text: str | None
    encoding: str
    mark: int = 0  # octets of the byte order mark
    start: int = 0  # octets from the start of the file
    end: int = 0


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a file: by its byte order mark, else by the encoding given, else as UTF-8."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _decode(data, name, len(mark))
    return _decode(data, encoding or "utf-8", 0)


def _decode(data: bytes, encoding: str, mark: int) -> Decoded:
    try:
        return Decoded(data[mark:].decode(encoding), encoding, mark)
    except UnicodeDecodeError as error:
        return Decoded(None, encoding, mark, mark + error.start, mark + error.end)
