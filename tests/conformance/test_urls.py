"""The tests of the web platform for the URL Standard, and a browser's parser on random addresses.

The data files are ``url/urltestdata.json`` and ``url/toascii.json`` of the shared folder (tests/shared_data.py), from
``url/resources`` of web-platform-tests; the parser is Ada, which is in the group ``bench``.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any
from urllib.parse import unquote

import pytest

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


SEEDS = [
    "http://example.com/a?b#c", "https://user:pw@example.com:8080/x/../y", "//cdn.example.net/lib.js", "/a/b?c=d#e",
    "\\\\evil.example\\c", "https:/evil.example/a", "///evil.example", "http:evil.example", "http://127.1./",
    "http://0x7f.1/", "http://3232235521/x", "http://[::1]:80/a", "http://例え.jp/ü?q=ö", "file:///C:/x", "file:c|/foo",
    "ftp://a.b/c", "mailto:a@b.c", "javascript:alert(1)", "ws://x.y/z", "http://%65xample.com", "http://a@b@c/",
    "foo://bar/baz", "C:\\Users\\x", "#x", "?y", "../z", "http://ex\u00adample.com", "https://ⅷ.example",
    "http://1.2.3/", "data:text/plain,x", "http://xn--fsq.com/", "tel:+1", "http://a..b/", "http://ＧＯ.com/",
    "http://a.b。c/",
]  # fmt: skip
PIECES = [
    *"\\/:@?#[]%. \t\n\r\0\x01<>|^`{}\"'a0x7F~é。．／：＠\u200b\ufeff\u200e\u00ad", "%2e", "%2f", "%40", "%5c", "%00",
    "//", "\\\\", "http:", "https:", "file:", "127.", "0x", "C|/", "xn--", "%E3%80%82", "localhost", "../",
]  # fmt: skip
PAGES = [
    None, "http://base.example/dir/page?q#f", "https://base.example:8443/", "file:///C:/dir/f", "file:///dir/f",
    "mailto:x@y", "foo://h/p", "foo:/p",
]  # fmt: skip


def mutated(chance: random.Random) -> str:
    text = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 4)):
        at, kind = chance.randint(0, len(text)), chance.random()
        if kind < 0.6:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif kind < 0.8:
            text = text[:at] + text[at + chance.randint(1, 3) :]
        else:
            other = chance.choice(SEEDS)
            text = text[:at] + other[chance.randint(0, len(other)) :]
    return text


@pytest.mark.slow
def test_random_addresses_lead_to_the_host_that_a_browser_finds() -> None:
    ada = pytest.importorskip("ada_url", reason="Ada is in the group bench")
    chance = random.Random(36)
    for _ in range(100_000):
        text, base = mutated(chance), chance.choice(PAGES)
        try:
            theirs = ada.URL(text, base) if base else ada.URL(text)
        except ValueError:
            theirs = None
        uri = uri_of(text, base)
        if theirs is None:
            assert uri is None or split(uri).scheme is None, (text, base)
            continue
        assert uri is not None, (text, base)
        if theirs.protocol == "mailto:":  # its domains are converted by IDNA
            continue
        ours = ada.URL(uri)
        host = split_authority(split(uri).authority or "").host
        if (ours.protocol, ours.hostname) != (theirs.protocol, theirs.hostname):
            assert follow(text, base).repairs, (text, base)
        elif theirs.protocol in ("http:", "https:", "ftp:", "ws:", "wss:") and not host.startswith("["):
            assert unquote(host) == unquote(theirs.hostname), (text, base)
