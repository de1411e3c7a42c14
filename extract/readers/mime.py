"""The structure of a message: parts, their headers and bodies, each with its place (RFC 5322, 2045, 2046).

`email` interprets header fields, but keeps no places, so a message is split into parts here. Any bytes are accepted.
Time is linear, and nested parts need no recursion.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from email.message import Message
from functools import lru_cache
from typing import NamedTuple

from extract.readers.transfer import Body
from extract.text.regexes import re

# RFC 5322 §2.2: the name of a field and its folded value, as lenient as `email`.
_FIELD = re.compile(rb"([!-9;-~]*)[ \t]*:([^\n]*+(?:\n[ \t][^\n]*+)*+)\n?+")
# The fields that are read, here and in `headers`; most fields of a header are not.
FIELDS = {
    name.encode("ascii"): name
    for name in """
    content-type content-transfer-encoding content-disposition content-location content-base message-id
    from to cc bcc reply-to sender subject comments archived-at link
    list-help list-unsubscribe list-subscribe list-post list-owner list-archive
    """.split()
}
# Most of the others, by how their names begin: not with the letters of those that are read, nor with "-" of a boundary.
_OTHERS = re.compile(
    rb"(?:(?:[!-,.-9;-@DEG-KN-QU-Z\[-`degh-kn-qu-z{-~]|[Rr][Ee][!-9;-OQ-oq-~]|[Mm][Ii])[!-9;-~]*[ \t]*:"
    rb"[^\n]*+(?:\n[ \t][^\n]*+)*+\n)*+"
)
_BLANK = re.compile(rb"\r?\n")
_LONGEST_VALUE = 1 << 14  # characters: `email` takes quadratic time for parameters
_NESTED = ("message/rfc822", "message/global", "message/news")
_HEADERS = ("text/rfc822-headers", "message/global-headers")  # RFC 6522 §3, RFC 6533 §6.2: of returned messages


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a message is read; the rest is left out, with a note."""

    depth: int = 100  # of parts within parts
    parts: int = 10_000  # of a message
    size: int = 1 << 26  # bytes of a part


class Note(NamedTuple):
    """What a caller should know about a message besides its links."""

    kind: str  # "limit", "charset", "attachment", "encoding", "structure"
    message: str  # one phrase for people
    part: str  # its number
    start: int | None  # bytes from the start of the message; None for a Message


class Field(NamedTuple):
    """A header field: name in lower case, value as it is sent."""

    name: str
    value: bytes
    start: int | None  # of the value in the message


@dataclass(slots=True)
class Part:
    """A part without parts of its own, or the head of a message (``body`` is ``None``)."""

    number: str  # as in IMAP: "1.2"; "" if the message has only one part
    fields: list[Field]
    type: str = "text/plain"
    parameters: Mapping[str, str] = field(default_factory=dict)
    alternative: str | None = None  # the number of the multipart/alternative that it is in
    body: Body | None = None
    is_message: bool = False  # the fields are those of a message: Subject, From, …
    signed: bool = False  # it is in a multipart/signed (RFC 1847)
    boundaries: tuple[bytes, ...] = ()  # of what it is in

    def value(self, name: str) -> str:
        """Return a field's value as `email` reads it, on one line; "" where there is none."""
        for one in self.fields:
            if one.name == name:
                return _text(one.value)
        return ""


def parts_of(
    data: bytes | Message, limits: Limits | None = None, report: Callable[[Note], None] = lambda note: None
) -> Iterator[Part]:
    """Yield the heads and the text parts of a message, in their order."""
    if isinstance(data, Message):
        return _of_message(data, limits or Limits(), report)
    return _of_bytes(bytes(data), limits or Limits(), report)


def head_of(raw: bytes) -> Part:
    """Return the head of a message."""
    return _part("", _fields(raw, _after_envelope(raw), {})[0], "text/plain", True, None)


class _Frame(NamedTuple):
    """An open multipart."""

    number: str
    boundary: bytes
    alternative: str | None  # of its parts
    is_digest: bool
    signed: bool
    counted: list[int]  # one number: how many parts came so far


