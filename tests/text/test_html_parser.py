"""Broken markup: every string is read, and what never ends takes the rest of the document."""

from __future__ import annotations

import pytest

from extract import linkify
from extract.markup import HTML
from extract.readers.html import parse, read


@pytest.mark.parametrize(
    ("source", "linked"),
    [
        ("<![\\>http://a/é", '<![\\><a href="http://a/%C3%A9">http://a/é</a>'),
        ("<![\\ http://a/é", "<![\\ http://a/é"),
        ("<b http://a/é", "<b http://a/é"),
        ("<!-- http://a/é", "<!-- http://a/é"),
        ("a < b http://a/é", 'a < b <a href="http://a/%C3%A9">http://a/é</a>'),
    ],
)
def test_broken_markup(source: str, linked: str) -> None:
    assert linkify(HTML(source)) == linked


PIECES = ["<![\\", "<", "<a ", "</a", "<!--", "<!", "<?", "<![CDATA[", '<a href="', "<a b='", "&#", "<a href= "]
PIECES += ["<meta content=x http-equiv=", "<title>", "<script></", "<a a==", "<a href=x <"]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("end", ["", ">", '"'])
def test_a_hundred_thousand_of_anything(piece: str, end: str) -> None:
    # a parser that tries again at each "<" would take minutes
    source = "http://x/é " + piece * (100_000 // len(piece)) + end
    assert linkify(HTML(source)).startswith("<a ")
    assert [passage.text[:10] for passage in read(source)][:1] == ["http://x/é"]


@pytest.mark.parametrize(
    "tag", ["<a href=", "<meta http-equiv=", "<a ", "<img srcset=", "<meta http-equiv=refresh content="]
)
@pytest.mark.parametrize("filling", [" ", "=", "'", "/", "(", ";"])
def test_a_long_tag(tag: str, filling: str) -> None:
    assert isinstance(parse(f"{tag}{filling * 100_000}", whole=True).passages, list)
