"""The structure of a message: parts, their headers and bodies, each with its position (RFC 5322, 2045, 2046).

`email` parses header fields but keeps no positions, so a message is split into parts here. Any bytes are accepted.
Time is linear, and nested parts need no recursion.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from email.message import Message as Mail
from functools import lru_cache
from importlib import import_module
from time import process_time
from typing import NamedTuple

from extract.readers import calendar
from extract.readers.transfer import Body, Within
from extract.text.arguments import require
from extract.text.messages import Message
from extract.text.regexes import re

# RFC 5322 §2.2: the name of a field and its folded value, as lenient as `email`.
_FIELD = re.compile(rb"([!-9;-~]*)[ \t]*:([^\n]*+(?:\n[ \t][^\n]*+)*+)\n?+")
# Without Message-ID, References, Received, List-Id and the like, whose values look like email addresses.
ADDRESSES = frozenset("from to cc bcc reply-to sender".split())
PROSE = frozenset(["subject", "comments"])
# RFC 2369, 8058, 5064, 8288: URIs in angle brackets. RFC 2557: the whole value is a URI.
BRACKETED = frozenset(
    "list-help list-unsubscribe list-subscribe list-post list-owner list-archive archived-at link".split()
)
BARE = frozenset(["content-location", "content-base"])
# The fields that are used. Most fields of a header are not.
_OF_CONTENT = ("content-type", "content-transfer-encoding", "content-disposition", "message-id")
FIELDS = {name.encode("ascii"): name for name in (*_OF_CONTENT, *ADDRESSES, *PROSE, *BRACKETED, *BARE)}
_BLANK = re.compile(rb"\r?\n")
_LONGEST_VALUE = 1 << 14  # characters: `email` takes quadratic time for parameters
_BARE_CR = re.compile(rb"\r(?!\n)")
_COMMENT = re.compile(r"\([^()]*+\)")  # RFC 5322 §3.2.2
_CONTINUED = re.compile(rb"(?:[ \t][^\n]*+\n)++(?=[!-9;-~]++[ \t]*+:)")
_BOUNDARY = re.compile(r"(?i);\s*boundary(?:\*0?\*?)?\s*=")
_CHARSET = re.compile(r"(?i);\s*charset(?:\*0?\*?)?\s*=\s*\"?([^\s;\"]+)")
_LATE_FIELD = re.compile(rb"(?i)(?:\n|\xef\xbb\xbf)(content-(?:type|transfer-encoding)[ \t]*+:[^\r\n]{0,200}+)")
# Before the first part or after the last, a URL or a sign of another part.
_OUTSIDE = re.compile(
    rb"(?im)\b(?:(?:https?|ftp)://|www\.)[^\s<>\"]{1,200}+|^content-(?:type|transfer-encoding)[ \t]*+:"
)
_LONGEST_LATE = 1 << 12  # bytes after a header that may be its continuation
_NESTED = ("message/rfc822", "message/global", "message/news")
_DECODED = ("base64", "quoted-printable")
UNENCODED = ("", "7bit", "8bit", "binary")
_UNDECODED = ("x-uuencode", "uuencode", "x-uue", "uue", "x-yenc")
_MOST_ENCODED = 3  # nested encoded messages, as each is a copy of its content
_HEADERS = ("text/rfc822-headers", "message/global-headers")  # RFC 6522 §3, RFC 6533 §6.2: of returned messages


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of parsing a message. The rest is skipped, with a note."""

    depth: int = 100  # of parts within parts
    parts: int = 10_000  # of a message
    size: int = 1 << 26  # bytes of a part
    opened: int = 1000  # documents in attachments; together they have at most twice the size of a part
    seconds: float = 10.0  # of CPU time for opening attachments

    def __post_init__(self) -> None:
        """Raise TypeError or ValueError for a limit that is not a number of 0 or more."""
        for name, limit in asdict(self).items():
            require(isinstance(limit, (int, float)), name, "a number", limit)
            if not limit >= 0:
                raise ValueError(f"{name} must be 0 or more, not {limit}")


