"""What users have asked of link detectors for ten years, over many projects' trackers; each case names one ask."""

from __future__ import annotations

from typing import Any

import pytest

from extract import check, host_to_ascii, host_to_unicode, to_uri
from extract.iri import is_known_tld
from tests.marking import assert_links

BARE: dict[str, Any] = {"bare_domains": True, "email": True}

# 1. Full-width and CJK punctuation ends a link:
# linkify-it#15, #46, #116, cmark-gfm#83, #377, lychee#2108, roundcubemail#9538.
CJK_PUNCTUATION = [
    "请访问⟦https://zh.wikipedia.org/wiki/北京市⟧。谢谢。",
    "打开⟦https://example.com⟧，输入密码。",
    "看⟦https://example.com/a⟧、⟦https://example.com/b⟧；好",
    "何ですか⟦https://example.com/a⟧？はい",
    "すごい⟦https://example.com/a⟧！はい",
    "地址：⟦https://example.com/a⟧：说明",
    "（参照：⟦https://zh.wikipedia.org/wiki/北京⟧）",
    "（⟦https://example.com/a⟧）完",
    "「⟦https://ja.wikipedia.org/wiki/日本⟧」と『⟦https://ja.wikipedia.org/wiki/東京⟧』と",
    "【⟦https://example.com/a⟧】《⟦https://example.com/b⟧》〈⟦https://example.com/c⟧〉完",
    "標題｜⟦https://example.com/a⟧｜標題",
    "⟦https://example.com/a⟧（说明）",
    "⟦https://example.com⟧（说明）",
    "⟦https://example.com⟧。⟦https://example.org⟧。",
    "半角⟦https://example.com/ﾃｽﾄ⟧｡次",
]

# 2. Letters beyond ASCII stay in path, query and fragment:
# mastodon#2674, #7340, thunderbird-android#3188, #4080, sympy#25325.
LETTERS = [
    "⟦https://de.wikipedia.org/wiki/Straßenbahn⟧ fährt",
    "⟦https://he.wikipedia.org/wiki/ירושלים⟧ כאן",
    "⟦https://commons.wikimedia.org/wiki/ঢাকা⟧ দেখুন",
    "⟦https://fa.wikipedia.org/wiki/می‌خواهم⟧ است",
    "⟦https://th.wikipedia.org/wiki/กรุงเทพมหานคร⟧ ครับ",
    "⟦https://example.com/search?utf8=✓&q=naïve#être⟧ ok",
    "⟦https://example.com/10–20⟧ pages",
    "⟦https://die-fpö.example/⟧ so",
    "⟦https://ja.wikipedia.org/wiki/スーパーマン・リターンズ⟧ へ",
    "⟦https://example.com/あ〜い⟧ へ",
    "⟦file:///C:/ümlaut.txt⟧ there",
    "⟦https://hi.wikipedia.org/wiki/हिन्दी⟧। और",
]

# 3. IDN hosts, with and without a scheme, IDN and emoji names, new letters:
# URLExtract#153, linkifyjs#92, #427, mastodon#32333.
IDN = [
    "см. ⟦сайт.com⟧, ⟦сайт.рф⟧ и ⟦пример.рус/путь⟧!",
    "na ⟦rohlík.cz⟧ a ⟦http://bücher.example/⟧.",
    "مثال ⟦موقع.وزارة-الاتصالات.مصر⟧ هنا",
    "⟦例え.テスト.jp⟧ へ",
    "⟦ශ්‍රී.com⟧ and ⟦नमस्ते.भारत⟧",
    "⟦http://☃.net/⟧ and ⟦http://i❤.ws⟧",
    "⟦xn--bcher-kva.example.de/ü⟧ so",
    "→⟦http://例え.jp/⟧",
    "new letters: ⟦http://ꟓꟕ.example/ꟓ⟧ so",
]

