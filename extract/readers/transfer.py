"""The body of a message part: decoded text, with the position of each character in the raw bytes.

Transfer encodings are decoded in blocks, the charset as a whole. Positions are computed only on request.
"""

from __future__ import annotations

import binascii
import codecs
import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain, pairwise
from typing import Any, NamedTuple

from extract.readers import calendar, html
from extract.readers.charsets import decode_labeled, label_of_page, read_as
from extract.text.labels import SHIFTING
from extract.text.messages import Message

# RFC 2045 §6.7: a run of encoded bytes, or a soft line break. Everything else is literal.
_QUOTED = re.compile(rb"(?:=[0-9A-Fa-f]{2})+|=[ \t]*\r?\n")
_QUOTED_AT_END = re.compile(rb"(?:=[0-9A-Fa-f]{2})+|=[ \t]*(?:\r?\n|\Z)")
_ESCAPE = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*(?:\r?\n|\Z))")
# An invalid escape, or a soft line break before whitespace or at the end.
_UNUSUAL = re.compile(rb"=(?![0-9A-Fa-f]{2}|\r?\n)")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+|=+")
_PADDING = re.compile(rb"=++")
_LINE_OF_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]++={0,2}+)++")
# Characters of a line without spaces: the minimum for base64 in whole groups of four, and in any case.
_LONG_WORD, _LONG_LINE = 16, 40
_MOST_STRETCHES = 999  # the last one is in clear; more do not occur in practice, and each takes memory
_NOT_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="))
# ISO 2022 and HZ (RFC 1843): escape sequences before a character, which switch its set.
_SHIFT = re.compile(rb"(?:\x1b[$(]+[ -/]*[0-~]|\x1b[&-/][ -/]*[0-~]|[\x0e\x0f]|~[{}\n])+(?=.)", re.DOTALL)
_BLOCK = 1 << 14  # raw bytes per step, since the objects for a block need many times its memory
_STEP = 512  # bytes or characters between two stored offsets


