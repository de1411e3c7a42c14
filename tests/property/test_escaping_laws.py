"""Laws of minimal escaping and of the readable form, over generated IRIs (UTS #58, RFC 3987 §3.2)."""

from __future__ import annotations

import re
from unicodedata import is_normalized
from urllib.parse import quote, unquote, unquote_to_bytes

import regex
from hypothesis import assume, example, given
from hypothesis import strategies as st

from extract import equivalent, find_links, is_iri, readable_iri, to_uri
from extract.iri.components import split
from extract.present import build_minimal_uri
from extract.text.characters import HARD, INVISIBLE, UCSCHAR
from tests.examples import examples

CJK = "、。，．！？：；（）「」『』【】《》｜｡､〈〉・ー〜北京ひ"
OTHER = "éßžи₂भ्यान_ग־םירושלים،؛؟۔ابﷺ་།༽༼«»‹›“”„‘’…—–⟨⟩🙂𝓐"
HIDDEN = "\u200c\u200d\u180e\u0301\u0149\u202e\u2066\u200b\ufeff\xad\u3000\xa0\ue000\ufe0f\U000e0041"
LITERAL = st.sampled_from([*"abcXYZ019-._~!$&'()*+,;=:@", *(c for c in CJK + OTHER + HIDDEN if is_iri(f"x:{c}"))])
ESCAPED = st.sampled_from([*map(chr, range(128)), *CJK, *OTHER, *HIDDEN]).map(lambda c: quote(c, safe=""))
ESCAPED_ASCII = st.sampled_from("aZ0-.~/?#[]@!$&'()*+,;= \"<>\\^`{|}%\x00\x7f").map(lambda c: f"%{ord(c):02x}")
OCTET = st.integers(0x80, 0xFF).map(lambda octet: f"%{octet:02X}")
TEXT = st.lists(LITERAL | ESCAPED | ESCAPED_ASCII | OCTET, max_size=8).map("".join)
NAMES = (
    "a.example localhost 192.0.2.1:80 [2001:db8::1] 例え.jp xn--r8jz45g.jp bücher.example a_b.example %C3%BC.example"
)
HOST = st.sampled_from([*NAMES.split(), "موقع.وزارة-الاتصالات.مصر", "a.com中文", "☃.net", "a.example:8080"])
ORIGIN = st.tuples(st.sampled_from(["http", "HTTPS", "ftp", "irc", "gemini"]), HOST).map("://".join)
IRI = st.builds(
    lambda origin, path, query, fragment: origin + path + query + fragment,
    ORIGIN,
    st.lists(TEXT, max_size=3).map(lambda segments: "".join("/" + segment for segment in segments)),
    st.just("") | TEXT.map(lambda text: "?" + text),
    st.just("") | TEXT.map(lambda text: "#" + text),
).filter(lambda iri: iri[-1] not in "?#" and "?#" not in iri)
# RFC 3987 §2.2 iunreserved, and what §3.2 and §4.1 advise to keep escaped
MAY_END = re.compile(r"[!'()*,;]|[:?](?![A-Za-z0-9/])|[?].*[?]")
UNRESERVED = regex.compile(rf"[A-Za-z0-9\-._~{UCSCHAR}]", regex.V1)
UNSEEN = regex.compile(rf"[{HARD}{INVISIBLE}\p{{M}}]", regex.V1)


def octets(iri: str) -> list[bytes | None]:
    """The octets of each part; a host in Punycode is in lower case."""
    components = split(to_uri(iri))
    folded = components._replace(authority=components.authority and unquote(components.authority).lower())
    return [None if part is None else unquote_to_bytes(part) for part in folded]


def found_in_full(iri: str, profile: str) -> bool:
    """Whether it is found in a sentence. Alone in a line, more is found: ``http://localhost/aи``."""
    return [link.text for link in find_links(f"see {iri} now", profile=profile)] == [iri]


