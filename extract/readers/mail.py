"""Mail: the header and text parts of a message, decoded, with the position of each character in the file.

The source is the message's bytes decoded as ISO 8859-1, so that offsets count bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from extract.readers import calendar, css, flowed, html, markdown, mime
from extract.readers.headers import fields_of, passages_of
from extract.readers.paragraph import within
from extract.readers.passage import Edit, Passage, blank, cut
from extract.readers.triggers import SCHEME, has_trigger
from extract.text.messages import Message
from extract.text.regexes import re

_MARKDOWN = ("text/markdown", "text/x-markdown")
_WINDOW = 1 << 16  # characters of running text per passage,
_LONGEST_WORD = 1 << 22  # but up to this many without whitespace,
_MOST_EDITS = 1 << 16  # unless more edits than this join the lines of a word
ENRICHED = ("text/enriched", "text/richtext")
_COMMAND, _PARAMETER = (
    re.compile(
        r"(?i)(?P<less><<|<lt>)"
        r"|(?P<apart></?(?:nl|np|paragraph|center|flush(?:left|right|both)|nofill|(?:para)?indent(?:right)?|excerpt)>)"
        rf"{parameter}|</?[A-Za-z0-9-]{{1,60}}>?+"
    )
    for parameter in ("", r"|<param>(?:[^<]|<(?!/param>))*+</param>")
)
_END_OF_PARAMETER = re.compile(r"(?i)</param>")


def read(source: str) -> Iterator[Passage]:
    """Yield the passages of a message, and of messages in it, that may have links."""
    for part in mime.parts_of(source.encode("latin-1", "replace")):
        for value, found in map(passages_of, fields_of(part)):
            wanted = (one.inside(value) for one in found if has_trigger(one.text))
            yield from wanted if part.outer is None else within(part.outer, wanted)
        body = part.body
        if body is not None and has_trigger(body.text):
            for group in passages(part, body.text).groups:
                yield from (one.inside(body) for one in group)


def notes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and description of content that was skipped, or decoded in another way than declared."""
    found: list[mime.Note] = []
    for _ in mime.parts_of(source.encode("latin-1", "replace"), report=found.append):
        pass
    # A linter does not report each picture and document.
    return ((note.start or 0, note.message) for note in found if note.kind not in ("unread", "document"))


class Passages(NamedTuple):
    """The passages of a part in groups that do not overlap, and the IRI of its ``<base>``."""

    groups: Iterable[Iterable[Passage | html.Address]]
    base: str | None = None


def passages(
    part: mime.Part, text: str, *, whole: bool = False, tell: Callable[[str, str, int], None] = lambda *note: None
) -> Passages:
    """Return the passages of a part by its type. Their offsets are in its decoded text.

    With ``whole``, text is included even if none of its links has a scheme. While the passages are consumed, ``tell``
    is called for skipped content with the kind of note, the message and the offset.
    """
    for offset in flowed.encrypted(text):
        tell("encrypted", Message("encrypted text (OpenPGP) is not read"), offset)
    if part.type in html.TYPES:
        if (entity := text.find("<!ENTITY")) >= 0:  # XML §4.2
            tell("document", "entities that a document declares are not resolved", entity)
        return Passages(
            html.groups(text, whole=whole, tell=tell if whole else None), html.base_of(text) if whole else None
        )
    if part.type in calendar.TYPES:
        return Passages(calendar.groups(text, tell, whole=whole))
    if part.type == "text/css":
        return Passages([css.addresses(text)])
    if part.type in ENRICHED:
        return Passages(_windows(text, _commands(text)))
    removed = flowed.removed(text, lambda at, said: tell("encoding", said, at))
    is_flowed, delsp = flow(part)
    if flowed.is_escaped(text):  # RFC 9580 §7: the signed text is the one without escapes
        inner = cut(text, 0, len(text), chain(*removed))
        groups = passages_of_text(part, inner.text, flowed.edits(inner.text, flowed=is_flowed, delsp=delsp))
        return Passages(within(inner, group) for group in groups)
    return Passages(passages_of_text(part, text, flowed.edits(text, removed, flowed=is_flowed, delsp=delsp)))


def passages_of_text(part: mime.Part, text: str, edits: Iterable[Edit]) -> Iterable[Iterable[Passage]]:
    """Return the passages of plain text or Markdown."""
    if part.type in _MARKDOWN:  # RFC 7763; mail programs render it, or show it as plain text
        targets = [one for one in markdown.read(text) if one.target and SCHEME.match(one.text)]
        prose = cut(text, 0, len(text), [*edits, *(_of_link(text, one) for one in targets)])
        return [[*targets, prose]]
    return _windows(text, edits)


def _commands(text: str) -> Iterator[Edit]:
    """Yield edits that remove commands and parameters, and replace "<<" by "<" (RFC 1896 §3, RFC 1341 §7.1.3)."""
    for command in _found(text):
        yield blank(*command.span()) if command["apart"] else Edit(*command.span(), "<" if command["less"] else "")


def commands(text: str) -> str:
    """Return the commands in a text, which must be kept if the text is replaced."""
    return "".join(command[0] for command in _found(text) if not command["less"])


def _found(text: str) -> Iterator[re.Match[str]]:
    end = max((one.end() for one in _END_OF_PARAMETER.finditer(text)), default=0)  # no parameter ends after it
    return chain(_PARAMETER.finditer(text, 0, end), _COMMAND.finditer(text, end))


def _windows(text: str, edits: Iterable[Edit]) -> Iterator[list[Passage]]:
    """Yield running text in passages that end at a line or a word. ``edits`` must be in order.

    Small passages save memory, because the objects for a passage need many times its size.
    """
    left = iter(edits)
    edit = next(left, None)
    start = 0
    while start < len(text):
        within: list[Edit] = []
        end = start + _WINDOW
        while True:
            end = _end_of_line(text, end)
            while edit is not None and edit.start < end:
                if not within or edit.start >= within[-1].end:
                    within.append(edit)
                edit = next(left, None)
            if not within or end == len(text) or end > within[-1].end - bool(within[-1].text):
                break
            if len(within) > _MOST_EDITS:
                end = within[-1].end
                break
            end = within[-1].end + 1  # the last edit joins what is around the end
        yield [cut(text, start, end, within)]
        start = end


def _end_of_line(text: str, offset: int) -> int:
    """Return the end of the line of a character before an offset, or if the line is long, the end of the word."""
    if offset >= len(text):
        return len(text)
    end = text.find("\n", offset - 1, offset + _WINDOW) + 1
    end = end or text.find(" ", offset - 1, offset + _LONGEST_WORD) + 1
    return end or min(offset + _LONGEST_WORD, len(text))


def _of_link(text: str, target: Passage) -> Edit:
    """Return an edit that blanks the destination of a link and its text, which is not a second link."""
    start, end = target.span(0, len(target.text))
    for opening in ("](", "](<"):
        if target.label and text.endswith(target.label + opening, 0, start):
            start -= len(target.label + opening)
    return blank(start, end)


def flow(part: mime.Part) -> tuple[bool, bool]:
    """Return whether a part is flowed, and whether spaces at line ends are deleted (RFC 3676 §4)."""
    parameters = part.parameters
    return parameters.get("format", "").lower() == "flowed", parameters.get("delsp", "").lower() == "yes"