class Body:
    """A body. ``text`` is the decoded text, and `span` maps its offsets to offsets in the raw bytes."""

    __slots__ = tuple("_marks _one_to_one _way base charset codec data encoding mark outer problem raw text".split())

    def __init__(self, raw: bytes, base: int, encoding: str = "", label: str | None = None, type: str = "") -> None:
        """Decode ``raw``, the body as sent, which starts at ``base`` in the message.

        ``label`` is the declared charset, and ``type`` the media type: HTML may declare its charset itself, and in
        calendars and cards a fold may split a character.
        """
        self.raw = raw
        self.base = base
        self.encoding = encoding
        self._way: _Way | _SameWay = _SameWay()
        self.data = raw
        if encoding == "base64":
            self._way = way = _Way(raw, _Base64Way)
            self.data = way.decode(_base64_blocks(raw))
        elif encoding == "quoted-printable" and b"=" in raw:
            self._way = way = _Way(raw, _QuotedWay)
            self.data = way.decode(_quoted_blocks(raw))
        unknown = ""
        if type in html.TYPES:
            declared = label_of_page(label, self.data)
            if label and label != declared:
                unknown = Message("unknown charset {label}, read as {codec}", label=repr(label), codec=declared)
            label = declared
        elif type in calendar.TYPES and not self.data.isascii():
            self.data = calendar.whole_characters(self.data)
        self.charset = decode_labeled(self.data, label)
        self.text, self.codec, self.mark, self.problem, _ = self.charset
        self.problem = self.problem or unknown
        self._one_to_one = len(self.text) + self.mark == len(self.data)  # each character is one byte of the data
        self.outer: Within | None = None  # the enclosing encoded message or attachment
        self._marks: array[int] | list[tuple[int, int, Any]] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw span of ``text[start:end]``. Bytes that are encoded together count as a whole."""
        found = self.raw_span(*self.data_span(start, end))
        return found if self.outer is None else self.outer.span(*found)

    def raw_span(self, first: int, stop: int) -> tuple[int, int]:
        """Return the span of ``data[first:stop]`` in the message, or in the data of ``outer``."""
        source_start, _ = self._way.span(first)
        source_end = self._way.span(stop - 1)[1] if stop > first else source_start
        return self.base + source_start, self.base + source_end

    def read_as(self, codec: str, start: int, end: int) -> str | None:
        """Return ``text[start:end]`` in another charset; ``None`` if the bytes are invalid in it."""
        first, stop = self.data_span(start, end)
        return read_as(codec, self.data[first:stop])

    def data_stretches(self) -> Iterator[tuple[Stretch, Stretch]]:
        """Yield the stretches of a base64 body, each with its span in the raw bytes and in ``data``."""
        position = 0
        for one in stretches(self.raw):
            size = one.end - one.start
            if not one.is_clear:
                size = sum(len(data) for _, _, data in _coded_blocks(self.raw, one.start, one.end))
            yield one, Stretch(position, position + size, one.is_clear)
            position += size

    @property
    def has_odd_padding(self) -> bool:
        """Whether "=" occurs inside base64, but not at the end of a group. Some programs ignore it and differ."""
        if self.encoding != "base64":
            return False
        coded = (self.raw[one.start : one.end] for one in stretches(self.raw) if not one.is_clear)
        return any(_is_padded_oddly(one.translate(None, _NOT_BASE64)) for one in coded)

    @property
    def shift(self) -> int | None:
        """The difference of message offset and text offset; ``None`` if it is not constant."""
        is_shifted = self.outer is None and self._one_to_one and isinstance(self._way, _SameWay)
        return self.base + self.mark if is_shifted else None

    def byte_start(self, offset: int) -> int:
        """Return the start of a character in the raw bytes."""
        first = offset + self.mark if self._one_to_one else self._character(offset)[0]
        start = self.base + self._way.span(first)[0]
        return start if self.outer is None else self.outer.span(start, start)[0]

    def data_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of ``text[start:end]`` in ``data``, the body without its transfer encoding."""
        if self._one_to_one:
            return start + self.mark, max(end, start + 1) + self.mark
        first, stop = self._character(start)
        return first, self._character(end - 1)[1] if end > start else stop

    def _character(self, offset: int) -> tuple[int, int]:
        """Return the span of a character in ``data``."""
        if self._marks is None:
            self._marks = self._lengths() or self._checkpoints()
        marks = self._marks
        if isinstance(marks, array):
            block = offset // _STEP
            first = marks[block] + len(self.text[block * _STEP : offset].encode(self.codec))
            return first, first + len(self.text[offset : offset + 1].encode(self.codec))
        count, position, state = marks[bisect_right(marks, offset, key=lambda mark: mark[0]) - 1]
        decoder = _decoder(self.codec)
        decoder.setstate(state)
        data = self.data
        began = position - len(state[0])  # minus the bytes of an unfinished character
        while position < len(data):
            end = position + 1
            made = len(decoder.decode(data[position:end], end == len(data)))
            if count + made > offset:
                break
            count += made
            position = end
            began = position if made else began
        if made > 1:  # invalid bytes, which the decoder detected only at the last one
            index = count + made - 1 - offset
            return (end - index - 1 if offset > count else began), end - index
        shift = _SHIFT.match(data, began, end)
        return shift.end() if shift else began, end

    def _lengths(self) -> array[int] | None:
        """Return the start of each block of characters; None for stateful codecs, or if re-encoding differs."""
        if self.codec.startswith(SHIFTING):
            return None
        starts = array("q", [self.mark])
        for position in range(0, len(self.text), _STEP):
            octets = self.text[position : position + _STEP].encode(self.codec, "replace")
            if not self.data.startswith(octets, starts[-1]):
                return None
            starts.append(starts[-1] + len(octets))
        return starts if starts[-1] == len(self.data) else None

    def _checkpoints(self) -> list[tuple[int, int, Any]]:
        decoder = _decoder(self.codec)
        count = 0
        marks = []
        for position in range(self.mark, max(len(self.data), self.mark + 1), _STEP):
            marks.append((count, position, decoder.getstate()))
            count += len(decoder.decode(self.data[position : position + _STEP]))
        return marks