@examples(200)
@given(IRI)
@example("http://a.example/・（/")
@example("http://a.example/聖保羅（巴西）")
@example("http://a.example/（巴西）")
@example("http://a.example/" + "(" * 300)
@example("http://www.example\u066a.org:8080")
@example("http://xam\xadle.net/#%00")
@example("http://\u0390loca\ufeffhost:6767/foo/%62ar")
@example("http://０Ｘｃ０．０２５０．０１")
@example("http://example.com\u2157path/to")
@example("http://x\u27e4")
@example("http://c·/")
@example("https://xn--fa-hia.examplAe/")
@example("http://a.example/—ŉ")
@example("http://a.example#%61%CC%81%E3%80%88")
@example("http://a.example/日———本……?…%E2%80%A6x#——")
@example("http://a.example/aםaם")
@example("http://a.example/a%D7%9Da«/")
@example("http://localhost/a%D0%B8")
@example("http://a.example/#⟨+%E2%80%9Dו")
@example("http://a.example/༼%E0%A5%8D›-a")
@example("http://a.example/#」%E0%A4%BEा%27a")
def test_readable_is_found_again_and_is_the_same_iri(iri: str) -> None:
    assume(is_iri(iri))
    shown = readable_iri(iri)
    assert is_iri(shown)
    assert readable_iri(shown) == shown
    assert equivalent(to_uri(shown), to_uri(iri), level="percent")
    # Reserved characters, at which a link may end, are never escaped (RFC 3986 §2.2).
    if not MAY_END.search(shown, shown.index("://") + 3):
        assert found_in_full(shown, "prose")
        assert found_in_full(shown, "uts58")
    # the same octets in the same components: nothing was decoded that delimits, nothing lost
    assert octets(shown) == octets(iri)
    for delimiter in "/?#[]@!$&'()*+,;=:":
        assert to_uri(shown).count(delimiter) <= to_uri(iri).count(delimiter)


@examples(200)
@given(IRI)
@example("http://a.example/«《/%E3%80%8B")
@example("http://a.example/a%D7%9Da«/")
@example("http://localhost/a%D0%B8")
@example("http://a.example/スー%E3%80%9C")
@example("http://a.example/é%CE%87")
def test_no_more_readable_form_is_found(iri: str) -> None:
    """What is still escaped is so for a reason."""
    assume(is_iri(iri) and not MAY_END.search(iri, iri.index("://") + 3))
    shown = readable_iri(iri)
    start = shown.index("//") + 2
    for escapes in re.finditer("(?:%[0-9A-F]{2})+", shown[start:]):
        character = unquote_to_bytes(escapes[0]).decode("utf-8", "replace")
        if len(character) > 1 or not UNRESERVED.fullmatch(character) or UNSEEN.match(character):
            continue  # several at once are not tried
        if not is_normalized("NFC", character):
            continue  # RFC 3987 §3.1, §5.3.2.2: shown in NFC, it would be another IRI
        if quote(chr(ord(character) + 1)) in shown[start + escapes.end() :]:
            continue  # an opening bracket is escaped where its partner is
        at = start + escapes.start()
        more = shown[:at] + character + shown[at + len(escapes[0]) :]
        assert not (found_in_full(more, "prose") and found_in_full(more, "uts58"))


@examples(200)
@given(
    path=st.lists((st.text(max_size=8) | TEXT).filter(lambda segment: segment not in (".", "..")), max_size=3),
    query=st.lists(st.tuples(st.text(max_size=5), st.none() | st.text(max_size=5)), max_size=3),
    fragment=st.none() | st.text(max_size=8) | TEXT,
    directives=st.lists(st.text(max_size=8), max_size=2),
)
def test_composed_is_found_by_the_standard(
    path: list[str], query: list[tuple[str, str | None]], fragment: str | None, directives: list[str]
) -> None:
    iri = build_minimal_uri("https://a.example", path=path, query=query, fragment=fragment, directives=directives)
    assume(iri[-1] not in "?#" and not iri.endswith(":~:"))
    assert found_in_full(iri, "uts58")


@examples(200)
@given(st.text() | TEXT)
@example("%68ttp://1.2.3.08.")
@example("ht%70://09%2E2.3.4.")
@example("ir%63:")
@example("http://%3g%78%%363bers")
@example("sc://%C%33%9F/")
@example("¡（%EF%B8%80")
@example("\ud800")
@example("I「%E0%A5%8D%3e")
def test_any_string_has_a_form(text: str) -> None:
    assert readable_iri(readable_iri(text)) == readable_iri(text)
