"""Detection in running text. In each case the links are marked: ``see ⟦http://a/é⟧.``"""

from __future__ import annotations

import copy
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from extract import IRI, Finder, Link, find_links
from extract.detect import bare_domains, fast_path, scanner, words
from extract.detect.runs import runs
from extract.detect.tailorings import PROSE as IN_PROSE
from extract.iri import DEFAULT_SCHEMES
from extract.text import characters as c
from tests.marking import assert_links

PROSE = {
    "beyond ASCII": """
        see ⟦http://www.w3.org/People/Dürst⟧ now
        ⟦https://ja.wikipedia.org/wiki/日本語⟧。
        ⟦http://納豆.example.org/⟧
        http://納豆:、p@b.example http://a:、p@b.example ⟦http://納豆.example⟧:、 p@b.example
        ⟦https://ru.wikipedia.org/wiki/Москва_(город)⟧ end
        ⟦http://مثال.إختبار/صفحة⟧ end
        ⟦https://he.wikipedia.org/wiki/ירושלים?x=א#ב⟧ end
        ⟦https://उदाहरण.परीक्षा/पथ⟧ end
        ⟦https://th.wikipedia.org/wiki/ประเทศไทย⟧ end
        ⟦https://fa.wikipedia.org/wiki/می‌خواهم⟧ ZWNJ inside a word
        ⟦https://example.com/cafe\u0301/menu⟧ a combining mark
        ⟦https://example.com/😀/x⟧ and ⟦https://i❤.ws/⟧ and ⟦https://example.com/❤️⟧
        ⟦https://example.com/フィンセント・ファン・ゴッホ⟧ and ⟦https://example.com/スーパー〜⟧
        ⟦https://example.com/?q=日本&lang=ja⟧ ⟦https://example.com/doc#第1章⟧
    """,
    "CJK punctuation, no space after it": """
        请访问⟦https://zh.wikipedia.org/wiki/北京市⟧。谢谢。
        打开⟦https://example.com⟧，输入密码。
        （参照：⟦https://zh.wikipedia.org/wiki/北京⟧）
        「⟦https://ja.wikipedia.org/wiki/日本⟧」と『…』
        日、⟦https://example.com/本⟧，⟦https://example.com/語⟧！次
        ⟦https://zh.wikipedia.org/wiki/北京（消歧义）⟧
        详见⟦https://example.com/docs⟧（需要登录）。
        ⟦https://example.com/docs⟧——这是 ⟦https://example.com/docs⟧……然后 ⟦https://example.com/日本⟧――次 ⟦https://example.com⟧——这是
        ⟦https://example.com/docs⟧——C
        ⟦https://example.com/A—B⟧ ⟦https://example.com/日—本⟧ ⟦https://example.com/日…本⟧ ⟦https://example.com/日⟧———本 ⟦https://example.com/日⟧…
        ⟦https://example.com/a⟧｜title ｜⟦https://example.com/b⟧｡
        ⟦https://example.com/漢字⟧）
    """,
    "an ideographic full stop in a host": """
        ⟦http://例え。テスト/ü⟧。 ⟦http://例え.jp⟧。次 ⟦http://例え.jp⟧。テスト。 ⟦https://example.com⟧。谢谢/再见 ⟦http://例。例．例/é⟧
    """,
    "a host that turns into another script": """
        见⟦https://example.com⟧然后 and ⟦https://example.com/path⟧
        ⟦https://例え.jp/パス⟧ and ⟦https://www.abc日本.jp/⟧
        ⟦http://example.com⟧😀
    """,
    "punctuation at the end": """
        ⟦https://example.com/ü⟧, ⟦https://example.com/ü⟧. ⟦https://example.com/ü⟧! ⟦https://example.com/ü⟧? yes
        ⟦https://example.com/ü⟧; ⟦https://example.com/ü⟧: „⟦https://example.com/ä⟧“ «⟦https://example.com/é⟧»
        (⟦http://a/b⟧) [⟦http://a/b⟧] {⟦http://a/b⟧} <⟦http://a/b⟧> ⟦http://a/b(c)⟧) ⟦http://a/b(c⟧]
        (see ⟦http://a/b⟧, or ⟦http://a/b(c)⟧).
        ⟦http://example.com⟧. ⟦http://example.com./a⟧ ⟦http://example.com⟧...
        ⟦http://example.com⟧.? ⟦http://例え.jp⟧.? ⟦http://example.com⟧? ⟦http://example.com/#⟧
        ⟦http://example.com/⟧? a ⟦http://example.com/a?#⟧ b ⟦http://example.com#⟧, x
        راجع ⟦https://ar.wikipedia.org/wiki/قرآن⟧، ثم ⟦http://example.com/a/ب/c⟧ انتهى.
        ⟦https://hi.wikipedia.org/wiki/हिन्दी⟧। अगला
    """,
    "quotation marks and emphasis right before a link": """
        {"url":"⟦https://example.com/a⟧","b":1} and '⟦http://a/b⟧'+c and `⟦http://a/b⟧`, “⟦https://example.com/a⟧”后面
        <a href="⟦http://a/b⟧">⟦http://a/b⟧</a> *⟦http://a/b⟧* _⟦http://a/b_c⟧_ ~⟦http://a/b⟧~ **⟦http://a/b⟧**
        ⟦https://an.wikipedia.org/wiki/Lista_d'articlos⟧ ⟦https://ru.wikipedia.org/wiki/Спартак_«Москва»⟧
        (⟦http://a/‘b’⟧) ⟦http://a/x_'y'⟧, ⟦http://a/x_'y'⟧' «⟦http://a/b⟧» “⟦http://a/«b»⟧”
        ⟦http://a/it's⟧' ⟦http://a/b⟧'' ⟦http://a/«b»-c⟧»
        ⟦http://a/b⟧* **see ⟦http://a/b⟧** ⟦http://a/*/b⟧ _**⟦http://a/b⟧**_ ⟦http://a/b_⟧ *⟦http://a/b⟧_*
    """,
    "what no IRI has": r"""
        {"see http":"at ⟦http://a/b⟧","c":1} \"⟦http://a/b⟧\",\"c\" \url{⟦http://a/b⟧}\ ⟦http://a/b⟧\n
        ⟦http://a/b⟧`c ⟦https://he.wikipedia.org/wiki/צה"ל⟧ ⟦https://en.wikipedia.org/wiki/a"b⟧ ⟦http://a/é"b⟧ 说"看⟦http://a/北京⟧"然后
    """,
    "brackets around and at the end": """
        <⟦http://a/b.⟧> <⟦http://a/b?!⟧>, ⟦http://a/b⟧.> ⟦http://a/b⟧( ⟦http://a/b⟧(. ⟦http://a/b⟧(c ⟦http://a/(b)⟧( ⟦http://a/é⟧（
    """,
    "schemes": """
        ⟦HTTP://Example.COM/⟧ ⟦ftp://ftp.example.org/ü.txt⟧ ⟦ssh://git@host/x⟧ ⟦irc://irc.example.org/ü⟧ ⟦gemini://example.org/⟧
        ⟦file:///ü⟧ ⟦git+ssh://git@example.org/x⟧ ⟦sftp://me:pw@example.org/⟧ ⟦file://C:/ümlaut.txt⟧
        これはリンクです⟦https://example.com/⟧。 链接:⟦https://example.com⟧ こちら→⟦https://example.com⟧
        x ⟦http://a/éhttp://b/é⟧ y, x ⟦http://a/⟧和⟦http://b/é⟧ y
        end.⟦http://a/é⟧ and -⟦http://a/⟧ and (x):⟦http://a/⟧
        xhttp://a/ 1http://a/ foo+http://a/ éhttp://a/ unknown://example.com/x http:a http:// :// http:///x
        javascript://a/ data://x vbscript://x
        foo:bar ⟦http://a.example⟧
    """,
    "hosts": """
        ⟦http://localhost:8080/ü⟧ ⟦http://intranet/x⟧ ⟦http://192.0.2.1:80/⟧ ⟦http://[2001:db8::1]:8080/ü⟧ ⟦http://[::1]⟧
        ⟦http://example.invalid⟧ ⟦http://foo_bar.example.com/⟧ ⟦http://%C3%BC.example/⟧ ⟦http://h:/⟧
        ⟦http://example.com⟧: yes ⟦http://localhost:8080⟧で
        http://h:99999/ http://h:0/ http://h:8a/ http://a..b/ http://.a/ http://-a.example/ http://[::1/ü http://[x]/
        ⟦facetime://+12015550123⟧ ⟦content://a'b!/c⟧, ⟦content://a,b⟧, ⟦chrome://version⟧ ⟦file://server/x⟧
        http://user:pä@example.com:8042/ü http://user@example.com http://…/ http://<host>/ http://{host}/
        (⟦http://a.b⟧)x@c.d/ 「⟦http://例.jp⟧」x@c.d http://us(er)@a.b/ http://u(s)er@é.b/
        ⟦http://a.b⟧..? ⟦http://a.b⟧..:: ⟦http://a.b⟧:? ⟦http://a.b.:80⟧ ⟦http://a.b.:/c⟧ ⟦http://a.b.?c⟧
        http://a.b..:80 http://a.b..?c ⟦http://می\u200cخ.example⟧\u200c, ⟦http://é⟧\u200d
    """,
    "invisible characters": """
        ⟦https://example.com/a⟧\u202ex ⟦https://example.com/a⟧\u2066 ⟦https://example.com/a⟧\u200bb ⟦https://example.com/a⟧\ufffcx
        ⟦https://example.com/می\u200cخواهم⟧\u200c
    """,
    "mail": """
        ⟦mailto:rené@example.org⟧ ⟦mailto:jürgen@müller.example?subject=ü⟧, ⟦MAILTO:a@b.example⟧。 a@b.example.com
        mailto: mailto:@x.com mailto:a..b@x.com mailto:.a@x.com
    """,
}


