"""What a browser follows: the URL Standard's reading, as an IRI."""

from __future__ import annotations

import pytest

from extract import HostError, IRIError, IRISyntaxError, follow, to_uri
from extract.iri import is_iri_reference, is_uri_reference
from extract.text.labels import page_charset

HTTP, FILE = "http://base.example/dir/page?q#f", "file:///C:/dir/f"

# A text, the IRI, the URI if it is another, and what was repaired.
ON_ANY_PAGE: list[tuple[str, str, str | None, str]] = [
    ("https://例え.jp/ü?ö#ä", "https://例え.jp/ü?ö#ä", "https://xn--r8jz45g.jp/%C3%BC?%C3%B6#%C3%A4", ""),
    (r"\\evil.example\c", "//evil.example/c", None, "backslash"),
    (r"/\evil.example", "//evil.example", None, "backslash"),
    ("///evil.example/x", "//evil.example/x", None, "slashes"),
    ("https:evil.example", "https://evil.example", None, "slashes"),
    (r"https:\\\/evil.example", "https://evil.example", None, "backslash slashes"),
    (r"https://good.example\.evil.example/", "https://good.example/.evil.example/", None, "backslash"),
    ("java\nscript:alert(1)", "javascript:alert(1)", None, "line-break"),
    ("\x01 http://a.example/\x1f", "http://a.example/", None, "margin"),
    ("http://a.example/b\t\r\nc", "http://a.example/bc", None, "line-break"),
    ("http://a@b@c.example/", "http://a%40b@c.example/", None, "second-at"),
    ("http://%65vil.example/", "http://%65vil.example/", "http://evil.example/", "encoded-host"),
    ("http://ev\u200bil.ex\u00adample/ü", "http://evil.example/ü", "http://evil.example/%C3%BC", "invisible"),
    ("http://ü\u2060.example/", "http://ü.example/", "http://xn--tda.example/", "invisible"),
    ("http://127.\u200b1/", "http://127.1/", "http://127.0.0.1/", "invisible ip-address"),
    ("http://e%CC%81.example/", "http://e%CC%81.example/", "http://xn--9ca.example/", "encoded-host"),
    ("http://a%28b.example/", "http://a(b.example/", None, "encoded-host host"),
    ("http://0x7f.1/", "http://0x7f.1/", "http://127.0.0.1/", "ip-address"),
    ("http://0300.0250.00001/", "http://0300.0250.00001/", "http://192.168.0.1/", "ip-address"),
    ("http://１２７.1/", "http://127.0.0.1/", None, "ip-address"),
    ("http://127。0。0。1/", "http://127。0。0。1/", "http://127.0.0.1/", ""),
    ("http://r3---sn-ü.example/", "http://xn--r3---sn--e6a.example/", None, "host"),
    ("http://a_ü.example/", "http://xn--a_-yka.example/", None, "host"),
    ("http://{a}.example/", "http://%7Ba%7D.example/", None, "character"),
    ("HTTP://EXAMPLE.com:080/", "HTTP://EXAMPLE.com:080/", "HTTP://example.com:080/", ""),
    ("http://[2001:DB8::1]/", "http://[2001:DB8::1]/", "http://[2001:db8::1]/", ""),
    ("http://a.example/%2e%2E/.%2e/x", "http://a.example/%2e%2E/.%2e/x", None, ""),
    ("http://a.example/[1]|2?{3}#4#5", "http://a.example/%5B1%5D%7C2?%7B3%7D#4%235", None, "character"),
    ("foo:\\\\a", "foo:%5C%5Ca", None, "character"),
    ("foo://[::1]/x", "foo://[::1]/x", None, ""),
    ("foo:%2e%2e/%2e", "foo:%2e%2e/%2e", None, ""),  # an opaque path
    ("file:///a/%2E./x", "file:///x", None, "dots"),
    ("foo://ü.example/", "foo://ü.example/", "foo://%C3%BC.example/", ""),
    ("ssh://ü.example/", "ssh://ü.example/", "ssh://xn--tda.example/", ""),
    ("mailto:a@ü.example", "mailto:a@ü.example", "mailto:a@xn--tda.example", ""),
    ("file:c:\\x\\y", "file:///c:/x/y", None, "backslash slashes"),
    ("file:///C|/x", "file:///C:/x", None, "drive"),
    ("file://C|/x/../../y", "file:///C:/y", None, "drive"),
    ("file://localhost/x", "file:///x", None, ""),
    ("file:///x", "file:///x", None, ""),
    ("file://server/share", "file://server/share", None, ""),
    (r"file:\\server\share", "file://server/share", None, "backslash"),
    ("C:\\Users\\x", "C:%5CUsers%5Cx", None, "character"),  # a scheme, to browsers too
    ("1a:b", "./1a:b", None, "colon"),
    ("ü:b", "./ü:b", "./%C3%BC:b", "colon"),
    ("a/b:c", "a/b:c", None, ""),
    ("", "", None, ""),
]


