"""The charsets of mail and web pages. The label decides, as in the Encoding Standard.

Bytes appended to a document never change the decoding of earlier bytes, so they cannot hide a link: without a label, or
against it, only the first bytes decide. Where bytes and label disagree, programs that guess the charset may find
another IRI. `Charset.others` lists the encodings that they may use.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import NamedTuple

from extract.readers.decoding import MARKS
from extract.readers.formats import FORMATS
from extract.text.labels import SHIFTING, WIDE, codecs_of, ebcdic_codec
from extract.text.messages import Message

_UNDECLARED = "cp1252"
_SHIFTED = "iso2022_jp_ext"
_DROPPED = ("utf-7", "hz", "iso2022_kr")  # not decoded by the Encoding Standard
_SEVERAL_BYTES = ("gb18030", "big5", "cp949", "cp932", "cp950", "euc", "shift", "johab")
_FEW = 8  # non-ASCII bytes: fewer may be valid UTF-8 by chance in a charset of two-byte characters
_ASCII = bytes(range(128))
_FIRST = 16  # bytes that distinguish EBCDIC from ASCII
_PLAIN = rb"[\t\n\r -~]"
# The first two characters. Without a label both must be ASCII, or text in another charset would match.
_WIDE_STARTS = (
    (re.compile(rb"(?s)(?:..\0\0){2}"), re.compile(rb"(?:%b\0\0\0){2}" % _PLAIN), "utf-32-le"),
    (re.compile(rb"(?s)(?:\0\0..){2}"), re.compile(rb"(?:\0\0\0%b){2}" % _PLAIN), "utf-32-be"),
    (re.compile(rb"(?:[^\0]\0){2}"), re.compile(rb"(?:%b\0){2}" % _PLAIN), "utf-16-le"),
    (re.compile(rb"(?:\0[^\0]){2}"), re.compile(rb"(?:\0%b){2}" % _PLAIN), "utf-16-be"),
)
_BEGINS_IN_ASCII = re.compile(rb"%b{1,16}(?:\Z|(?<=%b{16}))" % (_PLAIN, _PLAIN))


class Charset(NamedTuple):
    """Decoded bytes: the result of ``codec`` with the error handler "replace"."""

    text: str
    codec: str
    mark: int = 0  # size of the byte order mark in bytes; the text does not contain it
    problem: str = ""  # the problem of the label or the bytes, or ""
    others: tuple[str, ...] = ()  # codecs that programs may use if they ignore the label


def label_in(html: bytes) -> str | None:
    """Return the charset label that HTML or XML declares; ``None`` if there is none that browsers use."""
    declared = re.match(FORMATS["html"].charset.pattern, html)
    label = declared[1].decode("ascii") if declared else ""
    named = codecs_of(label)
    # HTML §13.2.3.2 step 15: a declaration found in bytes of ASCII cannot be in UTF-16.
    if named and named[0].startswith(WIDE):
        return "utf-8"
    # §13.2.3.1: browsers ignore a declaration with an unknown label.
    return label if named and named[0] not in _DROPPED else None


def label_of_page(label: str | None, html: bytes) -> str | None:
    """Return the label of HTML: ``label``, from its header, if it is known; else the declared one (HTML §13.2.3.1)."""
    return label if label and codecs_of(label) else label_in(html) or label


def decode_labeled(data: bytes, label: str | None) -> Charset:
    """Decode bytes by their byte order mark, else by ``label``, else by a guess."""
    named = codecs_of(label) if label is not None else []
    for mark, codec in MARKS:  # Encoding Standard §6, "decode": the mark precedes the label
        if data.startswith(mark):
            return _marked(data, len(mark), codec, label, named)
    if label is None or not named:
        return _guessed(data, label)
    if named[0].startswith(WIDE):
        return _wide(data, label, named[0])
    return _declared(data, label, named)


def read_as(codec: str, data: bytes) -> str | None:
    """Decode bytes of a document in one of its ``others``; return ``None`` if they are invalid in it."""
    if codec == _UNDECLARED:
        return data.decode(codec, "replace")
    read = _first(data, [codec])
    return None if read is None else read.text


def _marked(data: bytes, size: int, codec: str, label: str | None, named: Sequence[str]) -> Charset:
    text = data[size:].decode(codec, "replace")
    if codec != "utf-8":
        return Charset(text, codec, size)
    is_other = bool(named) and named[0] != codec and not named[0].startswith((*WIDE, *SHIFTING))
    is_told = is_other and not data[size:].isascii()
    problem = Message("declared as {label}, but has the mark of UTF-8", label=label) if is_told else ""
    damage = "" if _first(data, [codec]) else Message("bytes that are not valid UTF-8")
    others = [*named[:is_other], *([_UNDECLARED] if damage else [])]
    return Charset(text, codec, size, problem or damage, tuple(others))


def _wide(data: bytes, label: str, codec: str) -> Charset:
    """Decode bytes declared as UTF-16 or UTF-32, in either byte order."""
    if _BEGINS_IN_ASCII.match(data):
        found = _guessed(data, None)
        return found._replace(
            problem=Message("declared as {label}, but is not; read as {codec}", label=label, codec=_shown(found.codec))
        )
    begins = next((name for start, _, name in _WIDE_STARTS if start.match(data)), codec)
    problem = "" if begins[:6] == codec[:6] else _is_other(label, begins[:6].upper())
    return _first(data, [begins] * (not problem)) or _replaced(
        data, begins, problem or Message("bytes that are not valid {label}", label=label)
    )


def _is_other(label: str, codec: str) -> Message:
    return Message("declared as {label}, but is {codec}", label=label, codec=codec)


def _read_as(problem: str, codec: str) -> Message:
    return Message("{what}, read as {codec}", what=problem, codec=codec)


def _guessed(data: bytes, label: str | None) -> Charset:
    """Decode bytes that have no label, or an unknown one."""
    for _, start, codec in _WIDE_STARTS:
        if start.match(data):
            family = codec[:6].upper()
            problem = Message("undeclared {codec}", codec=family) if label is None else _is_other(label, family)
            return _replaced(data, codec, problem)
    if label is not None and (ebcdic := ebcdic_codec(label)) and not _begins_in_utf_8(data):
        return _replaced(data, ebcdic, Message("{label} is EBCDIC", label=label))
    problem = Message("undeclared charset")
    if label is not None:
        problem = Message("unknown charset {label}", label=repr(label))
    if data.isascii():
        if b"\x1b$" in data and (shifted := _first(data, [_SHIFTED])):  # RFC 1468
            return shifted._replace(problem=_read_as(problem, "ISO-2022-JP"))
        return Charset(data.decode("ascii"), "ascii", problem="" if label is None else _read_as(problem, "ASCII"))
    found = _first(data, ["utf-8"]) or _replaced(data, "utf-8")
    damaged = found.text.count("\ufffd")
    others = [_UNDECLARED] * bool(damaged)
    if 4 * damaged > len(found.text) - len(found.text.encode("ascii", "ignore")):
        found, others = _replaced(data, _UNDECLARED), ["utf-8"]
    others += [_SHIFTED] * (b"\x1b$" in data)
    return found._replace(problem=_read_as(problem, _shown(found.codec)), others=tuple(others))


def _begins_in_utf_8(data: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data[:_FIRST])
    except UnicodeDecodeError:
        return False
    return True


def _declared(data: bytes, label: str, named: Sequence[str]) -> Charset:
    """Decode bytes whose label names ASCII-compatible codecs."""
    first = named[0]
    if data.isascii():
        return _in_ascii(data, label, named)
    found = _first(data, named)
    read = found or _replaced(data, first, Message("bytes that are not valid {label}", label=label))
    others = [codec for codec in ("utf-8", *named) if codec != read.codec]
    if first == "utf-8":
        others = []
    if found is None and (first == "utf-8" or first.startswith((*_SEVERAL_BYTES, *SHIFTING))):
        others.append(_UNDECLARED)
    # Text in a single-byte charset is never valid UTF-8 by chance; in a multi-byte charset, only short text is.
    few = first.startswith(_SEVERAL_BYTES) and len(data.translate(None, _ASCII)) < _FEW
    if first == "utf-8" or (found and few) or _first(data, ["utf-8"]) is None:
        return read._replace(others=tuple(others))
    return read._replace(problem=_is_other(label, "UTF-8"), others=tuple(others))


def _in_ascii(data: bytes, label: str, named: Sequence[str]) -> Charset:
    """Decode ASCII bytes, which an escape sequence may turn into other characters."""
    first = named[0]
    if first.startswith(SHIFTING):
        read = _first(data, named) or _replaced(data, first, Message("bytes that are not valid {label}", label=label))
        is_dropped = first in _DROPPED and read.text.encode("utf-8", "replace") != data
        problem = read.problem
        if is_dropped:
            problem = Message("declared as {label}, which browsers do not decode", label=label)
        return read._replace(problem=problem, others=(_UNDECLARED,) if problem else ())
    problem = _is_other(label, "ISO-2022-JP") if b"\x1b$" in data else ""
    is_usual = label.lower() in ("utf-8", "us-ascii", "iso-8859-1") and b"\x1b" not in data
    return Charset(data.decode(first, "replace"), "ascii" if is_usual else first, problem=problem)


def _first(data: bytes, names: Sequence[str]) -> Charset | None:
    """Decode with the first codec in which all bytes are valid; return ``None`` if there is none."""
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
