"""The IRI value: reading, splitting, resolving."""

import copy
import enum
import json
import pickle
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from extract import ConversionError, IRISyntaxError, check, display, minimal_uri, readable_iri
from extract.iri import (
    equivalent,
    host_to_ascii,
    is_iri,
    is_iri_reference,
    is_uri,
    preprocess,
    to_iri,
    to_uri,
    web_address,
)
from extract.iri.charsets import encode_for_document
from extract.iri.cleaning import clean_entry, encoding_hints, preprocess_list
from extract.iri.components import Split, split, split_authority, unsplit
from extract.iri.diagnosis import syntax_errors
from extract.iri.errors import IRIError
from extract.iri.grammar import is_ihost, matches
from extract.iri.leiri import leiri_findings
from extract.iri.normalization import canonically_equivalent, is_nfc, is_nfkc, normalize
from extract.iri.resolution import resolve
from extract.iri.scheme_rules import scheme_faults
from extract.iri.value import IRI
from extract.present import isolate, strip_isolates, visual_order
from tests.written_back import assert_writes_back

MESSAGES = [
    # text, component, offset, character, message
    ("http://h:8a/", "port", 10, "a", "port \"8a\" has a character that is not a digit: 'a' at 10"),
    ("http://h:-1/", "port", 9, "-", "port \"-1\" has a character that is not a digit: '-' at 9"),
    ("a_b:c", "scheme", 1, "_", "scheme \"a_b\" has a character other than ASCII letters, digits, + - and .: '_' at 1"),
    ("1a:b", "scheme", 0, "1", "scheme \"1a\" does not begin with an ASCII letter: '1' at 0"),
    ("ü:x", "scheme", 0, "ü", "scheme \"ü\" does not begin with an ASCII letter: 'ü' at 0"),
    (":a", "scheme", 0, ":", 'scheme is empty: ":" at 0'),
    ("http://h/a b", "path", 10, " ", "path has a space: ' ' at 10; write \"%20\""),
    ("http://h/100%", "path", 12, "%", 'path has a "%" not followed by two hexadecimal digits: \'%\' at 12'),
    ("http://h/#a#b", "fragment", 11, "#", "fragment has a second \"#\": '#' at 11"),
    ("http://h\\a", "host", 8, "\\", "host has a backslash: '\\' at 8"),
    ("http://a@b@c/", "authority", 10, "@", 'authority "a@b@c" has a second "@": \'@\' at 10'),
    ("http://u r@h/", "userinfo", 8, " ", "userinfo has a space: ' ' at 8"),
    ("http://a:b:80/", "host", 8, ":", "host has a character that is not allowed there: ':' at 8"),
    ("http://[fe80::1%25en0]/", "host", 15, None, 'IP literal "[fe80::1%25en0]" has a zone identifier at 15'),
    ("http://[fe80::1%en0]/", "host", 15, None, 'IP literal "[fe80::1%en0]" has a zone identifier at 15'),
    ("http://[::1/a", "host", 7, None, 'IP literal "[::1" is not closed: write "]" after the address'),
    ("http://[::1]x/", "host", 12, "x", 'IP literal "[::1]x" has text after its "]": \'x\' at 12'),
    ("http://[::g]/", "host", 10, "g",
    "IP literal \"[::g]\" has a character that IPv6 addresses do not allow: 'g' at 10"),
    ("http://[1::2::3]/", "host", 8, None, 'IP literal "[1::2::3]" has "::" more than once'),
    ("http://[::01.2.3.4]/", "host", 8, None, 'IP literal "[::01.2.3.4]" ends in "01.2.3.4", not an IPv4 address'),
    ("http://[12345::]/", "host", 8, None, 'IP literal "[12345::]" has a group of more than four digits: "12345"'),
    ("http://[1:2]/", "host", 8, None, 'IP literal "[1:2]" has 2 groups instead of eight'),
    ("http://[1:2:3:4:5:6:7::8]/", "host", 8, None,
    'IP literal "[1:2:3:4:5:6:7::8]" has 8 groups and "::"; at most seven'),
    ("http://[v1.]/", "host", 7, None, 'IP literal "[v1.]" is not valid: after "[v" write'),
    ("http://h/\ue000", "path", 9, "\ue000",
    "path has a private use character, allowed only in a query"),
    ("http://h/\ufdd0", "path", 9, "\ufdd0", "path has a noncharacter: U+FDD0 at 9"),
    ("http://h/\ud800", "path", 9, "\ud800", "path has a lone surrogate: U+D800 at 9"),
    ("http://h/\n", "path", 9, "\n", "path has a control character: U+000A at 9"),
    ("http://h/\x85", "path", 9, "\x85", "path has a control character: U+0085 at 9"),
    ("http://h/\U000e0041", "path", 9, "\U000e0041", "path has a character that IRIs do not allow: U+E0041"),
    ("http://h/\u200e", "path", 9, "\u200e",
    "path has a character that controls direction: U+200E LEFT-TO-RIGHT MARK at 9"),
    ("http://h/a]", "path", 10, "]", "path has a bracket outside an IP literal: ']' at 10"),
]  # fmt: skip


