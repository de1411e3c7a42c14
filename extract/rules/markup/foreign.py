"""Find links in the markup of other formats, by one pattern for each form of link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple

from extract.rules.markup.repair import Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import re

# An IRI without brackets, except pairs of parentheses.
URL = r"https?://[^\s()（）\[\]<>\0]*(?:\([^\s()（）\[\]<>\0]*\)[^\s()（）\[\]<>\0]*)*"
# A date, parentheses, or a word such as "accessed" shows a source: "[http://a/ (accessed 2021-07-15)]".
OF_A_SOURCE = (
    r"(?![(（]|(?i:accessed|retrieved|visited|last|viewed|checked|online|archived?|abgerufen|zugriff|aufgerufen|stand"
    r"|consult\w+"
    r"|accedido|acesso|acessado|дата|доступ|проверено|обращени\w|访问|存取|閲覧|参照|アクセス|accès)\b|[\d./-]{4,})"
)


class Form(NamedTuple):
    """A form of link. Its pattern has the groups ``at`` and ``label``, or ``at2`` and ``label2``."""

    name: str  # of the markup, for messages
    sign: str  # substring of each text with this form
    pattern: str
    formats: str  # markups in which this form is a mistake
    is_image: bool = False
    safe: bool = True


FORMS = (
    Form(
        "reStructuredText",
        ">`_",
        r"`(?P<label>[^`<>]{1,200}?)\s+<(?P<at>https?://[^\s<>`]+)>`__?(?!\w)",
        "markdown asciidoc org",
    ),
    Form(  # most wikis; some have the IRI last
        Message("wiki markup"),
        "[[",
        r"\[\[(?:(?P<at>https?://[^\s\[\]|\0]+)(?:\||\]\[)(?P<label>[^\[\]|\0`]{1,200})"
        r"|(?P<label2>[^\[\]|\0`]{1,200})\|(?P<at2>https?://[^\s\[\]|\0]+))\]\]",
        "markdown rst asciidoc org",
    ),
    Form(  # MediaWiki
        Message("wiki markup"),
        "[http",
        r"\[(?<![\]A-Za-z0-9_\\!\[].)(?<!\]\(.)(?P<at>https?://[^\s\[\]`\0,;]+)(?<![.:;])(?:[ ]+|\r?\n)"
        rf"(?P<label>{OF_A_SOURCE}[^\[\]\n`\0]{{2,150}})\](?![(\[:_])",
        "markdown rst",
        safe=False,
    ),
    Form(
        "BBCode",
        "[/url]",
        r"(?i)\[url(?:=[\"']?(?P<at>https?://[^\s\[\]\"'\0]+)[\"']?\](?P<label>[^\[\]\n\0]{1,200})"
        r"|\][ ]?(?P<at2>https?://[^\s\[\]\0]+)[ ]?(?P<label2>))\[/url\]",
        "markdown",
        safe=False,
    ),
    Form(
        "BBCode",
        "[/img]",
        r"(?i)\[img\][ ]?(?P<at>https?://[^\s\[\]\0]+)[ ]?(?P<label>)\[/img\]",
        "markdown",
        is_image=True,
        safe=False,
    ),
    Form(
        "Markdown",
        "](",
        rf"(?P<image>!?)(?<![\]\\])\[(?P<label>[^\[\]`]{{0,200}})\]\(<?(?P<at>{URL.replace(chr(92) + '0', '')})>?\)",
        "asciidoc org",
    ),
    Form(
        "HTML",
        "</",
        r"<[aA]\s[^<>]{0,200}?\b(?i:href)\s*=\s*[\"']?(?P<at>https?://[^\s<>\"']+)[\"']?[^<>]{0,200}>"
        r"(?P<label>[^<>`]{1,200})</[aA]>",
        "rst asciidoc org",
    ),
)
_COMPILED = [re.compile(form.pattern) for form in FORMS]
# Tags of a program, a template or a page: the markup is a sample.
_OF_SAMPLE = re.compile(
    r"(?i)</?(?:html|head|body|div|script|style|link|meta|form|input|button|label|select|table|t[dhr]|nav|main|header"
    r"|footer"
    r"|section|article|aside|template|svg|[a-z]+-[a-z-]+)\b[^<>]*>|<a\s[^<>]*?\s(?:on[a-z]+|v-[a-z]+|ng-[a-z]+"
    r"|data-[a-z-]+|[@:][a-z]+)="
)


class Link(NamedTuple):
    """A link in the markup of another format."""

    form: Form
    start: int
    end: int
    label: str
    target: str
    is_image: bool


def links(piece: Piece, markup: str) -> Iterator[Link]:
    """Yield the links of ``piece`` that are written in a format other than ``markup``."""
    signs = piece.rest.lower()
    for form, pattern in zip(FORMS, _COMPILED, strict=True):
        if markup not in form.formats or form.sign not in signs:
            continue
        for match in pattern.finditer(piece.rest):
            second = "2" if match["at"] is None else ""
            start, end = match.span(f"label{second}")
            label, target = " ".join(piece.text[start:end].split()), match[f"at{second}"]
            if form.name == "HTML":
                label, target = unescape(label), unescape(target)
            is_image = form.is_image or ("image" in pattern.groupindex and match["image"] == "!")
            yield Link(form, *match.span(), label, target, is_image)


def in_other_markup(written: str, name: str, meant: str | None) -> Message:
    """Return the message for a link written in format ``written`` in a file of format ``name``."""
    if not meant:
        return Message("{name} in {name2}; write it in the markup of this file", name=written, name2=name)
    return Message("{name} in {name2}; write {text}", name=written, name2=name, text=meant)


def foreign(piece: Piece, markup: str, name: str, render: Callable[[Link], str | None]) -> Iterator[Spot]:
    """Yield a spot for each foreign link. ``render`` returns the link in the format of the file, or ``None``."""
    for link in links(piece, markup):
        if _OF_SAMPLE.search(piece.text):
            return
        meant = render(link)
        yield Spot(
            "other-markup",
            link.start,
            link.end,
            in_other_markup(link.form.name, name, meant),
            meant,
            safe=link.form.safe,
            target=link.target,
            of_wiki=link.form.name == "wiki markup",
        )
