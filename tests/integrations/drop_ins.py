"""Every drop-in that writes HTML, beside the same host without it; and every one, with options."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, NamedTuple

import markdown
import mistune
from django.utils.safestring import mark_safe
from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup

import tests.integrations.conftest  # noqa: F401 Django is set up
from extract import Finder
from extract.integrations import bleach
from extract.integrations.bleach.linkifier import HTML_TAGS
from extract.integrations.bleach.repairs import repaired
from extract.integrations.django.templatetags.iri import linked, urlize, urlizetrunc
from extract.integrations.mistune import iri
from extract.integrations.pandoc import linked as linked_document
from extract.integrations.rich import IRIHighlighter
from extract.markup import HTML, Linker, LinkifyIt, linkify
from extract.markup.callbacks import shorten

Render = Callable[[str], str]


class DropIn(NamedTuple):
    """A host with the links, without them, and what is given: HTML, text, Markdown, or Markdown with raw HTML."""

    with_links: Render
    without: Render
    reads: str


_jinja = Environment(extensions=["extract.integrations.jinja.IRIExtension"], autoescape=True).from_string(
    "{{ a|urlize }}"
)
_bare_domains: Any = {"extension_configs": {"iri": {"bare_domains": True, "rel": "nofollow"}}}


def _same(text: str) -> str:
    return text


def _markdown_it(*, html: bool, link: bool) -> Render:
    md = MarkdownIt("commonmark", {"html": html, "linkify": link})
    if link:
        md.linkify = LinkifyIt()  # type: ignore[assignment]
        md.enable("linkify")
    return lambda text: str(md.render(text))


def _mistune(*, escape: bool) -> tuple[Render, Render]:
    with_links = mistune.create_markdown(escape=escape, plugins=[partial(iri, bare_domains=True)])
    without = mistune.create_markdown(escape=escape)
    return lambda text: str(with_links(text)), lambda text: str(without(text))


def with_mistletoe(text: str, *, link: bool = True, **options: Any) -> str:
    """Render Markdown with mistletoe, which is imported when it is needed: that takes a while."""
    import mistletoe

    from extract.integrations.mistletoe import IRIRenderer

    return str(mistletoe.markdown(text, partial(IRIRenderer, **options)) if link else mistletoe.markdown(text))


DROP_INS = {
    "Linker": DropIn(Linker([], parse_email=True).linkify, _same, "html"),
    "bleach": DropIn(
        lambda html: bleach.linkify(html, [], parse_email=True), lambda html: repaired(html, HTML_TAGS), "html"
    ),
    "linkify": DropIn(lambda html: linkify(HTML(html), bare_domains=True, email=True), _same, "html"),
    "Django, safe": DropIn(lambda html: linked(mark_safe(html)), _same, "html"),
    "Jinja, Markup": DropIn(lambda html: _jinja.render(a=Markup(html)), _same, "html"),
    "Linker, text": DropIn(Linker(parse_email=True).linkify_text, escape, "text"),
    "linkify, text": DropIn(lambda text: linkify(text, bare_domains=True, email=True), escape, "text"),
    "Django": DropIn(urlize, escape, "text"),
    "Django, a high limit": DropIn(lambda text: urlizetrunc(text, 9999), escape, "text"),
    "Jinja": DropIn(lambda text: _jinja.render(a=text), escape, "text"),
    "Python-Markdown": DropIn(
        lambda text: markdown.markdown(text, extensions=["iri"], **_bare_domains), markdown.markdown, "raw"
    ),
    "mistletoe": DropIn(partial(with_mistletoe, bare_domains=True), partial(with_mistletoe, link=False), "raw"),
    "mistune": DropIn(*_mistune(escape=True), "markdown"),
    "mistune, raw HTML": DropIn(*_mistune(escape=False), "raw"),
    "markdown-it": DropIn(_markdown_it(html=False, link=True), _markdown_it(html=False, link=False), "markdown"),
    "markdown-it, raw HTML": DropIn(_markdown_it(html=True, link=True), _markdown_it(html=True, link=False), "raw"),
}


def _django(filter_: Render) -> Callable[..., str]:
    def call(text: str, **options: Any) -> str:
        from django.test import override_settings  # imports most of Django

        with override_settings(**{f"IRI_{name.upper()}": value for name, value in options.items()}):
            return filter_(text)

    return call


def _urlize(text: str, **options: Any) -> str:
    environment = Environment(extensions=["extract.integrations.jinja.IRIExtension"])
    environment.policies |= {f"urlize.{name}": value for name, value in options.items()}
    return environment.from_string("{{ a|urlize }}").render(a=text)


def _gfm(text: str, **options: Any) -> str:
    md = MarkdownIt("gfm-like")
    md.linkify = LinkifyIt(options=options)  # type: ignore[assignment]
    return str(md.render(text))


def _rich(text: str, **options: Any) -> str:
    spans = IRIHighlighter(None, finder=Finder(bare_domains=True), **options)(text).spans
    return repr([span.style.link for span in spans if not isinstance(span.style, str)])


def _filter(text: str, **options: Any) -> str:
    tokens = bleach.LinkifyFilter([{"type": "Characters", "data": text}], **options)
    return "".join(f"{token.get('data')}" for token in tokens)


# Each with options of its own: text in, what it writes out. What markdown-it and rich show is their own.
WITH_OPTIONS: dict[str, Callable[..., str]] = {
    "linkify": lambda text, **options: linkify(text, bare_domains=True, **options),
    "linkify, HTML": lambda text, **options: linkify(HTML(text), bare_domains=True, **options),
    "linkify, Markdown": lambda text, **options: linkify(text, bare_domains=True, to="markdown", **options),
    "linkify, reST": lambda text, **options: linkify(text, bare_domains=True, to="rst", **options),
    "Linker": lambda text, **options: Linker(**options).linkify(text),
    "Linker, callbacks": lambda text, **options: Linker([shorten(99)], **options).linkify(text),
    "Linker, anchors": lambda text, **options: Linker(**options).linkify(f"<a href=/x>x</a> {text}"),
    "bleach": bleach.linkify,
    "bleach, filter": _filter,
    "Django": _django(urlize),
    "Django, cut": _django(lambda text: urlizetrunc(text, 99)),
    "Jinja": _urlize,
    "Python-Markdown": lambda text, **options: markdown.markdown(
        text, extensions=["iri"], extension_configs={"iri": options}
    ),
    "markdown-it": _gfm,
    "mistletoe": with_mistletoe,
    "mistune": lambda text, **options: str(mistune.create_markdown(plugins=[partial(iri, **options)])(text)),
    "pandoc": lambda text, **options: str(linked_document({"blocks": [{"t": "Str", "c": text}]}, **options)),
    "rich": _rich,
}
