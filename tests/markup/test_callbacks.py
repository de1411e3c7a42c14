"""`Linker`: links in HTML by callbacks with bleach's contract."""

from __future__ import annotations

from typing import Any

import pytest

from extract.markup import Linker
from extract.markup.callbacks import shorten

A = '<a href="http://a.example/%C3%A9"'
NEW = f"{A}>http://a.example/é</a>"


def test_the_contract() -> None:
    seen: list[Any] = []

    def callback(attrs: dict[Any, str], new: bool) -> dict[Any, str] | None:
        seen.append((dict(attrs), new))
        if "drop" in attrs["_text"]:
            return None
        return {**attrs, "_text": "<" + attrs["_text"]} if "b" in attrs["_text"] else attrs

    html = (
        "<a HREF='&eacute;' title>x &amp; <b>y</b></a> http://a.example/?b&amp;c <a href=1>drop<i>!</i></a> "
        "http://a.example/drop <a href=2><b>b</b></a> <a href=3>b"
    )
    assert Linker([callback]).linkify(html) == (
        "<a HREF='&eacute;' title>x &amp; <b>y</b></a> "
        '<a href="http://a.example/?b&amp;c">&lt;http://a.example/?b&amp;c</a> drop<i>!</i> '
        "http://a.example/drop <a href=2>&lt;b</a> <a href=3>b"
    )
    assert seen == [
        ({(None, "href"): "é", (None, "title"): "", "_text": "x & y"}, False),
        ({(None, "href"): "http://a.example/?b&c", "_text": "http://a.example/?b&c"}, True),
        ({(None, "href"): "1", "_text": "drop!"}, False),
        ({(None, "href"): "http://a.example/drop", "_text": "http://a.example/drop"}, True),
        ({(None, "href"): "2", "_text": "b"}, False),
        ({(None, "href"): "3", "_text": ""}, False),
    ]


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        ("href", "http://a.example/é", "<a>http://a.example/é</a>"),
        ("rel", "http://a.example/é", NEW),
        ("rel", "<a href=x rel=me>x</a>", '<a href="x">x</a>'),
        ("class", "<a href=x>x</a>", "<a href=x>x</a>"),
        ("_text", "http://a.example/é <a href=x>x</a>", f"{NEW} <a href=x>x</a>"),
    ],
)
def test_an_attribute_set_to_none_is_left_out(name: str, html: str, expected: str) -> None:
    def callback(attrs: dict[Any, Any], _new: bool) -> dict[Any, Any]:
        return {**attrs, "_text" if name == "_text" else (None, name): None}

    assert Linker([callback, shorten(99)]).linkify(html) == expected
