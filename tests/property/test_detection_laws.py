"""What holds for the links of any text."""

from __future__ import annotations

import io
import re
from unicodedata import normalize
from urllib.parse import unquote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from extract import Finder, find_links, find_links_in
from extract.detect import bare_domains, stream
from extract.detect.fast_path import ASCII_DOT, common_address, common_name
from extract.detect.tailorings import PROSE, TAILORINGS, profile_with
from extract.iri.grammar import is_ipv6_address

PIECES = """
    http:// https:// HTTP:// ftp:// file:/// mailto: urn: foo:// :// example.com example.com. a.b www. localhost
    [::1] 127.0.0.1 例え.jp xn--r8jz45g.com müller a-b _ - . .. , : ; ! ? # / // = & % %C3%A9 @ user@ x@y.org :8080
    :99999 ( ) [ ] { } < > " ' ` * _ ~ | “ ” „ « » （ ） 「 」 。 、 ， ： é 日本 ありがとう 北京 然后 한국 สวัสดี שלום
    مرحبا हिन्दी 😀 ❤️ … — ・ ｜ #a ?b /c ✶ ☃.net c✶.org a.com✶. ↑ A::b a:b: `a.py` "a.com" 'a' + $ +1
    facetime:// foo: a'b x"y \\ 'z' "z" «z» ‘z’ *z* ✶. :: .> !> צה"ל ‚ ― —— ……
    ,https:// →http:// \\nhttps:// jdbc: magnet:?xt= =http:// = to= --cc= <!-- {x,y}@b.de ~x@b.de
    git@h.de:o/r bob:s@h.de [.] [dot] HOST:PORT 1080::8 %m ${x} {y} "Abc" _"b" 46.6"N agree.So .Thanks main.rs
    docs.rs com.a.app $( —a —A
    g·。c/ .et.Ab.AB .com./x µ © ² ª ł ß ø.ł « ·a ×
    192.0.2.1 1.2. ::1 fe80:: [::1]:8 :ab:
    ＞ 👈 · ՝ 48然后 🙂 рф .рф %29 /
    \\. \\- \\n \\fB #x@b.de $x@b.de |x@b.de a.b=x@b.de {x}@b.de {/x} [a/b] (https:// [http:// tag: [/] [.x :port
    file://$( | 〜 スーパー〜 ～
    a에서 를 으로 입니다 (으)로 %20로 %EC%97%90도 ](https://
    .htmlを参照 にアクセス .jp/も の下载最新 .git下载 的 上的 然后 です ค่ะ /ครับ တွင် ב-www. ל- بـ لل ש
    或www. иwww. ｗｗｗ. .中国 .io
    .hu-n .com-on -ra :n [Text] [/url] **b** ’da article< Message-ID:< (~u@ )joined bps.go.id obj.com.so 从https://
""".split()
PIECES += ["r\ufe0f", ".\u200d。c/"]
PIECES += [*" \n\t\u3000\u200c\u200d\u200b\u202e\u2066\ufffc\u0301\ue000\ud800\U000e0041\U0001f468\U00020000"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=24).map("".join) | st.text(max_size=60)
PROFILES = st.sampled_from(["prose", "uts58", ("prose", "ip-addresses")]) | st.sets(st.sampled_from(sorted(TAILORINGS)))
MODES = st.fixed_dictionaries(
    {"bare_domains": st.booleans(), "email": st.booleans(), "broken": st.booleans(), "profile": PROFILES}
)


@given(TEXTS, MODES)
def test_links_are_ordered_disjoint_spans_of_the_text(text: str, mode: dict) -> None:
    end = 0
    for link in find_links(text, **mode):
        assert end <= link.start < link.end <= len(text)
        assert text[link.start : link.end] == link.text
        iri = unquote(link.iri) if link.kind == "email" and not link.text.startswith("mailto:") else link.iri
        assert iri.endswith(f"[{link.text}]" if is_ipv6_address(link.text) else link.text)
        end = link.end


@given(TEXTS, MODES)
@example("http://192.0.2.1·a", {"profile": {"script-turn"}})
@example("https://ł·", {"profile": {"script-turn", "paths"}})
@example("Ⅷhttp://a.example/é", {})
@example("https://a.example/é\u115f", {})
@example("http://a.example/日本\u115fhttp://b.example", {})
@example("https://例え.jp々", {})
@example("x https://a.example/éhttps://b.example/é", {})
@example("https://ڦ?..", {})
@example("https://ø.ł?b..µ", {})
@example("https://ですב-www.", {})
@example("https://ありがとうtag:", {})
@example("https://０あ〗", {})
@example("https://1.2.・", {"profile": {"script-turn", "loose-marks", "ellipses"}})
@example("https://〸ง\u2066", {})
@example("http://的.hu-n::", {})
@example("http://a.hu-n? b", {})
@example("从https://²بـ/بـ", {})
def test_the_pattern_of_the_common_link_agrees_with_walking(text: str, mode: dict) -> None:
    walked = Finder(**mode)
    walked._plan.usual = False
    assert list(find_links(text, **mode)) == list(walked.find(text))