class Note(NamedTuple):
    """Information for the caller about a message, besides its links."""

    kind: str  # "attachment", "document", "encrypted", "unread", "ignored", "charset", "encoding", "structure", "limit"
    message: str  # one phrase for people
    part: str  # number of the part
    start: int | None  # bytes from the start of the message; None for a Message


class Field(NamedTuple):
    """A header field: name in lowercase, raw value."""

    name: str
    value: bytes
    start: int  # of the value in the message


class Attachment(NamedTuple):
    """A part that is not text, passed to the function that opens attachments."""

    name: str  # of the file; "" if it has none
    type: str  # as declared
    data: bytes  # decoded
    most: int  # maximum size in bytes of a document in it
    seconds: float = 10.0  # remaining CPU time


class Opened(NamedTuple):
    """A document in an attachment, which is parsed like a part."""

    name: str  # of the file; "" if it has none
    type: str  # such as "text/html"; another attachment type is passed to the function again
    data: bytes  # without a transfer encoding
    charset: str | None = None  # None: guessed, or declared by HTML


Opener = Callable[[Attachment], Iterable[Opened] | None]
Tell = Callable[[str, str, str, int], None]  # takes the fields of a note


@dataclass(slots=True)
class Part:
    """A part without parts of its own, or the header of a message (``body`` is ``None``)."""

    number: str  # as in IMAP: "1.2"; "" if the message has only one part
    fields: list[Field]
    type: str = "text/plain"
    parameters: Mapping[str, str] = field(default_factory=dict)
    alternative: str | None = None  # number of the enclosing multipart/alternative
    body: Body | None = None
    is_message: bool = False  # the fields are from a message: Subject, From, …
    signed: bool = False  # inside a multipart/signed (RFC 1847)
    boundaries: tuple[bytes, ...] = ()  # of the enclosing multiparts
    outer: Within | None = None  # the enclosing encoded message

    @property
    def is_written_here(self) -> bool:
        """Whether the part's bytes are in the message and can be changed, unlike those of opened attachments."""
        outer = self.outer
        while outer is not None and outer.is_exact:
            outer = outer.body.outer
        return outer is None

    @property
    def is_attached(self) -> bool:
        """Whether programs show the part as an attachment (RFC 2183 §2.2)."""
        return self.value("content-disposition").lower().startswith("attachment")

    def value(self, name: str) -> str:
        """Return the value of a field on one line, as in `email`; "" if there is no such field."""
        for one in self.fields:
            if one.name == name:
                return _text(one.value)
        return ""


def parts_of(
    data: bytes | Mail,
    limits: Limits | None = None,
    report: Callable[[Note], None] = lambda note: None,
    opener: Opener | None = None,
) -> Iterator[Part]:
    """Yield the headers and text parts of a message, in order; ``opener`` opens attachments."""
    has_places = not isinstance(data, Mail)

    def tell(kind: str, said: str, number: str, start: int) -> None:
        report(Note(kind, said, number, start if has_places else None))

    return _of_bytes(_as_sent(data) if isinstance(data, Mail) else bytes(data), _Walk(limits or Limits(), tell, opener))


def head_of(raw: bytes) -> Part:
    """Return the header of a message."""
    return _part("", _fields(raw, _after_envelope(raw), {})[0], "text/plain", True, None)


class _Frame(NamedTuple):
    """An open multipart."""

    number: str
    boundary: bytes
    alternative: str | None  # of its parts
    is_digest: bool
    signed: bool
    counted: list[int]  # one number: how many parts it had so far


@dataclass(slots=True)
class _Budget:
    """The resources used so far: parts, and for attachments."""

    parts: int = 0
    opened: int = 0
    size: int = 0
    ends: float | None = None

    def is_left(self, limits: Limits) -> bool:
        """Return whether more attachments may be opened."""
        in_time = self.ends is None or process_time() <= self.ends
        return self.opened <= limits.opened and self.size <= 2 * limits.size and in_time


