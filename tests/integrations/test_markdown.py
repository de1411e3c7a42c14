"""Python-Markdown: links in the text, beside code, raw HTML, emphasis and pymdownx."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples

JA = "https://ja.wikipedia.org/wiki/日本語"
JA_URI = "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E"
A = f'<a href="{JA_URI}">{JA}</a>'


def render(text: str, *extensions: str, **options: Any) -> str:
    html = markdown.markdown(text, extensions=["iri", *extensions], extension_configs={"iri": options})
    return html.removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"詳細は {JA}。", f"詳細は {A}。"),
        (f"{JA} と {JA}", f"{A} と {A}"),
        ("(https://ru.wikipedia.org/wiki/Россия_(страна))", None),
        ("www.a.example.com", '<a href="https://www.a.example.com">www.a.example.com</a>'),
        ("README.md a.example.com", "README.md a.example.com"),
        ("http://a.example/a_b_c", '<a href="http://a.example/a_b_c">http://a.example/a_b_c</a>'),
        # a reference is resolved once
        ("http://a.example/?a&amp;quot;b", '<a href="http://a.example/?a&amp;quot;b">http://a.example/?a&amp;quot;b</a>'),
        ("http://a.example/?a&amp;b=é", '<a href="http://a.example/?a&amp;b=%C3%A9">http://a.example/?a&amp;b=é</a>'),
        # emphasis
        (f"*{JA}*", f"<em>{A}</em>"),
        (f"**{JA}**と", f"<strong>{A}</strong>と"),
        (f"_{JA}_", f"<em>{A}</em>"),
        (f"*see {JA}*", f"<em>see {A}</em>"),
        # code, links, images, raw HTML
        (f"`{JA}` {A} [{JA}](/é) ![{JA}](/é.png)",
         f'<code>{JA}</code> {A} <a href="/%C3%A9">{JA}</a> <img alt="{JA}" src="/%C3%A9.png" />'),
        (f"<b>{JA}</b> <code>{JA}</code> <a><b>{JA}</b></a> {JA}",
         f"<b>{A}</b> <code>{JA}</code> <a><b>{JA}</b></a> {A}"),
        (f"<div>{JA}</div>", f"<div>{JA}</div>"),
        (f"<b title='{JA}'>x</b>", f"<b title='{JA}'>x</b>"),
        (f"<{JA}> <http://é.example/>", f'{A} <a href="http://xn--9ca.example/">http://é.example/</a>'),
        ("[x](http://é.example/?a[]=é) [y](é[1].html) [z](//[::1]/é)",
         '<a href="http://xn--9ca.example/?a%5B%5D=%C3%A9">x</a> <a href="%C3%A9%5B1%5D.html">y</a> '
         '<a href="//[::1]/%C3%A9">z</a>'),
        ("[x](javascript:é) [y](http://a..b/é) [z][r]\n\n[r]: /ü", '<a href="javascript:é">x</a> '
         '<a href="http://a..b/%C3%A9">y</a> <a href="/%C3%BC">z</a>'),
        # character references
        ("http://a.example/?a&amp;b http://a.example/?a&b&eacute; http://a.example/&lt;",
         '<a href="http://a.example/?a&amp;b">http://a.example/?a&amp;b</a> '
         '<a href="http://a.example/?a&amp;b%C3%A9">http://a.example/?a&amp;bé</a> '
         '<a href="http://a.example/">http://a.example/</a>&lt;'),
        # never links
        ("javascript:alert(1) file:///etc/x", "javascript:alert(1) file:///etc/x"),
    ],
)  # fmt: skip
def test_text(text: str, expected: str | None) -> None:
    html = render(text)
    if expected is None:
        assert html.startswith("(<a href=")
        assert html.endswith(">https://ru.wikipedia.org/wiki/Россия_(страна)</a>)")
    else:
        assert html == expected


def test_options() -> None:
    assert render("пример.рф me@a.example.com", bare_domains=True, email=False, rel="ugc") == (
        '<a href="https://xn--e1afmkfd.xn--p1ai" rel="ugc">пример.рф</a> me@a.example.com'
    )
    html = render("me@a.example.com")
    assert "@" not in html, "as Python-Markdown writes <me@a.example.com>"
    assert unescape(html) == '<a href="mailto:me@a.example.com">me@a.example.com</a>'


def test_beside_magiclink() -> None:
    text = f"{JA}。 ~~{JA}~~ ==https://a.example/x== @x #1"
    html = render(text, "pymdownx.magiclink", "pymdownx.tilde", "pymdownx.mark")
    assert html == f'{A}。 <del>{A}</del> <mark><a href="https://a.example/x">https://a.example/x</a></mark> @x #1'


def test_tables_lists_and_code() -> None:
    html = render(f"- {JA}\n\n| a |\n|---|\n| {JA} |\n\n    {JA}\n\n```\n{JA}\n```\n", "tables", "fenced_code")
    assert html.count(A) == 2
    assert html.count(JA) == 4


PIECES = [JA, "http://a.example/?a&amp;b", "www.a.example.com", "a@a.example.com", *"*_~`[]()<>!\\&; \n", "**", "&#33;"]
PIECES += ["<b>", "</b>", "<a>", "</a>", "<code>", "    ", "](", "&lt;", "x", "。"]


@examples(300)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_text_stays_the_same(text: str) -> None:
    def shown(html: str) -> str:
        return unescape(re.sub(r"<[^>]*>|\s", "", html))

    linked = markdown.markdown(text, extensions=["iri"])
    assert not re.search(r"<a href[^>]*>[^<]*<a href", linked), "no link inside a link"
    if not set(text) & set("*_`[\\<"):  # which a link may take in
        assert shown(linked) == shown(markdown.markdown(text))
