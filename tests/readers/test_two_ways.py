"""What is usual in mail is read in one go, the rest piece by piece; both ways lead to the same links."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.mail import links_in_message
from extract.readers import html, transfer
from tests.examples import examples

_PIECES = """
<td>|</td>|<p class="x">|<br/>|<b>|</b>|<span></span>|<span style="color:red">|<wbr>|<!--x-->|</a>|<title>|<style>
</style>|<a href="http://a.example/é">|<a class="x" href="//b.example/?a=1&amp;b&lt">
<a href="c.example" href="d.example/">Click</a>|<td background="http://h.example/">|<form action='http://i.example/'>
<a style="background: url(http://e.example/)" href="http://f.example/">Go to g.example</a>
<IMG alt="n.example" width=1 src="http://o.example/p?q&amp;r&#38;s"/>|<A HREF="http://p.example/">q.<b>example</b></A>
<base href='http://j.example/'>|www.k.|example|l@m.example|. |&nbsp;|&#46;|>|"
"""


@given(st.lists(st.sampled_from([*re.split(r"[|\n]", _PIECES), "\n"]), max_size=14).map("".join))
@example('<p>See www.k.</p><a href="http://a.example/">Log in.</a>')
@example("www.k.<span></span>example")
@example("<title><p><a href='http://a.example/'>x</a>")
@examples(300)
def test_pages(page: str) -> None:
    message = f"Content-Type: text/html; charset=utf-8\n\n{page}".encode()
    found = list(links_in_message(message))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html, "_PLAIN", re.compile(""))
        patch.setattr(html, "_PLAIN_LINK", re.compile("(?!)"))
        assert found == list(links_in_message(message))


@given(st.lists(st.sampled_from([b"=3D", b"=c3=A9", b"=\n", b"=\r\n", b"ab", b" ", b"\r\n", b"\r"])).map(b"".join))
@example(b"=\r\n=3D=\n=\r\nab")
@examples(300)
def test_places_in_quoted_printable(raw: bytes) -> None:
    body = transfer.Body(raw, 0, "quoted-printable")
    for offset, byte in enumerate(body.data):
        start, end = body.raw_span(offset, offset + 1)
        written = raw[start:end]
        assert byte == (int(written[1:], 16) if end - start == 3 else written[0])
