"""Mail: the text parts of a message, decoded, with the place of each character in the file (``email`` parses).

The source is the message's bytes read as ISO 8859-1, so that an offset is that of a byte.
"""

from __future__ import annotations

import binascii
import codecs
import re
from collections.abc import Iterator
from email import message_from_string
from email.message import Message

from extract.readers import html, text
from extract.readers.decoding import charset
from extract.readers.segment import Edit, Segment, cut
from extract.readers.triggers import has_trigger

_BODY = re.compile(r"\r?\n\r?\n|\A\r?\n")


def read(source: str) -> Iterator[Segment]:
    """Yield what the readers of text and HTML find in the parts of a message."""
    position = 0
    for part in message_from_string(source).walk():
        payload = part.get_payload()
        if not isinstance(payload, str) or part.is_multipart():
            continue
        # Parts follow one another, so each is found after the one before.
        start = source.find(payload, position) if payload else -1
        if start < 0:
            continue
        position = start + len(payload)
        if part.get_content_maintype() == "text":
            body = _decoded(source, start, position, part)
            reader = html if part.get_content_subtype() == "html" else text
            if has_trigger(body.text):
                for segment in reader.read(body.text):
                    yield segment.inside(body)


def _decoded(source: str, start: int, end: int, part: Message) -> Segment:
    """Undo transfer encoding and charset."""
    transfer_encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    try:
        codec = charset(part.get_content_charset("utf-8") or "utf-8")
    except LookupError:
        codec = "utf-8"
    decoder = codecs.getincrementaldecoder(codec)("replace")
    edits = []
    began = -1
    for piece, piece_start, piece_end in _bytes(source, start, end, transfer_encoding):
        characters = decoder.decode(piece)
        began = piece_start if began < 0 else began
        if characters:
            edits.append(Edit(began, piece_end, characters))
            began = -1
    # What was dropped on the way (soft line breaks, the end of base64) is no part of the text.
    position = start
    whole = []
    for edit in edits:
        if edit.start > position:
            whole.append(Edit(position, edit.start, ""))
        whole.append(edit)
        position = edit.end
    if position < end:
        whole.append(Edit(position, end, ""))
    return cut(source, start, end, whole)


def _bytes(source: str, start: int, end: int, encoding: str) -> Iterator[tuple[bytes, int, int]]:
    """Yield the bytes of a body with the place where they are encoded; base64 has three in one place."""
    if encoding == "quoted-printable":
        for match in re.compile(r"(?s)=([0-9A-Fa-f]{2})|=[ \t]*\r?\n|.").finditer(source, start, end):
            if match[1]:
                yield bytes.fromhex(match[1]), match.start(), match.end()
            elif len(match[0]) == 1:
                yield match[0].encode("latin-1", "replace"), match.start(), match.end()
    elif encoding == "base64":
        quads = re.compile(r"(?:[A-Za-z0-9+/=]\s*){4}")
        for match in quads.finditer(source, start, end):
            try:
                decoded = binascii.a2b_base64(match[0])
            except binascii.Error:
                continue
            yield decoded, match.start(), match.end()
    else:
        for offset in range(start, end):
            yield source[offset].encode("latin-1", "replace"), offset, offset + 1
