"""mistletoe: whole links beside its own markup."""

from __future__ import annotations

from functools import partial

import mistletoe
import pytest

from extract.integrations.mistletoe import IRIRenderer

E = '<a href="http://a.example/%C3%A9">http://a.example/é</a>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("見て http://a.example/é。", f"見て {E}。"),
        ("これは**http://a.example/é**です", f"これは<strong>{E}</strong>です"),
        ("http://a.example/?a&amp;b=é;", '<a href="http://a.example/?a&amp;b=%C3%A9">http://a.example/?a&amp;b=é</a>;'),
        (
            "www.é.com me@a.com",
            '<a href="https://www.xn--9ca.com">www.é.com</a> <a href="mailto:me@a.com">me@a.com</a>',
        ),
        ("[http://a.example/é](/x)", '<a href="/x">http://a.example/é</a>'),
        ("[x](http://é.example/é)", '<a href="http://xn--9ca.example/%C3%A9">x</a>'),
        ("<http://é.example/>", '<a href="http://xn--9ca.example/">http://é.example/</a>'),
        ("![x](http://é.example/é)", '<img src="http://xn--9ca.example/%C3%A9" alt="x" />'),
        ("`http://a.example/é`", "<code>http://a.example/é</code>"),
        ("<a href=x>http://a.example/é</a> http://a.example/é", f"<a href=x>http://a.example/é</a> {E}"),
        ("</a></b> http://a.example/é", f"</a></b> {E}"),
        ("example.com javascript:x", "example.com javascript:x"),
    ],
)
def test_links(text: str, expected: str) -> None:
    assert mistletoe.markdown(text, IRIRenderer) == f"<p>{expected}</p>\n"


def test_options() -> None:
    renderer = partial(IRIRenderer, bare_domains=True, email=False, default_scheme="http")
    assert mistletoe.markdown("a.com README.md me@a.com", renderer) == (
        '<p><a href="http://a.com">a.com</a> README.md me@a.com</p>\n'
    )
