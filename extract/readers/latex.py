r"""LaTeX and BibTeX: the arguments of ``\url`` and ``\href``, fields with an address, text."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.segment import Edit, Segment, blank, cut
from extract.readers.text import prose
from extract.readers.triggers import has_trigger, is_address
from extract.text.regexes import re

_CODE = "verbatim Verbatim lstlisting minted alltt comment filecontents tikzpicture".split()
# An argument, with braces in it to a depth of one.
_ARGUMENT = r"(?:[^{}\\]|\\(?s:.)|\{[^{}]{0,500}\}){0,2000}+"
_HIDDEN = [
    r"%.*",
    rf"\\begin\{{(?P<code>(?:{'|'.join(_CODE)})\*?)\}}",
    r"\\(?:verb|lstinline|mintinline\{\w{1,30}\})\*?(?P<mark>[^\sA-Za-z{*])(?:(?!(?P=mark)).)*+",
    r"\\[A-Za-z@]+\*?",
    r"\\(?s:.)",
    r"[{}~]",
]
_LINKS = [
    rf"\\(?:url|nolinkurl|href)(?:\[[^\[\]]{{0,300}}\])?[ \t]*\n?[ \t]*\{{(?P<target>{_ARGUMENT})\}}",
    # BibTeX
    r"(?<![\w\\])(?i:url|howpublished)[ \t]*=[ \t]*\{(?P<braced>https?://[^\s{}]+)\}",
    r'(?<![\w\\])(?i:url|howpublished)[ \t]*=[ \t]*"(?P<quoted>https?://[^\s"]+)"',
]
_WRITTEN = [
    r"\\(?P<escape>[%#&_{}$])",
    r"(?P<tilde>\\~\{\}|\\textasciitilde(?:\{\}|[ \t])?|\{\\textasciitilde\}|\$\\sim\$)",
    r"(?P<hyphen>\\[-/])",
]
_TOKEN = re.compile("|".join([*_LINKS, *_WRITTEN, *_HIDDEN]))
_ESCAPE = re.compile(r"\\([%#&_{}$~\\])")


def read(source: str) -> Iterator[Segment]:
    """Yield the targets of commands and fields, and the text that may have a link."""
    if not has_trigger(source):
        return
    edits: list[Edit] = []
    position = 0
    while match := _TOKEN.search(source, position):
        position = match.end()
        if match["code"]:
            closing = source.find(rf"\end{{{match['code']}}}", position)
            position = closing if closing >= 0 else len(source)
        elif group := next((name for name in ("target", "braced", "quoted") if match[name]), None):
            start, end = match.span(group)
            escapes = (Edit(*one.span(), one[1]) for one in _ESCAPE.finditer(source, start, end))
            segment = cut(source, start, end, escapes, target=True)
            if is_address(segment.text):
                yield segment
        meant = match["escape"] or ("~" if match["tilde"] else None)
        if meant or match["hyphen"]:
            edits.append(Edit(match.start(), position, meant or ""))
        else:
            edits.append(blank(match.start(), position))
    yield from prose(source, edits)
