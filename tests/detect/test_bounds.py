"""How much is read: what is just within a bound, and what is one character beyond it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.marking import assert_links

BARE = {"bare_domains": True, "email": True}


@pytest.mark.parametrize(
    ("most", "within", "beyond", "options"),
    [
        # UTS #58: the stack of open brackets
        (
            125,
            lambda n: f"⟦http://a.example/{'(' * n}x{')' * n}⟧",
            lambda n: f"⟦http://a.example/⟧{'(' * n}x{')' * n}",
            {},
        ),
        (
            125,
            lambda n: f"⟦http://a.example/{'(' * n}x{')' * n}⟧",
            lambda n: f"⟦http://a.example/{'(' * (n - 1)}⟧({'x' + ')' * n}",
            {"profile": "uts58"},
        ),
        # what is read again
        (499, lambda n: f"⟦http://a.example/b⟧({'x' * n} y", lambda n: f"⟦http://a.example/b({'x' * n}⟧ y", {}),
        (499, lambda n: f"⟦http://a.example/b?c⟧[{'x' * n} y", lambda n: f"⟦http://a.example/b?c[{'x' * n}⟧ y", {}),
        (499, lambda n: f"⟦http://a.example/b⟧({'x' * n}。y", lambda n: f"⟦http://a.example/b({'x' * n}⟧。y", {}),
        (497, lambda n: f"⟦https://a.example.com⟧...{'x' * n}", lambda n: f"https://a.example.com...{'x' * n}", {}),
        (497, lambda n: f"⟦a.example.com⟧...{'x' * n}", lambda n: f"a.example.com...{'x' * n}", BARE),
        # "quoted_titles"
        (200, lambda n: f'⟦http://a.example/_"{"b" * n}"⟧', lambda n: f'⟦http://a.example/_⟧"{"b" * n}"', {}),
        # RFC 5321 §4.5.3.1.1: the local part; RFC 1035 §2.3.4: a label
        (64, lambda n: f"⟦{'x' * n}@a.example.com⟧", lambda n: f"{'x' * n}@a.example.com", BARE),
        (64, lambda n: f"⟦mailto:{'x' * n}@a.example.com⟧", lambda n: f"mailto:{'x' * n}@a.example.com", {}),
        (63, lambda n: f"⟦{'x' * n}.com⟧", lambda n: f"{'x' * n}.com", BARE),
        (63, lambda n: f"⟦a@{'x' * n}.com⟧", lambda n: f"a@{'x' * n}.com", BARE),
        # ports, and what stands for one
        (4, lambda n: f"http://a.example:{'8' * n}x/", lambda n: f"⟦http://a.example:{'8' * n}x/⟧", {"broken": True}),
        (5, lambda n: f"http://a.example:8{'x' * n}/", lambda n: f"⟦http://a.example:8{'x' * n}/⟧", {"broken": True}),
        (5, lambda n: f"http://a.example:8{'N' * n}/", lambda n: f"⟦http://a.example:8{'N' * n}/⟧", {"broken": True}),
        (4, lambda n: f"⟦http://a.example:{'9' * n}/⟧", lambda n: f"http://a.example:{'9' * n}/", {}),
        (65535, lambda n: f"⟦http://a.example:{n}/⟧", lambda n: f"http://a.example:{n}/", {}),
        (65535, lambda n: f"⟦a.example.com:{n}/⟧", lambda n: f"⟦a.example.com⟧:{n}/", BARE),
    ],
)  # fmt: skip
def test_what_is_just_within_a_bound(
    most: int, within: Callable[[int], str], beyond: Callable[[int], str], options: dict[str, Any]
) -> None:
    assert_links(within(most), **options)
    assert_links(beyond(most + 1), **options)
