"""Links that may lead elsewhere than their reader thinks."""

from __future__ import annotations

import pytest

from extract.mail import deceptions, links_in_message
from tests.mail.test_links import message

LINKS = {
    "<a href='http://evil.example/x'>https://www.bank.example/login</a>": ["IRI808"],
    "<a href='http://evil.example/x'>www.bank.com</a>": ["IRI808"],
    "<a href='http://evil.example/x'>Go to <b>bank.com</b> now</a>": ["IRI808"],
    "<a href='http://login.bank.com/x'>bank.com</a>": [],
    "<a href='http://xn--bcher-kva.example/'>bücher.example</a>": [],
    "<a href='http://bank.com/x'>here</a>": [],
    "<a href='mailto:a@example.org'>bank.com</a>": [],
    "<a href='http://bank.com@evil.example/'>here</a>": ["IRI306"],
    "<a href='http://p\u0430ypal.example/'>here</a>": ["IRI601"],
    "<a href='http://exarnple.com/'>here</a>": ["IRI607"],
    "<a href='http://bank.com.evil.com/'>bank.com</a>": ["IRI808"],
    "<a href='http://evil.example/bank.com/'>bank.com</a>": ["IRI808"],
    "<a href='https://www.google.com/url?q=http://bank.com/'>bank.com</a>": [],
    "<a href='http://books.example/x'>VB.NET</a>": [],
    "<a href='http://bank.com/b'>http://bank.com/a</a>": [],
    "<a href='mailto:eve@evil.example'>ann@bank.com</a>": ["IRI808"],
    "http://b.example/": [],
}


@pytest.mark.parametrize("html", LINKS)
def test_deceptions(html: str) -> None:
    (link,) = links_in_message(message(html, "text/html; charset=utf-8"))
    assert [problem.code for problem in deceptions(link, protect=["example.com"])] == LINKS[html]
