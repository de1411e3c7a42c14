"""The tests of the web platform for the URL Standard.

The data files are ``url/urltestdata.json`` and ``url/toascii.json`` of the shared folder (tests/shared_data.py), from
``url/resources`` of web-platform-tests.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from urllib.parse import unquote

from extract import IRIError, follow, normalize
from extract.iri.components import split, split_authority
from tests.shared_data import shared

Case = dict[str, Any]


@cache
def cases(name: str) -> list[Case]:
    return [case for case in json.loads(shared("url", name).read_text("utf-8")) if isinstance(case, dict)]


def uri_of(text: str, base: str | None) -> str | None:
    try:
        return follow(text, base).uri
    except IRIError:
        return None


def canonical(uri: str) -> str:
    """Return a URI in normal form, without what makes no difference: escapes in the host, empty user information."""
    scheme, authority, path, query, fragment = split(normalize(uri, level="scheme"))
    user, host, port = split_authority(unquote(authority or ""))
    user = (user or "").removesuffix(":")
    rest = f"{path or '/'}?{query}#{fragment}".replace("%27", "'")
    return f"{scheme}:{user}@{host}:{(port or '').lstrip('0')}{rest}"


def test_addresses() -> None:
    """An address leads where a browser's form of it leads."""
    other = []
    for case in cases("urltestdata.json"):
        if not case.get("failure"):
            uri, meant = uri_of(case["input"], case.get("base")), uri_of(case["href"], None)
            if uri is None or meant is None or canonical(uri) != canonical(meant):
                other.append(case["input"])
    assert other == []


def test_refused_addresses() -> None:
    for case in cases("urltestdata.json"):
        if case.get("failure"):
            uri = uri_of(case["input"], case.get("base"))
            # without a page, a reference without a scheme stays relative
            assert uri is None or (split(uri).scheme is None and not case.get("base")), case


def test_hosts() -> None:
    for case in cases("toascii.json"):
        uri = uri_of(f"https://{case['input']}/x", None)
        assert (uri and split_authority(split(uri).authority or "").host) == case["output"], case
