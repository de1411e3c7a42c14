"""mistletoe: an HTML renderer that links IRIs.

mistletoe.markdown(text, IRIRenderer)
"""

from __future__ import annotations

from html import escape
from typing import Any

from extract._exports import needed_by
from extract.integrations._inline import OPTIONS, InlineFinder, OpenElements, explicit_uri

with needed_by("extract.integrations.mistletoe", "mistletoe"):
    from mistletoe.html_renderer import HtmlRenderer
    from mistletoe.span_token import AutoLink, HtmlSpan, Image, Link, RawText


class IRIRenderer(HtmlRenderer):
    """Links the IRIs, ``www.`` names and email addresses of the text, and converts destinations of links to URIs.

    ``options``: ``bare_domains`` (also without "www."), ``email``, ``default_scheme`` (of bare domains), ``hosts``
    (which are shown in Unicode, as for `display`). Other options are passed to mistletoe's renderer.
    """

    def __init__(self, *extras: Any, **options: Any) -> None:
        self._finder = InlineFinder(**{name: options.pop(name) for name in OPTIONS & options.keys()})
        super().__init__(*extras, **options)  # type: ignore[no-untyped-call]
        self._open = OpenElements()  # explicit links are counted as "[]"

    def render_raw_text(self, token: RawText) -> str:
        """Render text with its links."""
        if self._open:
            return self.escape_html_text(token.content)
        return "".join(
            self.escape_html_text(piece)
            if isinstance(piece, str)
            else f'<a href="{escape(piece.uri)}">{self.escape_html_text(piece.shown)}</a>'
            for piece in self._finder.pieces(token.content)
        )

    def render_link(self, token: Link) -> str:
        """Render an explicit link."""
        return self._labeled(super().render_link, token)

    def render_auto_link(self, token: AutoLink) -> str:
        """Render ``<https://…>``."""
        return self._labeled(super().render_auto_link, token)

    def render_image(self, token: Image) -> str:
        """Render an image."""
        token.src = explicit_uri(token.src)
        return super().render_image(token)

    def render_html_span(self, token: HtmlSpan) -> str:  # type: ignore[override]
        """Copy a tag; text in raw links, code and similar elements is not linked."""
        self._open.read(token.content)
        return token.content

    def _labeled(self, render: Any, token: Any) -> str:
        token.target = explicit_uri(token.target)
        self._open.count("[]", 1)  # the text of a link is not linked
        try:
            return str(render(token))
        finally:
            self._open.count("[]", -1)
