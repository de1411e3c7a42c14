"""Bytes to text: byte order marks, declared charsets, UTF-8."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

# UTF-32 before UTF-16: the mark of UTF-16-LE starts that of UTF-32-LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Where a format declares its charset, and how far from the start (HTML §13.2.3.2: 1024 octets; PEP 263: two lines).
_DECLARATIONS = {
    "html": re.compile(
        rb"""(?is)\A.{0,1024}?<(?:meta[^>]*?charset\s*=\s*["']?|\?xml[^>]*?encoding\s*=\s*["'])([\w.:-]+)"""
    ),
    "python": re.compile(rb"\A(?:[ \t\f]*#.*\r?\n|[ \t\f]*\r?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)"),
    "po": re.compile(rb"(?i)\A(?:.*\n){0,60}?.*\"Content-Type: *text/plain; *charset=([\w.:-]+)"),
}


class Decoded(NamedTuple):
    """A file's text; ``text`` is ``None`` where the octets at ``start`` are none of the encoding."""

    text: str | None
    encoding: str
    mark: int = 0  # octets of the byte order mark
    start: int = 0  # octets from the start of the file
    end: int = 0
    declared: tuple[int, int, str] | None = None  # place of the charset's name in the text, and the name
    contradicted: bool = False  # the file is not what it declares


def decode(data: bytes, encoding: str | None = None, markup: str = "text") -> Decoded:
    """Decode a file: by its byte order mark, the encoding given, what it declares, or as UTF-8.

    A file that declares a charset of single octets and is UTF-8 beyond ASCII is taken for UTF-8: by chance no text is.
    """
    if markup == "mail":  # its parts have charsets of their own
        return _decode(data, "latin-1")
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _declared(_decode(data, name, len(mark)), data, markup)
    if encoding is not None:
        return _decode(data, encoding)
    pattern = _DECLARATIONS.get(markup)
    match = pattern.match(data) if pattern is not None else None
    if match is None:
        return _decode(data, "utf-8")
    as_utf8 = _decode(data, "utf-8")
    if as_utf8.text is not None:
        return _declared(as_utf8, data, markup)
    declared = match[1].decode("ascii")
    try:
        return _decode(data, codecs.lookup(declared).name)
    except LookupError:
        return as_utf8


def _decode(data: bytes, encoding: str, mark: int = 0) -> Decoded:
    try:
        return Decoded(data[mark:].decode(encoding), encoding, mark)
    except UnicodeDecodeError as error:
        return Decoded(None, encoding, mark, mark + error.start, mark + error.end)


def _declared(decoded: Decoded, data: bytes, markup: str) -> Decoded:
    """Compare with what the file declares; an ASCII file is in any charset that has ASCII in it."""
    pattern = _DECLARATIONS.get(markup)
    if decoded.text is None or pattern is None:
        return decoded
    match = pattern.match(decoded.text.encode("utf-8"))
    if match is None:
        return decoded
    name = match[1].decode("ascii")
    start = len(decoded.text.encode("utf-8")[: match.start(1)].decode("utf-8"))
    try:
        same = codecs.lookup(name).name == codecs.lookup(decoded.encoding).name
    except LookupError:
        same = name.upper() == "CHARSET"  # the template of a catalogue
    contradicted = not same and not decoded.text.isascii()
    return decoded._replace(declared=(start, start + len(name), name), contradicted=contradicted)
