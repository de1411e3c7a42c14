"""The requirements that are easily held in part only, each with the inputs that show it.

R-n are the numbers of the list of what the standards ask for; the sentence after it is the standard's.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from extract import (
    IRI,
    HostError,
    check,
    display,
    equivalent,
    find_links,
    normalize,
    preprocess,
    readable_iri,
    to_iri,
    to_uri,
    web_address,
)
from extract.iri import ConversionError, IRIError, IRISyntaxError, is_iri_reference
from extract.iri.charsets import from_file_name
from extract.iri.cleaning import preprocess_list
from extract.iri.normalization import is_nfc
from extract.iri.scheme_rules import scheme_faults
from extract.present import isolate, visual_order
from extract.rules import RULES


def problems(iri: str) -> set[str]:
    """The names of all rules, also of those that are off, that find something."""
    return {problem.sub_rule for problem in check(iri, RULES.values())}


def error(iri: str) -> IRISyntaxError:
    with pytest.raises(IRISyntaxError) as caught:
        IRI(iri)
    return caught.value


@pytest.mark.requirement(2)
def test_spaces_inside_have_three_modes_and_no_fourth() -> None:
    """Many references are split, else spaces are removed or encoded; the strict mode is an error."""
    assert preprocess_list("a b  c") == ["a", "b", "c"]
    assert preprocess("a b  c", spaces="remove") == "abc"
    assert preprocess("a b  c", spaces="encode") == "a%20b%20%20c"
    with pytest.raises(IRISyntaxError) as caught:
        preprocess("a b  c")
    assert (caught.value.start, caught.value.character) == (1, " ")
    for text in ("a b", "ab", ""):
        with pytest.raises(ValueError, match="'error', 'remove', 'encode'"):
            preprocess(text, spaces="nope")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "xml", "html"),
    [
        ("http://example.org/ros&#233;", "http://example.org/rosé", "http://example.org/rosé"),
        ("http://example.org/ros&#xE9;", "http://example.org/rosé", "http://example.org/rosé"),
        ("http://example.org/ros&eacute;", "http://example.org/ros&eacute;", "http://example.org/rosé"),
        ("/&#x80;&#150;", "/\x80\x96", "/€–"),  # HTML has a table of exceptions, XML has none
        ("/&#X41;&#65", "/&#X41;&#65", "/AA"),
        ("/&amp;&lt;&AMP;", "/&<&AMP;", "/&<&"),
        ("/&#xfffe;", None, "/\ufffe"),
        ("/&#0;", None, "/\ufffd"),
        ("/&#xD800;", None, "/\ufffd"),
        ("/&#x110000;", None, "/\ufffd"),
        ("/&#8;", None, "/\x08"),
    ],
)
@pytest.mark.requirement(6)
def test_character_references_are_those_of_the_format(text: str, xml: str | None, html: str) -> None:
    """Escapings of the carrying format are resolved before anything else, as that format defines them."""
    assert preprocess(text) == text
    assert preprocess(text, format="html") == html
    if xml is not None:
        assert preprocess(text, format="xml") == xml
    else:
        with pytest.raises(IRISyntaxError, match="is not a character that XML allows") as caught:
            preprocess(text, format="xml")
        assert text[caught.value.start : caught.value.end] == text[1:]


@pytest.mark.parametrize("format", ["HTML", "xhtml", "", None])
@pytest.mark.requirement(6)
def test_an_unknown_format_is_a_value_error(format: str) -> None:
    with pytest.raises(ValueError, match="'plain', 'xml', 'html'"):
        preprocess("a", format=format)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "iri"),
    [
        ("http://a/100%", "http://a/100%25"),
        ("http://a/[b]?c[d]#e[f]#g", "http://a/%5Bb%5D?c%5Bd%5D#e%5Bf%5D%23g"),
        ("]", "%5D"),
        ("#a#b", "#a%23b"),
        ("http://[::1]/[", "http://[::1]/%5B"),
    ],
)
@pytest.mark.requirement(8)
def test_a_web_address_becomes_an_iri_reference(text: str, iri: str) -> None:
    """What is in href-ucschar but not in ucschar is percent-encoded, a lone "%" is "%25"."""
    assert web_address(text) == iri
    assert is_iri_reference(iri)


@pytest.mark.parametrize(
    ("text", "kind", "start"),
    [
        ("http://e/\ud800", "surrogate", 9),
        (" \thttp://e/\n\udfff", "surrogate", 12),
        ("\n http://\nh:8a/", "port", 13),
        ("http://[x]/", "ip-literal", 8),
        ("http://h:1:2/", "delimiter", 8),
        ("http://h[x]/", "bracket", 8),
        ("http://100%/", "percent", 10),
        ("http://h\x1b/", "control", 8),
        ("http://h\u202e/", "bidi-control", 8),
        ("http://h\ue000/", "private-use", 8),
        ("http://256.0.0.1/", "host-number", 7),
        ("http://h:65536/", "port", 9),
        ("foo://a|b/", "forbidden-ascii", 7),
    ],
)
@pytest.mark.requirement(8)
def test_or_it_says_why_not_and_where(text: str, kind: str, start: int) -> None:
    with pytest.raises(IRIError) as caught:
        web_address(text)
    assert (caught.value.kind, caught.value.start) == (kind, start)
    assert f" at {start}" in str(caught.value)


@pytest.mark.parametrize(
    ("iri", "component", "start", "character"),
    [
        ("http://h/ab\ud800", "path", 11, "\ud800"),
        ("http://h/a?b\x1b[31m", "query", 12, "\x1b"),
        ("http://h/#\n", "fragment", 10, "\n"),
        ("http://h/\u202ea", "path", 9, "\u202e"),
        ("http://h:80:90/", "host", 8, ":"),
        ("http://h:٣/", "port", 9, "٣"),
        (" http://h/", "scheme", 0, " "),
        ("\u00a0http://h/", "scheme", 0, "\u00a0"),
        ("http://h/\ue000", "path", 9, "\ue000"),
    ],
)
@pytest.mark.requirement(27)
def test_errors_name_component_character_and_offset(iri: str, component: str, start: int, character: str) -> None:
    """Errors and warnings name component, character, offset, code, severity."""
    found = error(iri)
    assert (found.component, found.start, found.character) == (component, start, character)
    assert found.kind
    assert found.rule
    assert str(found).isprintable()
    assert re.search(f" at {start}; ", str(found))  # and what to do
    (problem, *_) = check(iri)
    assert (problem.component, problem.start) == (component, start)
    assert problem.message.isprintable()


@pytest.mark.parametrize(
    ("iri", "start", "character"),
    [
        ("http://%D7%90a.é/", 13, "a"),  # the host was percent-encoded
        ("http://é.אa/", 10, "a"),
        ("http://me@é_.example/", 11, "_"),
        ("mailto:a@b,c@אa", None, None),
    ],
)
@pytest.mark.requirement(27)
def test_errors_of_hosts_have_their_places_in_the_iri(iri: str, start: int | None, character: str | None) -> None:
    with pytest.raises(HostError) as caught:
        to_uri(iri, host="idna")
    if start is not None:
        assert (caught.value.start, caught.value.character) == (start, character)
    assert iri[caught.value.start : caught.value.end]


@pytest.mark.requirement(41)
def test_a_query_is_in_the_charset_of_its_page_also_where_the_reference_is_relative() -> None:
    """Http and https only; the query is encoded in the document's charset, and nothing else."""
    page = "http://example.org/é?é"
    assert to_uri("http://example.org/é?é#é", document_charset="iso-8859-1") == "http://example.org/%C3%A9?%E9#%C3%A9"
    assert to_uri("?é", document_charset="iso-8859-1", base=page) == "?%E9"
    assert to_uri("/é?é#é", document_charset="iso-8859-1", base=page) == "/%C3%A9?%E9#%C3%A9"
    assert to_uri("//é.example/?é", document_charset="koi8-r", base=page, invalid="encode").startswith("//xn--9ca.")
    assert to_uri("?é", document_charset="iso-8859-1", base="ftp://example.org/") == "?%C3%A9"
    assert to_uri("?é", document_charset="utf-16", base=page) == "?%C3%A9"
    with pytest.raises(IRISyntaxError, match="has no scheme"):
        to_uri("?é", document_charset="iso-8859-1", base="/page")