@dataclass(slots=True)
class _Walk:
    """The state shared by the parsers of a message and of encoded messages in it."""

    limits: Limits
    tell: Tell
    opener: Opener | None = None
    budget: _Budget = field(default_factory=_Budget)
    encoded: int = 0  # number of open encoded messages
    outer: Within | None = None  # the innermost of them


def _of_bytes(
    raw: bytes,
    walk: _Walk,
    number: str = "",
    *,
    is_message: bool = True,
    signed: bool = False,
    within: int = 0,
) -> Iterator[Part]:
    """Yield the parts of a message. ``within`` is its depth of nesting."""
    limits, tell = walk.limits, walk.tell
    if b"\n" not in raw:
        raw = raw.replace(b"\r", b"\n")  # Python's `email` and others accept a bare CR as a line end
    frames: list[_Frame] = []
    indexes: dict[bytes, int] = {}  # index of the innermost frame with each boundary
    start = _after_envelope(raw)
    default = "text/plain"
    alternative: str | None = None
    depth = within
    while True:
        fields, body = _fields(raw, start, indexes)
        part = _part(number, fields, default, is_message, alternative)
        part.signed, part.outer = signed, walk.outer
        walk.budget.parts += 1
        _tell_of_header(raw, start, body, part, tell)
        if is_message:
            yield part
        # IMAP4rev2 §6.4.5.1: the only part of a nested message is its part 1.
        own_number = _child(number, 1) if is_message and number else number
        boundary = part.parameters.get("boundary", "").encode("latin-1", "replace").rstrip()
        is_multipart = part.type.startswith("multipart/") and bool(boundary)
        nests_message = part.type in _NESTED and _encoding(part) not in _DECODED + _UNDECODED
        if (is_multipart or nests_message) and depth >= limits.depth:
            said = Message("parts nested more than {depth} deep are not read", depth=limits.depth)
            tell("limit", said, number, start)
            delimiter = _delimiter(raw, body, indexes)
        elif nests_message:
            _tell_of_message(part, start, tell)
            depth += 1
            start, number, default, is_message, alternative = body, own_number or "1", "text/plain", True, None
            continue
        else:
            if is_multipart:
                inner = (number or "0") if part.type == "multipart/alternative" else alternative
                inner_signed = signed or part.type == "multipart/signed"
                frames.append(_Frame(number, boundary, inner, part.type == "multipart/digest", inner_signed, [0]))
                indexes[boundary] = len(frames) - 1
            delimiter = _delimiter(raw, body, indexes)
            begins = delimiter is not None and delimiter.boundary == boundary and not delimiter.closes
            if not is_multipart or not begins:  # a multipart without parts is shown as text
                end = delimiter[0] if delimiter else len(raw)
                one = replace(part, number=own_number, boundaries=tuple(indexes))
                yield from _leaf(raw, body, end, one, walk, depth)
            elif delimiter is not None:
                _tell_of_outside(raw, body, delimiter.start, number, tell)
        delimiter = _next_part(raw, delimiter, frames, indexes, tell)
        if delimiter is None:
            return
        if walk.budget.parts >= limits.parts:
            said = Message("more than {number} parts; the rest is not read", number=limits.parts)
            tell("limit", said, number, delimiter.start)
            return
        depth = within + len(frames)
        frame = frames[-1]
        frame.counted[0] += 1
        start, number = delimiter.end, _child(frame.number, frame.counted[0])
        default = "message/rfc822" if frame.is_digest else "text/plain"  # RFC 2046 §5.1.5
        alternative, signed, is_message = frame.alternative, frame.signed, False


def _after_envelope(raw: bytes) -> int:
    """Return the start of the header: after the "From " line of an mbox, if there is one."""
    return (raw.find(b"\n") + 1 or len(raw)) if raw.startswith((b"From ", b">From ")) else 0


class _Delimiter(NamedTuple):
    start: int  # end of the part before it
    end: int
    boundary: bytes
    closes: bool