# 4. Sentence punctuation and closing brackets stay out, balanced ones stay in:
# linkifyjs#81, lychee#949, microsoft/terminal#18099.
PUNCTUATION = [
    "see ⟦http://example.com/a⟧.",
    "(see ⟦http://example.com/a⟧)",
    "(⟦http://example.com/a⟧), [⟦http://example.com/b⟧]; {⟦http://example.com/c⟧}!",
    "see ⟦https://en.wikipedia.org/wiki/Rust_(game)⟧.",
    "(see ⟦https://en.wikipedia.org/wiki/Rust_(game)⟧)",
    "⟦https://example.com/?foo[bar]=1&b={c}⟧ ok",
    "⟦https://example.com/_(ILCE-7M4)_-_by_X_(51739988735).avif⟧ ok",
    "did you see ⟦http://example.com⟧?",
    "really, ⟦http://example.com/a?b⟧?!",
    "“⟦http://example.com/a⟧” and «⟦http://example.com/b⟧»",
    "\"⟦http://example.com/a⟧\", '⟦http://example.com/b⟧'",
    "⟦http://example.com/a⟧...",
    "⟦http://example.com/a…b⟧ ok",
    "<⟦http://example.com/a⟧>",
    "⟦http://example.com/l'été⟧ ok",
    "⟦http://example.com/a;b,c:d⟧ ok",
]

# 5. A link glued to a text without spaces:
# robinst/linkify#49, mybb#3965, Autolinker.js#394, twitter-text-conformance#81.
GLUED = [
    "これはリンクです⟦https://example.com/⟧",
    "链接:⟦https://example.com/⟧",
    "链接：⟦https://example.com/⟧",
    "こちら→⟦https://google.com⟧",
    "請看⟦http://example.com/路徑⟧ 好",
    "한국어⟦https://example.com/⟧입니다",
    "ลิงก์⟦https://example.com/⟧ ครับ",
]
GLUED_BARE = [
    "地址⟦example.org⟧",
    "地址⟦example.org⟧。",
    "请看⟦example.com⟧然后",
    "⟦example.com⟧。谢谢",
]

# 7. A current list of top-level domains, and none for what has a scheme (bleach#201, #519, #656, datatracker#3868).
TLDS = [
    "visit ⟦team.neustar⟧, ⟦www.a.community⟧ or the site ⟦b.museum⟧, ⟦c.рф⟧",
    "no.suchtld, file.nosuchextension, team.neustarx",
    "⟦http://myintranet/⟧, ⟦http://a.nosuchtld/⟧, ⟦http://printer.local/x⟧",
]

# 8. Hosts that are no public names (element-web#8875, Autolinker.js#182, linkify-urls#31, django#981, turbohtml#768).
PLACES = [
    "⟦http://localhost:8080/x⟧, ⟦http://localhost⟧",
    "⟦http://192.0.2.1/⟧ and ⟦http://192.0.2.1:8080/x⟧",
    "⟦http://[2001:db8::1]/⟧ and ⟦https://[::1]:8443/x⟧.",
    "⟦http://a:8080⟧, ⟦https://router/⟧",
]

# 9. Schemes of the caller's choice, also without "//" (linkifyjs#372, #410, element-web#4793, #21051, wekan#3218).
SCHEMES: list[tuple[str, Any]] = [
    ("⟦gemini://example.org/ü⟧, ⟦irc://irc.example.org/x⟧, ⟦ssh://git@example.org/x⟧, ⟦FTP://example.org/⟧", None),
    ("matrix:u/ann:example.org and urn:isbn:0451450523 and javascript:alert(1) and data:,x", None),
    ("⟦matrix:u/ann:example.org⟧, ⟦geo:48.2,16.37⟧, ⟦xmpp:ann@example.org⟧.", {"matrix", "geo", "xmpp"}),
    ("⟦magnet:?xt=urn:btih:abc⟧, ⟦URN:isbn:0451450523⟧.", {"magnet", "urn"}),
    ("⟦http://example.org/⟧ ftp://example.org/ https://example.org/", {"HTTP"}),
    ("notmatrix:u/ann and x-http://example.org/ and shttp4://example.org/", {"matrix", "http"}),
    ("⟦app+x://example.org/⟧", {"app+x"}),
]

# 11. What is invisible or controls direction ends a link and never begins one:
# element-web#30351, URLExtract#121, kitty#7095.
INVISIBLE = [
    "⟦http://example.com/a⟧\u2066b\u2069 c",
    "\u2066⟦http://example.com/a⟧\u2069",
    "\u200e⟦http://example.com/a⟧\u200f",
    "⟦http://example.com/a⟧\ufffc",
    "\ufeff⟦http://example.com/a⟧\u200b",
    "⟦http://example.com⟧\u202e/b",
    "⟦http://example.com/a⟧\u00adb",
    "⟦http://example.com/خانه\u200cها⟧ x",  # ZWNJ is part of Persian words
    "⟦http://example.com/👩\u200d💻⟧ x",
]


@pytest.mark.parametrize("marked", CJK_PUNCTUATION)
def test_ask_1_cjk_punctuation_ends_a_link(marked: str) -> None:
    assert_links(marked)


