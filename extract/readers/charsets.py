"""The charsets of mail: what a label means, and what the bytes are if it is wrong.

A label means what the WHATWG Encoding Standard says (§4.2 "Names and labels"): ``iso-8859-1`` is windows-1252, and
``gb2312`` is gbk. Charsets that it no longer supports (``iso-2022-kr``, ``hz-gb-2312``, ``utf-7``) are decoded where
declared.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from extract.readers.decoding import SHIFTING, charset

# Labels to Python's codecs, best first: where Python lacks the label, or its codec lacks characters that senders use.
_CODECS = {
    label: codecs.split()
    for labels, codecs in (
        ("ascii us-ascii ansi_x3.4-1968 iso-ir-6 646 iso646-us", "cp1252"),
        ("iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 latin-1 l1 cp819 x-cp1252 ansi", "cp1252"),
        ("iso-8859-9 iso8859-9 iso_8859-9 latin5 l5 x-cp1254", "cp1254"),
        ("iso-8859-11 iso8859-11 tis-620 tis620 windows-874 dos-874", "cp874"),
        ("iso-8859-8-i iso-8859-8-e csiso88598i csiso88598e logical visual", "iso8859-8"),
        ("iso-8859-6-i iso-8859-6-e", "iso8859-6"),
        ("x-cp1250", "cp1250"),
        ("x-cp1251", "cp1251"),
        ("koi8-ru koi8_u", "koi8-u"),
        ("x-mac-roman x-macroman mac macintosh", "mac-roman"),
        ("x-mac-cyrillic x-mac-ukrainian", "mac-cyrillic"),
        ("gb2312 gb_2312 gb_2312-80 gb2312-80 chinese csgb2312 iso-ir-58 csiso58gb231280", "gb18030"),
        ("gbk x-gbk cp936 ms936 euc-cn", "gb18030"),
        ("big5 big5-hkscs cn-big5 x-x-big5 csbig5 big5-tw", "big5hkscs cp950"),
        ("euc-kr euckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 ks_c_5601", "cp949"),
        ("iso-ir-149 windows-949 x-windows-949 csksc56011987", "cp949"),
        ("shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis windows-31j ms932", "cp932 shift_jisx0213"),
        ("euc-jp x-euc-jp eucjp cseucpkdfmtjapanese", "euc_jp euc_jis_2004"),
        ("iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-ms cp50221", "iso2022_jp_ext iso2022_jp_2004"),
        ("iso-2022-kr csiso2022kr", "iso2022_kr"),
        ("hz-gb-2312 hz", "hz"),
        ("unicode-1-1-utf-8 unicode11utf8 utf8 x-unicode20utf8 utf8mb4 utf-8-sig", "utf-8"),
        ("utf-16 unicode ucs-2 iso-10646-ucs-2 csunicode", "utf-16-le"),
        ("unicodefffe", "utf-16-be"),
        ("unicode-1-1-utf-7 utf7 utf-7", "utf-7"),
    )
    for label in labels.split()
}  # fmt: skip
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_UNDECLARED = "cp1252"
_ASCII = bytes(range(128))
_SEVERAL_BYTES = ("gb18030", "big5", "cp949", "cp932", "cp950", "euc", "shift", "johab")


class Charset(NamedTuple):
    """How bytes are decoded: with ``codec`` and the error handler "replace"."""

    text: str
    codec: str
    mark: int = 0  # bytes of the byte order mark, which is left out
    problem: str = ""  # what is wrong with the label or the bytes, or ""


@lru_cache(maxsize=256)
def codecs_of(label: str) -> Sequence[str]:
    """Return Python's codecs for a label, best first; an empty list if the label is unknown."""
    name = label.strip(" \t\r\n\"'").lower()
    if name in _CODECS:
        return _CODECS[name]
    try:
        known = charset(name)
    except LookupError:
        return []
    return _CODECS.get(known, [known])


def decode_labelled(data: bytes, label: str | None) -> Charset:
    """Decode any bytes by their label, or by what they look like where it is missing, unknown or wrong."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return Charset(data[len(mark) :].decode(codec, "replace"), codec, len(mark))
    if (
        data.isascii()
        and (label is None or label.lower() in ("utf-8", "us-ascii", "iso-8859-1"))
        and b"\x1b" not in data
    ):
        return Charset(data.decode("ascii"), "ascii")
    named = codecs_of(label) if label is not None else []
    if named == [_UNDECLARED] and b"\x1b$" in data and data.isascii():
        named = ["iso2022_jp_ext"]  # RFC 1468, under the default label
    problem = f"unknown charset {label!r}" if label is not None and not named else ""
    if not named:
        # RFC 1468: no other charset has these escape sequences
        undeclared = ["iso2022_jp_ext"] if b"\x1b$" in data and data.isascii() else ["utf-8"]
        guessed = _first(data, [*undeclared, _UNDECLARED]) or _replaced(data, "utf-8")
        if problem or not data.isascii():
            problem = f"{problem or 'undeclared charset'}, read as {_shown(guessed.codec)}"
        return guessed._replace(problem=problem)
    first = named[0]
    decoded = _first(data, named)
    if data.isascii():
        return decoded or _replaced(data, first, f"bytes that are not {label}")
    # Text in a single-byte charset is never valid UTF-8 by chance; in a multi-byte charset, only short text is.
    by_chance = decoded and first.startswith(_SEVERAL_BYTES) and len(data.translate(None, _ASCII)) < 8
    if first != "utf-8" and not first.startswith("utf-16") and not by_chance and (as_utf8 := _first(data, ["utf-8"])):
        return as_utf8._replace(problem=f"declared as {label}, but is UTF-8")
    if decoded:
        return decoded
    if first == "utf-8" or first.startswith(SHIFTING):
        as_declared = data.decode(first, "replace")
        damaged = as_declared.count("\ufffd")
        if 4 * damaged <= sum(character > "\x7f" for character in as_declared):
            return Charset(as_declared, first, problem=f"bytes that are not {label}")
        return (_first(data, [_UNDECLARED]) or _replaced(data, _UNDECLARED))._replace(
            problem=f"declared as {label}, but is not; read as {_shown(_UNDECLARED)}"
        )
    return _replaced(data, first, f"bytes that are not {label}")


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
