"""RFC 3987 §2.2: each production on its own."""

import re

import pytest

from extract.iri import grammar
from extract.iri.grammar import PRODUCTIONS, is_iri, is_iri_reference, is_uri, matches
from tests.rows import cell

# Texts of a production, and texts that are none; ∅ is the empty one. A line that begins with white space goes on.
YES = r"""
    IRI: http://h http://h/ü?ü#ü urn:ä:b a: A1+-.:b http://üser:päss@h:8/ http://h:/ http://h?# x:/a//b a:b:c@d
    IRI-reference: ∅ a/b //納豆.example.org/ ä/ö?ü#ß ./a:b ?q #f a//b a?b?c#d?e/ // http://h /a:b //h//a
    absolute-IRI: http://h/ü?ü a:b
    irelative-ref: ∅ a //h/a ? ü#ü
    URI: http://h/%C3%BC a:b
    URI-reference: a/b ∅ //h
    scheme: a git+ssh z39.50r A-B
    iauthority: ∅ h u@h u:p@h:8 @ : h: [::1]:8 %C3%BC.example u@[::1] @h
    iuserinfo: ∅ a:b ü %40
    ihost: ∅ h 256.256.256.256 1.2.3 [::1] ü。example %C3%BC.example
    ireg-name: %C3%BC.example a!$&'()*+,;=b _._
    port: ∅ 0 99999999
    ipath: ∅ / // a/b /a a:b
    ipath-abempty: ∅ / // /a//b
    ipath-absolute: / /a /a// /a:b
    ipath-noscheme: a a/b:c @ %3A
    ipath-rootless: a a:b a//
    isegment: ∅ a:@ ¢
    isegment-nz: a :
    isegment-nz-nc: a @
    iquery: ∅ a?/ \ue000 \U000f0000 \U0010fffd
    ifragment: ∅ a?/ ü
    IPvFuture: v1.x:y V0.a vFF.~
    IPv4address: 0.0.0.0 255.255.255.255 1.2.3.4
    IPv6address: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:1.2.3.4 ::2:3:4:5:6:7:8 ::2:3:4:5:6:1.2.3.4 ::3:4:5:6:7:8
      1::3:4:5:6:7:8 1::4:5:6:7:8 1:2::4:5:6:7:8 1:2:3::5:6:7:8 1:2:3:4::6:7:8 1:2:3:4::1.2.3.4 1:2:3:4:5::7:8
      1:2:3:4:5:6::8 1:2:3:4:5:6:7:: :: ::1 ::ffff:1.2.3.4 abcd:EF01:: 1::8 1:2:3:4:5::1.2.3.4 ::8:9 1:2::7:8
    h16: 0 ffff 0001
    ls32: 1:2 1.2.3.4
    dec-octet: 0 9 10 99 100 199 200 249 250 255
    pct-encoded: %aF
    gen-delims: : / ? # [ ] @
    sub-delims: ! $ & ' ( ) * + , ; =
    iunreserved: ~ ü
    ucschar: \xa0 \ud7ff 豈 ﷏ ﷰ \uffef 𐀀 \U0001fffd \U000dfffd \U000e1000 \U000efffd
    iprivate: \ue000 \uf8ff \U000f0000 \U000ffffd \U00100000 \U0010fffd
    ihier-part: ∅ //h/a /a a:b
"""
NO = r"""
    IRI: ∅ a/b ü:x 1a:b a_b:c :a http://h/ü\x0a http://a\x20b x://a@b@c http://h:8a/ http://h:-1/ http://h/\ue000
      http://h/a#b#c http://h/[ http://[::1 http://[::1]x http://h/% http://h/%4 http://h/%zz http://a:b:1/
    IRI-reference: 1:b a:b\x20c :// %3a% ü:b \x20
    absolute-IRI: http://h/#
    irelative-ref: a:b 1:b ///h:\x0a
    URI: http://h/ü http://ü/
    URI-reference: ü
    scheme: ∅ 1 ä a_ http\x0a
    iauthority: a/b a@b@c h:8a [::1 [::1]a
    ihost: [ [fe80::1%25en0] [fe80::1%en0] h:1 [::01.2.3.4]
    port: 8a -1 ٣ ８
    ipath-absolute: ∅ // a
    ipath-noscheme: ∅ a:b /
    ipath-rootless: ∅ /a
    ipath-empty: a
    isegment: / ? #
    isegment-nz: ∅
    isegment-nz-nc: \x20 " < > \ ^ ` { | } \x00 \x1f \x7f \x80 [ ] % #
    iquery: # \U000e0001 \U000e0fff \ufffe \ufdd0
    ifragment: \x20 " < > \ ^ ` { | } \x00 \x1f \x7f \x80 [ ] % #
    IPvFuture: v1. v.x vg.x 1.x
    IPv4address: 256.1.1.1 01.2.3.4 1.2.3 1.2.3.4.5 1.2.3.4\x0a
    IPv6address: ∅ : ::: 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 12345:: ::1.2.3.256 ::01.2.3.4 g:: 1:2:3:4:5:6:7::8
      1:2:3:4:5:6:7:1.2.3.4 1.2.3.4:: ::1: :1::2
    dec-octet: 00 256 300 ∅
    pct-encoded: % %1 %1g %111
    ucschar: \x80 \x9f \ud800 \udfff \ue000 \ufdd0 \ufdef \ufff0 � \uffff \U0001fffe \U000e0000 \U000e0fff
      \U000f0000 a
    iprivate: \U000e0001 \U000ffffe
    ihier-part: ? #
    ireg-name: \x20 " < > \ ^ ` { | } \x00 \x1f \x7f \x80 [ ] % #
    iuserinfo: \x20 " < > \ ^ ` { | } \x00 \x1f \x7f \x80 [ ] % #
"""


