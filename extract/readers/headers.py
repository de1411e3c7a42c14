"""Header fields that have links: unfolded, with encoded words and raw UTF-8 decoded (RFC 5322 §2.2.3, 2047, 6532)."""

from __future__ import annotations

import binascii
import codecs
from collections.abc import Iterator

from extract.readers.charsets import decode_labeled
from extract.readers.mime import ADDRESSES, BARE, BRACKETED, PROSE, Field, Part
from extract.readers.passage import Edit, Passage, Shift, cut, is_inside, replacing, stripped
from extract.text.labels import WIDE, codecs_of
from extract.text.regexes import re

_OF_MESSAGES = ADDRESSES | PROSE | BRACKETED
# A value without any of these characters has no link. Encoded words ("=?") may hide them.
_MAY_HAVE = re.compile(rb"[:.@\x80-\xff]|=\?")

_FOLD = re.compile(r"\r?\n(?=[ \t])")
# RFC 2047 §2. Spaces inside are invalid, but some senders write them.
_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?]*)?\?([BbQq])\?([^?\r\n]*)\?=")
_NEXT_WORD = re.compile(rf"\s*+{_WORD.pattern}")
_RAW = re.compile(r"[\x80-\xff]+")
_SPACE = re.compile(r"\s++")
_ANGLE = re.compile(r"<\s*([^<>]*?)\s*>")


def fields_of(part: Part) -> Iterator[Field]:
    """Yield the fields of a part that may have links."""
    has_content = not part.is_message or part.type.startswith("multipart/")
    for field in part.fields:
        name = field.name
        # Fields of the message are only in its header. Fields about content may be in each part.
        wanted = part.is_message if name in _OF_MESSAGES else name in BARE and has_content
        if wanted and _MAY_HAVE.search(field.value):
            yield field


def passages_of(field: Field) -> tuple[Passage, list[Passage]]:
    """Return the decoded value of a field, and its destinations or its prose.

    The passages have positions in the value. The value has positions in the message, if they are known.
    """
    value = value_of(field)
    explicit = field.name in BARE or (field.name in BRACKETED and "<" in value.text)
    return value, list(_targets(value)) if explicit else [
        cut(value.text, 0, len(value.text), attribute=value.attribute)
    ]


def value_of(field: Field) -> Passage:
    """Return the value of a field, unfolded and decoded."""
    source = field.value.decode("latin-1")
    start, end = stripped(source, 0, len(source))
    edits = list(_words(source, start, end))
    words = [(edit.start - 1, edit.end) for edit in edits]
    edits += (fold for fold in replacing(_FOLD, source, start, end) if not is_inside(words, fold.start))
    edits += _raw(source, start, end)
    return cut(source, start, end, edits, attribute=field.name).inside(Shift(field.start))


def _targets(value: Passage) -> Iterator[Passage]:
    """Yield the destinations, without whitespace inside the brackets (RFC 2369 §2)."""
    spans = [match.span(1) for match in _ANGLE.finditer(value.text)] if value.attribute in BRACKETED else []
    for start, end in spans or [(0, len(value.text))]:
        if start < end:
            gaps = replacing(_SPACE, value.text, start, end)
            yield cut(value.text, start, end, gaps, target=True, attribute=value.attribute)


def _words(source: str, start: int, end: int) -> Iterator[Edit]:
    """Decode encoded words, remove whitespace between them (RFC 2047 §6.2), and join characters split by senders."""
    decoder: codecs.IncrementalDecoder | None = None
    charset = ""
    last = None
    for match in _WORD.finditer(source, start, end):
        adjacent = last is not None and not source[last.end() : match.start()].strip()
        if adjacent and last is not None and last.end() < match.start():
            yield Edit(last.end(), match.start(), "")
        if decoder is None or not adjacent or match[1].lower() != charset:
            charset = match[1].lower()
            codec = (codecs_of(charset) or [""])[0]
            is_whole = not codec or codec.startswith(WIDE)  # in other codecs, words may split a character
            decoder = None if is_whole else codecs.getincrementaldecoder(codec)("replace")
        following = _NEXT_WORD.match(source, match.end(), end)
        final = following is None or following[1].lower() != charset
        data = _bytes(match)
        text = decode_labeled(data, charset).text if decoder is None else decoder.decode(data, final)
        yield Edit(*match.span(), text)
        last = match


def _bytes(word: re.Match[str]) -> bytes:
    written = word[3].encode("latin-1")
    if word[2] in "Bb":
        try:
            return binascii.a2b_base64(written + b"=" * (-len(written) % 4))
        except binascii.Error:
            return b""
    return binascii.a2b_qp(written, header=True)


def _raw(source: str, start: int, end: int) -> Iterator[Edit]:
    for match in _RAW.finditer(source, start, end):
        octets = match[0].encode("latin-1")
        try:
            text, codec = octets.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, codec = octets.decode("cp1252", "replace"), "cp1252"
        position = match.start()
        for character in text:
            size = len(character.encode(codec, "replace"))
            yield Edit(position, position + size, character)
            position += size
