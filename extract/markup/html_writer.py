"""Plain text to HTML with its links, and links added to the text of HTML."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape, unescape
from itertools import accumulate, pairwise
from typing import NamedTuple

from extract.markup.target import Target
from extract.text.html_parser import WholeHTMLParser
from extract.text.regexes import re

# Text in these is not linked: code, what is a link, and where HTML has no place for a link (HTML "phrasing content").
UNLINKED = frozenset(
    {"a", "button", "code", "iframe", "math", "noembed", "noframes", "noscript", "plaintext", "pre", "script"}
    | {"select", "style", "svg", "textarea", "title", "xmp"}
)


def as_html(text: str, targets: Iterable[Target]) -> str:
    pieces = []
    end = 0
    for link, attributes in targets:
        pieces += [escape(text[end : link.start]), _start_tag(attributes), escape(link.text), "</a>"]
        end = link.end
    return "".join([*pieces, escape(text[end:])])


def _start_tag(attributes: Mapping[str, str]) -> str:
    return "<a" + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items()) + ">"


class _Run(NamedTuple):
    """Text between two tags: its pieces, where each starts in the text and in the source, and where the last ends."""

    pieces: list[str]
    starts: list[int]
    sources: list[int]

    def source(self, offset: int) -> int | None:
        """Return the place in the source of a place in the text; ``None`` inside what one reference stands for."""
        index = bisect_right(self.starts, offset) - 1
        within = offset - self.starts[index]
        if not within:
            return self.sources[index]
        literal = len(self.pieces[index]) == self.sources[index + 1] - self.sources[index]
        return self.sources[index] + within if literal else None


def in_html(source: str, targets: Callable[[str], Iterable[Target]]) -> str:
    """Add links to the text of HTML; everything else is copied."""
    pieces = []
    end = 0
    for run in _text_runs(source):
        for link, attributes in targets("".join(run.pieces)):
            start, stop = run.source(link.start), run.source(link.end)
            if start is not None and stop is not None:
                pieces += [source[end:start], _start_tag(attributes), source[start:stop], "</a>"]
                end = stop
    return "".join([*pieces, source[end:]])


def _text_runs(source: str) -> Iterator[_Run]:
    spans = _TextFinder(source).spans
    breaks = [i for i in range(1, len(spans)) if spans[i - 1][1] != spans[i][0]]
    for first, last in pairwise([0, *breaks, len(spans)]):
        run = spans[first:last]
        pieces = [unescape(source[start:end]) for start, end in run]
        starts = list(accumulate(map(len, pieces), initial=0))
        yield _Run(pieces, starts, [start for start, _ in run] + [end for _, end in run[-1:]])


class _TextFinder(WholeHTMLParser):
    """Finds the text that may be linked: spans of characters and of character references."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.spans: list[tuple[int, int]] = []
        self._source = source
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._open: Counter[str] = Counter()
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._open[tag] = 1  # HTML: a second <a> ends the first
        elif tag in UNLINKED:
            self._open[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # HTML: "/" does not end an element

    def handle_endtag(self, tag: str) -> None:
        if self._open[tag] > 1:
            self._open[tag] -= 1
        else:
            del self._open[tag]

    def handle_data(self, data: str) -> None:
        self._text(data)

    def handle_charref(self, name: str) -> None:
        self._text(f"&#{name}")

    def handle_entityref(self, name: str) -> None:
        self._text(f"&{name}")

    def _text(self, written: str) -> None:
        line, column = self.getpos()
        start = self._lines[line - 1] + column
        if not self._open and self._source.startswith(written, start):
            end = start + len(written)
            reference = written[0] == "&" and len(written) > 1
            self.spans.append((start, end + (reference and self._source.startswith(";", end))))
