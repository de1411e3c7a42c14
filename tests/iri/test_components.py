"""RFC 3986 appendix B: every text splits into parts that know their places, and joins again."""

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
