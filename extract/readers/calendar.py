"""Calendars and cards: the values of content lines, unfolded and unescaped (RFC 5545 §3.1, RFC 6350 §3.2).

Those of vCard 2.1 may be quoted-printable, in a charset of their own.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import replace

from extract.readers import html
from extract.readers.passage import Edit, Passage, Shift, cut
from extract.readers.triggers import SCHEME
from extract.text.html_tokens import has_any
from extract.text.labels import WIDE, codecs_of
from extract.text.messages import Message
from extract.text.regexes import re

TYPES = frozenset(["text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar", "text/directory"])
# Properties whose value is an address, and identifiers; the values of all others are text.
# RFC 5545 §3.8, 7986 §5, 9073 §6, 9253 §8; RFC 6350 §6.
_URIS = frozenset(
    "ATTACH URL CONFERENCE IMAGE LINK TZURL FBURL CALURI CALADRURI SOURCE PHOTO LOGO SOUND KEY IMPP TEL RELATED".split()
    + "MEMBER ORGANIZER ATTENDEE CALENDAR-ADDRESS SOCIALPROFILE X-SOCIALPROFILE CONTACT-URI ORG-DIRECTORY".split()
)
_IDENTIFIERS = frozenset("UID PRODID RELATED-TO TZID X-WR-RELCALID".split())
_MEDIA = frozenset("IMAGE PHOTO LOGO SOUND KEY".split())
# RFC 5545 §3.2: parameters whose value is an address, or several; the values of others are text, such as names.
_ADDRESSES = frozenset("ALTREP DIR SENT-BY DELEGATED-FROM DELEGATED-TO MEMBER".split())
_PARAMETER = re.compile(r";([\w-]++)=((?:\"[^\"]*+\",?+)++|[^\";:]*+)")
_QUOTED = re.compile(r"\"([^\"]*+)\"")
_LINE = re.compile(r"(?m)^(?:[\w-]++\.)?([\w-]++)((?:;(?:\"[^\"\r\n]*+\"|[^\":\r\n])*+)?):([^\r\n]*+)", re.ASCII)
_BLOCK = 1 << 15  # characters that are read at once: what is built for them is many times as large
_NEXT_LINE = re.compile(r"(?<![=\s])\r?\n(?=[\w])")  # after a line that no soft line break of quoted-printable ends
_FOLD = re.compile(r"\r?\n[ \t]")
_ESCAPE = re.compile(r"\\(?:([nN])|([\\,;:]))")
_IS_HTML = re.compile(r"(?i);FMTTYPE=\"?text/html\b")
_IS_BINARY = re.compile(r"(?i);(?:ENCODING=)?\"?(?:B|BASE64)\"?(?=;|\Z)")
_IS_URI = re.compile(r"(?i);VALUE=\"?URI\b")
_IS_MEDIUM = re.compile(r"(?i);FMTTYPE=\"?(?:image|audio|video|font)/(?!svg)")
_SIGNS = re.compile(rf"(?im)^\ufeff?(?:BEGIN:V|(?:{'|'.join(sorted(_URIS))}|DESCRIPTION|SUMMARY|NOTE|EMAIL)[;:])")
_MAY_HAVE = re.compile("[:@.&\u3002\uff0e\uff61]")
_WEB = re.compile(r"(?i)https?:")
# vCard 2.1 §2.1.3: the lines of a value go on after a soft line break; a character may be cut by one.
_QUOTED_PRINTABLE = re.compile(r"(?m)^[\w.-]++((?:;[^:\r\n;]*+)++):((?:[^=\r\n]|=(?!\s)|=[ \t]*+\r?\n)*+)")
_IS_QUOTED_PRINTABLE = re.compile(r"(?i);(?:ENCODING=)?QUOTED-PRINTABLE")
_CHARSET = re.compile(r"(?i);CHARSET=\"?([^;:\"]+)")
_ENCODED = re.compile(r"(?:=[0-9A-Fa-f]{2}(?:=[ \t]*+\r?\n)?+)++|=[ \t]*+\r?\n")
_PAIR = re.compile(r"=([0-9A-Fa-f]{2})")
_LINE_BREAK = re.compile(r"\r\n?+|\n")
_FOLDED_BYTES = re.compile(rb"\r?\n[ \t]")
_CUT_CHARACTER = re.compile(rb"[\xC2-\xF4][\x80-\xBF]*+(?:(?:\r?\n[ \t])++[\x80-\xBF]++)++")


def whole_characters(data: bytes) -> bytes:
    """Return the bytes with folds after the characters that they cut (RFC 5545 §3.1); there are as many as before."""
    return _CUT_CHARACTER.sub(_with_folds_after, data)


def _with_folds_after(match: re.Match[bytes]) -> bytes:
    return b"".join([_FOLDED_BYTES.sub(b"", match[0]), *_FOLDED_BYTES.findall(match[0])])


def is_one(text: str) -> bool:
    """Return whether a text has a calendar or card, or one of their components."""
    return _SIGNS.search(text) is not None


def read(source: str) -> Iterator[Passage]:
    """Yield the addresses, and the texts that may contain one."""
    for group in groups(source, lambda *note: None):
        yield from group


def groups(source: str, tell: Callable[[str, str, int], None], *, whole: bool = False) -> Iterator[list[Passage]]:
    """Yield the addresses, and the texts that may contain one, in groups of which none starts before another ends.

    ``tell`` is called with the kind of a note, the message and the offset of what is not read; ``whole`` is that of
    `html.parse`.
    """
    start = 0
    while start < len(source):
        following = _NEXT_LINE.search(source, start + _BLOCK)
        end = following.end() if following else len(source)
        shift = Shift(start)
        yield [passage.inside(shift) if start else passage for passage in _read(source[start:end], whole, shift, tell)]
        start = end


def _read(source: str, whole: bool, shift: Shift, tell: Callable[[str, str, int], None]) -> Iterator[Passage]:
    edits = [Edit(*match.span(), "") for match in _FOLD.finditer(source)]
    if has_any(source, "quoted-printable"):
        edits += _decoded(source)
    unfolded = cut(source, 0, len(source), edits)
    text = unfolded.text
    position = 0
    for match in _LINE.finditer(text):
        name, parameters = match[1].upper(), match[2]
        if text.startswith("//", match.start(3)):  # an address on a line of its own
            continue
        if _MAY_HAVE.search(text, position, match.start()):  # what is no content line
            yield cut(text, position, match.start()).inside(unfolded)
        position = match.end()
        for passage in _of_parameters(text, match.span(2)) if _MAY_HAVE.search(parameters) else ():
            yield passage.inside(unfolded)
        if _IS_BINARY.search(parameters):
            kind = "unread" if name in _MEDIA or _IS_MEDIUM.search(parameters) else "document"
            tell(
                kind,
                Message("{field} with data is not read", field=name),
                shift.span(*unfolded.span(match.start(1), match.end(1)))[0],
            )
        elif name not in _IDENTIFIERS:
            is_uri = _IS_URI.search(parameters) is not None or _is_uri(name, text, match.start(3))
            yield from _of_value(name, _value(text, *match.span(3), is_uri).inside(unfolded), parameters, is_uri, whole)
    if _MAY_HAVE.search(text, position):
        yield cut(text, position, len(text)).inside(unfolded)


def _is_uri(name: str, text: str, start: int) -> bool:
    return name in _URIS or (name.startswith("X-") and _WEB.match(text, start) is not None)


def _of_value(name: str, value: Passage, parameters: str, is_uri: bool, whole: bool) -> Iterator[Passage]:
    if is_uri and SCHEME.match(value.text):
        if whole or not value.text.startswith("data:"):
            yield replace(value, target=True, attribute=name)
    else:  # of cards, "URL:www.example.com" is usual
        named = replace(value, attribute=name) if is_uri or name == "EMAIL" else value
        yield from _of_text(named, _IS_HTML.search(parameters) is not None, whole)


def _of_text(value: Passage, is_html: bool, whole: bool) -> Iterator[Passage]:
    if is_html and _MAY_HAVE.search(value.text):
        yield from (one.inside(value) for one in html.parse(value.text, whole=whole).passages)
    elif _MAY_HAVE.search(value.text):
        yield value


def _value(text: str, start: int, end: int, is_uri: bool) -> Passage:
    """Unescape a value; RFC 5545 §3.3.13: a URI has no line breaks (senders escape commas all the same)."""
    escapes = (escape for escape in _ESCAPE.finditer(text, start, end) if not (is_uri and escape[2] in (None, "\\")))
    # A line break is two characters in the source: both are one place.
    return cut(text, start, end, [Edit(*escape.span(), "\n" * bool(escape[1]) or escape[2]) for escape in escapes])


def _of_parameters(text: str, span: tuple[int, int]) -> Iterator[Passage]:
    for match in _PARAMETER.finditer(text, *span):
        name = match[1].upper()
        if name == "CN":  # shown in place of the address
            yield cut(text, *match.span(2), attribute=name)
            continue
        for quoted in _QUOTED.finditer(text, *match.span(2)):
            if name not in _ADDRESSES:
                yield cut(text, *quoted.span(1))
            elif SCHEME.match(quoted[1]):
                yield cut(text, *quoted.span(1), target=True, attribute=name)


def _decoded(source: str) -> Iterator[Edit]:
    """Yield decoded quoted-printable values; line breaks in them are escaped, so that the value stays one line."""
    for match in _QUOTED_PRINTABLE.finditer(source):
        if not _IS_QUOTED_PRINTABLE.search(match[1]):
            continue
        declared = _CHARSET.search(match[1])
        known = [one for one in codecs_of(declared[1]) if not one.startswith(WIDE)] if declared else []
        decoder = codecs.getincrementaldecoder(known[0] if known else "utf-8")("replace")
        at_rest = decoder.getstate()
        stop = match.end()
        end = match.start(2)
        for encoded in _ENCODED.finditer(source, end, stop):
            start, end = max(encoded.start(), end), encoded.end()
            text = decoder.decode(bytes.fromhex("".join(_PAIR.findall(encoded[0]))))
            while decoder.getstate() != at_rest and end < stop and source[end] not in "=\r\n":
                text += decoder.decode(source[end].encode("latin-1", "replace"))  # ASCII may end a character
                end += 1
            yield Edit(start, end, _LINE_BREAK.sub(r"\\n", text))