@pytest.mark.requirement(9, 18, 27)
@pytest.mark.parametrize(("text", "component", "start", "character", "message"), MESSAGES)
def test_errors_name_component_offset_character_and_rule(
    text: str, component: str, start: int, character: str | None, message: str
) -> None:
    with pytest.raises(IRISyntaxError) as caught:
        IRI.parse(text)
    error = caught.value
    assert str(error).startswith(message)
    assert (error.component, error.start, error.character) == (component, start, character)
    assert error.rule
    assert error.end > error.start
    assert character is None or text[error.start : error.end] == character


def test_every_error_of_a_text_is_found() -> None:
    errors = list(syntax_errors("http://u r@[::1/a b?c d#e f#g"))
    assert [(error.component, error.start) for error in errors] == [
        ("userinfo", 8),
        ("host", 11),
        ("path", 17),
        ("query", 21),
        ("fragment", 25),
        ("fragment", 27),
    ]


def test_relative_references_are_refused_on_request() -> None:
    assert IRI.parse("a/b").path == "a/b"
    with pytest.raises(IRISyntaxError, match="no scheme"):
        IRI.parse("a/b", relative=False)


@pytest.mark.requirement(14, 21, 22, 23)
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("http://h?#", Split("http", "h", "", "", "")),
        ("http://u:p@h:8/p?q#f", Split("http", "u:p@h:8", "/p", "q", "f")),
        ("", Split(None, None, "", None, None)),
        ("1a:b", Split(None, None, "1a:b", None, None)),
        ("ü:x", Split(None, None, "ü:x", None, None)),
        ("//h", Split(None, "h", "", None, None)),
        ("a:b?c#d?e#f\n", Split("a", None, "b", "c", "d?e#f\n")),
        ("http://a/b¢c", Split("http", "a", "/b¢c", None, None)),
        ("http://a。b/", Split("http", "a。b", "/", None, None)),
        ("http://a\\b?c", Split("http", "a\\b", "", "c", None)),
    ],
)
def test_any_text_splits_and_joins(text: str, parts: Split) -> None:
    assert split(text) == parts
    assert unsplit(parts) == text


@pytest.mark.requirement(24, 25)
@pytest.mark.parametrize(
    ("authority", "userinfo", "host", "port"),
    [
        ("h", None, "h", None),
        ("h:", None, "h", ""),
        ("u@h:8", "u", "h", "8"),
        ("@h", "", "h", None),
        ("u@v@h", "u", "v@h", None),
        ("a:b:8", None, "a:b", "8"),
        ("[::1]", None, "[::1]", None),
        ("[::1]:8", None, "[::1]", "8"),
        ("[::1", None, "[::1", None),
        ("", None, "", None),
    ],
)
def test_authorities(authority: str, userinfo: str | None, host: str, port: str | None) -> None:
    assert split_authority(authority) == (userinfo, host, port)


@pytest.mark.requirement(45, 63, 73)
def test_the_value() -> None:
    iri = IRI.parse("HTTP://Ü@h:8/%7e?#")
    assert str(iri) == "HTTP://Ü@h:8/%7e?#"
    assert [part.text for part in iri.components()] == ["HTTP", "Ü", "h", "8", "/%7e", "", ""]
    assert (iri.scheme, iri.authority, iri.userinfo, iri.host, iri.port) == ("HTTP", "Ü@h:8", "Ü", "h", 8)
    assert (iri.path, iri.query, iri.fragment) == ("/%7e", "", "")
    assert pickle.loads(pickle.dumps(iri)) == iri
    assert len({iri, IRI.parse(str(iri)), IRI.parse("http://Ü@h:8/%7E?#")}) == 2
    assert (str(iri.normalized()), str(iri)) == ("http://Ü@h:8/~?#", "HTTP://Ü@h:8/%7e?#")
    with pytest.raises(AttributeError):
        iri.path = "x"  # type: ignore[misc]


def test_both_readings_of_a_second_at_sign() -> None:
    iri = IRI.unchecked("http://good.example@x@evil.example/")
    assert [reading.host for reading in iri.authority_readings()] == ["x@evil.example", "evil.example"]
    assert [reading.userinfo for reading in iri.authority_readings()] == ["good.example", "good.example@x"]
    assert len(IRI.parse("http://u@h/").authority_readings()) == 1


@pytest.mark.requirement(26)
@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("http://h/a b/ü", "http://h/a%20b/ü"),
        ("http://h/100%?<>#\\^#", "http://h/100%25?%3C%3E#%5C%5E%23"),
        ("/\ue000?\ue000#\ue000", "/%EE%80%80?\ue000#%EE%80%80"),
        ("http://h/[a]\ufdd0", "http://h/%5Ba%5D%EF%B7%90"),
        ("http://a b@h/", "http://a%20b@h/"),
        ("http://h/%41", "http://h/%41"),
    ],
)
def test_the_lenient_reading_can_be_repaired(text: str, repaired: str) -> None:
    iri = IRI.unchecked(text)
    assert str(iri) == text
    assert str(iri.repaired()) == repaired


@pytest.mark.parametrize("text", ["http://h:8a/ ", "1a:b c", "http://[::1/a b", "http://a@b@c/ d", "http://a:b:8/ "])
def test_what_no_encoding_mends_is_said(text: str) -> None:
    with pytest.raises(IRISyntaxError) as caught:
        IRI.unchecked(text).repaired()
    assert caught.value.component in ("port", "scheme", "host", "authority")


def test_the_error_is_about_what_is_left() -> None:
    with pytest.raises(IRISyntaxError, match=r"port .* at 12"):
        IRI.unchecked("http://a b:8a/ ").repaired()


