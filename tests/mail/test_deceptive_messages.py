"""Messages that deceive, and messages that look like it: the sender, the HTML, and whether a gateway warns of them."""

from __future__ import annotations

import pytest

from extract.mail import deceptive_links

PROTECTED = ["paypal.com", "example.com", "booking.com", "Bücher.de", "nordlicht-bank.de", "bank.intern"]
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


def counted(target: str, label: str, others: list[str] | None = None, text: str = "Read {}") -> tuple[str, str]:
    """Return a message with one link, after others that lead through a counter of clicks at evil.example."""
    others = [f"http://evil.example/c/?t={number}a" for number in range(12)] if others is None else others
    links = (f'<a href="{other}">{text.format(number)}</a>' for number, other in enumerate(others))
    return ANN, f'{"".join(links)}<a href="{target}">{label}</a>'


HERE = "http://evil.example/c/?t=0b"
# A deceiver who writes what newsletters have: a dozen links through a counter, and one that shows another address.
BAD |= {
    "counted: a well-known site": counted(HERE, "https://www.paypal.com/"),
    "counted: a protected site": counted(HERE, "www.booking.com"),
    "counted: a protected site in Unicode": counted(HERE, "https://xn--bcher-kva.de/"),
    "counted: a protected site in letters": counted(HERE, "https://bücher.de/"),
    "counted: below a protected site": counted(HERE, "https://my.example.com/"),
    "counted: a page for logging in": counted(HERE, "https://www.bank.example/login"),
    "counted: a page of a wallet": counted(HERE, "https://bank.example/wallet-kyc"),
    "counted: a verb before": counted(HERE, "Verify your account: bank.com"),
    "counted: a word after": counted(HERE, "Bank.com sign in"),
    "counted: a mailbox": counted(HERE, "ann@bank.com"),
    "counted: a look-alike": counted(HERE, "http://еvil.example/"),
    "counted: reversed": counted(HERE, "https://bank.com/&#x202E;gpj.exe"),
    "counted: a user like a host": counted("http://bank.com@evil.example/c/?t=0b", "bank.com"),
    "the name below the counter": counted(
        "http://bank.com.evil.example/c/1",
        "bank.com",
        [f"http://bank.com.evil.example/c/{number}" for number in range(12)],
    ),
    "too few links": counted(HERE, "bank.com", [f"http://evil.example/c/?t={number}a" for number in range(8)]),
    "too small a part": counted(
        HERE,
        "bank.com",
        [f"http://evil.example/c/?t={number}a" for number in range(10)]
        + [f"http://shop.example/{word}" for word in "abcdefghijklmnopqrstuvwxyzäöü"]
        + [f"http://shop.example/x/{word}" for word in "abcdefghijklmnopqrstuvwxyzäöü"],
    ),
    "one link, again and again": counted(HERE, "bank.com", ["http://evil.example/c/?t=1a"] * 20),
    "one link, to many places in it": counted(
        HERE, "bank.com", [f"http://evil.example/c/?t=1a#{number}" for number in range(20)]
    ),
    "links that nobody sees": counted(HERE, "bank.com", text=""),
    "pictures": (
        ANN,
        "".join(f'<img src="http://evil.example/c/?t={number}">' for number in range(20))
        + f'<a href="{HERE}">bank.com</a>',
    ),
    "pages with names": counted(HERE, "bank.com", [f"http://evil.example/{word}" for word in "abcdefghijklmn"]),
    "another path": counted("http://evil.example/x", "bank.com"),
    "another parameter": counted("http://evil.example/c/?u=0b", "bank.com"),
    "another host": counted("http://www.evil.example/c/?t=0b", "bank.com"),
    "many hosts": counted(HERE, "bank.com", [f"http://a{number}.evil.example/c/?t=1" for number in range(20)]),
    "an IP address that counts": counted(
        "http://192.0.2.1/c/99", "bank.com", [f"http://192.0.2.1/c/{number}" for number in range(20)]
    ),
    "a mailbox at a provider": to("mailto:eve@gmail.com", "ann@gmail.com"),
    "a user unlike the mailbox": to("http://ann@bank.com@evil.example/", "ann@bank.com"),
}
GOOD |= {
    "counted: a name": counted(HERE, "CNET Builder.com"),
    "counted: a site": counted(HERE, "www.trivago.com.au"),
    "counted: a page": counted(HERE, "http://borland.atre.example/sse9_03"),
    "counted in the path": counted(
        "http://lists.evil.example/t/12337/850/30/1/",
        "HostJ2EE.com",
        [f"http://lists.evil.example/t/12337/850/{number}/181/" for number in range(12)],
    ),
    "counted, through Safe Links": counted(
        "https://a.safelinks.protection.outlook.com/?url=http%3A%2F%2Fevil.example%2Fc%2F%3Ft%3D9b&amp;data=1",
        "bank.com",
    ),
    "our mailbox, as a page": to("http://info@bank.com", "info@bank.com"),
    "another mailbox of ours": to("mailto:partners@shop.example", "support@shop.example"),
    "the scheme twice": to("http://https://shop.example/a", "https://shop.example/a"),
    "Yet Another Mail Merge": to(
        "https://yj2-dot-yamm-track.appspot.com/Redirect?ukey=1&amp;link=http%3A%2F%2Fbank.com%2Fa", "bank.com/a"
    ),
}