@pytest.mark.requirement(95)
@pytest.mark.parametrize("case", [line.strip() for lines in PROSE.values() for line in lines.strip().splitlines()])
def test_links_with_a_scheme(case: str) -> None:
    assert_links(case)


BARE = """
    ⟦example.com⟧ ⟦www.example.com/ü?q=日本#第⟧ ⟦example.co.uk⟧. ⟦example.com⟧! ⟦example.com⟧? ⟦EXAMPLE.COM⟧
    ⟦сайт.com⟧ ⟦rohlík.cz⟧ ⟦сайт.рф⟧ ⟦παράδειγμα.ελ⟧ ⟦例え.みんな⟧ ⟦xn--r8jz45g.com⟧
    ⟦example.com:443⟧ ⟦example.com:8080/a⟧ ⟦example.com⟧:99999 ⟦example.com⟧: x ⟦example.com./a⟧ ⟦example.com⟧.
    地址⟦example.org⟧ 見⟦example.com⟧然后 👉⟦example.com⟧ 公式サイトは⟦example.jp⟧です
    2023年の⟦example.jp⟧総会 URLは⟦www.example.co.jp⟧です
    foo.baz e.g. 3.14 U.S. ..com .com com. example.comx a..com -a.com a-.com example.unknowntld
    42@localhost.localdomain ⟦mailto:42@localhost.localdomain⟧ ann@host.local,⟦ann@example.com⟧ me@a.example-x.unknown
    ⟦john.doe@example.com⟧ ⟦jürgen@müller.example⟧ ⟦アルベルト.アルベルト@example.com⟧ ⟦mailto:a@example.com⟧/x
    john.@example.com @example.com a@b ⟦a.b+c@example.com⟧:80/x
    unknown://example.com/x git.example://x ⟦http://example.com/a.b@c.com⟧
    foo_bar.example.com _⟦example.com⟧_ ⟦www.mail-archive.com/ruby-talk@ruby-lang.org/⟧
    http://john.smith@example.com/foo ⟦https://example.com⟧
    ⟦example.com⟧. Next。⟦example.org⟧，⟦example.net⟧
    http://↑↑ba.tk/x.com http://$HOST.example.com/ü.org https://~a.com http://%s.a.com. ⟦a.com⟧
    http://（⟦例.jp⟧） http://`⟦a.com⟧` http://<⟦a.com⟧>
    ⟦a✶.example.com/é⟧ ⟦i❤️.ws⟧ ⟦www.🍕🍕.ws⟧ ✓⟦example.com⟧ 完成✓⟦example.com⟧ ⟦me@b☃.net⟧ ⟦example.com⟧✓ ☃.net
    tr=udp%3A%2F%2Ftracker.example.org%3A80 user%40example.com 100%⟦example.com⟧
    Time::Local.pm http:example.com a:b:run.sh link:⟦example.com⟧ 链接:地址:⟦example.org⟧ Web:⟦www.example.com⟧
    連絡先は⟦info@example.co.jp⟧まで 请发邮件到⟦a@example.com⟧谢谢 이메일은⟦a@example.kr⟧입니다
    อีเมล⟦test@example.com⟧ ⟦太郎@例え.jp⟧
    **⟦a@example.com⟧** _⟦a@example.com⟧_ ~~⟦a@example.com⟧~~ ⟦_a@example.com⟧ ⟦a_b@example.com⟧ *@example.com
    xmpp:a@b.com SIP:ü@例え.jp cid:1@a.com x:⟦a@b.com⟧ Mail:⟦a@b.com⟧ 连络:⟦a@b.com⟧ team:⟦a@b.com⟧ rsip:⟦a@b.com⟧
    ⟦a.com⟧✶.„b» ⟦http://foo.local⟧.: more ⟦http://example.com⟧ｶﾅ
    a@b@example.com ⟦a@b.example.com⟧@c.org @a@b.com x@b.example.unknown:⟦c@example.com⟧ example.com@
    %2Fexample.com %2fexample.com 5%⟦example.com⟧ /etc/example.com //⟦example.com⟧ :/example.com a//example.com
    A::example.com a:b:example.com ftp:example.com x:⟦example.com⟧
    %41.com /é.example.com ::é.example.com //⟦é.example.com⟧
    ⟦example.com./⟧ ⟦example.com.?a⟧ ⟦example.com.#a⟧ ⟦example.com⟧.?
    ⟦example.com:80⟧. ⟦example.com⟧.:80 ⟦example.com:/⟧ ⟦example.com⟧:?
    5%⟦é.com⟧ %2Fé.com a:⟦é.com⟧ a:b:é.com x://é.com \\né.com \\n⟦www.é.com⟧ \\\\⟦né.com⟧ <!--⟦é.com⟧--> --é.com
    é.So é.So/x ⟦www.é.So⟧ é.Com:80 ⟦é.com:80⟧ ⟦é.com⟧:x ⟦é.com:/x⟧ ⟦é.com./x⟧ ⟦é.com.?x⟧ ⟦é.com⟧.? é.com@ x@é.com:y
    _é.com _⟦é.com⟧_ _⟦é.com/x⟧_ __⟦é.com⟧__ x_é.com é_x.com [.]é.com é.com[.]x [⟦32mé.com⟧ ⟦é.com@b.com⟧ ⟦x@é.com⟧
    [.]example.com (dot)example.com {at}example.com [@]example.com [x]⟦example.com⟧
    _⟦example.com/x⟧_ _example.com/x __⟦example.com⟧__ __example.com/x_y
    |⟦example.com⟧|⟦a@example.com⟧| ⟦例え.jp⟧|⟦a@例え.jp⟧ 例え.jp!a@例え.jp ⟦例え.jp/a@例え.jp⟧
"""