@pytest.mark.parametrize("charset", ["iso-2022-jp", "iso2022_kr", "hz"])
@pytest.mark.parametrize("text", ["日本", "a日b本c", "日&本=日", "日%20本"])
@pytest.mark.requirement(41)
def test_servers_can_read_stateful_charsets(charset: str, text: str) -> None:
    """Every run of characters goes from ASCII to ASCII, so that what delimits is read before anything is decoded."""
    from urllib.parse import unquote_to_bytes

    query = to_uri(f"?{text}", document_charset=charset, base="http://e/")[1:]
    pieces = [unquote_to_bytes(piece).decode(charset) for piece in re.split("[&=]", query)]
    assert pieces == re.split("[&=]", text.replace("%20", " "))


@pytest.mark.requirement(49)
def test_triplets_of_unreserved_ascii_are_decoded_wherever_they_stand() -> None:
    """``%41%7A%30%2D%2E%5F%7E`` is ``Az0-._~``."""
    for before, after in (("http://e/", ""), ("http://", "%FF/"), ("mailto:a@", ".é"), ("x:", "?%41"), ("#", "%2F")):
        for profile in ("safe", "rfc3987"):
            iri = to_iri(f"{before}%41%7A%30%2D%2E%5F%7E{after}", profile=profile)  # type: ignore[call-overload]
            assert iri == f"{before}Az0-._~{after.replace('%41', 'A')}"


