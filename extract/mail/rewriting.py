"""Replace the links of a message, for mail gateways that check a link when it is followed."""

from __future__ import annotations

import binascii
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from email.message import Message
from html import escape, unescape
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple

from extract.detect.finder import find_links
from extract.iri.as_uri import to_uri
from extract.iri.components import without_secrets
from extract.iri.errors import IRISyntaxError
from extract.mail.link import MailLink
from extract.mail.links import finder_for_mail, links_by_part, require_message
from extract.readers import calendar, html, mail
from extract.readers.formats import FORMATS
from extract.readers.mime import UNENCODED, Limits, Part
from extract.readers.transfer import Body, Stretch, Within
from extract.text.arguments import require_function
from extract.text.html_tokens import tag_around
from extract.text.labels import SHIFTING, WIDE, ebcdic_codec
from extract.text.positions import Edit, edited
from extract.text.regexes import re

_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"  # RFC 9580 §7
_LONGEST_LINE = 76  # RFC 2045 §6.7, §6.8
_LONG_LINE = re.compile(rb"(?m)^[^\n]{998}[^\r\n]")  # RFC 5322 §2.1.1
_CONTEXT = 1000  # characters after a link that are tested for its end
_SPECIAL = re.compile("[,;]")
_SPECIAL_IN_CSS = re.compile("[\"'()&\\\\]")
_SUBMITTED = ("action", "formaction")
_TAG_NAME = re.compile("<[A-Za-z]+")
_WHITE_SPACE = re.compile(r"\s")
_LINE_BREAK = re.compile(r"([\r\n])")
_BREAKS_IN_UTF_7 = {"\r": b"+AA0-", "\n": b"+AAo-"}
_LIKE_DELIMITER = re.compile(rb"\A(?:-(?=-)|F(?=rom ))")  # in UTF-7
# RFC 2045 §6.7 rule 2; whitespace at the end of a line is encoded separately.
_LITERAL = frozenset(b"\t" + bytes(range(32, 127))) - {ord("=")}
_AS_QUOTED = [bytes([octet]) if octet in _LITERAL else b"=%02X" % octet for octet in range(256)]
_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]+")
_LONGEST_DELIMITER = 1024


class _Change(NamedTuple):
    """A replacement for ``[start:end]`` of the text, or of the data, of a body."""

    start: int
    end: int
    written: Any  # str, or bytes


def rewrite_links(
    message: bytes | Message, function: Callable[[MailLink], str | None], *, signed: bool = False, **options: Any
) -> bytes:
    """Return a message with some links replaced. All other bytes stay the same.

    ``function`` is called with each link of the text parts (not of headers), and returns the IRI to write instead.
    ``None``, or the IRI of the link itself, keeps the link. The IRI is written as a URI, escaped for HTML and encoded
    like the part. ``javascript:`` and relative references are written too. A part in base64 or UTF-7 is encoded again
    as a whole: the bytes may differ, but not the text. Added lines end like the lines of the message. A `Message` is
    converted by ``as_bytes()``. ``options`` are passed to `links_in_message`.

    Parts of multipart/signed and clearsigned text are not changed, because their signatures would become invalid. With
    ``signed`` they are, so that a message cannot avoid it by claiming to be signed.

    Raises `IRIError` if ``function`` returns "" or text without a URI, and the errors of `links_in_message`.
    """
    require_message("message", message)
    require_function("function", function)
    raw = message.as_bytes() if isinstance(message, Message) else bytes(message)
    most = (options.get("limits") or Limits()).size
    outputs: list[tuple[Within | None, _Output]] = [(None, _Output(raw))]  # of the message, and of nested encoded ones
    for part, links in _links_by_part(raw, **options):
        body = part.body
        if body is None or not part.is_written_here or (not signed and (part.signed or _CLEARSIGNED in body.text)):
            continue
        changes = _changes(part, body.text, _replaced(links, function))
        first = next(changes, None)
        if first is not None:
            _open(part.outer, outputs, most)
            output = outputs[-1][1]
            output.boundaries.update(map(_bare, part.boundaries))
            in_first_line = "\n" not in body.text[: first.start]
            output.body(part, body, chain([first], changes), in_first_line, len(body.raw) < most)
    _open(None, outputs, most)
    return outputs[0][1].finished()


