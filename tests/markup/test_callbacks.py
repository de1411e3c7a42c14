"""`Linker`: links in HTML by callbacks with bleach's contract."""

from __future__ import annotations

from typing import Any

import pytest

from extract import Finder
from extract.markup import HTML, Linker
from extract.markup.callbacks import add_rel, https_only, nofollow, shorten, target_blank

A = '<a href="http://a.example/%C3%A9"'
NEW = f"{A}>http://a.example/é</a>"
FOLLOWED_NOT = f'{A} rel="nofollow">http://a.example/é</a>'


@pytest.mark.parametrize(
    ("options", "html", "expected"),
    [
        ({}, "see http://a.example/é.", f"see {FOLLOWED_NOT}."),
        ({}, "", ""),
        ({}, "a < b & c <sarcasm>", "a < b & c <sarcasm>"),
        ({}, "é.рф/é", '<a href="https://xn--9ca.xn--p1ai/%C3%A9" rel="nofollow">é.рф/é</a>'),
        ({"default_scheme": "http", "rel": ""}, "a.com", '<a href="http://a.com">a.com</a>'),
        ({"rel": "nofollow ugc"}, "http://a.example/é", f'{A} rel="nofollow ugc">http://a.example/é</a>'),
        ({"callbacks": []}, "http://a.example/é <a href=x>x</a>", f"{NEW} <a href=x>x</a>"),
        ({"callbacks": [], "rel": "me"}, "http://a.example/é", f'{A} rel="me">http://a.example/é</a>'),
        # e-mail: the local part is no query (RFC 6068 §2)
        ({}, "me@a.com mailto:me@a.com", "me@a.com mailto:me@a.com"),
        ({"parse_email": True}, "a?b@a.com", '<a href="mailto:a%3Fb@a.com">a?b@a.com</a>'),
        ({"parse_email": True}, "mailto:a@a.com?b=x", '<a href="mailto:a@a.com?b=x">mailto:a@a.com?b=x</a>'),
        ({"schemes": ["git"]}, "http://a/é git://a/x", 'http://a/é <a href="git://a/x" rel="nofollow">git://a/x</a>'),
        ({"finder": Finder(), "rel": ""}, "a.example.com http://a.example/é", f"a.example.com {NEW}"),
        # elements
        ({"rel": ""}, "<pre>http://a.example/é</pre>", f"<pre>{NEW}</pre>"),
        ({"skip_tags": ["PRE"], "rel": ""}, "<pre>http://a/</pre>http://a.example/é", f"<pre>http://a/</pre>{NEW}"),
        ({"skip_tags": {"pre"}}, '<pre><a href="/">x</a></pre>', '<pre><a href="/" rel="nofollow">x</a></pre>'),
        # anchors that are there
        ({}, "<A HREF='/?a&amp;b&copy=1' rel=me>x&nbsp;<b>y</b></A>",
         '<a href="/?a&amp;b&amp;copy=1" rel="me nofollow">x&nbsp;<b>y</b></A>'),
        ({}, "<a href='?a&lt;=1&lt=2&gt'>x</a>", '<a href="?a&lt;=1&amp;lt=2&gt;" rel="nofollow">x</a>'),
        ({}, "<a href='x' REL=NoFollow>x</a>", "<a href='x' REL=NoFollow>x</a>"),
        ({}, "<a name=x>x</a> <a href=mailto:a>x</a>", "<a name=x>x</a> <a href=mailto:a>x</a>"),
        # SVG and MathML have start tags that close themselves; in HTML they do not, and a value may end with "/"
        ({}, "<svg><a href='x'/><text>t</text></svg><a href=x/>y</a>",
         '<svg><a href="x" rel="nofollow"/><text>t</text></svg><a href="x/" rel="nofollow">y</a>'),
        ({}, "<svg><a href=x /></svg>http://a.example/é", f'<svg><a href="x" rel="nofollow"/></svg>{FOLLOWED_NOT}'),
        ({}, "<a href=x />y http://a.example/é</a>", '<a href="x" rel="nofollow"/>y http://a.example/é</a>'),
        ({}, "<a href=x>x<a href=y>y", '<a href="x" rel="nofollow">x<a href="y" rel="nofollow">y'),
        # of our own
        ({"callbacks": [nofollow, target_blank]}, "http://a.example/é",
         f'{A} rel="nofollow" target="_blank">http://a.example/é</a>'),
        ({"callbacks": [https_only]}, "http://a/é https://a/ <a href=http://x>x</a>",
         'http://a/é <a href="https://a/">https://a/</a> <a href=http://x>x</a>'),
        ({"callbacks": [shorten(4)]}, "a\u0301e\u0301.com", '<a href="https://xn--1caq.com">a\u0301…</a>'),
        ({"callbacks": [shorten(1)]}, "http://a.example/é", f"{A}>…</a>"),
        ({"callbacks": [shorten(2)]}, "http://a.example/é", f"{A}>h…</a>"),
        ({"callbacks": [shorten(17)]}, "http://a.example/é", f"{A}>http://a.example…</a>"),
        ({"callbacks": [shorten(18)]}, "http://a.example/é <a href=x>0123456789012345678</a>",
         f"{NEW} <a href=x>0123456789012345678</a>"),
        ({"callbacks": [add_rel("me")]}, "<a href=x rel='me a'>x</a>", "<a href=x rel='me a'>x</a>"),
    ],
)  # fmt: skip
def test_linker(options: dict[str, Any], html: str, expected: str) -> None:
    linked = Linker(**options).linkify(html)
    assert linked == expected
    assert isinstance(linked, HTML)
    assert Linker(**options).linkify(linked) == linked, "what is linked is not linked again"