BAD |= {
    "counted: a look-alike of a well-known site": counted(HERE, "www.p\u0430ypal.com"),
    "counted: a look-alike in Punycode": counted(HERE, "www.xn--pypal-4ve.com"),
    "counted: a look-alike in ASCII": counted(HERE, "www.paypa1.com"),
    "counted: a look-alike of a protected site": counted(HERE, "www.b00king.com"),
    "counted: a defanged site": counted(HERE, "hxxps://www.paypal[.]com/"),
    "counted: a defanged look-alike": counted(HERE, "hxxps://www.p\u0430ypal[.]com/"),
    "a known counter, a protected site": to("https://u1.ct.sendgrid.net/ls/click?upn=1", "https://www.paypal.com/"),
    "a known counter, a login": to("https://u1.ct.sendgrid.net/ls/click?upn=1", "Log in at www.bank.com"),
    "a known counter, a look-alike": to("https://x.us1.list-manage.com/track/click?u=1", "www.g\u043e\u043egle.com"),
    "a known counter, a defanged site": to("https://u1.ct.sendgrid.net/ls/click?upn=1", "hxxps://paypal[.]com/"),
    "links of invisible characters": counted(HERE, "bank.com", text="\u200b"),
    "links of fillers": counted(HERE, "bank.com", text="\u3164"),
    "links of a stop": counted(HERE, "bank.com", text="."),
    "t.co, often": counted("https://t.co/9z", "bank.com", [f"https://t.co/{number}a" for number in range(12)]),
    "a form, often": counted(
        "https://docs.google.com/forms/d/99", "bank.com", [f"https://docs.google.com/forms/d/{n}" for n in range(12)]
    ),
    "a store, often": counted(
        "https://storage.googleapis.com/b/99", "bank.com", [f"https://storage.googleapis.com/b/{n}" for n in range(12)]
    ),
    "a host as the user of a mailbox": to("http://www.bank.com@evil.example", "www.bank.com@evil.example"),
    "a protected name as the user": to("http://paypal@evil.example", "paypal@evil.example"),
    "a protected name before a colon": to("http://evil.example/", "Paypal.com: Your invoice"),
    "a protected name before a word": to("http://evil.example/", "Booking.com Kundenportal"),
    "a protected name after another": to("http://evil.example/", "News.com: Booking.com: Your trip"),
    "a protected look-alike before a colon": to("http://evil.example/", "Paypa1.com: Your invoice"),
}
GOOD |= {
    "a protected name before a colon, on its site": to("https://www.paypal.com/x", "Paypal.com: Your invoice"),
    "a mailbox with a dot": to("http://ann.lee@bank.com", "ann.lee@bank.com"),
}