def _open(within: Within | None, outputs: list[tuple[Within | None, _Output]], most: int) -> None:
    """Make the last output the one of ``within``; write finished outputs into the enclosing one."""
    wanted: list[Within | None] = []
    while within is not None:
        wanted.append(within)
        within = within.body.outer
    wanted = [None, *reversed(wanted)]
    while [one for one, _ in outputs] != wanted[: len(outputs)]:
        done, output = outputs.pop()
        data = output.finished()
        if done is not None and data != done.body.data and len(done.body.raw) < most:
            outputs[-1][1].whole(done.body, data)
    outputs += [(one, _Output(one.body.data)) for one in wanted[len(outputs) :] if one is not None]


def _links_by_part(
    raw: bytes, *, attributes: bool = True, limits: Any = None, report: Any = None, **options: Any
) -> Iterator[tuple[Part, Iterable[MailLink]]]:
    of_finder = {name: value for name, value in options.items() if name not in ("headers", "attachments")}
    return links_by_part(raw, finder_for_mail(**of_finder), False, attributes, limits, report)


def _replaced(links: Iterable[MailLink], function: Callable[[MailLink], str | None]) -> Iterator[tuple[MailLink, str]]:
    """Yield the links to replace, each with its URI; of overlapping links the first."""
    end = 0
    for link in links:
        if link.attribute in ("base", "CN"):  # a base changes other links; a name would need quotation marks
            continue
        shown = link._replace(iri=without_secrets(link.iri))
        target = function(shown)
        if target is not None and target not in (link.iri, shown.iri):
            if not target:
                raise IRISyntaxError(f"the function returned an empty address for {link.iri}", kind="scheme")
            uri = to_uri(target)
            if link.start >= end:
                end = link.end
                yield link, uri


def _changes(part: Part, text: str, replaced: Iterator[tuple[MailLink, str]]) -> Iterator[_Change]:
    """Yield the changes of a text, in order."""
    held: list[_Change] = []  # changes of the last link; the tag of the next one may begin before them
    done = 0
    for link, uri in replaced:
        written = _written(part, text, link, uri)
        if written == text[link.start : link.end]:
            continue
        changes = [_Change(link.start, link.end, written)]
        if "?" in uri and link.attribute in _SUBMITTED:
            changes += (one for one in _posted(part, text, link) if one.start >= done)
        if held and changes[-1].start >= held[-1].end:
            yield from held
            done, held = held[-1].end, []
        held = sorted([*held, *changes])
    yield from held


def _posted(part: Part, text: str, link: MailLink) -> Iterator[_Change]:
    """Give a form or a button the method POST, because GET drops the query of its URL (HTML §4.10.22.3).

    It is written first, because browsers use the first of two methods. The value has no quotation marks in HTML, which
    could end another attribute value.
    """
    name, tags = ("method", "form") if link.attribute == "action" else ("formmethod", "(?:button|input)")
    tag = tag_around(text, tags, link.start)
    found = tag and next(html.attributes(text, tag.start, tag.end, frozenset([name])), None)
    method = unescape(text[found[1] : found[2]]).strip().lower() if found else ""
    if tag is not None and method not in ("post", "dialog"):
        after = _TAG_NAME.match(text, tag.start).end()  # type: ignore[union-attr]  # it always matches
        value = '"post"' if part.type in html.XML else "post"
        yield _Change(tag.start, after, f"{text[tag.start : after]} {name}={value}")


def _written(part: Part, text: str, link: MailLink, uri: str) -> str:
    """Return the URI escaped for the part, in angle brackets if its end would be misread (RFC 3986 appendix C)."""
    before, after = text[max(link.start - 1, 0) : link.start], text[link.end : link.end + _CONTEXT]
    in_html = part.type in html.TYPES
    if link.origin == "text":
        if in_html:
            before, after = before.strip(">"), unescape(after.partition("<")[0])
        found = next(find_links(before + uri + after, profile=FORMATS["mail"].profile), None)
        if found is None or (found.start, found.end) != (len(before), len(before) + len(uri)):
            uri = f"<{'<' * (part.type in mail.ENRICHED)}{uri}>"  # RFC 1896 §3
        if part.type in mail.ENRICHED:
            uri += mail.commands(text[link.start : link.end])
        if part.type in calendar.TYPES:  # RFC 5545 §3.3.11
            uri = _SPECIAL.sub(r"\\\g<0>", uri)
    if link.attribute == "ld+json":  # RFC 8259 §7
        return _SPECIAL_IN_CSS.sub(lambda one: f"\\u{ord(one[0]):04x}", uri)
    if link.attribute in ("style", "url()", "@import"):  # CSS Syntax §4.3.7
        uri = _SPECIAL_IN_CSS.sub(lambda one: f"\\{ord(one[0]):x} ", uri)
    return escape(uri) if in_html else uri


