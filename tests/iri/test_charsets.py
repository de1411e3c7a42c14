"""File names, documents of another charset, octets that are no UTF-8."""

import pytest

from extract import ConversionError, to_iri
from extract.iri.charsets import Interpretation, encode_for_document, from_file_name, interpretations


@pytest.mark.requirement(93)
@pytest.mark.parametrize(
    ("name", "charset", "segment"),
    [
        (b"r\xe9sum\xe9.html", "iso-8859-1", "r%C3%A9sum%C3%A9.html"),
        ("résumé.html", "utf-8", "r%C3%A9sum%C3%A9.html"),
        (b"Vi\xea\xf2t", "windows-1258", "Vi%E1%BB%87t"),
        ("a b/c?d#e%f:g[h]", "utf-8", "a%20b%2Fc%3Fd%23e%25f%3Ag%5Bh%5D"),
        ("(a)~b,c;d=e+f@g&h!i*j$k'", "utf-8", "(a)~b,c;d=e+f@g&h!i*j$k'"),
    ],
)
def test_file_names(name: str | bytes, charset: str, segment: str) -> None:
    assert from_file_name(name, charset) == segment


@pytest.mark.parametrize(("name", "charset"), [(b"\xff", "utf-8"), ("a\udcff", "utf-8"), (b"a", "nope")])
def test_file_names_that_are_no_text(name: str | bytes, charset: str) -> None:
    with pytest.raises(ConversionError):
        from_file_name(name, charset)


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
def test_interpretations_are_candidates_only() -> None:
    uri = "http://h/%93%FA%96%7B/%C3%A9"
    assert interpretations(uri, ("shift_jis", "euc-jp", "nope", "iso-8859-1")) == [
        Interpretation("shift_jis", "http://h/日本/é")
    ]
    assert interpretations("/r%E9sum%E9%2F", ("iso-8859-1",)) == [Interpretation("iso-8859-1", "/résumé%2F")]
    assert interpretations("/%93%FA%96%7B") == [Interpretation("shift_jis", "/日本")]
    assert interpretations("/%C6%FC%CB%DC", ("euc-jp",)) == interpretations("/%C6%FC%CB%DC")[-1:]
    assert interpretations("/%E9", ("iso-8859-1", "cp1251", "utf-8", "iso-8859-15")) == [
        Interpretation("iso-8859-1", "/é"),
        Interpretation("cp1251", "/й"),
    ]
    assert interpretations("/D%C3%BCrst") == [Interpretation("utf-8", "/Dürst")]
    assert interpretations("/a") == [Interpretation("utf-8", "/a")]
    assert interpretations("/%FF") == []
    assert to_iri(uri) == "http://h/%93%FA%96%7B/é"


@pytest.mark.parametrize(
    ("name", "message"), [("", "the name is empty;"), (".", '"." is a step in'), ("..", '".." is a step in')]
)
def test_names_that_lead_elsewhere(name: str, message: str) -> None:
    with pytest.raises(ConversionError) as caught:
        from_file_name(name)
    assert str(caught.value).startswith(message)
    assert (caught.value.start, caught.value.end) == (0, len(name))
