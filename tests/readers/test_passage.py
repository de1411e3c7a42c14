from hypothesis import given
from hypothesis import strategies as st

from extract import Finder
from extract.readers import Passage
from extract.readers.passage import Edit, Piece, bare_links, blank, cut


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


def test_links_without_a_scheme_are_read_on_request() -> None:
    text = "See a.example.com, http://b.example.com, c@d.example.com and e.example.com."
    passages = [cut(text, 0, len(text)), cut(text, 4, 17, target=True)]
    finder = Finder(bare_domains=True, email=True)
    found = bare_links(passages, finder, [(text.index("e.ex"), len(text))])
    assert [link.text for _, link in found] == ["a.example.com", "c@d.example.com"]
