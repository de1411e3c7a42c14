"""Laws of the IRI core over generated IRIs of all scripts."""

import importlib
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract import IRISyntaxError
from extract import testing as iri_strategies
from extract.iri.as_iri import to_iri
from extract.iri.as_uri import to_uri
from extract.iri.cleaning import Bad, clean_entry
from extract.iri.components import split, split_authority, unsplit
from extract.iri.diagnosis import bidi_control, syntax_errors
from extract.iri.errors import IRIError
from extract.iri.grammar import is_iri, is_iri_reference, is_uri, is_uri_reference, matches, outline
from extract.iri.normalization import LEVELS, Level, equivalent, normalize
from extract.iri.resolution import resolve
from extract.iri.scheme_rules import scheme_faults
from extract.iri.value import IRI
from tests.written_back import assert_writes_back

anything = st.one_of(st.text(st.characters(exclude_categories=())), iri_strategies.near_iris())
# A reference that begins with "//" does not say whether its host is a DNS name: its base must have such hosts too.
dns_schemes = st.sampled_from(["http", "https", "ftp", "WSS"])
dns_iris = iri_strategies.iris(host=iri_strategies.dns_names(), scheme=dns_schemes)
dns_references = iri_strategies.iri_references(host=iri_strategies.dns_names()).filter(
    lambda reference: not reference.lower().startswith("mailto:")  # whose path has hosts of all kinds
)


@given(iri_strategies.iris(), iri_strategies.uris(), iri_strategies.relative_references())
def test_the_strategies_keep_their_promise(iri: str, uri: str, relative: str) -> None:
    assert is_iri(iri)
    assert is_uri(uri)
    assert is_iri(uri)
    assert matches("irelative-ref", relative)
    assert is_iri_reference(relative)


@pytest.mark.requirement(21)
@given(anything)
def test_splitting_and_joining_gives_back_every_string(text: str) -> None:
    components = split(text)
    assert unsplit(components) == text
    assert str(IRI.unchecked(text)) == text
    userinfo, host, port = split_authority(text)
    assert ("" if userinfo is None else f"{userinfo}@") + host + ("" if port is None else f":{port}") == text


@given(anything)
def test_an_outline_is_a_uri_reference_where_the_text_is_an_iri_reference(text: str) -> None:
    if outline(text).isascii():
        assert is_uri_reference(outline(text)) == is_iri_reference(text)


@pytest.mark.requirement(27)
@given(anything)
@example("http://[]")
def test_errors_are_found_exactly_where_the_grammar_refuses(text: str) -> None:
    errors = list(syntax_errors(text))
    assert bool(errors) == (not is_iri_reference(text) or bidi_control(text) is not None)
    for error in errors:
        assert 0 <= error.start < error.end <= len(text)
        assert error.character is None or text[error.start : error.end] == error.character
        assert error.component
        assert error.rule
    if errors:
        with pytest.raises(IRISyntaxError) as caught:
            IRI.parse(text)
        assert str(caught.value) == str(errors[0])
    else:
        assert IRI.parse(text) == text


@given(anything)
def test_no_text_raises_anything_else(text: str) -> None:
    iri = IRI.unchecked(text)
    assert [str(problem) for problem in iri.errors()] == [str(error) for error in syntax_errors(text)]
    scheme_faults(text)
    for action in (lambda: iri.resolve(text), lambda: normalize(text), lambda: iri.with_(path=text)):
        with suppress(IRIError):
            action()


@pytest.mark.requirement(9, 26)
@given(anything, st.sampled_from(["encode", "drop", "keep"]))
@example("日\u200d\ufffd", "encode")
def test_cleaning_twice_is_cleaning_once(text: str, bad: Bad) -> None:
    once = clean_entry(text, bad=bad)
    assert all(text.startswith(change.character, change.start) for change in once.changes)
    twice = clean_entry(once.text, bad=bad)
    assert twice.text == once.text
    assert [change for change in twice.changes if change.replacement is not None] == []