@pytest.mark.parametrize("marked", LETTERS)
def test_ask_2_letters_beyond_ascii_stay(marked: str) -> None:
    assert_links(marked)


@pytest.mark.parametrize("marked", IDN)
def test_ask_3_internationalised_hosts(marked: str) -> None:
    for link in assert_links(marked, **BARE):
        assert to_uri(link.iri).isascii()


@pytest.mark.parametrize("marked", PUNCTUATION)
def test_ask_4_punctuation_and_brackets(marked: str) -> None:
    assert_links(marked)
    assert_links(marked, **BARE)


@pytest.mark.parametrize("marked", GLUED)
def test_ask_5_glued_to_text_without_spaces(marked: str) -> None:
    assert_links(marked)
    assert_links(marked, **BARE)


@pytest.mark.parametrize("marked", GLUED_BARE)
def test_ask_5_bare_domains_glued_to_text_without_spaces(marked: str) -> None:
    assert_links(marked, **BARE)


@pytest.mark.parametrize("marked", TLDS)
def test_ask_7_top_level_domains(marked: str) -> None:
    assert_links(marked, **BARE)


def test_ask_7_the_list_is_current() -> None:
    assert all(map(is_known_tld, ["com", "COM", "рф", "xn--p1ai", "中国", "zip", "music"]))
    assert not is_known_tld("neustarx")


@pytest.mark.parametrize("marked", PLACES)
def test_ask_8_hosts_that_are_no_public_names(marked: str) -> None:
    assert_links(marked)


@pytest.mark.parametrize(("marked", "schemes"), SCHEMES)
def test_ask_9_schemes(marked: str, schemes: Any) -> None:
    assert_links(marked, schemes=schemes)


# 10. Offsets of repeated links, and beyond the BMP: URLExtract#71, #142, #155, microsoft/terminal#8121, thurbox#67.
OFFSETS = [
    ("𝓐 ⟦http://a.example/𝓐⟧ 🙂 ⟦http://a.example/𝓐⟧, 🙂🙂⟦http://a.example/⟧", [(2, 20), (23, 41), (45, 62)]),
    ("⟦http://a.example⟧, ⟦http://a.example⟧; ⟦http://a.example⟧", [(0, 16), (18, 34), (36, 52)]),
    ("👨\u200d👩\u200d👧 ⟦a.example.com⟧ ⟦a.example.com/𝓐⟧", [(6, 19), (20, 35)]),
]


@pytest.mark.parametrize(("marked", "spans"), OFFSETS)
def test_ask_10_offsets_of_repeated_links_and_beyond_the_bmp(marked: str, spans: list[tuple[int, int]]) -> None:
    assert [(link.start, link.end) for link in assert_links(marked, **BARE)] == spans


@pytest.mark.parametrize("marked", INVISIBLE)
def test_ask_11_invisible_characters_end_a_link(marked: str) -> None:
    assert_links(marked)


def test_ask_12_both_forms_of_a_name_and_a_warning_of_mixed_scripts() -> None:
    # linkifyjs#280, mastodon#3833, bleach#368, django#18942: ß stays ß (IDNA 2008), unlike IDNA 2003
    (link,) = assert_links("⟦http://faß.example/⟧ x")
    assert link.iri == "http://faß.example/"
    assert to_uri(link.iri) == "http://xn--fa-hia.example/"
    assert host_to_ascii("bücher.example") == "xn--bcher-kva.example"
    assert host_to_unicode("xn--bcher-kva.example") == "bücher.example"
    assert [problem.name for problem in check("http://p\u0430ypal.example/")] == ["mixed-script"]  # Cyrillic а


@pytest.mark.parametrize(
    ("marked", "ascii_host", "host"),
    [
        ("siehe ⟦http://bücher.example/ü⟧.", "xn--bcher-kva.example", "bücher.example"),
        ("siehe ⟦http://xn--bcher-kva.example/ü⟧.", "xn--bcher-kva.example", "bücher.example"),
        ("на ⟦http://пример.рф/путь⟧, да", "xn--e1afmkfd.xn--p1ai", "пример.рф"),
    ],
)
def test_ask_12_both_forms_of_a_name_that_is_found(marked: str, ascii_host: str, host: str) -> None:
    (link,) = assert_links(marked)
    assert (to_uri(link.iri).split("/")[2], host_to_unicode(ascii_host)) == (ascii_host, host)