def _in_data(body: Body, changes: Iterator[_Change], line_end: bytes) -> Iterator[_Change]:
    """Yield the changes as changes of the body's data."""
    if body.codec == "utf-7":  # the meaning of a byte depends on the bytes before it
        return iter([_Change(0, len(body.data), _in_utf7(body, changes, line_end))])
    if body.codec.startswith(SHIFTING):
        return _in_states(body, changes)
    codec = body.codec if body.codec.startswith(WIDE) or ebcdic_codec(body.codec) else "ascii"
    return (_Change(*body.data_span(one.start, one.end), one.written.encode(codec)) for one in changes)


# Switches to another character set: RFC 1468 and others, RFC 1557 (up to the end of the line), RFC 1843.
_SWITCH = re.compile(rb"\x1b(?:\([ -~]|\$(?:[@AB]|\([ -~]))")
_SWITCHES = {"iso2022_kr": re.compile(rb"[\x0e\x0f\n]"), "hz": re.compile(rb"~[{}~\n]")}
_CHOICE = re.compile(rb"\x1b(?:\$\)|\.)[@-~]")  # chooses a set to which others switch later
_OF_ASCII = (b"\x1b(B", b"\x0f", b"\n", b"~}")
_TO_ASCII = {b"": b"", b"\x1b": b"\x1b(B", b"\x0e": b"\x0f", b"~": b"~}"}


def _in_states(body: Body, changes: Iterator[_Change]) -> Iterator[_Change]:
    """Yield changes in a stateful charset. Each begins with a switch to ASCII, and ends with a switch back."""
    switches = _SWITCHES.get(body.codec, _SWITCH)
    chosen = b""  # the switch to the set of the next character; "" for ASCII
    position = 0

    def read(end: int) -> None:
        nonlocal chosen, position
        for switch in switches.findall(body.data, position, end):
            if switch not in (b"~~", b"~\n"):
                chosen = b"" if switch in _OF_ASCII else switch
        position = end

    for start, end, written in changes:
        first, stop = body.data_span(start, end)
        read(first)
        before = _TO_ASCII[chosen[:1]]
        read(stop)
        after = b"".join(_CHOICE.findall(body.data, first, stop)) + chosen
        yield _Change(first, stop, before + written.encode(body.codec) + after)


def _in_utf7(body: Body, changes: Iterator[_Change], line_end: bytes) -> bytes:
    """Encode a whole text. No line begins like a delimiter, or ends differently from the lines of the message."""
    lines = []
    for line in edited(body.text, (Edit(*change) for change in changes)).text.split(line_end.decode()):
        pieces = _LINE_BREAK.split(line)  # encoded one by one, so that "-" ends each run of base64
        data = b"".join(_BREAKS_IN_UTF_7.get(piece) or piece.encode("utf-7", "replace") for piece in pieces)
        lines.append(_LIKE_DELIMITER.sub(lambda first: b"+AC0-" if first[0] == b"-" else b"+AEY-", data))
    return line_end.join(lines)


def _bare(boundary: bytes) -> bytes:
    """Return a boundary in the form of `email`, which treats angle brackets as quotation marks."""
    return boundary.strip(b'<>"')


def _quoted_printable(data: bytes, line_end: bytes) -> bytes:
    """Encode a whole body without changing its line ends."""
    lines = []
    for line in data.split(b"\n"):
        text = line.removesuffix(b"\r")
        pieces = _lines(_tokens(text, is_first=True, is_last=True))
        lines.append((b"=" + line_end).join(pieces) + line[len(text) :])
    return b"\n".join(lines)


def _tokens(text: bytes, *, is_first: bool, is_last: bool) -> list[bytes]:
    """Encode bytes, which may be first or last in a line. No line begins like a delimiter or a "From " line of mbox."""
    tokens = [_AS_QUOTED[octet] for octet in text]
    if is_last and text[-1:] in (b" ", b"\t"):
        tokens[-1] = b"=%02X" % text[-1]
    if is_first and text.startswith((b"-", b"From ")):
        tokens[0] = b"=%02X" % text[0]
    return tokens


class _Changed:
    """Bytes that are written with changes, in order. Offsets are in the raw bytes."""

    def __init__(self, raw: bytes) -> None:
        self.raw, self.position = raw, 0  # everything before the position has been written
        self.written = BytesIO()

    def change(self, start: int, end: int, data: bytes) -> None:
        """Write the bytes before ``start``, and ``data`` instead of the bytes from ``start`` to ``end``."""
        self.copy(start)
        self.write(data)
        self.position = max(end, self.position)

    def copy(self, start: int) -> None:
        """Write the bytes before ``start``."""
        if start > self.position:
            self.write(self.raw[self.position : start])
            self.position = start

    def write(self, data: bytes) -> None:
        """Write bytes that are not in the raw bytes."""
        self.written.write(data)

    def finished(self) -> bytes:
        """Return the changed bytes."""
        self.copy(len(self.raw))
        return self.written.getvalue()


