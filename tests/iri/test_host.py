"""Host names both ways, and what they refuse: IdnaTestV2 is in conformance/, here are the cases people meet."""

import pytest

from extract import HostError, host_to_ascii, host_to_unicode
from extract.iri.host import _to_ascii
from extract.redirects.browser_hosts import ipv4_in_browsers
from tests.rows import rows

NAMES = rows(r"""
    résumé.example.org → xn--rsum-bpad.example.org → résumé.example.org
    faß.example → xn--fa-hia.example → faß.example
    FAẞ.example → xn--fa-hia.example → faß.example
    納豆。example．org → xn--99zt52a.example.org → 納豆.example.org
    xn--99zt52a.example.org → xn--99zt52a.example.org → 納豆.example.org
    # ZWNJ where it joins
    نامه\u200cای.com → xn--mgba3gch31f060k.com → نامه\u200cای.com
    I❤.ws → xn--i-7iq.ws → i❤.ws
    i❤\ufe0f.ws → xn--i-7iq.ws → i❤.ws
    l·l.example → xn--ll-0ea.example → l·l.example
    # the root dot is kept
    é. → xn--9ca. → é.
    example.com. → example.com. → example.com.
    [2001:db8::1] → [2001:db8::1] → [2001:db8::1]
    à.א̈ → xn--0ca.xn--ssa73l → à.א̈
    # RFC 2181 §11: "_" in labels of ASCII
    My_Blog.müller.de → my_blog.xn--mller-kva.de → my_blog.müller.de
    _dmarc.é._ → _dmarc.xn--9ca._ → _dmarc.é._
    １２.é → 12.xn--9ca → 12.é
""")


@pytest.mark.requirement(14, 33, 37)
@pytest.mark.parametrize(("written", "ascii_form", "unicode_form"), NAMES)
def test_both_ways(written: str, ascii_form: str, unicode_form: str) -> None:
    assert host_to_ascii(written) == ascii_form
    assert host_to_unicode(written) == unicode_form
    assert host_to_ascii(ascii_form) == ascii_form
    assert host_to_unicode(unicode_form) == unicode_form


def test_hosts_are_cached() -> None:
    _to_ascii.cache_clear()
    for _ in range(3):
        host_to_ascii("répété.example")
    assert _to_ascii.cache_info().hits == 2
    assert _to_ascii.cache_info().maxsize


ADDRESSES = """
    0x→0.0.0.0 0→0.0.0.0 1→0.0.0.1 1.→0.0.0.1 0x.0.0.1→0.0.0.1 255.255.255.255→255.255.255.255 1.256→1.0.1.0
    1.16777215→1.255.255.255 4294967295→255.255.255.255 1.2.65535→1.2.255.255 010.1→8.0.0.1
    256.1→ 1.16777216→ 4294967296→ 1.2.65536→ 1.2.3.256→ 08.1→ 0xff.0xF→ 1.2.3.4.5→ 1..2→ a→ → .→
"""


def test_addresses_as_browsers_read_them() -> None:
    """URL Standard §3.5, "IPv4 parser"."""
    read = dict(pair.split("→") for pair in ADDRESSES.split())
    assert {host: ipv4_in_browsers(host) or "" for host in read} == read


@pytest.mark.parametrize("last", ["a", "é"])
def test_the_longest_host(last: str) -> None:
    """RFC 1035 §2.3.4: 253 bytes without the root dot."""
    before = ("a" * 50 + ".") * 4 + "a" * (48 - len(host_to_ascii(last)))
    for root in ("", "."):
        assert len(host_to_ascii(f"{before}.{last}{root}")) == 253 + len(root)
        with pytest.raises(HostError, match="and DNS allows 253 bytes"):
            host_to_ascii(f"{before}a.{last}{root}")
