"""Every error says what is wrong in a word that programs can decide by."""

import pickle
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.iri.as_uri import to_uri
from extract.iri.charsets import encode_for_document
from extract.iri.cleaning import iri_from_bytes, preprocess
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import ConversionError, HostError, IRIError, IRISyntaxError, Kind
from extract.iri.host import host_to_ascii
from extract.iri.percent import percent_encode
from extract.iri.value import IRI

SYNTAX = {
    "1a:b": ["scheme"],
    ":a": ["scheme"],
    "http://h:8a/": ["port"],
    "http://h:8\u200e/": ["port"],
    "/100%": ["percent"],
    "/%u00FC": ["percent-u"],
    "http://[::1/": ["ip-literal"],
    "http://[::1]x/": ["ip-literal"],
    "http://[1:2]/": ["ip-literal"],
    "http://[v.a]/": ["ip-literal"],
    "http://[fe80::1%25eth0]/": ["zone-id"],
    "http://a@b@zone/": ["second-at"],
    "#a#b": ["second-hash"],
    "http://a:b:1/": ["delimiter"],
    "/a b": ["space"],
    "/[]": ["bracket", "bracket"],
    "/a\\b": ["backslash"],
    '/<>"^`{|}': ["forbidden-ascii"] * 8,
    "/\x00\x7f\x85": ["control"] * 3,
    "/\ud800": ["surrogate"],
    "/\u061c\u200e\u202e\u2066": ["bidi-control"] * 4,
    "/\ue000\U0010fffd": ["private-use"] * 2,
    "/\ufdd0\uffff\U0001fffe": ["noncharacter"] * 3,
    "/\ufffc\U000e0041": ["character"] * 2,
    "?\ue000": [],
    "http://例え.テスト/ü": [],
}
HOSTS = {
    "": "host-empty",
    "a..é": "host-empty",
    "[::": "ip-literal",
    "é" * 70: "host-length",
    "a." * 200: "host-length",
    "empty" * 20: "host-length",
    "é" * 2000: "host-length",
    "é_": "host-character",
    "é\ue000": "host-character",
    "-é": "host-hyphen",
    "éa--b": "host-hyphen",
    "\u0301a": "host-mark",
    "a\u200db": "host-joiner",
    "xn--a": "host-punycode",
    "אa": "host-bidi",
}


@pytest.mark.parametrize(("text", "kinds"), SYNTAX.items())
def test_kinds_of_syntax_errors(text: str, kinds: list[str]) -> None:
    assert [error.kind for error in syntax_errors(text)] == kinds


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("http://u^@a^/^?^#^", ["iuserinfo", "ireg-name", "ipath", "iquery", "ifragment"]),
        ("^", ["ipath"]),
    ],
)
def test_the_production_that_forbids_a_character(text: str, rules: list[str]) -> None:
    errors = list(syntax_errors(text))
    assert [error.rule for error in errors] == [f"RFC 3987 §2.2 {rule}" for rule in rules]
    assert [error.component for error in errors] == [
        rule.replace("reg-name", "host")[1:].removeprefix("i") for rule in rules
    ]
    assert [text[error.start : error.end] for error in errors] == ["^"] * len(rules)


@pytest.mark.parametrize(("host", "kind"), HOSTS.items())
def test_kinds_of_host_errors(host: str, kind: str) -> None:
    with pytest.raises(HostError) as caught:
        host_to_ascii(host)
    assert caught.value.kind == kind


def test_a_symbol_is_refused_by_idna_2008_only() -> None:
    with pytest.raises(HostError) as caught:
        host_to_ascii("☃.example", strict2008=True)
    assert caught.value.kind == "host-idna2008"


@pytest.mark.parametrize(
    ("convert", "kind"),
    [
        (lambda: percent_encode("\ud800"), "surrogate"),
        (lambda: IRI.unchecked("/a \ud800").repaired(), "surrogate"),
        (lambda: to_uri("http://h/?é", document_charset="x"), "charset"),
        (lambda: to_uri("http://h/?日", document_charset="latin-1"), "unencodable"),
        (lambda: iri_from_bytes(b"\xff"), "bytes"),
        (lambda: iri_from_bytes(b"", "x"), "charset"),
        (lambda: encode_for_document("é", "x"), "charset"),
        (lambda: preprocess("a b"), "space"),
        (lambda: preprocess("a\\b"), "backslash"),
        (lambda: IRI("a:b").with_(path="//x"), "parts"),
        (lambda: IRI("a:b").with_(port="1"), "parts"),
        (lambda: IRI.parse("a", relative=False), "scheme"),
        (lambda: to_uri("http://%D7%90a.é/"), "host-bidi"),
    ],
)
def test_kinds_of_other_errors(convert, kind: str) -> None:
    with pytest.raises(IRIError) as caught:
        convert()
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("http://a:1:2/", ['at 8; there is a second port after ":1", keep one']),
        ("http://a::2/", ['at 8; there is a second port after ":", keep one']),
        ("http://1:2:3::4/", ["at 8; write IPv6 addresses in brackets"]),
        ("http://a b/ ", ["at 8; remove it", 'at 11; write "%20"']),
        ("/a\\b", ['at 2; write "/", or "%5C" for a literal backslash']),
        ("http://a\\b/", ['at 8; write "/"']),
        ("http://a\ue000/\ue000?\ue000", ["U+E000 at 8; remove it", 'U+E000 at 10; write "%EE%80%80"']),
        ("http://[::1]a/", ["'a' at 12; only a port may follow"]),
        ("http://[::1%25eth0]/", ['at 11, which IRIs do not allow; leave "%25eth0" out']),
        ("http://[::g]/", ["'g' at 10; leave it out"]),
        ("http://[v1.é]/", ['after "[v" write hexadecimal digits']),
        ("http://[1:2]/", ["has 2 groups instead of eight"]),
        ("http://[1::2::3]/", ['has "::" more than once']),
        ("http://[1:2:3:4:5:6:7::8]/", ['has 8 groups and "::"']),
        ("http://[12345::]/", ["has a group of more than four digits"]),
        ("http://[::1.2.3.256]/", ["not an IPv4 address"]),
    ],
)
def test_what_to_do_about_it(text: str, messages: list[str]) -> None:
    found = [str(error) for error in syntax_errors(text)]
    assert len(found) >= len(messages)
    assert all(message in said for said, message in zip(found, messages, strict=False)), found


def test_an_error_is_an_exception_with_a_message() -> None:
    error = IRIError("it is wrong", kind="space", start=3)
    assert (str(error), error.args) == ("it is wrong", ("it is wrong",))
    assert (error.start, error.end) == (3, 3)
    assert str(IRIError("a\u202eb", kind="space")) == "a<U+202E>b"
    assert "\x1b" not in str(IRIError("a\x1bb", kind="space"))
    assert str(IRIError("aüb", kind="space")) == "aüb"


def test_a_repair_names_the_surrogate() -> None:
    with pytest.raises(ConversionError, match=r"U\+D800") as caught:
        IRI.unchecked("/a\ud800").repaired()
    assert caught.value.character == "\ud800"


@given(st.text(alphabet=st.characters()) | st.text(alphabet="a:/?#[]@%u0 \\\u200e\ue000\ud800"))
def test_every_kind_is_listed_and_survives_pickling(text: str) -> None:
    for error in syntax_errors(text):
        assert error.kind in get_args(Kind)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is IRISyntaxError
        assert (str(again), vars(again)) == (str(error), vars(error))
