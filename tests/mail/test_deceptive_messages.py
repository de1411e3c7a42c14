"""Messages that deceive, and messages that look like it: the sender, the HTML, and whether a gateway warns of them."""

from __future__ import annotations

import pytest

from extract.mail import deceptive_links

PROTECTED = ["paypal.com", "example.com", "booking.com"]
ANN = "Ann <ann@shop.example>"


def warnings(sender: str, html: str) -> list[str]:
    data = f"From: {sender}\nContent-Type: text/html; charset=utf-8\n\n{html}".encode()
    return [
        problem.message
        for _, problems in deceptive_links(data, protect=PROTECTED)
        for problem in problems
        if problem.severity != "info"
    ]


def to(target: str, label: str = "here") -> tuple[str, str]:
    return ANN, f'<p>Read <a href="{target}">{label}</a></p>'


BAD = {
    "another site": to("http://evil.example/x", "https://www.bank.com/login"),
    "another site, without a scheme": to("http://evil.example/x", "www.bank.com"),
    "a bare name": to("http://evil.example/x", "bank.com"),
    "in a sentence": to("http://evil.example/x", "Log in at bank.com now"),
    "with a capital, as an address": to("http://evil.example/x", "Go to Bank.com now"),
    "cut short": to("http://evil.example/x", "https://www.bank.com/log…"),
    "in bold": to("http://evil.example/x", "ba<b>nk.c</b>om"),
    "with an invisible space": to("http://evil.example/x", "bank&#x200B;.com"),
    "with an ideographic stop": to("http://evil.example/x", "bank。com"),
    "reversed": to("http://evil.example/x", "https://bank.com/&#x202E;gpj.exe"),
    "another top-level domain": to("http://bank.co/", "https://bank.com/"),
    "the name at the front": to("http://bank.com.evil.example/", "bank.com"),
    "the name in the path": to("http://evil.example/bank.com/", "bank.com"),
    "a picture's text": (ANN, '<a href="http://evil.example/"><img src="x.png" alt="https://bank.com/"></a>'),
    "a button": (ANN, '<form><button formaction="http://evil.example/">bank.com</button></form>'),
    "an area of a picture": (ANN, '<map><area href="http://evil.example/" alt="bank.com"></map>'),
    "for Outlook only": (ANN, '<!--[if mso]><a href="http://evil.example/">bank.com</a><![endif]-->'),
    "no site": to("data:text/html,x", "https://bank.com/"),
    "a script": to("javascript:alert(1)", "https://bank.com/"),
    "another mailbox": to("mailto:eve@evil.example", "ann@bank.com"),
    "a page for a mailbox": to("http://evil.example/x", "ann@bank.com"),
    "a user like a host": to("http://www.paypal.com@evil.example/"),
    "a decimal IP address": to("http://3232235521/"),
    "a hexadecimal IP address": to("http://0x7f.1/"),
    "an IP address with a root dot": to("http://127.1./"),
    "a Cyrillic letter": to("http://p\u0430ypal.example/"),
    "all Cyrillic": to("http://\u0440\u0430\u0443\u0440\u0430\u04cf.example/"),
    "Punycode of a Cyrillic letter": to("http://xn--pypal-4ve.example/"),
    "one for l": to("https://www.paypa1.com/"),
    "rn for m": to("https://exarnple.com/"),
    "the brand and a word": to("https://paypal-secure.com/"),
    "a word and the brand": to("https://secure-paypal.example/login"),
    "the brand below another site": to("https://login.paypal.evil.example/"),
    "the domain below another site": to("https://paypal.com.evil.example/"),
    "the brand with a digit and a word": to("https://paypa1-login.com/"),
    "the brand in a mailbox": to("mailto:help@paypal-service.example"),
    "a sender's address as a name": ('"service@paypal.com" <x@evil.example>', "<p>Hello"),
    "a sender's domain as a name": ('"paypal.com" <x@evil.example>', "<p>Hello"),
    "a sender's brand as a name": ("PayPal <x@evil.example>", "<p>Hello"),
    "a sender below the brand": ("Help <service@paypal.evil.example>", "<p>Hello"),
    "Safe Links to another site": to(
        "https://a.safelinks.protection.outlook.com/?url=http%3A%2F%2Fevil.example%2F&amp;data=1", "bank.com"
    ),
    "Google to an IP address": to("https://www.google.com/url?q=http://3232235521/"),
    "Facebook to a look-alike": to("https://l.facebook.com/l.php?u=https%3A%2F%2Fpaypal-secure.com%2F"),
    "a Google link under Google's name": to("https://www.google.com/url?q=https://evil.example/", "www.bank.com"),
}

