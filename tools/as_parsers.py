"""List the links in which our parser differs from the reference parser of a format: markdown-it-py or docutils.

usage: python -m tools.as_parsers FOLDER...

"-" is a link that our parser lacks, "+" one that markdown-it-py lacks (docutils does not know the directives of
Sphinx). Only IRIs with "//" are compared, each once. The exit status is 1 if there is a difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

from extract.readers import FORMATS, SUFFIXES, html, markdown
from extract.readers.passage import Passage
from extract.readers.triggers import SCHEME

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKDOWN.normalizeLink = str  # type: ignore[method-assign]
_MARKDOWN.validateLink = bool  # type: ignore[method-assign]


def differences(source: str, format: str) -> Iterator[str]:
    """Yield the links that only one of the two parsers finds."""
    read = set(_iris(FORMATS[format].read(source)))
    parsed = set(_of_markdown(source) if format == "markdown" else _of_rst(source))
    longer = "\n".join(read)  # docutils ends links in text at the first non-ASCII character
    yield from (f"-{iri}" for iri in sorted(parsed - read) if "//" in iri and iri not in longer)
    yield from (f"+{iri}" for iri in sorted(read - parsed) if "//" in iri and format == "markdown")


def _iris(passages: Iterator[Passage]) -> Iterator[str]:
    return (link.iri for passage in passages for link in passage.links())


def _of_markdown(source: str) -> Iterator[str]:
    front = markdown.FRONT.match(source)
    text = _ROLE.sub(r"<\1>", source[front.end() :] if front else source)
    environment: dict[str, Any] = {}
    tokens = _MARKDOWN.parse(text, environment)
    for token in tokens:
        if token.type == "fence" and token.info.startswith("{"):  # a MyST directive, or a knitr chunk
            yield from _iris(markdown.read(f"{token.markup}{token.info}\n{token.content}{token.markup}\n"))
    yield from (one["href"] for one in environment.get("references", {}).values())
    yield from _iris(html.read(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, environment)))


_ROLE = re.compile(r"\{iri\}`(?:[^`<>]*<)?([^`<>]+)>?`")  # our role


def _of_rst(source: str) -> Iterator[str]:
    settings = {"report_level": 5, "halt_level": 5, "file_insertion_enabled": False, "raw_enabled": False}
    settings |= {"pep_base_url": "", "rfc_base_url": ""}  # the source does not contain these URLs
    tree = publish_doctree(source, settings_overrides=settings)
    for node in tree.findall(lambda one: isinstance(one, nodes.target | nodes.reference | nodes.image)):
        address = node.get("refuri") or node.get("uri") or ""
        if SCHEME.match(address):
            yield address


def main(folders: list[str]) -> int:
    """Print the differences in all files of the directories, each after the name of its file."""
    count = 0
    for path in sorted(one for folder in folders for one in Path(folder).rglob("*")):
        known = SUFFIXES.get(path.suffix.lower())
        if known is not None and known.name in ("markdown", "rst") and path.is_file():
            for difference in differences(path.read_text("utf-8", "replace"), known.name):
                print(f"{path}: {difference}")
                count += 1
    return int(count > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
