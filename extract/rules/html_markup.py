"""Family 8: broken links of HTML, which browsers do not link."""

from __future__ import annotations

from collections.abc import Iterator

from extract.readers.html import MISSPELT_HREF
from extract.rules.markup.shared import URL
from extract.rules.markup.targets import left_over
from extract.rules.problem import Found
from extract.rules.registry import rule
from extract.rules.subjects import Prose
from extract.text.regexes import lazily, re

_IN_HTML = lazily(lambda: re.compile(rf"(?<![\]\\\w])!?\[[^\[\]\n]{{1,200}}\]\((?P<address>{URL})\)"))
# An example of Markdown, in "pre"; or a template, which may be included in Markdown.
_OF_MARKDOWN = re.compile(r"\n[ \t]*\n[ \t]*\S|(?m:^[ \t]*(?:[#>*|-]|\d+\.)\s)|\{[{%]")


@rule("IRI822", "no-html-link", "error", scope="prose")
def no_html_link(prose: Prose) -> Iterator[Found]:
    r"""HTML does not link this.

    The attribute is misspelt; or the link is in Markdown, whose source readers see.
    Source: HTML §4.5.1 (the element "a").

    Bad (html):
        <p>See ⟦[größe](https://example.com/größe)⟧ now.</p>
        <p>See <a ⟦herf⟧="https://example.com/größe">größe</a> now.</p>

    Bad (markdown):
        See <a ⟦herf⟧="https://example.com/größe">größe</a> now.

    Good (html):
        <p>See <code>[größe](https://example.com/größe)</code> now.</p>
        <p>See [größe] (https://example.com/größe) now.</p>
        <pre># Größe\n\n[größe](https://example.com/größe)</pre>
        {% größe %} See [größe](https://example.com/größe) now.
    """
    if misspelt := MISSPELT_HREF.match(prose.text):
        yield Found(*misspelt.span("name"), 'no link: the attribute is misspelt; write "href"', None, "href", safe=True)
    if prose.target or prose.format.name != "html" or "](" not in prose.text or _OF_MARKDOWN.search(prose.text):
        return
    for match in _IN_HTML.finditer(prose.text):
        yield Found(*match.span(), f'no link: this is Markdown; write <a href="{match["address"]}">')


_UNCLOSED = re.compile(r"https?://[^\s<>]*(?=>[^<>]*</)|https?://[^\s<>\"'”’]*(?=[”’']?\s+[a-z]{2,20}=\Z)")


@rule("IRI818", "mark-in-target", "warning", scope="prose")
def mark_in_target(prose: Prose) -> Iterator[Found]:
    """A mark of the text at the end of a target in HTML.

    A comma, a bracket, a quotation mark or a space after the address was copied with it. The link leads to another
    page, which most servers do not have. (In Markdown and reStructuredText this is IRI812 and IRI813.)
    Source: RFC 3986 appendix C.

    Bad (html):
        <a href="https://example.com/größe⟦,⟧">größe</a>
        <a href="https://example.com/größe⟦)⟧">größe</a>
        <a href="https://example.com/größe⟦%20⟧">größe</a>
        <a href="https://example.com/größe.html⟦.⟧">größe</a>
        <a href="https://example.com/größe⟦⟧>größe</a> <b class="a">und</b>
        <a href="https://example.com/größe⟦⟧ target="_blank">größe</a>

    Good (html):
        <a href="https://example.com/größe_(kleidung)">größe</a>
        <a href="https://example.com/größe?a=1,">größe</a>
        <a href="https://example.com/größe_Inc.">größe</a>
        <a href="https://example.com/größe ">größe</a>
    """
    if not prose.target or prose.format.name != "html":
        return
    if unclosed := _UNCLOSED.match(prose.text):
        yield Found(unclosed.end(), unclosed.end(), "the closing quotation mark is missing; add it", None, '"')
    elif left := left_over(prose.text):
        yield left