class _Output(_Changed):
    """A message."""

    def __init__(self, raw: bytes) -> None:
        self.has_cr_only = b"\n" not in raw and b"\r" in raw  # bare CR is converted to LF, and back at the end
        super().__init__(raw.replace(b"\r", b"\n") if self.has_cr_only else raw)
        # RFC 5321 §2.3.8: no bare LF in a message whose lines end with CRLF.
        self.line_end = b"\r\n" if b"\r\n" in raw else b"\n"
        self.boundaries: set[bytes] = set()  # of the multiparts around changed parts

    def body(self, part: Part, body: Body, changes: Iterator[_Change], in_first_line: bool, may_encode: bool) -> None:
        """Write a body with its changes, in quoted-printable if they make a line too long (RFC 5322 §2.1.1)."""
        base, end = body.base, body.base + len(body.raw)
        header_end = b""
        if in_first_line and body.encoding != "base64" and not _ends_header(self.raw, base):
            # A changed first line must not become a field of a missing header. A bare CR before it does not end a line.
            is_bare = self.line_end == b"\n" and self.raw.endswith(b"\r", 0, base)
            header_end = self.line_end * (1 + is_bare)
        writer = _Writer(self.raw[base:end], self.line_end)
        in_data = _in_data(body, changes, self.line_end)
        if body.encoding == "base64":
            writer.base64(body, in_data)
        else:
            write = writer.quoted if body.encoding == "quoted-printable" else writer.change
            for start, stop, data in in_data:
                raw_start, raw_end = body.raw_span(start, stop)
                write(raw_start - base, raw_end - base, data)
        written = writer.finished()
        is_too_long = _long_lines(written) > _long_lines(writer.raw)
        if is_too_long and body.encoding in UNENCODED and may_encode and self.raw[base - 1 : base] != b"\r":
            header_end = self.declare_quoted(part, base, header_end)
            written = _quoted_printable(written, self.line_end)
        else:
            written = writer.without_delimiters(written, self.boundaries, body.encoding == "quoted-printable")
        self.change(base, end, header_end + written)

    def whole(self, body: Body, data: bytes) -> None:
        """Write the data of a whole body in its encoding."""
        is_base64 = body.encoding == "base64"
        written = _base64(body.raw, data, self.line_end) if is_base64 else _quoted_printable(data, self.line_end)
        self.change(body.base, body.base + len(body.raw), written)

    def declare_quoted(self, part: Part, base: int, header_end: bytes) -> bytes:
        """Write the header of a part with its new encoding; return the bytes still to be written before the body."""
        field = next((one for one in part.fields if one.name == "content-transfer-encoding"), None)
        if field is not None and field.start is not None:
            value = b" quoted-printable" + b"\r" * field.value.endswith(b"\r")
            self.change(field.start, field.start + len(field.value), value)
            return header_end
        ended = _ends_header(self.raw, base)  # the declaration is inserted before the empty line, if there is one
        declared = b"Content-Transfer-Encoding: quoted-printable" + self.line_end * (1 if ended else 2)
        if not part.number and b"mime-version" not in self.raw[:base].lower():
            declared = b"MIME-Version: 1.0" + self.line_end + declared
        self.change(base - ended, base - ended, declared)
        return b""

    def finished(self) -> bytes:
        """Return the message."""
        written = super().finished()
        return written.replace(b"\n", b"\r") if self.has_cr_only else written


