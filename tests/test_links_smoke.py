from extract import find_links


def test_a_link_is_the_span_of_its_text() -> None:
    text = "see http://www.w3.org/People/Dürst now"
    assert [text[link.start : link.end] for link in find_links(text)] == ["http://www.w3.org/People/Dürst"]
