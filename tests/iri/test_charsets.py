"""File names, documents of another charset, octets that are no UTF-8."""

import pytest

from extract import ConversionError
from extract.iri.charsets import encode_for_document, from_file_name, interpretations


@pytest.mark.requirement(93)
@pytest.mark.parametrize(
    ("name", "charset", "segment"),
    [
        (b"r\xe9sum\xe9.html", "iso-8859-1", "r%C3%A9sum%C3%A9.html"),
        ("résumé.html", "utf-8", "r%C3%A9sum%C3%A9.html"),
        (b"Vi\xea\xf2t", "windows-1258", "Vi%E1%BB%87t"),
        ("a b/c?d#e%f:g[h]", "utf-8", "a%20b%2Fc%3Fd%23e%25f%3Ag%5Bh%5D"),
        ("(a)~b,c;d=e+f@g&h!i*j$k'", "utf-8", "(a)~b,c;d=e+f@g&h!i*j$k'"),
        (b"...", "utf-8", "..."),
    ],
)
def test_file_names(name: str | bytes, charset: str, segment: str) -> None:
    """From the native charset to Unicode to UTF-8 to percent-encoding, as one segment."""
    assert from_file_name(name, charset) == segment


@pytest.mark.requirement(93)
@pytest.mark.parametrize(
    ("name", "charset", "kind", "message"),
    [
        (b"\xff", "utf-8", "bytes", "bytes FF"),
        ("a\udcff", "utf-8", "surrogate", "a lone surrogate"),
        (b"a", "nope", "charset", "'nope'"),
        ("", "utf-8", "dot-segment", "the name is empty;"),
        (".", "utf-8", "dot-segment", '"." is a step in'),
        (b"..", "utf-8", "dot-segment", '".." is a step in'),
    ],
)
def test_what_is_no_file_name(name: str | bytes, charset: str, kind: str, message: str) -> None:
    with pytest.raises(ConversionError) as caught:
        from_file_name(name, charset)
    assert (caught.value.kind, str(caught.value)[: len(message)]) == (kind, message)
    assert kind != "dot-segment" or (caught.value.start, caught.value.end) == (0, len(name))


@pytest.mark.requirement(91)
@pytest.mark.parametrize(
    ("charset", "format", "written"),
    [
        ("us-ascii", "html", "http://h/ros&#xE9;?a&amp;b=日".replace("日", "&#x65E5;")),
        ("iso-8859-1", "xml", "http://h/rosé?a&amp;b=&#x65E5;"),
        ("us-ascii", "plain", "http://h/ros%C3%A9?a&b=%E6%97%A5"),
        ("utf-8", "html", "http://h/rosé?a&amp;b=日"),
    ],
)
def test_documents_of_another_charset(charset: str, format: str, written: str) -> None:
    assert encode_for_document("http://h/rosé?a&b=日", charset, format) == written  # type: ignore[arg-type]
    written.encode(charset)


@pytest.mark.parametrize(
    ("iri", "charset"), [("/é", "nope"), ("/é", "rot13"), ("/\ud800", "utf-8"), ("a", "undefined")]
)
def test_what_no_document_can_hold(iri: str, charset: str) -> None:
    with pytest.raises(ConversionError):
        encode_for_document(iri, charset)


@pytest.mark.requirement(94)
@pytest.mark.parametrize(
    ("uri", "charsets", "candidates"),
    [
        ("/%93%FA%96%7B/%C3%A9", ("shift_jis", "euc-jp", "nope", "iso-8859-1"), [("shift_jis", "/日本/é")]),
        ("/r%E9sum%E9%2F", ("iso-8859-1",), [("iso-8859-1", "/résumé%2F")]),
        ("/%93%FA%96%7B", (), [("shift_jis", "/日本")]),
        ("/%C6%FC%CB%DC", ("euc-jp",), [("euc-jp", "/日本")]),
        ("/%E9", ("iso-8859-1", "cp1251", "utf-8", "iso-8859-15"), [("iso-8859-1", "/é"), ("cp1251", "/й")]),
        ("/D%C3%BCrst", (), [("utf-8", "/Dürst")]),
        ("/a", (), [("utf-8", "/a")]),
        ("/%FF", (), []),
    ],
)
def test_interpretations_are_candidates_only(
    uri: str, charsets: tuple[str, ...], candidates: list[tuple[str, str]]
) -> None:
    assert (interpretations(uri, charsets) if charsets else interpretations(uri)) == candidates
