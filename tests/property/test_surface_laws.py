"""What holds for every function that reads text from outside, and for text that becomes HTML."""

import re

import html5lib
from hypothesis import given
from hypothesis import strategies as st

from extract import linkify
from extract.iri.schemes import MARKED_SCHEMES
from tests.examples import examples
from tests.property.test_detection_laws import TEXTS
from tests.surfaces import SURFACES
from tools.hostile_search import AFTER, BEFORE, TOKENS

CASES = st.one_of(
    [
        st.tuples(
            st.sampled_from(list(surfaces.items())),
            st.builds(
                lambda before, tokens, after: before + "".join(tokens) + after,
                st.sampled_from(["", *BEFORE]),
                st.lists(st.one_of(st.sampled_from(TOKENS[kind]), st.characters()), max_size=20),
                st.sampled_from(["", *AFTER]),
            ),
        )
        for kind, surfaces in SURFACES.items()
    ]
)


@examples(500)
@given(CASES)
def test_no_function_raises(case) -> None:
    (_, surface), text = case
    surface(text)


@given(TEXTS)
def test_linked_text_is_escaped(text: str) -> None:
    text = re.sub("[\0\r\ud800-\udfff]", " ", text)
    linked = linkify(text, bare_domains=True, email=True, hosts="all")
    tree = html5lib.parseFragment(linked, namespaceHTMLElements=False)
    assert "".join(tree.itertext()) == text
    for element in tree.iter():
        assert element.tag in ("DOCUMENT_FRAGMENT", "a")
        assert element.tag != "a" or element.attrib["href"].partition(":")[0].lower() in MARKED_SCHEMES
