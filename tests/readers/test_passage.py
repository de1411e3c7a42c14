import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.readers import FORMATS, Format, Passage, decode
from extract.readers.passage import Edit, Piece, blank, cut


def test_a_span_leads_back_to_the_source() -> None:
    source = "a &amp; ``b`` c"
    passage = cut(source, 2, len(source), [Edit(2, 7, "&"), blank(8, 13)])
    assert passage.text == "&       c"
    assert passage.span(0, 1) == (2, 7)  # the "&" is the whole reference
    assert passage.span(0, 2) == (2, 8)
    assert passage.span(8, 9) == (14, 15)
    assert passage.span(9, 9) == (15, 15)


@given(st.text("ab&\\x", max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5)), max_size=5))
def test_what_is_not_edited_is_the_source(source: str, places: list[tuple[int, int]]) -> None:
    edits = [Edit(start, start + length, "?") for start, length in places if start + length <= len(source)]
    passage = cut(source, 0, len(source), edits)
    for position, character in enumerate(passage.text):
        start, end = passage.span(position, position + 1)
        assert character in ("?", source[start:end])
    within = cut(passage.text, 1, len(passage.text)) if passage.text else passage
    nested = within.inside(passage)
    for position in range(len(nested.text)):
        assert nested.span(position, position + 1) == passage.span(position + 1, position + 2)


def test_an_empty_segment_has_a_place() -> None:
    assert Passage("", (Piece(0, 7, 7),)).span(0, 0) == (7, 7)


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
@given(
    source=st.text("a`*_<>[](){}|:./\\ \n\r\t-~#&%日\"'=!", max_size=60).map(
        lambda text: text + " http://a.example/ü" + text
    )
)
def test_every_string_can_be_read(format: Format, source: str) -> None:
    for passage in format.read(source):
        start, end = passage.span(0, len(passage.text))
        assert 0 <= start <= end <= len(source)


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        ("é".encode(), None, "é"),
        (b"\xef\xbb\xbf\xc3\xa9", None, "é"),
        ("é".encode("utf-16"), None, "é"),
        ("é".encode("utf-32"), None, "é"),
        (b"\xe9", "latin-1", "é"),
        (b"\xef\xbb\xbf\xc3\xa9", "latin-1", "é"),  # the mark says more than the option
    ],
)
def test_bytes_are_decoded(data: bytes, encoding: str | None, text: str) -> None:
    assert decode(data, encoding).text == text


def test_what_cannot_be_decoded_is_told_by_its_byte() -> None:
    decoded = decode(b"\xef\xbb\xbfab\xff")
    assert (decoded.text, decoded.start, decoded.end) == (None, 5, 6)
