"""Text with its links marked out, in HTML, Markdown and reStructuredText."""

from __future__ import annotations

import re
from html import unescape

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extract import Link, find_links
from extract.markup.html_writer import UNLINKED
from extract.markup.linker import HTML, linkify
from extract.markup.target import href
from tests.examples import examples

A = '<a href="http://a.example/%C3%A9">http://a.example/é</a>'


@pytest.mark.parametrize("written", ["javascript:alert(1)", "Data:text/plain,x", "vbscript:x", "FILE:///etc/x"])
@pytest.mark.parametrize("before", ["", "\u00ad", "\u202e", "see http://a.example/ or ", "ü\u200b"])
def test_programs_data_and_files_only_where_they_are_named(before: str, written: str) -> None:
    scheme = written.partition(":")[0]
    assert scheme not in "".join(re.findall('href="(.*?)"', linkify(before + written, bare_domains=True, email=True)))
    assert f'href="{written}"' in linkify(before + written, schemes=[scheme.lower()])


# HTML with its links between ⟦ and ⟧; ⏎ ends a line.
GIVEN = """
<p>see ⟦http://a.example/é⟧.</p>
# ietf-tools/datatracker#8619, mozilla/bleach#128: angle brackets, written as text
&lt;⟦http://a.example/é⟧&gt;, &#60;⟦http://a.example/é⟧&#x3e; <http://moo.com>
<PRE><pre></PRE>http://b/</pre> ⟦http://a.example/é⟧
<a href=x>http://b/<a href=y>c</a> ⟦http://a.example/é⟧
<code/>http://a.example/é</code>
</code>⟦http://a.example/é⟧
<a title='>'>http://a.example/é</a>
<p title="http://a.example/é">
<!-- http://a.example/é -->
# references stay as they are written, also inside a link
&eacute; &amp ⟦http://a.example/&eacute;⟧&nbsp;
⟦http://a.example/&#233;⟧ &#xE9;
a⏎<br>⏎⟦http://a.example/é⟧
⟦http://a.example/é⟧</>⟦http://a.example/é⟧
# tags, comments and raw text as browsers read them (WHATWG HTML §13.2.5)
a < ⟦http://a.example/é⟧
<!--> ⟦http://a.example/é⟧ <!-- --!> ⟦http://a.example/é⟧
<!-- http://a.example/é
<b title="> http://a.example/é
<b a="x"c='>' d=>⟦http://a.example/é⟧
<script><!--<script></script> http://a.example/é --></script>
<script><!--><script></script>⟦http://a.example/é⟧
<title></titles>http://b/</TITLE⏎>⟦http://a.example/é⟧
<style>http://a.example/é
# where the readings of browsers part, the rest is left alone
<svg><title>x</title></svg>⟦http://a.example/é⟧
<svg><style><b title="</style></svg>http://a.example/é">
<select><iframe></select>http://a.example/é</iframe>
<svg><![CDATA[ > ]]></svg>http://a.example/é
<![CDATA[ > ]]>⟦http://a.example/é⟧
<noscript><img alt='</noscript>http://a.example/é'>
<noscript><iframe src=x></iframe></noscript>⟦http://a.example/é⟧
# text directly in a table is moved before it
<table>http://b/<tr>http://b/<td>⟦http://a.example/é⟧<table><td>x</table>⟦http://a.example/é⟧</td>http://b/</table>⟦http://a.example/é⟧
<table><caption>⟦http://a.example/é⟧</caption></table>
<td>⟦http://a.example/é⟧</td>
"""
ROWS = [row for row in GIVEN.strip().splitlines() if not row.startswith("# ")]


@pytest.mark.parametrize("marked", [*ROWS, *(f"<{tag}>http://a.example/é</{tag}>" for tag in sorted(UNLINKED))])
def test_given_html(marked: str) -> None:
    marked = marked.replace("⏎", "\r\n")
    linked = linkify(HTML(re.sub("[⟦⟧]", "", marked)))
    assert linked == re.sub("⟦(.*?)⟧", rf"{A[: A.index('>') + 1]}\1</a>", marked)
    assert isinstance(linked, HTML)


def test_hook() -> None:
    seen = []

    def internal(link: Link, attributes: dict[str, str]) -> dict[str, str] | None:
        seen.append((link.text, attributes["href"]))
        return attributes | {"class": "x"} if link.iri.startswith("http://a") else None

    assert linkify("http://a.example/é http://b.example/", attributes=internal) == (
        A.replace(">http", ' class="x">http') + " http://b.example/"
    )
    assert seen == [("http://a.example/é", "http://a.example/%C3%A9"), ("http://b.example/", "http://b.example/")]


# What has a meaning in Markdown or reST, next to links and to each other.
CHARACTERS = list("\\`*_{}[]()<>&~|$^@!:#+-=.,;'\"%1aé。） \n\t\r\x0b\u2028")
MARKUP = ["\n\n", "    ", *":: .. &amp; ``` --- === x_ __ `` +++".split(), "1. ", "iv) ", ":a: ", "[^1]: "]
LINKS = [f"http://{rest}" for rest in ("a.example/é", "a.example/x", "é.example/a(b)", "a.example/a_", "a.example/a*b")]
PIECES = st.sampled_from([*CHARACTERS, *MARKUP, *LINKS, "www.a.example", "a@b.example"])
TEXTS = st.lists(PIECES, max_size=20).map("".join)


def words(text: str) -> str:
    """The text without white space, which renderers set as they like."""
    return "".join(text.split())


def links_of(text: str) -> list[tuple[str, str]]:
    return [(link.text, uri) for link in find_links(text) if (uri := href(link)) is not None]


@examples(300)
@given(TEXTS)
def test_markdown_renders_as_the_text(text: str) -> None:
    expected = links_of(text)
    for preset in ("commonmark", "gfm-like"):
        html = MarkdownIt(preset).render(linkify(text, to="markdown"))
        shown = words(unescape(re.sub(r"<[^>]*>", "", html)))
        assert shown == words(text), preset
        found = re.findall(r'<a href="([^"]*)">(.*?)</a>', html)
        assert [(words(unescape(label)), unescape(href)) for href, label in found] == expected, preset


@examples(300)
@given(TEXTS)
def test_rst_renders_as_the_text(text: str) -> None:
    document = publish_doctree(linkify(text, to="rst"), settings_overrides={"report_level": 2, "halt_level": 2})
    assert words(document.astext()) == words(text)
    found = [(node.astext(), node["refuri"]) for node in document.findall(nodes.reference)]
    assert found == links_of(text)