class Within(NamedTuple):
    """An `Outer` that is the data of a body: an encoded message, or content found in an attachment."""

    body: Body
    is_exact: bool = True  # if false, all positions are the start of the body

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of ``data[start:end]`` in the message."""
        body = self.body
        found = body.raw_span(start, max(start, end)) if self.is_exact else (body.base, body.base)
        return found if self.body.outer is None else self.body.outer.span(*found)


_Block = tuple[int, int, bytes]  # start and end of raw bytes that are decoded together, and the result


class _Way:
    """Maps decoded bytes to raw bytes. It stores the starts of blocks, and parses one block at a time in detail."""

    def __init__(self, raw: bytes, closely: type[_QuotedWay | _Base64Way]) -> None:
        self.raw = raw
        self.closely = closely
        self.starts, self.sources, self.ends = array("q"), array("q"), array("q")
        # The current block: start of it and of the next one in decoded bytes, start in raw bytes.
        self.first = self.next = self.source = self.length = 0
        self.way: _QuotedWay | _Base64Way | _SameWay = _SameWay()

    def decode(self, blocks: Iterable[_Block]) -> bytes:
        """Return the concatenated decoded blocks."""
        data = BytesIO()
        for start, end, decoded in blocks:
            if decoded:
                self.starts.append(data.tell())
                self.sources.append(start)
                self.ends.append(end)
                data.write(decoded)
        self.length = data.tell()
        return data.getvalue()

    def span(self, offset: int) -> tuple[int, int]:
        """Return the raw span of a decoded byte."""
        if not self.first <= offset < self.next:
            index = bisect_right(self.starts, offset) - 1
            if index < 0:
                return 0, 0
            self.first, self.source, stop = self.starts[index], self.sources[index], self.ends[index]
            is_last = index + 1 == len(self.starts)
            self.next = sys.maxsize if is_last else self.starts[index + 1]
            is_same = (self.length if is_last else self.next) - self.first == stop - self.source  # in clear
            self.way = _SameWay() if is_same else self.closely(self.raw[self.source : stop], stop == len(self.raw))
        start, end = self.way.span(offset - self.first)
        return self.source + start, self.source + end


class _Utf7(codecs.IncrementalDecoder):
    """Decodes UTF-7 (RFC 2152). Python's decoder buffers a run of base64 until its end; this one splits long runs."""

    def __init__(self) -> None:
        super().__init__("replace")
        self.inner = codecs.getincrementaldecoder("utf-7")("replace")

    def decode(self, data: Any, final: bool = False) -> str:
        text = self.inner.decode(data, final)
        run = self.inner.getstate()[0]
        if len(run) < 2 * _STEP:
            return text
        for cut in (len(run) // 8 * 8 - 15, len(run) // 8 * 8 - 23):  # 8 characters are 3 units of UTF-16
            made = codecs.utf_7_decode(run[:cut] + b"-", "replace")[0]
            if not made.endswith("\ufffd"):  # half of a pair
                break
        self.inner.setstate((b"+" + run[cut:], 0))
        return text + made

    def getstate(self) -> Any:
        return self.inner.getstate()

    def setstate(self, state: Any) -> None:
        self.inner.setstate(state)


def _decoder(codec: str) -> codecs.IncrementalDecoder:
    return _Utf7() if codec == "utf-7" else codecs.getincrementaldecoder(codec)("replace")


def _quoted_blocks(raw: bytes) -> Iterator[_Block]:
    """Decode quoted-printable, as lenient as `email`. No block ends inside an escape or a soft line break."""
    start = 0
    while start < len(raw):
        end = min(start + _BLOCK, len(raw))
        last = raw.rfind(b"=", start, end)
        if last >= 0 and (match := _ESCAPE.match(raw, last)):
            end = max(end, match.end())
        block = raw[start:end]
        pattern = _QUOTED if end < len(raw) else _QUOTED_AT_END
        yield start, end, pattern.sub(_unquoted, block) if _UNUSUAL.search(block) else binascii.a2b_qp(block)
        start = end


def _unquoted(match: re.Match[bytes]) -> bytes:
    run = match[0]
    return b"" if run[1:2] in b" \t\r\n" else bytes.fromhex(run.replace(b"=", b"").decode("ascii"))


class Stretch(NamedTuple):
    """Lines of a body in base64, or unencoded lines after its padding, such as the footer of a mailing list."""

    start: int
    end: int
    is_clear: bool


def stretches(raw: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a base64 body. An unencoded stretch includes the line break before it."""
    padding = raw.find(b"=")
    at = raw.find(b"\n", padding) if padding >= 0 else -1
    start, is_clear, goes_on = 0, False, False
    count = 0
    while count < _MOST_STRETCHES and 0 <= at < len(raw):
        line_end = raw.find(b"\n", at + 1)
        line_end = len(raw) if line_end < 0 else line_end
        line = raw[at + 1 : line_end].strip()
        if line:
            is_base64 = _is_base64(line, goes_on)
            goes_on = is_base64 and not line.endswith(b"=")
            if is_base64 == is_clear:
                cut = at + 1 if is_clear else at - raw.startswith(b"\r", at - 1)
                yield Stretch(start, cut, is_clear)
                start, is_clear = cut, not is_clear
                count += 1
        at = line_end
    yield Stretch(start, len(raw), is_clear)


def _is_base64(line: bytes, goes_on: bool) -> bool:
    """Return whether a line after the padding is base64, not a word; ``goes_on`` if the previous line was base64."""
    if not _LINE_OF_BASE64.fullmatch(line):
        return False
    is_whole = len(line) % 4 == 0 and (goes_on or len(line) >= _LONG_WORD)
    return is_whole or b"=" in line or len(line) >= _LONG_LINE


def _base64_blocks(raw: bytes) -> Iterator[_Block]:
    for start, end, is_clear in stretches(raw):
        if not is_clear:
            yield from _coded_blocks(raw, start, end)
            continue
        for first in range(start, end, _BLOCK):
            last = min(first + _BLOCK, end)
            yield first, last, raw[first:last]


def _coded_blocks(raw: bytes, low: int, high: int) -> Iterator[_Block]:
    """Decode base64 (RFC 2045 §6.8): ignore other characters and an incomplete last group; "=" ends a run of groups."""
    left = b""  # an unfinished group
    left_start = 0  # its position
    for start in range(low, high, _BLOCK):
        end = min(start + _BLOCK, high)
        clean = raw[start:end].translate(None, _NOT_BASE64)
        *runs, last = (left + clean).split(b"=")  # usually one run
        whole = len(last) if end == high else len(last) // 4 * 4
        runs.append(last[:whole])
        first, left_before = (left_start if left else start), len(left)
        left = last[whole:]
        if left and (runs[:-1] or whole or not left_before):
            left_start = _before_last(raw, end, len(left))
        yield first, end, b"".join(map(_unbase64, runs))


def _unbase64(run: bytes) -> bytes:
    run = run[:-1] if len(run) % 4 == 1 else run
    return binascii.a2b_base64(run + b"=" * (-len(run) % 4))


def _is_padded_oddly(coded: bytes) -> bool:
    ends = (one.end() for one in _PADDING.finditer(coded, 0, len(coded.rstrip(b"="))))
    return any((end - start) % 4 for start, end in pairwise(chain((0,), ends)))


def _before_last(raw: bytes, end: int, count: int) -> int:
    """Return the start of the last ``count`` base64 characters before ``end``."""
    while count:
        end -= 1
        count -= raw[end] not in _NOT_BASE64
    return end


class _SameWay:
    """Maps decoded bytes to raw bytes of an unencoded stretch."""

    def span(self, offset: int) -> tuple[int, int]:
        return offset, offset + 1


class _QuotedWay:
    """Maps decoded bytes to quoted-printable. It stores the starts of pieces in both; every second one is encoded."""

    def __init__(self, raw: bytes, at_end: bool) -> None:
        self.starts, self.sources = array("q", [0]), array("q", [0])
        position = length = 0
        for match in (_QUOTED_AT_END if at_end else _QUOTED).finditer(raw):
            start, end = match.span()
            length += start - position
            self.starts.append(length)
            self.sources.append(start)
            length += 0 if match[0][1:2] in b" \t\r\n" else (end - start) // 3
            self.starts.append(length)
            self.sources.append(end)
            position = end

    def span(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self.starts, offset) - 1
        size = 3 if index % 2 else 1
        start = self.sources[index] + size * (offset - self.starts[index])
        return start, start + size


class _Base64Way:
    """Maps decoded bytes to base64. It stores the lines, and the runs that end with "=" (usually one)."""

    def __init__(self, raw: bytes, at_end: bool) -> None:
        self.starts, self.sources = array("q"), array("q")  # line starts, in base64 characters and in raw bytes
        self.runs = [(0, 0)]  # run starts, in decoded bytes and in base64 characters
        count = 0
        for match in _BASE64.finditer(raw):
            if match[0][0] == ord("="):
                decoded, first = self.runs[-1]
                self.runs.append((decoded + (count - first) * 3 // 4, count))
            else:
                self.starts.append(count)
                self.sources.append(match.start())
                count += len(match[0])

    def span(self, offset: int) -> tuple[int, int]:
        decoded, first = self.runs[bisect_right(self.runs, offset, key=lambda run: run[0]) - 1]
        group, byte = divmod(offset - decoded, 3)
        sextet = first + group * 4 + byte
        return self._source(sextet), self._source(sextet + 1) + 1

    def _source(self, sextet: int) -> int:
        line = bisect_right(self.starts, sextet) - 1
        return self.sources[line] + sextet - self.starts[line] if line >= 0 else 0
