"""Links that are written so that nobody follows them (``hxxps://bad[.]example``), read as what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from extract.detect.link import Link
from extract.text.positions import Edit, edited
from extract.text.regexes import re

# What each is written as, and stands for. "[://]" and "[//]" stand for what is in the brackets.
_DEFANGED = {
    "dot": (r"[ ]?[\[({](?:\.|(?i:dot))[\])}][ ]?(?=\w)|(?<=\w)\\\.(?=\w)", "."),
    "at": (r"[ ]?[\[({](?:@|(?i:at))[\])}][ ]?(?=\w)", "@"),
    "scheme": (
        r"(?<![A-Za-z0-9+.\-])[hH](?:[xX*]{2}|[tT]{2}|[xX][tT]|[tT][xX])[pP]"
        r"(?=[sS]?(?:://|\[:\]//|\[://\]|\[:\]\[//\]))",
        "http",
    ),
    "colon": (r"(?<=[A-Za-z])\[:\](?=//|\[//\])|(?<=\w)\[:\](?=[0-9])", ":"),
    "slashes": (r"(?<=[A-Za-z])\[://\]|(?<=[\]:])\[//\]", None),
    "slash": (r"(?<=[\w/])\[/\]", "/"),
}
_ANY = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _) in _DEFANGED.items()))


def refanged_links(text: str, find: Callable[[str], Iterable[Link]]) -> Iterator[Link]:
    """Find the links that ``find`` would find if they were not defanged; ``text`` of each is as it was written."""
    marks = (match for match in _ANY.finditer(text) if match[0].lower() != "http")
    edits = [Edit(*mark.span(), _DEFANGED[str(mark.lastgroup)][1] or mark[0].strip("[]")) for mark in marks]
    if not edits:
        yield from find(text)
        return
    refanged = edited(text, edits)
    for link in find(refanged.text):
        start, end = refanged.span(link.start, link.end)
        yield Link(start, end, text[start:end], link.kind, link.iri)