def _of_bytes(raw: bytes, limits: Limits, report: Callable[[Note], None]) -> Iterator[Part]:
    frames: list[_Frame] = []
    indexes: dict[bytes, int] = {}  # of the innermost frame with each boundary
    start = _after_envelope(raw)
    number, default, is_message = "", "text/plain", True
    alternative: str | None = None
    signed = False
    depth = total = 0
    while True:
        fields, body = _fields(raw, start, indexes)
        part = _part(number, fields, default, is_message, alternative)
        part.signed = signed
        total += 1
        if is_message:
            yield part
        own_number = _own_number(number, is_message)
        boundary = part.parameters.get("boundary", "").encode("latin-1", "replace").rstrip()
        is_multipart = part.type.startswith("multipart/") and bool(boundary)
        nests_message = part.type in _NESTED and _encoding(part) not in ("base64", "quoted-printable")
        if (is_multipart or nests_message) and depth >= limits.depth:
            report(Note("limit", f"parts nested more than {limits.depth} deep are not read", number, start))
            delimiter = _delimiter(raw, body, indexes)
        elif nests_message:
            _tell_of_message(part, start, report)
            depth += 1
            start, number, default, is_message, alternative = body, own_number or "1", "text/plain", True, None
            continue
        else:
            if is_multipart:
                within = (number or "0") if part.type == "multipart/alternative" else alternative
                within_signed = signed or part.type == "multipart/signed"
                frames.append(_Frame(number, boundary, within, part.type == "multipart/digest", within_signed, [0]))
                indexes[boundary] = len(frames) - 1
            delimiter = _delimiter(raw, body, indexes)
            begins = delimiter is not None and delimiter.boundary == boundary and not delimiter.closes
            if is_multipart and not begins:
                report(Note("structure", f"no part of {part.type} starts with its boundary", number, start))
            if not is_multipart or not begins:  # without parts, readers are shown its text
                end = delimiter[0] if delimiter else len(raw)
                one = replace(part, number=own_number, boundaries=tuple(indexes))
                yield from _leaf(raw, body, end, one, limits, report)
        delimiter = _next_part(raw, delimiter, frames, indexes)
        if delimiter is None:
            return
        if total >= limits.parts:
            report(Note("limit", f"more than {limits.parts} parts; the rest is not read", number, delimiter.start))
            return
        depth = len(frames)
        frame = frames[-1]
        frame.counted[0] += 1
        start, number = delimiter.end, _child(frame.number, frame.counted[0])
        default = "message/rfc822" if frame.is_digest else "text/plain"  # RFC 2046 §5.1.5
        alternative, signed, is_message = frame.alternative, frame.signed, False


def _after_envelope(raw: bytes) -> int:
    """Return where the header starts: after the "From " line of an mbox, if there is one."""
    return (raw.find(b"\n") + 1 or len(raw)) if raw.startswith((b"From ", b">From ")) else 0


class _Delimiter(NamedTuple):
    start: int  # where the part before it ends
    end: int
    boundary: bytes
    closes: bool


def _next_part(
    raw: bytes, delimiter: _Delimiter | None, frames: list[_Frame], indexes: dict[bytes, int]
) -> _Delimiter | None:
    """Close the parts that a delimiter ends; return the delimiter before the next part."""
    while delimiter is not None:
        keep = indexes[delimiter.boundary] + (not delimiter.closes)
        del frames[keep:]
        indexes.clear()
        indexes.update((frame.boundary, index) for index, frame in enumerate(frames))
        if not delimiter.closes:
            return delimiter
        delimiter = _delimiter(raw, delimiter.end, indexes)
    return None


def _child(number: str, count: int) -> str:
    return f"{number}.{count}" if number else str(count)


def _fields(raw: bytes, start: int, boundaries: dict[bytes, int], end: int = sys.maxsize) -> tuple[list[Field], int]:
    """Read the header from ``start``; return the fields that are read, and where the body starts."""
    fields: list[Field] = []
    position = _after_others(raw, start, end)
    while match := _FIELD.match(raw, position, end):
        written = match[1]
        if boundaries and written.startswith(b"--") and _is_delimiter(raw, position, boundaries):
            return fields, position
        name = FIELDS.get(written.lower())
        if name is not None:
            fields.append(Field(name, match[2], match.start(2)))
        position = _after_others(raw, match.end(), end)
    blank = _BLANK.match(raw, position)
    return fields, blank.end() if blank else position


def _after_others(raw: bytes, position: int, end: int) -> int:
    match = _OTHERS.match(raw, position, end)
    return position if match is None else match.end()


def _is_delimiter(raw: bytes, position: int, boundaries: dict[bytes, int]) -> bool:
    end = raw.find(b"\n", position)
    line = raw[position + 2 : end if end >= 0 else len(raw)].rstrip()
    return line in boundaries or (line.endswith(b"--") and line[:-2] in boundaries)