@pytest.mark.parametrize(
    ("text", "parts", "result"),
    [
        ("http://h/a?b#c", {"path": "/ü"}, "http://h/ü?b#c"),
        ("http://h/a?b#c", {"query": None, "fragment": ""}, "http://h/a#"),
        ("http://u@h:8/a", {"host": "ü", "userinfo": None}, "http://ü:8/a"),
        ("http://u@h:8/a", {"port": ""}, "http://u@h:/a"),
        ("http://h/a", {"authority": "[::1]:8"}, "http://[::1]:8/a"),
        ("http://h/a", {"scheme": "ftp"}, "ftp://h/a"),
        ("http://h/a", {"scheme": None}, "//h/a"),
        ("http://h/a", {"authority": None}, "http:/a"),
    ],
)
def test_replacing_parts(text: str, parts: dict[str, str | None], result: str) -> None:
    assert str(IRI.parse(text).with_(**parts)) == result


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("http://h/a", {"path": "/a?b"}),
        ("http://h/a", {"path": "/a b"}),
        ("http://h/a", {"path": "a"}),
        ("http://h/a", {"port": "x"}),
        ("http://h/a", {"host": "a/b"}),
        ("http://h/a", {"host": "a@b"}),
        ("http://h/a", {"scheme": ""}),
        ("x:/a", {"path": "//a"}),
        ("x:a:b", {"scheme": None}),
        ("x:/a", {"port": "8"}),
        ("x:/a", {"query": "a#b"}),
    ],
)
def test_replacing_never_moves_a_boundary(text: str, parts: dict[str, str | None]) -> None:
    with pytest.raises(IRISyntaxError):
        IRI.parse(text).with_(**parts)


def test_replacing_unknown_parts_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="hosts"):
        IRI("http://h").with_(hosts="a")
    with pytest.raises(TypeError, match="authority"):
        IRI("http://h").with_(authority="a", host="b")


BASE = "http://a/b/c/d;p?q"
RESOLUTIONS = [
    # RFC 3986 §5.4.1 (23)
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g",
    "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s",
    "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s",
    "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../",
    "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    # RFC 3986 §5.4.2 (19), strict in the last
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y",
    "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
]  # fmt: skip
OTHER_RESOLUTIONS = [
    ("http://é.example/ä/b", "../ö?ü#ß", "http://é.example/ö?ü#ß"),
    ("http://a", "g", "http://a/g"),  # §5.2.3
    ("http://a?q", "g", "http://a/g"),
    ("http://a/b//c", "../g", "http://a/b/g"),
    ("urn:a", "b", "urn:b"),
    ("urn:a/b", "../c", "urn:/c"),
    ("a:/b", "/.//c", "a:/.//c"),
    ("a:b", "//", "a://"),
    ("http://a/b", "//?#", "http://?#"),
    ("http://a/b", "x://h/../c", "x://h/c"),
]


@pytest.mark.requirement(89)
@pytest.mark.parametrize(("base", "reference", "target"), [(BASE, *pair) for pair in RESOLUTIONS] + OTHER_RESOLUTIONS)
def test_resolving(base: str, reference: str, target: str) -> None:
    assert resolve(base, reference) == target
    assert str(IRI.parse(base).resolve(reference)) == target
    assert str(IRI.parse(base).resolve(IRI.parse(reference))) == target


def test_there_are_23_and_19_examples() -> None:
    assert len(RESOLUTIONS) == 23 + 19


def test_a_relative_base_resolves_nothing() -> None:
    with pytest.raises(IRISyntaxError, match="no scheme"):
        resolve("a/b", "c")


@pytest.mark.parametrize(
    ("target", "base", "reference"),
    [
        ("http://h/a/b/ü", "http://h/a/c", "b/ü"),
        ("http://h/a/b", "http://h/c/d", "../a/b"),
        ("http://h/a#x", "http://h/a", "#x"),
        ("http://h/a?q", "http://h/a?p", "?q"),
        ("http://h/a/", "http://h/a/b", "./"),
        ("http://h/a:b", "http://h/c", "./a:b"),
        ("http://i/a", "http://h/a", "//i/a"),
        ("ftp://h/a", "http://h/a", "ftp://h/a"),
        ("http://h", "http://h/a", "//h"),
        ("http://h/a", "http://h/a?q", "a"),
        ("http://h//a", "http://h/b", ".//a"),
    ],
)
def test_relative_references(target: str, base: str, reference: str) -> None:
    found = IRI.parse(target).relative_to(base)
    assert IRI.parse(base).resolve(found) == IRI.parse(target)
    assert str(found) == reference


# --- a string -------------------------------------------------------------------------------------------------------


def test_an_iri_is_its_text() -> None:  # RFC 3987 §1.2, §5.3.1
    iri = IRI("http://e/é")
    assert isinstance(iri, str)
    assert iri == "http://e/é"
    assert {iri: 1}["http://e/é"] == 1  # type: ignore[index]
    assert sorted([iri, "http://a"]) == ["http://a", iri]
    assert json.dumps({"link": iri}, ensure_ascii=False) == '{"link": "http://e/é"}'
    assert repr(iri) == "IRI('http://e/é')"
    assert type(str(iri)) is str
    assert iri.replace("é", "e") == "http://e/e"
    assert iri.split("/") == ["http:", "", "e", "é"]
    assert [type(f(iri)) for f in (to_uri, display, lambda iri: iri.uri, isolate)] == [str] * 4


