"""Plain docutils and MyST beside ours: where a link leads."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from myst_parser.parsers.docutils_ import Parser as PlainMarkdown

from sphinx_iri.myst import Parser as Markdown
from tools.built_pages import same_address

LINKIFY = {"myst_enable_extensions": ["linkify"]}


def targets(parser: Any, texts: list[str]) -> list[list[str]]:
    """Read each text as a paragraph, and return the targets of its links."""
    options = {"report_level": 5, "halt_level": 5, "_disable_config": True, **LINKIFY}
    document = publish_doctree("\n\n".join(texts), parser=parser, settings_overrides=options)
    return [
        [same_address(node["refuri"]) for node in paragraph.findall(nodes.reference) if "refuri" in node]
        for paragraph in document.children
        if isinstance(paragraph, nodes.paragraph)
    ]


def test_markdown_has_all_that_linkify_it_has() -> None:
    texts = [
        *("https://example.com/日本|x", "https://例え.jp/a|b", "https://example.com/a|日本"),
        *('https://example.com/?q={"b":"日本"}', "https://例え.jp/日本[#f]_"),
        *("https://example.com/a—b", "https://example.com/a«b»"),
    ]
    ours = targets(Markdown(), texts)
    assert ours == targets(PlainMarkdown(), texts)
    assert [len(each) for each in ours] == [1] * len(texts)
