"""The readers of reST and Markdown find the addresses that docutils and markdown-it-py find, in real documents."""

import io
from collections import defaultdict
from typing import Any, ClassVar

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles
from markdown_it import MarkdownIt

from extract.readers import FORMATS
from tests.shared_data import shared


def addresses(source: str, format: str) -> set[str]:
    return {link.iri for passage in FORMATS[format].read(source) for link in passage.links() if "://" in link.iri}


def is_near(address: str, others: set[str]) -> bool:
    """Whether one is the beginning of the other: where a bare address ends is another question."""
    return any(address.startswith(other) or other.startswith(address) for other in others)


class Body(Directive):
    """A directive of Sphinx whose content is reST."""

    has_content = True
    optional_arguments = 99
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        node = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class Code(Directive):
    """A directive of Sphinx whose content is code."""

    has_content = True
    optional_arguments = 99
    final_argument_whitespace = True
    option_spec: ClassVar = defaultdict(lambda: directives.unchanged)

    def run(self) -> list[nodes.Node]:
        return [nodes.literal_block("", "\n".join(self.content))]


def literal(*_: Any, **__: Any) -> Any:
    return [nodes.literal()], []


@pytest.fixture
def sphinx_markup(monkeypatch):
    """Make docutils know the directives and roles that the documents use."""
    monkeypatch.setattr(directives, "_directives", dict(directives._directives))  # type: ignore[attr-defined]
    monkeypatch.setattr(roles, "_roles", dict(roles._roles))  # type: ignore[attr-defined]
    bodies = "versionadded versionchanged deprecated seealso function class method data rejected superseded withdrawn"
    for name in f"{bodies} canonical-doc canonical-pypa-spec canonical-typing-spec".split():
        directives.register_directive(name, Body)
    for name in "code-block literalinclude doctest testcode highlight".split():
        directives.register_directive(name, Code)
    for name in "pep rfc ref doc mod class func meth term data exc attr file c:func".split():
        roles.register_local_role(name, literal)


def of_docutils(source: str) -> set[str]:
    settings = {"report_level": 5, "halt_level": 5, "warning_stream": io.StringIO(), "file_insertion_enabled": False}
    document = publish_doctree(source, settings_overrides=settings)
    found = {node.get("refuri", "") for kind in (nodes.reference, nodes.target) for node in document.findall(kind)}
    found |= {node["uri"] for node in document.findall(nodes.image)}
    return {address for address in found if "://" in address}


def test_docutils_finds_the_same_addresses(sphinx_markup) -> None:
    paths = sorted(shared("corpora", "peps-rst").rglob("*.rst"))
    assert len(paths) > 50
    for path in paths:
        source = path.read_text("utf-8")
        ours, theirs = addresses(source, "rst"), of_docutils(source)
        assert [address for address in theirs if not is_near(address, ours)] == [], path
        assert [address for address in ours if not is_near(address, theirs)] == [], path


def of_markdown_it(source: str) -> set[str]:
    parser = MarkdownIt("commonmark").enable("table")
    found = set()
    pending = parser.parse(source)
    while pending:
        token = pending.pop()
        pending += token.children or []
        address = token.attrs.get("href") or token.attrs.get("src")
        if token.type in ("link_open", "image") and "://" in str(address):
            found.add(parser.normalizeLinkText(str(address)))
    return {address for address in found if "{{" not in address}


@pytest.mark.parametrize("tree", ["kubernetes-zh-md", "opensource-guide-md"])
def test_markdown_it_finds_the_same_addresses(tree: str) -> None:
    paths = sorted(shared("corpora", tree).rglob("*.md"))
    assert len(paths) > 50
    normal = MarkdownIt().normalizeLinkText
    for path in paths:
        source = path.read_text("utf-8")
        ours = {normal(address) for address in addresses(source, "markdown")}
        theirs = of_markdown_it(source.partition("\n---\n")[2] if source.startswith("---\n") else source)
        assert theirs - ours == set(), path