@pytest.mark.requirement(54)
def test_what_no_iri_may_have_stays_escaped_in_every_form() -> None:
    """``%EF%B7%90``, ``%EF%BF%BE``, ``%EF%BF%BD``, ``%C2%80``, private use and tags stay."""
    for triplets in ("%EF%B7%90", "%EF%BF%BE", "%EF%BF%BD", "%C2%80", "%EE%80%80", "%F3%A0%80%81"):
        for form in (to_iri, readable_iri, display, normalize):
            assert form(f"http://e/a{triplets}b#{triplets}") == f"http://e/a{triplets}b#{triplets}"


@pytest.mark.requirement(67)
def test_unreserved_characters_are_equal_to_their_escapes_also_in_hosts() -> None:
    """``/~user``, ``/%7euser``, ``/%7Euser`` are equal; ``%2f`` never equals ``/``."""
    for iri in ("http://e/%7euser", "http://e/%7Euser"):
        assert equivalent(iri, "http://e/~user", level="percent")
    assert normalize("http://%41%FF/", level="percent") == "http://A%FF/"
    assert equivalent("http://%41%FF/", "http://A%FF/", level="percent")
    assert not equivalent("http://e/%2f", "http://e//", level="protocol")


@pytest.mark.parametrize(
    "iri",
    [
        "//résumé.example.org/",
        "http://é%FF/",
        "http://%41%FF/",
        "mailto:a@é.example",
        "mailto://e/b@ü.example",
        "é?é#é",
    ],
)
@pytest.mark.requirement(70)
def test_an_iri_is_equivalent_to_its_uri(iri: str) -> None:
    """``http://résumé.example.org`` is ``http://xn--rsum-bpad.example.org``, also without a scheme."""
    assert equivalent(iri, to_uri(iri))
    assert equivalent(iri, to_iri(to_uri(iri)))


@pytest.mark.parametrize("form", ["Embedding", "nope", "", None, 1, []])
@pytest.mark.requirement(80)
def test_an_unknown_isolation_is_refused(form: str) -> None:
    """Wrapping for display is LRI..PDI, LRE..PDF, or marks."""
    with pytest.raises(ValueError, match="'isolate', 'embedding', 'marks'"):
        isolate("http://e/", form)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "character",
    # Full-width, half-width, spaces, delimiters, presentation forms, ligatures, dingbats, mathematical letters.
    "Ａ ｶ \u3000 \u2028 ／ ？ ＃ ﷼ ﺏ ﬁ ✂ ❤ ➀ ❶ 𝐚 𝔸 ① Ⅷ ㎏".split(" "),
)
@pytest.mark.requirement(86)
def test_characters_that_nobody_types_are_reported(character: str) -> None:
    """Warn of full-width and compatibility forms, look-alikes of delimiters, dingbats, mathematical letters."""
    assert problems(f"http://e/a{character}b") - {"non-ascii"}


@pytest.mark.requirement(86)
def test_ligatures_are_allowed_in_queries() -> None:
    assert "compatibility-character" in problems("http://e/ﬁ")
    assert "compatibility-character" not in problems("http://e/?q=ﬁ")
    assert not problems("http://e/wiki/東京?q=größe")


@pytest.mark.requirement(90)
def test_text_is_str_and_bytes_name_their_charset() -> None:
    """Every interface says which encoding it takes."""
    functions: tuple[Any, ...] = (IRI, to_uri, to_iri, normalize, display, check, is_nfc, web_address)
    for function in functions:
        for value in (None, b"http://e/", 3):
            with pytest.raises(TypeError, match="must be a str or an IRI, not "):
                function(value)