def test_a_function_that_gives_an_iri_gives_one_for_one() -> None:
    class Page(IRI):
        pass

    page = Page("http://E/%C3%A9")
    made = [to_iri(page), normalize(page), normalize(page, level="simple"), resolve(page, "x"), Page.from_uri(page)]
    made += [readable_iri(page), web_address(page)]
    assert [(type(one), str(one)) for one in made] == [
        (Page, "http://E/é"),
        (Page, "http://e/é"),
        (Page, "http://E/%C3%A9"),
        (Page, "http://E/x"),
        (Page, "http://E/é"),
        (Page, "http://E/é"),
        (Page, "http://E/%C3%A9"),
    ]
    assert [type(one) for one in (to_iri(str(page)), normalize(str(page)), resolve("a:", page))] == [str] * 3
    assert type(to_iri(page, explain=True).iri) is str


def test_join_resolves_and_says_what_it_is_not() -> None:
    assert IRI("http://e/a/b").join("../c") == "http://e/c"
    for texts in (["a", "b"], ("a",), iter("ab"), None, b"a"):
        with pytest.raises(TypeError, match=r"str\.join"):
            IRI("http://e/").join(texts)  # type: ignore[arg-type]


SECRET = "s3cret"


@pytest.mark.parametrize(
    "text", [f"https://u:{SECRET}@e/ü", f"//u:{SECRET}@e", f"x://u:{SECRET}:{SECRET}@e", f"//:{SECRET}@[::1]:8/#a@b"]
)
def test_a_password_is_not_shown(text: str) -> None:
    iri = IRI(text)
    hidden = text.replace(f"{SECRET}:{SECRET}", "***").replace(SECRET, "***")
    assert repr(iri) == repr([iri])[1:-1] == f"IRI({hidden!r})"
    assert SECRET in str(iri)
    assert SECRET in (iri.password or "")
    for wrong in (
        lambda: iri.with_(path="a"),
        lambda: iri.with_(path="/a?"),
        lambda: iri.with_(userinfo=f"u:{SECRET}@"),
        lambda: iri.with_(authority=f"u:{SECRET}@e/"),
        lambda: IRI.parse(text.partition(":")[2] if text[0] != "/" else text, relative=False),
        lambda: resolve(text if text[0] == "/" else text.partition(":")[2], "x"),
        lambda: IRI(f"//u:{SECRET}@{SECRET}@e/"),
        lambda: IRI(f"//u@p:{SECRET}@e/"),
    ):
        with pytest.raises(IRISyntaxError) as caught:
            wrong()
        assert SECRET not in str(caught.value)


@pytest.mark.requirement(21, 25)
@pytest.mark.parametrize(
    ("text", "port", "written", "default", "ascii_host"),
    [
        ("HTTPS://Bücher.example/", None, None, 443, "xn--bcher-kva.example"),
        ("https://e:/", None, "", 443, "e"),
        ("http://[::A]:0443/", 443, "0443", 80, "::A"),
        ("foo://é:8", 8, "8", None, "%C3%A9"),
        ("//b%C3%BC.E", None, None, None, "xn--b-eha.e"),
        ("http://b_C/", None, None, 80, "b_c"),
        ("http://a%2eEx%41mple/", None, None, 80, "a.example"),
        ("http://1.2.3.4", None, None, 80, "1.2.3.4"),
        ("file:///a", None, None, None, ""),
        ("mailto:a@b", None, None, None, None),
    ],
)
def test_what_to_connect_to(
    text: str, port: int | None, written: str | None, default: int | None, ascii_host: str | None
) -> None:
    iri = IRI(text)
    assert (iri.port, iri.port_text, iri.default_port, iri.ascii_host) == (port, written, default, ascii_host)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("http://e", "/"),
        ("http://e?#a", "/?"),
        ("http://e/é%2F/?q=ü&a+b#f", "/%C3%A9%2F/?q=%C3%BC&a+b"),
        ("http://e//a", "//a"),
    ],
)
def test_what_a_request_asks_for(text: str, target: str) -> None:
    assert IRI(text).request_target == target


@pytest.mark.parametrize(
    "text",
    [
        *("http://a@b@c/", "http://[::1/", "http://a b/", "http://-ü/", "http://é_/"),
        *("http://a..b/", f"http://{'a' * 64}/", "http://a%2Fb/", "http://%FF.e/"),
    ],
)
def test_nothing_connects_to_what_has_no_host(text: str) -> None:
    with pytest.raises(IRIError):
        assert IRI.unchecked(text).ascii_host


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda iri: pickle.loads(pickle.dumps(iri))])
def test_copies_are_iris_and_are_not_checked_again(copied: Callable[[IRI], IRI]) -> None:
    for iri in (IRI("http://e/é"), IRI.unchecked("http://e/a b")):
        assert copied(iri) == iri
        assert type(copied(iri)) is IRI


def test_a_class_of_its_own_stays() -> None:
    class Page(IRI):
        pass

    page = Page("http://e/a/b")
    for made in (page.parent, page / "c", page.with_(query="q"), page.resolve("x"), page.normalized(), copy.copy(page)):
        assert type(made) is Page