@pytest.mark.parametrize("case", BARE.strip().splitlines())
def test_bare_domains_and_addresses(case: str) -> None:
    assert_links(case.strip(), bare_domains=True, email=True)


@pytest.mark.parametrize(
    "marked",
    [
        # what is before a name counts in its line alone, and what is in a path in its segment
        "Subject: x\nMessage-ID: <a@b.example>\n⟦c@b.example⟧",
        "⟦http://a.example/a_b—c/d⟧—e",
        "⟦http://a.example/a_b—c—d⟧",
        # an empty port is one before a path, a query or a fragment
        "⟦http://a.example:?q⟧ ⟦http://a.example:#q⟧ ⟦http://a.example:/⟧ ⟦http://a.example⟧: ⟦http://a.example⟧:.",
        # a low line after an address, and what is before it
        "'⟦_ana@b.example⟧_' `⟦_ana@b.example⟧_` _⟦ana@b.example⟧_ (_⟦ana@b.example⟧_)",
        "\x1b[32m⟦example.com⟧ \x1b[1;32m⟦example.com⟧ [⟦32mexample.com⟧",
    ],
)
def test_what_counts_beside_a_link(marked: str) -> None:
    assert_links(marked, bare_domains=True, email=True)


@pytest.mark.parametrize("marks", ['""', "''", "‘’", "‚‘", "“”", "«»", "`", "||"])
def test_a_link_right_behind_the_mark_that_ends_another(marks: str) -> None:
    before, after = marks[0], marks[-1]
    assert_links(f"[{before}⟦http://a/b⟧{after},{before}⟦http://c/⟧{after}] {before}⟦http://a/é⟧{after}⟦http://b/⟧")


