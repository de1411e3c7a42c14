"""The rules of single schemes."""

import pytest

from extract.iri.scheme_rules import scheme_faults

GOOD = """
http://h/
https://h:443/ü?ü#ü
ws://h/chat?x
ftp://ftp.example/ä;type=i
ftp://anonymous@h/a
ftp://h/a;type=a
ftp://h/a;type=A
ftp://h/a;type=d
ftp://h/a;type=D
ftp://h/a;type=I
http://h:65535/
http://h:00065535/
file:///etc/hosts
file://localhost/c:/x
file:/etc/ü
mailto:user@example.org
mailto:chris@example.com?subject=Ä%20ö&body=a%0D%0Ab
mailto:gorby%25kremvax@example.com
mailto:unlikely%3Faddress@example.com
mailto:a@b.example,c@d.example
mailto:?to=a@b.example
mailto:%22not%40me%22@example.org
mailto:%22oh%5C%5Cno%22@example.org
mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test
mailto:ü@納豆.example
mailto:user@%5B192.0.2.1%5D
data:,A%20brief%20note
data:text/plain;charset=utf-8,Ü
data:text/plain;base64,SGVsbG8=
data:text/plain;base64,SGVsbG8
data:;base64,
data:image/svg+xml;charset=utf-8;base64,PHN2Zy8%2B
urn:isbn:0451450523
urn:example:a123,0%7C00~&z456/789?+abc?=xyz#12/3
urn:example:ü
urn:urn-7:abc
tel:+1-201-555-0123
tel:+358-555-1234567;postd=pp22
tel:7042;phone-context=example.com
tel:863-1234;phone-context=+1-914-555
tel:*%2306;phone-context=example.com
xmpp:node@example.com
xmpp:example.com
xmpp:juliet@example.com/ü
xmpp://guest@example.com/support@example.com?message;subject=Hi
xmpp:a@b.example?message;subject=Test%20Message;body=H
coap://h/a?b
nonesuch:whatever#?
doi:10.1000/182
a/b
"""