@pytest.mark.parametrize("text", ["http://e/a b", "http://h:8a/", "/\u202e", "/\ud800", "1a:b"])
def test_making_one_checks_it(text: str) -> None:
    with pytest.raises(IRISyntaxError):
        IRI(text)
    assert IRI.unchecked(text) == text


@pytest.mark.requirement(90)
@pytest.mark.parametrize("value", [None, b"http://e/", 1, ["http://e/"]])
def test_anything_but_text_is_a_type_error(value: Any) -> None:
    for function in (IRI, IRI.unchecked, to_uri, to_iri, normalize, display, readable_iri, minimal_uri, is_iri,
        is_uri, is_iri_reference, isolate, is_nfc, is_nfkc, check, preprocess, web_address, host_to_ascii,
        lambda value: equivalent(value, "a"), lambda value: equivalent("a", value), lambda value: resolve("a:", value),
        lambda value: resolve(value, "a"), lambda value: IRI("a:").resolve(value), is_ihost, scheme_faults,
        canonical, encoding_hints, leiri_findings, visual_order, strip_isolates,
        lambda value: encode_for_document(value, "ascii")):  # fmt: skip
        with pytest.raises(TypeError, match="must be a str or an IRI, not "):
            function(value)


def canonical(value: Any) -> bool:
    return canonically_equivalent("a", value)


@pytest.mark.requirement(2, 80)
@pytest.mark.parametrize(
    "call",
    [
        lambda: preprocess("a", spaces="nope"),  # type: ignore[arg-type]
        lambda: preprocess("a", backslashes="nope"),  # type: ignore[arg-type]
        lambda: preprocess("a", format="HTML"),  # type: ignore[arg-type]
        lambda: preprocess_list("a", backslashes="nope"),  # type: ignore[arg-type]
        lambda: isolate("a", "Embedding"),  # type: ignore[arg-type]
        lambda: encode_for_document("a", "ascii", "pdf"),  # type: ignore[arg-type]
        lambda: clean_entry("a", bad="x"),  # type: ignore[arg-type]
        lambda: is_iri("é", grammar="rfc"),  # type: ignore[arg-type]
        lambda: matches("nothing", "a"),
        lambda: normalize("a", level="x"),  # type: ignore[call-overload]
        lambda: IRI("a").normalized("x"),  # type: ignore[arg-type]
        lambda: to_uri("a é", host="x"),  # type: ignore[arg-type]
        lambda: display("a", hosts="x"),  # type: ignore[arg-type]
    ],
)
def test_unknown_options_name_the_known(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="must be one of '"):
        call()


# --- parts, decoded -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "segments", "name", "suffix", "parent"),
    [
        ("http://e", (), "", "", "http://e"),
        ("http://e/", ("",), "", "", "http://e/"),
        ("http://e/a", ("a",), "a", "", "http://e/"),
        ("http://e/a/b%20c.tar.gz?q#f", ("a", "b c.tar.gz"), "b c.tar.gz", ".gz", "http://e/a"),
        ("http://e/a/", ("a", ""), "", "", "http://e/a"),
        ("a/.b", ("a", ".b"), ".b", "", "a"),
        ("/a%2Fb/%E2%82%AC%FF", ("a%2Fb", "€%FF"), "€%FF", "", "/a%2Fb"),
        ("/a%252Fb%25", ("a%252Fb%",), "a%252Fb%", "", "/"),
        ("urn:a:b", ("a:b",), "a:b", "", "urn:"),
        ("", (), "", "", ""),
    ],
)
def test_segments(text: str, segments: tuple[str, ...], name: str, suffix: str, parent: str) -> None:
    iri = IRI(text)
    assert (iri.segments, iri.name, iri.suffix, iri.parent) == (segments, name, suffix, parent)


@pytest.mark.parametrize(
    ("text", "origin", "user", "password", "port"),
    [
        ("HTTP://J%C3%BC:p%3A:@Bücher.example:80/a", "http://bücher.example", "Jü", "p::", 80),
        ("https://e:0443/", "https://e", None, None, 443),
        ("https://e:8443", "https://e:8443", None, None, 8443),
        ("https://u@e:", "https://e", "u", None, None),
        ("//e:0", None, None, None, 0),
        ("mailto:a@b.c", None, None, None, None),
        ("http://[::1]:8", "http://[::1]:8", None, None, 8),
        ("file:///a", "file://", None, None, None),
        ("x:///", "x://", None, None, None),
        ("http://e:" + "9" * 5000, "http://e:" + "9" * 5000, None, None, None),
    ],
)
def test_origin_and_user(
    text: str, origin: str | None, user: str | None, password: str | None, port: int | None
) -> None:
    iri = IRI(text)
    assert (iri.origin, iri.user, iri.password, iri.port) == (origin, user, password, port)


@pytest.mark.parametrize("text", ["http://a@b@c/", "http://e:8a", "http://[::1/", "http://a b/"])
def test_what_has_no_host_has_no_origin(text: str) -> None:
    with pytest.raises(IRISyntaxError):
        assert IRI.unchecked(text).origin


def test_queries_are_read() -> None:
    pairs = IRI("?a=1&b=%26%20%C3%A9&a=x=y&c&=&d=%FF+").query_pairs
    assert list(pairs) == [("a", "1"), ("b", "& é"), ("a", "x=y"), ("c", None), ("", ""), ("d", "%FF+")]
    assert (pairs.get("a"), pairs.get("c"), pairs.get("x"), pairs.get("x", "-")) == ("1", "", None, "-")
    assert pairs.get_all("a") == ["1", "x=y"]
    assert IRI("?a=1+%2B").form_pairs.get("a") == "1 +"
    assert IRI("a").query_pairs == IRI("a?").query_pairs == ()


