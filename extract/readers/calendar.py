"""Calendars and cards: the values of content lines, unfolded and unescaped (RFC 5545 §3.1, RFC 6350 §3.2).

Values of vCard 2.1 may be quoted-printable, each in its own charset.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import replace

from extract.readers import html
from extract.readers.paragraph import within
from extract.readers.passage import Edit, Passage, Shift, cut, replacing
from extract.readers.triggers import SCHEME
from extract.text.html_tokens import has_any
from extract.text.labels import WIDE, codecs_of
from extract.text.messages import Message
from extract.text.regexes import re

TYPES = ("text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar", "text/directory")
# Properties with a URI as value, and identifiers. The values of all others are text.
# RFC 5545 §3.8, 7986 §5, 9073 §6, 9253 §8; RFC 6350 §6.
_URIS = frozenset(
    "ATTACH URL CONFERENCE IMAGE LINK TZURL FBURL CALURI CALADRURI SOURCE PHOTO LOGO SOUND KEY IMPP TEL RELATED".split()
    + "MEMBER ORGANIZER ATTENDEE CALENDAR-ADDRESS SOCIALPROFILE X-SOCIALPROFILE CONTACT-URI ORG-DIRECTORY".split()
)
_IDENTIFIERS = frozenset("UID PRODID RELATED-TO TZID X-WR-RELCALID".split())
_MEDIA = frozenset("IMAGE PHOTO LOGO SOUND KEY".split())
# RFC 5545 §3.2: parameters whose value is one or more URIs. The values of others are text, such as names.
_ADDRESSES = frozenset("ALTREP DIR SENT-BY DELEGATED-FROM DELEGATED-TO MEMBER".split())
_PARAMETER = re.compile(r";([\w-]++)=((?:\"[^\"]*+\",?+)++|[^\";:]*+)")
_QUOTED = re.compile(r"\"([^\"]*+)\"")
_LINE = re.compile(r"(?m)^(?:[\w-]++\.)?([\w-]++)((?:;(?:\"[^\"\r\n]*+\"|[^\":\r\n])*+)?):([^\r\n]*+)", re.ASCII)
_BLOCK = 1 << 15  # characters per step, since the objects for a text need many times its memory
_NEXT_LINE = re.compile(r"(?<![=\s])\r?\n(?=[\w])")  # after a line without a soft line break of quoted-printable
_FOLD = re.compile(r"\r?\n[ \t]")
_ESCAPE = re.compile(r"\\(?:([nN])|([\\,;:]))")
_IS_HTML = re.compile(r"(?i);FMTTYPE=\"?text/html\b")
_IS_BINARY = re.compile(r"(?i);(?:ENCODING=)?\"?(?:B|BASE64)\"?(?=;|\Z)")
_IS_URI = re.compile(r"(?i);VALUE=\"?URI\b")
_IS_MEDIUM = re.compile(r"(?i);FMTTYPE=\"?(?:image|audio|video|font)/(?!svg)")
_SIGNS = re.compile(rf"(?im)^\ufeff?(?:BEGIN:V|(?:{'|'.join(sorted(_URIS))}|DESCRIPTION|SUMMARY|NOTE|EMAIL)[;:])")
_MAY_HAVE = re.compile("[:@.&\u3002\uff0e\uff61]")
_WEB = re.compile(r"(?i)https?:")
# vCard 2.1 §2.1.3: a value continues after a soft line break, which may split a character.
_QUOTED_PRINTABLE = re.compile(r"(?m)^[\w.-]++((?:;[^:\r\n;]*+)++):((?:[^=\r\n]|=(?!\s)|=[ \t]*+\r?\n)*+)")
_IS_QUOTED_PRINTABLE = re.compile(r"(?i);(?:ENCODING=)?QUOTED-PRINTABLE")
_CHARSET = re.compile(r"(?i);CHARSET=\"?([^;:\"]+)")
_ENCODED = re.compile(r"(?:=[0-9A-Fa-f]{2}(?:=[ \t]*+\r?\n)?+)++|=[ \t]*+\r?\n")
_PAIR = re.compile(r"=([0-9A-Fa-f]{2})")
_LINE_BREAK = re.compile(r"\r\n?+|\n")
_FOLDED_BYTES = re.compile(rb"\r?\n[ \t]")
_CUT_CHARACTER = re.compile(rb"[\xC2-\xF4][\x80-\xBF]*+(?:(?:\r?\n[ \t])++[\x80-\xBF]++)++")


def whole_characters(data: bytes) -> bytes:
    """Move each fold inside a UTF-8 character after that character (RFC 5545 §3.1). The length is unchanged."""
    return _CUT_CHARACTER.sub(_with_folds_after, data)


def _with_folds_after(match: re.Match[bytes]) -> bytes:
    return b"".join([_FOLDED_BYTES.sub(b"", match[0]), *_FOLDED_BYTES.findall(match[0])])


def is_one(text: str) -> bool:
    """Return whether a text has a calendar, a card, or one of their components."""
    return _SIGNS.search(text) is not None


def read(source: str) -> Iterator[Passage]:
    """Yield the URIs, and the texts that may contain one."""
    for group in groups(source, lambda *note: None):
        yield from group


def groups(source: str, tell: Callable[[str, str, int], None], *, whole: bool = False) -> Iterator[list[Passage]]:
    """Yield the URIs, and the texts that may contain one, in groups that do not overlap.

    ``tell`` is called for skipped data with the kind of note, the message and the offset. ``whole`` is passed to
    `html.parse`.
    """
    start = 0
    while start < len(source):
        following = _NEXT_LINE.search(source, start + _BLOCK)
        end = following.end() if following else len(source)
        shift = Shift(start)
        yield [*within(shift, _read(source[start:end], whole, shift, tell))]
        start = end


def _read(source: str, whole: bool, shift: Shift, tell: Callable[[str, str, int], None]) -> Iterator[Passage]:
    edits = list(replacing(_FOLD, source))
    if has_any(source, "quoted-printable"):
        edits += _decoded(source)
    unfolded = cut(source, 0, len(source), edits)
    text = unfolded.text
    position = 0
    for match in _LINE.finditer(text):
        name, parameters = match[1].upper(), match[2]
        if text.startswith("//", match.start(3)):  # a URL on a line of its own
            continue
        if _MAY_HAVE.search(text, position, match.start()):  # text between content lines
            yield cut(text, position, match.start()).inside(unfolded)
        position = match.end()
        if _MAY_HAVE.search(parameters):
            yield from within(unfolded, _of_parameters(text, match.span(2)))
        if _IS_BINARY.search(parameters):
            kind = "unread" if name in _MEDIA or _IS_MEDIUM.search(parameters) else "document"
            at = shift.start + unfolded.span(*match.span(1))[0]
            tell(kind, Message("{field} with data is not read", field=name), at)
        elif name not in _IDENTIFIERS:
            is_own = name.startswith("X-") and _WEB.match(text, match.start(3)) is not None
            is_uri = name in _URIS or is_own or _IS_URI.search(parameters) is not None
            yield from _of_value(name, _value(text, *match.span(3), is_uri).inside(unfolded), parameters, is_uri, whole)
    if _MAY_HAVE.search(text, position):
        yield cut(text, position, len(text)).inside(unfolded)


def _of_value(name: str, value: Passage, parameters: str, is_uri: bool, whole: bool) -> Iterator[Passage]:
    if is_uri and SCHEME.match(value.text):
        if whole or not value.text.startswith("data:"):
            yield replace(value, target=True, attribute=name)
        return
    if is_uri or name == "EMAIL":  # in cards, "URL:www.example.com" is common
        value = replace(value, attribute=name)
    if not _MAY_HAVE.search(value.text):
        return
    if _IS_HTML.search(parameters):
        yield from within(value, html.parse(value.text, whole=whole).passages)
    else:
        yield value


def _value(text: str, start: int, end: int, is_uri: bool) -> Passage:
    """Return the unescaped value. RFC 5545 §3.3.13: a URI has no line breaks, but senders escape its commas."""
    escapes = (escape for escape in _ESCAPE.finditer(text, start, end) if not (is_uri and escape[2] in (None, "\\")))
    # Both characters of an escape have one source position.
    return cut(text, start, end, [Edit(*escape.span(), "\n" * bool(escape[1]) or escape[2]) for escape in escapes])


def _of_parameters(text: str, span: tuple[int, int]) -> Iterator[Passage]:
    for match in _PARAMETER.finditer(text, *span):
        name = match[1].upper()
        if name == "CN":  # shown instead of the email address
            yield cut(text, *match.span(2), attribute=name)
            continue
        for quoted in _QUOTED.finditer(text, *match.span(2)):
            if name not in _ADDRESSES:
                yield cut(text, *quoted.span(1))
            elif SCHEME.match(quoted[1]):
                yield cut(text, *quoted.span(1), target=True, attribute=name)


def _decoded(source: str) -> Iterator[Edit]:
    """Yield edits that decode quoted-printable values. Line breaks are escaped, so that a value stays on one line."""
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
                text += decoder.decode(source[end].encode("latin-1", "replace"))  # an ASCII byte may end a character
                end += 1
            yield Edit(start, end, _LINE_BREAK.sub(r"\\n", text))
