"""mistletoe: a renderer of HTML whose links are whole.

mistletoe.markdown(text, IRIRenderer)
"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any

from extract._exports import needed_by
from extract.integrations._inline import InlineFinder, explicit_uri
from extract.markup.html_writer import UNLINKED
from extract.text.regexes import re

with needed_by("extract.integrations.mistletoe", "mistletoe"):
    from mistletoe.html_renderer import HtmlRenderer
    from mistletoe.span_token import AutoLink, HtmlSpan, Image, Link, RawText

if TYPE_CHECKING:
    from extract.present.displaying import Hosts

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")


class IRIRenderer(HtmlRenderer):
    """Links the IRIs, ``www.`` names and e-mail addresses of the text; targets of explicit links become URIs.

    ``bare_domains``: other bare domains too; ``email``; ``default_scheme`` (of bare domains); ``hosts``, those shown in
    Unicode (`display`). Everything else goes to mistletoe's renderer.
    """

    def __init__(
        self,
        *extras: Any,
        bare_domains: bool = False,
        email: bool = True,
        default_scheme: str = "https",
        hosts: Hosts = "browser",
        **options: Any,
    ) -> None:
        super().__init__(*extras, **options)  # type: ignore[no-untyped-call]
        self._finder = InlineFinder(bare_domains=bare_domains, email=email, default_scheme=default_scheme, hosts=hosts)
        self._unlinked: Counter[str] = Counter()  # open links, and raw elements whose text is not linked

    def render_raw_text(self, token: RawText) -> str:
        """Write text with its links."""
        text = token.content
        if self._unlinked:
            return self.escape_html_text(text)
        parts, end = [], 0
        for found in self._finder.find(text):
            shown = self.escape_html_text(found.shown)
            parts += [self.escape_html_text(text[end : found.start]), f'<a href="{escape(found.uri)}">{shown}</a>']
            end = found.end
        return "".join([*parts, self.escape_html_text(text[end:])])

    def render_link(self, token: Link) -> str:
        """Write an explicit link; its label has no links."""
        token.target = explicit_uri(token.target)
        return self._labeled(super().render_link, token)

    def render_auto_link(self, token: AutoLink) -> str:
        """Write ``<https://…>``."""
        token.target = explicit_uri(token.target)
        return self._labeled(super().render_auto_link, token)

    def render_image(self, token: Image) -> str:
        """Write an image."""
        token.src = explicit_uri(token.src)
        return super().render_image(token)

    def render_html_span(self, token: HtmlSpan) -> str:  # type: ignore[override]
        """Copy a tag; text in raw links, code and the like is not linked."""
        tag = _TAG.match(token.content)
        name = tag[2].lower() if tag else ""
        if tag and name in UNLINKED:
            self._unlinked[name] += -1 if tag[1] else 1
            if self._unlinked[name] <= 0:
                del self._unlinked[name]
        return token.content

    def _labeled(self, render: Any, token: Any) -> str:
        self._unlinked["[]"] += 1
        try:
            return str(render(token))
        finally:
            self._unlinked["[]"] -= 1
            self._unlinked += Counter()  # without what is zero
