"""Normalization forms are Unicode's, also of texts that nobody writes, and in linear time."""

import unicodedata
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import check
from extract.iri.charsets import from_presentation
from extract.iri.normalization import canonically_equivalent
from extract.present import skeleton
from extract.text.forms import Form, to_form

marks = st.sampled_from("\u0301\u0323\u0327\u0308\u0344\u0345\u05b0\u0f71\u0f72\u0f73\u093c\u3099\U0001d165é가ﬁa")


@pytest.mark.parametrize("form", get_args(Form))
@given(text=st.text() | st.text(marks, min_size=300, max_size=600))
def test_it_is_the_form_of_unicode(form: Form, text: str) -> None:
    assert to_form(form, text) == unicodedata.normalize(form, text)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("marks", ["\u0f71\u0f72", "\u0327\u0301", "\u0f73", "\u0344\u0323"])
def test_many_marks_take_linear_time(marks: str) -> None:
    text = "a" + marks * 30_000  # unicodedata.normalize takes ten seconds, each time
    assert canonically_equivalent(text, text[::-1]) is False
    assert from_presentation(text)
    assert skeleton(text)
    assert check(f"http://e/{text}") is not None