class _Writer(_Changed):
    """A body in its transfer encoding."""

    def __init__(self, raw: bytes, line_end: bytes) -> None:
        super().__init__(raw)
        self.line_end = line_end
        self.line_start = 0  # start of the last line in the written bytes
        self.edges = array("q")  # starts and ends of changes in the written bytes

    def change(self, start: int, end: int, data: bytes) -> None:
        """Write a change, and note its place."""
        self.copy(start)
        self.edges.append(self.written.tell())
        super().change(start, end, data)
        self.edges.append(self.written.tell())

    def write(self, data: bytes) -> None:
        """Write bytes, and note where their last line starts."""
        last = data.rfind(b"\n")
        if last >= 0:
            self.line_start = self.written.tell() + last + 1
        super().write(data)

    def quoted(self, start: int, end: int, data: bytes) -> None:
        """Write ``data`` in quoted-printable: lines have at most 76 characters (RFC 2045 §6.7)."""
        self.copy(start)
        column = self.written.tell() - self.line_start
        low, high = end, min(end + _LONGEST_LINE + 2, len(self.raw))
        line_end = self.raw.find(b"\n", low, high)
        line_end = high if line_end < 0 else line_end
        rest = line_end - end - self.raw.endswith(b"\r", end, line_end)
        tokens = _tokens(data, is_first=not column, is_last=not rest)
        joined = b"".join(tokens)
        if column + len(joined) + rest > _LONGEST_LINE:
            # On separate lines.
            soft_break = b"=" + self.line_end
            joined = soft_break * (column > 0) + soft_break.join([*_lines(tokens), b""])
        self.change(start, end, joined)

    def base64(self, body: Body, changes: Iterator[_Change]) -> None:
        """Encode changed base64 again, but write unencoded lines as they are."""
        parts = list(body.data_stretches())
        found = list(changes)
        starts = [one.start for one in found]
        if any(_crosses(found, starts, data.end) for _, data in parts):  # only hostile messages have such links
            parts = [(Stretch(0, len(body.raw), False), Stretch(0, len(body.data), False))]
        for index, (raw, data) in enumerate(parts):
            inside = found[bisect_left(starts, data.start) : bisect_left(starts, data.end)]
            if raw.is_clear:
                for start, end, written in inside:
                    first = raw.start - data.start
                    self.change(first + start, first + end, written)
            elif inside:
                decoded = _Changed(body.data[data.start : data.end])
                for start, end, written in inside:
                    decoded.change(start - data.start, end - data.start, written)
                new = decoded.finished()
                is_last = index + 1 == len(parts)
                if not is_last and len(new) % 3 == 0:
                    new += self.line_end  # without padding, the unencoded lines after it would be decoded as base64
                self.change(raw.start, raw.end, _base64(self.raw[raw.start : raw.end], new, self.line_end))

    def without_delimiters(self, written: bytes, boundaries: set[bytes], quoted: bool) -> bytes:
        """Escape changed lines that became a delimiter (RFC 2046 §5.1.1)."""
        pieces: list[bytes] = []
        position = 0
        for edge in self.edges if boundaries else ():
            low, high = max(edge - _LONGEST_DELIMITER, position), edge + _LONGEST_DELIMITER
            start = max(written.rfind(b"\n", low, edge), written.rfind(b"\r", low, edge)) + 1
            if (start or not (low or pieces)) and written.startswith(b"--", start):
                ends = (written.find(b"\n", edge, high), written.find(b"\r", edge, high))
                line = written[start + 2 : min(at if at >= 0 else high for at in ends)].rstrip()
                if _bare(line) in boundaries or _bare(line.removesuffix(b"--")) in boundaries:
                    pieces += [written[position:start], b"=2D" if quoted else b" "]
                    position = start + quoted
        return b"".join([*pieces, written[position:]])


def _crosses(changes: list[_Change], starts: list[int], place: int) -> bool:
    """Return whether a change extends beyond a position."""
    at = bisect_left(starts, place) - 1
    return at >= 0 and changes[at].end > place


def _base64(raw: bytes, data: bytes, line_end: bytes) -> bytes:
    """Encode data in lines of the same length as before, so that lines before the first change stay the same."""
    first = _BASE64_LINE.match(raw)
    size = max((first.end() if first else _LONGEST_LINE) // 4 * 3, 3)
    written = BytesIO()
    for at in range(0, len(data), size):
        written.write(line_end * (at > 0) + binascii.b2a_base64(data[at : at + size], newline=False))
    written.write(raw[len(raw.rstrip()) :])
    return written.getvalue()


def _ends_header(raw: bytes, base: int) -> int:
    """Return the length of the empty line before a body; 0 if there is none."""
    ended = re.search(rb"(?:\A|\n)(\r?\n)\Z|(?<=\r)(\r)\Z", raw[max(base - 3, 0) : base])
    return len(ended[1] or ended[2]) if ended else 0


def _long_lines(data: bytes) -> int:
    return sum(1 for _ in _LONG_LINE.finditer(data))


def _lines(tokens: list[bytes]) -> Iterator[bytes]:
    """Yield lines of quoted-printable, split between encoded bytes, without the soft line breaks between them."""
    line: list[bytes] = []
    length = 0
    for token in tokens:
        if length + len(token) >= _LONGEST_LINE:
            yield b"".join(line)
            line, length = [], 0
        if not line and token in (b"-", b"F"):
            token = b"=%02X" % token[0]
        line.append(token)
        length += len(token)
    yield b"".join(line)
