"""Mail whose links were rewritten looks as it did, and its forms and links lead through the gate."""

from __future__ import annotations

import email
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import pytest

from extract.mail import MailLink, rewrite_links
from tests.browser.conftest import Server, arguments

pytestmark = pytest.mark.all

GATE = "http://gate.invalid/?u="
PAGE = b"""<!DOCTYPE html><base href="http://shop.invalid/mail/">
<style>@import url(a.css); td { background: #eef url('b.png'); border: 1px solid }</style>
<table width=600 background="c.png"><tr><td style="background:url(http://shop.invalid/d.png);padding:9px">
<a href="offer?a=1&amp;b=2">Offer</a> <img src="e.png" srcset="e.png 1x, e2.png 2x" width=99 height=33 alt=Logo>
<form action="search?old=1"><input name=q value=x><button>Search</button></form>
<p>Visit ex<span></span>ample &copy; <a href='http://shop.invalid/?%28&amp;)'>www.shop.invalid</a></table>
"""


def gated(link: MailLink) -> str | None:
    return None if link.is_loaded or not link.uri or link.origin == "text" else GATE + quote(link.uri, safe="")


def page_of(message: bytes) -> bytes:
    payload = email.message_from_bytes(message).get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload


@pytest.mark.parametrize("is_one_line", [False, True])
def test_a_message_looks_as_before(chromium: Any, tmp_path: Path, is_one_line: bool) -> None:
    written = PAGE.replace(b"\n", b" ").ljust(990) if is_one_line else PAGE  # one line would become too long
    message = b"Content-Type: text/html; charset=utf-8\n\n" + written
    changed = rewrite_links(message, gated)
    assert (b"quoted-printable" in changed) == is_one_line
    (tmp_path / "before.html").write_bytes(page_of(message))
    (tmp_path / "after.html").write_bytes(page_of(changed))
    pictures, followed = [], []
    with Server(tmp_path) as server:
        browser = chromium(args=arguments(server.port))
        page = browser.new_page(viewport={"width": 700, "height": 500})
        for name in ("before", "after"):
            page.goto(f"{server.url}/{name}.html", wait_until="networkidle")
            pictures.append(page.screenshot())
            followed.append(page.evaluate("[...document.links].map(link => link.href)"))
        page.click("button")
        page.wait_for_load_state("networkidle")
        browser.close()
    assert pictures[0] == pictures[1]
    assert followed[1] == [GATE + quote(address, safe="") for address in followed[0]]
    host, path = server.asked[-1]
    asked = parse_qs(path.partition("?")[2])
    assert (host, asked) == ("gate.invalid", {"u": ["http://shop.invalid/mail/search?old=1"], "q": ["x"]})
