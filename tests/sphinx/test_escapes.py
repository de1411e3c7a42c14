r"""Backslashes in addresses: docutils goes on over some characters that are escaped, and ends the address at others."""

from __future__ import annotations

from typing import Any

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers import rst

from sphinx_iri.rst import Parser
from tools.built_pages import same_address

CHARACTERS = [*map(chr, range(32, 127)), *"éßяאعあ日를ไअ"]


def links(parser: Any, text: str, **settings: Any) -> list[tuple[str, str]]:
    """Return the text and target of each link that docutils' parser or ours finds."""
    silent = {"report_level": 5, "halt_level": 5, "_disable_config": True, **settings}
    document = publish_doctree(text, parser=parser, settings_overrides=silent)
    return [(node.astext(), same_address(node["refuri"])) for node in document.findall(nodes.reference)]


@pytest.mark.parametrize(
    "template",
    [
        *(r"see http://example.com/page\Xb rest", r"http://example.com/page\X rest", r"http://example.com/page\X"),
        *(r"http://example.com/page?q\Xb", r"http://example.com/page#q\Xb", r"(http://example.com/page\X) x"),
        *(r"http://example.com/\Xb\X", r"<http://example.com/page\X>", r"http://example.com/page\X, b", r"news:a\Xb"),
        *(r"http://example.com/page\X\Xb", r"http://example.com/\X/b", r"urn:isbn:1\Xb"),
    ],
)
def test_an_address_goes_on_where_it_does_in_docutils(template: str) -> None:
    for character in CHARACTERS:
        text = template.replace("X", character)
        plain = links(rst.Parser(), text)
        assert links(Parser(), text) == plain, text
        # the same for an IRI: what is escaped decides, not what stands before it
        iri, longer = (
            each.replace("example.com", "例え.example").replace("/page", "/日本")
            for each in (text, "\n".join(shown for shown, _ in plain))
        )
        assert "\n".join(shown for shown, _ in links(Parser(), iri)) == longer, iri


@pytest.mark.parametrize(
    "template",
    [
        *(r"http://example.com/page\X에서", r"see http://example.com/page\X를 본다", r"http://example\.com\X에서/a"),
        *(r"http://example.com/page\Xを見る http://b.example/x", r"http://example.com/page?q\X에서", r"news:a\X에서"),
        *(r"http://example.com/page\Xb에서 x", r"http://example.com/page\X\X에서", r"http://example.com/page\Xb\X에서"),
        *(r"(http://example.com/page\X。次", r"http://example.com/page*\X에서", r"http://example.com/page\X, 에서"),
        *(r"joe@example.com\X에서", r"mailto:joe@example.com\X에서", r"http://example\X에서 b"),
    ],
)
def test_before_a_letter_the_address_ends_where_it_does_in_docutils(template: str) -> None:
    for character in CHARACTERS:
        text = template.replace("X", character)
        plain = links(rst.Parser(), text)
        assert links(Parser(), text) == plain, text


def test_in_an_iri_only_escaped_markup_goes_on_before_a_letter() -> None:
    """There docutils has no link, and ``\\_`` says only that this is no markup."""
    for character in CHARACTERS:
        found = [shown for shown, _ in links(Parser(), rf"http://例え.example/日本\{character}語")]
        assert found == [f"http://例え.example/日本{character}語" if character in "_*" else "http://例え.example/日本"]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        (r"http://example.com/a\.b.에서", ["http://example.com/a.b"]),  # docutils goes on over the escape
        (r"http://example.com/a\_b/에서", ["http://example.com/a_b/에서"]),
        (r"http://example.com/a\_b\.에서", ["http://example.com/a_b"]),
        (
            r"http://example.com/a*\를 http://b.example/\)한,http://c.example/x",
            ["http://example.com/a*", "http://b.example/"],
        ),
        (r"http://b.example/x\)한/http://c.example/x", ["http://b.example/x", "http://c.example/x"]),
    ],
)
def test_what_follows_an_escape(text: str, linked: list[str]) -> None:
    assert [shown for shown, _ in links(Parser(), text)][: len(linked)] == linked


def test_where_markup_may_stand_within_words() -> None:
    """With ``character_level_inline_markup`` docutils ends an address before any letter."""
    for text in (r"http://example.com/a\)에서", r"http://example.com/a\. 에서", r"http://example.com/a\를"):
        plain = links(rst.Parser(), text, character_level_inline_markup=True)
        assert links(Parser(), text, character_level_inline_markup=True) == plain, text


@pytest.mark.parametrize("template", [r"http://example.com\X", r"http://example.com\Xb"])
def test_a_host_goes_on_over_what_may_be_in_one(template: str) -> None:
    """Here docutils takes ``http://example.com!b`` for an address; we take its beginning, or nothing."""
    for character in CHARACTERS:
        text = template.replace("X", character)
        host, plain = template.partition("\\")[0], [shown for shown, _ in links(rst.Parser(), text)]
        assert [shown for shown, _ in links(Parser(), text)] in (plain, [host], [] if character in "$%@" else plain)


def test_an_escaped_letter_divides_an_e_mail_address() -> None:
    for character in CHARACTERS:
        text = rf"joe\{character}b@example.com"
        plain, found = links(rst.Parser(), text), links(Parser(), text)
        # docutils links no address after a bracket; "{", "|" and "=" stand between addresses, escaped or not
        shown = [text for text, _ in found]
        assert shown in ([text for text, _ in plain], ["b@example.com"]), text
    assert links(Parser(), r"jürgen\é@example.com") == []
    assert links(Parser(), r"joe@example.com\를 본다") == [("joe@example.com", "mailto:joe@example.com")]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        (r"http://example.com/a\를 본다", ["http://example.com/a"]),
        (r"http://例え.example/日本\を見る", ["http://例え.example/日本"]),
        (r"http://例え.example\を見る", ["http://例え.example"]),
        (r"*強調* http://例え.example/日本\を見る_", ["http://例え.example/日本"]),
        (r"http://例え.example/日本\_語\*\(版\)を", ["http://例え.example/日本_語*"]),
        (r"http://例え.example/日本\_語_(版)\を", ["http://例え.example/日本_語_(版)"]),
        (r"https://a.example/x\, https://例え.example/日本\。", ["https://a.example/x", "https://例え.example/日本"]),
        (r"例は\ http://例え.example/日本\ です", ["http://例え.example/日本"]),
        (r"http\://例え.example/日本 \http://例え.example/日本 日本\http://例え.example/", []),
    ],
)
def test_in_sentences(text: str, linked: list[str]) -> None:
    assert [shown for shown, _ in links(Parser(), text)] == linked


def test_where_bare_domains_are_linked() -> None:
    found = links(Parser(), r"example.com\を and 例え.jp\を and a\.example.com", iri_bare_domains=True)
    assert [shown for shown, _ in found] == ["example.com", "例え.jp"]


def test_in_markdown_a_backslash_stays_before_what_it_does_not_escape() -> None:
    """CommonMark "Backslash escapes": only ASCII punctuation can be escaped."""
    from sphinx_iri.myst import Parser as Markdown

    for character in CHARACTERS:
        text = rf"http://例え.example/日本\{character}b"
        found = links(Markdown(), text, myst_enable_extensions=["linkify"])
        goes_on = character in "!#$%&'*+,-./:;=?@^_|~"
        assert [shown for shown, _ in found] == [
            f"http://例え.example/日本{character}b" if goes_on else "http://例え.example/日本"
        ]
