"""The form that a person reads."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from extract.present.displaying import display
from extract.text.characters import BIDI_CONTROLS

SAMPLE = st.text(
    st.sampled_from("aZ1-._~:/?#@!&=;%[]() \n\\<éàаоליب١語ー。／\u0301\u0338\u200c\u200d\u200b\u202e\u2066\ufe0f❤م")
)
PREFIX = st.sampled_from(["", "http://", "http://a.example/", "mailto:", "x:", "//", "http://אב.example/", "a%C3%BC"])


@given(PREFIX, st.one_of(SAMPLE, st.text()))
def test_never_raw_what_cannot_be_seen(prefix: str, text: str) -> None:
    """Of any string; no exception either."""
    shown = display(prefix + text)
    assert not set(shown) & set(BIDI_CONTROLS + "\u200b\u00ad\ufeff\u2060")
    assert not re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", shown)