GOOD = {
    "a script of a project": to("https://github.com/a/b/blob/main/setup.py", "setup.py"),
    "a file of a change": to("https://github.com/a/b/pull/1/files#diff-1a2b", "README.md"),
    "a file in a folder": to("https://github.com/a/b/pull/1/files#diff-1a2b", "docs/README.md"),
    "a file in Rust": to("https://github.com/a/b/pull/1/files#diff-3c", "src/main.rs"),
    "a file of a build": to("https://ci.example/job/1", "build.sh"),
    "a line of a test": to("https://ci.example/job/1", "tests/test_a.py:12"),
    "files in a sentence": to("https://github.com/a/b/commit/1", "Update README.md and setup.py"),
    "an archive": to("https://downloads.example/a", "photos-2024.zip"),
    "an attribute": to("https://docs.example/b.html", "torch.nn"),
    "a name in code": to("https://docs.example/b.html", "os.path.join"),
    "a date that Apple found": to("x-apple-data-detectors://1", "tomorrow"),
    "a telephone number": to("tel:+4930123456", "+49 30 123456"),
    "an app": to("https://apps.apple.com/app/id367003839", "Booking.com app"),
    "an app, in a sentence": to("https://apps.apple.com/app/id367003839", "Get the Booking.com app today"),
    "a paper": to("https://news.shop.example/1", "Bild.de: Neues"),
    "choices of a form": to("https://search.shop.example/", "Go! News.com All"),
    "a product": to("https://dotnet.microsoft.com/", "ASP.NET"),
    "a product with a dot": to("https://nodejs.org/", "Node.js"),
    "another product": to("https://socket.io/", "Socket.IO"),
    "our own mailbox": to("mailto:info%40xn--r8jz45g.jp", "info@例え.jp"),
    "our own mailbox, in Unicode": to("mailto:info@xn--r8jz45g.jp", "info@例え.jp"),
    "a mailbox after a space": to("mailto:%20info@bank.com", "info@bank.com"),
    "our own link": to("https://xn--r8jz45g.jp/%E6%97%A5", "https://例え.jp/日"),
    "the site itself": to("https://www.bank.com/login?utm_source=x", "bank.com"),
    "a host of the site": to("https://mail.bank.com/x", "www.bank.com"),
    "a counter of clicks": to("https://x.us1.list-manage.com/track/click?u=1&amp;id=2", "www.bank.com"),
    "another counter of clicks": to("https://u1.ct.sendgrid.net/ls/click?upn=1", "https://bank.com/"),
    "Safe Links to the same site": to(
        "https://a.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.com%2F&amp;data=1", "bank.com"
    ),
    "Proofpoint to the same site": to("https://urldefense.com/v3/__https://bank.com/__;!!a!b$", "https://bank.com/"),
    "Google to the same site": to("https://www.google.com/url?q=https://bank.com/&amp;sa=D", "bank.com"),
    "Mimecast": to("https://protect-eu.mimecast.com/s/a?domain=bank.com", "bank.com"),
    "the sender's own brand": ("PayPal <service@paypal.com>", '<a href="https://www.paypal.com/x">paypal.com</a>'),
    "the sender's own address": ('"service@paypal.com" <service@mail.paypal.com>', "<p>Hello"),
    "a sender through a list": ('"Ann via Example List" <list@lists.example.org>', "<p>Hello"),
    "a sender with a comma": ('"Example, Ann" <ann@shop.example>', "<p>Hello"),
    "the brand in another country": to("https://www.booking.de/"),
    "the brand within a word": to("https://www.paypalooza.example/"),
    "a number": to("https://github.com/a/b/issues/12", "#12"),
    "a version": to("https://github.com/a/b/releases/tag/v1.2.3", "v1.2.3"),
    "words": to("https://shop.example/x", "Read more … e.g. this"),
    "nothing": (ANN, '<a href="https://shop.example/x"><img src="x.png" alt=""></a>'),
}


@pytest.mark.parametrize("name", BAD)
def test_warned_of(name: str) -> None:
    assert warnings(*BAD[name])


@pytest.mark.parametrize("name", GOOD)
def test_left_alone(name: str) -> None:
    assert warnings(*GOOD[name]) == []