def _next_part(
    raw: bytes, delimiter: _Delimiter | None, frames: list[_Frame], indexes: dict[bytes, int], tell: Tell
) -> _Delimiter | None:
    """Close the multiparts that a delimiter ends; return the delimiter before the next part, or ``None``."""
    while delimiter is not None:
        number = frames[indexes[delimiter.boundary]].number
        keep = indexes[delimiter.boundary] + (not delimiter.closes)
        del frames[keep:]
        indexes.clear()
        indexes.update((frame.boundary, index) for index, frame in enumerate(frames))
        if not delimiter.closes:
            return delimiter
        end = delimiter.end
        delimiter = _delimiter(raw, end, indexes)
        _tell_of_outside(raw, end, delimiter.start if delimiter else len(raw), number, tell)
    return None


def _tell_of_outside(raw: bytes, start: int, end: int, number: str, tell: Tell) -> None:
    """Report a URL or header field outside the parts, which programs do not show (RFC 2046 §5.1.1)."""
    found = _OUTSIDE.search(raw, start, end)
    if found is not None:
        said, is_field = found[0].decode("latin-1"), found[0][:1] in b"Cc"
        kind = "structure" if is_field else "ignored"
        tell(kind, Message("text before or after the parts is not read: {text}", text=said), number, found.start())


def _child(number: str, count: int) -> str:
    return f"{number}.{count}" if number else str(count)


def _fields(raw: bytes, start: int, boundaries: dict[bytes, int], end: int = sys.maxsize) -> tuple[list[Field], int]:
    """Parse the header at ``start``; return the used fields, and the start of the body."""
    fields, body = _fields_of_lines(raw, start, boundaries, end)
    if raw.find(b"\r", start, body) >= 0 and _BARE_CR.search(raw, start, body):
        # As in `email`, a bare CR ends a line of the header.
        lines = _BARE_CR.sub(b"\n", raw[start:body])
        fields, body = _fields_of_lines(lines, 0, boundaries, len(lines))
        return [Field(name, value, start + at) for name, value, at in fields], start + body
    return fields, body


def _fields_of_lines(raw: bytes, start: int, boundaries: dict[bytes, int], end: int) -> tuple[list[Field], int]:
    fields: list[Field] = []
    continued = _CONTINUED.match(raw, start, end)  # ignored, as in `email`
    position = continued.end() if continued else start
    while match := _FIELD.match(raw, position, end):
        written = match[1]
        if boundaries and written.startswith(b"--") and _is_delimiter(raw, position, boundaries):
            return fields, position
        name = FIELDS.get(written.lower())
        if name is not None:
            fields.append(Field(name, match[2], match.start(2)))
        position = match.end()
    blank = _BLANK.match(raw, position)
    return fields, blank.end() if blank else position


def _tell_of_header(raw: bytes, start: int, body: int, part: Part, tell: Tell) -> None:
    """Report ambiguities of a header, because of which other programs may decode the part differently."""
    _tell_of_second(part, start, tell)
    if _CONTINUED.match(raw, start, body):
        tell("structure", Message("the first line of a header begins with a space, and is ignored"), part.number, start)
    if not raw.endswith((b"\n\n", b"\n\r\n"), start, body) and raw[start:body] not in (b"\n", b"\r\n"):
        end = raw.find(b"\n\n", body, body + _LONGEST_LATE)
        late = _LATE_FIELD.search(raw, body, end if end >= 0 else min(len(raw), body + _LONGEST_LATE))
        if late is not None and b"\n\r\n" not in raw[body : late.start()]:
            said = Message("a line that is no field ends the header before {field}", field=late[1].decode("latin-1"))
            tell("structure", said, part.number, late.start(1))