def _delimiter(raw: bytes, start: int, boundaries: dict[bytes, int]) -> _Delimiter | None:
    """Find the next delimiter line of an open part. The line break before it is part of it (RFC 2046 §5.1.1)."""
    if not boundaries:
        return None
    line_start = start if raw[start - 1 : start] in (b"\n", b"") else raw.find(b"\n--", start) + 1
    while line_start or not start:
        if raw.startswith(b"--", line_start):
            end = raw.find(b"\n", line_start) + 1 or len(raw)
            # RFC 2046 §5.1.1: at most 70 characters
            line = raw[line_start + 2 : min(end, line_start + 1000)].rstrip()
            closes = line not in boundaries
            boundary = line[:-2] if closes and line.endswith(b"--") else line
            if boundary in boundaries:
                before = line_start - raw.endswith(b"\n", start, line_start)
                before -= raw.endswith(b"\r", start, before)
                return _Delimiter(before, end, boundary, closes)
        line_start = raw.find(b"\n--", line_start) + 1
        if not line_start:
            break
    return None


def _part(number: str, fields: list[Field], default: str, is_message: bool, alternative: str | None) -> Part:
    part = Part(number, fields, default, is_message=is_message, alternative=alternative)
    written = part.value("content-type")
    if written:
        part.type, part.parameters = _content_type(written[:_LONGEST_VALUE], default)
        if part.type.startswith("multipart/") and not part.parameters.get("boundary"):
            part.type = "text/plain"  # RFC 2046 §5.1.1: it cannot have parts
    return part


def _encoding(part: Part) -> str:
    return part.value("content-transfer-encoding").partition(";")[0].strip().lower()


@lru_cache(maxsize=256)  # mostly the same few
def _content_type(written: str, default: str) -> tuple[str, Mapping[str, str]]:
    """Return type and parameters (RFC 2045 §5.1, RFC 2231); an invalid type is text (RFC 2045 §5.2)."""
    message = Message()
    message["Content-Type"] = written
    message.set_default_type(default)
    parameters: dict[str, str] = {}
    for name in ("charset", "boundary", "format", "delsp", "name"):
        if name in written.lower():
            try:
                found = message.get_param(name)
            except Exception:  # `email` raises TypeError and others for parameters that are cut into pieces
                found = None
            if isinstance(found, tuple):
                found = found[2]
            if isinstance(found, str):
                parameters[name] = found.strip()
    return message.get_content_type(), parameters


def _text(value: bytes) -> str:
    return " ".join(value.decode("latin-1").split())


# Types whose text is not prose.
_NO_PROSE = frozenset([*_HEADERS, "text/css", "text/javascript", "text/ecmascript", "text/rtf", "text/x-yenc"])
_OTHER_TEXT = frozenset(["application/xhtml+xml"])


def _leaf(
    raw: bytes, start: int, end: int, part: Part, limits: Limits, report: Callable[[Note], None]
) -> Iterator[Part]:
    if part.type.startswith("multipart/"):
        part = replace(part, type="text/plain")  # RFC 2046 §5.1.1: without parts it is text, as in `email`
    if part.type in _HEADERS and _encoding(part) not in ("base64", "quoted-printable"):
        yield replace(part, fields=_fields(raw, start, {}, end)[0], is_message=True)
        return
    body = None
    if _is_read(part, start, report):
        if end - start > limits.size:
            report(
                Note(
                    "limit", f"a part of {end - start} bytes; only the first {limits.size} are read", part.number, start
                )
            )
            end = start + limits.size
        body = _body(raw[start:end], start, part, report)
    yield replace(part, body=body, is_message=False)


def _body(raw: bytes, start: int | None, part: Part, report: Callable[[Note], None]) -> Body | None:
    encoding = _encoding(part)
    if encoding in ("x-uuencode", "uuencode", "x-uue", "uue", "x-yenc"):
        report(Note("encoding", f"a text part in {encoding} is not read", part.number, start))
        return None
    body = Body(raw, start or 0, encoding, part.parameters.get("charset"), part.type)
    if body.problem:
        report(Note("charset", body.problem, part.number, start))
    return body


