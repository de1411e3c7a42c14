"""Markup mistakes in Org, in the order of the search."""

from __future__ import annotations

from collections.abc import Iterator

from extract.parsers import Reading, org
from extract.readers.paragraph import Paragraph
from extract.rules.markup.foreign import Link, foreign
from extract.rules.markup.patterns import Hit, Pattern, searching
from extract.rules.markup.repair import Piece, Repairer, Spot
from extract.text.messages import Message
from extract.text.regexes import FILE_SUFFIXES

_PATH = rf"(?:\.{{1,2}}/[^\[\]\n\0|]{{1,200}}|[\w./-]{{1,200}}\.(?:org|{FILE_SUFFIXES})(?=[\[\](){{}}]|[ ]\]))"
_SURE = rf"(?:https?://[^\s\[\]|\0]{{1,600}}|(?:file|mailto|attachment):[^\[\]\n\0|]{{1,200}}|{_PATH})"
_AT = rf"(?:{_SURE}|(?:id:|doi:|[*#](?=\w))[^\[\]\n\0|]{{1,200}})"
_LABEL = r"[^\[\]]{1,300}"
# "[[" or "]]" with a bracket that is missing, separated or of another kind.
_OPEN = r"(?:\[[ ]\[|\[[({]|\[)"
_CLOSE = r"(?:\][ ]+\]|\][)}]|\](?![\]\[])|(?<=[)}])\])"


_OPENS = {")": "(", "}": "{"}


def _without_end(text: str) -> str:
    """Remove a bracket at the end of ``text`` that ``text`` does not open."""
    opening = _OPENS.get(text[-1:])
    return text[:-1] if opening and text.count(opening) < text.count(text[-1]) else text


def _meant(hit: Hit) -> str:
    at, label = ("".join(hit[name] for name in hit if name.startswith(part)) for part in ("at", "label"))
    at, label = _without_end(at).strip(), _without_end(label)
    return f"[[{at}][{label}]]" if label else f"[[{at}]]"


_DELIMITERS = Message("not a link: wrong delimiters; write {text}", text="fix")
_PATTERNS = (
    Pattern(  # [http://a/][b]], [[http://a/] [b]], [[http://a/][b]
        "wrong-bracket",
        rf"(?<![\w\[\\])(?:{_OPEN}(?P<at>{_AT})\]\[(?P<label>{_LABEL})\]\]"
        rf"|\[\[(?P<at2>{_AT})(?:\][ ]+\[|[)}}]\[|\][({{]|\[|\](?=\w)|\]\]\[|\]\[\[)(?P<label2>{_LABEL})\]\]"
        rf"|\[\[(?P<at3>{_AT})\]\[(?P<label3>{_LABEL}){_CLOSE}"
        rf"|\[\[(?P<at4>{_SURE})\][ ]?(?P<label4>[^\[\]\s][^\[\]\n]{{0,300}})\](?![\[\]]))",
        _DELIMITERS,
        _meant,
        safe=True,
        target="",
    ),
    Pattern(  # [http://a/]], [[http://a/]
        "wrong-bracket",
        rf"(?<![\w\[\\])(?:{_OPEN}(?P<at>{_SURE})\]\]|\[\[(?P<at2>{_SURE}){_CLOSE})",
        _DELIMITERS,
        _meant,
        safe=True,
        target="",
    ),
    Pattern(
        "space-in-destination",
        rf"\[\[(?:(?P<place>[ \t]+)(?={_AT}\])|(?:id:|#)[^\s\[\]\0]{{1,200}}(?P<place_after>[ \t]+)\])",
        Message("not a link: space beside the destination; remove it"),
        "",
        safe=True,
        target="",
    ),
    Pattern(
        "space-in-destination",
        r"\[\[(?:https?(?P<place>[ ]+:[ ]*|:[ ]+)(?=//[^\s\[\]\0])"
        r"|(?:file|id|mailto)(?P<place_other>[ ]+:|;|::)(?=\w))",
        Message('not a link: wrong colon after the scheme; write ":"'),
        ":",
        safe=True,
        target="",
    ),
)

_search = searching(_PATTERNS)
_SIGNS = ("[[", "]]", "](", "`_", "</")


def _is_worth(text: str) -> bool:
    return any(sign in text for sign in _SIGNS)


def _render(link: Link) -> str | None:
    return None if link.is_image else f"[[{link.target}][{link.label}]]"


def _spots(piece: Piece) -> Iterator[Spot]:
    yield from foreign(piece, "org", "Org", _render)
    yield from _search(piece)


def _read(text: str, _paragraph: Paragraph, _next_to_letters: bool) -> Reading:
    return org.read(text)


ORG = Repairer("org", _is_worth, _read, _spots)
