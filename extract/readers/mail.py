"""Mail: headers and text parts of a message, decoded, with the place of each character in the file.

The source is the message's bytes read as ISO 8859-1, so that an offset is that of a byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from extract.readers import calendar, flowed, html, markdown, mime
from extract.readers.headers import fields_of, segments_of
from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.triggers import SCHEME, has_trigger
from extract.text.regexes import re

_MARKDOWN = frozenset(["text/markdown", "text/x-markdown"])
_COMMAND = re.compile(r"<(?:/?[A-Za-z0-9-]{1,60}|(?=<))>?+")


def read(source: str) -> Iterator[Segment]:
    """Yield the segments of a message, and of messages in it, that may have links."""
    for part in mime.parts_of(source.encode("latin-1", "replace")):
        for value, found in map(segments_of, fields_of(part)):
            yield from (one.inside(value) for one in found if has_trigger(one.text))
        body = part.body
        if body is not None and has_trigger(body.text):
            yield from (one.inside(body) for one in segments(part, body.text).segments)


def notes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the description of what was not read, or not read as declared."""
    found: list[mime.Note] = []
    for _ in mime.parts_of(source.encode("latin-1", "replace"), report=found.append):
        pass
    return ((note.start or 0, note.message) for note in found)


def segments(part: mime.Part, text: str, *, whole: bool = False) -> html.Parsed:
    """Return the segments of a part, by its type; their offsets are those of its decoded text.

    With ``whole``, also those whose only addresses have no scheme.
    """
    if part.type in html.TYPES:
        return html.parse(text, whole=whole)
    if part.type in calendar.TYPES:
        return html.Parsed(list(calendar.read(text, whole=whole)), None)
    if part.type == "text/enriched":  # RFC 1896: formatting commands end a link, as tags do
        return html.Parsed([cut(text, 0, len(text), (blank(*tag.span()) for tag in _COMMAND.finditer(text)))], None)
    if part.type in _MARKDOWN:  # RFC 7763; mail programs show it rendered, or as plain text
        targets = [one for one in markdown.read(text) if one.target and SCHEME.match(one.text)]
        return html.Parsed([*targets, prose(part, text, [_of_link(text, one) for one in targets])], None)
    return html.Parsed([prose(part, text)], None)


def _of_link(text: str, target: Segment) -> Edit:
    """Blank the target of a link and its label, which is not another link."""
    start, end = target.span(0, len(target.text))
    for opening in ("](", "](<"):
        if target.label and text.endswith(target.label + opening, 0, start):
            start -= len(target.label + opening)
    return blank(start, end)


def prose(part: mime.Part, text: str, taken: Iterable[Edit] = ()) -> Segment:
    """Return a plain text part as one segment, with broken links joined and the edits ``taken`` applied."""
    is_flowed, delsp = flow(part)
    return cut(text, 0, len(text), [*flowed.edits(text, flowed=is_flowed, delsp=delsp), *taken])


def flow(part: mime.Part) -> tuple[bool, bool]:
    """Return whether a part is flowed, and whether spaces at line ends are deleted (RFC 3676 §4)."""
    parameters = part.parameters
    return parameters.get("format", "").lower() == "flowed", parameters.get("delsp", "").lower() == "yes"
