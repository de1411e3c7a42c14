"""Host names both ways, and what they refuse: IdnaTestV2 is in conformance/, here are the cases people meet."""

import re

import pytest

from extract import HostError, host_to_ascii, host_to_unicode
from extract.iri import is_known_tld, registrable_domain, top_level_domains
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


REFUSED = [  # host, the kind, what the message says, the span in the host
    ("", "host-empty", "the host is empty", (0, 0)),
    ("[::1", "ip-literal", "is not an IP literal", (0, 4)),
    ("[fe80::1%25en0]", "ip-literal", "is not an IP literal", (0, 15)),
    (".", "host-empty", "empty label at 0", (0, 1)),
    ("a..é", "host-empty", "empty label at 2", (0, 4)),
    ("a.mü_c", "host-character", "label \"mü_c\" may have letters, digits and hyphens only: '_' at 4", (4, 5)),
    ("xn--a_b-kva", "host-character", "may have letters, digits and hyphens only: '_' at 5", (5, 6)),
    ("é.a b", "host-character", "label \"a b\" may have letters, digits and hyphens only: ' ' at 3", (3, 4)),
    ("é.-a", "host-hyphen", "label \"-a\" begins or ends with a hyphen: '-' at 2", (2, 3)),
    ("é.a-", "host-hyphen", "label \"a-\" begins or ends with a hyphen: '-' at 3", (3, 4)),
    ("é.ab--c", "host-hyphen", 'label "ab--c" has hyphens in third and fourth place', (2, 7)),
    ("xn--a.é", "host-punycode", 'label "xn--a" starts with xn-- but is not valid Punycode', (0, 5)),
    ("xn--abc-.de", "host-punycode", "it encodes no non-ASCII character", (0, 8)),
    ("é.\u0301a", "host-mark", "begins with a combining mark: U+0301 COMBINING ACUTE ACCENT at 2", (2, 3)),
    ("a\u200db.é", "host-joiner", "has a joiner where it joins nothing: U+200D ZERO WIDTH JOINER at 1", (1, 2)),
    ("א1.1a", "host-bidi", "label \"1a\" breaks the Bidi rule of right-to-left names: '1' at 3; begin", (3, 4)),
    ("a\ud800.é", "host-character", "has a character that no host name may have: U+D800 at 1", (1, 2)),
    ("a.é\ue000", "host-character", "no host name may have: U+E000 at 3", (3, 4)),
    ("ü" * 60 + ".de", "host-length", "takes 66 bytes", (0, 60)),
    (".".join(["ü" * 20] * 20), "host-length", "bytes, and DNS allows 253", (0, 419)),
    ("empty" * 20, "host-length", "takes 100 bytes", (0, 100)),
    ("ü" * 2000, "host-length", "has 2000 characters, and DNS allows 253 bytes", (0, 2000)),
]


@pytest.mark.requirement(36)
@pytest.mark.parametrize(("host", "kind", "message", "span"), REFUSED)
def test_refusals_name_the_label_and_the_reason(host: str, kind: str, message: str, span: tuple[int, int]) -> None:
    with pytest.raises(HostError) as caught:
        host_to_ascii(host)
    error = caught.value
    assert (error.kind, error.component, (error.start, error.end)) == (kind, "host", span)
    assert message in str(error)
    assert re.search("[:;] (write|leave|remove|shorten|begin) ", str(error))
    assert error.character == (host[span[0]] if span[1] - span[0] == 1 and host != "." else None)
    assert error.rule
    str(error).encode()  # it can be printed, whatever the host has


@pytest.mark.parametrize("host", ["☃.net", "i❤.ws", "a·b.example"])
def test_idna2008_alone_refuses_symbols(host: str) -> None:
    with pytest.raises(HostError, match=r"not allowed by IDNA 2008: .*; link a name of letters") as caught:
        host_to_ascii(host, strict2008=True)
    assert caught.value.kind == "host-idna2008"
    assert host_to_ascii("faß.example", strict2008=True) == "xn--fa-hia.example"
    for host in ("a_b.example", "a_b.é"):
        with pytest.raises(HostError, match=r"letters, digits and hyphens only: '_' at 1"):
            host_to_ascii(host, strict2008=True)


def test_hosts_are_cached() -> None:
    _to_ascii.cache_clear()
    for _ in range(3):
        host_to_ascii("répété.example")
    assert _to_ascii.cache_info().hits == 2
    assert _to_ascii.cache_info().maxsize


def test_top_level_domains_in_both_forms() -> None:
    names = top_level_domains()
    assert {"com", "org", "museum", "рф", "xn--p1ai", "ck", "uk", "みんな"} <= names
    assert not any("." in name or "*" in name or "!" in name for name in names)
    assert names is top_level_domains()
    known = ["COM", "РФ", "XN--P1AI", "py", "md", "foo2", ""]
    assert [label for label in known if is_known_tld(label)] == known[:5]


# What is registered of a host, with the private section; of the last ones nothing is.
REGISTERED = """
    www.example.co.uk→example.co.uk WWW.Example.COM.→example.com example.com→example.com a.b.github.io→b.github.io
    www.食狮.公司.cn→食狮.公司.cn www.xn--85x722f.xn--55qx5d.cn→食狮.公司.cn a。bücher。example→bücher.example
    www.ck→www.ck a.b.unknown→b.unknown a_b.example.com→example.com
    co.uk→ com→ localhost→ 192.0.2.1→ [2001:db8::1]→ a..é→ →
"""


def test_registrable_domains() -> None:
    domains = dict(pair.split("→") for pair in REGISTERED.split())
    assert {host: registrable_domain(host) or "" for host in domains} == domains


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
