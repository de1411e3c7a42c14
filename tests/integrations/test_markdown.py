"""Markdown libraries: links in the text, beside code, raw HTML, links that are written, and emphasis."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import Any

import markdown
import mistune
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.integrations.mistune import iri
from tests.examples import examples
from tests.integrations.drop_ins import with_mistletoe

JA = "https://ja.wikipedia.org/wiki/日本語"
A = f'<a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E">{JA}</a>'
RENDERERS = ("Python-Markdown", "mistune", "mistletoe")


def render(library: str, text: str, *extensions: str, **options: Any) -> str:
    if library == "Python-Markdown":
        html = markdown.markdown(text, extensions=["iri", *extensions], extension_configs={"iri": options})
    elif library == "mistune":
        html = str(mistune.create_markdown(escape=False, plugins=[partial(iri, **options)])(text))
    else:
        html = with_mistletoe(text, **options)
    return html.strip().removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize("library", RENDERERS)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"詳細は {JA}。", f"詳細は {A}。"),
        (f"参照{JA} と {JA}", f"参照{A} と {A}"),
        ("(http://a.example/x_(y_z))", '(<a href="http://a.example/x_(y_z)">http://a.example/x_(y_z)</a>)'),
        ("www.é.com, README.md a.com", '<a href="https://www.xn--9ca.com">www.é.com</a>, README.md a.com'),
        ("http://a.example/a_b_c", '<a href="http://a.example/a_b_c">http://a.example/a_b_c</a>'),
        ("http://a.example/?a&amp;b=é;", '<a href="http://a.example/?a&amp;b=%C3%A9">http://a.example/?a&amp;b=é</a>;'),
        (f"*{JA}* **{JA}** _{JA}_ *see {JA}*", f"<em>{A}</em> <strong>{A}</strong> <em>{A}</em> <em>see {A}</em>"),
        (f"`{JA}` <{JA}> [{JA}](/x)", f'<code>{JA}</code> {A} <a href="/x">{JA}</a>'),
        (f"<b title='{JA}'>{JA}</b> <a href=x>{JA}</a> {JA}", f"<b title='{JA}'>{A}</b> <a href=x>{JA}</a> {A}"),
        (f"</a></b> {JA}", f"</a></b> {A}"),
        ("javascript:alert(1) file:///etc/x bad://x", "javascript:alert(1) file:///etc/x bad://x"),
    ],
)  # fmt: skip
def test_text(library: str, text: str, expected: str) -> None:
    assert render(library, text) == expected


@pytest.mark.parametrize(
    ("library", "text", "expected"),
    [
        ("mistune", f"[see {JA}] ![{JA}](/y)", f'[see {A}] <img src="/y" alt="{JA}" />'),
        ("mistune", f"[a {JA} b][r]\n\n[r]: /x", f'<a href="/x">a {JA} b</a>'),
        ("mistletoe", f"は**{JA}**で", f"は<strong>{A}</strong>で"),
        ("Python-Markdown", f"は**{JA}**で", f"は<strong>{A}</strong>で"),
        # the URI of what is written as a link
        ("mistletoe", "[x](http://é.example/é)", '<a href="http://xn--9ca.example/%C3%A9">x</a>'),
        ("mistletoe", "<http://é.example/>", '<a href="http://xn--9ca.example/">http://é.example/</a>'),
        ("mistletoe", "![x](http://é.example/é)", '<img src="http://xn--9ca.example/%C3%A9" alt="x" />'),
        ("Python-Markdown", f"<http://é.example/> ![{JA}](/é.png)",
         f'<a href="http://xn--9ca.example/">http://é.example/</a> <img alt="{JA}" src="/%C3%A9.png" />'),
        ("Python-Markdown", "[x](http://é.example/?a[]=é) [y](é[1].html) [z](//[::1]/é)",
         '<a href="http://xn--9ca.example/?a%5B%5D=%C3%A9">x</a> <a href="%C3%A9%5B1%5D.html">y</a> '
         '<a href="//[::1]/%C3%A9">z</a>'),
        ("Python-Markdown", "[x](javascript:é) [y](http://a..b/é) [z][r]\n\n[r]: /ü",
         '<a href="javascript:é">x</a> <a href="http://a..b/%C3%A9">y</a> <a href="/%C3%BC">z</a>'),
        # raw HTML, and references, which are resolved once
        ("Python-Markdown", f"<code>{JA}</code> <a><b>{JA}</b></a>", f"<code>{JA}</code> <a><b>{JA}</b></a>"),
        ("Python-Markdown", f"<div>{JA}</div>", f"<div>{JA}</div>"),
        ("Python-Markdown", "http://a.example/?a&amp;quot;b http://a.example/?a&b&eacute; http://a.example/&lt;",
         '<a href="http://a.example/?a&amp;quot;b">http://a.example/?a&amp;quot;b</a> '
         '<a href="http://a.example/?a&amp;b%C3%A9">http://a.example/?a&amp;bé</a> '
         '<a href="http://a.example/">http://a.example/</a>&lt;'),
    ],
)  # fmt: skip
def test_markup_of_its_own(library: str, text: str, expected: str) -> None:
    assert render(library, text) == expected


@pytest.mark.parametrize("library", RENDERERS)
def test_options(library: str) -> None:
    text = "пример.рф README.md me@a.example.com"
    assert render(library, text, bare_domains=True, email=False) == (
        '<a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a> README.md me@a.example.com'
    )
    html = render(library, "me@a.example.com")
    assert ("@" in html) == (library != "Python-Markdown"), "as Python-Markdown writes <me@a.example.com>"
    assert unescape(html) == '<a href="mailto:me@a.example.com">me@a.example.com</a>'


def test_rel() -> None:
    assert 'rel="ugc">пример.рф</a>' in render("Python-Markdown", "пример.рф", bare_domains=True, rel="ugc")


def test_beside_magiclink() -> None:
    text = f"{JA}。 ~~{JA}~~ ==https://a.example/x== @x #1"
    html = render("Python-Markdown", text, "pymdownx.magiclink", "pymdownx.tilde", "pymdownx.mark")
    assert html == f'{A}。 <del>{A}</del> <mark><a href="https://a.example/x">https://a.example/x</a></mark> @x #1'


def test_tables_lists_and_code() -> None:
    text = f"- {JA}\n\n| a |\n|---|\n| {JA} |\n\n    {JA}\n\n```\n{JA}\n```\n"
    html = render("Python-Markdown", text, "tables", "fenced_code")
    assert (html.count(A), html.count(JA)) == (2, 4)


PIECES = [JA, "http://a.example/?a&amp;b", "www.a.example.com", "a@a.example.com", *"*_~`[]()<>!\\&; \n", "**", "&#33;"]
PIECES += ["<b>", "</b>", "<a>", "</a>", "<code>", "    ", "](", "&lt;", "x", "。", "http://", "://"]


@examples(300)
@given(st.sampled_from(RENDERERS[:2]), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_no_link_is_inside_a_link_and_the_text_stays(library: str, text: str) -> None:
    html = render(library, text)
    assert not re.search(r"<a href[^>]*>[^<]*<a href", html)
    if library == "Python-Markdown" and not set(text) & set("*_`[\\<"):  # which a link may take in

        def shown(html: str) -> str:
            return unescape(re.sub(r"<[^>]*>|\s", "", html))

        assert shown(html) == shown(markdown.markdown(text))
