"""Links that may lead elsewhere than their reader thinks."""

from __future__ import annotations

import email

import pytest

from extract import check, lint
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
    "<a href='http://exarnpl%65%2ecom/'>here</a>": ["IRI607"],
    "<a href='http://www.b%61nk.com/'>bank.com</a>": [],
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
    # through services that write where they lead
    "<a href='https://www.google.com/url?q=http://bank.com@evil.example/'>here</a>": ["IRI306"],
    "<a href='https://l.facebook.com/l.php?u=http%3A%2F%2F1071396130%2F'>here</a>": ["IRI301"],
    "<a href='https://a.safelinks.protection.outlook.com/?url=http://p%D0%B0ypal.example%2F'>here</a>": ["IRI601"],
    "<a href='https://urldefense.com/v3/__http://xn--pypal-4ve.example*p__;Lw!!a!b$'>here</a>": ["IRI601"],
    "<a href='https://slack-redir.net/link?url=http%3A%2F%2Fexarnple.com%2F'>here</a>": ["IRI607"],
    "<a href='https://slack-redir.net/link?url=http%3A%2F%2Fexample.com%2F'>here</a>": [],
    "<a href='https://protect.checkpoint.com/v2/___http://evil.example/___.x'>bank.com</a>": ["IRI808"],
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
    "<a href='http://1071396130/'>here</a>": ["IRI301"],
    # the stops of East Asian sentences, which browsers take for dots
    "<a href='http://evil.example/'>bank。com</a>": ["IRI808"],
    "<a href='http://evil.example/'>Go to bank．com now</a>": ["IRI808"],
    "<a href='http://bank.com/'>www。bank｡com</a>": [],
    "<a href='http://books.example/'>完了。Java。</a>": [],
    # letters of other styles, which browsers take for plain ones
    "<a href='http://evil.example/'>ⓦⓦⓦ.ⓒⓗⓐⓢⓔ.ⓒⓞⓜ</a>": ["IRI808"],
    "<a href='http://www.chase.com/'>ⓦⓦⓦ.ⓒⓗⓐⓢⓔ.ⓒⓞⓜ</a>": [],
    "<a href='http://evil.example/'>𝐰𝐰𝐰.𝐜𝐡𝐚𝐬𝐞.𝐜𝐨𝐦/login</a>": ["IRI808"],
    "<a href='http://evil.example/'>𝕙𝕥𝕥𝕡𝕤://𝖈𝖍𝖆𝖘𝖊.𝖈𝖔𝖒/login</a>": ["IRI808"],
    "<a href='http://evil.example/'>Go to (ⒸⒽⒶⓈⒺ．ⓒⓄｍ) now</a>": ["IRI808"],
    "<a href='http://evil.example/'>🅆🅆🅆。🄲🄷🄰🅂🄴。🄲🄾🄼</a>": ["IRI808"],
    "<a href='http://evil.example/'>🅒🅗🅐🅢🅔.🅲🅾🅼</a>": ["IRI808"],
    "<a href='http://evil.example/'>⒞⒣⒜⒮⒠.⒞⒪⒨</a>": ["IRI808"],
    "<a href='http://evil.example/'>ᶜʰᵃˢᵉ.ᶜᵒᵐ</a>": ["IRI808"],
    "<a href='http://evil.example/'>🇨🇭🇦🇸🇪.🇨🇴🇲</a>": ["IRI808"],
    "<a href='http://evil.example/'>chase.ⓒom</a>": ["IRI808"],
    "<a href='http://evil.example/'>ⓐⓝⓝ@ⓒⓗⓐⓢⓔ.ⓒⓞⓜ</a>": ["IRI808"],
    "<a href='http://evil.example/'>chase.comⓘⓘ</a>": ["IRI808"],
    "<a href='http://chase.com/'>ⓘchase.com ⓘ</a>": [],
    "<a href='http://chase.com/'>🇺🇸chase.com</a>": [],
    "<a href='http://chase.com/m²'>Chase.com²</a>": [],
    "<a href='http://chase.com/ℝ'>http://chase.com/ℝ</a>": [],
    "<a href='http://books.example/'>① Ⅷ ℝ² 𝐀.𝐁</a>": [],
    # what buttons and Outlook show
    "<map><area href='http://evil.example/' alt='bank.com'></map>": ["IRI808"],
    "<button formaction='http://evil.example/'>http://bank.com/</button>": ["IRI808"],
    "<button formaction=http://evil.example/>Log in at<b>bank.com": ["IRI808"],
    "<input type=submit formaction=http://evil.example/ value=bank.com>": ["IRI808"],
    "<!--[if mso]><a href='http://evil.example/'>bank.com</a><![endif]-->": ["IRI808"],
    "<!--[if mso]><v:rect href='http://evil.example/'><center>bank.com</center></v:rect><![endif]-->": ["IRI808"],
    "<iframe srcdoc='<a href=http://evil.example>bank&amp;period;com</a>'>": ["IRI808"],
}


@pytest.mark.parametrize("html", LINKS)
def test_deceptions(html: str) -> None:
    link, *_ = links_in_message(message(html, "text/html; charset=utf-8"))
    assert [problem.code for problem in deceptions(link, protect=["example.com"])] == LINKS[html]


