"""Laws of conversion over generated IRIs of all scripts."""

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress

import idna
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from extract import (
    IRI,
    HostError,
    IRIError,
    check,
    display,
    equivalent,
    follow,
    host_to_ascii,
    host_to_unicode,
    normalize,
    readable_iri,
    to_iri,
    to_uri,
)
from extract import testing as iri_strategies
from extract.integrations._inline import explicit_uri
from extract.iri import percent_encode
from extract.iri.components import Split, split, split_authority
from extract.iri.grammar import is_iri_reference, is_uri, is_uri_reference
from extract.iri.normalization import LEVELS, Level
from extract.markup.target import uri_of
from extract.present import deceptive, displaying
from extract.present.displaying import Policy, hidden_labels
from tests.examples import examples

anything = st.one_of(st.text(st.characters(exclude_categories=())), iri_strategies.near_iris())
convertible = iri_strategies.iri_references(host=iri_strategies.dns_names())
profiles = st.sampled_from(["safe", "rfc3987"])

TRIPLET = re.compile("%([0-9A-Fa-f]{2})")


def same(uri: str) -> str:
    """A URI up to hexadecimal digits' case and percent-encoded unreserved characters."""

    def normal(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if re.match(r"[A-Za-z0-9\-._~]", character) else match[0].upper()

    return TRIPLET.sub(normal, uri)


@pytest.mark.requirement(34, 44)
@given(convertible, iri_strategies.iri_references())
@example("mailto:@%C2%80ä", "")
@example("mailto:a@-ä,b@ü\u2028%00,c@é..e", "")
def test_the_result_is_a_uri(iri: str, of_any_host: str) -> None:
    for host, text in (("auto", iri), ("percent", of_any_host)):
        uri = to_uri(text, host=host)  # type: ignore[arg-type]
        assert is_uri_reference(uri)
        assert is_uri(uri) or split(uri).scheme is None
        assert to_uri(uri, host=host) == uri  # type: ignore[arg-type]


@pytest.mark.requirement(30, 35)
@given(iri_strategies.uri_references())
def test_a_uri_is_its_own_uri(uri: str) -> None:
    assert to_uri(uri, host="percent") == uri
    # the one exception: hosts, also those of email addresses
    hosts = uri if uri.lower().startswith("mailto:") else split(uri).authority
    assume(hosts is None or "%" not in hosts)
    assert to_uri(uri) == uri


@pytest.mark.requirement(42)
@given(convertible.filter(lambda iri: not iri.lower().startswith("mailto:")))  # whose path has hosts
def test_mapping_goes_by_component(iri: str) -> None:
    components = split(iri)
    authority = components.authority
    if authority is not None and not authority.isascii():
        userinfo, host, port = split_authority(authority)
        host = split_authority(split(to_uri(iri)).authority or "")[1]
        authority = ("" if userinfo is None else f"{percent_encode(userinfo)}@") + host
        authority += "" if port is None else f":{port}"
    mapped = [None if component is None else percent_encode(component) for component in components]
    assert split(to_uri(iri)) == Split._make(mapped)._replace(authority=authority)


@pytest.mark.requirement(27)
@given(anything, st.sampled_from(["auto", "idna", "percent"]))
@example("http://é/?\ud800", "auto")
@example("\u200e:", "auto")
def test_no_other_error_leaves(text: str, host: str) -> None:
    for charset in (None, "iso-8859-1", "iso-2022-jp"):
        try:
            uri = to_uri(text, host=host, document_charset=charset)  # type: ignore[arg-type]
        except IRIError as error:
            check_place(error, text)
        else:
            assert is_uri_reference(uri)


def check_place(error: IRIError, text: str) -> None:
    assert 0 <= error.start <= error.end <= len(text)
    assert error.character is None or len(error.character) == 1
    assert str(error).encode()  # it can be printed


@pytest.mark.requirement(58)
@given(iri_strategies.uri_references(), profiles)
@example("http://xn--a.%C3%A9/", "safe")
@example("http://h/e%CD%8F%CC%81", "safe")
@example("mailto:a@%C3%A9%2F", "safe")
@example("http://EXAMPLE.comxn--mnchen-3ya", "safe")
@example("mailto:a@EXAMPLE.comxn--mnchen-3ya", "safe")
@example("http://user:pass@xn--exmple-cuaA.org:123", "safe")
@example("https://xn--fa-hia.examplAe/", "rfc3987")
@example("mailto:a@XN--fa-hia.example", "safe")
def test_round_trip(uri: str, profile: str) -> None:
    iri = to_iri(uri, profile=profile)  # type: ignore[call-overload]
    assert is_iri_reference(iri)
    before, after = same(to_uri(uri)), same(to_uri(iri))
    if "xn--" in uri.lower():  # the case of such a host is lost
        level: Level = "scheme" if uri.lower().startswith("mailto:") else "case"
        before, after = normalize(before, level=level), normalize(after, level=level)
    assert after == before


@pytest.mark.requirement(60)
@given(anything, profiles)
@example("/%41%2F%C3%A9%20%5F=%3D=41%", "safe")
@example("%E1%84%80%E1%85%A1%C3%28", "safe")
@example("%CC%81/a", "safe")
@example("http://%3g%78%%363bers", "safe")
@example("h%74tp:", "rfc3987")
@example("xn--é.%%C3%A9%4%31", "safe")
def test_every_text_has_an_iri_form_and_an_explanation(text: str, profile: str) -> None:
    iri = to_iri(text, profile=profile)  # type: ignore[call-overload]
    explained = to_iri(text, profile=profile, explain=True)  # type: ignore[call-overload]
    assert explained.iri == iri
    assert to_iri(iri, profile=profile) == iri  # type: ignore[call-overload]
    end = 0
    for part in explained.kept:
        assert end <= part.start < part.end
        assert text[part.start : part.end] == part.text
        assert part.text in iri
        end = part.end


@pytest.mark.requirement(36)
@given(st.text(st.characters(exclude_categories=())))
def test_hosts_are_converted_or_refused(host: str) -> None:
    for convert in (host_to_ascii, host_to_unicode):
        with suppress(HostError):
            name = convert(host)
            assert host.startswith("[") or convert(name) == name


HOST_PIECES = """
    a é ß ς İ ı 日本 가 ᄀ ㄱ א ب 1 １ ٣ ۳ क ක් xn-- xn--mller-kva xn--nxasmm1c xn--a . 。 - -- _ A Ü ａ ㎏ … ﬁ ≠ ☃
    · ・ ׳ ⁄ ; % @ \u200d \u200c \u00ad \ufe0f \u0300 \u06dd \u115f
""".split()


@pytest.mark.requirement(36)
@examples(300)
@given(st.one_of(st.text(max_size=20), st.lists(st.sampled_from(HOST_PIECES), max_size=6).map("".join)))
@example("بب.１")
def test_hosts_are_what_the_idna_package_makes_of_them(host: str) -> None:
    try:
        expected = idna.encode(host, uts46=True, std3_rules=True).decode("ascii")
    except UnicodeError:
        with pytest.raises(HostError):
            host_to_ascii(host, strict2008=True)
        return
    error = error_of(lambda host: host_to_ascii(host, strict2008=True), host)
    if error is None:
        assert host_to_ascii(host, strict2008=True) == expected
        assert host_to_unicode(host, strict2008=True) == idna.decode(expected)
    else:  # by the labels of a name that has letters from right to left, of which the package sees one at a time
        assert str(error.rule).startswith("RFC 5893 §2")
        assert any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in idna.decode(expected))


