r"""Backslashes in addresses: docutils goes on over some characters that are escaped, and ends the address at others."""

from __future__ import annotations

from typing import Any

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers import rst

from sphinx_iri.myst import Parser as Markdown
from sphinx_iri.rst import Parser
from tools.built_pages import same_address

CHARACTERS = [*map(chr, range(32, 127)), *"éßяאعあ日를ไअ"]
Links = list[tuple[str, str]]


def links_of_each(parser: Any, texts: list[str], **settings: Any) -> list[Links]:
    """Return the links of each text, which is an item of one document."""
    silent = {"report_level": 5, "halt_level": 5, "_disable_config": True, "line_length_limit": 1_000_000, **settings}
    document = publish_doctree("\n\n".join(f"- {text}" for text in texts), parser=parser, settings_overrides=silent)
    items = list(document.findall(nodes.list_item))
    assert len(items) == len(texts)
    return [[(node.astext(), same_address(node["refuri"])) for node in item.findall(nodes.reference)] for item in items]


def with_each(template: str) -> list[str]:
    """Return a text with each character in place of X."""
    return [template.replace("X", character) for character in CHARACTERS]


# What is escaped decides, not what is before it: as in docutils, and the same in an IRI.
GOES_ON = r"""
see http://example.com/page\Xb rest
http://example.com/page\X
http://example.com/page#q\Xb
http://example.com/\Xb\X
<http://example.com/page\X>
news:a\Xb
http://example.com/page\X\Xb
http://example.com/\X/b
""".strip().splitlines()
# Before a letter of another script the address ends where it does in docutils.
BEFORE_A_LETTER = r"""
http://example.com/page\X에서
http://example\.com\X에서/a
http://example.com/page\Xを見る http://b.example/x
news:a\X에서
http://example.com/page\Xb에서 x
http://example.com/page\X\X에서
(http://example.com/page\X。次
http://example.com/page*\X에서
joe@example.com\X에서
mailto:joe@example.com\X에서
http://example\X에서 b
""".strip().splitlines()

# Hosts and paths of IRIs. docutils would end its own link before the non-ASCII letter of some.
AS_IRI = [("例え.example", "/日本"), ("köln.example", "/Köln"), ("a.köln.example", "/L’Équipe")]


@pytest.mark.parametrize("template", [*GOES_ON, *BEFORE_A_LETTER])
def test_an_address_ends_where_it_does_in_docutils(template: str) -> None:
    texts = with_each(template)
    plain, ours = links_of_each(rst.Parser(), texts), links_of_each(Parser(), texts)
    assert dict(zip(texts, ours, strict=True)) == dict(zip(texts, plain, strict=True))
    if template in GOES_ON:
        for host, path in AS_IRI:
            as_iris = [text.replace("example.com", host).replace("/page", path) for text in texts]
            iris = ["\n".join(shown for shown, _ in found) for found in links_of_each(Parser(), as_iris)]
            shown_plain = ["\n".join(shown for shown, _ in found) for found in plain]
            assert iris == [shown.replace("example.com", host).replace("/page", path) for shown in shown_plain]


def test_in_an_iri_only_escaped_markup_goes_on_before_a_letter() -> None:
    """There docutils has no link, and ``\\_`` says only that this is no markup."""
    for character, found in zip(
        CHARACTERS, links_of_each(Parser(), with_each(r"http://例え.example/日本\X語")), strict=True
    ):
        wanted = f"http://例え.example/日本{character}語" if character in "_*" else "http://例え.example/日本"
        assert [shown for shown, _ in found] == [wanted]


def test_in_markdown_a_backslash_stays_before_what_it_does_not_escape() -> None:
    """CommonMark "Backslash escapes": only ASCII punctuation can be escaped."""
    texts = with_each(r"http://例え.example/日本\Xb")
    for text, found in zip(texts, links_of_each(Markdown(), texts, myst_enable_extensions=["linkify"]), strict=True):
        goes_on = text[-2] in "!#$%&'*+,-./:;=?@^_|~"
        assert [shown for shown, _ in found] == [text.replace("\\", "") if goes_on else text.partition("\\")[0]]
