"""rich and Textual: a highlighter whose hyperlinks in a terminal are whole links.

Console(highlighter=IRIHighlighter())
"""

from __future__ import annotations

from extract._extras import needed_by
from extract.detect.finder import Finder, shared_finder
from extract.markup.linker import is_marked
from extract.markup.target import href

with needed_by("extract.hosts.rich", "rich"):
    from rich.highlighter import Highlighter, ReprHighlighter
    from rich.style import Style
    from rich.text import Text


class IRIHighlighter(Highlighter):
    """Marks the links of a `rich.text.Text`: styled, and clickable in terminals that support it (OSC 8).

    ``base`` highlights first: by default rich's own highlighter, ``None`` for links alone. ``finder`` decides what is
    found, by default IRIs with a scheme and e-mail addresses. ``style`` is added to links.
    """

    def __init__(
        self,
        base: Highlighter | None = ReprHighlighter(),  # noqa: B008 (immutable)
        *,
        finder: Finder | None = None,
        style: str = "repr.url",
    ) -> None:
        self._base = base
        self._finder = finder or shared_finder(email=True)
        self._all = finder is not None and finder.schemes is not None
        self._style = style

    def highlight(self, text: Text) -> None:
        """Add the styles to a text."""
        if self._base is not None:
            self._base.highlight(text)
        for link in self._finder.find(text.plain):
            uri = href(link) if self._all or is_marked(link) else None
            if uri is not None:
                text.stylize(self._style, link.start, link.end)
                text.stylize(Style(link=uri), link.start, link.end)