def _tell_of_second(part: Part, start: int, tell: Tell) -> None:
    """Report duplicate fields and parameters, of which programs use the first or the last, and unreadable parts."""
    if part.type == "multipart/encrypted":  # RFC 1847 §2.2, RFC 3156 §4
        tell("encrypted", Message("multipart/encrypted is not decrypted"), part.number, start)
    if part.type.startswith("multipart/") and (encoding := _encoding(part)) not in UNENCODED:  # RFC 2045 §6.4
        said = Message("the encoding of {type} is ignored: {encoding}", type=part.type, encoding=encoding)
        tell("ignored", said, part.number, start)
    for name in ("content-type", "content-transfer-encoding"):
        written = list(dict.fromkeys(_text(one.value)[:_LONGEST_VALUE] for one in part.fields if one.name == name))
        if len(written) > 1:
            said = Message("the second {field} is ignored: {value}", field=name, value=written[1][:200])
            tell("structure", said, part.number, start)
        if name == "content-type" and written:
            if len(_BOUNDARY.findall(written[0])) > 1:
                tell("structure", Message("the second boundary is ignored"), part.number, start)
            if len(labels := dict.fromkeys(map(str.lower, _CHARSET.findall(written[0])))) > 1:
                said = Message("the second charset is ignored: {value}", value=list(labels)[1][:200])
                tell("structure", said, part.number, start)
            if part.type == "text/plain" and _content_type(written[0], part.type)[0].startswith("multipart/"):
                tell("structure", Message("a multipart without a boundary is read as text"), part.number, start)


def _is_delimiter(raw: bytes, position: int, boundaries: dict[bytes, int]) -> bool:
    end = raw.find(b"\n", position)
    line = raw[position + 2 : end if end >= 0 else len(raw)].rstrip()
    return line in boundaries or (line.endswith(b"--") and line[:-2] in boundaries)


def _delimiter(raw: bytes, start: int, boundaries: dict[bytes, int]) -> _Delimiter | None:
    """Find the next delimiter line of an open multipart. It includes the line break before (RFC 2046 §5.1.1)."""
    at = start - 1 if boundaries else len(raw)  # the line break may end the header
    while (at := raw.find(b"\n--", at)) >= 0:
        end = raw.find(b"\n", at + 1) + 1 or len(raw)
        # RFC 2046 §5.1.1: at most 70 characters.
        line = raw[at + 3 : min(end, at + 1000)].rstrip()
        closes = line not in boundaries
        boundary = line[:-2] if closes and line.endswith(b"--") else line
        if boundary in boundaries:
            before = max(at, start)
            return _Delimiter(before - raw.endswith(b"\r", start, before), end, boundary, closes)
        at += 1
    return None


def _part(number: str, fields: list[Field], default: str, is_message: bool, alternative: str | None) -> Part:
    part = Part(number, fields, default, is_message=is_message, alternative=alternative)
    written = next((one.value for one in fields if one.name == "content-type"), b"")
    # Only line breaks are removed (RFC 5322 §2.2.3), because a boundary may contain several spaces (RFC 2046 §5.1.1).
    if unfolded := written.translate(None, b"\r\n").decode("latin-1").strip():
        part.type, part.parameters = _content_type(unfolded[:_LONGEST_VALUE], default)
        if part.type.startswith("multipart/") and not part.parameters.get("boundary"):
            part.type = "text/plain"  # RFC 2046 §5.1.1: it cannot have parts
    return part


def _encoding(part: Part) -> str:
    return _COMMENT.sub("", part.value("content-transfer-encoding")).partition(";")[0].strip(' "').lower()


@lru_cache(maxsize=256)  # a few values are frequent
def _content_type(written: str, default: str) -> tuple[str, Mapping[str, str]]:
    """Return type and parameters (RFC 2045 §5.1, RFC 2231). An invalid type becomes text/plain (§5.2)."""
    type, semicolon, rest = written.partition(";")
    written = _COMMENT.sub("", type).strip() + semicolon + rest
    message = Mail()
    message["Content-Type"] = written
    message.set_default_type(default)
    parameters: dict[str, str] = {}
    for name in ("charset", "boundary", "format", "delsp", "name", "url"):
        if name in written.lower():
            try:
                found = message.get_param(name)
            except Exception:  # `email` raises TypeError and others for split parameters
                found = None
            if isinstance(found, tuple):
                found = found[2]
            if isinstance(found, str):
                parameters[name] = found.strip()
    return message.get_content_type(), parameters


def _text(value: bytes) -> str:
    return " ".join(value.decode("latin-1").split())


