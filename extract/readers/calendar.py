"""Calendars and cards: the values of content lines, unfolded and unescaped (RFC 5545 §3.1, RFC 6350 §3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Edit, Segment, cut
from extract.readers.triggers import SCHEME, has_trigger
from extract.text.regexes import re

TYPES = frozenset(["text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar", "text/directory"])
# Properties whose value is an address, and those whose value is text. No others are read: a UID is only a name.
_URIS = frozenset(
    "ATTACH URL CONFERENCE IMAGE TZURL FBURL CALURI CALADRURI SOURCE PHOTO LOGO SOUND KEY IMPP RELATED MEMBER".split()
    + "ORGANIZER ATTENDEE SOCIALPROFILE X-SOCIALPROFILE".split()
)
_TEXTS = frozenset(
    "DESCRIPTION SUMMARY COMMENT LOCATION CONTACT NOTE EMAIL TITLE ORG REQUEST-STATUS X-ALT-DESC".split()
)
_LINE = re.compile(r"(?m)^(?:[\w-]++\.)?([\w-]++)((?:;(?:\"[^\"\r\n]*+\"|[^\":\r\n])*+)?):([^\r\n]*+)", re.ASCII)
_FOLD = re.compile(r"\r?\n[ \t]")
_ESCAPE = re.compile(r"\\(?:([nN])|([\\,;:]))")


def read(source: str) -> Iterator[Segment]:
    """Yield the addresses, and the texts that may contain one."""
    folds = [Edit(*match.span(), "") for match in _FOLD.finditer(source)]
    unfolded = cut(source, 0, len(source), folds)
    for match in _LINE.finditer(unfolded.text):
        name, start, end = match[1].upper(), *match.span(3)
        text = unfolded.text
        is_uri = name in _URIS
        if not is_uri and name not in _TEXTS:
            continue
        if is_uri and not SCHEME.match(text, start, end):
            continue
        edits = [
            Edit(*escape.span(), "\n" * bool(escape[1]) or escape[2]) for escape in _ESCAPE.finditer(text, start, end)
        ]
        # An escaped line break is two characters in the source, and one in the text.
        if is_uri and "ENCODING=B" not in match[2].upper() and not text.startswith("data:", start):
            yield cut(text, start, end, edits, target=True, attribute=name).inside(unfolded)
        elif not is_uri:
            segment = cut(text, start, end, edits)
            if has_trigger(segment.text) or "@" in segment.text or "." in segment.text:
                yield segment.inside(unfolded)
