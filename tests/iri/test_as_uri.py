"""IRI to URI (RFC 3987 §3.1) and back (§3.2)."""

from urllib.parse import unquote_to_bytes

import pytest

from extract import IRI, ConversionError, IRISyntaxError, preprocess, to_iri, to_uri
from extract.iri import resolve
from tests.rows import rows

TO_URI = rows(r"""
    März → M%C3%A4rz
    http://example.com/𐌀𐌁𐌂 → http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82
    # no normalization
    http://www.example.org/re\u0301sume\u0301.html → http://www.example.org/re%CC%81sume%CC%81.html
    http://résumé.example.org → http://xn--rsum-bpad.example.org
    http://r%C3%A9sum%C3%A9.example.org → http://xn--rsum-bpad.example.org
    http://é.r%E9sum%E9.example.org → http://%C3%A9.r%E9sum%E9.example.org
    http://faß.example/ → http://xn--fa-hia.example/
    http://é.:80/ → http://xn--9ca.:80/
    # no DNS, no punycode
    foo://résumé.example.org/ → foo://r%C3%A9sum%C3%A9.example.org/
    file://résumé/é → file://r%C3%A9sum%C3%A9/%C3%A9
    # names elsewhere stay
    http://a.org/check?uri=http%3A%2F%2Frésumé.org → http://a.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.org
    http://üser:päss@exämple.org:80/ → http://%C3%BCser:p%C3%A4ss@xn--exmple-cua.org:80/
    ä/ö?ü#ß → %C3%A4/%C3%B6?%C3%BC#%C3%9F
    //納豆.example.org/ → //xn--99zt52a.example.org/
    http://[2001:db8::1]/é → http://[2001:db8::1]/%C3%A9
    # private use in queries
    http://h/?\ue000 → http://h/?%EE%80%80
    # the mapping makes no exception for direction controls: RFC 3987 §4.1 is about display
    http://h/\u202e → http://h/%E2%80%AE
    # RFC 6068 §2: the domains of a mailto
    mailto:ü@ü.example,b@ä?cc=ü@ü.example → mailto:%C3%BC@xn--tda.example,b@xn--4ca?cc=%C3%BC@xn--tda.example
    MAILTO://a.example/b@%C3%BC.example → MAILTO://a.example/b@xn--tda.example
    mailto:?TO=a@ü,%22b%22%20%3Cc%40%C3%BC.d%3E&x=f@ü → mailto:?TO=a@xn--tda,%22b%22%20%3Cc%40xn--tda.d%3E&x=f@%C3%BC
    mailto:?bcc=e@ü → mailto:?bcc=e@xn--tda
    mailto:?reply-to=a@ü&From=b@ü → mailto:?reply-to=a@xn--tda&From=b@xn--tda
    mailto:?cc=ü@%40ü,ü&subject=a@ü → mailto:?cc=%C3%BC@%40xn--tda,%C3%BC&subject=a@%C3%BC
    mailto:?subject=x?to=a@ü&tot=a@ü&&to=a@ü#to=ü → mailto:?subject=x?to=a@%C3%BC&tot=a@%C3%BC&&to=a@xn--tda#to=%C3%BC
    mailto:?cc=a@%FFü,b@-ü → mailto:?cc=a@%FF%C3%BC,b@-%C3%BC
    mailto:ü → mailto:%C3%BC
    # where the domain is none, it is encoded as all of a path (RFC 3987 §3.1 step 2)
    mailto:@%C2%80ä → mailto:@%C2%80%C3%A4
    mailto:a@ä%2F,b@é..e,c@ü.example → mailto:a@%C3%A4%2F,b@%C3%A9..e,c@xn--tda.example
    mailto:a@-ä\u2028 → mailto:a@-%C3%A4%E2%80%A8
""")


@pytest.mark.requirement(5, 12, 28, 29, 30, 31, 32, 33, 34, 35, 37, 38, 46, 80)
@pytest.mark.parametrize(("iri", "uri"), TO_URI)
def test_to_uri(iri: str, uri: str) -> None:
    assert to_uri(iri) == uri
    assert to_uri(IRI.unchecked(iri)) == uri
    assert to_uri(uri) == uri


URIS = r"""
    D%c3%bcrst?x=%20#%ff http://a%2db/%2e%7E http://a_b.example/ http://xn--a/ http://%C3%A9_.example/ #
    http://EXAMPLE.com:/?# mailto:a@%C3%A9_.example?cc=%41@%FF.example //[v1.a:b]:80 ? ./1:a data:,%41
"""