# Lines that were reported, where the detector of that project found too much, too little or nothing. One of 38 differs:
# linkifyjs#427 wants http://↑↑↓↓←→←→ba.tk/; in text, arrows point at links.
REPORTED = [
    ("steemit/condenser#424", "see ⟦https://steemit.com/blockchain/@blockchainblonde/why-ethereum-classic-will-moon⟧."),
    ("showdown#308", "Check out this cool site: ⟦https://github.com/showdownjs/showdown⟧."),
    ("bleach#30", "see ⟦http://blog.example/2009/01/16/global-namespace-pollution/⟧, or use modules."),
    ("marked#638", "try ⟦http://localtunnel.me⟧!"),
    ("fimfiction#66", "(see ⟦https://google.com/⟧, or ⟦https://google.com/⟧)."),
    ("rails_autolink#65", "⟦https://www.theguardian.com/business/2016/mar/20/co-living-companies-reinventing-roommates-open-door-common-⟧"),
    ("go-org#135", "The repo is at ⟦https://github.com/rougier/mastodon-alt⟧."),
    ("ember-linkify#22", "Check out this link: ⟦http://foo.org⟧."),
    ("Autolinker#297", "⟦https://ja.wikipedia.org/wiki/Yahoo!#ドットコムバブル（2000年_-_2001年）⟧"),
    ("Autolinker#394", "链接:⟦https://www.google.com⟧"),
    ("Autolinker#394", "こちら→⟦https://google.com⟧"),
    ("cmark-gfm#377", "全角カッコ（⟦https://example.com⟧）"),
    ("cmark-gfm#377", "参见⟦https://example.com⟧。"),
    ("ox-content#1138", "句点直後: ⟦https://example.com/foo⟧。次の文。"),
    ("ox-content#1138", "括弧内: (⟦https://example.com/bar⟧) と 全角（⟦https://example.com/baz⟧）です。"),
    ("ox-content#1138", "読点: ⟦https://example.com/qux⟧、続き。"),
    ("cmark-gfm#83", "“⟦https://github.com⟧”"),
    ("marked#3452", "\"⟦https://github.com/dpfried/lm-evaluation-harness/⟧。\""),
    ("openchamber#3039", "访问 ⟦https://example.com/docs⟧（中文说明）了解更多"),
    ("markdig#261", "请访问网址查看更多：⟦https://share.weiyun.com/5D8g7nO⟧"),
    ("TWSEMCPServer#51", "（⟦www.taifex.com.tw⟧）"),
    ("zulip#2885", "see readme.md and contributing.md"),
    ("multica#4245", "I wrote plan.md and lib.rs, then main.py"),
    ("qTox#4853", "⟦https://en.wikipedia.org/wiki/Seal_(East_Asia)⟧"),
    ("qTox#4853", "⟦https://ja.wikipedia.org/wiki/印章⟧"),
    ("atproto#4120", "posted from ⟦даркнетиан.com⟧ today"),
    ("termite#556", "Hey, there are awesome stats at the tracker (⟦https://security.archlinux.org/stats⟧)."),
    ("api-spec#105", "⟦Bücher.ch⟧ ⟦кц.рф⟧ ⟦http://кц.рф⟧ ⟦国.中国⟧ ⟦http://国.中国⟧"),
    ("owncloud/mail#641", "See <⟦https://ci.owncloud.org/job/ownCloud-Documentation(7.0)/504/changes⟧> (parenthesis)"),
    ("owncloud/mail#641", "⟦https://communities.coverity.com/community/scan-(open-source)/content⟧ – cuts off"),
    ("owncloud/mail#641", "⟦https://ma.ellak.gr/events/5ος-εκπαιδευτικός-κύκλος-σεμιναρίων-ε-5/⟧"),
    ("AltYo#44", "⟦https://en.wikipedia.org/wiki/Renée_Zellweger⟧"),
    ("Signal#3966", "⟦http://xn--trkiye-3ya.com/⟧"),
    ("Autolinker#57", "⟦http://путин.рф/⟧ ⟦xn--80aaalivalp6bdgclj4aa7q.xn--p1ai⟧"),
    ("anchorme#105", "⟦gespräch.de⟧"),
    ("datatracker#10120", "⟦https://mailman3.ietf.org/mailman3/lists/plants@ietf.org/⟧"),
    ("bleach#60", "⟦doesntmatter@foo-bar.de⟧"),
]  # fmt: skip


@pytest.mark.parametrize(("issue", "marked"), REPORTED)
def test_lines_that_were_reported_elsewhere(issue: str, marked: str) -> None:
    assert_links(marked, **BARE)
