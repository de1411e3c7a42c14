"""bleach's linker by its names: bleach's contract, with whole links."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import bleach
import html5lib
import nh3
import pytest
from bleach.sanitizer import Cleaner
from markupsafe import Markup

from extract.hosts.bleach import (
    DEFAULT_CALLBACKS,
    EMAIL_RE,
    TLDS,
    URL_RE,
    Linker,
    LinkifyFilter,
    build_email_re,
    build_url_re,
    callbacks,
    linkify,
)
from tests.linear import assert_linear_time
from tests.payloads import payloads, tree

JA = '<a href="https://a.example/%C3%A9" rel="nofollow">https://a.example/é</a>'


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("見て https://a.example/é。", f"見て {JA}。"),
        ("a.com", '<a href="http://a.com" rel="nofollow">a.com</a>'),
        ("http://a.com/?a[]=1&b=2", '<a href="http://a.com/?a[]=1&amp;b=2" rel="nofollow">http://a.com/?a[]=1&amp;b=2</a>'),
        ("http://a.com/?a&amp;b", '<a href="http://a.com/?a&amp;b" rel="nofollow">http://a.com/?a&amp;b</a>'),
        ("<a href='http://b.com' rel=x>c</a>", '<a href="http://b.com" rel="x nofollow">c</a>'),
        ("<code>http://a.com</code>", '<code><a href="http://a.com" rel="nofollow">http://a.com</a></code>'),
        ("me@a.com", "me@a.com"),
        # what is no markup is shown
        ("1 < 2 > 0 & 3 &amp; &eacute; &copy=", "1 &lt; 2 &gt; 0 &amp; 3 &amp; &eacute; &amp;copy="),
        ("<https://a.example/é>", f"&lt;{JA}&gt;"),
        ("<me@a.com> <x y='>'>", "&lt;me@a.com&gt; &lt;x y='&gt;'&gt;"),
        ("<b", "&lt;b"),
        ("<i title='", "&lt;i title='"),
        ("<!-- a > b", "&lt;!-- a &gt; b"),
        # a tag whose quotation mark is never closed is none, whatever stands in its value
        ('<a href=x title="a onmouseover=alert(1) b>', '&lt;a href=x title="a onmouseover=alert(1) b&gt;'),
        ('a <a href="b>t</a> <b>c</b>', 'a &lt;a href="b&gt;t&lt;/a&gt; &lt;b&gt;c&lt;/b&gt;'),
        ("<img src='a & b.png> <b", "&lt;img src='a &amp; b.png&gt; &lt;b"),
        ('<b title="x>', '&lt;b title="x&gt;'),
        ("<p><i>a</i title='>", "<p><i>a&lt;/i title='&gt;</i>"),
        ("<a href=x b='\">c", "&lt;a href=x b='\"&gt;c"),
        ("<b title=\"'\" class='\">\">", "&lt;b title=\"'\" class='\"&gt;\"&gt;"),
        ('<b title=">">c', '<b title=">">c</b>'),
        # what is open is closed, what opens nothing is left out
        ("<b><i>a</b>", "<b><i>a</b></i>"),
        ("</div><p>a</p></p><br></br>", "<p>a</p><br></br>"),
        ("<ul><li>a<li>b", "<ul><li>a<li>b</ul>"),
        ("<b <i>", "<b <i></b>"),
        ("<script>a<b", "<script>a<b</script>"),
        ("<h1>a</h2> b", "<h1>a</h1> b"),
        ("<h2>a<h3>b</h3></h1> c", "<h2>a</h2><h3>b</h3> c"),
        ("<h2><i>a<h3>b</h1>c</h1>d", "<h2><i>a<h3>b</h3>c</h2>d</i>"),
        ("<h1>a</h1><b></h1>", "<h1>a</h1><b></b>"),
        ("<div><h1>a</div></h2>", "<div><h1>a</div></h1>"),
        # what would take the rest of the page
        ("<plaintext>a", "&lt;plaintext&gt;a"),
        ("<noframes>a", "&lt;noframes&gt;a"),
        ("<frameset><frame>", "&lt;frameset&gt;&lt;frame&gt;"),
        # end tags inside close nothing outside
        ("<object><table></object>a", "<object><table>a</table></object>"),
        ("<div><table><tr><td><b>a</div></table>b", "<div><table><tr><td><b>a</table>b</div>"),
        ("<table><td><b>a<td></b>b</table>", "<table><td><b>a<td>b</table>"),
        ("<table><b>a</table>b", "<table><b>a</table>b</b>"),
        ("<table><table>a</table>b</table>", "<table><table>a</table>b"),
        ("<template><td>a</td></template></td>", "<template><td>a</td></template>"),
        ("<object></applet></object></object>", "<object></object>"),
        # after foreign content and <select> the same holds, and in them
        ("<svg><path/></svg><x>", "<svg><path/></svg>&lt;x&gt;"),
        ("<svg><path/></svg><div> < a", "<svg><path/></svg><div> &lt; a</div>"),
        ("<svg><g><path></g><b title='>", "<svg><g><path></g>&lt;b title='&gt;</path></svg>"),
        ("<svg><g><div>a</div></div>", "<svg><g><div>a</div>"),
        ("<svg><foreignObject><div><y></foreignObject></svg>a",
         "<svg><foreignObject><div>&lt;y&gt;</div></foreignObject></svg>a"),
        ("<math><mi><p>a", "<math><mi><p>a</p></mi></math>"),
        ("<math><mi><p>a</mi></math>b", "<math><mi><p>a</p></mi></math>b"),
        ("<div><math><mi>a</mi></div></math>", "<div><math><mi>a</mi></div>"),
        ("<math><annotation-xml encoding='text/html'><p>a</p></annotation-xml></math>",
         "<math><annotation-xml encoding='text/html'><p>a</p></annotation-xml></math>"),
        ("<select></select> a < b & c", "<select></select> a &lt; b &amp; c"),
        ("<div><select></div><x>", "<div><select>&lt;x&gt;</select></div>"),
    ],
)  # fmt: skip
def test_linkify(given: str, expected: str) -> None:
    assert linkify(given) == expected
    assert type(linkify(given)) is str


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("mailto:me@a.com", 'mailto:<a href="mailto:me@a.com">me@a.com</a>'),
        ("jörg@bücher.example.com", None),
        ('"a b"@a.com', '"a b"@a.com'),
        ('"a.b"@a.com, b', '<a href="mailto:%22a.b%22@a.com">"a.b"@a.com</a>, b'),
        ('x "a"@a.com', 'x "a"@a.com'),
        ('"a"@', '"a"@'),
    ],
)  # fmt: skip
def test_addresses(given: str, expected: str | None) -> None:
    assert linkify(given, parse_email=True) == (
        expected or f'<a href="mailto:j%C3%B6rg@xn--bcher-kva.example.com">{given}</a>'
    )


@pytest.mark.parametrize(
    ("given", "closed", "dropped"),
    [
        ("<a>x<a>y</a></a> z", "<a>x</a><a>y</a> z", "xy z"),
        ("<a>x</a></a> z", "<a>x</a> z", "x z"),
        ("<a>x<b><a>y</a></b> z", "<a>x<b></a><a>y</a></b> z", "x<b>y</b> z"),
        ("<a>x<a>y", "<a>x</a><a>y</a>", "xy"),
    ],
)
def test_a_second_anchor_ends_the_first(given: str, closed: str, dropped: str) -> None:
    assert linkify(given, []) == closed
    assert linkify(given, [lambda _attrs, _new: None]) == dropped


@pytest.mark.parametrize("given", ["<a>x<table><td><a>y</a></td></table></a>", "<svg><a>x<a>y</a></a></svg>"])
def test_anchors_that_end_no_other_are_copied(given: str) -> None:
    assert linkify(given, []) == given


def test_skipped_headings_end() -> None:
    linked = '<a href="http://b.com">b.com</a>'
    assert linkify("<h1>a.com</h2> b.com", [], ["h1"]) == f"<h1>a.com</h1> {linked}"
    assert linkify("<h1>a.com<h2>b.com", [], ["h1"]) == f"<h1>a.com</h1><h2>{linked}</h2>"


def test_options() -> None:
    assert linkify(Markup("<x> & http://a.com")) == linkify("<x> & http://a.com")
    text = "a.com <pre>b.com</pre>"
    assert linkify(text, [], ["pre"]) == '<a href="http://a.com">a.com</a> <pre>b.com</pre>'
    assert linkify("a.com", None, default_scheme="https") == '<a href="https://a.com">a.com</a>'
    assert Linker(recognized_tags={"x"}).linkify("<x><b>") == "<x>&lt;b&gt;</x>"
    assert Linker(recognized_tags={"svg"}).linkify("<svg><g><b>") == "<svg><g>&lt;b&gt;</g></svg>"
    assert [callbacks.nofollow] == DEFAULT_CALLBACKS
    with pytest.raises(TypeError):
        linkify(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "given", "linked"),
    [
        ({"url_re": build_url_re(tlds=["com"])}, "a.com b.org http://c.com http://d.org x@e.com", ["a.com", "http://c.com"]),
        ({"url_re": build_url_re(protocols=["http"])}, "http://a.com https://b.com c.com", ["http://a.com", "c.com"]),
        ({"url_re": build_url_re(["рф"])}, "пример.рф a.com", ["пример.рф"]),
        # names of any script are no patterns, which would decide alone
        ({"url_re": build_url_re(["भारत", "com"]), "email_re": build_email_re(["भारत", "com"]), "parse_email": True},
         "'http://c.com/x' https://me@c.com/ नमस्ते.भारत me@नमस्ते.भारत", ["http://c.com/x", "नमस्ते.भारत", "me@नमस्ते.भारत"]),
        ({"url_re": build_url_re(["co.uk"])}, "a.co.uk b.uk https://c.d.co.uk/é co.uk", ["a.co.uk", "https://c.d.co.uk/é"]),
        # whoever names an ending wants it linked: also that of an intranet, and one that files have
        ({"url_re": build_url_re(["social", "MD", "corp"])},
         "chaos.social README.md a.corp lib.rs", ["chaos.social", "README.md", "a.corp"]),
        ({"url_re": build_url_re()}, "README.md a.com", ["a.com"]),
        ({"url_re": URL_RE}, "a.com b.рф https://c/", ["a.com", "b.рф", "https://c/"]),
        ({"url_re": build_url_re(protocols=["javascript", "data"])}, "javascript://a.com data:x,a.com", ["a.com"]),
        ({"url_re": re.compile(r"\(*[a-z]+\.test\S*")}, "(a.test) b.com c.test/(d). e@f.com", ["a.test", "c.test/(d)"]),
        ({"url_re": build_url_re(["[a-z]+"])}, "a.wiki b.com/é c1.invalid", ["a.wiki", "b.com/é", "c1.invalid"]),
        ({"url_re": re.compile(r"javascript:\S+")}, "javascript:a", []),
        ({"parse_email": True, "email_re": build_email_re(["com"])}, "a@b.com a@b.org c.org", ["a@b.com", "c.org"]),
        ({"parse_email": True, "email_re": EMAIL_RE}, "a@b.com a@b.org", ["a@b.com", "a@b.org"]),
        ({"parse_email": True, "email_re": re.compile(r"\w+@\w+\.test")}, "a@b.test c@d.com", ["a@b.test"]),
        ({"email_re": build_email_re(["com"])}, "a@b.com", []),
    ],
)  # fmt: skip
def test_patterns(options: dict[str, Any], given: str, linked: list[str]) -> None:
    shown = re.compile("<a [^>]*>([^<]*)</a>")
    assert shown.findall(Linker(**options).linkify(given)) == linked
    assert shown.findall(Cleaner(filters=[partial(LinkifyFilter, **options)]).clean(given)) == linked


def test_patterns_can_be_searched() -> None:
    assert URL_RE.findall("see https://a.com/é?x, b.рф. c.invalid") == ["https://a.com/é?x,", "b.рф"]
    assert EMAIL_RE.findall("me.too@a.com a@b") == ["me.too@a.com"]
    assert {"com", "рф", "xn--p1ai"} <= set(TLDS)


def shorter(attrs: dict[Any, str], new: bool = False) -> dict[Any, str] | None:
    if attrs[None, "href"].startswith("http://drop."):
        return None
    return {**attrs, "_text": attrs["_text"].upper(), (None, "class"): "new" if new else "old"}


FILTERED = [
    ("a.com &amp; <b>x</b>", '<a class="new" href="http://a.com">A.COM</a> &amp; <b>x</b>'),
    ("http://a.com/?a&amp;b=ü", '<a class="new" href="http://a.com/?a&amp;b=%C3%BC">HTTP://A.COM/?A&amp;B=Ü</a>'),
    ("&lt;a.com&gt;", '&lt;<a class="new" href="http://a.com">A.COM</a>&gt;'),
    ('<a href="http://b.com">b <b>c</b></a> c', '<a class="old" href="http://b.com">B C</a> c'),
    ('<a href="http://drop.com">b</a> drop.com', "b drop.com"),
    ("<code>a.com <code>b.com</code> c.com</code> d.com",
     '<code>a.com <code>b.com</code> c.com</code> <a class="new" href="http://d.com">D.COM</a>'),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), FILTERED)
def test_the_filter_in_bleach(given: str, expected: str) -> None:
    cleaner = Cleaner(
        attributes=["class", "href"],
        tags={"a", "b", "code"},
        filters=[partial(LinkifyFilter, callbacks=[shorter], skip_tags={"code"})],
    )
    assert "".join(sorted(cleaner.clean(given))) == "".join(sorted(expected))


@pytest.mark.parametrize(("given", "expected"), FILTERED)
def test_the_filter_in_html5lib(given: str, expected: str) -> None:
    stream = html5lib.getTreeWalker("etree")(html5lib.parseFragment(given))
    made = html5lib.serializer.HTMLSerializer(quote_attr_values="always", omit_optional_tags=False).render(
        LinkifyFilter(stream, [shorter], ["code"])
    )
    assert tree(made) == tree(expected)


def hrefs_and_names(nodes: list[Any]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, tuple):
            found |= {node[1], *(value if name == "href" else name for name, value in node[2].items())}
            found |= hrefs_and_names(node[3])
    return found


HARMLESS = re.compile(r"|(?:https?|mailto):.*|href|rel|title|alt|class|[a-z0-9]{1,10}", re.DOTALL)


@pytest.mark.parametrize(
    "pipeline",
    [
        lambda text: linkify(nh3.clean(text, link_rel=None), parse_email=True),
        lambda text: nh3.clean(linkify(text, parse_email=True)),
        lambda text: linkify(bleach.clean(text), parse_email=True),
        lambda text: bleach.clean(linkify(text, parse_email=True)),
        Cleaner(filters=[partial(LinkifyFilter, parse_email=True)]).clean,
    ],
    ids=["nh3, linkify", "linkify, nh3", "bleach, linkify", "linkify, bleach", "filter"],
)
@pytest.mark.slow
def test_payloads_stay_safe(pipeline: Any) -> None:
    """No href that runs something, no attribute that does, and no element but what sanitizers leave."""
    for given in payloads():
        found = hrefs_and_names(tree(f'<div class="around">{pipeline(given)}</div>'))
        assert [name for name in found if not HARMLESS.fullmatch(name)] == []
        assert not found & {"script", "iframe", "object", "style", "svg", "math", "onerror", "onclick"}


@pytest.mark.slow
def test_payloads_stay_inside() -> None:
    """What follows on the page is beside what was linked, not in it: except for what reads tags otherwise."""
    elsewhere = re.compile("<(?:svg|math|noscript|script><!--<script)")
    inside = 0
    for given in payloads():
        if elsewhere.search(given) is None:
            inside += 1
            nodes = tree(f'<div class="around">{linkify(given)}</div><hr>')
            assert [node[1] for node in nodes] == ["div", "hr"], given
    assert inside > 200


@pytest.mark.linear
@pytest.mark.parametrize(
    "piece", ["<b></i", '\n"a"@b.com,c.com', "<!--", "<table><b></object>", "<svg><mi></svg>", "<a><h1>"]
)
def test_linear(piece: str) -> None:
    linker = Linker(parse_email=True, url_re=build_url_re(["com"]))
    assert_linear_time(linker.linkify, lambda size: piece * (size // len(piece)))
