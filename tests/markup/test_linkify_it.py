"""The adapter with linkify-it's interface: in markdown-it-py, and alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from linkify_it import LinkifyIt as Peer

from extract.markup.linkify_it import LinkifyIt, Match


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
