"""The codec of a file: byte order marks, declared charsets, UTF-8."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from extract.readers.formats import Format
from extract.text.labels import WIDE, codec_name, codecs_of

# UTF-32 before UTF-16, because the mark of UTF-32-LE begins with the mark of UTF-16-LE.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def codec_of(data: bytes, encoding: str | None, format: Format) -> tuple[str, int]:
    """Return the codec of a file, and the size of its byte order mark in bytes.

    The codec is that of the mark, else the given encoding, else that of the declared charset, else UTF-8. A file that
    declares another charset but is valid non-ASCII UTF-8 is in UTF-8, since text in other charsets is hardly ever
    valid UTF-8. So is a file whose declaration cannot be in the charset that it names.

    Raises:
        LookupError: the given encoding is unknown
    """
    if encoding is not None:
        codec_name(encoding)
    if format.own_charsets:
        return "latin-1", 0
    for mark, name in MARKS:
        if data.startswith(mark):
            return name, len(mark)
    if encoding is not None:
        return encoding, 0
    for start, codec in _WIDE if format.charset.wide_starts else ():
        if start.match(data):
            return codec, 0
    match = _declaration(data, format)
    if match is None:
        return ("iso2022_jp" if _is_iso_2022_jp(data) else "utf-8"), 0
    return _as_declared(data, _codecs(match[1], format)), 0


# XML 1.0 appendix F.1: the first characters of a document, "<" and another ASCII character.
_WIDE = (
    (re.compile(rb"<\0\0\0[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0<\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"<\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0<\0[^\0]"), "utf-16-be"),
)


def _as_declared(data: bytes, declared: Sequence[str]) -> str:
    """Return the codec of a file that declares a charset."""
    named = [codec for codec in declared if _has_ascii(codec)]
    is_utf_8 = _is_valid(data, "utf-8")
    # ASCII text is in the declared charset, and so must be its fixes.
    if not named or (is_utf_8 and not data.isascii()):
        return "utf-8"
    valid = next((codec for codec in named if _is_valid(data, codec)), None)
    return valid or ("utf-8" if is_utf_8 else named[0])


def _is_valid(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


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


# RFC 1468: a switch to JIS X 0208 (1978 or 1983), two-byte characters, and a switch back to ASCII or JIS X 0201.
_ISO_2022_JP = re.compile(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")


def _is_iso_2022_jp(data: bytes) -> bool:
    """Return whether undeclared bytes are ISO-2022-JP, with valid escape sequences."""
    return data.isascii() and _ISO_2022_JP.search(data) is not None and _is_valid(data, "iso2022_jp")


def _declaration(data: bytes, format: Format) -> re.Match[bytes] | None:
    return re.match(format.charset.pattern, data) if format.charset.pattern else None


def contradicted(text: str, codec: str, format: Format) -> tuple[int, int, str] | None:
    """Return the place and name of a declared charset that the text, decoded by ``codec``, contradicts; else ``None``.

    ASCII text contradicts a charset that cannot contain the declaration, or in XML an unknown one (§4.3.3).
    """
    data = text.encode("utf-8", "surrogatepass") if format.charset.pattern else b""
    match = _declaration(data, format)
    if match is None:
        return None
    name = match[1].decode("ascii")
    start = len(data[: match.start(1)].decode("utf-8", "surrogatepass"))
    named = [codecs.lookup(one).name for one in _codecs(match[1], format)]
    is_unknown = not named and format.charset.wide_starts
    cannot_be = _has_ascii(codec) and not all(map(_has_ascii, named))
    used = codecs.lookup(codec).name
    # "UTF-16" has either byte order. CHARSET is the placeholder in templates of catalogs.
    same = any(used.startswith(one[:6]) if one.startswith(WIDE) else used == one for one in named)
    same = same or (not named and name.upper() == "CHARSET")
    is_wrong = not same and (is_unknown or cannot_be or not text.isascii())
    return (start, start + len(name), name) if is_wrong else None
