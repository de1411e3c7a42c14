"""The comparison ladder, RFC 3987 §5."""

import pytest

from extract.iri.normalization import LEVELS, Level, equivalent, normalize
from extract.iri.value import IRI
from tests.rows import rows

# Two texts, and the lowest rung on which they are the same.
PAIRS = r"""
    HTTP://www.EXAMPLE.com/ → http://www.example.com/ → case
    http://h/a%c3 → http://h/a%C3 → case
    http://User@h/ → http://user@h/ → never
    example://a/b/c/%7Bfoo%7D/rosé → eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9 → path
    http://example.org/résumé.html → http://example.org/re\u0301sume\u0301.html → never
    http://h/~user → http://h/%7euser → percent
    http://h/%7Euser → http://h/%7euser → case
    http://h/%3F → http://h/? → never
    http://h/%25%34%31 → http://h/%2541 → percent
    http://h/%E2%80%8E → http://h/%e2%80%8e → case
    http://H%41/ → http://ha/ → percent
    http://h/a/./b/../c → http://h/a/c → path
    http://h/a/%2e%2E/c → http://h/c → path
    http://h/a//../b → http://h/a/b → path
    http://example.com → http://example.com/ → scheme
    http://example.com:80/ → http://example.com/ → scheme
    https://example.com:80/ → https://example.com/ → never
    http://example.com/? → http://example.com/ → never
    ftp://h:021/ → ftp://h/ → scheme
    http://résumé.example.org/ → http://xn--rsum-bpad.example.org/ → idn
    http://r%C3%A9sum%C3%A9.example.org/ → http://résumé.example.org/ → percent
    http://faß.example/ → http://fass.example/ → never
    http://a。b.example/ → http://a.b.example/ → idn
    nodns://é.example/ → nodns://xn--9ca.example/ → never
    file://localhost/x → file:///x → scheme
    file:/x → file:///x → scheme
    http://h/data → http://h/data/ → protocol
    http://h → http://h// → protocol
    mailto:A@EXAMPLE.org → mailto:A@example.org → scheme
    mailto:a@b?Subject=É&X → mailto:a@b?subject=É&x → scheme
    mailto:a@b?subject=É → mailto:a@b?subject=é → never
    mailto:a@example.org → mailto:A@example.org → never
    mailto:?cc=a@É.example → mailto:?cc=a@xn--9ca.example → idn
    mailto:a@%C3%A9.example?to=B@X → mailto:a@é.example?to=B@x → scheme
    http://[::1]/ → http://[0:0:0:0:0:0:0:1]/ → scheme
    //u@[1:0::0:2]:8 → //u@[1::2]:8 → scheme
    x://[::ffff:102:304]/ → x://[::FFFF:1.2.3.4]/ → scheme
    http://[1:2:3:4:5:6:7::]/ → http://[1:2:3:4:5:6:7:0]/ → scheme
    http://[v1.A:0]/ → http://[v1.a:0]/ → case
    urn:ISBN:1 → urn:isbn:1 → scheme
    urn:isbn:a → urn:isbn:A → never
    tel:+1-201-555-0123 → tel:+12015550123 → scheme
    a/../b → b → never
    data:,a/../b → data:/b → never
    x:a/../b → x:/b → path
    x:/a/..//b → x:/.//b → path
"""


@pytest.mark.requirement(64, 65, 66, 67, 68, 69, 70, 71, 72)
@pytest.mark.parametrize(("one", "other", "lowest"), rows(PAIRS))
def test_texts_are_the_same_from_one_rung_on(one: str, other: str, lowest: str) -> None:
    same: list[Level] = list(LEVELS[[*LEVELS, "never"].index(lowest) :])
    assert [level for level in LEVELS if equivalent(one, other, level=level)] == same
    assert [level for level in LEVELS if equivalent(other, one, level=level)] == same


@pytest.mark.requirement(63)
@pytest.mark.parametrize(
    ("text", "normal"),
    rows("""
        HTTP://r%C3%A9sum%C3%A9.EXAMPLE.org:80 → http://résumé.example.org/
        http://xn--rsum-bpad.example.org/ → http://résumé.example.org/
        http://xn--a.example/ → http://xn--a.example/
        http://[::A]:80/ → http://[::a]/
        http://u@h:8/%e2%82%c3%a9 → http://u@h:8/%E2%82é
        http://h/%20%ee%80%80 → http://h/%20%EE%80%80
        //H/a → //h/a
        a: → a:
        →
        # by the rules of their schemes
        geo:22.300,-0.0;U=06.50;crs=WGS84 → geo:22.3,0;u=6.5
        geo:90,5 → geo:90,0
        geo:1,-180.0,003 → geo:1,180,3
        geo:1,-180;crs=Moon → geo:1,-180;crs=moon
        tel:+1(201)555;b=C;phone-context=+4-9;EXT=1-2 → tel:+1201555;ext=12;phone-context=+49;b=c
        sip:Al@EXAMPLE.com;Transport=TCP;a=b → sip:Al@example.com;a=b;transport=tcp
        sip:Al@example.com?subject=A&priority=urgent → sip:Al@example.com?priority=urgent&subject=A
    """),
)
def test_the_normal_form(text: str, normal: str) -> None:
    assert normalize(text) == normal
    assert normalize(IRI.parse(text)) == normal
    assert normalize(text, level="simple") == text