@pytest.mark.parametrize(
    ("address", "iri"),
    [
        ("me+x@a.example.com", "mailto:me+x@a.example.com"),
        ("a?b@a.example.com", "mailto:a%3Fb@a.example.com"),
        ("a%41/b#c@a.example.com", "mailto:a%2541%2Fb%23c@a.example.com"),
        ("a&b@a.example.com", "mailto:a%26b@a.example.com"),
        ("{a|b}^`@a.example.com", "mailto:%7Ba%7Cb%7D%5E%60@a.example.com"),
        ("jörg?@bücher.example.com", "mailto:jörg%3F@bücher.example.com"),
        ("mailto:a?b@a.example.com", "mailto:a?b@a.example.com"),
    ],
)
def test_the_iri_of_an_address(address: str, iri: str) -> None:
    """RFC 6068 §2: what a URI reads otherwise is percent-encoded in a local part; what was written as one stays."""
    (link,) = find_links(address, email=True, profile="uts58")  # braces are a placeholder to "prose"
    assert (link.text, link.iri) == (address, iri)
    assert IRI.parse(iri)


def test_a_vertical_line_ends_a_path_and_no_query() -> None:
    assert_links("[⟦http://a/b⟧|text] |⟦http://a/é⟧| ⟦http://a/?b|c⟧ ⟦http://a/#b|c⟧ |⟦http://a/?b⟧|")
    assert_links("⟦http://a/b|c⟧", profile="uts58")


def test_a_final_ellipsis_is_the_sentences() -> None:
    assert_links("siehe ⟦https://example.com/größe⟧… und ⟦http://a/ü⟧……、 ⟦http://a/…b⟧‥")


def test_mailto_has_several_addresses_and_fields() -> None:
    # RFC 6068 §2
    assert_links("⟦mailto:a@b.de,ü@d.de?cc=e@f.de⟧, ⟦mailto:a@b.de⟧, c@d.de, ⟦mailto:a@b.de⟧,c@")
    assert_links("⟦mailto:a@b.de,c@d⟧_. ⟦mailto:a@b.de?x⟧. ⟦mailto:a@b.de⟧? ⟦mailto:a@b.de⟧#x")


