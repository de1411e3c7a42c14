"""mistune: links beside emphasis, code, labels and raw HTML."""

from __future__ import annotations

from functools import partial

import mistune
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.integrations.mistune import iri
from tests.examples import examples

JA = "https://ja.wikipedia.org/wiki/日本語"
A = f'<a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC%E8%AA%9E">{JA}</a>'


def render(text: str, *, escape: bool = True) -> str:
    html = str(mistune.create_markdown(escape=escape, plugins=[iri])(text))
    return html.strip().removeprefix("<p>").removesuffix("</p>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"詳細は {JA}。参照{JA}", f"詳細は {A}。参照{A}"),
        ("http://a.example/x_(y_z)", '<a href="http://a.example/x_(y_z)">http://a.example/x_(y_z)</a>'),
        ("www.a.example.com, README.md", '<a href="https://www.a.example.com">www.a.example.com</a>, README.md'),
        ("me@a.example.com", '<a href="mailto:me@a.example.com">me@a.example.com</a>'),
        (f"*{JA}* _{JA}_", f"<em>{A}</em> <em>{A}</em>"),
        (f"`{JA}` <{JA}>", f"<code>{JA}</code> {A}"),
        (f"[{JA}](/x) [see {JA}] ![{JA}](/y)", f'<a href="/x">{JA}</a> [see {A}] <img src="/y" alt="{JA}" />'),
        (f"[a {JA} b][r]\n\n[r]: /x", f'<a href="/x">a {JA} b</a>'),
        ("http://a.example/?a&amp;b", '<a href="http://a.example/?a&amp;b">http://a.example/?a&amp;b</a>'),
        ("javascript://x file:///x bad://x", "javascript://x file:///x bad://x"),
    ],
)
def test_text(text: str, expected: str) -> None:
    assert render(text) == expected


def test_options() -> None:
    markdown = mistune.create_markdown(plugins=[partial(iri, bare_domains=True, email=False)])
    assert markdown("см. пример.рф me@a.example.com x") == (
        '<p>см. <a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a> me@a.example.com x</p>\n'
    )


def test_raw_html() -> None:
    assert render(f"<a href=x>{JA}</a> <b title='{JA}'>{JA}</b>", escape=False) == (
        f"<a href=x>{JA}</a> <b title='{JA}'>{A}</b>"
    )


PIECES = [JA, "www.a.example.com", "a@a.example.com", "http://", *"*_~`[]()<>!&; \n", "**", "](", "x", "。", "://"]


@examples(300)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_no_link_is_inside_a_link(text: str) -> None:
    html = render(text)
    assert "<a" not in "".join(piece.partition("</a>")[0] for piece in html.split("<a href")[1:])