# Types whose text is not prose.
_NO_PROSE = frozenset([*_HEADERS, "text/javascript", "text/ecmascript", "text/rtf", "text/x-yenc"])
_OTHER_TEXT = ("application/xhtml+xml",)
_NO_TEXT = ("image/", "audio/", "video/", "font/", "model/")
_SIGNATURES = frozenset(
    f"application/{name}" for name in "pgp-signature pgp-keys pkcs7-signature x-pkcs7-signature pkix-cert".split()
)
_SMIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_PAGES = (".html", ".htm", ".xhtml")


def _leaf(raw: bytes, start: int, end: int, part: Part, walk: _Walk, depth: int) -> Iterator[Part]:
    """Yield a part without parts, with its body if it is parsed. Report it otherwise."""
    limits, tell = walk.limits, walk.tell
    if part.type.startswith("multipart/"):
        tell("structure", Message("no part of {type} starts with its boundary", type=part.type), part.number, start)
        part = replace(part, type="text/plain")  # RFC 2046 §5.1.1: without parts it is text, as in `email`
    elif part.type == "application/octet-stream" and _name(part).lower().endswith(".p7m"):
        part = replace(part, type="application/pkcs7-mime")  # RFC 8551 §3.2.1
    encoding = _encoding(part)
    if part.type in _HEADERS and encoding not in _DECODED + _UNDECODED:
        yield replace(part, fields=_fields(raw, start, {}, end)[0], is_message=True)
        return
    kind, said = _unread(part)
    if said:
        yield from _attachment(raw[start:end], start, part, walk, depth, kind, said)
        return
    if end - start > limits.size:
        note = Message("a part of {size} bytes; only the first {limit} are read", size=end - start, limit=limits.size)
        tell("limit", note, part.number, start)
        end = start + limits.size
    body = None
    if encoding in _UNDECODED:
        tell("encoding", Message("a text part in {encoding} is not read", encoding=encoding), part.number, start)
    elif part.type in _NESTED:
        yield from _encoded_message(raw[start:end], start, part, walk, depth)
        return
    else:
        if part.type == "message/partial":  # RFC 2046 §5.2.2
            tell("document", Message("a piece of a message is read as text"), part.number, start)
        body = _body(raw[start:end], start, part, tell)
        body.outer = walk.outer
        if part.type in calendar.TYPES and body.text.strip() and not calendar.is_one(body.text):
            message = Message("{type} without a calendar or card is read as text", type=part.type)
            tell("structure", message, part.number, start)
            part = replace(part, type="text/plain")
    yield replace(part, body=body, is_message=False)


def _attachment(raw: bytes, start: int, part: Part, walk: _Walk, depth: int, kind: str, message: str) -> Iterator[Part]:
    """Yield the content of a part that is not text, or report why it was skipped."""
    limits, budget = walk.limits, walk.budget
    opener = _signed_content if part.type in _SMIME else walk.opener
    said = message
    if opener is None or part.type == "message/external-body":
        pass
    elif len(raw) > limits.size or walk.encoded >= _MOST_ENCODED or _encoding(part) in _UNDECODED:
        message = Message("{what}: it is too large, too deep, or in an unknown encoding", what=message)
    else:
        body = Body(raw, start, _encoding(part) if start or part.fields else "", "latin-1")
        body.outer = walk.outer
        within = Within(body, is_exact=False)
        inner = replace(walk, tell=lambda kind, said, number, _: walk.tell(kind, said, number, start), outer=within)
        inner.encoded += 1
        name = _name(part)
        if budget.ends is None:
            budget.ends = process_time() + limits.seconds
        count = 0
        try:
            left = max(budget.ends - process_time(), 0.0)
            opened = opener(Attachment(name, part.type, body.data, limits.size, left))
            for one in () if opened is None else opened:
                budget.opened += 1
                budget.size += len(one.data)
                if not budget.is_left(limits):
                    walk.tell("limit", Message("{what}: the limit for attachments", what=said), part.number, start)
                    break
                count += 1
                yield from _opened(one, count, part, inner, depth + 1)
        except Exception as error:  # from a library, or because it is missing
            opened = None
            message = Message("{what}: {error}", what=message, error=f"{type(error).__name__}: {error}"[:198])
        if opened is not None:
            return
    walk.tell(kind, message, part.number, start)
    yield replace(part, is_message=False)