@pytest.mark.requirement(30)
@pytest.mark.parametrize("uri", ["", *URIS.split()])
def test_a_uri_is_its_own_uri(uri: str) -> None:
    assert to_uri(uri) == uri


@pytest.mark.requirement(39, 40)
@pytest.mark.parametrize(
    ("text", "uri"),
    rows(r"""
        http://a/<b c>{d}|\^`é → http://a/%3Cb%20c%3E%7Bd%7D%7C%5C%5E%60%C3%A9
        /\ue000\x80\ufdd0\ufffd → /%EE%80%80%C2%80%EF%B7%90%EF%BF%BD
        http://a b/ → http://a%20b/
        # what is never encoded
        /100%é →
        /[ →
        #a#b →
        http://h:é/ →
        http://a@b@c →
    """),
)
def test_what_no_iri_may_hold_is_encoded_on_request(text: str, uri: str) -> None:
    with pytest.raises(IRISyntaxError):
        to_uri(text)
    if uri:
        assert to_uri(preprocess(text, format="leiri")) == uri
    else:
        with pytest.raises(IRISyntaxError):
            preprocess(text, format="leiri")


@pytest.mark.requirement(41)
@pytest.mark.parametrize(
    ("iri", "charset", "uri"),
    rows("""
        http://example.org/é?é#é → iso-8859-1 → http://example.org/%C3%A9?%E9#%C3%A9
        https://é.example/é?é#é → windows-1252 → https://xn--9ca.example/%C3%A9?%E9#%C3%A9
        http://h/?a=日本%20&é → utf-16 → http://h/?a=%E6%97%A5%E6%9C%AC%20&%C3%A9
        http://h/?é → UTF-8 → http://h/?%C3%A9
        http://h/?日 → shift_jis → http://h/?%93%FA
        # windows-1252, as in browsers
        http://h/?€ → iso-8859-1 → http://h/?%80
        http://h/?日本 → iso-2022-jp → http://h/?%1B%24%42%46%7C%4B%5C%1B%28%42
        ftp://h/?é → iso-8859-1 → ftp://h/?%C3%A9
        ws://h/?é → iso-8859-1 → ws://h/?%C3%A9
        ?é → iso-8859-1 → ?%C3%A9
    """),
)
def test_the_charset_of_a_document_changes_queries_only(iri: str, charset: str, uri: str) -> None:
    assert to_uri(iri, document_charset=charset) == uri


# A URI, its IRI by RFC 3987 §3.2, and for display where that differs.
TO_IRI = rows(r"""
    http://www.example.org/D%C3%BCrst → http://www.example.org/Dürst
    http://xn--99zt52a.example.org/%e2%80%ae → http://納豆.example.org/%e2%80%ae
    http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9 → http://www.example.org/r%E9sum%E9.xml#résumé
    /%41%7A%30%2D%2E%5F%7E → /Az0-._~
    %E2%82%C3%A9/%BF%C3%BC%80 → %E2%82é/%BFü%80
    /%EE%80%80?%EE%80%80#%EE%80%80 → /%EE%80%80?\ue000#%EE%80%80 → /%EE%80%80?%EE%80%80#%EE%80%80
    # what a display leaves
    a%C2%A0b%E3%80%80%E2%80%83 → a\xa0b\u3000\u2003 → a%C2%A0b%E3%80%80%E2%80%83
    %E2%88%95%E2%81%84%EA%9E%89 → \u2215\u2044\ua789 → %E2%88%95%E2%81%84%EA%9E%89
    %E2%80%8B%C2%AD%E2%80%8D → \u200b\xad\u200d → %E2%80%8B%C2%AD%E2%80%8D
    # ZWNJ where it shapes letters
    %D9%85%DB%8C%E2%80%8C%D8%AE%D9%88 → می\u200cخو
    %E0%A4%95%E0%A5%8D%E2%80%8D%E0%A4%B7 → क्\u200dष
    %EF%AC%81%EF%BC%A1%C2%B2 → \ufb01\uff21\xb2 → %EF%AC%81%EF%BC%A1%C2%B2
    %CD%B8 → \u0378 → %CD%B8
    %E2%84%AB → \u212b → %E2%84%AB
    %65%CC%81x → e\u0301x → e%CC%81x
    %E1%84%80%E1%85%A1 → \u1100\u1161 → %E1%84%80%E1%85%A1
    q%CC%81 → q\u0301
    /%CC%81a → /\u0301a → /%CC%81a
    %2F%CC%81a → %2F\u0301a → %2F%CC%81a
    q%E2%80%8D%CC%81 → q\u200d\u0301 → q%E2%80%8D%CC%81
    # hosts
    http://r%C3%A9sum%C3%A9.example.org/ → http://résumé.example.org/
    http://xn--n3h.net:80/ → http://☃.net:80/
    //xn--99zt52a/ → //納豆/
    foo://xn--99zt52a/%C3%A9 → foo://xn--99zt52a/é
    mailto:%C3%A9@xn--99zt52a.example,b@%C3%A9.x?to=c → mailto:é@納豆.example,b@é.x?to=c
    mailto:?cc=a@xn--99zt52a,b@%C3%A9.x,c@%C3%A9_ → mailto:?cc=a@納豆,b@é.x,c@%C3%A9_
    http://%C3%BC:p%C3%A4@h/ → http://ü:pä@h/
    http://%41%FF/ → http://A%FF/
    # what is no URI is left
    é%zz%C3%A9 → é%zzé
""")
# What is reserved, no UTF-8, or a character that no IRI may have or nobody sees.
KEPT = """
    http://www.example.org/D%FCrst %2F%3F%23%5B%5D%40%3A %21%24%26%27%28%29%2A%2B%2C%3B%3D
    %25%20%22%3C%3E%5C%5E%60%7B%7C%7D%00%0A%7F %2541%25C3%25A9 %C0%AF/%E0%80%AF/%ED%A0%80
    %F4%90%80%80/%F8%88%80%80%80 %EF%B7%90%EF%BF%BE%EF%BF%BD%C2%80%F3%A0%80%81 %E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AC
    %D8%9C%E2%81%A6%E2%81%A7%E2%81%A8%E2%81%A9 http://xn--a/ http://%C3%A9_/ http://xn--4db.1a/ 100%
"""


