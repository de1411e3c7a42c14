"""Two hosts that a word joins, quotation marks around a name, and the time that both take."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from extract import find_links
from extract.detect.around import in_quotes

ALL: Any = {"bare_domains": True, "email": True}


WORDS = "和 或 と や 와 및 و و\u064e ו и або και और และ နှင့် და և 😀 ・ ー".split()


@pytest.mark.parametrize("domain", ["io", "it", "DE", "co.uk", "рф", "香港", "xn--p1ai", "local", "com"])
def test_no_word_joins_two_hosts_before_www(domain: str) -> None:
    for word, www in product(WORDS, ("www", "WWW", "ｗｗｗ")):
        first, second = f"https://a.{domain}", f"{www}.b.{domain}"
        for profile in ("prose", {"script-turn"}):
            assert [link.text for link in find_links(first + word + second, profile=profile)] == [first]
        found = [link.text for link in find_links(first + word + second, **ALL)]
        assert found == [first, *[second] * (domain != "local")]


def test_what_stands_in_quotes() -> None:
    for before in ("f('see ", "'see ", "f('a', 'see ", "it 'isn't "):
        assert in_quotes(f"{before}a.example", len(before)), before
    for before in ("f('a') see ", "it's ", "'it' ", "the dogs' ", "", "'a\nb "):
        assert not in_quotes(f"{before}a.example", len(before)), before
