"""What is done with the spans of links: their ends, `replace_links`, `mask`, units; links defanged or wrapped."""

from __future__ import annotations

import re

import pytest

from extract import Link, find_links, link_end, mask, replace_links
from extract.detect import find_between, in_units
from extract.text.positions import Unit
from tests.marking import assert_links, unmark

ENDS = """
    see ⟦example.com/ü⟧, too
    see ⟦ana@example.com⟧.
    see ⟦mailto:ana@example.com?subject=ü⟧.
    see ⟦urn:isbn:0451450523⟧.
    any ⟦x-scheme://host/é⟧)
    a path ⟦/wiki/Rust_(game)⟧).
    a path at the start ⟦/⟧
    a query ⟦?q=ü⟧, a
    a fragment ⟦#ü⟧. a
    no IP address ⟦⟧192.0.2.1 a
    none ⟦⟧urn:. a
    none ⟦⟧is here
    none ⟦⟧http:// here
    none ⟦⟧http://user@example.com/
    at the end ⟦⟧
"""
IP_ADDRESSES = """
    see ⟦192.0.2.1:80/x⟧.
    see ⟦[2001:db8::1]:80/x⟧.
    see ⟦2001:db8::1⟧: a
    see ⟦2001:db8::⟧ a
    see ⟦⟧a::b
    see ⟦⟧192.0.2.0/24
"""


@pytest.mark.parametrize(("table", "profile"), [(ENDS, ["prose"]), (IP_ADDRESSES, ["prose", "ip-addresses"])])
def test_link_end(table: str, profile: list[str]) -> None:
    for marked in table.strip().splitlines():
        text, (link,) = unmark(marked)
        start = marked.index("⟦")
        assert link_end(text, start, profile=profile) == start + len(link), marked


@pytest.mark.parametrize("start", [-1, 4])
def test_link_end_outside_the_text(start: int) -> None:
    with pytest.raises(IndexError, match="outside the text"):
        link_end("abc", start)


def test_replace_links() -> None:
    text = "𝓐 https://example.com/ü. ana@example.com!"
    assert replace_links(text, lambda link: f"<{link.iri}>", email=True) == (
        "𝓐 <https://example.com/ü>. <mailto:ana@example.com>!"
    )
    assert replace_links("none", str) == "none"


def test_mask_keeps_offsets() -> None:
    text = "𝓐 http://a.example/𝓐é, http://b.example\r\n"
    assert mask(text) == "𝓐 " + " " * 19 + ", " + " " * 16 + "\r\n"
    assert mask(text, "x").count("x") == 35
    assert mask("<http://a.example/\n  b>", "x", wrapped=True) == "<xxxxxxxxxxxxxxxxx\n  x>".replace("  x", "xxx")


@pytest.mark.parametrize("with_", ["", "ab"])
def test_mask_needs_one_character(with_: str) -> None:
    with pytest.raises(ValueError, match="one character"):
        mask("a", with_)


def test_escapes_of_other_languages_are_read() -> None:
    text = r'{"a": "http:\/\/a.example\/\u00e9\ud83d\ude00", "b": "http:\/\/b.example"}'
    assert [(text[link.start : link.end], link.iri) for link in find_links(text)] == [
        (r"http:\/\/a.example\/\u00e9\ud83d\ude00", "http://a.example/é😀"),
        (r"http:\/\/b.example", "http://b.example"),
    ]


@pytest.mark.parametrize(
    "marked",
    [
        "<⟦http://a.example/b\n c⟧>",
        "x<⟦http://a.example/b\n c⟧>",
        "<URL:⟦http://a.example/b\n c⟧>",
        "x <url:⟦http://a.example/b\n c⟧> y",
        "URL:⟦http://a.example/b⟧\n c>",
        "<⟦http://\n a.example/b⟧>",
        "<⟦http://a.example/b⟧\n c",
        "<⟦http://a.example/b⟧ <c>",
    ],
)
def test_links_in_angle_brackets_go_over_lines(marked: str) -> None:
    for link in assert_links(marked, wrapped=True):
        assert link.iri == "".join(link.text.split())


