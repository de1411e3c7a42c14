"""Mail: headers and text parts of a message, decoded, with the place of each character in the file.

The source is the message's bytes read as ISO 8859-1, so that an offset is that of a byte.
"""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers import calendar, flowed, html, mime
from extract.readers.headers import header_values
from extract.readers.segment import Segment, blank, cut
from extract.readers.triggers import has_trigger
from extract.text.regexes import re

HTML = frozenset(["text/html", "text/x-amp-html", "text/watch-html", "text/xml", "application/xhtml+xml"])
_COMMAND = re.compile(r"<(?:/?[A-Za-z0-9-]{1,60}|(?=<))>?+")


def read(source: str) -> Iterator[Segment]:
    """Yield what has links in the parts of a message, nested ones too."""
    for part in mime.parts_of(source.encode("latin-1", "replace")):
        for value, found in header_values(part):
            yield from (one.inside(value) for one in found if has_trigger(one.text))
        body = part.body
        if body is not None and has_trigger(body.text):
            yield from (one.inside(body) for one in segments(part, body.text).segments)


def notes(source: str) -> Iterator[tuple[int, str]]:
    """Yield what of a message was not read, or not as declared, and where it starts."""
    found: list[mime.Note] = []
    for _ in mime.parts_of(source.encode("latin-1", "replace"), report=found.append):
        pass
    return ((note.start or 0, note.message) for note in found)


def segments(part: mime.Part, text: str, *, whole: bool = False) -> html.Parsed:
    """Return the segments of a part, by its type; their offsets are those of its decoded text.

    With ``whole`` those that may have addresses without a scheme are there too.
    """
    if part.type in HTML:
        return html.parse(text, whole=whole)
    if part.type in calendar.TYPES:
        return html.Parsed(list(calendar.read(text)), None)
    if part.type == "text/enriched":  # RFC 1896: formatting commands end a link, as tags do
        return html.Parsed([cut(text, 0, len(text), (blank(*tag.span()) for tag in _COMMAND.finditer(text)))], None)
    return html.Parsed([prose(part, text)], None)


def prose(part: mime.Part, text: str) -> Segment:
    """Return a plain text part as one segment, in which links are whole."""
    is_flowed, delsp = flow(part)
    return cut(text, 0, len(text), flowed.edits(text, flowed=is_flowed, delsp=delsp))


def flow(part: mime.Part) -> tuple[bool, bool]:
    """RFC 3676 §4: whether a part is flowed, and whether the spaces at line ends are deleted."""
    parameters = part.parameters
    return parameters.get("format", "").lower() == "flowed", parameters.get("delsp", "").lower() == "yes"