def test_an_address_without_mailto_hides_none_with_it() -> None:
    assert_links(
        "a@⟦mailto:c@m.example⟧ a@⟦mailto:d@m.example⟧, b@c.example ⟦mailto:e@m.example⟧ f@⟦mailto:g@m.example⟧"
    )


def test_the_mark_before_a_mailto_closes_its_fields() -> None:
    assert_links(
        """\"⟦mailto:a@b.de?x⟧"y '⟦mailto:a@b.de?x⟧'y *⟦mailto:a@b.de?x⟧* «⟦mailto:a@b.de?x⟧»y‘⟦mailto:a@b.de?x⟧’y"""
    )
    assert_links("""x⟦mailto:a@b.de?x"y⟧ ⟦mailto:a@b.de?x'y⟧ ⟦mailto:a@b.de?x‘y⟧""")


def test_the_border_of_a_table_does_not_begin_an_address() -> None:
    assert_links("|⟦a@example.com⟧|⟦b@example.com⟧|", email=True)


def test_a_name_that_is_too_long_is_no_link() -> None:
    assert_links("a." * 200 + "example.com, ⟦example.org⟧", bare_domains=True)
    assert_links("é." * 200 + "example.com, ⟦example.org⟧", bare_domains=True)


def test_what_is_implied_is_written_out() -> None:
    links = list(find_links("http://a/ b.com c@d.com mailto:e@f.com", bare_domains=True, email=True))
    assert [(link.kind, link.iri) for link in links] == [
        ("iri", "http://a/"),
        ("domain", "https://b.com"),
        ("email", "mailto:c@d.com"),
        ("email", "mailto:e@f.com"),
    ]


