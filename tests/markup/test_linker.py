"""Text with its links marked out, in HTML, Markdown and reStructuredText."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extract import Link, find_links
from extract.markup.html_writer import UNLINKED
from extract.markup.linker import HTML, Linker, linkify
from extract.markup.target import href
from tests.examples import examples

A = '<a href="http://a.example/%C3%A9">http://a.example/é</a>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example/é", A),
        ("no link, <b> & 'so'", "no link, &lt;b&gt; &amp; &#x27;so&#x27;"),
        ("http://a.example/?x=1&y=2", '<a href="http://a.example/?x=1&amp;y=2">http://a.example/?x=1&amp;y=2</a>'),
        ("<b> http://a.example/é </b>", f"&lt;b&gt; {A} &lt;/b&gt;"),
        ("http://a.example/?a[]=1", '<a href="http://a.example/?a%5B%5D=1">http://a.example/?a[]=1</a>'),
        ("http://[::1]/[", '<a href="http://[::1]/">http://[::1]/</a>['),
        ("http://a.example/30%é", '<a href="http://a.example/30%25%C3%A9">http://a.example/30%é</a>'),
        # what has no URI stays text
        ("http://xn--é.example/", "http://xn--é.example/"),
        ("javascript:alert(1)", "javascript:alert(1)"),
    ],
)
def test_html(text: str, expected: str) -> None:
    assert linkify(text) == expected


@pytest.mark.parametrize("written", ["javascript:alert(1)", "Data:text/plain,x", "vbscript:x", "FILE:///etc/x"])
@pytest.mark.parametrize("before", ["", "\u00ad", "\u202e", "see http://a.example/ or ", "ü\u200b"])
def test_programs_data_and_files_only_where_they_are_named(before: str, written: str) -> None:
    scheme = written.partition(":")[0]
    assert scheme not in "".join(re.findall('href="(.*?)"', linkify(before + written, bare_domains=True, email=True)))
    assert f'href="{written}"' in linkify(before + written, schemes=[scheme.lower()])


def test_html_is_html_to_a_template() -> None:
    html = linkify("http://a.example/é & so")
    assert isinstance(html, HTML)
    assert html.__html__() == f"{A} &amp; so"
    assert linkify(html) == html, "what is linked is not linked again"


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


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("mailto:a@b.com?body=[x]", {"email": True}, '<a href="mailto:a@b.com?body=%5Bx%5D">mailto:a@b.'),
        ("a@b.example.com", {"email": True}, '<a href="mailto:a@b.example.com">a@b.example.com</a>'),
        # a host that deceives is shown as it is looked up, with as much before it as was written
        ("раypal.com/ü", {}, '<a href="https://xn--ypal-43d9g.com/%C3%BC">xn--ypal-43d9g.com/ü</a>'),
        ("раypal.com", {"hosts": "all"}, '<a href="https://xn--ypal-43d9g.com">раypal.com</a>'),
        ("bücher.example.de", {}, '<a href="https://xn--bcher-kva.example.de">bücher.example.de</a>'),
        ("HTTP://bü.example", {"hosts": "none"}, '<a href="HTTP://xn--b-eha.example">HTTP://xn--b-eha.example</a>'),
    ],
)
def test_the_address_and_its_text(text: str, options: dict[str, Any], expected: str) -> None:
    assert linkify(text, bare_domains=True, **options).startswith(expected)


def test_rel_and_target() -> None:
    assert linkify("http://a.example/é", rel="nofollow", target='"') == A.replace(
        ">http", ' rel="nofollow" target="&quot;">http'
    )


def test_hook() -> None:
    seen = []

    def internal(link: Link, attributes: dict[str, str]) -> dict[str, str] | None:
        seen.append((link.text, attributes["href"]))
        return attributes | {"class": "x"} if link.iri.startswith("http://a") else None

    assert linkify("http://a.example/é http://b.example/", attributes=internal) == (
        A.replace(">http", ' class="x">http') + " http://b.example/"
    )
    assert seen == [("http://a.example/é", "http://a.example/%C3%A9"), ("http://b.example/", "http://b.example/")]


@pytest.mark.parametrize(
    ("text", "markdown", "rst"),
    [
        ("see http://a/é.", "see [http://a/é](http://a/%C3%A9).", "see `http://a/é <http://a/%C3%A9>`__."),
        ("http://a.example/x", "<http://a.example/x>", "`http://a.example/x <http://a.example/x>`__"),
        ("*a* b_ c_d", r"\*a\* b\_ c\_d", r"\*a\* b\_ c_d"),
        ("1. a\n2) b\n- c", "1\\. a\n2\\) b\n\\- c", "\\1. a\n\\2) b\n\\- c"),
        ("参照http://a.example/é", "参照[http://a.example/é](http://a.example/%C3%A9)", None),
        ("!http://a.example/x", r"\!<http://a.example/x>", "\\!\\ `http://a.example/x <http://a.example/x>`__"),
        ("http://a.example/x_", None, r"`http://a.example/x_ <http://a.example/x\_>`__"),
        ("a::\n\n  b", "a::\n\n&#32;&#32;b", "a\\::\n\n\\ b"),
        ("- see http://a.example/x\n- b", "\\- see <http://a.example/x>\n\\- b", None),
        ("http://a.example/x - b\n- cd\n- e", "<http://a.example/x> - b\n\\- cd\n\\- e", None),
        ("http://a.example/x - b\r\n- cd", "<http://a.example/x> - b\r\n\\- cd", None),
        ("\\a\n\\b", "\\\\a\n\\\\b", "\\ \\\\a\n\\ \\\\b"),
        ("  a\n  b\n\nc", "&#32;&#32;a\n&#32;&#32;b\n\nc", "\\ a\n\\ b\n\nc"),
        ("iv) a\nA. b\nab. d\n10) e", "iv) a\nA. b\nab. d\n10\\) e", "\\iv) a\n\\A. b\nab. d\n\\10) e"),
        ("a\x0bb\x0c- c", "a\x0bb\x0c- c", "a b - c"),
        ("http://é.example/a(b)", "[http://é.example/a(b)](http://xn--9ca.example/a(b))", None),
        ("http://a.example/?a&copy;b", r"[http://a.example/?a\&copy;b](http://a.example/?a\&copy;b)", None),
    ],
)
def test_markdown_and_rst(text: str, markdown: str | None, rst: str | None) -> None:
    for to, expected in (("markdown", markdown), ("rst", rst)):
        if expected is not None:
            assert linkify(text, to=to) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {"to": "latex"}, "to must be"),
        ("", {"to": "rst", "rel": "nofollow"}, "leave them out"),
        (HTML(""), {"to": "markdown"}, "give plain text"),
    ],
)
def test_wrong_use(text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        linkify(text, **options)


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


def test_other_arguments_name_the_function_that_takes_them() -> None:
    with pytest.raises(TypeError, match=r"no 'callbacks'; extract\.integrations\.bleach\.linkify takes"):
        linkify("<b>http://a.example/</b>", parse_email=True, callbacks=[])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("<h1>a.com</h1> b.com", ["b.com"]),
        ("<h1>a.com</h2> b.com", ["b.com"]),
        ("<h3>a.com</h2> b.com <h1>c.com</h6> d.com", ["a.com", "b.com", "d.com"]),
        ("<h1>a.com<i><h2>b.com</h1>c.com</i></h2> d.com", ["d.com"]),
        (
            "<h1>a.com</h1> <table>b.com<td>c.com</td></table> <code>d.com</code> <a href=x>e.com</a>",
            ["c.com", "d.com"],
        ),
        ("</h1> a.com <H1>b.com</H4> c.com", ["a.com", "c.com"]),
    ],
)
def test_the_end_tag_of_any_heading_ends_a_skipped_one(html: str, linked: list[str]) -> None:
    shown = Linker([], skip_tags=["h1"]).linkify(html)
    assert re.findall('<a href="[^"]*">([^<]*)</a>', shown) == linked
