"""Host names both ways, and what they refuse: IdnaTestV2 is in conformance/, here are the cases people meet."""

import re

import pytest

from extract import HostError, host_to_ascii, host_to_unicode
from extract.iri import is_known_tld, top_level_domains
from extract.iri.host import _cached_ascii, ipv4_in_browsers

NAMES = [  # written, as DNS looks it up, as people read it
    ("résumé.example.org", "xn--rsum-bpad.example.org", "résumé.example.org"),
    ("faß.example", "xn--fa-hia.example", "faß.example"),
    ("FAẞ.example", "xn--fa-hia.example", "faß.example"),
    ("βόλος.com", "xn--nxasmm1c.com", "βόλος.com"),
    ("納豆。example．org", "xn--99zt52a.example.org", "納豆.example.org"),
    ("xn--99zt52a.example.org", "xn--99zt52a.example.org", "納豆.example.org"),
    ("XN--99ZT52A.example", "xn--99zt52a.example", "納豆.example"),
    ("نامه\u200cای.com", "xn--mgba3gch31f060k.com", "نامه\u200cای.com"),  # ZWNJ where it joins
    ("☃.net", "xn--n3h.net", "☃.net"),
    ("I❤.ws", "xn--i-7iq.ws", "i❤.ws"),
    ("i❤\ufe0f.ws", "xn--i-7iq.ws", "i❤.ws"),
    ("l·l.example", "xn--ll-0ea.example", "l·l.example"),
    ("Example.COM", "example.com", "example.com"),
    ("é.", "xn--9ca.", "é."),  # the root dot is kept
    ("example.com.", "example.com.", "example.com."),
    ("192.0.2.1", "192.0.2.1", "192.0.2.1"),
    ("[2001:db8::1]", "[2001:db8::1]", "[2001:db8::1]"),
    ("à.א\u0308", "xn--0ca.xn--ssa73l", "à.א\u0308"),
    ("１２.é", "12.xn--9ca", "12.é"),
]


@pytest.mark.requirement(14, 33, 37)
@pytest.mark.parametrize(("written", "ascii_form", "unicode_form"), NAMES)
def test_both_ways(written: str, ascii_form: str, unicode_form: str) -> None:
    assert host_to_ascii(written) == ascii_form
    assert host_to_unicode(written) == unicode_form
    assert host_to_ascii(ascii_form) == ascii_form
    assert host_to_unicode(unicode_form) == unicode_form


REFUSED = [  # host, what the message says, the span in the host, the character
    ("", "the host is empty", (0, 0), None),
    ("[::1", "is not an IP literal", (0, 4), None),
    ("[fe80::1%25en0]", "is not an IP literal", (0, 15), None),
    (".", "empty label at 0", (0, 1), None),
    ("a..é", "empty label at 2", (0, 4), None),
    ("a.b_c.é", "label \"b_c\" may have letters, digits and hyphens only: '_' at 3", (3, 4), "_"),
    ("é.a b", "label \"a b\" may have letters, digits and hyphens only: ' ' at 3", (3, 4), " "),
    ("é.-a", "label \"-a\" begins or ends with a hyphen: '-' at 2", (2, 3), "-"),
    ("é.a-", "label \"a-\" begins or ends with a hyphen: '-' at 3", (3, 4), "-"),
    ("é.ab--c", 'label "ab--c" has hyphens in third and fourth place', (2, 7), None),
    ("xn--a.é", 'label "xn--a" starts with xn-- but is not valid Punycode', (0, 5), None),
    ("xn--a", 'label "xn--a" starts with xn--', (0, 5), None),
    ("xn--abc-.de", "it encodes no non-ASCII character", (0, 8), None),
    ("é.\u0301a", "begins with a combining mark", (2, 3), "\u0301"),
    ("a\u200db.é", "has a joiner where it joins nothing: U+200D at 1", (1, 2), "\u200d"),
    ("א1.1a", "label \"1a\" breaks the Bidi rule of right-to-left names: '1' at 3; begin", (3, 4), "1"),
    ("a\ud800.é", "has a character that no host name may have: U+D800 at 1", (1, 2), "\ud800"),
    ("a.é\ue000", "no host name may have: U+E000 at 3", (3, 4), "\ue000"),
    ("ü" * 60 + ".de", "takes 66 bytes", (0, 60), None),
    (".".join(["ü" * 20] * 20), "bytes, and DNS allows 253", (0, 419), None),
    ("ü" * 2000, "has 2000 characters, and DNS allows 253 bytes", (0, 2000), None),
]