@pytest.mark.parametrize(
    ("case", "options"),
    [
        (
            "⟦urn:example:日本⟧。 ⟦tel:+1-201-555-0123⟧, ⟦geo:37.7,-122.4⟧ doi:10.1/x",
            {"schemes": {"urn", "tel", "geo"}},
        ),
        ("⟦magnet:?xt=urn:btih:abc&dn=ü⟧ ⟦matrix:r/ü:example.org⟧", {"schemes": {"MAGNET", "matrix"}}),
        ("@⟦foo:x⟧ and a.com @⟦foo:y⟧", {"schemes": ["foo"], "email": True}),
        ("https://a/ ⟦http://b/⟧ myurn:x urn: :urn ", {"schemes": ["http"]}),
        ("⟦javascript:alert(1)⟧", {"schemes": ["javascript"]}),
        ("mailto:a@b.com ⟦http://b/⟧", {"schemes": ["http"]}),
        ("http://example.com ⟦example.org⟧", {"schemes": ["ftp"], "bare_domains": True}),
        ("a@example.com ⟦example.org⟧", {"bare_domains": True}),
        ("example.com ⟦a@example.com⟧", {"email": True}),
        # UTS #58 and each tailoring on its own
        ("⟦https://example.com/日本。次⟧", {"profile": "uts58"}),
        ("⟦https://example.com/日本⟧。次", {"profile": {"cjk-punctuation"}}),
        ("⟦https://example.com/a（b）⟧", {"profile": "uts58"}),
        ("⟦https://example.com/a⟧（b）", {"profile": ["cjk-brackets"]}),
        ("⟦http://example.com然后⟧", {"profile": "uts58"}),
        ("⟦http://example.com⟧然后", {"profile": {"script-turn"}}),
        ('"⟦http://a/b"c⟧', {"profile": "uts58"}),
        ('"⟦http://a/b⟧"c', {"profile": {"quotes"}}),
        ("⟦http://a/b<c>d⟧", {"profile": "uts58"}),
        ("⟦http://a/b⟧<c>d", {"profile": {"angle-brackets"}}),
        ("⟦mailto:a@b.com⟧?subject=c", {"profile": "uts58"}),
        ("⟦mailto:a@b.com?subject=c⟧", {"profile": {"mailto-query"}}),
        ("⟦http://a/«b⟧» ⟦http://a/b*⟧", {"profile": "uts58"}),
        ("⟦http://a/«b»⟧ ⟦http://a/b⟧*", {"profile": {"quotes"}}),
        (r'⟦http://a/b","c\d`e⟧', {"profile": "uts58"}),
        (r'⟦http://a/b⟧","c ⟦http://a/b⟧\d ⟦http://a/b⟧`e', {"profile": {"delimiters"}}),
        ("⟦http://a/b(⟧", {"profile": "uts58"}),
        ("⟦http://a/b⟧(", {"profile": {"open-brackets"}}),
        ("⟦http://a/b⟧#", {"profile": "uts58"}),
        ("⟦http://a/b#⟧", {"profile": {"empty-fragment"}}),
        ("facetime://+1 ⟦ws.net⟧", {"profile": "uts58", "bare_domains": True}),
        ("⟦facetime://+1⟧ ⟦a✶.net⟧", {"profile": {"hosts"}, "bare_domains": True}),
        ("⟦http://a/b*/⟧ ⟦http://a/b*⟧ ⟦http://a/b⟧' ⟦http://a/b','c⟧", {"profile": "uts58"}),
        ("⟦http://a/b⟧*/ ⟦http://a/b*⟧ ⟦http://a/b*c⟧ ⟦http://a/b⟧' ⟦http://a/b','c⟧", {"profile": {"comment-ends"}}),
        ("/* ⟦http://a/b⟧*/c", {"profile": {"comment-ends"}}),
        ("⟦http://a.example⟧~0 ⟦a.com⟧~b ⟦ana@a.com⟧~b", {"profile": "uts58", "bare_domains": True, "email": True}),
        ("⟦http://a.example⟧~0 ⟦a.com⟧~b ⟦ana@a.com⟧~b", {"bare_domains": True, "email": True}),
        ("Time::⟦Local.pm⟧", {"profile": "uts58", "bare_domains": True}),
        ("Time::Local.pm", {"profile": {"paths"}, "bare_domains": True}),
        # marks of prose after a host, a port, a path
        ("⟦http://b.example/é⟧?# ⟦http://h⟧:?# ⟦http://h:1⟧?#", {"profile": "uts58"}),
        ("⟦1.2.3.4⟧:? ⟦1.2.3.4:80⟧:?", {"profile": ("prose", "ip-addresses"), "bare_domains": True}),
        ("https://ڦ?.. https://ڦ: ⟦https://ڦ:1⟧? ⟦https://ڦ/⟧. ⟦https://ڦ?a⟧..", {}),
        ("Schemes are rtp://, http:// and https://.", {}),
        ("xn--a.de ⟦xn--bcher-kva.de⟧ ⟦XN--BCHER-KVA.de⟧", {"bare_domains": True}),
        ("⟦http://[::1]/é?#⟧ ⟦http://a/é?#⟧. ⟦http://a/é#⟧, ⟦http://a/?#⟧", {}),
        ("'a ⟦http://a/⟧','⟦http://c/é⟧' '⟦http://a/⟧','b'", {}),
        (
            "x?to=⟦ana@b.example⟧ ?to=⟦b@c.example⟧ &to=⟦b@c.example⟧ ⟦~to=b@c.example⟧ =⟦to=b@c.example⟧",
            {"email": True},
        ),
        ("(x)!⟦http://a/b#⟧ ⟦https://a.example/c?#⟧ ⟦http://a/b#⟧.", {}),
        ("'⟦http://h/x?a⟧'), ('⟦http://h/y⟧'): ⟦http://h/x?a⟧')}</style>", {}),
        ("⟦http://i/a⟧(⟦http://example.com/page⟧\\X) <code>⟦http://b.example/⟧</code>⟦http://a.example/⟧", {}),
        ("⟦http://é.:80/⟧ ⟦http://é⟧.: http://c·/ ⟦http://c·d/⟧ x·⟦http://a/⟧", {}),
        ("1.tg://a ⟦1.tg:/a⟧", {"bare_domains": True, "profile": "uts58"}),
        (
            "//a@b.example(⟦mailto:me@a.com?subject=é⟧) a/b@cmailto:⟦d@e.example⟧\\X",
            {"bare_domains": True, "email": True},
        ),
        # the first and the last "@" of a text, and those of other schemes
        ("@ann, ⟦x@example.com⟧, ⟦http://a.example/@ann⟧ @bob", {"schemes": {"urn", "http"}, "email": True}),
        ("b::error Help <⟦help@a.example.com⟧> ⟦urn:b:c@d⟧ @e", {"schemes": {"urn"}, "email": True}),
        ("⟦https://example.com/a⟧\u202ex", {"profile": "uts58"}),  # invisible characters end a link in both
        # what is meant as a link and cannot be one
        (
            "⟦http://a..b/c⟧. ⟦http://[::1/ü⟧ ⟦http://user:pä@example.com:8042/ü⟧ ⟦http://h:99999/x⟧ ⟦http://h:8a/ü⟧",
            {"broken": True},
        ),
        ("http:// http:/// http://. http://<host>/ http://…/ http://{host}/x http://[host]/", {"broken": True}),
        # RFC 9110 §4.2.1: no host; that of a file may be empty, and of another scheme
        ("⟦http:///straße⟧. ⟦https:////a.example/x⟧ ⟦http://?q=ü⟧", {"broken": True}),
        ("⟦file:///ü⟧ ldap:///dc=x http:///a.example/b", {"bare_domains": True}),
    ],
)
def test_options(case: str, options: dict[str, Any]) -> None:
    assert_links(case, **options)