def _is_read(part: Part, start: int | None, report: Callable[[Note], None]) -> bool:
    """Return whether a part is text for the reader; report attachments that may have links, which are not opened."""
    disposition = part.value("content-disposition").lower()
    name = (part.parameters.get("name") or _file_name(part)).lower()
    attached = disposition.startswith("attachment")
    if part.type in ("application/ms-tnef", "application/vnd.ms-tnef") or name == "winmail.dat":
        report(
            Note(
                "attachment",
                "winmail.dat (TNEF), which may hold Outlook's message text, is not opened",
                part.number,
                start,
            )
        )
        return False
    if attached and (
        part.type in _OTHER_TEXT or part.type == "text/html" or name.endswith((".html", ".htm", ".xhtml"))
    ):
        report(Note("attachment", f"HTML is attached{_named(name)}, and not opened", part.number, start))
        return False
    if name.endswith((".html", ".htm", ".xhtml", ".eml")) and not part.type.startswith("text/"):
        report(Note("attachment", f"{name} is attached, and not opened", part.number, start))
        return False
    if part.type in _NESTED:
        report(Note("attachment", f"an encoded message is attached{_named(name)}, and not opened", part.number, start))
        return False
    readable = part.type.startswith("text/") and part.type not in _NO_PROSE
    return not attached and (readable or part.type in _OTHER_TEXT)


def _tell_of_message(part: Part, start: int | None, report: Callable[[Note], None]) -> None:
    """Report a nested message that is attached: it is read, but programs do not show it at once."""
    if part.value("content-disposition").lower().startswith("attachment"):
        report(Note("attachment", "a message is attached", part.number, start))


def _named(name: str) -> str:
    return f" ({name})" if name else ""


def _file_name(part: Part) -> str:
    disposition = part.value("content-disposition")[:_LONGEST_VALUE]
    if "filename" not in disposition.lower():
        return ""
    message = Message()
    message["Content-Disposition"] = disposition
    try:
        return message.get_filename("") or ""
    except Exception:  # as in `_content_type`
        return ""


def _of_message(message: Message, limits: Limits, report: Callable[[Note], None]) -> Iterator[Part]:
    """Yield the heads and text parts of a `Message`, which has no places."""

    def tell(note: Note) -> None:
        report(note._replace(start=None))

    total = 0
    stack: list[tuple[Message, str, str | None, bool, bool, int]] = [(message, "", None, False, True, 0)]
    while stack:
        one, number, alternative, signed, is_message, depth = stack.pop()
        part = _part(number, _fields_of(one), one.get_default_type(), is_message, alternative)
        part.signed = signed
        total += 1
        if total > limits.parts:
            tell(Note("limit", f"more than {limits.parts} parts; the rest is not read", number, None))
            return
        if is_message:
            yield part
        own_number = _own_number(number, is_message)
        payload = one.get_payload()
        if not isinstance(payload, list):
            text = _bytes(payload) if isinstance(payload, str) else b""
            yield from _leaf(text, 0, len(text), replace(part, number=own_number), limits, tell)
        elif depth >= limits.depth:
            tell(Note("limit", f"parts nested more than {limits.depth} deep are not read", number, None))
        elif part.type in _HEADERS:  # `email` takes message/global-headers for a message
            for _, child in _children(payload[:1]):
                yield replace(part, number=own_number, fields=_fields_of(child), is_message=True)
        elif part.type in _NESTED:
            _tell_of_message(part, None, tell)
            stack += [(child, own_number or "1", None, signed, True, depth + 1) for _, child in _children(payload[:1])]
        else:
            within = (number or "0") if part.type == "multipart/alternative" else alternative
            signed = signed or part.type == "multipart/signed"
            stack += [
                (child, _child(number, index), within, signed, False, depth + 1)
                for index, child in reversed(_children(payload))
            ]


def _own_number(number: str, is_message: bool) -> str:
    """Return the number of what a part contains: the only part of a nested message is its part 1."""
    # IMAP4rev2 §6.4.5.1
    return _child(number, 1) if is_message and number else number


def _children(payload: Iterable[object]) -> list[tuple[int, Message]]:
    """Return the parts of a multipart with their numbers."""
    return [(index, child) for index, child in enumerate(payload, 1) if isinstance(child, Message)]


def _fields_of(message: Message) -> list[Field]:
    return [Field(name.lower(), _bytes(str(value)), None) for name, value in message.raw_items()]


def _bytes(text: str) -> bytes:
    """Encode a value: `email` keeps non-ASCII bytes as surrogates; a `str` that was set may have any characters."""
    try:
        return text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
