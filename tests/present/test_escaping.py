"""Minimal escaping, and the readable form (UTS #58)."""

from __future__ import annotations

from typing import Any

import pytest

from extract.iri.errors import IRISyntaxError
from extract.present.escaping import build_minimal_uri, readable_iri
from tests.rows import rows

RLO, ZWSP, ZWNJ = "\u202e", "\u200b", "\u200c"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        # the stack of open brackets is empty again in each segment and in each value, as it is for detection
        ({"path": ["a(b", "c)d"]}, "/a(b/c%29d"),
        ({"query": [("a(", "b)")]}, "?a(=b%29"),
        ({"path": ["a(b]c)"]}, "/a(b%5Dc)"),
        ({"path": ["a", ""]}, "/a/"),
        ({"path": [""]}, "/"),
        ({"path": ["..."]}, "/..%2E"),
        ({"path": ["a."], "query": [("", None)]}, "/a%2E?"),
        ({"query": [("flag", None), ("b", "")]}, "?flag&b="),
        ({"query": [("q", "C++ a")]}, "?q=C%2B%2B%20a"),  # a "+" would be read as a space
        ({"fragment": "a:~:b"}, "#a%3A~:b"),
        ({"fragment": "a", "directives": ["text=b,c", "text=d."]}, "#a:~:text=b,c:~:text=d%2E"),
        ({"directives": ["text=(a,b)"]}, "#:~:text=(a,b)"),
        # what cannot be seen is not shown (RFC 3987 §4.1; beyond UTS #58)
        ({"path": [f"a{RLO}b{ZWSP}c"]}, "/a%E2%80%AEb%E2%80%8Bc"),
        ({"path": [f"خانه{ZWNJ}ها"]}, f"/خانه{ZWNJ}ها"),
        ({"path": ["a\ud800b"]}, "/a%EF%BF%BDb"),
        ({"path": iter("ab"), "query": {"a": "1", "b": ["2", None], "c": 3}}, "/a/b?a=1&b=2&b&c=3"),
    ],
)
def test_compose(parts: dict[str, Any], expected: str) -> None:
    assert build_minimal_uri("https://example.com", **parts) == "https://example.com" + expected


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"path": ["a", ".."]}, IRISyntaxError),
        ({"path": ["."]}, IRISyntaxError),
        ({"path": "ab"}, TypeError),
        ({"path": [b"ab"]}, TypeError),
        ({"query": "a=b"}, TypeError),
        ({"query": {"a": object()}}, TypeError),
        ({"fragment": b"a"}, TypeError),
        ({"directives": "text=a"}, TypeError),
    ],
)
def test_what_would_lead_elsewhere_is_not_composed(parts: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        build_minimal_uri("https://example.com", **parts)


def test_brackets_deeper_than_detection_follows_are_escaped() -> None:
    assert build_minimal_uri("http://a", path=["(" * 300 + ")" * 300]) == (
        "http://a/" + "(" * 125 + "%28" * 175 + ")" * 125 + "%29" * 175
    )


@pytest.mark.requirement(48, 53, 56)
@pytest.mark.parametrize(
    ("iri", "expected"),
    rows(r"""
        https://a.example/d%C3%BCrst → https://a.example/dürst
        https://a.example/dürst. → https://a.example/dürst%2E
        https://a.example/d%C3%BCrst%2e → https://a.example/dürst%2E
        # RFC 3986 §2.2: reserved characters and "%"
        https://a.example/a%2Fb%3Fc%23d%26e%3D%2B%25 → https://a.example/a%2Fb%3Fc%23d%26e%3D%2B%25
        # octets that are no UTF-8 stay, beside those that are
        https://a.example/%E2%82%C3%A9 → https://a.example/%E2%82é
        https://a.example/%ed%a0%80%C0%AF → https://a.example/%ed%a0%80%C0%AF
        # no escape comes to be that was none
        https://a.example/%%34%31 → https://a.example/%%341
        https://a.example/%25%34%31 → https://a.example/%2541
        mailto:a%C3%BC@example.com → mailto:aü@example.com
        →
        # what no IRI holds stays escaped
        https://a.example/%22%3C%3E%5C%5E%60%7B%7C%7D%20 → https://a.example/%22%3C%3E%5C%5E%60%7B%7C%7D%20
        # what ends a link in running Chinese or Japanese, though white space follows only later
        https://a.example/あ。い、う？え → https://a.example/あ%E3%80%82い%E3%80%81う%EF%BC%9Fえ
        https://a.example/聖保羅（巴西） → https://a.example/聖保羅（巴西）
        https://a.example/巴西） → https://a.example/巴西%EF%BC%89
        # what another link may begin after, or a sentence
        https://a.example/\u2192https://b.example/x → https://a.example/%E2%86%92https://b.example/x
        https://a.example/\u2192b → https://a.example/\u2192b
        https://a.example/a—b → https://a.example/a%E2%80%94b
        https://a.example/a—B → https://a.example/a—B
        https://a.example/（é） → https://a.example/%EF%BC%88é%EF%BC%89
        # what would be a word of the sentence
        https://a.example/a%D7%9Da%D7%9D → https://a.example/a%D7%9Da%D7%9D
        https://a.example/a(%EC%9C%BC)%EB%A1%9C → https://a.example/a(%EC%9C%BC)로
        # a wave dash ends a title, but not a word in ASCII
        https://a.example/スー%E3%80%9C → https://a.example/スー〜
        https://a.example/a%E3%80%9C → https://a.example/a%E3%80%9C
        # what prose leaves out at the end
        https://a.example/a. → https://a.example/a%2E
        # what is reserved stays (RFC 3986 §2.2)
        https://a.example/a( → https://a.example/a(
        https://a.example/a?b=* → https://a.example/a?b=*
        https://a.example/a)b! → https://a.example/a)b!
        # what no IRI may have
        https://a.example/%EF%BF%BD → https://a.example/%EF%BF%BD
        https://a.example/%F3%A0%84%80 → https://a.example/%F3%A0%84%80
        # a domain of mailto that is no name
        mailto:%C3%A9@%C3%A9.example → mailto:é@%C3%A9.example
        mailto:é@-é,é@é.example → mailto:é@-%C3%A9,é@é.example
        https://a.example/*/(a → https://a.example/*/(a
        # what is no IRI is made one
        https://a.example/"a|b\c` → https://a.example/%22a%7Cb%5Cc%60
        # the host as people read it, unless detection would end it at ".com"
        https://xn--r8jz45g.jp/ → https://例え.jp/
        https://例え.com中文/ → https://xn--r8jz45g.xn--com-x68do18h/
        # joiners are part of words
        https://a.example/ab%E2%80%8C → https://a.example/ab%E2%80%8C
        https://a.example/%DA%A9%E2%80%8C%DA%A9 → https://a.example/ک\u200cک
        # a mark alone, and what is not NFC
        https://a.example/e%CC%81 → https://a.example/e%CC%81
        https://a.example/%65%CC%81 → https://a.example/e%CC%81
        https://a.example/%E0%A4%95%E0%A4%BF → https://a.example/कि
        https://a.example/%E2%80%AE%C2%A0%EE%80%80 → https://a.example/%E2%80%AE%C2%A0%EE%80%80
    """),
)
def test_readable(iri: str, expected: str) -> None:
    assert readable_iri(iri) == expected
    assert readable_iri(expected) == expected
