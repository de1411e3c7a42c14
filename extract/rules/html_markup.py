"""Family 8: links in other markup in HTML, which readers see with their brackets."""

from __future__ import annotations

from collections.abc import Iterator

from extract.rules.registry import Found, rule
from extract.rules.slips import URL
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_IN_HTML = lazily(
    lambda: re.compile(
        rf"(?<![\]\\\w])!?\[(?P<label>[^\[\]\n]{{1,200}})\]\((?P<address>{URL})\)"
        r"|`(?P<rst_label>[^`<>]{1,200}?)\s+<(?P<rst_address>https?://[^\s<>`]+)>`__?(?!\w)"
    )
)


@rule("IRI822", "no-html-link", "error", scope="prose")
def no_html_link(prose: Prose) -> Iterator[Found]:
    """A link of Markdown or reStructuredText in HTML.

    Browsers do not link it. Readers see the source.
    Source: HTML §4.5.1 (the element "a").

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>
        <p>See ⟦`größe &lt;https://example.com/größe&gt;`_⟧ now.</p>

    Good (html):
        <p>See <code>[größe](https://example.com/größe)</code> now.</p>
        <p>See [größe] (https://example.com/größe) now.</p>
    """
    if prose.target or prose.format.name != "html":
        return
    for match in _IN_HTML.finditer(prose.text):
        address = match["address"] or match["rst_address"]
        kind = "Markdown" if match["address"] else "reStructuredText"
        yield Found(*match.span(), f'no link: this is {kind}; write <a href="{address}">')
