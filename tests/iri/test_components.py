"""RFC 3986 appendix B: every text splits into parts that know their places, and joins again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.iri.components import (
    Components,
    authority_components,
    join_authority,
    match_head,
    split,
    split_authority,
    unsplit,
)
from tests.rows import rows

TEXTS = st.text(alphabet="a1é日:/?#[]@.%") | st.text(alphabet=st.characters())


@given(TEXTS)
def test_the_places_are_those_of_the_texts(text: str) -> None:
    components = Components(text)
    every = [*components, *([components.authority] if components.authority else [])]
    assert all(text[component.start : component.end] == component.text for component in every)
    assert [component.start for component in components] == sorted(component.start for component in components)


@given(TEXTS)
def test_parts_are_what_split_returns_and_join_to_the_text(text: str) -> None:
    components = Components(text)
    five = [components.scheme, components.authority, components.path, components.query, components.fragment]
    assert tuple(part and part.text for part in five) == split(text)
    assert unsplit(split(text)) == text
    head = match_head(text)
    assert (*head.groups(), head.end()) == (*split(text)[:2], components.path.start)
    if components.authority is not None:
        inner = (components.userinfo, components.host, components.port)
        assert tuple(part and part.text for part in inner) == split_authority(components.authority.text)


@given(TEXTS)
def test_an_authority_joins_to_the_text(text: str) -> None:
    assert join_authority(*split_authority(text)) == text
    assert all(
        part is None or text[part.start - 3 : part.end - 3] == part.text for part in authority_components(text, 3)
    )


@pytest.mark.requirement(14, 21, 22, 23, 24, 25)
@pytest.mark.parametrize(
    ("text", "parts"),
    rows(r"""
        → path 0
        http://ü@h:8/p?q#f → scheme 0 http, userinfo 7 ü, host 9 h, port 11 8, path 12 /p, query 15 q, fragment 17 f
        http://h?# → scheme 0 http, host 7 h, path 8, query 9, fragment 10
        a:b?c#d?e#f → scheme 0 a, path 2 b, query 4 c, fragment 6 d?e#f
        mailto:é@h? → scheme 0 mailto, path 7 é@h, query 11
        ü:x → path 0 ü:x
        http://a。b/¢c → scheme 0 http, host 7 a。b, path 10 /¢c
        http://a\b?c → scheme 0 http, host 7 a\b, path 10, query 11 c
        //u@v@h → userinfo 2 u, host 4 v@h, path 7
        //a:b:8 → host 2 a:b, port 6 8, path 7
        //[::1]:8 → host 2 [::1], port 8 8, path 9
        //[::1 → host 2 [::1, path 6
        // → host 2, path 2
    """),
)
def test_the_smallest_parts_in_order(text: str, parts: str) -> None:
    assert ", ".join(f"{part.component} {part.start} {part.text}".strip() for part in Components(text)) == parts
