"""The rules of single schemes."""

import pytest

from extract.iri.scheme_rules import scheme_faults
from tests.rows import rows

GOOD = """
http://h/ https://h:443/ü?ü#ü http://h:65535/ http://h:00065535/ ws://h/chat?x coap://h/a?b
ftp://ftp.example/ä;type=i ftp://anonymous@h/a ftp://h/a;type=a ftp://h/a;type=A ftp://h/a;type=d ftp://h/a;type=I
geo:90,-180,8;crs=wgs84;u=1.5;a=b geo:1,2;u-turn=no geo:91,0;crs=moon geo:0,0?q=ü
file:///etc/hosts file://localhost/c:/x file:/etc/ü
mailto:user@example.org mailto:?to=a@b.example mailto:a@b.example,c@d.example mailto:ü@納豆.example
mailto:chris@example.com?subject=Ä%20ö&body=a%0D%0Ab mailto:gorby%25kremvax@example.com
mailto:unlikely%3Faddress@example.com mailto:%22not%40me%22@example.org mailto:%22oh%5C%5Cno%22@example.org
mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test mailto:user@%5B192.0.2.1%5D
data:,A%20brief%20note data:text/plain;charset=utf-8,Ü data:;base64, data:text/plain;base64,SGVsbG8=
data:text/plain;base64,SGVsbG8 data:image/svg+xml;charset=utf-8;base64,PHN2Zy8%2B
urn:isbn:0451450523 urn:example:a123,0%7C00~&z456/789?+abc?=xyz#12/3 urn:example:ü urn:urn-7:abc
urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6
tel:+1-201-555-0123 tel:+358-555-1234567;postd=pp22 tel:7042;phone-context=example.com
tel:863-1234;phone-context=+1-914-555 tel:*%2306;phone-context=example.com
xmpp:node@example.com xmpp:example.com xmpp:juliet@example.com/ü xmpp:a@b.example?message;subject=Test%20Message;body=H
xmpp://guest@example.com/support@example.com?message;subject=Hi
nonesuch:whatever#? doi:10.1000/182 a/b
"""

# A text, and of each fault the severity, the name and the place.
BAD = """
http:h → error no-host http
http:/h/ → error no-host http
http:///h → error empty-host
http://u@h/ → warning userinfo u
http://h:65536/ → error port-range 65536
ws://h/#f → error fragment f
coap://h/#f → error fragment f
ftp://u:p@h/ → warning password u:p
ftp://h/a?b → warning query b
geo:91,0 → error geo 91
geo:-90,180.1 → error geo 180.1
geo:1 → error geo 1
geo:1,2;u=-1 → error geo 1,2;u=-1
geo://1,2 → error authority //1,2
file:a → error relative-file a
file://h → error relative-file
file://C:/x → error drive-as-host C
file://h:8/x → error port 8
file://u@h/x → warning userinfo u
file:///a?b → warning query b
mailto://a@b.example → error authority //a@b.example
mailto:a → error mailto-address a
mailto:a@b.example, → error mailto-address
mailto:user%40example.org → error mailto-address user%40example.org
mailto:@b.example → error mailto-address @
mailto:a..b@c.example → error mailto-address a..b
mailto:a;b@c.example → error mailto-address a;b, error mailto-address ;
mailto:a@b..example → error mailto-address b..example
mailto:caf%E9@b.example → error not-utf-8 %E9
mailto:a@b?subject=caf%E9 → error not-utf-8 %E9
mailto:a@b?subject → error mailto-header subject
mailto:a@b?body=x&y → error mailto-header y
mailto:a@b?body=x=y → warning mailto-header =
mailto:a@b?body=x%0Ay → warning mailto-line-break %0A
mailto:a@b#f → warning fragment f
mailto:a@b.org?body=http://x/y → warning mailto-header /
data:text/plain → error data-comma text/plain
data:text,x → error data-media-type text
data:text/plain;charset,x → error data-media-type text/plain;charset
data:text/plain;base64,SGVsbG8=== → error data-base64 SGVsbG8===
data:text/plain;base64,a → error data-base64 a
javascript:alert(1) → warning script javascript
urn:ä:x → error urn-namespace ä
urn:a:b → error urn-namespace a
urn:x-my:c → warning urn-namespace x-my
urn:urn-x:c → warning urn-namespace urn-x
urn:isbn: → error urn-name
urn:example:/a → error urn-name /a
urn:example:a?b → error urn-query b
urn:example:a?+ → error urn-query +
urn:example:a?+?b → error urn-query +?b
urn://example/a → error authority //example
tel:112 → warning tel-context 112
tel:+ → error tel-number +
tel:+49(0)x → error tel-number +49(0)x
tel:+1;a=ü;b c → error tel-number +1;a=ü;b c
tel:+1#2 → error fragment 2
tel:+1?2 → error query 2
tel://+1 → error authority //+1
xmpp:a@ → error empty-host a@
xmpp:a@b@c → error xmpp-address a@b@c
xmpp:a'b@c → error xmpp-address a'b
xmpp://example.com/ → error xmpp-account example.com
xmpp:a@b?message&body=x → error xmpp-query message&body=x
"""


@pytest.mark.requirement(96)
@pytest.mark.parametrize("text", GOOD.split())
def test_what_keeps_its_schemes_rules(text: str) -> None:
    assert scheme_faults(text) == []


@pytest.mark.requirement(44, 96)
@pytest.mark.parametrize(("text", "faults"), rows(BAD))
def test_what_breaks_them(text: str, faults: str) -> None:
    """Http, mailto, data, urn, file, tel, xmpp have rules; a fault is as severe as the scheme makes it."""
    found = scheme_faults(text)
    shown = (f"{fault.severity} {fault.name} {text[fault.start : fault.end]}".strip() for fault in found)
    assert ", ".join(shown) == faults
    assert all(fault.rule for fault in found)


@pytest.mark.parametrize(
    ("text", "message"),
    rows("""
        http:///h → host is empty; write one after "http://" (there may be a slash too many)
        http://?h → host is empty; write one after "http://"
        mailto:@b.example → name "" before "@" is empty
        mailto:%61..@b.example → name "a.." before "@" has a dot at an end
        urn:isbn: → name is empty; a URN is
        urn:isbn → ":" and name are missing; a URN is
        urn:isbn:/a → name begins with a slash
    """),
)
def test_what_it_says(text: str, message: str) -> None:
    (fault,) = scheme_faults(text)
    assert fault.message.startswith(message)
    assert fault.message.endswith(")") == message.endswith(")")