@given(iri_strategies.iri_references())
def test_replacing_a_part_by_itself_changes_nothing(text: str) -> None:
    iri = IRI.parse(text)
    for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment"):
        if name not in ("userinfo", "port") or iri.host is not None:
            port = iri.components().port
            value = port and port.text if name == "port" else getattr(iri, {"fragment": "raw_fragment"}.get(name, name))
            assert iri.with_(**{name: value}) == iri


@given(iri_strategies.iri_references())
@example("http://e?a=%2B+&&%E9=%41#%25")
@example("//e/.%2Fa%2E//%2E%2E")
@example("mailto://é@ü%C3%BC/%C3%BC")
def test_what_was_read_is_written_back(text: str) -> None:
    assert_writes_back(IRI(text))


@pytest.mark.requirement(89)
@given(iri_strategies.iris(), iri_strategies.iri_references())
@example("a:b", ".//c")
@example("a:/b", "..//c")
def test_resolving_gives_an_iri(base: str, reference: str) -> None:
    target = resolve(base, reference)
    assert is_iri(target)
    assert str(IRI(base).resolve(reference)) == target
    if is_uri_reference(base) and is_uri_reference(reference):
        assert is_uri(target)


@pytest.mark.requirement(89)
@given(dns_iris, dns_references)
def test_resolving_and_mapping_commute(base: str, reference: str) -> None:
    assert to_uri(resolve(base, reference)) == resolve(to_uri(base), to_uri(reference))


domains = st.sampled_from(["bü.de", "b%C3%BC.de", "xn--b-xga.de", "-ü", "%FF", "É_", "ü%2C", ""])
addresses = st.lists(st.builds("{}{}".format, st.sampled_from(["a@", "é@", "a%40", "", "@"]), domains)).map(",".join)
mailtos = st.builds("{}?{}={}&x".format, addresses, st.sampled_from(["cc", "To", "BCC", "subject"]), addresses)


@pytest.mark.requirement(89)
@given(mailtos, mailtos)
@example("a@bü.de?cc=", "a@bü.de?to=")
@example("a@co%C3%A9m.org?to=", "?cc=")
def test_the_addresses_of_mail_have_one_uri(base: str, reference: str) -> None:
    """Without a scheme nobody knows that these are addresses: they are converted once it is known."""
    base = f"mailto:{base}"
    target = to_uri(resolve(base, reference))
    assert target == to_uri(resolve(to_uri(base), to_uri(reference)))
    assert target == to_uri(target) == to_uri(to_iri(target))
    assert to_uri(normalize(target, level="scheme")) == to_uri(normalize(resolve(base, reference), level="scheme"))
    assert equivalent(target, resolve(base, reference))


@given(iri_strategies.iris(), iri_strategies.iris())
def test_a_relative_reference_leads_back(base: str, target: str) -> None:
    path = split(target).path
    rooted = path.startswith("/") and not path.startswith("//")  # which would begin an authority
    for other in (target, resolve(base, path if rooted else "x/../y")):
        reference = IRI(other).relative_to(base)
        assert IRI(base).resolve(reference) == IRI(base).resolve(other)


@pytest.mark.parametrize("level", LEVELS)
@given(iri=iri_strategies.iri_references())
@example(iri="tel:.//A")
@example(iri="http:/.//")
@example(iri="file:/.//")
@example(iri="mailto://e/@㋤//")
def test_normalizing_twice_is_normalizing_once(level: Level, iri: str) -> None:
    normal = normalize(iri, level=level)
    assert is_iri_reference(normal)
    assert normalize(normal, level=level) == normal
    assert equivalent(iri, normal, level=level)


@given(st.one_of(iri_strategies.iri_references(), anything))
def test_the_grammar_of_the_standard_reads_the_same(text: str) -> None:
    abnf = pytest.importorskip("abnf", reason="needs abnf: the group fuzz")
    rule = importlib.import_module("abnf.grammars.rfc3987").Rule("IRI-reference")
    text = text[:60]  # it backtracks
    try:
        rule.parse_all(text)
    except abnf.ParseError:
        assert not is_iri_reference(text)
    else:
        assert is_iri_reference(text)