@given(TEXTS, MODES)
@example("x@y.mtview.=ana@b.example", {"email": True})
@example("ssh -p 22 ana@b.example ssh,ana@b.example n!~u@b.example", {"email": True})
@example("<!--www.a.com.so—然后", {"bare_domains": True})
@example("mailto:main.rs[.]127.0.0.1", {"bare_domains": True, "profile": ("prose", "ip-addresses")})
@example("%mexample.com..git下载fe80::1a", {"bare_domains": True, "profile": ("prose", "ip-addresses")})
@example("}com.a.app..git上的127.0.0.1", {"bare_domains": True, "profile": ("prose", "ip-addresses")})
@example(":com.a.app_[dot]127.0.0.1/x", {"bare_domains": True, "profile": ("prose", "ip-addresses")})
def test_the_patterns_of_common_names_and_addresses_agree_with_walking(text: str, mode: dict) -> None:
    links = list(find_links(text, **mode))
    real = common_name, common_address
    bare_domains.bare_links.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bare_domains, "common_name", lambda *of: real[0](*of)._replace(read=lambda *_: None))
        patch.setattr(bare_domains, "common_address", lambda *of: real[1](*of)._replace(read=lambda *_: None))
        walked = list(Finder(**mode).find(text))
    bare_domains.bare_links.cache_clear()
    assert links == walked


@given(TEXTS)
def test_the_pattern_for_full_stops_in_ascii_finds_the_same_there(text: str) -> None:
    text = text.encode("ascii", "ignore").decode()
    all_dots = common_name(profile_with(PROSE)).trigger
    assert [(dot.span(), dot.lastindex) for dot in ASCII_DOT.finditer(text)] == [
        (dot.span(), dot.lastindex) for dot in all_dots.finditer(text)
    ]


@given(TEXTS, MODES)
def test_what_is_passed_over_holds_no_bare_link(text: str, mode: dict) -> None:
    thorough = Finder(**mode)
    plan = thorough._plan
    if plan.bare:
        anywhere = re.compile("").search
        plan.in_ascii, plan.in_any = ((slashes, anywhere) for slashes, _ in (plan.in_ascii, plan.in_any))
    assert list(find_links(text, **mode)) == list(thorough.find(text))


# What the composed form of a text has besides composed letters: a delimiter, or a bracket with a stroke through it.
NOT_ALIKE = "\u1fef\u226e\u226f\u21ae"
LETTERS = st.sampled_from("éüłñỹốçΆώϊйёїẛﬁكأئকোரௌ한갛がガ神\u0387\u037e\u2126\u212b") | st.characters(
    categories=["L", "M"], max_codepoint=0x1FFFF
)
WORDS = st.lists(LETTERS | st.sampled_from([*PIECES]), max_size=9).map("".join)


@given(WORDS, WORDS, WORDS)
@example("", "", "/Άhttp://")
@example("Ά/Άhttp://a", "", "Ά/Άhttp://a")
@example("ガhttp://e/Zأ.co/ http://e/й[T]", "", "ñ仮http://Q")
@example("http://ё?日 http://x/a’aئ,", "", "縬ftp://H/ありがとう")
@example("http://ಲ/니다{} http://e.om.한국", "", "본ࢺ입니다Ω갛HTTP://")
def test_a_text_has_the_links_of_its_composed_form(before: str, host: str, path: str) -> None:
    text = f"{before} https://{host}x.example/{path}?q={path}#{path} {before}"
    composed, decomposed = normalize("NFC", text), normalize("NFD", text)
    assume(":" not in host)  # what is no port is read as ASCII
    assume(not {*NOT_ALIKE}.intersection(text + composed) and normalize("NFC", decomposed) == composed)
    assert [normalize("NFC", link.text) for link in find_links(decomposed)] == [
        link.text for link in find_links(composed)
    ]


@given(st.lists(TEXTS, max_size=6), MODES, st.booleans(), st.sampled_from([1, 2, 128]))
def test_many_texts_have_the_links_of_each(texts: list[str], mode: dict, wrapped: bool, size: int) -> None:
    finder = Finder(wrapped=wrapped, **mode)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "_BATCH", size)
        assert list(finder.find_many(texts)) == [list(finder.find(text)) for text in texts]


@given(TEXTS, TEXTS, MODES, st.sampled_from(" \n"))
def test_text_after_white_space_changes_no_earlier_link(text: str, more: str, mode: dict, space: str) -> None:
    if space == " ":
        mode = mode | {"bare_domains": False}  # the rest of its line is evidence for a bare name, or against it
    links = list(find_links(text, **mode))
    assert list(find_links(f"{text}{space}{more}", **mode))[: len(links)] == links


@given(TEXTS, TEXTS, MODES)
def test_what_is_settled_stays_whatever_follows(text: str, more: str, mode: dict) -> None:
    finder = Finder(**mode)
    settled = finder.settled(text)
    assert [link for link in finder.find(text) if link.end <= settled] == [
        link for link in finder.find(text + more) if link.start < settled
    ]


@given(TEXTS)
def test_profiles_differ_by_the_tailorings_only(text: str) -> None:
    assert list(find_links(text, profile=PROSE)) == list(find_links(text))
    assert list(find_links(text, profile=set())) == list(find_links(text, profile="uts58"))


@given(TEXTS, MODES, st.integers(1, 9))
def test_the_links_of_a_file_do_not_depend_on_the_chunks(text: str, mode: dict, size: int) -> None:
    class Slowly(io.StringIO):
        def read(self, _size: int | None = -1) -> str:
            return super().read(size)

    assert list(find_links_in(Slowly(text, newline=""), **mode)) == list(find_links(text, **mode))
