"""Plain docutils and MyST beside ours: where a link leads, and where we differ."""

from __future__ import annotations

from typing import Any

import pytest
from docutils import nodes
from docutils.core import publish_doctree

from sphinx_iri.myst import Parser as Markdown
from sphinx_iri.rst import Parser
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


IN_RESTRUCTUREDTEXT = {
    # a template is not followed
    "https://example.com/{id}/日本": ["https://example.com"],  # as in docutils
    "https://example.com/日本/{id} x": [],  # it would be cut
    "https://example.com/%s/日本": [],
    "https://例え.jp/%(n)s": [],
    "https://例え.jp/%da": ["https://例え.jp/%da"],
    # hosts that browsers look up
    "`x <http://my_site.пример.рф/>`__": ["http://my_site.xn--e1afmkfd.xn--p1ai/"],
    "`x <http://-a.пример.рф/>`__": ["http://-a.xn--e1afmkfd.xn--p1ai/"],
    # schemes whose IRIs hold another one
    "jdbc:mysql://db:3306/日本?a=1": ["jdbc:mysql://db:3306/%E6%97%A5%E6%9C%AC?a=1"],
    "view-source:http://example.com/日本": ["view-source:http://example.com/%E6%97%A5%E6%9C%AC"],
    # placeholders for a port, and schemes that are only named
    "http://localhost:80xx/ と": ["http://localhost:80xx/"],
    "例えば http://...のように、http://で始まる": [],
    "https://~.git http://~/ http://(IP)/ http://(IP):8080/x http://'host':80/ http://%HOST%/x": [],
    "http://%E3%81%82.jp/ を": ["http://xn--l8j.jp/"],
    # the mark of a reference is no markup, though that of a role or of emphasis is
    "https://example.com/日本_": ["https://example.com/日本_"],
    "(https://例え.jp/a_/b日本_)": ["https://例え.jp/a_/b日本_"],
    "https://ru.example/wiki/Бойля_—_Мариотта": ["https://ru.example/wiki/Бойля_—_Мариотта"],
}
IN_MARKDOWN = {
    "https://example.com/a와 https://example.com/b를 https://example.com/3/에 https://example.com/a,然后": [
        f"https://example.com/{path}" for path in ("a", "b", "3/", "a")
    ],
}


@pytest.mark.parametrize(
    ("parser", "table"), [(Parser, IN_RESTRUCTUREDTEXT), (Markdown, IN_MARKDOWN)], ids=["reST", "Markdown"]
)
def test_what_is_followed(parser: Any, table: dict[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert dict(zip(table, targets(parser(), [*table]), strict=True)) == {
        text: [same_address(target) for target in wanted] for text, wanted in table.items()
    }
    assert capsys.readouterr().err == ""
