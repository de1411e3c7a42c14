"""RFC 3986 appendix B: every text splits into parts that know their places, and joins again."""

import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.iri.parts import Part, Parts, authority_parts, join_authority, match_head, split, split_authority, unsplit

TEXTS = st.text(alphabet="a1é日:/?#[]@.%") | st.text(alphabet=st.characters())


@given(TEXTS)
def test_the_places_are_those_of_the_texts(text: str) -> None:
    parts = Parts(text)
    every = [*parts, *([parts.authority] if parts.authority else [])]
    assert all(text[part.start : part.end] == part.text for part in every)
    assert [part.start for part in parts] == sorted(part.start for part in parts)


@given(TEXTS)
def test_parts_are_what_split_returns_and_join_to_the_text(text: str) -> None:
    parts = Parts(text)
    five = [parts.scheme, parts.authority, parts.path, parts.query, parts.fragment]
    assert tuple(part and part.text for part in five) == split(text)
    assert unsplit(split(text)) == text
    head = match_head(text)
    assert (*head.groups(), head.end()) == (*split(text)[:2], parts.path.start)
    if parts.authority is not None:
        inner = (parts.userinfo, parts.host, parts.port)
        assert tuple(part and part.text for part in inner) == split_authority(parts.authority.text)


@given(TEXTS)
def test_an_authority_joins_to_the_text(text: str) -> None:
    assert join_authority(*split_authority(text)) == text
    assert all(part is None or text[part.start - 3 : part.end - 3] == part.text for part in authority_parts(text, 3))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["path 0 "]),
        ("http://ü@h:8/p?q#f", ["scheme 0 http", "userinfo 7 ü", "host 9 h", "port 11 8", "path 12 /p", "query 15 q",
        "fragment 17 f"]),
        ("//[::1]:", ["host 2 [::1]", "port 8 ", "path 8 "]),
        ("mailto:é@h?", ["scheme 0 mailto", "path 7 é@h", "query 11 "]),
    ],
)  # fmt: skip
def test_the_smallest_parts_in_order(text: str, parts: list[str]) -> None:
    assert [f"{part.component} {part.start} {part.text}" for part in Parts(text)] == parts


def test_parts_are_values() -> None:
    parts = Parts("HTTP://h/")
    assert parts == Parts("HTTP://h/")
    assert parts != Parts("http://h/")
    assert len({parts, Parts("HTTP://h/")}) == 1
    assert parts.scheme_name == "http"
    assert Parts("//h").scheme_name == ""
    assert pickle.loads(pickle.dumps(parts)).host == parts.host
    with pytest.raises(FrozenInstanceError):
        parts.text = "x"  # type: ignore[misc]


def test_pieces_of_a_part_keep_their_places() -> None:
    part = Part("query", 5, 12, "a=b&c=d")
    assert list(part.split("&")) == [Part("query", 5, 8, "a=b"), Part("query", 9, 12, "c=d")]
    assert part.slice(2, 3) == Part("query", 7, 8, "b")
    assert part.slice(4) == Part("query", 9, 12, "c=d")
    assert part.slice(0, 1, "key") == Part("key", 5, 6, "a")
