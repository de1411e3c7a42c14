"""No drop-in adds more to a page than links of the usual schemes, whatever it is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

import markdown
import mistune
import pytest
from django.utils.safestring import mark_safe
from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup

from extract.hosts.django.templatetags.iri import linked, urlize
from extract.hosts.mistune import iri
from extract.markup import LinkifyIt
from extract.markup.linker import Linker
from tests.payloads import payloads, tree

MARK = "data-new"
_jinja = Environment(extensions=["extract.hosts.jinja.IRIExtension"], autoescape=True).from_string(
    "{{ a|urlize(rel='x-new', nofollow=true) }}"
)
_new_anchor = re.compile(r'<a href="([^"<>]*)"(?: rel="[^"<>]*")?>')

HTML_IN = {
    "django, safe": lambda html: linked(mark_safe(html)),
    "jinja, Markup": lambda html: _jinja.render(a=Markup(html)),
}
TEXT_IN = {
    "Linker": Linker(parse_email=True).linkify_text,
    "django": urlize,
    "jinja": lambda text: _jinja.render(a=text),
}


def _with(md: MarkdownIt) -> MarkdownIt:
    md.linkify = LinkifyIt()
    return md


# with and without links; raw HTML is escaped, or stays
MARKDOWN: dict[str, tuple[Callable[[str], Any], Callable[[str], Any]]] = {
    "mistune": (mistune.create_markdown(plugins=[iri]), mistune.create_markdown()),
    "markdown-it": (
        _with(MarkdownIt("commonmark", {"html": False, "linkify": True}).enable("linkify")).render,
        MarkdownIt("commonmark", {"html": False}).render,
    ),
}


@pytest.mark.parametrize("name", HTML_IN)
def test_html(name: str) -> None:
    for html in payloads():
        old = _new_anchor.findall(html)
        new = str(HTML_IN[name](html))
        assert [uri for uri in _new_anchor.findall(new) if not uri.startswith(("http:", "https:", "mailto:"))] == [
            uri for uri in old if not uri.startswith(("http:", "https:", "mailto:"))
        ]
        marked = re.sub(r'(<a href="[^"<>]*") rel="[^"<>]*">', rf"\1 {MARK}>", new)
        assert re.sub(rf'<a href="[^"<>]*"(?: {MARK})?>([^<>]*)</a>', r"\1", marked) == re.sub(
            r'<a href="[^"<>]*">([^<>]*)</a>', r"\1", html
        )


@pytest.mark.parametrize("name", TEXT_IN)
def test_text(name: str) -> None:
    for text in payloads():
        html = str(TEXT_IN[name](text))
        assert set(re.findall(r"<[^>]*>", html)) <= {
            *re.findall(r'<a href="(?:https?|mailto):[^"<>]*"(?: rel="[^"<>]*")?>', html, re.IGNORECASE),
            "</a>",
        }
        (shown,) = tree(re.sub(r"<[^>]*>", "", html))
        (given,) = tree(escape(text))
        assert shown.replace("mailto:", "") == given.replace("mailto:", "")


@pytest.mark.parametrize("name", MARKDOWN)
def test_markdown(name: str) -> None:
    linked_, plain = MARKDOWN[name]
    for text in payloads():
        html, without = str(linked_(text)), str(plain(text))
        assert _elements(html) - {"a"} <= _elements(without)
        assert not re.search(r'href="\s*(?:javascript|data|vbscript|file):', html, re.IGNORECASE)
        assert not re.search(r"<[a-z][^>]*\son\w+=", re.sub(r'="[^"]*"', "=", html))


def test_python_markdown() -> None:
    """It copies raw HTML: what is there stays, and nothing else comes."""
    for text in payloads():
        html, without = (markdown.markdown(text, extensions=extensions) for extensions in (["iri"], []))
        assert _elements(html) - {"a"} <= _elements(without)
        assert len(re.findall(r"\son\w+=", html)) <= len(re.findall(r"\son\w+=", without))


def _elements(html: str) -> set[str]:
    return set(re.findall(r"<([a-z]+)", html))
