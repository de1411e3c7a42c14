"""The links of a message: where they are, in every encoding, charset and part."""

from __future__ import annotations

import base64
import email
import email.policy
import quopri
import unicodedata
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.mail import MailLink, links_in_message, text_of
from extract.readers import FORMATS, decode, mime
from extract.readers.mime import Limits, Note, parts_of
from tests.marking import unmark

LINK = "http://a.example/größe"


def message(body: str | bytes, content_type: str = "text/plain; charset=utf-8", *fields: str) -> bytes:
    header = [*fields, f"Content-Type: {content_type}", "", ""]
    return "\n".join(header).encode() + (body.encode() if isinstance(body, str) else body)


def iris(data: bytes, **options: Any) -> list[str]:
    return [link.iri for link in links_in_message(data, headers=False, **options)]


def multipart(kind: str, *parts: str, boundary: str = "b") -> str:
    body = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary={boundary}\n\n{body}--{boundary}--\n"


# Plain text: each link is marked; what is decoded is what the marks are in.
FLOWED = "text/plain; format=flowed"
DELSP = "text/plain; format=flowed; delsp=yes"
PLAIN = {
    "plain": ("see ⟦http://a.example/x⟧.\n", "text/plain", ["http://a.example/x"]),
    "quoted": (
        "> see ⟦http://a.example/x⟧\n> ⟦example.com⟧\n", "text/plain",
        ["http://a.example/x", "https://example.com"],
    ),
    "not joined on a guess": ("see ⟦http://a.example/x⟧\ny\n", "text/plain", ["http://a.example/x"]),
    "in brackets": ("see <⟦http://a.example/x\n  y⟧> now\n", "text/plain", ["http://a.example/xy"]),
    "in brackets with URL": ("see <URL:⟦http://a.example/x\ny\nz⟧> now\n", "text/plain", ["http://a.example/xyz"]),
    "in brackets below quotation marks": ("> <⟦http://a.example/x\n> y⟧>\n", "text/plain", ["http://a.example/xy"]),
    "brackets that hold more": ("<⟦http://a.example/x⟧ a title\ny>", "text/plain", ["http://a.example/x"]),
    "flowed": ("see ⟦http://a.example/x⟧ \ny\n", FLOWED, ["http://a.example/x"]),
    "flowed with DelSp": ("see ⟦http://a.example/x \ny⟧ now\n", DELSP, ["http://a.example/xy"]),
    "flowed and quoted": (">> ⟦http://a.example/x \n>> y⟧\n", DELSP, ["http://a.example/xy"]),
    "of another depth": ("> ⟦http://a.example/x⟧ \n>> y\n", DELSP, ["http://a.example/x"]),
    "before a signature": ("⟦http://a.example/x⟧ \n-- \ny\n", DELSP, ["http://a.example/x"]),
    "before a quoted signature": ("> ⟦http://a.example/x⟧ \r\n> -- \r\n> y\r\n", DELSP, ["http://a.example/x"]),
    "before an empty line that is stuffed": ("⟦http://a.example/x⟧ \n \ny\n", DELSP, ["http://a.example/x"]),
    "before From that is stuffed": ("⟦http://a.example/x \n From⟧ y", DELSP, ["http://a.example/xFrom"]),
    "stuffed": (" >⟦http://a.example/x \n y⟧\n", DELSP, ["http://a.example/xy"]),
    "signature": ("-- \n⟦http://a.example/x⟧\n", DELSP, ["http://a.example/x"]),
    "carriage returns": (
        "<⟦http://a.example/x\r\ny⟧>\r\n⟦http://b.example/⟧", "text/plain",
        ["http://a.example/xy", "http://b.example/"],
    ),
    "code": ("`⟦http://a.example/x⟧`", "text/plain", ["http://a.example/x"]),
    "dots of other scripts": (
        "⟦bank。com⟧, <⟦http://www．bank｡com/x⟧> 用Node。js写 bank。com看 a@bank。com ⟦http://a.example/?b=bank。com/y⟧",
        "text/plain; charset=utf-8",
        ["https://bank。com", "http://www．bank｡com/x", "http://a.example/?b=bank。com/y"],
    ),
    "clearsigned": (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- ⟦http://a.example/x⟧\n-----BEGIN PGP SIGNATURE-----\n"
        "Comment: ⟦http://b.example/⟧\n\niQ\n-----END PGP SIGNATURE-----\n⟦http://c.example/⟧\n",
        "text/plain", ["http://a.example/x", "http://b.example/", "http://c.example/"],
    ),
    "uuencoded": ("begin 644 a\n%:'1T<#HO+W@N>2\n`\nend\n⟦http://c.example/⟧", "text/plain", ["http://c.example/"]),
    "yEnc": (
        "=ybegin line=1 size=3\nhttp://a.example/\n=yend size=3\n⟦http://c.example/⟧", "text/plain",
        ["http://c.example/"],
    ),
    "address": ("write to ⟦rené@example.org⟧", "text/plain; charset=utf-8", ["mailto:rené@example.org"]),
    "dash escapes within a link": (
        "-----BEGIN PGP SIGNED MESSAGE-----\n\n<⟦http://a.exa\n- -mple/x⟧>\n- -----BEGIN PGP MESSAGE-----\n"
        "⟦http://b.example/⟧\n-----BEGIN PGP SIGNATURE-----\nx\n",
        "text/plain", ["http://a.exa-mple/x", "http://b.example/"],
    ),
    "enriched": (
        "<bold>⟦http://a.example/x⟧</bold> <color><param>http://no.example</param><<⟦http://b.example/⟧>",
        "text/enriched", ["http://a.example/x", "http://b.example/"],
    ),
    "Markdown": (
        "[x](⟦http://a.example/x⟧) ⟦example.com⟧ [a]\n\n[a]: ⟦http://b.example/⟧ \"t\"\n", "text/markdown",
        ["http://a.example/x", "https://example.com", "http://b.example/"],
    ),
}  # fmt: skip
HTML = {
    "anchor": ('<a href="⟦http://a.example/?a&amp;b⟧">shown</a>', ["http://a.example/?a&b"]),
    "text": ("<p>⟦http://a.example/?a&amp;b⟧<br>⟦example.com⟧</p>", ["http://a.example/?a&b", "https://example.com"]),
    "pre": ("<pre>see ⟦http://a.example/x⟧</pre>", ["http://a.example/x"]),
    "not in": (
        "<style>a{b:'http://a.example'} /* url(http://a.example) */</style><!-- http://a.example --><script>'http://a.example'</script>",
        [],
    ),
    "template": (
        "<template>http://a.example<a href=http://b.example>x</a></template><math>http://a.example</math>",
        [],
    ),
    "code": ("<code>⟦http://a.example/x⟧</code>", ["http://a.example/x"]),
    "braces": ("<a href='⟦http://a.example/?{{x}}${y}⟧'>a</a>", ["http://a.example/?%7B%7Bx%7D%7D$%7By%7D"]),
    "pictures of several sizes": (
        "<base href='⟦http://a.example/⟧'><img srcset='⟦1.png⟧ 1x, ⟦2.png⟧ 2x'><img srcset='⟦3.png⟧ (a,b) 480w'>",
        ["http://a.example/"] + [f"http://a.example/{n}.png" for n in (1, 2, 3)],
    ),
    "picture": ("<img src='⟦http://a.example/x⟧' srcset='⟦http://a.example/1⟧ 1x, ⟦http://a.example/2⟧ 2x'>",
                ["http://a.example/x", "http://a.example/1", "http://a.example/2"]),
    "srcset without descriptors": (
        "<img srcset='⟦http://a.example/1⟧, ⟦http://a.example/2⟧'>",
        ["http://a.example/1", "http://a.example/2"],
    ),
    "form": (
        "<form action=⟦http://a.example/x⟧><button formaction=⟦http://a.example/y⟧>",
        ["http://a.example/x", "http://a.example/y"],
    ),
    "background": (
        "<body background='⟦http://a.example/x⟧'><video poster=⟦http://a.example/y⟧>",
        ["http://a.example/x", "http://a.example/y"],
    ),
    "citation": ("<blockquote cite=⟦http://a.example/x⟧>", ["http://a.example/x"]),
    "area": ("<area href=⟦http://a.example/x⟧>", ["http://a.example/x"]),
    "refresh": (
        "<meta http-equiv=Refresh content='0; URL=⟦http://a.example/x⟧'><meta name=a content='http://no.example'>",
        ["http://a.example/x"],
    ),
    "references in an address, and none": (
        "<a href='⟦http://a.example/?a=1&amp;b&copy=2&lt&regx⟧'>&copy=2</a>",
        ["http://a.example/?a=1&b&copy=2%3C&regx"],
    ),
    "SVG": (
        "<svg><a xlink:href='⟦http://a.example/x⟧'>here</a> ⟦http://a.example/y⟧</svg>",
        ["http://a.example/x", "http://a.example/y"],
    ),
    "base": (
        "<base href='⟦http://a.example/b/⟧'><a href=⟦x⟧>a</a><a href='⟦#f⟧'>b</a><img src='#f'>",
        ["http://a.example/b/", "http://a.example/b/x", "http://a.example/b/#f"],
    ),
    # HTML §4.2.3, on a page of unknown address: as elsewhere, "//" is https; and not relative to itself
    "base without a scheme": ("<base href='⟦//a.example/⟧'><a href=⟦x⟧>a</a>", ["https://a.example/", "https://a.example/x"]),
    "base with backslashes": (
        r"<base href='⟦\\a.example\b\⟧'><a href=⟦x⟧>a</a>",
        ["https://a.example/b/", "https://a.example/b/x"],
    ),
    "base without slashes": (
        "<base href='⟦https:a.example/⟧'><a href=⟦x⟧>a</a>",
        ["https://a.example/", "https://a.example/x"],
    ),
    "relative": ("<a href=x>a</a>", []),
    "a name without a scheme": (
        "<a href='⟦www.a.com/ü⟧'>a</a><a href=⟦a.example.com⟧>a</a><form action='⟦a.com?b⟧'></form><img src=logo.ai>"
        "<img src='⟦a.com/b.png⟧'><a href=page.html>a</a><a href=a/b.com>a</a>",
        ["http://www.a.com/ü", "http://a.example.com", "http://a.com?b", "http://a.com/b.png"],
    ),
    "style sheets": (
        "<style>@import '⟦http://a.example/1⟧'; @import/**/url(⟦http://a.example/2⟧);"
        "a{b:URL( \"⟦http://a.example/3⟧\" )"
        ";c:\\75rl(⟦http:\\2f /a.example/4⟧);d:image-set('⟦http://a.example/5⟧' 1x, url(⟦http://a.example/6⟧));"
        "e:'http://no.example'}</style><p style='f:url(⟦http://a.example/?a&amp;b⟧)'>",
        [f"http://a.example/{n}" for n in range(1, 7)] + ["http://a.example/?a&b"],
    ),
    "what is sent to": (
        "<a href='⟦http://a.example/1⟧' ping='⟦http://a.example/2⟧ ⟦http://a.example/3⟧'>a</a>"
        "<form action-xhr=⟦http://a.example/4⟧></form><i itemid=⟦http://a.example/5⟧></i>",
        [f"http://a.example/{n}" for n in range(1, 6)],
    ),
    "Open Graph": (
        "<meta property=og:url content='⟦http://a.example/1⟧'><meta content=⟦http://a.example/2⟧ name='twitter:image'>"
        "<meta property=og:title content='http://no.example'><meta itemprop=url content=⟦http://a.example/3⟧>"
        "<meta itemprop=name content='http://no.example'>",
        ["http://a.example/1", "http://a.example/2", "http://a.example/3"],
    ),
    # Gmail's markup for e-mail: buttons beside the subject
    "JSON-LD": (
        """<script type='application/ld+json; x'>{"@context": ["http://no.example", "http://no.example"],
        "@type": "http://no.example",
        "@id": "⟦http://a.example/1⟧", "potentialAction": {"target": ["⟦http:\\/\\/a.example\\/?b\\u0026c⟧",
        "⟦//a.example/2⟧"],
        "name": "a:b", "http://no.example": "See ⟦http://a.example/3⟧\\nor ⟦a.example.com⟧,
        \\"⟦mailto:a@b.example⟧\\" \\ud800",
        "url" : "⟦http://a.example/4⟧</script><script>"http://no.example"</script>""",
        ["http://a.example/1", "http://a.example/?b&c", "https://a.example/2", "http://a.example/3", "https://a.example.com",
         "mailto:a@b.example", "http://a.example/4"],
    ),
    "a field for text": ("<textarea>⟦http://a.example/1⟧ <a href='⟦http://a.example/2⟧'></textarea><style>http://no.example",
        ["http://a.example/1", "http://a.example/2"]),
    "the first of two": ("<a href=⟦http://a.example/⟧	href=http://no.example/>a</a>", ["http://a.example/"]),
    "divided by nothing": (
        "⟦https://a<span></span>.exam<!-- x -->ple/<wbr>x⟧<b>y</b> <b></b>⟦a.com⟧<img alt=''>⟦b.com⟧",
        ["https://a.example/x", "https://a.com", "https://b.com"],
    ),
    "without a scheme": ("<a href='⟦//a.example/x⟧'>a</a>", ["https://a.example/x"]),
    "broken over lines": ("<a href='⟦http://a.example/\nx⟧'>a</a>", ["http://a.example/x"]),
    "another part": ("<img src='cid:a@b'><img src='data:image/gif;base64,AA=='>", []),
    "an attribute in another": (
        """<a title="href='http://no.example'" href="⟦http://a.example/x⟧">a</a>""",
        ["http://a.example/x"],
    ),
    "mail": ("<a href='⟦mailto:a@example.org⟧'>a</a>", ["mailto:a@example.org"]),
    "a document in an attribute": (
        """<iframe srcdoc="<a href='⟦http://a.example/?b&amp;amp;c⟧'>d</a> ⟦http://d.example/⟧">""",
        ["http://a.example/?b&c", "http://d.example/"],
    ),
    "for Outlook": (
        "<!--[if (gte mso 9)&(IE)]><a href='⟦http://a.example/?b&amp;c⟧'>d</a> ⟦http://d.example/⟧<![endif]-->"
        "<!--[if !mso]><!--><a href=⟦http://e.example/⟧>e</a><!--<![endif]-->",
        ["http://a.example/?b&c", "http://d.example/", "http://e.example/"],
    ),
    "with a port": (
        "<a href='⟦a.com:8080/x⟧'>a</a><a href='⟦b.com:81⟧'>b</a><a href='⟦a.com:b⟧'>c</a>",
        ["http://a.com:8080/x", "http://b.com:81", "a.com:b"],
    ),
    # HTML §13.2.6.4.7: these end with their own tags, whatever is open in them
    "text that looks like markup": (
        "<noframes><style></noframes><a href=⟦http://a.example/1⟧>a</a><xmp><a title='</xmp><a href=⟦http://a.example/2⟧>"
        "a</a><noembed><!--</noembed><iframe><a href='⟦http://a.example/3⟧'>a</a><script></iframe>⟦http://a.example/4⟧",
        [f"http://a.example/{n}" for n in range(1, 5)],
    ),
    # HTML §13.2.6.5: in SVG a style sheet has tags, and <p> leaves the picture
    "out of a picture": (
        "<svg><style><p><a href=⟦http://a.example/1⟧>a</a></style><svg></g><title>⟦http://a.example/2⟧<b>x",
        ["http://a.example/1", "http://a.example/2"],
    ),
    "no CDATA": ("<![CDATA[><a href=⟦http://a.example/x⟧>a</a>]]>", ["http://a.example/x"]),
    "no end of a tag": (
        "<style/><!--</style><a href=⟦http://a.example/1⟧>a</a><title/>⟦http://a.example/2⟧",
        ["http://a.example/1", "http://a.example/2"],
    ),
    # HTML §13.2.5: only five characters are white space
    "no white space": (
        "<style\xa0><a href=⟦http://a.example/1⟧>a</a><a x=\xa0 href=⟦http://a.example/2⟧>a</a>",
        ["http://a.example/1", "http://a.example/2"],
    ),
    "for nobody": (
        "<!--[if !(gte mso 9)]><a href='http://a.example/'>a</a><![endif]--><!--[if IE]>http://a.example/<![endif]-->"
        "<!--[if mso]--><!-- mso http://a.example/ --><style><!--[if mso]>http://a.example/<![endif]--></style>",
        [],
    ),
}  # fmt: skip


