"""Two hosts that a word joins, quotation marks around a name, and the time that both take."""

from __future__ import annotations

from typing import Any

import pytest

from extract import find_links
from extract.detect.around import in_quotes

ALL: Any = {"bare_domains": True, "email": True}


@pytest.mark.parametrize("word", "和 或 と や 와 및 و و\u064e ו и або και और และ နှင့် და և 😀 ・ ー".split())
@pytest.mark.parametrize("domain", ["io", "it", "DE", "co.uk", "рф", "香港", "xn--p1ai", "local", "com"])
def test_no_word_joins_two_hosts_before_www(word: str, domain: str) -> None:
    for www in ("www", "WWW", "ｗｗｗ"):
        first, second = f"https://a.{domain}", f"{www}.b.{domain}"
        for profile in ("prose", {"script-turn"}):
            assert [link.text for link in find_links(first + word + second, profile=profile)] == [first]
        found = [link.text for link in find_links(first + word + second, **ALL)]
        assert found == [first, *[second] * (domain != "local")]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("f('see ", True), ("'see ", True), ("f('a', 'see ", True), ("it 'isn't ", True),
        ("f('a') see ", False), ("it's ", False), ("'it' ", False), ("the dogs' ", False), ("", False),
        ("'a\nb ", False),
    ],
)  # fmt: skip
def test_what_stands_in_quotes(before: str, expected: bool) -> None:
    assert in_quotes(f"{before}a.example", len(before)) is expected
