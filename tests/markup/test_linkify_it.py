"""The adapter with linkify-it's interface: in markdown-it-py, and alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from linkify_it import LinkifyIt as Peer
from markdown_it import MarkdownIt

from extract.markup.linkify_it import LinkifyIt, Match


def render(text: str, linkify: LinkifyIt | None = None) -> str:
    md = MarkdownIt("gfm-like")
    md.linkify = linkify or LinkifyIt()
    return md.renderInline(text)


def anchor(href: str, text: str) -> str:
    return f'<a href="{href}">{text}</a>'


X = anchor("http://a.example/x", "http://a.example/x")
WIKI = "http://zh.wikipedia.org/wiki/%E5%8C%97%E4%BA%AC"


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("（http://zh.wikipedia.org/wiki/北京）", f"（{anchor(WIKI, 'http://zh.wikipedia.org/wiki/北京')}）"),
        ("irc://a.example/x.", anchor("irc://a.example/x", "irc://a.example/x") + "."),
        # GFM: the end of emphasis is no part of the link
        ("**http://a.example/x**", f"<strong>{X}</strong>"),
        ("_http://a.example/x_.", f"<em>{X}</em>."),
        ("~~http://a.example/x~~", f"<s>{X}</s>"),
        ("http://a.example/a_b_c", anchor("http://a.example/a_b_c", "http://a.example/a_b_c")),
        # CommonMark: code spans and tags bind tighter
        ("http://a.example/x`x`", f"{X}<code>x</code>"),
        ("http://a.example/x.<br>", f"{X}.<br>"),
        ("`http://a.example/x`", "<code>http://a.example/x</code>"),
        ("[see http://a.example/x](http://b.example/)", anchor("http://b.example/", "see http://a.example/x")),
        # bare domains and e-mail, as linkify-it's options are by default
        ("bücher.de/ü!", anchor("https://xn--bcher-kva.de/%C3%BC", "bücher.de/ü") + "!"),
        ("an jo@example.com.", f"an {anchor('mailto:jo@example.com', 'jo@example.com')}."),
    ],
)
def test_in_markdown(markdown: str, expected: str) -> None:
    assert render(markdown) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["http://a.example/", "b.example.com", "c@example.com"]),
        ({"fuzzy_link": False}, ["http://a.example/", "c@example.com"]),
        ({"fuzzy_email": False}, ["http://a.example/", "b.example.com"]),
        ({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": True}, ["http://a.example/"]),
        ({"fuzzy_ip": True}, ["http://a.example/", "b.example.com", "c@example.com", "192.0.2.1"]),
    ],
)
def test_options(options: dict[str, bool], expected: list[str]) -> None:
    text = "http://a.example/ b.example.com c@example.com 192.0.2.1"
    for linkify in (LinkifyIt(options=options), LinkifyIt().set(options)):
        assert [match.text for match in linkify.match(text) or []] == expected


def test_a_text_that_was_tested_is_not_taken_for_another() -> None:
    linkify = LinkifyIt()
    assert linkify.test("http://a.example/")
    for text in ("http://b.example/", "http://a.example/"):
        assert [match.text for match in linkify.match(text) or []] == [text]


def test_rules_are_added_and_taken_away() -> None:
    linkify = LinkifyIt()
    text = "tg://a urn:isbn:b @ann HTTP://c.example"
    for schema, definition, found in (
        ("tg://", "", "tg://a HTTP://c.example"),
        ("URN:", "", "tg://a urn:isbn:b HTTP://c.example"),
        ("@", {"validate": r"\w+"}, "tg://a urn:isbn:b @ann HTTP://c.example"),
        ("tg:", None, "urn:isbn:b @ann HTTP://c.example"),
        ("@", None, "urn:isbn:b HTTP://c.example"),
        ("http://", None, "urn:isbn:b"),
        ("ftp:", "urn:", "urn:isbn:b"),
    ):
        assert linkify.add(schema, definition) is linkify  # type: ignore[arg-type]
        assert " ".join(match.text for match in linkify.match(text) or []) == found


def test_what_is_worth_a_test() -> None:
    linkify = LinkifyIt()
    assert [linkify.pretest(text) for text in ("urn:a", "a.b", "a@b", "ab", "")] == [True, True, True, False, False]
    assert linkify.add("#", {"validate": r"\w+"}).pretest("ab") is True


def test_matches_have_the_fields_of_linkify_it() -> None:
    text = "HTTP://a.example/ b.example.com c@example.com mailto:d@example.com"
    ours, theirs = (linkify.match(text) for linkify in (LinkifyIt(), Peer()))
    fields = ("schema", "index", "last_index", "raw", "text")
    for mine, peers in zip(ours or [], theirs or [], strict=True):
        assert [getattr(mine, name) for name in fields] == [getattr(peers, name) for name in fields]
    # UTS #58: the implied scheme is https
    urls = "HTTP://a.example/ https://b.example.com mailto:c@example.com mailto:d@example.com"
    assert " ".join(match.url for match in ours or []) == urls


@pytest.mark.parametrize("text", ["", "nothing here", "http://", "a.b", "@", "見http://a.example/é。", "b.example.com"])
def test_the_methods_agree(text: str) -> None:
    linkify = LinkifyIt()
    found = linkify.match(text)
    assert linkify.test(text) is (found is not None)
    assert linkify.match(text) == found, "after test()"
    assert linkify.match(text) == found, "again"
    assert found is None or linkify.pretest(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example/é. And", "http://a.example/é"),
        ("http://a.example/" + "é" * 5000 + "." * 99 + "x.", "http://a.example/" + "é" * 5000 + "." * 99 + "x"),
        ("http://a.example/" + "é" * 1010 + "`x`", "http://a.example/" + "é" * 1010),
        ("http://a.example/x.`y`", "http://a.example/x"),
        # what closes emphasis between letters
        ("http://a.example/日本**です", "http://a.example/日本"),
        ("http://a.example/é*です", "http://a.example/é"),
        ("http://a.example/a*b", "http://a.example/a*b"),
        ("http://a.example/日本_です", "http://a.example/日本_です"),
        ("http://a.example/src/**/x", "http://a.example/src/**/x"),
        ("b.example.com", None),
        ("see http://a.example/", None),
        ("", None),
    ],
)
def test_match_at_start(text: str, expected: str | None) -> None:
    match = LinkifyIt().match_at_start(text)
    assert (match and match.text) == expected


def mention(linkify: LinkifyIt, text: str, position: int) -> int:
    found = re.compile(r"[a-z]+").match(text, position)
    return len(found[0]) if found else 0


def profile(linkify: LinkifyIt, match: Match) -> None:
    match.url = "https://a.example/~" + match.url[1:]


@pytest.mark.parametrize("validate", [mention, "^[a-z]+", re.compile("^[a-z]+")])
def test_custom_rule(validate: Any) -> None:
    linkify = LinkifyIt().add("@", {"validate": validate, "normalize": profile})
    found = linkify.match("@ann, x@example.com, http://a.example/@ann and @bob.") or []
    assert [f"{match.schema} {match.text} {match.url}" for match in found] == [
        "@ @ann https://a.example/~ann", "mailto: x@example.com mailto:x@example.com",
        "http: http://a.example/@ann http://a.example/@ann", "@ @bob https://a.example/~bob",
    ]  # fmt: skip
    assert linkify.match_at_start("@ann http://a.example/").url == "https://a.example/~ann"  # type: ignore[union-attr]


@pytest.mark.parametrize("written", ["javascript:alert(1)", "Data:text/plain,x", "vbscript:x", "FILE:///etc/x"])
def test_programs_data_and_files_only_where_they_are_named(written: str) -> None:
    scheme = written.partition(":")[0]
    linkify = LinkifyIt()
    for text in (written, f"\u00ad{written}", f"see http://a.example/ {written}", f"ftp://a.example/ news:x {written}"):
        assert all(scheme not in match.raw for match in linkify.match(text) or []), text
    assert linkify.match_at_start(written) is None
    assert all(match.raw != written for match in LinkifyIt().add("urn:", "http:").match(written) or [])
    assert [match.raw for match in LinkifyIt().add(f"{scheme}:", "http:").match(written) or []] == [written]
    assert LinkifyIt({f"{scheme}:": "http:"}).match_at_start(written) is not None


def test_tlds_restrict() -> None:
    text = "a.example.com b.example.de c.example.рф http://d.example.org/"
    found = [match.text for match in LinkifyIt().tlds(["com", "рф"]).match(text) or []]
    assert found == ["a.example.com", "c.example.рф", "http://d.example.org/"]
    assert len(LinkifyIt().tlds("de", keep_old=True).match(text) or []) == 4
    assert len(LinkifyIt().tlds("com").tlds("de", keep_old=True).match(text) or []) == 3