BAD |= {
    "a name on a host of anybody": to("https://paypal.github.io/login"),
    "a sender on a host of anybody": ("PayPal <x@paypal.github.io>", "<p>Hello"),
    "brackets around dots": to("http://evil.example/", "www[.]paypal[.]com"),
    "letters of full width": to("http://evil.example/", "ｗｗｗ．ｐａｙｐａｌ．ｃｏｍ"),
    "an address of full width": to("http://evil.example/", "ｈｔｔｐｓ：／／ｂａｎｋ．ｃｏｍ／ｘ"),
    "dots that are leaders": to("http://evil.example/", "www\u2024bank\u2024com/login"),
    "a shortener of a related site": to("https://lnkd.in/abc", "https://www.linkedin.com/in/ann"),
    "pages of anybody, under a related site": to("https://sites.google.com/view/x", "gmail.com"),
    "pages of anybody, under the same site": to("https://sites.google.com/view/x", "mail.google.com"),
    "a redirect of the site that is shown": to("https://www.google.com/url?q=https://evil.example/", "www.google.com"),
    "a version of a well-known site": to("http://evil.example/", "netflix.com 4.2"),
    "a Google that is none": to("https://www.google.zz/url?q=https://bank.com/", "bank.com"),
    "a title with a number, elsewhere": to("http://evil.example/x", "Crash on http://bank.com/ (#12)"),
    "a title that asks for a password": to("http://evil.example/12", "#12: your password at bank.com expires"),
    "a title with a well-known site": to("http://evil.example/12", "Order #12 from www.ebay.de is late"),
    "words of a title, elsewhere": to("http://evil.example/your-parcel-from-bank", "Your parcel from bank.com"),
}
GOOD |= {
    "another domain of the owner": to("https://twitter.com/i/redirect?url=x", "x.com/ann"),
    "a short link of the owner": to("https://www.youtube.com/watch?v=1", "https://youtu.be/1"),
    "another country": to("https://www.bbc.com/news/1", "bbc.co.uk/news/1"),
    "a protected site's other domain": to("https://www.paypal-community.com/t5", "PayPal Community"),
    "a sender at a protected site's other domain": ("PayPal <x@paypal-community.com>", "<p>Hello"),
    "an issue": to("https://github.com/a/b/issues/12", "Crash on http://foo.com/a?b (#12)"),
    "an issue with a key": to("https://corp.example/browse/WEB-12", "WEB-12 foo.com is slow"),
    "a question": to(
        "https://stackoverflow.com/questions/1/how-do-i-redirect-foo-com", "How do I redirect foo.com to bar?"
    ),
    "a package and its version": to("https://packages.example/jaraco.io", "jaraco.io 4.2"),
}

