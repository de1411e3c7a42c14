"""Markdown libraries: links in the text, beside code, raw HTML, links that are written, and emphasis."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import Any

import markdown
import mistune
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


def test_the_extension_is_loaded_by_the_name_of_its_module() -> None:
    assert markdown.markdown(JA, extensions=["extract.integrations.markdown"]) == f"<p>{A}</p>"


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
