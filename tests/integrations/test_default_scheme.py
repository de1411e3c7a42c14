"""A bare domain leads to https everywhere, and one option changes it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import markdown
import mistletoe
import mistune
import pytest
from django.test import override_settings
from jinja2 import Environment
from markdown_it import MarkdownIt

import tests.integrations.conftest  # noqa: F401 Django is set up
from extract import Finder, find_links
from extract.integrations import bleach
from extract.integrations.django.templatetags.iri import urlize, urlizetrunc
from extract.integrations.mistletoe import IRIRenderer
from extract.integrations.mistune import iri
from extract.integrations.pandoc import run
from extract.integrations.rich import IRIHighlighter
from extract.mail import links_in_message
from extract.markup import HTML, Linker, LinkifyIt, linkify

WORD = "www.example.com"


def _django(filter_: Callable[[str], str], scheme: str | None) -> str:
    with override_settings(**({"IRI_DEFAULT_SCHEME": scheme} if scheme else {})):
        return filter_(WORD)


def _jinja(scheme: str | None) -> str:
    environment = Environment(extensions=["extract.integrations.jinja.IRIExtension"])
    if scheme:
        environment.policies["urlize.default_scheme"] = scheme
    return environment.from_string("{{ a|urlize }}").render(a=WORD)


def _markdown_it(**options: Any) -> str:
    md = MarkdownIt("gfm-like")
    md.linkify = LinkifyIt(options=options)  # type: ignore[assignment]
    return str(md.render(WORD))


def _pandoc(**options: Any) -> str:
    out = io.BytesIO()
    document = {"blocks": [{"t": "Para", "c": [{"t": "Str", "c": WORD}]}]}
    run(io.BytesIO(json.dumps(document).encode()), out, **options)
    return out.getvalue().decode()


def _rich(**options: Any) -> str:
    spans = IRIHighlighter(None, finder=Finder(bare_domains=True), **options)(WORD).spans
    return repr([span.style.link for span in spans if not isinstance(span.style, str)])


HOSTS: dict[str, Callable[..., Any]] = {
    "linkify": lambda **options: linkify(WORD, bare_domains=True, **options),
    "linkify, HTML": lambda **options: linkify(HTML(WORD), bare_domains=True, **options),
    "Linker": lambda **options: Linker(**options).linkify(WORD),
    "Django": lambda default_scheme=None: _django(urlize, default_scheme),
    "Django, cut": lambda default_scheme=None: _django(lambda text: urlizetrunc(text, 99), default_scheme),
    "Jinja": lambda default_scheme=None: _jinja(default_scheme),
    "Python-Markdown": lambda **options: markdown.markdown(
        WORD, extensions=["iri"], extension_configs={"iri": options}
    ),
    "markdown-it": _markdown_it,
    "mistletoe": lambda **options: mistletoe.markdown(WORD, partial(IRIRenderer, **options)),
    "mistune": lambda **options: mistune.create_markdown(plugins=[partial(iri, **options)])(WORD),
    "pandoc": _pandoc,
    "rich": _rich,
}


@pytest.mark.parametrize("host", HOSTS)
def test_https_and_the_option(host: str) -> None:
    assert f"https://{WORD}" in str(HOSTS[host]())
    assert f"http://{WORD}" in str(HOSTS[host](default_scheme="http"))


@pytest.mark.parametrize(
    ("word", "is_link"),
    [
        *((site, True) for site in ("www.build.sh", "notes.md/draft", "neal.example.fun:80/ü")),
        *((file, False) for file in ("README.md", "setup.py", "self.id", "config.ru", "tx.to,", "Enum.map/2")),
    ],
)
def test_what_is_a_site_is_decided_once(word: str, is_link: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "WORD", word)
    asked = {name: {"bare_domains": True} for name in ("Python-Markdown", "mistletoe", "mistune", "pandoc")}
    linked = {name: "https://" in str(host(**asked.get(name, {}))) for name, host in HOSTS.items()}
    linked["find_links"] = any(find_links(word, bare_domains=True))
    linked["mail"] = any(links_in_message(f"Subject: a\n\n{word}\n".encode()))
    assert linked == dict.fromkeys(linked, is_link)


def test_bleach_begins_as_bleach_does() -> None:
    assert f'"http://{WORD}"' in bleach.linkify(WORD)
    assert f'"https://{WORD}"' in bleach.linkify(WORD, default_scheme="https")