@pytest.mark.requirement(8)
@pytest.mark.parametrize(("text", "iri", "uri", "kinds"), ON_ANY_PAGE)
def test_what_a_browser_follows(text: str, iri: str, uri: str | None, kinds: str) -> None:
    followed = follow(text)
    assert (followed.iri, followed.uri) == (iri, uri or iri)
    assert " ".join(followed.repairs) == kinds
    assert is_iri_reference(followed.iri)
    assert is_uri_reference(followed.uri)
    assert follow(followed.iri).uri == followed.uri


@pytest.mark.requirement(8)
@pytest.mark.parametrize(
    ("base", "text", "iri"),
    [
        (HTTP, "../ü", "http://base.example/ü"),
        (HTTP, "/\\\\h.example", "http://h.example"),
        (HTTP, "http:x", "http://base.example/dir/x"),
        (HTTP, "http:/x", "http://base.example/x"),
        (HTTP, "https:x", "https://x"),
        (HTTP, "%2e%2e/x", "http://base.example/x"),
        (HTTP, "a:b", "a:b"),
        (HTTP, "ü:b", "http://base.example/dir/ü:b"),
        (HTTP, "#g", "http://base.example/dir/page?q#g"),
        (HTTP, "", "http://base.example/dir/page?q"),
        (FILE, "x", "file:///C:/dir/x"),
        (FILE, "/x", "file:///C:/x"),
        (FILE, "../../../x", "file:///C:/x"),
        (FILE, "D|/x", "file:///D:/x"),
        (FILE, "//server/x", "file://server/x"),
        (FILE, "file:x?y", "file:///C:/dir/x?y"),
        (FILE, "?y", "file:///C:/dir/f?y"),
        ("file:///C:", "x", "file:///C:/x"),
        ("foo://h/p/q", "..\\r", "foo://h/p/..%5Cr"),
        ("foo://h/p/q", "../r", "foo://h/r"),
        ("foo:/p/q", "//h", "foo://h"),
        ("data:x", "#y", "data:x#y"),
        ("http://0x7f.1/a", "b", "http://0x7f.1/b"),
    ],
)
def test_what_is_relative_to_a_page(base: str, text: str, iri: str) -> None:
    assert follow(text, base).iri == iri


@pytest.mark.requirement(8)
def test_a_page_without_a_hierarchy_or_a_scheme() -> None:
    for reference in ("x", "?x", "//h", ""):
        with pytest.raises(IRIError, match="no hierarchy"):
            follow(reference, "data:x")
    with pytest.raises(IRIError, match="has no scheme"):
        follow("/x", "/y")


@pytest.mark.requirement(41)
@pytest.mark.parametrize(
    ("text", "charset", "query"),
    [
        ("http://h/?€é", "iso-8859-1", "%80%E9"),
        ("ftp://h/?é", "windows-1252", "%E9"),
        ("//h/?é", "latin1", "%E9"),
        ("ws://h/?é", "latin1", "%C3%A9"),
        ("foo://h/?é", "latin1", "%C3%A9"),
        ("http://h/?日", "latin1", "%26%2326085%3B"),
        ("http://h/?é", "utf-16be", "%C3%A9"),
        ("http://h/?日", "iso-2022-kr", "%E6%97%A5"),  # replacement
        ("http://h/?中", "gb2312", "%D6%D0"),
        ("http://h/?中€", "GB18030", "%D6%D0%A2%E3"),
        ("http://h/?日−～", "x-sjis", "%93%FA%81%7C%81%60"),
        ("http://h/?日－～¥", "euc-jp", "%C6%FC%A1%DD%A1%C1%5C"),
        ("http://h/?日本", "iso-2022-jp", "%1B%24%42%46%7C%4B%5C%1B%28%42"),
    ],
)
def test_queries_in_the_charset_of_the_page(text: str, charset: str, query: str) -> None:
    followed = follow(text, charset=charset)
    assert followed.uri.partition("?")[2] == query
    assert followed.iri == text