# --- parts, changed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: IRI("http://e") / "a", "http://e/a"),
        (lambda: IRI("http://e/a/?q#f") / "b c", "http://e/a/b%20c"),
        (lambda: IRI("http://e/a") / "/?#%é", "http://e/a/%2F%3F%23%25é"),
        (lambda: IRI("http://e/a") / "", "http://e/a/"),
        (lambda: IRI("a") / "b:c", "a/b:c"),
        (lambda: IRI("") / "b:c", "./b:c"),
        (lambda: IRI("http://e/a").joinpath("b", "c"), "http://e/a/b/c"),
        (lambda: IRI("http://e/a").joinpath(), "http://e/a"),
        (lambda: IRI("a?q#f") / "b", "a/b"),
        (lambda: IRI("a:/b?q#f") / "c", "a:/b/c"),
        (lambda: IRI("http://e/a?b#c").with_path(["x", "y/z", ""]), "http://e/x/y%2Fz/?b#c"),
        (lambda: IRI("http://e/a").with_path([]), "http://e"),
        (lambda: IRI("http://e/a").with_path([""]), "http://e/"),
        (lambda: IRI("http://e//a/").with_path(IRI("http://e//a/").segments), "http://e//a/"),
        (lambda: IRI("a/b").with_path(["c"]), "c"),
        (lambda: IRI("http://e/a?b#c").joinpath(), "http://e/a"),
        (lambda: IRI("http://e/a/b?q").with_name("c?d"), "http://e/a/c%3Fd?q"),
        (lambda: IRI("http://e").with_name("c"), "http://e/c"),
        (lambda: IRI("a").with_name("b:ü"), "./b:ü"),
        (lambda: IRI("a/b").with_name("c:d"), "a/c:d"),
        (lambda: IRI("").with_path(["b:c", "d"]), "./b:c/d"),
        (lambda: IRI("x:").with_path(["b:c"]), "x:b:c"),
        (lambda: IRI("http://e/").joinpath("", "b"), "http://e//b"),
        (lambda: IRI("http://e/a").with_host("::1"), "http://[::1]/a"),
        (lambda: IRI("http://u@e:8/a").with_host("é").with_port(9), "http://u@é:9/a"),
        (lambda: IRI("http://e/").with_(port=443, scheme="https"), "https://e:443/"),
        (lambda: IRI("http://e/").with_user("j:ü", "p@:"), "http://j%3Aü:p%40:@e/"),
        (lambda: IRI("http://u@e/").with_user(None), "http://e/"),
        (lambda: IRI("http://e/").with_fragment("50% é #/?"), "http://e/#50%25%20é%20%23/?"),
        (lambda: IRI("http://e/#x").with_fragment(None), "http://e/"),
        (lambda: IRI("http://e/?x").with_query({"a": "b&c=d e+f", "é": None, "n": 1}), "http://e/?a=b%26c=d%20e%2Bf&é&n=1"),
        (lambda: IRI("http://e/").with_query([("a=b", "1"), ("a", "2")]), "http://e/?a%3Db=1&a=2"),
        (lambda: IRI("http://e/").with_query({"a": ["1", "2"]}), "http://e/?a=1&a=2"),
        (lambda: IRI("http://e/").with_query({"a": "b c+d"}, form=True), "http://e/?a=b+c%2Bd"),
        (lambda: IRI("http://e/?x#f").with_query(None), "http://e/#f"),
        (lambda: IRI("http://e/?x#f").with_query({}), "http://e/#f"),
        (lambda: IRI("http://e/?x#f").with_query({"a": []}), "http://e/#f"),
        (lambda: IRI("http://e/?x#f").with_query([("", None)]), "http://e/?#f"),
        (lambda: IRI.build(host="e", query=()), "//e"),
        (lambda: IRI("http://e/?").add_query({}), "http://e/?"),
        (lambda: IRI("http://e/?x=%C3%A9").add_query({"y": "\ue000"}), "http://e/?x=%C3%A9&y=\ue000"),
        (lambda: IRI("http://e/").add_query({"y": "1"}), "http://e/?y=1"),
        (lambda: IRI("?a=%41&b=2&%61=3&c").remove_query("a", "x"), "?b=2&c"),
        (lambda: IRI("?a").remove_query("a"), ""),
        (lambda: IRI("?a+b").remove_query(IRI("?a+b").form_pairs[0][0]), ""),
        (lambda: IRI.build(scheme="https", host="bücher.example", path=["a", "b/c", ""], fragment="§ 3"),
         "https://bücher.example/a/b%2Fc/#§%203"),
        (lambda: IRI.build(scheme="http", user="u", password="p", host="2001:db8::1", port=8080, query={"q": "1"}),
         "http://u:p@[2001:db8::1]:8080?q=1"),
        (lambda: IRI.build(scheme="urn", path=["uuid:x"]), "urn:uuid:x"),
        (lambda: IRI.build(path=["a", "b"]), "a/b"),
        (lambda: IRI.build(path=["", "a", "b"]), "/a/b"),
        (lambda: IRI.build(path=["a:b"]), "./a:b"),
        (lambda: IRI.build(path=["\u202e\ue000%41"]), "%E2%80%AE%EE%80%80%2541"),
        (lambda: IRI.build(), ""),
    ],
)  # fmt: skip
def test_parts_are_changed(made: Callable[[], IRI], expected: str) -> None:
    assert made() == expected
    assert type(made()) is IRI
    assert is_iri_reference(expected)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: IRI("http://e") / "..", IRISyntaxError, "is a step in the path"),
        (lambda: IRI.build(path=["a", "."]), IRISyntaxError, "is a step in the path"),
        (lambda: IRI.build(path="a/b"), TypeError, "must be segments"),
        (lambda: IRI.build(query="a=b"), TypeError, "must be a mapping or pairs"),  # type: ignore[arg-type]
        (lambda: IRI.build(path=[1]), TypeError, "each segment of path must be a str"),  # type: ignore[list-item]
        (lambda: IRI.build(query={"a": object()}), TypeError, "must be a str, a number"),  # type: ignore[dict-item]
        (lambda: IRI.build(query={"a": float("nan")}), ValueError, "must be a finite number"),
        (lambda: IRI("/a").with_suffix("html"), ValueError, 'such as ".html"'),
        (lambda: IRI("/a").with_suffix("."), ValueError, 'such as ".html"'),
        (lambda: IRI("/a/").with_suffix(".html"), ValueError, "has no name"),
        (lambda: IRI("/..").with_suffix(".html"), ValueError, "has no name"),
        (lambda: IRI("/a") / IRI("/..").name, IRISyntaxError, "is a step in the path"),
        (lambda: IRI("/a").with_name(IRI("/%2E%2E").name), IRISyntaxError, "is a step in the path"),
        (lambda: IRI.build(query={"a": True}), TypeError, "must be a str"),
        (lambda: IRI.build(host="a/b"), IRISyntaxError, "would be read differently"),
        (lambda: IRI.build(scheme="a b"), IRISyntaxError, "scheme"),
        (lambda: IRI.build(port=8), IRISyntaxError, "need a host"),
        (
            lambda: IRI.build(scheme="x", path=["", "a"], host=None).with_path(["", "b"]),
            IRISyntaxError,
            "would be read",
        ),
        (lambda: IRI.build(host="e", path=["\ud800"]), ConversionError, "lone surrogate"),
        (lambda: IRI("/").joinpath("", "b"), IRISyntaxError, 'the path .* "//b" has the authority "b"'),
        (lambda: IRI("").joinpath("", "", "b"), IRISyntaxError, "the path would be read differently"),
        (lambda: IRI("x:/").joinpath("", "b"), IRISyntaxError, "the path would be read differently"),
        (lambda: IRI("x://e//a").with_(authority=None), IRISyntaxError, "the path would be read differently"),
        (lambda: IRI.build(path=5), TypeError, "path must be segments"),  # type: ignore[arg-type]
        (lambda: IRI.build(query=5), TypeError, "must be a mapping or pairs"),  # type: ignore[arg-type]
        (lambda: IRI.build(query=["ab", "cd"]), TypeError, "'ab' is not a pair"),  # type: ignore[list-item]
        (lambda: IRI.build(query=[("a",)]), TypeError, "is not a pair"),  # type: ignore[list-item]
        (lambda: IRI("http://e").with_(ports=5), TypeError, 'unknown part "ports"'),
        (lambda: IRI("http://e") / 1, TypeError, "unsupported operand"),  # type: ignore[operator]
        (lambda: IRI("http://e").with_(port=True), TypeError, "port must be"),
        (lambda: IRI("http://e").with_(port=-1), IRISyntaxError, "port"),
    ],
)
def test_what_cannot_be_built_is_refused(wrong: Callable[[], IRI], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wrong()


# --- what was read is written as it was -------------------------------------------------------------------------------

AS_WRITTEN = [
    "http://e", "http://e/", "http://e/a%2Fb", "/a%252Fb%2f", "/%E9/%C3%A9/%41", "//e//a//", "/a/../b/.", "./b:c",
    "a//b", "x:a:b", "x:/.//b", "/a.%62%2Ec", "/.a%2E", "?p=%2B", "?p=+&+=%2b", "?q=%E9&%e9", "?", "?&&a&=&=b=c",
    "?%41=%42", "#50%25", "//%41%3A:p%3A%E9@e", "//:@e", "//u:@e", "//@e", "?a=b%3Dc%26&d;e", "/?a=\ue000%EE%80%80",
    "/..", "/%2E%2e",
]  # fmt: skip


@pytest.mark.parametrize("text", AS_WRITTEN)
def test_what_was_read_is_written_as_it_was(text: str) -> None:
    assert_writes_back(IRI(text))


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: IRI("/") / IRI("/x%2Fy").name, "/x%2Fy"),
        (lambda: IRI("/").with_path([*IRI("/%E9/b").segments, "c%"]), "/%E9/b/c%25"),
        (lambda: IRI.build(host="e", path=IRI("/a/%2E%2E/%e9").segments), "//e/a/%2E%2E/%e9"),
        (lambda: IRI("/").with_query(dict(IRI("?a=%2B&b=+").form_pairs)), "/?a=%2B&b=+"),
        # in a component where other characters delimit
        (lambda: IRI("/").with_query({"q": IRI("/a&b+c%26%E9=").name}), "/?q=a%26b%2Bc%26%E9="),
        (lambda: IRI("/") / (IRI("?q=a+b/c?%E9").form_pairs.get("q") or ""), "/a%20b%2Fc%3F%E9"),
        (lambda: IRI("/") / (IRI("?q=a+b").query_pairs.get("q") or ""), "/a+b"),
        (lambda: IRI("/").with_query({str(IRI("?a=%3D").query_pairs[0][1]): None}), "/?%3D"),
        (lambda: IRI("/").with_query([(IRI("?a=b=c%E9").query_pairs[0][1] or "", "")]), "/?b%3Dc%E9="),
        (lambda: IRI("//e").with_user(IRI("//u:a:%E9@e").password), "//a%3A%E9@e"),
        # text made of it is text, of which "%" is a character
        (lambda: IRI("/").with_query({"q": f"{IRI('/%E9').name}!"}), "/?q=%25E9!"),
        (lambda: IRI("/") / (IRI("#50%25").fragment or ""), "/50%2525"),
        (lambda: IRI.unchecked("/a b%").with_path(IRI.unchecked("/a b%/%E9").segments), "/a%20b%25/%E9"),
        (lambda: IRI.build(host="e", query={"q": "C++", "x": 1.5, "y": 1e16}), "//e?q=C%2B%2B&x=1.5&y=1e%2B16"),
        (lambda: IRI("/a/b%2Ehtml?q").with_suffix(".txt"), "/a/b.txt?q"),
        (lambda: IRI("/a%2F.b/c%E9.tar.gz").with_suffix(""), "/a%2F.b/c%E9.tar"),
        (lambda: IRI("/.a").with_suffix(".b"), "/.a.b"),
        (lambda: IRI("/a.b.").with_suffix(".c"), "/a.b..c"),
        # one call sets, adds and drops
        (lambda: IRI("?a=%41&b=2&c=+&a=3").update_query({"a": "1", "b": [], "d": 4.5}), "?a=1&c=+&d=4.5"),
        (lambda: IRI("?a=1&b").update_query([("a", "x y"), ("a", None)], form=True), "?a=x+y&a&b"),
        (lambda: IRI("?a+b=1").update_query({"a b": 2}, form=True), "?a+b=2"),
        (lambda: IRI("?a=1#f").update_query({"a": []}), "#f"),
        (lambda: IRI("?#f").update_query({}), "?#f"),
        (lambda: IRI("#f").update_query({"é": "1"}), "?é=1#f"),
    ],
)  # fmt: skip
def test_pieces_are_written_where_they_are_put(made: Callable[[], IRI], expected: str) -> None:
    assert made() == expected


