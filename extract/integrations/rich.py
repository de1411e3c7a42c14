"""rich and Textual: a highlighter whose terminal hyperlinks are whole links.

Console(highlighter=IRIHighlighter())
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from extract._exports import needed_by
from extract.detect.finder import Finder
from extract.detect.link import Link
from extract.integrations._inline import InlineFinder

with needed_by("extract.integrations.rich", "rich"):
    from rich.highlighter import Highlighter, ReprHighlighter
    from rich.style import Style
    from rich.text import Span, Text


class IRIHighlighter(Highlighter):
    """Marks the links of a `rich.text.Text`: styled, and clickable in terminals that support it (OSC 8).

    ``base`` highlights first: by default rich's own highlighter, ``None`` for links only. Its styles inside a link are
    removed, so that terminals see one link. ``finder`` replaces the default, which finds IRIs with a scheme, names
    that begin with ``www.``, and email addresses. ``style`` is added to links. ``default_scheme`` is the scheme of
    bare domains.
    """

    def __init__(
        self,
        base: Highlighter | None = ReprHighlighter(),  # noqa: B008 (immutable)
        *,
        finder: Finder | None = None,
        style: str = "repr.url",
        default_scheme: str = "https",
    ) -> None:
        self._base = base
        self._finder = InlineFinder(finder=finder, default_scheme=default_scheme)
        self._style = style

    def highlight(self, text: Text) -> None:
        """Add the styles to a text."""
        given = len(text.spans)
        if self._base is not None:
            self._base.highlight(text)
        found = [(link, self._finder.uri(link)) for link in self._finder.links(text.plain)]
        links = [(link, uri) for link, uri in found if uri is not None]
        text.spans[given:] = _outside(text.spans[given:], [link for link, _ in links])
        for link, uri in links:
            text.stylize(self._style, link.start, link.end)
            text.stylize(Style(link=uri), link.start, link.end)


def _outside(spans: list[Span], links: list[Link]) -> Iterator[Span]:
    """Yield the parts of spans outside of links, because rich splits a link where the style changes."""
    starts = [link.start for link in links]
    for start, end, style in spans:
        for link in links[max(bisect_right(starts, start) - 1, 0) :]:
            if link.start >= end:
                break
            if start < link.start:
                yield Span(start, link.start, style)
            start = max(start, link.end)
        if start < end:
            yield Span(start, end, style)