def texts_of(table: str) -> dict[str, list[str]]:
    """Return the texts of each production."""
    entries = (re.split(r":\s+", entry, maxsplit=1) for entry in re.split(r"\n {4}(?=\S)", table.rstrip())[1:])
    return {name: ["" if text == "∅" else cell(text) for text in texts.split()] for name, texts in entries}


MATCHED, REFUSED = texts_of(YES), texts_of(NO)


@pytest.mark.requirement(10, 11, 12, 13, 14, 15, 17, 18, 19, 20)
@pytest.mark.parametrize("production", PRODUCTIONS)
def test_what_a_production_matches(production: str) -> None:
    assert [text for text in MATCHED.get(production, ()) if not matches(production, text)] == []
    assert [text for text in [*REFUSED.get(production, ()), "a\n"] if matches(production, text)] == []


@pytest.mark.requirement(11, 12, 13, 14, 15, 17, 18, 19, 20)
def test_predicates_agree_with_the_productions() -> None:
    for text in {text for texts in (*MATCHED.values(), *REFUSED.values()) for text in texts}:
        assert is_iri(text) == matches("IRI", text)
        assert is_iri_reference(text) == matches("IRI-reference", text)
        assert is_uri(text) == (text.isascii() and is_iri(text))
        assert grammar.is_uri_reference(text) == (text.isascii() and is_iri_reference(text))
        assert is_iri_reference(text) == (is_iri(text) or matches("irelative-ref", text))
        assert matches("iauthority", text) == is_iri_reference(f"//{text}") or any(mark in text for mark in "/?#")


@pytest.mark.requirement(16)
def test_the_first_kind_of_host_that_matches_wins() -> None:
    kinds = ("IP-literal", "IPv4address", "ireg-name")
    first = {
        host: next(kind for kind in kinds if matches(kind, host)) for host in "1.2.3.4 256.1.1.1 1.2.3 [::1]".split()
    }
    assert [*first.values()] == ["IPv4address", "ireg-name", "ireg-name", "IP-literal"]
