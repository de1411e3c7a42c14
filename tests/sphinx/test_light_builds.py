"""Builds import and compile only what they use."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract import IRIError, to_iri, to_uri
from extract.linter.selection import Selection
from extract.rules import check
from sphinx_iri.config import converter, finder, is_unsuspicious
from sphinx_iri.domain import _may_decode
from sphinx_iri.parsing.escapes import links_in_rst
from sphinx_iri.parsing.inliner import as_in_markup, usual_links
from tests.examples import examples
from tests.sphinx.building import PROJECT, write_project

BUILD = """
import sys
from sphinx.cmd.build import build_main
assert build_main(["-q", *sys.argv[1:]]) == 0
print(*(name for name in sys.modules if name.startswith(("extract.", "regex", "idna", "publicsuffix", "sphinx_iri."))))
"""


@pytest.mark.parametrize(
    ("text", "not_loaded"),
    [
        ("Words: only, in a text.", "regex|publicsuffix|extract\\.(?:detect|rules|linter|present|readers|markup)"),
        ("See (https://docs.example.org/a).", "publicsuffix|extract\\.(?:rules|linter|present|readers|markup)"),
        ("See https://例え.jp/日本.", "publicsuffix|extract\\.markup|sphinx_iri.parsing\\.(?:markdown|unknown)"),
    ],
)
def test_what_is_loaded(tmp_path: Path, text: str, not_loaded: str) -> None:
    source = write_project(tmp_path / "source", index_rst=f"Page\n====\n\n{text}\n")
    command = [sys.executable, "-c", BUILD, str(source), str(tmp_path / "out")]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", check=True)
    assert [name for name in done.stdout.split() if re.match(not_loaded, name)] == []


PIECE = st.one_of(
    st.builds(
        "{}{}{}{}{}".format,
        st.sampled_from(["http://", "https://"]),
        st.sampled_from("example.com a.b-c.org www.x.io git1.net a.de 例え.jp example.com. localhost a.test".split()),
        st.sampled_from(
            " / /a /a/b.html /a_b /a-b /x_(y) /a/ // /- /_ /a_ /a. /v1.2.3 /a+b /README.md /日本".split(" ")
        ),
        st.sampled_from(["", "?a=b", "?a=b&c=d", "#x", "#x-y", "?q=", "?a=b#c", "#a.b", "#", "?"]),
        st.sampled_from(["", "", ".", ",", ";", "..", ".,", ")", "、", "を", "*", "\x00."]),
    ),
    st.sampled_from("see . , https: Note: a:b me@x.org ( ) 日本 example.com e.g. http: * … を".split()),
)


@examples(1000)
@given(st.lists(PIECE, min_size=1, max_size=4), st.sampled_from([" ", "  ", "\n", "\u3000"]))
def test_usual_links_are_those_of_the_finder(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    usual = usual_links(text)
    if usual is not None:
        found = (as_in_markup(text, link) for link in links_in_rst(finder(None), text))
        assert usual == [(link.start, link.end) for link in found if link is not None]


def test_usual_links() -> None:
    assert usual_links("see https://example.com/a, https://b.org/c_d.") == [(4, 25), (27, 44)]
    assert usual_links("Note: https://example.com") == [(6, 25)]
    assert usual_links("no link") == []
    ends = ("a)", "日本", "a me@example.com", "a..", "a-")
    assert [usual_links(f"https://example.com/{end}") for end in ends] == [None] * len(ends)


def test_an_ascii_uri_that_may_decode_to_an_iri_is_in_the_index() -> None:
    for uri in ("https://XN--r8jz45g.jp/", "https://a.example/%E6%97%A5"):
        assert _may_decode(uri)
        assert not to_iri(uri).isascii()
    assert not _may_decode("https://a.example/xn-b")


@examples(300)
@given(st.text("abxn-%E6789/.:?#@XN", max_size=30))
def test_no_other_uri_has_an_iri_that_is_not_ascii(rest: str) -> None:
    uri = f"https://{rest}"
    with suppress(IRIError):
        assert _may_decode(uri) or to_iri(uri).isascii()


RULES = [
    chosen
    for rule in Selection().rules()
    if (chosen := rule.only(lambda part: part.scope == "iri" and part.severity != "info"))
]


# without a prolonged sound mark that no kana precedes
JAPANESE = st.text("日本語東京都例え中国一二三口ニエへヘりリ力カ夕タ卜トロハ八ーあア", min_size=1, max_size=4).filter(
    lambda word: re.search("(?<![ぁ-ヿ])ー", word) is None
)


def has_no_twin(word: str) -> bool:
    """Return whether a word has no letter that looks like kana beside kana, which IRI603 may report."""
    twins = "へべぺ卜力夕工一二八" if re.search("[ァ-ヺ]", word) else ""
    twins += "ヘベペ" if re.search("[ぁ-ゖ]", word) else ""
    return not set(word) & set(twins)


KOREAN = st.text("한국어서울를을", min_size=1, max_size=4)
RUSSIAN = st.text("асеорухмтёящ", min_size=2, max_size=6).map(lambda word: word.capitalize())
ENGLISH = st.text("abcxyzABCXYZ019IlOo", min_size=1, max_size=6)
WORD = st.one_of(ENGLISH, JAPANESE, KOREAN, RUSSIAN, RUSSIAN.map(str.lower))
WORDS = st.lists(WORD, min_size=1, max_size=3).flatmap(
    lambda words: st.sampled_from("_.-+").map(lambda mark: mark.join(words))
)
LABELS = st.lists(
    st.one_of(st.from_regex("[a-z]{1,5}[0-9]?(?:-[a-z]{1,3})?", fullmatch=True), JAPANESE.filter(has_no_twin), KOREAN),
    min_size=1,
    max_size=3,
)
SEGMENT = st.one_of(
    st.just(""), WORDS, st.builds("{}_({})".format, WORDS, WORDS), st.sampled_from(["-a", "a_", "a--b", "a.b.html"])
)
TAIL = st.sampled_from(["", "#{}", "?a={}", "?a={}&B2=#{}", "?q={}&a=1"])


@examples(300)
@given(
    LABELS,
    st.sampled_from("com org net io edu gov jp kr cn tw ru de fr".split()),
    st.lists(SEGMENT, max_size=3),
    TAIL,
    WORDS,
)
def test_no_rule_reports_what_is_not_checked(
    labels: list[str], top: str, path: list[str], tail: str, word: str
) -> None:
    address = f"https://{'.'.join([*labels, top])}{''.join(f'/{segment}' for segment in path)}" + tail.replace(
        "{}", word
    )
    assert is_unsuspicious(address)
    assert list(check(address, RULES)) == []
    assert converter(None)(address) == to_uri(address)


def test_what_is_checked() -> None:
    hosts = ["пример.рф/", "сосо.com/", "xn--a.com/", "a@b.com/", "a.example/ノ"]
    paths = ["ab日", "aа", "日한", "%zz", "\u202e", "\x01", "日/\x02", "a/?b=c&d"]
    for address in (*hosts, *(f"a.com/{path}" for path in paths)):
        assert not is_unsuspicious(f"https://{address}"), address


def test_a_host_with_letters_that_look_like_kana_is_checked() -> None:
    for label in ("ア夕", "へア", "あヘ", "カ二カ"):
        assert not is_unsuspicious(f"https://{label}.com/")
    assert is_unsuspicious("https://例え.jp/ア夕/カ二カ")
