"""Decode bytes: byte order marks, declared charsets, UTF-8."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import NamedTuple

from extract.readers.formats import TEXT, Format
from extract.text.arguments import require, require_text
from extract.text.labels import WIDE, codec_name, codecs_of

# UTF-32 before UTF-16, because the mark of UTF-32-LE begins with the mark of UTF-16-LE.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoded(NamedTuple):
    """A decoded file. ``text`` is ``None`` if the bytes at ``start`` are invalid in the encoding."""

    text: str | None  # without the byte order mark; None: some bytes are invalid
    encoding: str  # name of the codec in Python
    mark: int = 0  # size of the byte order mark in bytes
    start: int = 0  # byte offset of the first invalid byte; 0 if all are valid
    end: int = 0  # byte offset of the end of the invalid bytes; 0 if all are valid
    declared: tuple[int, int, str] | None = None  # start and end of the charset's name in the text, and the name
    contradicted: bool = False  # the file is not in the charset that it declares


def decode(data: bytes, encoding: str | None = None, format: Format = TEXT) -> Decoded:
    """Decode a file by its byte order mark, the given encoding, the charset it declares, or as UTF-8.

    A file that declares another charset but is valid non-ASCII UTF-8 is decoded as UTF-8, since text in other charsets
    is hardly ever valid UTF-8. So is a file whose declaration cannot be in the charset that it names.

    Raises:
        LookupError: the given encoding is unknown
    """
    require(isinstance(data, bytes), "data", "the bytes of a file", data)
    require_text("encoding", encoding)
    require(isinstance(format, Format), "format", "one of FORMATS", format)
    if encoding is not None:
        codec_name(encoding)
    if format.charset.folds_bytes and not data.isascii():
        from extract.readers.calendar import whole_characters

        data = whole_characters(data)
    if format.own_charsets:
        return _decode(data, "latin-1")
    for mark, name in MARKS:
        if data.startswith(mark):
            return _declared(_decode(data, name, len(mark)), format)
    if encoding is not None:
        return _decode(data, encoding)
    for start, codec in _WIDE if format.charset.wide_starts else ():
        if start.match(data):
            return _declared(_decode(data, codec), format)
    match = _declaration(data, format)
    if match is None:
        return _iso_2022_jp(data) or _decode(data, "utf-8")
    return _as_declared(data, match, format)


# XML 1.0 appendix F.1: the first characters of a document, "<" and another ASCII character.
_WIDE = (
    (re.compile(rb"<\0\0\0[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0<\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"<\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0<\0[^\0]"), "utf-16-be"),
)


def _as_declared(data: bytes, match: re.Match[bytes], format: Format) -> Decoded:
    as_utf8 = _decode(data, "utf-8")
    named = [codec for codec in _codecs(match[1], format) if _has_ascii(codec)]
    if as_utf8.text is not None and not (data.isascii() and named):
        return _declared(as_utf8, format)
    # ASCII text is in the declared charset, and so must be its fixes.
    tried = [_decode(data, codec) for codec in named or ["utf-8"]]
    read = next((one for one in tried if one.text is not None), tried[0])
    return read if read.text is not None or as_utf8.text is None else _declared(as_utf8, format)


def _codecs(label: bytes, format: Format) -> Sequence[str]:
    """Return the codecs for the charset that a file declares, best first; an empty list if it is unknown."""
    name = label.decode("ascii")
    try:
        return (codecs_of(name) if format.charset.web_labels else None) or [codec_name(name)]
    except LookupError:
        return []


def _has_ascii(codec: str) -> bool:
    """Return whether an ASCII declaration is the same bytes in ``codec`` (XML 1.0 appendix F.1, HTML §13.2.3.2)."""
    return b"<?xml".decode(codec, "replace") == "<?xml"


def _decode(data: bytes, encoding: str, mark: int = 0) -> Decoded:
    try:
        return Decoded(data[mark:].decode(encoding), encoding, mark)
    except UnicodeDecodeError as error:
        return Decoded(None, encoding, mark, mark + error.start, mark + error.end)


# RFC 1468: a switch to JIS X 0208 (1978 or 1983), two-byte characters, and a switch back to ASCII or JIS X 0201.
_ISO_2022_JP = re.compile(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")


def _iso_2022_jp(data: bytes) -> Decoded | None:
    """Decode ISO-2022-JP without a declared charset; ``None`` if its escape sequences are missing or invalid."""
    if b"\x1b$" not in data or not data.isascii() or not _ISO_2022_JP.search(data):
        return None
    decoded = _decode(data, "iso2022_jp")
    return None if decoded.text is None else decoded


def _declaration(data: bytes, format: Format) -> re.Match[bytes] | None:
    return re.match(format.charset.pattern, data) if format.charset.pattern else None


def _declared(decoded: Decoded, format: Format) -> Decoded:
    """Add the declared charset, and whether the content contradicts it.

    ASCII text contradicts a charset that cannot contain the declaration, or in XML an unknown one (§4.3.3).
    """
    if decoded.text is None or not format.charset.pattern:
        return decoded
    data = decoded.text.encode("utf-8")
    match = _declaration(data, format)
    if match is None:
        return decoded
    name = match[1].decode("ascii")
    start = len(data[: match.start(1)].decode("utf-8"))
    named = [codecs.lookup(codec).name for codec in _codecs(match[1], format)]
    is_unknown = not named and format.charset.wide_starts
    cannot_be = _has_ascii(decoded.encoding) and not all(map(_has_ascii, named))
    used = codecs.lookup(decoded.encoding).name
    # "UTF-16" has either byte order. CHARSET is the placeholder in templates of catalogs.
    same = any(used.startswith(codec[:6]) if codec.startswith(WIDE) else used == codec for codec in named)
    same = same or (not named and name.upper() == "CHARSET")
    contradicted = not same and (is_unknown or cannot_be or not decoded.text.isascii())
    return decoded._replace(declared=(start, start + len(name), name), contradicted=contradicted)