# What counters make on hosts of their customers, and deceivers can write as well.
GRID = "https://link.shop-post.com/ls/click?upn=u001." + "A1b2-" * 14
KIT = "https://click.shop-post.com/n4udw372wpivh83q99oi5/owhkhqhr6n8o7lav/"
TO_BANK, TO_EVIL, TO_EBAY = "aHR0cHM6Ly9iYW5rLmNvbS8", "aHR0cHM6Ly9ldmlsLmV4YW1wbGUv", "aHR0cHM6Ly93d3cuZWJheS5jb20v"
MANY = [f"{GRID}{number}" for number in range(12)]
SITES = "".join(f'<a href="https://site{number}.com/">Site {number}</a> ' for number in range(8))
EVE = "Eve <eve@evil.com>"
BAD |= {
    "seems to be SendGrid, a well-known site": to(GRID, "www.ebay.com"),
    "seems to be SendGrid, a protected site, often": counted(GRID, "www.paypal.com", MANY),
    "seems to be SendGrid, a look-alike, often": counted(GRID, "www.ebаy.com", MANY),
    "seems to be SendGrid, a login, often": counted(GRID, "Log in: www.ebay.com", MANY),
    "counted, a well-known site": counted(HERE, "www.ebay.com"),
    "seems to be Kit, to another site": to(KIT + TO_EVIL, "www.bank.com"),
    "seems to be Kit, to a well-known site, once": to(KIT + TO_EBAY, "www.ebay.com"),
    "seems to be Kit, to a mailbox, once": to(KIT + "bWFpbHRvOmFubkBiYW5rLmNvbQ==", "ann@bank.com"),
    "a page of Mailchimp": to("https://mailchi.mp/shop/roses", "www.bank.com"),
    "a picture on X, with another code": to("https://t.co/JeNQLBzA16", "pic.twitter.com/AAAAAAAAAA"),
    "its code on another site": to("https://t.co/JeNQLBzA16", "www.bank.com/JeNQLBzA16"),
    "a digest, all of the label": (ANN, f'{SITES}<a href="http://evil.com/">www.bank.com</a>'),
    "a digest, where to go": (ANN, f'{SITES}<a href="http://evil.com/">Go to bank.com now</a>'),
    "a digest, an account": (ANN, f'{SITES}<a href="http://evil.com/">Your bank.com account was closed</a>'),
    "a digest, a well-known site": (ANN, f'{SITES}<a href="http://evil.com/">A message from ebay.com for you</a>'),
    "the sender's site, all of the label": (EVE, '<a href="https://evil.com/bank.com/">bank.com</a>'),
    "the sender's site, where to go": (EVE, '<a href="https://evil.com/x">Visit bank.com today</a>'),
    "the sender's site, a well-known one": (EVE, '<a href="https://evil.com/x">New message at ebay.com</a>'),
    "a path of code, elsewhere": to("https://evil.com/a/jobs/1", "deploy to bank.com"),
    "a digit in a well-known site": to("https://www.m1crosoft.com/"),
    "two letters for one of a well-known site": to("https://login.arnazon.com/"),
    "a sender with a digit in a well-known site": ("Help <help@g00gle.com>", "<p>Hello"),
    "a brand of two words": ('"Nordlicht-Bank" <x@evil.example>', "<p>Hello"),
    "a brand of two words, apart": ("Ihre Nordlicht Bank <x@evil.example>", "<p>Hello"),
    "a brand of two words, below another site": to("https://secure-nordlicht-bank.evil.com/"),
}
GOOD |= {
    "seems to be SendGrid": to(GRID, "www.bank.com"),
    "seems to be SendGrid, a well-known site, often": counted(GRID, "www.ebay.com/shop", MANY),
    "seems to be Kit, to the site": to(KIT + TO_BANK, "www.bank.com"),
    "seems to be Kit, to well-known sites": (
        ANN,
        f'<a href="{KIT}{TO_EBAY}">ebay.com</a> <a href="{KIT}{TO_BANK}">bank.com</a>',
    ),
    "sites of two owners, counted": counted(
        HERE, "www.ebay.com", [f'{HERE}{number}">site{number}.com</a> <a href="{HERE}9{number}' for number in range(12)]
    ),
    "seems to be Kit, to the mailbox, often": counted(
        KIT + "bWFpbHRvOmFubkBiYW5rLmNvbQ==", "ann@bank.com", [f"{KIT}{TO_BANK}{number:02}" for number in range(10, 22)]
    ),
    "words that look like a domain": to("https://paper.com/1", "by Erik B., et.al., and others"),
    "a page of Mailchimp that counts": to("https://mailchi.mp/shop/roses?fblike=fblike-2d0b", "Like https://bank.com/"),
    "a picture on X": to("https://t.co/JeNQLBzA16", "pic.twitter.com/JeNQLBzA16"),
    "a digest": (ANN, f'{SITES}<a href="https://paper.com/1">How bank.com grew roses</a>'),
    "the sender's site": (EVE, '<a href="https://app.evil.com/monitor/1">bank.com is down</a>'),
    "the sender's site, well known": (
        "Search <x@google.com>",
        '<a href="https://search.google.com/search-console?resource_id=https%3A%2F%2Fbank.com%2F">https://bank.com/</a>',
    ),
    "a job of a build": to("https://gitlab.com/o/r/-/jobs/9981", "deploy to staging.bank.com"),
    "a comma after the host": to("https://bank.com,", "https://bank.com,"),
    "an app, after a dash": to("https://play.google.com/store/apps/details?id=a.b", "Shop.com – now as an app"),
    "the brand of two words itself": ("Nordlicht-Bank <x@nordlicht-bank.de>", "<p>Hello"),
    "below a well-known site": to("https://l1ve.microsoft.com/"),
    "one word of a brand of two": ("Nordlicht Reisen <x@shop.example>", "<p>Hello"),
}