odd_names = st.lists(
    st.sampled_from([*HOST_PIECES, *"%2F %5F %C3%BC %40 : [ ] ＿ 123".split()]), min_size=1, max_size=6
)


@pytest.mark.requirement(36)
@examples(300)
@given(
    st.sampled_from(["http://", "HTTPS://", "ssh://", "foo://", "//", "mailto:a@", "http://%2F"]),
    odd_names.map("".join),
    st.sampled_from(["", "/ü?q=ö#ä", ":8080/"]),
)
@example("https://", "my_blog.müller.de", "")
@example("http://", "%2Frun%2Fgröße.sock", "/info")
@example("//", "\u200d", "")
@example("http://", "…", "/")
@example("http://a/", "[", "")
@example("http://", "xn--xn--１㎏", "/")
@example("http://", "%78n--8hbav", "/")
def test_what_check_accepts_has_a_uri(before: str, host: str, rest: str) -> None:
    iri = before + host + rest
    if not any(problem.severity == "error" for problem in check(iri)):
        assert equivalent(iri, to_uri(iri))
        assert IRI(iri).uri == to_uri(iri)
        assert IRI(iri).ascii_host is None or IRI(to_uri(iri)).ascii_host == IRI(iri).ascii_host
        assert explicit_uri(iri).isascii()