def test_the_contract() -> None:
    seen: list[Any] = []

    def callback(attrs: dict[Any, str], new: bool) -> dict[Any, str] | None:
        seen.append((dict(attrs), new))
        if "drop" in attrs["_text"]:
            return None
        return {**attrs, "_text": "<" + attrs["_text"]} if "b" in attrs["_text"] else attrs

    html = (
        "<a HREF='&eacute;' title>x &amp; <b>y</b></a> http://a.example/?b&amp;c <a href=1>drop<i>!</i></a> "
        "http://a.example/drop <a href=2><b>b</b></a> <a href=3>b"
    )
    assert Linker([callback]).linkify(html) == (
        "<a HREF='&eacute;' title>x &amp; <b>y</b></a> "
        '<a href="http://a.example/?b&amp;c">&lt;http://a.example/?b&amp;c</a> drop<i>!</i> '
        "http://a.example/drop <a href=2>&lt;b</a> <a href=3>b"
    )
    assert seen == [
        ({(None, "href"): "é", (None, "title"): "", "_text": "x & y"}, False),
        ({(None, "href"): "http://a.example/?b&c", "_text": "http://a.example/?b&c"}, True),
        ({(None, "href"): "1", "_text": "drop!"}, False),
        ({(None, "href"): "http://a.example/drop", "_text": "http://a.example/drop"}, True),
        ({(None, "href"): "2", "_text": "b"}, False),
        ({(None, "href"): "3", "_text": ""}, False),
    ]


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        ("href", "http://a.example/é", "<a>http://a.example/é</a>"),
        ("rel", "http://a.example/é", NEW),
        ("rel", "<a href=x rel=me>x</a>", '<a href="x">x</a>'),
        ("class", "<a href=x>x</a>", "<a href=x>x</a>"),
        ("_text", "http://a.example/é <a href=x>x</a>", f"{NEW} <a href=x>x</a>"),
    ],
)
def test_an_attribute_set_to_none_is_left_out(name: str, html: str, expected: str) -> None:
    def callback(attrs: dict[Any, Any], _new: bool) -> dict[Any, Any]:
        return {**attrs, "_text" if name == "_text" else (None, name): None}

    assert Linker([callback, shorten(99)]).linkify(html) == expected


COLLECTION = "must be a collection of"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"finder": Finder(), "schemes": ["http"]}, ValueError, "leave out schemes"),
        ({"finder": Finder(), "parse_email": True}, ValueError, "leave out schemes"),
        ({"finder": Finder(wrapped=True)}, ValueError, "without wrapped"),
        *(({"callbacks": given}, TypeError, COLLECTION) for given in (nofollow, "nofollow", [None], 5)),
        *(({"skip_tags": given}, TypeError, COLLECTION) for given in ("pre", 5, [5])),
        *(({"text": given}, TypeError, "text type") for given in (None, 1, b"http://a.example/", int)),
    ],
)
def test_wrong_use(options: Any, error: type[Exception], message: str) -> None:
    text = options.pop("text", "")
    with pytest.raises(error, match=message):
        Linker(**options).linkify(text)