@pytest.mark.requirement(47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 59, 85)
@pytest.mark.parametrize(("uri", "iri", "display"), [(*row, row[1])[:3] for row in TO_IRI])
def test_to_iri(uri: str, iri: str, display: str) -> None:  # the five steps
    assert to_iri(uri, profile="rfc3987") == iri
    assert to_iri(uri) == display


@pytest.mark.requirement(48, 50, 51, 52, 53, 54)
@pytest.mark.parametrize("uri", KEPT.split())
def test_what_stays_escaped(uri: str) -> None:
    assert to_iri(uri) == to_iri(uri, profile="rfc3987") == uri


@pytest.mark.requirement(41)
@pytest.mark.parametrize(
    ("reference", "base", "uri"),
    [
        ("?é", "http://e/", "?%E9"),
        ("/é?é#é", "HTTPS://e/a", "/%C3%A9?%E9#%C3%A9"),
        ("//é.example/?é", "http://e/", "//xn--9ca.example/?%E9"),
        ("?é", "ftp://e/", "?%C3%A9"),  # no other scheme
        ("//é/?é", "foo://e/", "//%C3%A9/?%C3%A9"),
        ("foo:?é", "http://e/", "foo:?%C3%A9"),
        ("?é", None, "?%C3%A9"),
    ],
)
def test_relative_references_take_the_scheme_of_their_page(reference: str, base: str | None, uri: str) -> None:
    assert to_uri(reference, document_charset="iso-8859-1", base=base) == uri
    if base is not None:
        assert resolve(base, uri) == to_uri(resolve(base, reference), document_charset="iso-8859-1")


@pytest.mark.parametrize(
    "charset", ["iso-2022-jp", "iso2022_kr", "hz", "shift_jis", "euc-jp", "gb18030", "johab", "cp037"]
)
@pytest.mark.parametrize("query", ["a=中国~b&c=本+~", "a=b~&c=中" * 200, "q=中/?:@!$'()*,;"])
def test_a_server_reads_what_was_written(charset: str, query: str) -> None:
    """RFC 3987bis §3.5; the shifts of ISO-2022 lead back to ASCII before the next delimiter."""
    try:
        uri = to_uri(f"http://e/?{query}", document_charset=charset)
    except ConversionError as error:
        assert error.kind in ("charset", "unencodable")  # noqa: PT017
        return
    pairs = [piece.split("=") for piece in uri.partition("?")[2].split("&")]
    read = [[unquote_to_bytes(text).decode(charset) for text in pair] for pair in pairs]
    assert read == [piece.split("=") for piece in query.split("&")]