REFANGED = [
    ("⟦https://bad[.]example/x⟧ a", "https://bad.example/x"),
    ("⟦hxxps://bad(.)example/x⟧.", "https://bad.example/x"),
    ("⟦hXXp://bad[dot]example⟧, b", "http://bad.example"),
    ("⟦http[:]//bad[.]example[.]org/é⟧", "http://bad.example.org/é"),
    ("⟦hxxp[://]bad{.}example:80/x⟧", "http://bad.example:80/x"),
    ("⟦bad[.]example[.]com⟧", "https://bad.example.com"),
    ("⟦ana[@]bad[.]example⟧", "mailto:ana@bad.example"),
    ("⟦ana [at] bad [dot] com⟧", "mailto:ana@bad.com"),
    ("⟦http://good.example/⟧", "http://good.example/"),
]


@pytest.mark.parametrize(("marked", "iri"), REFANGED)
def test_refang(marked: str, iri: str) -> None:
    text, (written,) = unmark(marked)
    (link,) = assert_links(marked, refang=True, bare_domains=True, email=True)
    assert (link.text, link.iri) == (written, iri)
    assert [link.text for link in find_links(text, bare_domains=True, email=True)] == [written] * ("good" in written)


TEXT_IN_UNITS = "𝓐 https://example.com/😀é, 日本 https://例え.jp/𠮷野 \ud800 https://a.example/"


@pytest.mark.parametrize(("unit", "encoding", "size"), [("utf8", "utf-8", 1), ("utf16", "utf-16-le", 2)])
def test_links_in_units(unit: Unit, encoding: str, size: int) -> None:
    encoded = TEXT_IN_UNITS.encode(encoding, "surrogatepass")
    links = list(find_links(TEXT_IN_UNITS))
    found = list(in_units(TEXT_IN_UNITS, links, unit))
    assert [link for _, _, link in found] == links
    for start, end, link in found:
        assert encoded[start * size : end * size].decode(encoding) == link.text


def test_links_in_code_points_and_in_another_unit() -> None:
    links = list(find_links(TEXT_IN_UNITS))
    assert list(in_units(TEXT_IN_UNITS, links, "codepoint")) == [(link.start, link.end, link) for link in links]
    with pytest.raises(ValueError, match="unknown unit 'utf32'"):
        in_units(TEXT_IN_UNITS, links, "utf32")  # type: ignore[arg-type]


@pytest.mark.parametrize("found", [Link(2, 3, "b", "iri", "b"), (2, 3), (2, 3, "key"), re.compile("b").search("😀 b")])
def test_what_a_recognizer_finds_in_units(found: tuple | re.Match) -> None:
    assert list(in_units("😀 b", [found], "utf16")) == [(3, 4, found)]


# What is found beside the links is between ⟨ and ⟩.
BETWEEN = [
    "⟨AB-7⟩: ⟦https://a.example/AB-8⟧, ⟨AB-9⟩ ⟦https://b.example/ü⟧ ⟨AB-10⟩",
    "⟦https://a.example/AB-8⟧",
    "⟨AB-7⟩",
    "⟦https://a.example/⟧，⟨AB-7⟩，⟦https://b.example/⟧",
    "none",
    "",
]


@pytest.mark.parametrize("marked", BETWEEN)
def test_find_between(marked: str) -> None:
    text = re.sub("[⟦⟧⟨⟩]", "", marked)
    found = find_between(text, find_links(text), re.compile("[A-Z]+-[0-9]+").finditer)
    assert [f"⟨{each[0]}⟩" if isinstance(each, re.Match) else f"⟦{each.text}⟧" for each in found] == re.findall(
        "[⟦⟨].*?[⟧⟩]", marked
    )


def test_each_stretch_between_links_is_given_once() -> None:
    text = "a https://a.example/ b https://b.example/"
    stretches: list[str] = []

    def recognize(text: str, start: int, end: int) -> list[str]:
        stretches.append(text[start:end])
        return []

    assert list(find_between(text, find_links(text), recognize)) == list(find_links(text))
    assert stretches == ["a ", " b "]