@pytest.mark.requirement(36)
@pytest.mark.parametrize(("host", "message", "span", "character"), REFUSED)
def test_refusals_name_the_label_and_the_reason(
    host: str, message: str, span: tuple[int, int], character: str | None
) -> None:
    with pytest.raises(HostError) as caught:
        host_to_ascii(host)
    error = caught.value
    assert message in str(error)
    assert re.search("[:;] (write|leave|remove|shorten|begin) ", str(error))
    assert (error.start, error.end) == span
    assert error.character == character
    assert error.component == "host"
    assert error.rule
    str(error).encode()  # it can be printed, whatever the host has


@pytest.mark.parametrize("host", ["☃.net", "i❤.ws", "a·b.example"])
def test_idna2008_alone_refuses_symbols(host: str) -> None:
    with pytest.raises(HostError, match=r"not allowed by IDNA 2008: .*; link a name of letters"):
        host_to_ascii(host, strict2008=True)
    assert host_to_ascii("faß.example", strict2008=True) == "xn--fa-hia.example"


def test_hosts_are_cached() -> None:
    _cached_ascii.cache_clear()
    for _ in range(3):
        host_to_ascii("répété.example")
    assert _cached_ascii.cache_info().hits == 2
    assert _cached_ascii.cache_info().maxsize


def test_top_level_domains_in_both_forms() -> None:
    names = top_level_domains()
    assert {"com", "org", "museum", "рф", "xn--p1ai", "ck", "uk", "みんな"} <= names
    assert not any("." in name or "*" in name or "!" in name for name in names)
    assert names is top_level_domains()


@pytest.mark.parametrize(
    ("label", "known"),
    [("COM", True), ("РФ", True), ("XN--P1AI", True), ("py", True), ("md", True), ("foo2", False), ("", False)],
)
def test_known_top_level_domains(label: str, known: bool) -> None:
    assert is_known_tld(label) is known


@pytest.mark.parametrize(
    ("host", "address"),  # URL Standard §3.5, "IPv4 parser"
    [
        ("0x", "0.0.0.0"), ("0", "0.0.0.0"), ("1", "0.0.0.1"), ("1.", "0.0.0.1"), ("0x.0.0.1", "0.0.0.1"),
        ("255.255.255.255", "255.255.255.255"), ("256.1", None), ("1.256", "1.0.1.0"), ("1.16777215", "1.255.255.255"),
        ("1.16777216", None), ("4294967295", "255.255.255.255"), ("4294967296", None), ("1.2.65535", "1.2.255.255"),
        ("1.2.65536", None), ("1.2.3.256", None), ("010.1", "8.0.0.1"), ("08.1", None), ("0xff.0xF", None),
        ("1.2.3.4.5", None), ("1..2", None), ("a", None), ("", None), (".", None),
    ],
)  # fmt: skip
def test_addresses_as_browsers_read_them(host: str, address: str | None) -> None:
    assert ipv4_in_browsers(host) == address


@pytest.mark.parametrize(
    ("length", "is_allowed"),  # RFC 1035 §2.3.4: 253 without the root dot
    [(253, True), (254, False)],
)
@pytest.mark.parametrize("last", ["a", "é"])
def test_the_longest_host(length: int, is_allowed: bool, last: str) -> None:
    end = host_to_ascii(last)
    whole = (("a" * 49 + ".") * 6)[: length - len(end) - 1].rstrip(".").ljust(length - len(end) - 1, "a")
    for root in ("", "."):
        host = f"{whole}.{last}{root}"
        if is_allowed:
            assert len(host_to_ascii(host)) == length + len(root)
        else:
            with pytest.raises(HostError, match="and DNS allows 253 bytes"):
                host_to_ascii(host)