@pytest.mark.requirement(92)
@given(odd_names.map("".join), st.sampled_from(["", "/", "?q", ":80"]), st.sampled_from(["browser", "all"]))
@example("日本語", "", "all")
@example("٠٠٧.com", "", "browser")
@example("a⁄b", "", "all")
@example("a.\u3164", "/", "all")
@example("\u200b%41", "", "all")
@example("語%2Eé", "?q", "browser")
@example(f"日{'本' * 60}가·", "/", "browser")
def test_a_host_is_shown_in_unicode_or_a_reason_is_given(host: str, rest: str, hosts: Policy) -> None:
    iri = f"http://{host}{rest}"
    shown = display(iri, hosts=hosts)
    assert display(shown, hosts=hosts) == shown
    with suppress(HostError):
        name = split_authority(split(display(f"http://{host_to_unicode(host)}/", hosts=hosts)).authority or "").host
        is_hidden = "%" in name or any(label.startswith("xn--") for label in name.split("."))
        assert bool(hidden_labels(iri, hosts=hosts)) == is_hidden


odd_hosts = st.one_of(iri_strategies.hosts(), iri_strategies.dns_names())
all_references = st.one_of(iri_strategies.iri_references(host=odd_hosts), iri_strategies.iri_references())


@pytest.mark.requirement(70)
@given(all_references)
@example("//résumé.example.org/")
@example("http://é%FF/")
@example("http://É%FF%41/")
@example("mailto:a@-ä")
@example("mailto:a@-Ä%42")
@example("mailto:a@%C3%A9.example")
@example("http://e/\u200e")
def test_a_uri_and_an_iri_are_equivalent_to_what_they_come_from(iri: str) -> None:
    with suppress(HostError):
        assert equivalent(iri, to_uri(iri))
    assert equivalent(iri, to_iri(iri))


@pytest.mark.requirement(54, 92)
@given(all_references)
@example("http://e/%EF%BF%BD")
@example("http://e/%F3%A0%84%80")
@example("http://e/a,")
@example("http://e/a:")
@example("http://e/a!")
@example("http://e/(a")
@example("mailto:a@%C3%A9.example")
@example("mailto:é@-é,a@b..é")
@example("mailto:a@bücher..example,c@pаypal")
@example("mailto:///test")
@example("mailto://a@é/b@ü?c@ä#d@ö")
@example("mailto:joe@exZmple.com")
@example("mailto:a@·")
@example("file://aZ\uff61/ü")
def test_what_is_shown_leads_to_the_same_uri(iri: str) -> None:
    try:
        uri = to_uri(iri)
    except IRIError:
        return
    # A domain's case does not matter in mailto: either (RFC 6068 §2); its domains are no hosts to the lower rung.
    level: Level = "scheme" if iri.lower().startswith("mailto:") else "percent"
    for form in (display, readable_iri):
        shown = form(iri)
        assert is_iri_reference(shown)
        assert normalize(to_uri(shown), level=level) == normalize(uri, level=level)


@pytest.mark.requirement(92)
@given(st.one_of(all_references, anything))
@example("mailto:a@4,\U00011c9e-1.\u3002\u200d\u1829\u06a5")
@example("http://\U0010bfe6\uff61\u183d/")
@example("http://e/\U00011c9e-1.\u3002\u200d\u1829\u06a5")
@example("http://example.com\u2157path/to/resource/sub")
@example("http://99999999.j\u030com")
@example("http://\u338f?\u05d0\u1100\u0300")
def test_what_is_shown_is_shown_as_it_is(iri: str) -> None:
    for form in (display, readable_iri):
        assert form(form(iri)) == form(iri)


@given(anything)
@example("http://e/%fg")
@example("/50%discount")
@example("data:,%fg")
@example("http://[1234:1.2.3.4]%d/")
@example("http://{host}:{port}/")
def test_check_finds_nothing_only_in_what_is_read(text: str) -> None:
    with suppress(IRIError):
        IRI.parse(text)
        return
    assert check(text)