def _opened(one: Opened, count: int, part: Part, walk: _Walk, depth: int) -> Iterator[Part]:
    signed = part.signed or part.type in _SMIME
    if one.type == _ENTITY:
        yield from _of_bytes(one.data, walk, part.number, is_message=False, signed=signed, within=depth)
    elif one.type in _NESTED:
        yield from _of_bytes(one.data, walk, f"{part.number or 1}/{count}", signed=signed, within=depth)
    else:
        parameters = {"name": one.name} if one.charset is None else {"name": one.name, "charset": one.charset}
        inside = Part(f"{part.number or 1}/{count}", [], one.type, parameters, signed=signed, outer=walk.outer)
        yield from _leaf(one.data, 0, len(one.data), inside, walk, depth)


_ENTITY = "message/entity"  # a part with its header


def _signed_content(attachment: Attachment) -> list[Opened] | None:
    """Return the signed part of S/MIME (RFC 8551 §3.5.2), as mail programs show it. Needs asn1crypto."""
    cms = import_module("asn1crypto.cms")
    info = cms.ContentInfo.load(attachment.data)
    if info["content_type"].native != "signed_data":
        return None
    content = info["content"]["encap_content_info"]["content"].native
    return [Opened("", _ENTITY, content)] if isinstance(content, bytes) else None


def _encoded_message(raw: bytes, start: int, part: Part, walk: _Walk, depth: int) -> Iterator[Part]:
    """Yield the parts of an encoded message. RFC 2046 §5.2.1 forbids the encoding, but programs decode it."""
    if walk.encoded >= _MOST_ENCODED or depth >= walk.limits.depth:
        said = Message("more than {number} encoded messages within each other are not read", number=_MOST_ENCODED)
        walk.tell("limit", said, part.number, start)
        yield replace(part, is_message=False)
        return
    _tell_of_message(part, start, walk.tell)
    body = Body(raw, start, _encoding(part))
    body.outer = walk.outer

    def tell(kind: str, said: str, number: str, at: int) -> None:
        walk.tell(kind, said, number, body.raw_span(at, at)[0])

    inner = replace(walk, tell=tell, encoded=walk.encoded + 1, outer=Within(body))
    yield from _of_bytes(body.data, inner, part.number or "1", signed=part.signed, within=depth + 1)


def _body(raw: bytes, start: int, part: Part, tell: Tell) -> Body:
    encoding = _encoding(part)
    if encoding not in UNENCODED + _DECODED:
        said = Message("the transfer encoding {encoding} is unknown: read as it is", encoding=encoding)
        tell("encoding", said, part.number, start)
    body = Body(raw, start, encoding, part.parameters.get("charset"), part.type)
    if body.has_odd_padding:
        tell("encoding", Message('"=" in the midst of base64, which some programs ignore'), part.number, start)
    if b"\0" in body.data and "\0" in body.text.rstrip("\0"):
        tell("structure", Message("text with NUL, which some programs ignore"), part.number, start)
    if body.problem:
        tell("charset", body.problem, part.number, start)
    return body


