"""A message with its links replaced, for gateways that check a link when it is followed."""

from __future__ import annotations

import binascii
from collections.abc import Callable
from email.message import Message
from html import escape, unescape
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from extract.detect.finder import find_links
from extract.iri.as_uri import to_uri
from extract.mail.link import MailLink
from extract.mail.links import links_in_message
from extract.readers import calendar, html
from extract.readers.labels import SHIFTING, WIDE
from extract.readers.mime import Part, parts_of
from extract.readers.transfer import Body
from extract.text.regexes import re

# Charsets in which bytes cannot be replaced alone: they depend on earlier bytes, or are not ASCII-compatible.
_STATEFUL = (*SHIFTING, *WIDE)
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"  # RFC 9580 §7
_LONGEST_LINE = 76  # RFC 2045 §6.7, §6.8


_CONTEXT = 1000  # characters: of what follows a link, to see whether it ends
_SPECIAL = re.compile("[,;]")


class _Edit(NamedTuple):
    """Bytes to write in place of those from ``start`` to ``end``."""

    start: int
    end: int
    data: bytes


def rewrite_links(
    message: bytes | Message, function: Callable[[MailLink], str | None], *, signed: bool = False, **options: Any
) -> bytes:
    """Return a message with some links replaced; all other bytes stay the same.

    ``function`` is called with each link of the text parts (not of headers), and returns the IRI to write in its place,
    or ``None`` to keep it. It is written as a URI, escaped for HTML and encoded like the part. A part in base64 or in a
    stateful charset (iso-2022-jp, utf-7) is encoded again as a whole: other bytes, the same text. A `Message` is read
    as ``as_bytes()`` writes it. ``options`` are those of `links_in_message`.

    Parts of multipart/signed and clearsigned text are left alone, because their signatures would become invalid. With
    ``signed`` they are rewritten too, so that a message that only claims to be signed cannot avoid it.

    Raises `IRIError` if ``function`` returns something that has no URI, and the errors of `links_in_message`.
    """
    raw = message.as_bytes() if isinstance(message, Message) else bytes(message)
    options = {**options, "headers": False}
    edits: list[_Edit] = []
    parts = {part.number: part for part in parts_of(raw, options.get("limits")) if part.body is not None}
    for number, links in groupby(links_in_message(raw, **options), attrgetter("part")):
        part = parts[number]
        if not signed and part.body is not None and (part.signed or _CLEARSIGNED in part.body.text):
            continue
        replaced = [(link, to_uri(target)) for link in links if (target := function(link)) is not None]
        if replaced and part.body is not None:
            edits += _edits(part, part.body, replaced)
    pieces = []
    position = 0
    for start, end, data in sorted(edits):
        if start >= position:
            pieces += [raw[position:start], data]
            position = end
    return b"".join([*pieces, raw[position:]])


def _edits(part: Part, body: Body, replaced: list[tuple[MailLink, str]]) -> list[_Edit]:
    spans: list[tuple[int, int, str]] = []
    after = ""  # the text after a link, as it will be
    end = len(body.text)
    for link, uri in reversed(replaced):
        after = body.text[link.end : min(end, link.end + _CONTEXT)] + after
        written = _written(part, body.text, link, uri, after)
        after, end = (written + after)[:_CONTEXT], link.start
        spans.append((link.start, link.end, written))
    spans.reverse()
    if body.codec.startswith(_STATEFUL):
        return _whole(body, _spliced(body.text, spans).encode(body.codec, "replace"))
    if body.encoding == "base64":
        in_bytes = [(*body.data_span(start, end), uri.encode("ascii")) for start, end, uri in spans]
        return _whole(body, b"".join(_pieces(body.data, in_bytes)))
    edits = []
    for start, end, uri in spans:
        raw_start, raw_end = body.span(start, end)
        data = uri.encode("ascii")
        if body.encoding == "quoted-printable":
            data = _quoted(body, raw_start - body.base, raw_end - body.base, data)
        edits.append(_Edit(raw_start, raw_end, data))
    return edits


def _written(part: Part, text: str, link: MailLink, uri: str, after: str) -> str:
    """Return the URI escaped for the part, in angle brackets if its end would be misread (RFC 3986 appendix C)."""
    before = text[max(link.start - 1, 0) : link.start]
    in_html = part.type in html.TYPES
    if link.origin == "text":
        if in_html:
            before, after = before.strip(">"), unescape(after.partition("<")[0])
        found = next(find_links(before + uri + after), None)
        if found is None or (found.start, found.end) != (len(before), len(before) + len(uri)):
            uri = f"<{uri}>"
        if part.type in calendar.TYPES:  # RFC 5545 §3.3.11
            uri = _SPECIAL.sub(r"\\\g<0>", uri)
    return escape(uri) if in_html else uri


def _spliced(text: str, spans: list[tuple[int, int, str]]) -> str:
    pieces = []
    position = 0
    for start, end, uri in spans:
        pieces += [text[position:start], uri]
        position = end
    return "".join([*pieces, text[position:]])


def _pieces(data: bytes, spans: list[tuple[int, int, bytes]]) -> list[bytes]:
    pieces = []
    position = 0
    for start, end, uri in spans:
        pieces += [data[position:start], uri]
        position = end
    return [*pieces, data[position:]]


def _line_end(raw: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in raw else b"\n"


def _whole(body: Body, data: bytes) -> list[_Edit]:
    """Encode a whole body, in its transfer encoding."""
    raw, line_end = body.raw, _line_end(body.raw)
    if body.encoding == "base64":
        # keep the length of lines, so that those before the first link stay the same
        first = re.match(rb"[A-Za-z0-9+/]+", raw)
        size = max((len(first[0]) if first else _LONGEST_LINE) // 4 * 3, 3)
        lines = [binascii.b2a_base64(data[i : i + size], newline=False) for i in range(0, len(data), size)]
        tail = raw[len(raw.rstrip()) :]
        data = line_end.join(lines) + tail
    elif body.encoding == "quoted-printable":
        data = re.sub(rb"=\r?\n", b"=" + line_end, binascii.b2a_qp(data, istext=not body.codec.startswith(WIDE)))
    return [_Edit(body.base, body.base + len(raw), data)]


def _quoted(body: Body, start: int, end: int, data: bytes) -> bytes:
    """RFC 2045 §6.7: "=" is encoded, and lines have at most 76 characters."""
    raw, line_end = body.raw, _line_end(body.raw)
    data = data.replace(b"=", b"=3D")
    line_start = raw.rfind(b"\n", 0, start) + 1
    rest = raw.find(b"\n", end)
    if start - line_start + len(data) + (rest if rest >= 0 else len(raw)) - end < _LONGEST_LINE:
        return data
    # on lines of its own, cut between triplets
    lines = re.findall(rb"(?:=3D|[^=]){1,%d}" % ((_LONGEST_LINE - 1) // 3), data)
    soft_break = b"=" + line_end
    return soft_break * (start > line_start) + soft_break.join([*lines, b""])