BAD = [
    # text, name of the fault, the place of it
    ("http:h", "no-host", "http"),
    ("http:/h/", "no-host", "http"),
    ("http:///h", "empty-host", ""),
    ("http://:80/", "empty-host", ":80"),
    ("http://u@h/", "userinfo", "u"),
    ("https://www.good.example@evil.example/", "userinfo", "www.good.example"),
    ("http://h:65536/", "port-range", "65536"),
    ("http://h:100000/", "port-range", "100000"),
    ("http://h:0065536/", "port-range", "0065536"),
    ("ftp://u:p@h/", "password", "u:p"),
    ("HTTP:///", "empty-host", ""),
    ("ws://h/#f", "fragment", "f"),
    ("wss://u@h/", "userinfo", "u"),
    ("ws:///a", "empty-host", ""),
    ("coap://h/#f", "fragment", "f"),
    ("coaps://u@h/", "userinfo", "u"),
    ("ftp://h/a;type=x", "ftp-type", "x"),
    ("ftp://h/a?b", "query", "b"),
    ("file:a", "relative-file", "a"),
    ("file://h", "relative-file", ""),
    ("file://C:/x", "drive-as-host", "C"),
    ("file://h:8/x", "port", "8"),
    ("file://u@h/x", "userinfo", "u"),
    ("file:///a?b", "query", "b"),
    ("mailto://a@b.example", "authority", "//a@b.example"),
    ("mailto:a", "mailto-address", "a"),
    ("mailto:a@b.example,", "mailto-address", ""),
    ("mailto:user%40example.org", "mailto-address", "user%40example.org"),
    ("mailto:@b.example", "mailto-address", "@"),
    ("mailto:a..b@c.example", "mailto-address", "a..b"),
    ("mailto:.a@c.example", "mailto-address", ".a"),
    ("mailto:a;b@c.example", "mailto-address", ";"),
    ("mailto:a@", "mailto-address", ""),
    ("mailto:a@b..example", "mailto-address", "b..example"),
    ("mailto:caf%E9@b.example", "not-utf-8", "%E9"),
    ("mailto:a@b?subject=caf%E9", "not-utf-8", "%E9"),
    ("mailto:a@b?subject", "mailto-header", "subject"),
    ("mailto:a@b?body=x&y", "mailto-header", "y"),
    ("mailto:a@b?body=x=y", "mailto-header", "="),
    ("mailto:a@b?body=x/y", "mailto-header", "/"),
    ("mailto:a@b?body=x%0Ay", "mailto-line-break", "%0A"),
    ("mailto:a@b#f", "fragment", "f"),
    ("data:text/plain", "data-comma", "text/plain"),
    ("data:text,x", "data-media-type", "text"),
    ("data:text/plain;charset,x", "data-media-type", "text/plain;charset"),
    ("data:text/plain;base64,SGVsbG8===", "data-base64", "SGVsbG8==="),
    ("data:text/plain;base64,a", "data-base64", "a"),
    ("data:;base64,ü", "data-base64", "ü"),
    ("data://a,b", "authority", "//a,b"),
    ("javascript:alert(1)", "script", "javascript"),
    ("JavaScript:%FF", "not-utf-8", "%FF"),
    ("urn:ä:x", "urn-namespace", "ä"),
    ("urn:a:b", "urn-namespace", "a"),
    ("urn:-ab:c", "urn-namespace", "-ab"),
    ("urn:x-my:c", "urn-namespace", "x-my"),
    ("urn:xn--a:c", "urn-namespace", "xn--a"),
    ("urn:urn-x:c", "urn-namespace", "urn-x"),
    ("urn:isbn", "urn-name", ""),
    ("urn:isbn:", "urn-name", ""),
    ("urn:example:/a", "urn-name", "/a"),
    ("urn:example:a?b", "urn-query", "b"),
    ("urn:example:a?+", "urn-query", "+"),
    ("urn:example:a?=", "urn-query", "="),
    ("urn:example:a?+?b", "urn-query", "+?b"),
    ("urn://example/a", "authority", "//example"),
    ("tel:112", "tel-context", "112"),
    ("tel:+", "tel-number", "+"),
    ("tel:+49(0)x", "tel-number", "+49(0)x"),
    ("tel:abcx", "tel-number", "abcx"),
    ("tel:+1;a=ü;b c", "tel-number", "+1;a=ü;b c"),
    ("tel:+1;ext=5;EXT=6", "tel-number", "EXT=6"),
    ("tel:1;phone-context=+1;phone-context=+1", "tel-number", "phone-context=+1"),
    ("tel:+1#2", "fragment", "2"),
    ("tel:+1?2", "query", "2"),
    ("tel://+1", "authority", "//+1"),
    ("xmpp:", "empty-host", ""),
    ("xmpp:a@", "empty-host", "a@"),
    ("xmpp:a@b@c", "xmpp-address", "a@b@c"),
    ("xmpp:a'b@c", "xmpp-address", "a'b"),
    ("xmpp://example.com/", "xmpp-account", "example.com"),
    ("xmpp:a@b?message&body=x", "xmpp-query", "message&body=x"),
]


@pytest.mark.requirement(96)
@pytest.mark.parametrize("text", GOOD.split())
def test_what_keeps_its_schemes_rules(text: str) -> None:
    assert scheme_faults(text) == []


@pytest.mark.requirement(44, 96)
@pytest.mark.parametrize(("text", "name", "place"), BAD)
def test_what_breaks_them(text: str, name: str, place: str) -> None:
    found = {fault.name: fault for fault in scheme_faults(text)}
    assert name in found
    fault = found[name]
    assert text[fault.start : fault.end] == place
    assert fault.rule


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("http:/h/", "error"), ("http:///", "error"), ("http://h:65536/", "error"), ("http://u@h/", "warning"),
        ("ws://u@h/", "error"), ("ws://h/#f", "error"), ("coap://u@h/", "error"), ("ftp://h/a;type=x", "error"),
        ("ftp://h/?a", "warning"), ("file:a", "error"), ("file://C:/x", "error"), ("file://h:8/x", "error"),
        ("file://u@h/x", "warning"), ("file:///a?b", "warning"), ("mailto://a@b.example", "error"),
        ("urn:x-my:c", "warning"), ("urn:a:b", "error"), ("urn:isbn", "error"),
    ],
)  # fmt: skip
def test_how_bad_it_is(text: str, level: str) -> None:
    assert [fault.severity for fault in scheme_faults(text)] == [level]
