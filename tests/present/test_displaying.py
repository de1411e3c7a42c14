"""The form that a person reads."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.present.displaying import display
from extract.text.characters import BIDI_CONTROLS
from tests.rows import rows


@pytest.mark.requirement(78, 92)
@pytest.mark.parametrize(
    ("iri", "shown"),
    rows(r"""
        # escapes and punycode are read
        http://xn--e1afmkfd.xn--p1ai/%D0%BF?%D1%80=%D1%81#%D7%90 → http://пример.рф/п?р=с#א
        http://example.com/a%2Fb%20c% → http://example.com/a%2Fb%20c%
        http://example.com/%FF%C3%BC → http://example.com/%FFü
        ../ü → ../ü
        # a host only where it is of one script, or highly restrictive, and imitates nothing
        http://Tシャツ.example/ → http://tシャツ.example/
        http://pаypal.com/ → http://xn--pypal-4ve.com/
        http://paypaI.com/I → http://paypai.com/I
        http://раураӏ.com/ → http://xn--80aa0cbo65f.com/
        http://हिन्दीnews.example/ → http://xn--news-kbjl2j0bl2k.example/
        mailto:me@pаypal.com?subject=é → mailto:me@xn--pypal-4ve.com?subject=é
        mailto:me@xn--bcher-kva.example,b@xn--a → mailto:me@bücher.example,b@xn--a
        # no name of the DNS
        foo://pаypal/ → foo://p%D0%B0ypal/
        # what cannot be seen
        http://example.com/a\u202eb\u200bc\ufeff → http://example.com/a%E2%80%AEb%E2%80%8Bc%EF%BB%BF
        http://example.com/a\xadb\U000e0041 → http://example.com/a%C2%ADb%F3%A0%81%81
        http://a\u202eb.example/ → http://a%E2%80%AEb.example/
        http://a\x1b[1m\x0a/ → http://a%1B[1m%0A/
        # unless it changes what is seen
        http://example.com/می\u200cخواهم → http://example.com/می\u200cخواهم
        http://example.com/a\u200cb → http://example.com/a%E2%80%8Cb
        http://example.com/ක්\u200dෂ → http://example.com/ක්\u200dෂ
        http://example.com/👩\u200d💻/❤\ufe0f → http://example.com/👩\u200d💻/❤\ufe0f
        http://example.com/葛\U000e0100 → http://example.com/葛%F3%A0%84%80
        # what looks like something else
        http://example.com/a／b∕c％20 → http://example.com/a%EF%BC%8Fb%E2%88%95c%EF%BC%8520
        http://example.com/pаypal → http://example.com/p%D0%B0ypal
        http://example.com/\u0338a → http://example.com/%CC%B8a
        http://example.com/e\u0301 → http://example.com/e%CC%81
        # there is no other spelling
        http://example.com/x\u0302 → http://example.com/x\u0302
        # RFC 3987 §4.2: a component that would be torn apart
        http://example.com/אב1/2גד/הו → http://example.com/%D7%90%D7%911/2%D7%92%D7%93/הו
        http://example.com/wiki/בחירות_2024 → http://example.com/wiki/בחירות_2024
        # RFC 5893 §2: a host that breaks one of the six conditions, in any of its labels
        http://٠٠٧.com/ → http://%D9%A0%D9%A0%D9%A7.com/
        http://xn--8hbav.com/ → http://xn--8hbav.com/
        http://7א.com/ → http://7%D7%90.com/
        http://אב.3com.net/ → http://xn--4dbc.3com.net/
        http://א7٧.com/ → http://%D7%907%D9%A7.com/
        http://aא.com/ → http://a%D7%90.com/
        http://אב7.com/ → http://אב7.com/
        # European numbers, to the bidirectional algorithm
        http://۰۰۷.com/ → http://۰۰۷.com/
        http://BÜCHER.example/Ä → http://bücher.example/Ä
        # UTS #46: as the name is looked up, but Thai and Lao "am" as people write it
        http://ｇoogle．com/ → http://google.com/
        http://ﾃｽﾄ.example/ → http://テスト.example/
        http://น้ำ.example/ → http://น้ำ.example/
        http://xn--q3c4c8cq.example/ → http://น้ำ.example/
        http://ΣΊΣΥΦΟΣ.example/ → http://σίσυφοσ.example/
        http://İ.example/ → http://xn--i-9bb.example/
    """),
)
def test_display(iri: str, shown: str) -> None:
    assert display(iri) == shown


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
