"""The charsets of mail: what the bytes are by their label, and what they are if it is wrong."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import NamedTuple

from extract.readers.formats import FORMATS
from extract.text.labels import SHIFTING, WIDE, codecs_of, ebcdic_codec

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# The first one begins like that of UTF-16.
_MARKS_OF_UTF_32 = {"utf-32-le": codecs.BOM_UTF32_LE, "utf-32-be": codecs.BOM_UTF32_BE}
_UNDECLARED = "cp1252"
_SHIFTED = ["iso2022_jp_ext"]
_ASCII = bytes(range(128))
_SEVERAL_BYTES = ("gb18030", "big5", "cp949", "cp932", "cp950", "euc", "shift", "johab")


class Charset(NamedTuple):
    """How bytes are decoded: with ``codec`` and the error handler "replace"."""

    text: str
    codec: str
    mark: int = 0  # bytes of the byte order mark, which is left out
    problem: str = ""  # what is wrong with the label or the bytes, or ""


def label_in(html: bytes) -> str | None:
    """Return the label that HTML or XML declares itself, ``None`` if it does not."""
    declared = re.match(FORMATS["html"].charset, html)
    label = declared[1].decode("ascii") if declared else None
    # HTML §13.2.3.2 step 15: a declaration that was read byte by byte is not in UTF-16
    return "utf-8" if label and label.lower().startswith("utf-16") else label


def decode_labelled(data: bytes, label: str | None) -> Charset:
    """Decode any bytes by their label, or by what they look like where it is missing, unknown or wrong."""
    if b"\0\0" in data and (utf_32 := _utf_32(data, label)):
        return utf_32
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return Charset(data[len(mark) :].decode(codec, "replace"), codec, len(mark))
    if b"\0" in data and (utf_16 := _utf_16(data)):
        return utf_16._replace(problem=_unlike("utf-16", label))
    if (label is None or label.lower() in ("utf-8", "us-ascii", "iso-8859-1")) and _is_plain(data):
        return Charset(data.decode("ascii"), "ascii")
    named = codecs_of(label) if label is not None else []
    if label is None or not named:
        ebcdic = (
            None if label is None or _first(data, ["utf-8"]) else ebcdic_codec(label)
        )  # whose letters are not valid
        return _guessed(data, label) if ebcdic is None else _replaced(data, ebcdic, f"{label} is EBCDIC")
    if named[0].startswith(WIDE) and b"\0" not in data:  # no link is without
        found = decode_labelled(data, None)
        return found._replace(problem=f"declared as {label}, but is not; read as {_shown(found.codec)}")
    if named == [_UNDECLARED] and _is_shifted(data):
        named = _SHIFTED  # under the default label
    return _declared(data, label, named)


def _is_plain(data: bytes) -> bool:
    return data.isascii() and b"\x1b" not in data


def _is_shifted(data: bytes) -> bool:
    """Return whether bytes have the escape sequences of ISO-2022-JP, which no other charset has (RFC 1468)."""
    return b"\x1b$" in data and data.isascii()


def _guessed(data: bytes, label: str | None) -> Charset:
    """Decode bytes without a label, or with an unknown one."""
    guessed = _first(data, [*(_SHIFTED if _is_shifted(data) else ["utf-8"]), _UNDECLARED]) or _replaced(data, "utf-8")
    if label is None and data.isascii():
        return guessed
    problem = "undeclared charset" if label is None else f"unknown charset {label!r}"
    return guessed._replace(problem=f"{problem}, read as {_shown(guessed.codec)}")


def _declared(data: bytes, label: str, named: Sequence[str]) -> Charset:
    """Decode bytes whose label names codecs, unless they look like something else."""
    first = named[0]
    decoded = _first(data, named)
    if data.isascii():
        return decoded or _replaced(data, first, f"bytes that are not valid {label}")
    # Text in a single-byte charset is never valid UTF-8 by chance; in a multi-byte charset, only short text is.
    by_chance = decoded and first.startswith(_SEVERAL_BYTES) and len(data.translate(None, _ASCII)) < 8
    if first != "utf-8" and not first.startswith("utf-16") and not by_chance and (as_utf8 := _first(data, ["utf-8"])):
        return as_utf8._replace(problem=f"declared as {label}, but is UTF-8")
    if decoded:
        return decoded
    if first != "utf-8" and not first.startswith(SHIFTING):
        return _replaced(data, first, f"bytes that are not valid {label}")
    as_declared = data.decode(first, "replace")
    damaged = as_declared.count("\ufffd")
    if 4 * damaged <= sum(character > "\x7f" for character in as_declared):
        return Charset(as_declared, first, problem=f"bytes that are not valid {label}")
    return (_first(data, [_UNDECLARED]) or _replaced(data, _UNDECLARED))._replace(
        problem=f"declared as {label}, but is not; read as {_shown(_UNDECLARED)}"
    )


def _utf_16(data: bytes) -> Charset | None:
    """Decode UTF-16: in text that has a link, one byte of many characters is zero, and always the same one."""
    zeros = [data[first::2].count(0) for first in (0, 1)]
    if min(zeros) or 20 * max(zeros) < len(data):
        return None
    return _first(data, ["utf-16-be" if zeros[0] else "utf-16-le"])


def _utf_32(data: bytes, label: str | None) -> Charset | None:
    """Decode UTF-32, in which other text is never valid, except a few characters."""
    for codec, mark in _MARKS_OF_UTF_32.items():
        size = len(mark) if data.startswith(mark) else 0
        if _first(data[size : len(data) // 4 * 4], [codec]):
            return Charset(data[size:].decode(codec, "replace"), codec, size, "" if size else _unlike("utf-32", label))
    return None


def _unlike(family: str, label: str | None) -> str:
    """Return what is wrong with a label of UTF-16 or UTF-32."""
    if label is None:
        return f"undeclared {family.upper()}"
    fits = any(codec.startswith(family) for codec in codecs_of(label))
    return "" if fits else f"declared as {label}, but is {family.upper()}"


def _first(data: bytes, names: Sequence[str]) -> Charset | None:
    """Decode with the first codec in which all the bytes are valid."""
    for codec in names:
        try:
            return Charset(data.decode(codec), codec)
        except (UnicodeError, ValueError):
            continue
    return None


def _replaced(data: bytes, codec: str, problem: str = "") -> Charset:
    return Charset(data.decode(codec, "replace"), codec, problem=problem)


def _shown(codec: str) -> str:
    return {"cp1252": "windows-1252"}.get(codec, codec.upper())
