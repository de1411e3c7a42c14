"""Find links in the markup of other formats, by one pattern for each form of link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple

from extract.rules.markup import intent
from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES, re

# An IRI without brackets, except pairs of parentheses.
URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
_PAGE = rf"\.{{0,2}}/?[\w./-]{{1,200}}\.(?:{FILE_SUFFIXES})(?:#[\w-]*)?|#\w[\w\\\0-]*|/[A-Za-z][\w./-]*(?:#[\w-]+)?"


class Form(NamedTuple):
    """A form of link. Its pattern has the groups ``label``, ``at``, and perhaps ``image`` and ``page``."""

    name: str  # of the markup, for messages
    sign: str  # substring of each text with this form
    pattern: re.Pattern[str]
    formats: str  # markups in which this form is a mistake


_FORMS = (
    Form(
        "reStructuredText",
        ">`_",
        re.compile(r"`(?P<label>[^`<>]{1,200}?)\s+<(?P<at>https?://[^\s<>`]+)>`__?(?!\w)"),
        "markdown asciidoc org",
    ),
    Form(  # "\0\0" is an escape
        "Markdown",
        "]",
        re.compile(
            rf"(?<![\]\\\0`])(?P<image>!?)\[(?P<label>`[^\[\]`]{{1,99}}`|[^\[\]`]{{0,200}})\](?:\(<?(?P<page>{_PAGE})>?(?:\s+\"[^\"]{{1,200}}\")?\)|(?<=\w\w\w\])\[\]"
            rf"|(?P<gap>[ ]?)[(（](?:<|\0\0)?(?P<at>{URL})(?:>|\0\0)?[)）])"
        ),
        "rst asciidoc org",
    ),
    Form(
        "HTML",
        "</",
        re.compile(
            r"<[aA]\s(?![^<>]{0,200}\bon[a-z]+=)[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<at>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
            r"(?P<label>[^<>`]{1,200})</[aA]>"
        ),
        "rst asciidoc org",
    ),
)
_IN_WORD = re.compile(r"(?<=[A-Za-z0-9_])")  # as a call of a function


class Link(NamedTuple):
    """A link in the markup of another format."""

    form: str  # the name of the markup
    start: int
    end: int
    label: str
    target: str
    is_image: bool


def _links(piece: Piece, markup: str) -> Iterator[Link]:
    """Yield the links of ``piece`` that are written in a format other than ``markup``."""
    for form in _FORMS:
        if markup not in form.formats or form.sign not in piece.rest:
            continue
        for match in form.pattern.finditer(piece.rest):
            groups = match.groupdict("")
            label, target = (
                " ".join(piece.text[slice(*match.span("label"))].strip("`").split()),
                groups["at"] or groups["page"],
            )
            is_image = groups.get("image") == "!"
            if form.name == "HTML":
                label, target = unescape(label), unescape(target)
            is_doubtful = form.name == "Markdown" and (markup == "rst" or not target.startswith("http"))
            is_call = is_doubtful and _IN_WORD.match(piece.rest, match.start())
            is_note = groups.get("gap") and not (intent.is_label(label) and len(label) > 1)
            if (label or is_image) and not is_note and not is_call:
                yield Link(form.name, *match.span(), label, target, is_image)


def foreign(piece: Piece, markup: str, name: str, render: Callable[[Link], str | None]) -> Iterator[Spot]:
    """Yield a spot for each foreign link. ``render`` returns the link in the format of the file, or ``None``."""
    for link in _links(piece, markup):
        is_web = link.target.startswith("http")
        if piece.format.kind == "messages" and not (is_web and link.form != "HTML"):
            continue  # the original of a translation has the same
        meant = render(link) if is_web else None
        message = Message("{name} in {name2}; write it in the markup of this file", name=link.form, name2=name)
        if meant:
            message = Message("{name} in {name2}; write {text}", name=link.form, name2=name, text=meant.strip("\\ "))
        yield Spot("other-markup", link.start, link.end, message, meant, safe=True, target=link.target)