@pytest.mark.requirement(8)
@given(anything)
@example("a[b]#c#d")
@example(" http://h:8a/ ")
@example("file:%2E./x\udcff")
def test_a_web_address_is_an_iri_reference_or_an_error_with_a_place(text: str) -> None:
    error = error_of(follow, text)
    if error is None:
        assert is_iri_reference(follow(text).iri)
    else:
        check_place(error, text)
        assert error.character is None or error.character == text[error.start : error.end]


CONTROLS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")


def error_of(action: Callable[[str], object], text: str) -> IRIError | None:
    try:
        action(text)
    except IRIError as error:
        return error
    return None


@given(anything)
def test_messages_can_be_shown(text: str) -> None:
    for action in (IRI, to_uri, host_to_ascii, follow):
        error = error_of(action, text)
        if error is not None:
            assert not CONTROLS.search(str(error))
            assert error.rule
            assert error.kind


plain_addresses = st.builds(
    "http{}://{}{}".format,
    st.sampled_from(["", "s"]),
    st.from_regex(r"[a-z0-9.\-]{1,9}(?:\.com|\.0x1|\.ab--c)?(?::[0-9]{1,5})?", fullmatch=True),
    st.from_regex(r"(?:/[a-z.~]*(?:\?[a-z.=&]*)?(?:#[a-z.=]*)?)?", fullmatch=True),
)
web_addresses = st.one_of(
    plain_addresses,
    iri_strategies.iris(host=iri_strategies.dns_names(), scheme=st.just("http")),
    iri_strategies.iris(scheme=st.just("https")),
    iri_strategies.near_iris().map(lambda text: f"http://é/{text}"),
)


@given(web_addresses, st.sampled_from(LEVELS[1:]))
@example("http://é/a=b.", "idn")
@example("http://E/%c3?=3D=\x7f", "case")
@example("http://e:80/.", "scheme")
def test_the_short_ways_lead_where_the_long_ones_do(iri: str, level: Level) -> None:
    """The most frequent web addresses are read and converted at once; in capitals the scheme is none of these."""
    long = iri[:4].upper() + iri[4:]
    for action in (
        lambda text: normalize(text, level=level),
        lambda text: to_uri(text).partition(":")[2],
        lambda text: IRI.unchecked(text).origin,
        lambda text: display(text).partition(":")[2],
    ):
        one, other = error_of(action, iri), error_of(action, long)
        assert (one and one.start, one and one.kind) == (other and other.start, other and other.kind)
        if one is None:
            assert action(iri) == action(long)


PIECES = r"""
    http: https: http:// ftp:// file: // / \ . .. ? # #a %41 %2e %zz @ : :80 :99999 [ ] [::1] { } | ^ < > " ` a b.c é
    日本 é.example 0x7f.1 127.1 3232235521 ｅ 。 %62%2ec x:
""".split()


@pytest.mark.requirement(95)
@given(
    st.sampled_from(["", "http://", "https:"]),
    st.lists(st.sampled_from([*PIECES, "\t", "\u200b"]), max_size=7).map("".join),
)
@example("", "https://matrix.to/#/#room:example.org")
@example("http", "////evil.example")
def test_writers_lead_where_a_browser_goes(start: str, rest: str) -> None:
    address = start + rest
    with suppress(IRIError):
        assert follow(uri_of(address)).uri == follow(address).uri


PIECES_OF_WORDS = (
    "слово Москва ά カタカナ を参照 下载 हिन्दी ไทย 한국어 ספר كتاب größe é ü a Z 1 0 - . / ? = & # ~ _ ー ノ ı".split()
)


@examples(300)
@given(
    host=st.sampled_from("a.example www.example.org:80 bücher.example пример.example مثال.example".split()),
    rest=st.lists(st.sampled_from(PIECES_OF_WORDS), max_size=8).map("".join),
)
def test_what_is_plain_is_displayed_as_the_long_way_does(host: str, rest: str) -> None:
    iri = f"https://{host}/{rest}"
    shown = display(iri)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(displaying, "_is_readable", lambda iri, is_usual: False)
        patch.setattr(displaying, "_is_plain", lambda text: False)
        assert display(iri) == shown


@examples(300)
@given(st.text("абвёяάώώあゖん가힣אתءغفيßöøÿaz", min_size=1, max_size=8))
def test_a_label_of_one_script_is_only_looked_at_as_a_whole(label: str) -> None:
    if deceptive._PLAIN_LABEL.fullmatch(label) and not label.isascii():
        assert not any(check(label, "example") for check in deceptive._CHECKS[:-1])
