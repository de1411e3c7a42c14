"""Links that may lead elsewhere than their reader thinks."""

from __future__ import annotations

import pytest

from extract import lint
from extract.mail import deceptions, deceptive_links, links_in_message
from tests.mail.test_links import message, multipart

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
    "<a href='mailto:a@b.example?subject=x'>mailto:a@b.example?subject=x</a>": [],
    "<a href='http://evil.example/x'>ann@bank.com</a>": ["IRI808"],
    "<a href='http://www.bank.com/x'>ann@bank.com</a>": [],
    "http://b.example/": [],
    # what is not part of an address that is shown, and what is
    "<a href=http://evil.example/>www.bank.com</a>": ["IRI808"],
    "<a href=http://evil.example/><div>www.bank.com</div><div>Login</div></a>": ["IRI808"],
    "<a href='http://evil.example/'>www.bank.com<br>Login</a>": ["IRI808"],
    "<a href='http://evil.example/'><style>p{a:b}</style>w<!-- > -->ww.bank.com</a>": ["IRI808"],
    "<svg><a xlink:href='http://evil.example/'><text>www.bank.com</text></a></svg>": ["IRI808"],
    # cut short by whoever shows it
    "<a href='http://evil.example/'>https://www.bank.com/login...</a>": ["IRI808"],
    "<a href='http://www.bank.com/login/now'>https://www.bank.com/log…</a>": [],
    "<a href='http://www.bank.com/login/now'>https://www.ba…</a>": [],
    "<a href='http://www.bank.com/login/now'>bank.co...</a>": [],
    # under another top-level domain; where no site is asked
    "<a href='http://bank.co/'>https://bank.com/</a>": ["IRI808"],
    "<a href='data:text/html,x'>https://bank.com/</a>": ["IRI808"],
    "<a href='ftp://evil.example/x'>https://bank.com/</a>": ["IRI808"],
    "<a href='http://1071396130/'>here</a>": ["IRI307"],
}


@pytest.mark.parametrize("html", LINKS)
def test_deceptions(html: str) -> None:
    (link,) = links_in_message(message(html, "text/html; charset=utf-8"))
    assert [problem.code for problem in deceptions(link, protect=["example.com"])] == LINKS[html]


def test_deceptive_markdown() -> None:
    (link,) = links_in_message(message("[www.bank.com](http://evil.example/)", "text/markdown"))
    assert link.label == "www.bank.com"
    assert [problem.code for problem in deceptions(link)] == ["IRI808"]


# The text, the HTML, and the sites that only the HTML leads to.
ALTERNATIVES = {
    ("http://bank.com/a", "<a href='http://evil.com/a'>here</a>"): ["evil.com"],
    ("bank.com", "<a href='http://evil.com/a'>here</a> <a href='http://evil.com/b'>here</a>"): ["evil.com"],
    ("http://bank.com/a", "<a href='http://www.bank.com/b'>here</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/a'>here</a> <a href='http://click.com/'>there</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/b'>here</a> <img src='http://cdn.com/c'>"): [],
    ("no link", "<a href='http://evil.com/a'>here</a>"): [],
    ("ann@bank.com", "<a href='http://evil.com/a'>here</a>"): [],
}


@pytest.mark.parametrize(("text", "html"), ALTERNATIVES)
def test_text_against_html(text: str, html: str) -> None:
    data = multipart("alternative", f"\n{text}", f"Content-Type: text/html\n\n{html}").encode()
    found = list(deceptive_links(links_in_message(data)))
    told = [
        (link.lookup_key.domain, problem.code) for link, problems in found for problem in problems if link.lookup_key
    ]
    assert told == [(site, "IRI817") for site in ALTERNATIVES[text, html]]
    linted = [finding for finding in lint(data, "a.eml") if finding.problem.code == "IRI817"]
    assert [(finding.line, data[finding.problem.start : finding.problem.end]) for finding in linted] == [
        (link.line, link.text.encode()) for link, _ in found
    ]


def test_what_may_deceive_comes_first() -> None:
    html = "<a href='http://a.example/%zz'>a</a> <a href='http://evil.example/'>http://www.bank.com/</a>"
    codes = [finding.problem.code for finding in lint(message(html, "text/html"), "a.eml")]
    assert codes == ["IRI808", "IRI102"]