@pytest.mark.parametrize(
    ("name", "segment"),
    [
        (b"r\xe9sum\xe9.html", "r%C3%A9sum%C3%A9.html"),
        (b"...", "..."),
        (b"a/b", "a%2Fb"),
        (b"%", "%25"),
        (b"c:", "c%3A"),
    ],
)
@pytest.mark.requirement(93)
def test_a_file_name_is_one_segment(name: bytes, segment: str) -> None:
    """From the native charset to Unicode to UTF-8 to percent-encoding."""
    assert from_file_name(name, "iso-8859-1") == segment
    assert IRI(f"file:///{segment}").name == name.decode("iso-8859-1").replace("/", "%2F")


@pytest.mark.parametrize("name", ["..", ".", "", b"..", b""])
@pytest.mark.requirement(93)
def test_what_would_lead_elsewhere_is_no_file_name(name: str | bytes) -> None:
    with pytest.raises(ConversionError) as caught:
        from_file_name(name)
    assert caught.value.kind == "dot-segment"


@pytest.mark.parametrize(
    ("iri", "severity"),
    [
        ("mailto:a@b.org?body=http://x/y", "warning"),  # read by every program
        ("mailto:a@b.org", None),
        ("file:a/b", "error"),
        ("file://h:80/x", "error"),
        ("ws://h/#f", "error"),
        ("tel:+12x", "error"),
        ("tel:über-uns", "error"),
        ("tel:+49#x", "error"),
        ("tel:+49?x", "error"),
        ("tel://+49", "error"),
        ("tel:", "error"),
        ("tel:+49-6221-1", None),
        ("xmpp:", "error"),
        ("http://h:1" + "0" * 500, "error"),
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", None),
        ("URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", None),
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf", "error"),
        ("urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6", "error"),
        ("urn:oid:1.3.6.1.4.1", None),
        ("urn:oid:2.999.1", None),
        ("urn:oid:1.3.06", "error"),
        ("urn:oid:3.1", "error"),
        ("urn:oid:1.40", "error"),
        ("urn:oid:1..3", "error"),
    ],
)
@pytest.mark.requirement(96)
def test_rules_of_schemes_have_their_severity(iri: str, severity: str | None) -> None:
    """Http, mailto, data, urn, file, tel, xmpp have rules; a fault is as severe as the scheme makes it."""
    faults = scheme_faults(iri)
    assert {fault.severity for fault in faults} == ({severity} if severity else set())
    reported = check(iri, RULES.values())
    for fault in faults:
        found = [problem for problem in reported if (problem.start, problem.end) == (fault.start, fault.end)]
        assert fault.severity in {problem.severity for problem in found}
    assert bool(check(iri)) == (severity is not None)


@pytest.mark.parametrize(
    "iri",
    [
        "http://e/%fg", "/50%discount", "data:,%fg", "http://[1234:1.2.3.4]%d/", "http://{host}/", "/%(name)s",
        "http://e/${x}", "http://<host>/", "http://e/a b", "http://h:PORT/",
    ],
)  # fmt: skip
def test_check_exempts_nothing_that_the_grammar_refuses(iri: str) -> None:
    """Whether ``%d`` is a placeholder is decided where links are found, not here."""
    with pytest.raises(IRISyntaxError):
        IRI(iri)
    assert check(iri)


@pytest.mark.parametrize("iri", ["http://e/%EF%BF%BD", "mailto:a@-é", "http://e/a,", "http://e/a:", "http://e/a!"])
def test_what_is_shown_is_the_same_uri(iri: str) -> None:
    for form in (display, readable_iri):
        assert to_uri(form(iri)) == to_uri(iri)
        assert equivalent(form(iri), iri)


def test_a_lone_surrogate_is_an_error_of_the_documented_kind() -> None:
    """Nothing but the documented errors for any text: half of a pair has no UTF-8."""
    text = "http://e/\ud800א"
    assert "\ufffd" in visual_order(text)
    assert [link.text for link in find_links(f"see {text}")]
    for function in (to_uri, IRI, web_address, from_file_name, lambda text: IRI.unchecked(text).repaired()):
        with pytest.raises(IRIError) as caught:
            function(text)
        assert caught.value.character == "\ud800"
        assert caught.value.start == 9
        str(caught.value).encode()