def test_where_slashes_are_missing_on_a_page() -> None:
    assert follow("http:/x", HTTP).repairs == follow("http:x", HTTP).repairs == ("slashes",)
    assert follow("http://x", HTTP).repairs == ()


# A text, the kind of error, the component and the span in the text.
REFUSED = [
    ("http:///", HostError, "host-empty", "host", (8, 8)),
    ("foo://u@/", HostError, "host-empty", "host", (8, 8)),
    ("foo://:1/", HostError, "host-empty", "host", (6, 6)),
    ("http://a\x00b/", IRISyntaxError, "control", "host", (8, 9)),
    ("foo://a\x00b/", IRISyntaxError, "control", "host", (7, 8)),
    ("foo://u@h<b/", IRISyntaxError, "forbidden-ascii", "host", (9, 10)),
    ("foo://h%ü|/", IRISyntaxError, "percent", "host", (7, 8)),
    ("http://[v1.a]/", IRISyntaxError, "ip-literal", "host", (7, 13)),
    ("http://[V1.a]/", IRISyntaxError, "ip-literal", "host", (7, 13)),
    ("foo://[::1/", IRISyntaxError, "ip-literal", "host", (6, 10)),
    ("http://a.\u0301ü/", HostError, "host-mark", "host", (9, 10)),
    ("http://ü@b.\u0301ü/", HostError, "host-mark", "host", (11, 12)),
    (" http:/a.\u0301ü/", HostError, "host-mark", "host", (9, 10)),
    ("http://a:65536/", IRISyntaxError, "port", "port", (9, 14)),
    ("http://a:b/", IRISyntaxError, "port", "port", (9, 10)),
    ("\thttp:a:65536/", IRISyntaxError, "port", "port", (8, 13)),
]


@pytest.mark.parametrize(("text", "error", "kind", "component", "span"), REFUSED)
def test_what_no_browser_follows(
    text: str, error: type[IRIError], kind: str, component: str, span: tuple[int, int]
) -> None:
    with pytest.raises(error) as caught:
        follow(text)
    assert (caught.value.kind, caught.value.component) == (kind, component)
    assert (caught.value.start, caught.value.end) == span
    assert f" at {span[0]}" in str(caught.value) or kind in ("host-empty", "ip-literal")


def test_every_label_of_the_encoding_standard_is_known() -> None:
    labels = pytest.importorskip("webencodings").LABELS
    assert len(labels) >= 217
    for label, name in labels.items():
        is_utf_8 = name in ("utf-8", "utf-16le", "utf-16be", "replacement")
        assert (page_charset(label) is None) == is_utf_8, label
        assert page_charset(f" {label.upper()}\n") == (
            None if is_utf_8 else page_charset(label)._replace(label=f" {label.upper()}\n")  # type: ignore[union-attr]
        )
        assert to_uri("http://h/?a", document_charset=label) == "http://h/?a"


def test_shifts_of_a_stateful_charset_are_no_characters() -> None:
    """Encoding Standard §12.2.2, URL Standard §1.3 "percent-encode after encoding"."""
    for label in ("iso-2022-jp", "csISO2022JP"):
        assert (
            follow("http://h/\x1b?\x0e\x1b#\x1ba", charset=label).uri
            == "http://h/%1B?%26%2365533%3B%26%2365533%3B#%1Ba"
        )
    assert follow("ws://h/?\x1b", charset="iso-2022-jp").uri == follow("http://h/?\x1b").uri.replace("http", "ws")