# Pieces of documents, of which browsers read few as they look.
PIECES = [
    *(f"<{slash}{name}>" for name in
      "style script title textarea xmp iframe noembed noframes noscript svg math p table td b a form button object"
      " desc foreignObject mi annotation-xml".split() for slash in ("", "/")),
    *"<!-- --> --!> <!--> <![CDATA[ ]]> <!x <?x </> < > \" ' = /> x".split(),
    "<p title='", "<!--[if mso]>", "<![endif]-->", "<style/>", "<title/>", "<svg/>", "<style\xa0>", "</style\xa0>",
    "<p x=\xa0 ",
    *['<a href="http://a.example/">a</a>'] * 9,
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
@example("<svg><math></svg><style><p>")
@example("<svg></div><style>")
def test_what_a_browser_shows_is_found(before: str) -> None:
    html5lib = pytest.importorskip("html5lib", reason="needs html5lib")
    text = f'{before}<a href="http://b.example/">b</a>'
    anchors = html5lib.parse(text, namespaceHTMLElements=False).iter("a")
    followed = {anchor.get("href") for anchor in anchors} & {"http://a.example/", "http://b.example/"}
    assert followed <= set(iris(message(text, "text/html; charset=utf-8")))


def assert_marked(marked: str, content_type: str, expected: list[str]) -> None:
    text, spans = unmark(marked)
    data = message(text, content_type)
    links = [link for link in links_in_message(data) if not link.header]
    assert [link.iri for link in links] == expected
    assert [link.text for link in links] == spans
    for link in links:
        assert text[link.start : link.end] == link.text
        assert_is_at(data, link, link.text.encode())


def assert_is_at(data: bytes, link: MailLink, written: bytes) -> None:
    assert link.byte_start is not None
    assert link.line is not None
    assert link.column is not None
    assert data[link.byte_start : link.byte_start + len(written)] == written
    assert data.split(b"\n")[link.line - 1][link.column - 1 :].startswith(written.partition(b"\n")[0])


@pytest.mark.parametrize(("marked", "content_type", "expected"), PLAIN.values(), ids=PLAIN)
def test_plain_text(marked: str, content_type: str, expected: list[str]) -> None:
    assert_marked(marked, content_type, expected)


@pytest.mark.parametrize(("marked", "expected"), HTML.values(), ids=HTML)
def test_html(marked: str, expected: list[str]) -> None:
    assert_marked(marked, "text/html; charset=utf-8", expected)


# What is written, where a browser goes (URL Standard §4.4), and the host that a blocklist is asked for.
FOLLOWED = [
    (r"http:\\a.example\x", "http://a.example/x", "a.example"),
    (r"HTTP:/\a.example", "HTTP://a.example", "a.example"),
    ("https:a.example/x", "https://a.example/x", "a.example"),
    ("http:////a.example/x", "http://a.example/x", "a.example"),
    (r"\\a.example\x", "https://a.example/x", "a.example"),
    (r"/\a.example", "https://a.example", "a.example"),
    ("\x01 http://a.example/\x1f", "http://a.example/", "a.example"),
    ("http://a.example/x y|z", "http://a.example/x%20y%7Cz", "a.example"),
    ("http://a.example/50%#a#b", "http://a.example/50%25#a%23b", "a.example"),
    ("tel:+49 30 1", "tel:+49%2030%201", None),
    ("http://1071396130/", "http://1071396130/", "63.220.53.34"),
    ("http://b.example@0x7F.1/", "http://b.example@0x7F.1/", "127.0.0.1"),
    ("http://010.1.2.3./", "http://010.1.2.3./", "8.1.2.3"),
    ("http://09.1/", "http://09.1/", "09.1"),
    ("http://1.2.3.4.5/", "http://1.2.3.4.5/", "1.2.3.4.5"),
    ("http://256.1.1.1/", "http://256.1.1.1/", "256.1.1.1"),
]


@pytest.mark.parametrize(("written", "iri", "host"), FOLLOWED)
def test_what_browsers_repair_is_followed(written: str, iri: str, host: str | None) -> None:
    (link,) = links_in_message(message(f'<a href="{written}">x</a>', "text/html; charset=utf-8"))
    assert (link.iri, link.uri, link.lookup_key and link.lookup_key.host) == (iri, iri, host)
    assert link.text in written


def test_a_host_that_no_browser_repairs_has_no_uri() -> None:
    (link,) = links_in_message(message('<a href="http://a b.example/">x</a>', "text/html; charset=utf-8"))
    assert link.iri == "http://a b.example/"
    assert link.uri is None
    assert link.uri_error is not None


def test_what_an_html_link_shows() -> None:
    data = message("<a href='http://evil.example'>http://<b>good</b>.example</a>", "text/html")
    (link,) = links_in_message(data)
    assert (link.link_text, link.attribute, link.origin, link.context) == (
        "http://good.example", "href", "attribute", "http://good.example",
    )  # fmt: skip


SHOWN = {
    "<a href='http://a.example/'>b\n  c <b>d</b></a>": "b c d",
    "<a href='http://a.example/'><img src='b'></a>": "",
    "<map><area href='http://a.example/' alt='b'></map>": "b",
    "<link href='http://a.example/'>": None,
    "<img src='http://a.example/' alt='b'>": None,
    "<input type=image src='http://a.example/' alt='b'>": None,
}


@pytest.mark.parametrize("written", SHOWN)
def test_labels_are_what_readers_see(written: str) -> None:
    (link,) = links_in_message(message(written, "text/html"))
    assert link.link_text == SHOWN[written]


CALENDAR = """BEGIN:VEVENT
UID:http://no.example/
URL:⟦http://a.example/long/
 path⟧
DESCRIPTION;X="a:b":See ⟦http://a.example/x⟧\\n⟦http://b.example/⟧\\, and
  ⟦example.com⟧
ATTACH;FMTTYPE=a/b:⟦http://a.example/y⟧
ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cDovLw==
ORGANIZER;CN=A:⟦mailto:a@example.org⟧
END:VEVENT
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_calendars(line_end: str) -> None:
    expected = ["http://a.example/long/path", "http://a.example/x", "http://b.example/", "https://example.com"]
    expected += ["http://a.example/y", "mailto:a@example.org"]
    assert_marked(CALENDAR.replace("\n", line_end), "text/calendar", expected)


# A content line, and its links.
LINES = {
    'DESCRIPTION;ALTREP="http://a.example/b:c;d,e":x': ["http://a.example/b:c;d,e"],
    'ATTENDEE;CN="http://c.example:1";SENT-BY="mailto:s@b.example":mailto:a@b.example': [
        "http://c.example:1",
        "mailto:s@b.example", "mailto:a@b.example",
    ],
    'ATTENDEE;DELEGATED-TO="mailto:c@b.example","mailto:d@b.example":mailto:a@b.example': [
        "mailto:c@b.example", "mailto:d@b.example", "mailto:a@b.example",
    ],
    "CONFERENCE;VALUE=URI;FEATURE=PHONE;LABEL=Dial in:tel:+1-412-555-0123,,,654321": ["tel:+1-412-555-0123,,,654321"],
    "X-MEETING-URL:https://a.example/m": ["https://a.example/m"],
    "X-WR-RELCALID:a.example.com": [],
    "ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cDovLw==": [],
    "URL:http://a.example/b\\,c": ["http://a.example/b,c"],
    r"DESCRIPTION:http://a.example/b\n\nhttp://a.example/c": ["http://a.example/b", "http://a.example/c"],
    r"X-ALT-DESC;FMTTYPE=text/html:<p>\n<a href='http://a.example/?b\,c&amp;d'>www.e.com</a> http://f.example/": [
        "http://a.example/?b,c&d", "http://f.example/",
    ],
    "STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<a href='http://a.example/'>b</a>": ["http://a.example/"],
    # vCard
    "item1.URL;TYPE=x:http\\://a.example/x": ["http://a.example/x"],
    "URL:www.example.com": ["https://www.example.com"],
    "EMAIL:a@example.org": ["mailto:a@example.org"],
    "UID:urn:uuid:1": [],
    "TEL;VALUE=uri:tel:+49-30-1": ["tel:+49-30-1"],
    "TEL:+49.30.1": [],
    "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:http://a.example/gr=C3=\r\n=B6=C3=9Fe=0D=0A=\r\nhttp://b.example/": [
        "http://a.example/größe", "http://b.example/",
    ],
    "NOTE;QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:http://a.example/=93=FA=96{x": ["http://a.example/日本x"],
    "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-2022-JP:http://a.example/=1B$BF|K\\=1B(B": ["http://a.example/日本"],
    "URL;QUOTED-PRINTABLE:http://a.example/?b=3Dc": ["http://a.example/?b=c"],
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_content_lines(line: str) -> None:
    before, after = "BEGIN:VEVENT\n", "\nEND:VEVENT\n"
    assert iris(message(before + line + after, "text/calendar")) == LINES[line]


@pytest.mark.parametrize("width", range(1, 9))
def test_folds_may_cut_a_character(width: int) -> None:
    octets = "URL:http://a.example/größe日本😀/x".encode()
    folded = b"\r\n ".join(octets[start : start + width] for start in range(0, len(octets), width))
    data = message(b"BEGIN:VEVENT\r\n" + folded + b"\r\nEND:VEVENT\r\n", "text/calendar; charset=utf-8")
    found: list[Note] = []
    (link,) = links_in_message(data, report=found.append)
    assert (link.iri, found) == ("http://a.example/größe日本😀/x", [])
    assert link.byte_start is not None
    assert data[link.byte_start :].startswith(b"h")
    decoded = decode(folded, None, FORMATS["calendar"])
    assert [one.text for passage in FORMATS["calendar"].read(decoded.text or "") for one in passage.links()] == [
        link.iri
    ]


# Header fields: the value that is read, and its links.
FIELDS = {
    "Subject: see ⟦http://a.example/x⟧ now": ["http://a.example/x"],
    "Subject: =?utf-8?q?see_http=3A//a.example/gr=C3=B6=C3?=\n =?utf-8?q?=9Fe?= now": [LINK],
    "Subject: =?utf-8?b?aHR0cDovL2EuZXhhbXBsZS9ncsO2w59l?=": [LINK],
    "Subject: =?iso-2022-jp?b?aHR0cDovL2EvGyRCRnxLXBsoQg==?=": ["http://a/日本"],
    "Subject: =?no-such?q?http=3A//a.example/x?=": ["http://a.example/x"],
    "Subject: see ⟦http://a.example/größe⟧": [LINK],
    'From: "x" <⟦a@example.org⟧>, ⟦b@host.intern⟧': ["mailto:a@example.org", "mailto:b@host.intern"],
    "To: <⟦rené@例え.テスト⟧>": ["mailto:rené@例え.テスト"],
    "Cc: ⟦a@example.org⟧": ["mailto:a@example.org"],
    "Reply-To: ⟦a@example.org⟧": ["mailto:a@example.org"],
    "List-Unsubscribe: <⟦mailto:a@example.org?subject=x⟧>,\n <⟦http://a.example/x⟧>": [
        "mailto:a@example.org?subject=x", "http://a.example/x",
    ],
    "List-Post: NO (closed)": [],
    "List-Archive: <⟦http://a.example/x⟧>": ["http://a.example/x"],
    "Archived-At: <⟦http://a.example/x⟧>": ["http://a.example/x"],
    "Link: <⟦http://a.example/x⟧>; rel=next": ["http://a.example/x"],
    "Content-Location: ⟦http://a.example/x⟧": ["http://a.example/x"],
    "Content-Base: ⟦http://a.example/x⟧": ["http://a.example/x"],
    "Message-ID: <a@example.org>": [],
    "References: <a@example.org>": [],
    "Received: from mail.example.org (http://a.example)": [],
    "List-Id: <a.example.org>": [],
    "X-URL: http://a.example/x": [],
}  # fmt: skip


@pytest.mark.parametrize("marked", FIELDS)
def test_header_fields(marked: str) -> None:
    written, spans = unmark(marked)
    data = f"{written}\n\nhello\n".encode()
    links = list(links_in_message(data))
    assert [link.iri for link in links] == FIELDS[marked]
    assert all(link.header == written.partition(":")[0].lower() for link in links)
    for link, span in zip(links, spans, strict=False):
        assert link.text == span
        assert_is_at(data, link, span.encode())
    parsed = links_in_message(email.message_from_bytes(data))
    assert [(link.iri, link.start, link.byte_start) for link in parsed] == [
        (link.iri, link.start, None) for link in links
    ]


def test_headers_and_attributes_can_be_left_out() -> None:
    data = message("<a href=http://a.example>b</a> http://b.example", "text/html", "Subject: http://c.example")
    assert [link.iri for link in links_in_message(data, headers=False, attributes=False)] == ["http://b.example"]


# Parts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fold", ["", "\n", "\r\n"])
def test_a_boundary_may_have_several_spaces(fold: str) -> None:
    type = f'Content-Type: multipart/mixed;{fold} boundary="a  {fold} b"\n\n'
    part = "--a   b\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8=\n--a   b--\n"
    assert iris((type + part).encode()) == ["http://a.example/"]


def test_parts_are_numbered_as_imap_does() -> None:
    inner = multipart("mixed", "\nhttp://a.example/3.2.1", "\nhttp://a.example/3.2.2", boundary="i")
    nested = f"Content-Type: message/rfc822\n\nSubject: http://a.example/3.2\n{inner}"
    single = "Content-Type: message/rfc822\n\nSubject: x\n\nhttp://a.example/3.1.1"
    outer = multipart("mixed", single, nested, boundary="o")
    data = multipart("mixed", "\nhttp://a.example/1", "\nhttp://a.example/2", outer).encode()
    links = list(links_in_message(data))
    assert [link.iri.rpartition("/")[2] for link in links] == [link.part for link in links]
    assert [link.part for link in links] == ["1", "2", "3.1.1", "3.2", "3.2.1", "3.2.2"]
    assert [link.part for link in links_in_message(email.message_from_bytes(data))] == [link.part for link in links]


@pytest.mark.parametrize("type", ["text/rfc822-headers", "message/global-headers"])
def test_the_header_of_a_returned_message(type: str) -> None:
    fields = "Received: from host.example.org\nMessage-ID: <x@example.org>\nSubject: http://a.example/x\n"
    returned = f"Content-Type: {type}\n\n{fields}"
    data = multipart("report", "\nhello", returned, "\nhttp://b.example/").encode()
    links = list(links_in_message(data))
    assert [(link.iri, link.part, link.header) for link in links] == [
        ("http://a.example/x", "2", "subject"),
        ("http://b.example/", "3", None),
    ]
    assert_is_at(data, links[0], b"http://a.example/x")
    parsed = links_in_message(email.message_from_bytes(data))
    assert [(link.iri, link.part) for link in parsed] == [(link.iri, link.part) for link in links]


def test_a_text_that_stands_twice_has_its_own_places() -> None:
    text = "\nsee http://a.example/x"
    data = f"Subject: see http://a.example/x\n{multipart('mixed', text, text, text)}".encode()
    links = list(links_in_message(data))
    assert len({link.byte_start for link in links}) == 4
    for link in links:
        assert_is_at(data, link, b"http://a.example/x")


def test_alternatives_are_compared() -> None:
    text = "\nhttp://a.example/x/ http://only.example/text"
    html = (
        "Content-Type: text/html\n\n<a href='http://www.a.example/x'>a</a><a href='http://only.example/html'>"
        "a</a><img src='http://a.example/i'>"
    )
    data = multipart("alternative", text, html).encode()
    assert [(link.iri, link.only_in) for link in links_in_message(data)] == [
        ("http://a.example/x/", None),
        ("http://only.example/text", "text"),
        ("http://www.a.example/x", None),
        ("http://only.example/html", "html"),
        ("http://a.example/i", None),
    ]


def test_a_hard_wrapped_line_gets_a_hint() -> None:
    long = "http://a.example/" + "x" * 50 + "/"
    (link,) = links_in_message(message(f"see {long}\nrest/of_it. And more\n", "text/plain"))
    assert (link.iri, link.joined) == (long, f"{long}rest/of_it")
    for rest in ("\n\nrest/of", "\nand more", " rest/of", "\n> rest"):
        (link,) = links_in_message(message(f"see {long}x{rest}", "text/plain"))
        assert link.joined is None


def test_the_text_as_a_reader_sees_it() -> None:
    data = message("> a \n> b\nc \nd\n-- \nsig", FLOWED)
    assert text_of(data) == "> a b\nc d\n-- \nsig"
    assert text_of(message("日 \n本\n", DELSP + "; charset=utf-8")) == "日本\n"
    assert text_of(multipart("mixed", "\nfirst", "\nsecond").encode()) == "first"
    assert text_of(message("<p>", "text/html")) == ""


def test_broken_addresses_are_joined_only_if_that_is_asked_for() -> None:
    data = message("> see <http://a.example/x\n> y>, z\n> z\n", "text/plain")
    assert text_of(data) == "> see <http://a.example/x\n> y>, z\n> z\n"
    assert text_of(data, whole_links=True) == "> see <http://a.example/xy>, z\n> z\n"


@pytest.mark.parametrize(
    ("written", "content_type", "uris"),
    [
        ("<a href='http://a.example/?q=я'>", "text/html; charset=windows-1251", ["%D1%8F", "%FF"]),
        ("<a href='http://a.example/?q=я'>", "text/html; charset=utf-8", ["%D1%8F"]),
        ("<a href='http://a.example/?q=a'>", "text/html; charset=windows-1251", ["a"]),
        ("http://a.example/?q=я", "text/plain; charset=windows-1251", ["%D1%8F"]),
        ("<a href='http://a b/?q=я'>", "text/html; charset=windows-1251", []),
    ],
)
def test_a_query_is_sent_in_the_charset_of_the_page_or_in_utf_8(
    written: str, content_type: str, uris: list[str]
) -> None:
    (link,) = links_in_message(message(written.encode(content_type.partition("=")[2]), content_type))
    assert link.uris == tuple(f"http://a.example/?q={query}" for query in uris)
    assert link.uri == (link.uris[0] if uris else None)
    assert (link.uri_error is None) == bool(uris)


def test_what_a_blocklist_is_asked() -> None:
    (link,) = links_in_message(message("HTTP://www.Bücher.co.uk:80/%c3%bc", "text/plain; charset=utf-8"))
    assert link.lookup_key == (
        "www.xn--bcher-kva.co.uk",
        "xn--bcher-kva.co.uk",
        "http://www.xn--bcher-kva.co.uk/%C3%BC",
    )
    assert link.uri == "HTTP://www.xn--bcher-kva.co.uk:80/%c3%bc"
    (link,) = links_in_message(message("http://[::1]/", "text/plain"))
    assert link.lookup_key is not None
    assert link.lookup_key.domain is None
    (link,) = links_in_message(message("<a href='http://a b/'>x</a>", "text/html"))
    assert (link.uri, link.lookup_key, link.lookup_keys) == (None, None, ())
    assert "host" in str(link.uri_error)


ASKED = {
    "mailto:a@b.example,c@D.example?subject=x@y.example": ["mailto:a@b.example", "mailto:c@d.example"],
    "mailto:?to=a%40b.example&amp;CC=Ann%20%3Cc@d.example%3E%2Ce@f.example&amp;bcc=g@h.example": [
        "mailto:a@b.example", "mailto:c@d.example", "mailto:e@f.example", "mailto:g@h.example"
    ],
    "mailto:a@b.example?to=a@b.example;%20gr%C3%B6%C3%9Fe@bücher.example": [
        "mailto:a@b.example", "mailto:gr%C3%B6%C3%9Fe@xn--bcher-kva.example"
    ],
    "mailto:a": ["mailto:a"],
    "https://www.google.com/url?q=http://a.example/": [
        "https://www.google.com/url?q=http://a.example/", "http://a.example/"
    ],
}  # fmt: skip


@pytest.mark.parametrize("written", ASKED)
def test_all_that_there_is_to_look_up(written: str) -> None:
    (link,) = links_in_message(message(f"<a href='{written}'>a</a>", "text/html; charset=utf-8"))
    assert [key.uri for key in link.lookup_keys] == ASKED[written]


# Notes and limits ----------------------------------------------------------------------------------------------------


def notes(data: bytes, **options: Any) -> list[Note]:
    found: list[Note] = []
    list(links_in_message(data, report=found.append, **options))
    return found


ATTACHED = {
    "HTML": 'Content-Type: text/html; name=a.html\nContent-Disposition: attachment\n\n<a href="http://a.example">',
    "HTML by name": "Content-Type: application/octet-stream; name=a.HTM\n\nx",
    "a message by name": 'Content-Type: application/octet-stream\nContent-Disposition: inline; filename="a.eml"\n\nx',
    "an encoded message": "Content-Type: message/rfc822\nContent-Transfer-Encoding: x-uuencode\n\nx",
    "TNEF": "Content-Type: application/ms-tnef; name=winmail.dat\n\nx",
}


@pytest.mark.parametrize("part", ATTACHED.values(), ids=ATTACHED)
def test_attachments_that_may_have_links_are_told_of(part: str) -> None:
    data = multipart("mixed", part).encode()
    assert [note.kind for note in notes(data)] == ["attachment"]
    assert iris(data) == []


def test_nesting_is_limited() -> None:
    data = b"Content-Type: message/rfc822\n\n" * 3000 + b"\nhttp://a.example/"
    assert [note.kind for note in notes(data)] == ["limit"]
    opened = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3000))
    assert [note.kind for note in notes(opened.encode())] == ["limit"]


def test_parts_and_their_size_are_limited() -> None:
    data = multipart("mixed", *["\nhttp://a.example/ http://b.example/"] * 5).encode()
    assert len(iris(data, limits=Limits(parts=4))) == 6
    assert [note.kind for note in notes(data, limits=Limits(parts=4))] == ["limit"]
    assert len(iris(data, limits=Limits(size=18))) == 5
    assert {note.kind for note in notes(data, limits=Limits(size=18))} == {"limit"}


def test_wrong_use_is_told_at_once() -> None:
    with pytest.raises(TypeError, match="bytes or a Message, not str"):
        links_in_message("Subject: x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="x y"):
        links_in_message(b"", schemes=["x y"])


# Charsets ------------------------------------------------------------------------------------------------------------

CHARSETS = (
    "utf-8 iso-8859-1 shift_jis euc-jp iso-2022-jp gb18030 gb2312 big5 euc-kr koi8-r windows-1251 windows-1252"
    " windows-1255 windows-1256 windows-1258 macintosh utf-16 utf-7 iso-2022-kr hz-gb-2312"
).split()
PATHS = ["résumé", "größe", "日本語", "ひらがな", "中文", "한국어", "привет", "ёж", "שלום", "سلام", "Việt", "plain"]
CODECS = {"windows-1258": "cp1258", "hz-gb-2312": "hz", "big5": "big5hkscs"}  # Python's big5 has other kana


def encodable(text: str, charset: str) -> bytes | None:
    for form in ("NFC", "NFD") if charset == "windows-1258" else ("NFC",):
        try:
            return unicodedata.normalize(form, text).encode(CODECS.get(charset, charset))
        except UnicodeEncodeError:
            continue
    return None


def encoded(data: bytes, transfer: str) -> bytes:
    encoders: dict[str, Callable[[bytes], bytes]] = {
        "8bit": bytes, "base64": base64.encodebytes, "quoted-printable": quopri.encodestring,
    }  # fmt: skip
    return encoders[transfer](data)


def encoded_back(data: bytes, transfer: str) -> bytes:
    if transfer == "base64":
        return base64.b64decode(data.replace(b"\n", b"")[:16])
    return quopri.decodestring(data) if transfer == "quoted-printable" else data


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("transfer", ["8bit", "base64", "quoted-printable"])
def test_the_charset_and_the_encoding_make_no_difference(charset: str, transfer: str) -> None:
    tried = 0
    for path, (kind, template) in product(
        PATHS,
        [
            ("plain", "«x» {} — x. {}\nmore {}\n"),
            ("html", "<p>{}</p>\n<a href='{}'>x</a> {}"),
            ("xml", "<a><b>{}</b> {} {}</a>"),
        ],
    ):
        link = f"http://a.example/{path}"
        text = template.replace("«", "").replace("»", "").replace("—", "-").format(link, link, link)
        octets = encodable(text, charset)
        if octets is None or (charset == "utf-16" and transfer == "8bit"):
            continue
        tried += 1
        fields = f"Content-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n".encode()
        data = fields + encoded(octets, transfer)
        links = list(links_in_message(data))
        assert [unicodedata.normalize("NFC", one.iri) for one in links] == [link] * 3
        places = [one.byte_start for one in links]
        assert places == sorted({place for place in places if place is not None})
        for one in links:
            assert one.byte_start is not None
            if charset.startswith(("utf-16", "utf-7")):
                continue
            place = one.byte_start - len(fields)
            if transfer == "base64":  # the group of four that it starts in
                place -= (place - data[len(fields) : one.byte_start].count(b"\n")) % 4
            rest = encoded_back(data[len(fields) + place :], transfer)
            assert rest.startswith(b"http://a.example/") or (transfer == "base64" and b"http://a" in rest[:12])
    assert tried or (charset, transfer) == ("utf-16", "8bit")


LABELS = [
    ("iso-8859-1", "http://a.example/“x”".encode("cp1252"), "http://a.example/“x”", False),
    ("us-ascii", "http://a.example/é".encode("cp1252"), "http://a.example/é", False),
    ("us-ascii", "http://a.example/é".encode(), "http://a.example/Ã©", True),
    ("iso-8859-1", "http://a.example/é".encode(), "http://a.example/Ã©", True),
    ("gb2312", "http://a.example/镕".encode("gbk"), "http://a.example/镕", False),
    ("gb2312", "http://a.example/日本語".encode(), "http://a.example/鏃ユ湰瑾", True),
    ("ks_c_5601-1987", "http://a.example/뷁".encode("cp949"), "http://a.example/뷁", False),
    ("x-sjis", "http://a.example/①".encode("cp932"), "http://a.example/①", False),
    ("windows-874", "http://a.example/ไทย".encode("cp874"), "http://a.example/ไทย", False),
    ("x-mac-cyrillic", "http://a.example/мир".encode("mac-cyrillic"), "http://a.example/мир", False),
    ("utf-8", "http://a.example/é".encode("cp1252"), "http://a.example/", True),
    ("no-such-charset", "http://a.example/é".encode(), "http://a.example/é", True),
    ("no-such-charset", "http://a.example/é".encode("cp1252"), "http://a.example/é", True),
    ("x\x00y", "http://a.example/é".encode(), "http://a.example/é", True),
    ("idna", "http://a.example/é".encode(), "http://a.example/é", True),
    ("us-ascii", "http://a.example/日本".encode("iso-2022-jp"), "http://a.example/", True),
    # bytes that are not what ASCII is in the label's encoding, which would hide all links, or the reverse
    ("utf-16", b"http://a.example/x", "http://a.example/x", True),
    ("unicode", "http://a.example/é".encode(), "http://a.example/é", True),
    ("utf-32", "http://a.example/é".encode("cp1252"), "http://a.example/é", True),
    ("cp037", b"http://a.example/x", "http://a.example/x", True),
    ("unicode_escape", rb"http://a.example/x ", "http://a.example/x", True),
    ("utf-16", "http://a.example/日本 и".encode("utf-16-be"), "http://a.example/日本", False),
]  # fmt: skip


@pytest.mark.parametrize(("label", "octets", "iri", "noted"), LABELS)
def test_labels_mean_what_senders_mean(label: str, octets: bytes, iri: str, noted: bool) -> None:
    data = message(octets, f'text/plain; charset="{label}"')
    assert iris(data) == [iri]
    assert [note.kind for note in notes(data)] == ["charset"] * noted


def test_iso_2022_jp_needs_no_declaration() -> None:
    assert iris(b"Subject: x\n\n" + "http://a.example/日本".encode("iso-2022-jp")) == ["http://a.example/日本"]


# Laws ----------------------------------------------------------------------------------------------------------------

SCRAPS = st.sampled_from(
    [
        b"Content-Type: multipart/alternative; boundary=b\n\n",
        b"--b\n",
        b"--b--\n",
        b"\r\n",
        b"\n",
        b"From: a@b.com\n",
        b"Content-Type: text/html; charset=utf-8\n",
        b"Content-Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes\n",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: quoted-printable\n",
        b"http://a.example/=C3=BC=\nx ",
        "http://a.example/ü ".encode(),
        b"aHR0cDovL2EuZXhhbXBsZS8=",
        b"\x1b$BFM\x1b(B",
        b"<a href='http://a.example/x'>",
        b"</a>",
        b"Content-Type: message/rfc822\n\n",
        b"Subject: =?utf-8?q?http=3A//a.example/=C3?= =?utf-8?q?=BC?=\n",
        b"<http://a.example/\n> x>",
        b"Content-Type: text/calendar\n\nURL:http://a.example/\n ",
        b"=",
        b" \n",
        b">",
        b"=?",
        b"\xff",
        b"begin 644 a\n",
    ]
)


@given(st.lists(st.one_of(SCRAPS, st.binary(max_size=6)), max_size=30).map(b"".join))
def test_any_bytes_will_do_and_places_lead_back(data: bytes) -> None:
    bodies = {part.number: part.body.text for part in parts_of(data) if part.body is not None}
    for link in links_in_message(data):
        assert link.byte_start is not None
        assert link.line is not None
        assert link.column is not None
        assert 0 <= link.byte_start < len(data)
        lines = data.split(b"\n")
        assert sum(len(line) + 1 for line in lines[: link.line - 1]) + link.column - 1 == link.byte_start
        if link.header is None:
            assert bodies[link.part][link.start : link.end] == link.text
    list(links_in_message(email.message_from_bytes(data)))


@given(st.lists(st.one_of(SCRAPS, st.binary(max_size=6)), max_size=30).map(b"".join))
@example(b"Content-Type: multipart/mixed; boundary=b\n\nhttp://a/\n--b--\n")
@example(
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\nhttp://a/\n--b--\n"
)
def test_the_parts_are_those_of_the_email_package(data: bytes) -> None:
    if b"\r" in data or b"message/" in data or not data.startswith(b"Content-Type: multipart"):
        return
    theirs = [part for part in email.message_from_bytes(data).walk() if not part.is_multipart()]
    ours = [part for part in parts_of(data) if not part.is_message]
    assert len(ours) == len(theirs)


# What opens a part, ends parts, or only looks so.
DELIMITERS = st.sampled_from(
    [
        *(
            "--b\n",
            "--b \t\n",
            "--b\nSubject: x",
            "--b\nContent-Type: message/rfc822\n\nSubject: x\n",
            "--c\n",
            "--d\n",
        ),
        *("--b\nContent-Type: multipart/mixed; boundary=c\n", "--c\nContent-Type: multipart/digest; boundary=d\n"),
        *(
            "--b--",
            "--c--",
            "--c-- \t",
            "--d--",
            "--b--b",
            "--b-",
            "--bb",
            "---b",
            "----b",
            "-b",
            "b--",
            "--",
            "a\n --b",
        ),
        *("a", "", "\n"),
    ]
)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("boundary", ["b", "b: x"])  # which looks like a field of a header
@given(st.lists(DELIMITERS, max_size=12).map("\n".join))
@example("--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\na\n--c--\n--c\n\nb\n--b\n\nc")
@example("--b\nSubject: x\n--b\nSubject: x\n--b--\n--b\n\na")
@example("--b\nContent-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: x\n\na\n--d--\n--b\n\nb")
def test_parts_are_cut_where_the_email_package_cuts_them(boundary: str, line_end: str, body: str) -> None:
    if body.count("=c") > 1 or body.count("=d") > 1:
        return  # a boundary in a part of the same boundary
    body = f"{body}\n--b--\n".replace("--b", f"--{boundary}")
    lines = f'Content-Type: multipart/mixed; boundary="{boundary}"\n\n{body}'
    data = lines.replace("\n", line_end).encode()
    theirs = []
    for part in email.message_from_bytes(data).walk():
        if not part.is_multipart():
            text, type = str(part.get_payload()), part.get_content_type()
            # a multipart without parts keeps the line end before the next delimiter there, and is read as text here
            is_text = part.get_content_maintype() != "multipart"
            theirs.append((type, text) if is_text else ("text/plain", text.removesuffix(line_end)))
    assert [(part.type, part.body.data.decode()) for part in parts_of(data) if part.body is not None] == theirs


NAMES = st.sampled_from(
    "From To Received References Reply-To Return-Path Re Message-ID MIME-Version Date X-Y Subject List-Post".split()
)
VALUES = st.sampled_from(["http://a.example/", "x\n\ty: http://b.example/", "", "a@b.org", "x\r\n z"])


@given(st.lists(st.tuples(NAMES, st.sampled_from([":", ": ", ""]), VALUES)))
def test_the_fields_are_those_of_the_email_package(lines: list[tuple[str, str, str]]) -> None:
    data = "".join(f"{name}{colon}{value}\n" for name, colon, value in lines).encode() + b"\nFrom: http://c.example/\n"
    head, body = parts_of(data)
    theirs = email.message_from_bytes(data)
    expected = [(name.lower(), value) for name, value in theirs.items() if name.lower() in mime.FIELDS.values()]
    assert [(one.name, one.value.decode().strip()) for one in head.fields] == [
        (name, value.strip()) for name, value in expected
    ]
    assert body.body is not None
    if not theirs.defects:
        assert body.body.text == theirs.get_payload()


def test_a_message_object_gives_the_same_notes_without_places() -> None:
    nested = "Content-Type: message/rfc822\nContent-Disposition: attachment\n\nSubject: x\n\nhttp://a.example/"
    data = multipart("mixed", nested, *ATTACHED.values(), "Content-Type: text/plain; charset=no-such\n\nx").encode()
    from_bytes = notes(data)
    from_object: list[Note] = []
    list(links_in_message(email.message_from_bytes(data), report=from_object.append))
    assert len(from_bytes) == 7
    assert [note._replace(start=None) for note in from_bytes] == from_object


# The line of a link, a hundred characters before and after it.
CONTEXTS = [
    ("a\n b ⟦http://a.example/x⟧ c \nd", "b http://a.example/x c"),
    ("⟦http://a.example/x⟧", "http://a.example/x"),
    ("⟦http://a.example/x⟧\n", "http://a.example/x"),
    ("\n⟦http://a.example/x⟧\n", "http://a.example/x"),
    ("x" * 99 + " ⟦http://a.example/x⟧ " + "z" * 99, "x" * 99 + " http://a.example/x " + "z" * 99),
    ("y" + "x" * 99 + " ⟦http://a.example/x⟧ " + "z" * 99 + "y", "x" * 99 + " http://a.example/x " + "z" * 99),
    ("\n" + "x" * 98 + " ⟦http://a.example/x⟧ " + "z" * 98 + "\ny", "x" * 98 + " http://a.example/x " + "z" * 98),
    ("\n" + "x" * 99 + " ⟦http://a.example/x⟧ " + "z" * 99 + "\ny", "x" * 99 + " http://a.example/x " + "z" * 99),
]


@pytest.mark.parametrize(("marked", "context"), CONTEXTS)
def test_the_context_of_a_link(marked: str, context: str) -> None:
    text, (written,) = unmark(marked)
    (link,) = links_in_message(message(text, "text/plain"))
    assert (link.text, link.context) == (written, context)
    assert (link.start, link.end) == (text.index(written), text.index(written) + len(written))


def test_the_context_of_a_label_is_shortened() -> None:
    for length in (99, 100, 101):
        (link,) = links_in_message(message(f"<a href='http://a.example/'>{'x' * length}</a>", "text/html"))
        assert (link.link_text, link.context) == ("x" * length, "x" * min(length, 100))


WRAPPED = [
    # a line of more than 60 columns, and what follows in the next
    (43, "\nrest/of", "rest/of"),
    (42, "\nrest/of", None),
    (43, "\r\n> rest/of", "rest/of"),
    (43, "\n\trest=1 x", "rest=1"),
    (43, "\nrest", None),
    (43, "\nhttp://b.example/", None),
    (43, "\n- a/b", None),
    (43, "\n-a/b", None),
    (43, "\n*a/b", None),
    (43, "\n\na/b", None),
    (43, " \na/b", None),
    (43, "\n", None),
]


@pytest.mark.parametrize(("length", "after", "more"), WRAPPED)
def test_what_a_program_may_have_wrapped(length: int, after: str, more: str | None) -> None:
    for before in ("", "x\n"):
        iri = "http://a.example/" + "y" * length
        link = next(links_in_message(message(f"{before}{iri}{after}", "text/plain")))
        assert (link.iri, link.joined) == (iri, None if more is None else iri + more)


@pytest.mark.parametrize("last", "/=&?%_-")
def test_a_word_may_go_on_after_a_mark_of_addresses(last: str) -> None:
    iri = "http://a.example/" + "y" * 50 + last
    link = next(links_in_message(message(f"{iri}\nrest", "text/plain")))
    assert link.joined in (iri + "rest", None if link.iri != iri else 0)


ONLY_IN = [
    ("http://a.example/", "http://a.example/", None),
    ("http://www.a.example", "https://a.example/", None),
    ("http://a.example/b", "http://a.example/b/", None),
    ("http://a.example/b", "http://a.example/c", "both"),
    ("ftp://a.example/", "http://a.example/", "both"),
    ("ftp://www.a.example/", "ftp://a.example/", "both"),
    ("http://ü.example/ü", "http://xn--tda.example/%C3%BC", None),
    ("mailto:a@b.example", "mailto:a@b.example", None),
]


@pytest.mark.parametrize(("text", "html", "expected"), ONLY_IN)
def test_what_only_one_of_two_forms_has(text: str, html: str, expected: str | None) -> None:
    page = f"Content-Type: text/html; charset=utf-8\n\n<a href='{html}'>a</a><img src='{html}'>"
    data = multipart("alternative", f"Content-Type: text/plain; charset=utf-8\n\n{text}", page).encode()
    found = list(links_in_message(data))
    assert [link.only_in for link in found] == (["text", "html", None] if expected else [None] * 3)
    assert [link.part for link in found] == ["1", "2", "2"]


LOADED = {
    "<img src=http://a.example/>": True,
    "<link href=http://a.example/>": True,
    "<p style='a:url(http://a.example/)'>": True,
    "<svg><image xlink:href=http://a.example/></svg>": True,
    "<video poster=http://a.example/>": True,
    "<a href=http://a.example/>x</a>": False,
    "<a href=http://a.example/></a>": False,
    "<form action=http://a.example/>": False,
    "<blockquote cite=http://a.example/>": False,
    "http://a.example/": False,
}


@pytest.mark.parametrize("html", LOADED)
def test_what_is_loaded_to_show_a_message(html: str) -> None:
    (link,) = links_in_message(message(html, "text/html"))
    assert link.is_loaded is LOADED[html]
    (link,) = links_in_message(b"List-Help: <http://a.example/>\n\n")
    assert link.is_loaded is False


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (["Content-Base: http://b.example/c/"], ["http://b.example/c/x", "http://b.example/y"]),
        (["Content-Location: http://b.example/c/"], ["http://b.example/c/x", "http://b.example/y"]),
        (
            ["Content-Location: http://d.example/", "Content-Base: http://b.example/c/"],
            ["http://b.example/c/x", "http://b.example/y"],
        ),
        ([], []),
    ],
)
def test_what_the_addresses_of_a_page_are_relative_to(fields: list[str], expected: list[str]) -> None:
    assert iris(message("<a href=x>a</a><a href=/y>b</a>", "text/html", *fields)) == expected
    assert iris(message("http://a.example/x /y", "text/plain", *fields)) == ["http://a.example/x"]


@pytest.mark.parametrize(
    "marked",
    [
        "see ⟦bank。com⟧ now",
        "⟦www.bank．com⟧",
        "⟦xbank。com⟧。",
        "⟦bank.com⟧ ⟦bank。com⟧",
        "⟦www。bank。com/x⟧",
        "日本bank。com",
        "bank。com日本",
        "bank。comx",
        "a@bank。com",
        "⟦http://a.example/bank。com⟧",
    ],
)
def test_names_with_stops_of_east_asian_sentences(marked: str) -> None:
    text, written = unmark(marked)
    found = list(links_in_message(message(text)))
    assert [link.text for link in found] == written
    assert all(text[link.start : link.end] == link.text for link in found)


@pytest.mark.parametrize(
    "marked",
    [
        "⟦ann@localhost⟧",
        "<⟦ann@intern⟧>, Ben <⟦ben@b.example⟧>",
        "⟦a@b.example⟧, ⟦c@d⟧",
        "Ann (x@y) <⟦ann@z⟧>",
        "⟦a@b.example⟧,⟦c@d⟧,⟦e@f.example⟧",
    ],
)
def test_addresses_of_a_field_need_no_known_domain(marked: str) -> None:
    text, written = unmark(marked)
    found = list(links_in_message(f"To: {text}\n\n".encode(), headers=True))
    assert [(link.text, text[link.start : link.end], link.kind) for link in found] == [
        (one, one, "email") for one in written
    ]
