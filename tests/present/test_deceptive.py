"""Names that deceive: what browsers would not show is not shown, and a reader is told why."""

from __future__ import annotations

import unicodedata

import pytest

from extract.present.displaying import display, hidden_labels
from extract.rules import CheckedComponents, check
from extract.rules.iri.spoofing import protecting
from tests.rows import rows

# What deceives: the host, the kind, the letter, and what it looks like; two that deceive nobody.
DECEPTIVE = rows(r"""
    # marks that cannot be seen or hide their letter
    pi\u0307xel.com → odd-mark → \u0307 → i
    l\u0307ace.com → odd-mark → \u0307 → l
    pı\u0301xel.com → odd-mark → \u0301 → i
    w\u00e1\u0301ter.com → odd-mark → \u0301 →
    com\u0338evil.example → odd-mark → \u0338 → /
    com\u0337evil.example → odd-mark → \u0337 → /
    ร\u0e35\u0e48\u0e48.th → odd-mark → \u0e48 →
    한\u0307글.com → odd-mark → \u0307 →
    com\u3099evil.example → odd-mark → \u3099 →
    অ\u09beম.com → odd-mark → \u09be →
    က\u1039.com → odd-mark → \u1039 →
    # clicks, modifier letters, letters that hardly anybody uses
    registeredǃ.com → lookalike-letter → ǃ → !
    ɡoogle.example → lookalike-letter → ɡ → g
    aʼb.com → unusual-letter → ʼ →
    ᏣᎳᎩ.com → unusual-letter → Ꮳ →
    gȯȯgle.example → unusual-letter → ȯ →
    ŗoblox.example → unusual-letter → ŗ →
    ԓыԓы.example → unusual-letter → ԓ →
    తెలుగు౧.example → lookalike-letter → ౧ → o
    # kana and Han out of their place
    日本ー野球.jp → lookalike-letter → ー → -
    abc・def.jp → lookalike-letter → ・ → ·
    駿河屋・.xyz → lookalike-letter → ・ → ·
    かヽ.jp → lookalike-letter → ヽ →
    モヒへブ.com → lookalike-letter → へ → ヘ
    力メラ24.com → lookalike-letter → 力 → カ
    グ一グル.jp → lookalike-letter → 一 → ー
    ソ二ック.jp → lookalike-letter → 二 → ニ
    exampleノlogin.example → lookalike-letter → ノ → /
    exampleノ日本.jp → lookalike-letter → ノ → /
    pay一pal.example → lookalike-letter → 一 → -
    # letters of one language elsewhere
    maþin.com → lookalike-letter → þ → b
    bəst.com → lookalike-letter → ə → e
    l·l.com → lookalike-letter → · → .
    l·a.cat → lookalike-letter → · → .
    café카페.kr → mixed-script → → é
    # words and numbers of another script
    ѕсоре.com → whole-script → → scope
    ѕсоре-рау.com → whole-script → → scope-pay
    сӧсӧ.com → whole-script → → co\u0308co\u0308
    ০২.com → whole-script → → o2
    12з4.com → whole-script → → 1234
    αβ2.com → → →
    # well-known sites
    goögle.com → well-known → → google.com
    gmaïl.com → well-known → → gmail.com
    wiкipedia.org → mixed-script → →
    www.facebóok.com → well-known → → facebook.com
    facebóok.com.example → → →
    faceb口ロk.com → well-known → → facebook.com
    卂爪卂乙口几.com → well-known → → amazon.com
    山口.com → → →
""")


@pytest.mark.parametrize(("host", "kind", "letter", "reading"), DECEPTIVE)
def test_deceptive_names(host: str, kind: str, letter: str, reading: str) -> None:
    iri = f"http://{host}/"
    found = [one for one in hidden_labels(iri) if one.kind == kind or not kind]
    assert display(iri).isascii() == bool(found) == bool(kind)
    if not kind:
        return
    if letter:
        assert (found[0].letter, found[0].reading) == (letter, reading)
    elif reading:
        assert found[0].reading == reading or reading in found[0].text
    problems = [problem for problem in check(iri) if problem.code.startswith("IRI6")]
    assert problems
    if letter:
        assert any(unicodedata.name(letter) in problem.message for problem in problems)


SHOWN = """
    ѕсоре.рф ѕсоре.ua курс.com рынок.com ビタミンb1.com 一生gamer.com カー野球.jp ・野.jp カヽ.jp へや.jp
    口コミ.jp 一コマ.jp 二ノ割駅.jp サイト一.jp アプリ工房.jp मराठीअॅप.com အောလောက.com сёла.com сӧс.рф へー.jp
    ト\u309a.jp ноты.com тест.com ӝыт.com เทพทีเด็ด.com טוס.com fóó.com l·l.cat
    veðurstofa.is føroyar-ð.fo straße.de نامه\u200cای.com 注音ㄅㄆ.tw tiếng-việt.vn ιατρός.com
    größe.google.com
"""


@pytest.mark.parametrize("host", SHOWN.split())
def test_what_browsers_show_is_shown(host: str) -> None:
    assert not display(f"http://{host}/").isascii()
    assert not [one for one in check(f"http://{host}/") if one.code.startswith("IRI6")]


ALIKE = {
    "looks like": "paypaI.com paypa1.com páypal.com www.рауpal.com paypa%31.com",
    "is almost": "p4yp4l.com payapl.com paypals.com p-a-y-p-a-l.com",
    "in its name": """
        paypal-login.example paypal.com.example paypal.com.evil.рф paypallogin.com securepaypal.com paypalcom.example
        %70aypal%2ecom%2e%65vil.example
    """,
    "": """
        www.%70aypal.com paypa%31%2f.com www.paypal.com paypal.example paypal.com.au login.paypal paypalaces.com
        example.com
    """,
}


@pytest.mark.parametrize(("said", "host"), [(said, host) for said, hosts in ALIKE.items() for host in hosts.split()])
def test_look_alikes_of_protected_names(said: str, host: str) -> None:
    (part,) = protecting(["paypal.com"]).sub_rules
    found = [problem.message for problem in part.problems(CheckedComponents(f"http://{host}/"))]
    assert bool(found) == bool(said)
    assert said in "".join(found)


@pytest.mark.parametrize(
    ("host", "name"),
    [("grösse.de", "größe.de"), ("größe.de", "grösse.de"), ("πάτος.gr", "πάτοσ.gr"), ("gro-sse.de", "große.de")],
)
def test_letters_that_idna_read_differently(host: str, name: str) -> None:
    (part,) = protecting([name]).sub_rules
    assert list(part.problems(CheckedComponents(f"http://{host}/")))


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("pаypal.example", ': "а" (CYRILLIC SMALL LETTER A, U+0430) looks like "a"'),
        ("paypal৪.example", ': "৪" (BENGALI DIGIT FOUR, U+09EA) looks like "8"'),
        ("пpимер.рф", ': "p" (LATIN SMALL LETTER P, U+0070) is among others'),
        ("หีี.com", '◌ี" (THAI CHARACTER SARA II, U+0E35) is there twice'),
        ("日本\u0301.jp", "(COMBINING ACUTE ACCENT, U+0301) belongs to other letters"),
        ("gmaïl.com", 'looks like gmail.com but is another, with "ï" (LATIN SMALL LETTER I WITH DIAERESIS, U+00EF)'),
        ("gma%C3%AFl.com", 'but is another, with "ï" (LATIN SMALL LETTER I WITH DIAERESIS, U+00EF)'),
    ],
)
def test_messages_name_the_character(host: str, said: str) -> None:
    assert any(said in problem.message for problem in check(f"http://{host}/"))
