"""What is done with the spans of links: their ends, `replace_links`, `mask`, units; links defanged or wrapped."""

from __future__ import annotations

import pytest

from extract import find_links, link_end
from extract.detect import find_between, in_units
from extract.text.positions import Unit
from tests.marking import unmark

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


def test_each_stretch_between_links_is_given_once() -> None:
    text = "a https://a.example/ b https://b.example/"
    stretches: list[str] = []

    def recognize(text: str, start: int, end: int) -> list[str]:
        stretches.append(text[start:end])
        return []

    assert list(find_between(text, find_links(text), recognize)) == list(find_links(text))
    assert stretches == ["a ", " b "]