BAD |= {
    "the name below a newer top-level domain": to("https://paypal.support/"),
    "letters written as others do": to("https://www.buecher.de/"),
    "spaces in a host": to("http://evil.example/", "https://www.bank .com/login"),
    "the target before another site": to("https://evil.com/", "https://evil.com/ https://www.bank.com/"),
    "the target before another name": to("https://evil.com/", "evil.com www.bank.com"),
    "a protected name before the target": to("https://evil.com/", "evil.com and paypal.com"),
    "a protected name of a network": to("https://evil.com/", "wiki.bank.intern"),
    "a protected mailbox of a network": to("https://evil.com/", "ann@bank.intern"),
    "a protected name before a group": ("PayPal Support:ann@evil.example;", "<p>Hello"),
    "a protected name before a route": ("PayPal <@a.example,@b.example:ann@evil.example>", "<p>Hello"),
    "a protected name before a mailbox without brackets": ('"PayPal" ann@evil.example', "<p>Hello"),
    "a protected name after it": ("ann@evil.example (PayPal)", "<p>Hello"),
    "a protected name of the second sender": ("ann@shop.example, PayPal <bo@evil.example>", "<p>Hello"),
    "the mailbox of its host with a port": to("http://ann@shop.example:80/", "ann@shop.example:80"),
    "the mailbox of its host with a password": to("http://ann:x@shop.example/", "ann:x@shop.example"),
}
GOOD |= {
    "the name below an old top-level domain": to("https://www.paypal.org/"),
    "the name in a network": to("http://paypal/"),
    "the mailbox of its host": to("http://ann@shop.example/", "ann@shop.example"),
    "a group": ("Support:ann@evil.example;", "<p>Hello"),
    "the name in a country": to("https://www.paypal.co.uk/"),
    "a name that is now another": to("https://bank.com/", "bench.com is now bank.com"),
    "a network of one's own": to("https://wiki.bank.intern/x", "wiki.bank.intern"),
    "a mailbox of a network": to("mailto:ann@bank.intern", "ann@bank.intern"),
    "words with full stops": to("https://shop.example/", "www. Then bank ."),
}

# Where what a message has is just enough, and where it is not.
TEN = [f"http://evil.example/c/?t={number}a" for number in range(9)]
OTHERS = [f"http://shop.example/{one}{two}" for one in "abcde" for two in "fghijklm"]
PAPER = '<a href="https://paper.com/1">How bank.com grew roses</a>'
SITE = '<a href="https://site{}.com/">Site</a> '
BAD |= {
    "nine links": counted(HERE, "bank.com", TEN[1:]),
    "less than a quarter": counted(HERE, "bank.com", TEN + OTHERS[:31]),
    "five sites": (ANN, "".join(map(SITE.format, range(4))) + PAPER),
    "six sites, one without a label": (
        ANN,
        "".join(map(SITE.format, range(4))) + '<a href="http://x.com/"></a>' + PAPER,
    ),
}
GOOD |= {
    "counted: ten links": counted(HERE, "bank.com", TEN),
    "counted: a quarter": counted(HERE, "bank.com", TEN + OTHERS[:30]),
    "six sites": (ANN, "".join(map(SITE.format, range(5))) + PAPER),
}

# Names of a sender whose address is x@evil.example: RFC 5322 §3.4, §4.4, RFC 2047, and what programs let pass.
for written in """
    "PayPal <service@paypal.com>" <x@evil.example>
    =?utf-8?q?PayPal_=3Cservice=40paypal=2Ecom=3E?= <x@evil.example>
    <service@paypal.com> <x@evil.example>
    PayPal service@paypal.com <x@evil.example>
    "PayPal >" <x@evil.example>
    =?utf-8?q?PayPal=3E?= <x@evil.example>
    "PayPal" < x@evil.example >
    "PayPal" <@a.example,@b.example:x@evil.example>
    "PayPal" x@evil.example
    x@evil.example (PayPal)
    x@evil.example (of (PayPal) Ltd)
    PayPal, Inc. <x@evil.example>
    =?utf-8?q?PayPal=2C?= <x@evil.example>
    =?utf-8?q?PayPal=22?= <x@evil.example>
    "PayPal\\" <x@evil.example>" <y@evil.example>
    PayPal: x@evil.example;
    PayPal <x@evil.example>, Ann <ann@shop.example>
    Ann <ann@shop.example>, PayPal <x@evil.example>
    "www.paypal.com" <x@evil.example>
    "paypa1.com" <x@evil.example>
    "PayPaI" <x@evil.example>
    РаyPal <x@evil.example>
    ＰａｙＰａｌ <x@evil.example>
    Pay‌Pal <x@evil.example>
    Páypal <x@evil.example>
    paypal。com <x@evil.example>
""".strip().splitlines():
    BAD[f"from {written.strip()}"] = (written.strip(), "<p>Hello")