def test_a_wrapped_link_covers_the_raw_text_and_joins_the_iri() -> None:
    # RFC 3986 appendix C
    text = "see <http://example.com/日\n    本/x> and <URL:http://a/\r\nb> and <http://a/\nb"
    assert list(find_links(text, wrapped=True)) == [
        Link(5, 33, "http://example.com/日\n    本/x", "iri", "http://example.com/日本/x"),
        Link(44, 56, "http://a/\r\nb", "iri", "http://a/b"),
        Link(63, 72, "http://a/", "iri", "http://a/"),
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"text": b"http://a/"}, TypeError),
        ({"text": "", "schemes": "http"}, TypeError),
        ({"text": "", "profile": "gfm"}, ValueError),
        ({"text": "", "profile": {"quote"}}, ValueError),
    ],
)
def test_wrong_use_is_refused_at_once(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        find_links(**arguments)


def test_a_pattern_that_gives_up_goes_on_behind_the_colon() -> None:
    # Python before 3.11.5 would go back and never end (CPython issue 106052)
    assert_links("見よ http://größe..example/ と ⟦http://a.example/ü⟧。")


@pytest.mark.parametrize("before", ["See ", "done: with ", "at 12:30, ", "urn:isbn:1 and "])
@pytest.mark.parametrize(
    "address", ["https://example.com/a(b).", "http://例え.jp/日本語。", "<https://a.example/?q=ü>"]
)
def test_naming_a_scheme_finds_it_and_changes_no_other_link(before: str, address: str) -> None:
    text = f"{before}{address} there"
    found = [link.text for link in find_links(text, schemes=DEFAULT_SCHEMES | {"urn"})]
    assert found == ["urn:isbn:1"] * before.startswith("urn") + [link.text for link in find_links(text)]


ALL: dict[str, Any] = {
    "schemes": ["HTTP", "urn"],
    "bare_domains": True,
    "email": True,
    "profile": ["quotes", "paths"],
    "broken": True,
    "wrapped": True,
}


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, "Finder()"),
        ({"profile": set(IN_PROSE)}, "Finder()"),
        ({"bare_domains": False, "email": True}, "Finder(email=True)"),
        ({"profile": []}, "Finder(profile='uts58')"),
        ({"schemes": ()}, "Finder(schemes=frozenset())"),
        (
            ALL,
            "Finder(schemes={'http', 'urn'}, bare_domains=True, email=True, profile={'paths', 'quotes'}, broken=True, "
            "wrapped=True)",
        ),
    ],
)
def test_a_finder_shows_the_options_that_are_not_the_defaults(options: dict[str, Any], shown: str) -> None:
    finder = Finder(**options)
    assert repr(finder) == shown
    assert eval(shown) == finder


def test_finders_compare_and_hash_by_their_options() -> None:
    assert (
        len(
            {
                Finder(**ALL),
                Finder(**ALL | {"schemes": {"URN", "http"}}),
                Finder(**ALL | {"profile": {*ALL["profile"]}}),
            }
        )
        == 1
    )
    different = [Finder(**{name: value}) for name, value in ALL.items()]
    assert len({Finder(), *different}) == 7
    # named, schemes are found without "//" too
    assert Finder(schemes=DEFAULT_SCHEMES) != Finder()
    assert Finder() != object()


@pytest.mark.parametrize("options", [{}, ALL, {"profile": "uts58"}])
def test_a_finder_is_copied_and_pickled(options: dict[str, Any]) -> None:
    finder = Finder(**options)
    text = "see http://a/é and urn:x:y, b.com"
    for other in (copy.copy(finder), copy.deepcopy(finder), pickle.loads(pickle.dumps(finder))):
        assert other == finder
        assert list(other.find(text)) == list(finder.find(text))


def test_a_finder_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Finder().bare_domains = True  # type: ignore[misc]


def test_what_is_found_does_not_depend_on_what_was_found_before() -> None:
    text = "https://example.com/日本。次 «http://a/é» x.com/ü a@b.com http://例え.jp/(é) " * 30
    expected = list(Finder(bare_domains=True, email=True).find(text))
    finder = Finder(bare_domains=True, email=True)
    for _ in range(6):
        assert list(finder.find(text)) == expected


@pytest.mark.parametrize("profile", ["prose", "uts58", ("prose", "ip-addresses")])
def test_what_is_taken_for_letters_is_safe(profile: str | tuple[str, ...]) -> None:
    """The common link has the words of `re`, whose version of Unicode is not that of `regex`, and marks."""
    of_profile = Finder(profile=profile)._plan.profile
    safe, label = (regex.compile(f"[{sets}]", regex.V1) for sets in (of_profile.safe, of_profile.label))
    exact = "".join(map(c.characters_of, fast_path._EXACT))
    letters = {*re.findall(r"[\w\u0700-\u1100\u1780-\u1800]", "".join(map(chr, range(0x110000))))} - {*exact}
    taken = {letter for letter in letters if not fast_path.UNDECIDED.match(letter)}
    taken -= fast_path._NO_LETTERS | c.members(of_profile.soft, fast_path._SCRIPTS)
    assert len(taken) > 130_000
    assert not {letter for letter in taken if not (safe.match(letter) and label.match(letter))}