# What a link that shows bank.com leads to, and how severe that is: "info" where a service counts clicks.
SEVERITIES = {
    "http://evil.example/": ["warning"],
    "https://x.us1.list-manage.com/track/click?u=1": ["info"],
    "https://u1.ct.sendgrid.net/ls/click?upn=1": ["info"],
    "https://protect-eu.mimecast.com/s/1?domain=bank.com": ["info"],
    "https://list-manage.com.evil.example/": ["warning"],
    "https://evil-list-manage.com/": ["warning"],
    # those who say where they lead
    "https://x.r.us-east-1.awstrack.me/L0/https:%2F%2Fwww.bank.com%2F/1/0": [],
    "https://x.r.us-east-1.awstrack.me/L0/https:%2F%2Fevil.example%2F/1/0": ["warning"],
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.com%2F&data=1": [],
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2F&data=1": ["warning"],
    "https://eur01.safelinks.protection.outlook.com/?data=1": ["info"],
    "https://urldefense.com/v3/__https:/*bank.com/x__;Lw!!x": [],
    "https://urldefense.com/v3/__http://evil.example/__;!!x": ["warning"],
    "https://url.avanan.click/v2/r01/___https:/bank.com/x___.YXAz": [],
    "https://clicktime.symantec.com/1x?u=https%3A%2F%2Fbank.com": [],
    "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fbank.com%2f&c=E,1": [],
    "https://secure-web.cisco.com/1x/https%3A%2F%2Fbank.com%2F": [],
    "https://secure-web.cisco.com/1x": ["info"],
    # and those who only look like them
    "https://www.google.co.uk/url?q=https://bank.com/": [],
    "https://google.evil.example/url?q=https://bank.com/": ["warning"],
    "https://clicktime.symantec.com.evil.example/1x?u=https%3A%2F%2Fbank.com": ["warning"],
}


@pytest.mark.parametrize(("target", "is_found"), [("x", True), ("x" * 4_000, False)])
def test_a_long_label_is_compared_with_a_short_target(target: str, is_found: bool) -> None:
    label = "http://a.example/ " * 100 + "http://b.example/"
    found = lint(f"<a href='http://a.example/{target}'>{label}</a>".encode(), "a.html")
    assert [finding.problem.code for finding in found] == ["IRI808"] * is_found


@pytest.mark.parametrize("target", SEVERITIES)
def test_services_that_lead_on(target: str) -> None:
    for label in ("bank.com", "https://bank.com/", "Go to bank.com"):
        (link,) = links_in_message(message(f"<a href='{target.replace('&', '&amp;')}'>{label}</a>", "text/html"))
        assert [problem.severity for problem in deceptions(link)] == SEVERITIES[target], label


def test_the_way_is_told() -> None:
    google = "https://www.google.com/url?q=http://1071396130/"
    (problem,) = check(google)
    assert problem.message.endswith("(the link leads there through Google)")
    assert google[problem.start : problem.end] == google
    (problem,) = check("https://slack-redir.net/link?url=" + google)
    assert problem.message.endswith("(the link leads there through Slack, then Google)")


def test_a_message_is_taken_like_its_links() -> None:
    data = message("<a href='http://evil.example/'>bank.com</a> <a href='http://b.example/'>b</a>", "text/html")
    links = list(links_in_message(data))
    found = list(deceptive_links(links))
    assert [link for link, _ in found] == links[:1]
    assert list(deceptive_links(data)) == found
    assert deceptions(data) == deceptions(email.message_from_bytes(data)) == found[0][1]
    for wrong in ("Subject: x", None, 1):
        with pytest.raises(TypeError, match="a message"):
            deceptions(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not MailLink"):
        list(deceptive_links(links[0]))  # type: ignore[arg-type]


def test_deceptive_markdown() -> None:
    (link,) = links_in_message(message("[www.bank.com](http://evil.example/)", "text/markdown"))
    assert link.link_text == "www.bank.com"
    assert [problem.code for problem in deceptions(link)] == ["IRI808"]


# The text, the HTML, and the sites that only the HTML leads to.
ALTERNATIVES = {
    ("http://bank.com/a", "<a href='http://evil.com/a'>here</a>"): ["evil.com"],
    ("bank.com", "<a href='http://evil.com/a'>here</a> <a href='http://evil.com/b'>here</a>"): ["evil.com"],
    ("http://bank.com/a", "<a href='http://www.bank.com/b'>here</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/a'>here</a> <a href='http://click.com/'>there</a>"): [],
    ("http://bank.com/a", "<a href='http://bank.com/b'>here</a> <img src='http://cdn.com/c'>"): [],
    ("http://bank.com/a", "<a href='https://x.list-manage.com/track/click?u=1'>here</a>"): [],
    ("http://bank.com/a", "<a href='https://www.google.com/url?q=http://bank.com/a'>here</a>"): [],
    ("http://bank.com/a", "<a href='https://www.google.com/url?q=http://evil.com/a'>here</a>"): ["google.com"],
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
    assert told == [(site, "IRI808") for site in ALTERNATIVES[text, html]]
    linted = [finding for finding in lint(data, "a.eml") if finding.problem.code == "IRI808"]
    assert [(finding.line, data[finding.problem.start : finding.problem.end]) for finding in linted] == [
        (link.line, link.text.encode()) for link, _ in found
    ]


def test_what_may_deceive_comes_first() -> None:
    html = "<a href='http://a.example/%zz'>a</a> <a href='http://evil.example/'>http://www.bank.com/</a>"
    codes = [finding.problem.code for finding in lint(message(html, "text/html"), "a.eml")]
    assert codes == ["IRI808", "IRI101"]