BAD["from a name that ends far away"] = (f'"PayPal{" " * 300}" <x@evil.example>', "<p>Hello")
for written in """
    Ann <ann@shop.example>, PayPal <service@paypal.com>
    PayPal <service@paypal.com>, Ann <ann@shop.example>
    service@paypal.com (Ann), ann@shop.example (Ben)
    "PayPal, Inc." <x@paypal.com>, "Ann" <ann@shop.example>
    "ann@shop.example via PayPal" <service@paypal.com>
    payday palace <x@evil.example>
""".strip().splitlines():
    GOOD[f"from {written.strip()}"] = (written.strip(), "<p>Hello")


@pytest.mark.parametrize("name", BAD)
def test_warned_of(name: str) -> None:
    assert warnings(*BAD[name])


@pytest.mark.parametrize("name", GOOD)
def test_left_alone(name: str) -> None:
    assert warnings(*GOOD[name]) == []


@pytest.mark.parametrize("name", [name for name in GOOD if name.startswith("counted")])
def test_hinted_at(name: str) -> None:
    sender, html = GOOD[name]
    data = f"From: {sender}\nContent-Type: text/html; charset=utf-8\n\n{html}".encode()
    (problem,) = (problem for _, problems in deceptive_links(data) for problem in problems)
    assert problem.severity == "info"
    assert problem.message.endswith("which seems to count clicks")


@pytest.mark.parametrize(
    ("html", "severities"),
    [
        # most of the links of the HTML are hidden by a counter: 12 of 23, 12 of 24
        (["http://shop.example/c/?t={}"] * 12 + ["http://evil{}.com/"] * 11, {"info"}),
        (["http://shop.example/c/?t={}"] * 12 + ["http://evil{}.com/"] * 12, {"info", "warning"}),
        (["http://shop.example/c/?t={}"] * 12 + ["mailto:a{}@evil.com"] * 12 + ["http://evil.com/"], {"info"}),
    ],
)
def test_what_hides_most_links(html: list[str], severities: set[str]) -> None:
    links = "".join(f'<a href="{link.format(number)}">{number}</a>' for number, link in enumerate(html))
    data = (
        f'Content-Type: multipart/alternative; boundary="b"\n\n--b\n\nhttp://bank.com/\n'
        f"--b\nContent-Type: text/html\n\n{links}\n--b--\n"
    ).encode()
    assert {problem.severity for _, problems in deceptive_links(data) for problem in problems} == severities


def test_a_text_beside_a_newsletter() -> None:
    links = "".join(f'<a href="http://evil.example/c/?t={number}">{number}</a>' for number in range(12))
    data = (
        f'Content-Type: multipart/alternative; boundary="b"\n\n--b\n\nhttp://bank.com/\n'
        f"--b\nContent-Type: text/html\n\n{links}\n--b--\n"
    ).encode()
    (found,) = deceptive_links(data)
    assert [(problem.sub_rule, problem.severity) for problem in found[1]] == [("alternatives-differ", "info")]


def test_a_text_that_a_newsletter_hides() -> None:
    """The counter's links are counted, the one to another site is not."""
    links = "".join(f'<a href="http://shop.example/c/?t={number}">{number}</a>' for number in range(12))
    data = (
        f'Content-Type: multipart/alternative; boundary="b"\n\n--b\n\nhttp://bank.com/\n'
        f'--b\nContent-Type: text/html\n\n{links}<a href="http://evil.com/">Log in</a>\n--b--\n'
    ).encode()
    found = {problem.message: problem.severity for _, problems in deceptive_links(data) for problem in problems}
    assert sorted(found.values()) == ["info", "warning"]
    assert found['the text leads to "bank.com", the HTML to "evil.com"'] == "warning"