def test_a_piece_is_its_text() -> None:
    name = IRI("/caf%C3%A9").name
    assert name == "café"
    assert {name: 1}["café"] == 1
    assert repr(name) == "'café'"
    assert json.dumps(name) == json.dumps("café")
    for copied in (copy.copy(name), copy.deepcopy(name), *(pickle.loads(pickle.dumps(name, n)) for n in range(6))):
        assert IRI("/x").with_name(copied) == "/caf%C3%A9"
    pairs = pickle.loads(pickle.dumps(IRI("?").query_pairs))
    assert IRI("").with_query(pairs) == "?"


def test_a_member_of_an_enumeration_is_its_value() -> None:
    class Sort(str, enum.Enum):  # noqa: UP042 - its str() is another text
        UP = "up"

    assert IRI("/").with_query({"sort": Sort.UP}) == "/?sort=up"
    assert IRI("/") / Sort.UP == "/up"


# --- other programs -------------------------------------------------------------------------------------------------


def test_pydantic_checks_fields() -> None:
    pydantic: Any = pytest.importorskip("pydantic")

    class Page(pydantic.BaseModel):
        link: IRI

    page = Page(link="http://e/é")
    assert type(page.link) is IRI
    assert page.model_dump_json() == '{"link":"http://e/é"}'
    assert Page.model_validate_json('{"link":"http://e/é"}') == page
    assert Page.model_json_schema()["properties"]["link"] == {
        "format": "iri-reference",
        "title": "Link",
        "type": "string",
    }
    with pytest.raises(pydantic.ValidationError, match="path has a space"):
        Page(link="http://e/a b")
    with pytest.raises(pydantic.ValidationError, match="valid string"):
        Page(link=b"http://e/")


def test_clients_take_an_iri() -> None:
    iri = IRI("http://bücher.example/ü?q=ä")
    uri = "http://xn--bcher-kva.example/%C3%BC?q=%C3%A4"
    assert str(pytest.importorskip("httpx").URL(iri)) == uri
    assert str(pytest.importorskip("yarl").URL(iri.uri, encoded=True)) == uri
    requests = pytest.importorskip("requests")
    assert requests.Request("GET", iri.uri).prepare().url == uri
    assert urllib.request.Request(iri.uri).full_url == uri


@pytest.mark.parametrize(
    ("text", "expected"), [("a:b", True), ("a", False), ("//a", False), ("", False), ("?a:b", False)]
)
def test_an_absolute_iri_has_a_scheme(text: str, expected: bool) -> None:
    assert IRI(text).is_absolute is expected


def test_the_host_is_looked_up_whatever_the_user_is() -> None:
    assert IRI.unchecked("http://a^b@h/").ascii_host == "h"
