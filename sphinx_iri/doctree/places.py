"""Find the source file and the exact line of a link."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from docutils import nodes
from docutils.transforms import Transform

from extract.files.reading import read_file
from sphinx_iri.doctree.addresses import address_of, all_nodes

# The start of a directive (in a substitution without "..", or in MyST), unlike the source of an inline image.
_DIRECTIVE = re.compile(r"(?:\.\. )?[\w:.+-]+::|(?:`{3,}|~{3,}|:{3,})\{")


class SourceLine(NamedTuple):
    """The source file and line (from 1) of a link, if known."""

    source: str | None
    line: int | None
    before: int = 0  # number of earlier occurrences of the IRI in the line


def place_of(node: nodes.Node, written: str) -> SourceLine:
    """Return the exact place of a link, from the start of its block, the line breaks before it, and the source.

    Titles, embedded targets and toctree entries have no line of their own. For these, use the nearest line with
    ``written``, if the source is readable. For fields of objects, which have no line at all, use the first such line
    after the nearest earlier node with a line.
    """
    directive = _directive(node)
    if directive is not None:
        option = max(0, directive.rawsource.find(":target:")) if isinstance(node, nodes.reference) else 0
        before = "\n" * directive.rawsource.count("\n", 0, option)
        node = directive
    else:
        node, before = _block(node)
    above, source, start = _start(node)
    if source is None or start is None:
        return SourceLine(source, start)
    lines = _remembered_lines(source)
    if directive is not None and above is not node:  # in old docutils, images have a source but no line
        first = directive.rawsource.partition("\n")[0]
        start = next((number for number in range(start, len(lines) + 1) if first in lines[number - 1]), start)
    line = start + before.count("\n")
    near = sorted(range(max(start - 2, 1), min(line + 100, len(lines) + 1)), key=lambda number: abs(number - line))
    far = range(line + 100, len(lines) + 1) if above is not node else ()
    found = next((number for number in chain(near, far) if written in lines[number - 1]), line)
    return SourceLine(source, found, before.rpartition("\n")[2].count(written) if found == line else 0)


def _block(node: nodes.Node) -> tuple[nodes.Node, str]:
    """Return the block that contains ``node``, and the source before ``node`` in the block."""
    before = ""
    while (
        isinstance(node, (nodes.Inline, nodes.Text))
        and isinstance(node.parent, nodes.TextElement)  # else a link outside of text, which has a line
    ):
        siblings = node.parent.children[: node.parent.index(node)]
        before = "".join(getattr(sibling, "rawsource", "") or sibling.astext() for sibling in siblings) + before
        node = node.parent
    return node, before


def _start(node: Any) -> tuple[Any, str | None, int | None]:
    """Return the nearest node with a line, its source and its line: ``node``, a node before it, or a parent.

    Images in old docutils and fields of objects in Sphinx have no line, and some nodes have the line 0. The line of
    text that a directive adds without a source (``StringList.append(line, "")``) has no meaning.
    """
    while not (node.line and node.source) and node.parent is not None:
        siblings = node.parent.children[: node.parent.index(node)]
        node = next((sibling for sibling in reversed(siblings) if sibling.line and sibling.source), node.parent)
    if not node.line and isinstance(node, nodes.document):
        return node, node.get("source"), 1
    return node, node.source, node.line or None


def _directive(node: nodes.Node) -> nodes.Element | None:
    """Return the image directive that ``node`` is, or whose ``:target:`` it is, or None."""
    if isinstance(node, nodes.reference):
        node = node.children[0] if node.children else node
    return node if isinstance(node, nodes.image) and _DIRECTIVE.match(node.rawsource) else None


class LocateDefinitions(Transform):
    """Set the lines of links in substitution definitions, which identify the substituted links."""

    default_priority = 215  # before substitutions (220)

    def apply(self) -> None:
        """Set the lines."""
        for definition in self.document.substitution_defs.values():
            for node in all_nodes(definition, nodes.reference, nodes.image):
                node.source, node.line, _ = place_of(node, address_of(node))


def source_lines(source: str) -> list[str]:
    """Return the lines of ``source`` with line ends, or [] if it is not a file ("a.py:docstring of a")."""
    try:
        return read_file(source).decode("utf-8", "replace").splitlines(keepends=True)
    except (OSError, ValueError):
        return []


_remembered_lines = lru_cache(maxsize=1)(source_lines)