def _unread(part: Part) -> tuple[str, str]:
    """Return the kind and message of a note for a part that is skipped; the message is "" if it is parsed."""
    name, type = _name(part).lower(), part.type
    is_text = type.startswith("text/")
    kind = f"{type}{_named(name)}"
    if type in ("application/ms-tnef", "application/vnd.ms-tnef") or name == "winmail.dat":
        return "attachment", Message("winmail.dat (TNEF), which may hold Outlook's message text, is not opened")
    if part.is_attached and (type in _OTHER_TEXT or type == "text/html" or name.endswith(_PAGES)):
        return "attachment", Message("HTML is attached{given}, and not opened", given=_named(name))
    if name.endswith((*_PAGES, ".eml")) and not is_text and type not in (*_NESTED, *_OTHER_TEXT):
        return "attachment", Message("{kind} is attached, and not opened", kind=name)
    if type in _NESTED:
        encoding = _encoding(part)
        is_read = encoding not in _UNDECODED
        return "attachment", "" if is_read else Message("a message in {encoding} is not read", encoding=encoding)
    if type == "message/external-body":  # RFC 2046 §5.2.3, RFC 2017
        place = part.parameters.get("url", "")[:200]
        return "document", Message("the body of a part is elsewhere: {place}", place=place)
    if type in _SMIME:
        return "encrypted", Message("{kind} is not opened", kind=f"S/MIME{_named(name)}")
    if type == "application/pgp-encrypted":
        return "encrypted", Message("{kind} is not opened", kind=kind)
    if type in _SIGNATURES or (type.startswith(_NO_TEXT) and type != "image/svg+xml"):
        return "unread", Message("{kind} is not read", kind=kind)
    if part.is_attached:
        return "document", Message("{kind} is attached, and not opened", kind=kind)
    if type in _NO_PROSE or not (is_text or type in _OTHER_TEXT or type.startswith("message/")):
        return "document", Message("{kind} is not opened", kind=kind)
    return "", ""


def unread_data(type: str) -> tuple[str, str]:
    """Return the kind and message of a note for a ``data:`` URL of this media type."""
    type = type.strip().lower()[:100]
    kind = "unread" if type.startswith(_NO_TEXT) and not type.startswith("image/svg") else "document"
    return kind, Message("{type} in a data: IRI is not read", type=type or "text")


def _tell_of_message(part: Part, start: int, tell: Tell) -> None:
    """Report an attached message: it is parsed, but programs do not show it immediately."""
    if part.is_attached:
        tell("attachment", Message("a message is attached"), part.number, start)


def _named(name: str) -> str:
    return f" ({name})" if name else ""


def _name(part: Part) -> str:
    """Return the file name, or ""."""
    if name := part.parameters.get("name"):
        return name
    disposition = part.value("content-disposition")[:_LONGEST_VALUE]
    if "filename" not in disposition.lower():
        return ""
    message = Mail()
    message["Content-Disposition"] = disposition
    try:
        return message.get_filename("") or ""
    except Exception:  # as in `_content_type`
        return ""


def _as_sent(message: Mail) -> bytes:
    """Return the bytes of a message that `email` parsed, or that a program built."""
    pieces: list[bytes] = []
    waiting: list[Mail | bytes] = [message]
    while waiting:
        one = waiting.pop()
        if isinstance(one, bytes):
            pieces.append(one)
            continue
        payload = _payload(one)
        added = ""
        if not isinstance(payload, list):
            waiting.append(_bytes(payload if isinstance(payload, str) else ""))
        elif one.get_content_maintype() == "multipart":
            boundary = one.get_boundary()
            if boundary is None:  # `email` generates it when it sends the message
                boundary = f"={len(pieces)}={len(waiting)}="
                added = f'; boundary="{boundary}"'
            waiting.append(_bytes(f"\n--{boundary}--\n{one.epilogue or ''}"))
            for child in _children(payload):
                waiting += [child, _bytes(f"\n--{boundary}\n")]
            waiting.append(_bytes(one.preamble or ""))
        else:
            waiting += _children(payload)
        for name, value in one.raw_items():
            pieces.append(_bytes(f"{name}: {value}{added * (name.lower() == 'content-type')}\n"))
        pieces.append(b"\n")
    return b"".join(pieces)


def _children(payload: list[object]) -> list[Mail]:
    """Return the parts of a multipart, last first."""
    return [child for child in reversed(payload) if isinstance(child, Mail)]


def _payload(message: Mail) -> object:
    """Return the body as sent. `get_payload` would replace bytes outside the declared charset."""
    held = vars(message).get("_payload")
    return held if isinstance(held, str) else message.get_payload()


def _bytes(text: str) -> bytes:
    """Encode a value. `email` keeps non-ASCII bytes as surrogates, but a program may set any `str`."""
    try:
        return text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
