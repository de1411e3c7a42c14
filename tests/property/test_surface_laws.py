"""What holds for every function that reads text from outside, and for text that becomes HTML."""

import re

import html5lib
from hypothesis import given
from hypothesis import strategies as st

from extract import linkify
from extract.iri.schemes import MARKED_SCHEMES
from tests.examples import examples
from tests.hostile import grown
from tests.property.shapes import CASES
from tests.property.test_detection_laws import TEXTS
from tests.surfaces import Surface


@examples(500)
@given(CASES, st.integers(0, 60))
def test_no_function_raises(case: tuple[str, Surface, str], size: int) -> None:
    _, surface, shape = case
    surface(grown(shape, size))


@given(TEXTS)
def test_linked_text_is_escaped(text: str) -> None:
    text = re.sub("[\0\r\ud800-\udfff]", " ", text)
    linked = linkify(text, bare_domains=True, email=True, hosts="all")
    tree = html5lib.parseFragment(linked, namespaceHTMLElements=False)
    assert "".join(tree.itertext()) == text
    for element in tree.iter():
        assert element.tag in ("DOCUMENT_FRAGMENT", "a")
        assert element.tag != "a" or element.attrib["href"].partition(":")[0].lower() in MARKED_SCHEMES
