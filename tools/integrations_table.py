"""Print the rows of the table in docs/integrations/table.rst: what each host links, by itself and with the integration.

python -m tools.integrations_table
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import bleach
import markdown
import mistletoe
import mistune
from django.conf import settings
from django.utils.html import urlize as django_urlize
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from jinja2 import Environment
from markdown_it import MarkdownIt
from myst_parser.parsers.docutils_ import Parser as MySTParser
from rich.highlighter import Highlighter, ReprHighlighter

from extract import Finder
from extract.integrations.bleach import linkify
from extract.integrations.django.templatetags.iri import urlize
from extract.integrations.jinja import IRIExtension
from extract.integrations.mistletoe import IRIRenderer
from extract.integrations.mistune import iri
from extract.integrations.pandoc import linked
from extract.integrations.rich import IRIHighlighter
from extract.markup import LinkifyIt
from sphinx_iri import myst, rst

PAGE = Path(__file__).parents[1] / "docs" / "integrations" / "table.rst"

Links = Callable[[str], list[str]]


def lines_of_the_page() -> list[str]:
    """Return the lines that the page shows; what is between ⟦ and ⟧ is a link to who reads them."""
    return re.findall(r"(?m)^    (.*⟦.*)$", PAGE.read_text("utf-8"))


def _in_html(render: Callable[[str], object]) -> Links:
    anchor = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
    return lambda text: [unescape(re.sub(r"<[^>]*>", "", shown)) for shown in anchor.findall(str(render(text)))]


def _in_terminal(highlighter: Highlighter) -> Links:
    def links(text: str) -> list[str]:
        marked = highlighter(text)
        shown = (span for span in marked.spans if span.style == "repr.url" or getattr(span.style, "link", None))
        return [marked.plain[start:end] for start, end in sorted({(span.start, span.end) for span in shown})]

    return links


def _in_docutils(parser: type[Parser], **settings: Any) -> Links:
    def links(text: str) -> list[str]:
        document = publish_doctree(text, parser=parser(), settings_overrides={"report_level": 5, **settings})
        return [node.astext() for node in document.findall(nodes.reference)]

    return links


def _in_pandoc(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Links:
    """Return what links pandoc's reader of GitHub's Markdown makes, with its document changed."""

    def pandoc(given: str, *formats: str) -> str:
        command = ["pandoc", "--wrap=none", "-f", formats[0], "-t", formats[1]]
        return subprocess.run(command, input=given.encode(), capture_output=True, check=True).stdout.decode()

    return _in_html(lambda text: pandoc(json.dumps(change(json.loads(pandoc(text, "gfm", "json")))), "json", "html"))


def _linkified(md: MarkdownIt) -> MarkdownIt:
    md.linkify = LinkifyIt()  # type: ignore[assignment]
    return md


def _jinja(env: Environment) -> Callable[[str], str]:
    template = env.from_string("{{ text|urlize }}")
    return lambda text: template.render(text=text)


def _mistletoe() -> IRIRenderer:
    return IRIRenderer(bare_domains=True)


def hosts() -> dict[str, tuple[Links, Links]]:
    """Return each host: what it links by itself, and what with the one line changed."""
    if not settings.configured:
        settings.configure()
    magiclink = partial(markdown.markdown, extensions=["pymdownx.magiclink"])
    ours = partial(markdown.markdown, extensions=["iri"], extension_configs={"iri": {"bare_domains": True}})
    finder = Finder(bare_domains=True, email=True)
    html: dict[str, tuple[Callable[[str], object], Callable[[str], object]]] = {
        "bleach.linkify": (partial(bleach.linkify, parse_email=True), partial(linkify, parse_email=True)),
        "Django": (partial(django_urlize, autoescape=True), urlize),
        "Jinja": (_jinja(Environment()), _jinja(Environment(extensions=[IRIExtension]))),
        "Python-Markdown": (magiclink, ours),
        "markdown-it-py": (MarkdownIt("gfm-like").render, _linkified(MarkdownIt("gfm-like")).render),
        "mistletoe": (mistletoe.markdown, partial(mistletoe.markdown, renderer=_mistletoe)),
        "mistune": (
            mistune.create_markdown(plugins=["url"]),
            mistune.create_markdown(plugins=[partial(iri, bare_domains=True)]),
        ),
    }
    return {name: (_in_html(before), _in_html(after)) for name, (before, after) in html.items()} | {
        "docutils": (_in_docutils(RSTParser), _in_docutils(rst.Parser, iri_bare_domains=True)),
        "MyST": (
            _in_docutils(MySTParser, myst_enable_extensions=["linkify"]),
            _in_docutils(myst.Parser, iri_myst=True, iri_bare_domains=True),
        ),
        "pandoc": (_in_pandoc(lambda document: document), _in_pandoc(partial(linked, bare_domains=True))),
        "rich": (_in_terminal(ReprHighlighter()), _in_terminal(IRIHighlighter(None, finder=finder))),
    }


def is_right(links: Links, marked: str) -> bool:
    """Return whether a host links exactly what is marked, as text or as HTML and Markdown, where ``&amp;`` is ``&``."""
    meant = re.findall("⟦(.*?)⟧", marked)
    return links(re.sub("[⟦⟧]", "", marked)) in (meant, [unescape(link) for link in meant])


if __name__ == "__main__":
    lines = lines_of_the_page()
    for name, pair in hosts().items():
        print(f"{name}:", *(f"{sum(is_right(links, line) for line in lines)} of {len(lines)}" for links in pair))
