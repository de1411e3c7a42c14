"""Mistakes in the markup of Org, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Iterator

from extract.detect.around import REACH, line_before
from extract.parsers import Reading, org
from extract.readers.paragraph import Paragraph
from extract.rules.markup.foreign import Link, foreign
from extract.rules.markup.patterns import Found, Hit, Pattern, searching
from extract.rules.markup.repair import Mender, Piece, Spot
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES

_PATH = rf"(?:\.{{1,2}}/[^\[\]\n\0|]{{1,200}}|[\w./-]{{1,200}}\.(?:org|{FILE_SUFFIXES})(?=[\[\](){{}}]|[ ]\]))"
_SURE = rf"(?:https?://[^\s\[\]|\0]{{1,600}}|(?:file|mailto|attachment):[^\[\]\n\0|]{{1,200}}|{_PATH})"
_AT = rf"(?:{_SURE}|(?:id:|doi:|[*#](?=\w))[^\[\]\n\0|]{{1,200}})"
_LABEL = r"[^\[\]]{1,300}"
# "[[" or "]]" with one mark missing, apart or another one.
_OPEN = r"(?:\[[ ]\[|[({]\[|\[[({]|\[)"
_CLOSE = r"(?:\][ ]+\]|\][)}]|\](?![\]\[])|(?<=[)}])\])"


def _described(hit: Hit, name: str) -> Found:
    return _whole(hit, name, hit["a"] or hit["c"] or hit["e"] or hit["g"], hit["b"] or hit["d"] or hit["f"] or hit["h"])


def _alone(hit: Hit, name: str) -> Found:
    return _whole(hit, name, hit["a"] or hit["c"], "")


def _whole(hit: Hit, name: str, at: str, label: str) -> Found:
    start, end = hit.span(name)
    text = hit[name]
    if text[0] in "({" and text[1:2] == "[" and hit.after == _CLOSING[text[0]]:
        start += 1  # the bracket belongs to the text
    if label[-1:] in _OPENED and label.count(_OPENED[label[-1]]) < label.count(label[-1]):
        label = label[:-1]
    if at[-1] in _OPENED and at.count(_OPENED[at[-1]]) < at.count(at[-1]):
        at = at[:-1]
    meant = f"[[{at.strip()}][{label}]]" if label else f"[[{at.strip()}]]"
    message = Message("not a link: wrong delimiters; write {text}", text=meant)
    return Found(start, end, message=message, fix=meant, safe=True)


def _padded(hit: Hit, name: str) -> Found:
    start, end = hit.span(name if hit[name] else "padded_after")
    message = Message("not a link: space beside the destination; remove it")
    return Found(start, end, message=message, fix="", safe=True)


def _scheme(hit: Hit, name: str) -> Found:
    start, end = hit.span(name if hit[name] else "scheme_other")
    message = Message('not a link: wrong colon after the scheme; write ":"')
    return Found(start, end, message=message, fix=":", safe=True)


_CLOSING = {"(": ")", "{": "}"}
_OPENED = {")": "(", "}": "{"}


_PATTERNS = (
    Pattern(
        "described",  # [http://a/][b]], [[http://a/] [b]], [[http://a/][b]
        "wrong-bracket",
        rf"(?<![\w\[\\])(?P<described>(?:{_OPEN}(?P<a>{_AT})\]\[(?P<b>{_LABEL})\]\]"
        rf"|\[\[(?P<c>{_AT})(?:\][ ]+\[|[)}}]\[|\][({{]|\[|\](?=\w)|\]\]\[|\]\[\[)(?P<d>{_LABEL})\]\]"
        rf"|\[\[(?P<e>{_AT})\]\[(?P<f>{_LABEL}){_CLOSE}"
        rf"|\[\[(?P<g>{_SURE})\][ ]?(?P<h>[^\[\]\s][^\[\]\n]{{0,300}})\](?![\[\]])))",
        _described,
    ),
    Pattern(
        "alone",  # [http://a/]], [[http://a/]
        "wrong-bracket",
        rf"(?<![\w\[\\])(?P<alone>(?:{_OPEN}(?P<a>{_SURE})\]\]|\[\[(?P<c>{_SURE}){_CLOSE}))",
        _alone,
    ),
    Pattern(
        "padded",  # [[ http://a/][b]]
        "space-in-destination",
        rf"\[\[(?:(?P<padded>[ \t]+)(?={_AT}\])"
        r"|(?:id:|#)[^\s\[\]\0]{1,200}(?P<padded_after>[ \t]+)\])",
        _padded,
    ),
    Pattern(
        "scheme",  # [[http: //a/][b]], [[file;a][b]]
        "space-in-destination",
        r"\[\[(?:https?(?P<scheme>[ ]+:[ ]*|:[ ]+)(?=//[^\s\[\]\0])"
        r"|(?:file|id|mailto)(?P<scheme_other>[ ]+:|;|::)(?=\w))",
        _scheme,
    ),
)

_search = searching(_PATTERNS, "")
_SIGNS = ("[[", "]]", "](", "`_", "</")


def _is_worth(text: str) -> bool:
    return any(sign in text for sign in _SIGNS)


def _render(link: Link) -> str | None:
    return None if link.is_image or not link.label else f"[[{link.target}][{link.label}]]"


def _is_in_row(text: str, start: int) -> bool:
    """Return whether a place may be in a table."""
    before = line_before(text, start)
    return len(before) == REACH or before.lstrip()[:1] == "|"


def _spots(piece: Piece) -> Iterator[Spot]:
    for spot in foreign(piece, "org", "Org", _render):
        if not (spot.of_wiki and _is_in_row(piece.text, spot.start)):
            yield spot
    yield from _search(piece)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return org.read(text)


ORG = Mender("org", _is_worth, _read, _spots)