def test_common_links_compile_no_pattern_of_the_walk() -> None:
    """A page with one IRI does without them; they take 30 ms."""
    finder = Finder(email=True, profile=IN_PROSE - {"ellipses"})
    runs.cache_clear()  # other tests have this profile, too
    parts = runs(finder._plan.profile)
    assert [link.text for link in finder.find("a.b https://例え.jp/日本, https://例え.jp/é語")] == [
        "https://例え.jp/日本",
        "https://例え.jp/é語",
    ]
    patterns = [getattr(run, name) for run in (parts.host, parts.path) for name in run._fields]
    assert not any("match" in vars(pattern) for pattern in patterns)
    assert [link.text for link in finder.find("https://例え.jp/日本…語")] == ["https://例え.jp/日本…語"]
    assert any("match" in vars(pattern) for pattern in patterns)


COMMON = """
    see ⟦http://a.example/x⟧. (⟦https://www.a.example/b_c-d/~e?f=g&h=1#i⟧) ⟦http://a.example/x⟧; x
    ⟦https://a.example:8080/x⟧, ⟦https://a.example:1⟧, ⟦https://a.example:443⟧: ⟦http://a.example:80/⟧
    <⟦https://a.example/x⟧> "⟦https://a.example/x⟧" '⟦https://a.example/x⟧' `⟦https://a.example/x⟧`
    [x](⟦https://a.example/x(y)z⟧) and ⟦https://a.example/x_(y)⟧. ⟦https://a.example/(x)⟧)
    href="⟦https://a.example/x?y=1⟧">⟦https://a.example/x⟧</a>
    ⟦https://a.example/x/⟧; ⟦https://a.example/⟧? ⟦https://a.example⟧! ⟦https://a.example⟧: ⟦https://a.example/a,b⟧
    ⟦https://a.example/café⟧, ⟦http://café.example/ü?ö#ä⟧ «⟦https://a.example/x⟧» ⟦https://ÜBER.example/Ü⟧
    ⟦http://例え.example.jp/日本語⟧ ⟦http://a.example/привет⟧, ⟦http://a.example/한국어⟧. ⟦https://a.example/हिन्दी⟧! ⟦http://a.example/日本⟧、
    ⟦https://a-b.c--d.example/⟧ ⟦https://A.EXAMPLE/⟧ ⟦http://localhost:3000/⟧ ⟦http://127.0.0.1:80/x⟧ ⟦http://a.example⟧
    see ⟦example.com/x⟧, and ⟦www.example.com⟧. (⟦docs.example.org⟧) <⟦example.com/a⟧> "⟦example.com:80/a?b#c⟧"
    ⟦a.b@example.com⟧, <⟦a_b+c@mail.example.co.uk⟧> (⟦x@example.org⟧) ⟦x@a-b.example.org⟧
"""


def counted(function: Any, calls: list[str]) -> Any:
    def call(*arguments: Any) -> Any:
        calls.append(function.__name__)
        return function(*arguments)

    return call


def counted_walks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the name of each function that walks from a trigger."""
    walks: list[str] = []
    for module, name in ((scanner, "hierarchical"), (bare_domains, "read_domain"), (bare_domains, "read_address")):
        monkeypatch.setattr(module, name, counted(getattr(module, name), walks))
    return walks


@pytest.mark.parametrize("marked", COMMON.strip().splitlines())
def test_the_fast_path_takes_what_is_common(marked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = counted_walks(monkeypatch)
    for line in (marked.strip(), f"{marked.strip()}\n"):
        assert_links(line, bare_domains=True, email=True)
    assert walks == []


@given(st.text(st.sampled_from("(으)로를を参照から日本的下载中ค่ะແລະនិងကိုab/"), min_size=1, max_size=8))
def test_glued_words_begin_with_a_character_of_their_language(run: str) -> None:
    for after in get_args(words.Position):
        anyhow = any(words._pattern(after, language.first).match(run) for language in words.WORDS)
        assert words.is_word(run, 0, after) == anyhow


def test_schemes_do_not_begin_inside_a_word_of_latin_letters() -> None:
    known = re.compile(f"[{fast_path._INSIDE_WORD}]")
    letters = regex.findall(r"\p{Latin}", "".join(map(chr, range(0x110000))))
    assert [hex(ord(letter)) for letter in letters if not known.match(letter)] == []


def test_threads_share_a_finder() -> None:
    texts = ["https://example.com/日本。次 a@b.com " * size for size in range(40)]
    finder = Finder(email=True, profile={"cjk-punctuation"})
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda text: list(finder.find(text)), texts))
    assert found == [list(find_links(text, email=True, profile={"cjk-punctuation"})) for text in texts]


def test_schemes_added_to_the_default_ones() -> None:
    both = DEFAULT_SCHEMES | {"tg"}
    assert_links("⟦tg:a⟧ ⟦tg://b⟧ info:c news:d ⟦news://e⟧ ⟦mailto:ana@f.example⟧ ⟦http://g/⟧", schemes=both)
    assert_links("⟦info:c⟧ ⟦news:d⟧ tg:a", schemes={"info", "news"})
