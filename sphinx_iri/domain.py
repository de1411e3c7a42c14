"""The domain ``iri`` stores the links and problems of each document, and provides the index of IRIs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import Domain, Index, IndexEntry
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_iri.doctree.addresses import iri_of, is_external
from sphinx_iri.grouping import heading, host, scripts, words
from sphinx_iri.roles import iri_role
from sphinx_iri.writing.latex import printed

if TYPE_CHECKING:
    from extract import Problem


class Use(NamedTuple):
    """A link in a document: the IRI, the anchor of its section, and whether the section is the first of the page."""

    iri: str
    anchor: str
    top: bool


class Reported(NamedTuple):
    """A problem of a link in a document, with its source file and line, or "" and 0 if unknown."""

    source: str
    line: int
    iri: str
    problem: Problem
    before: int = 0  # number of earlier occurrences of the IRI in the line


class IRIIndex(Index):
    """The IRIs of a project by script, then by host."""

    name = "index"

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the entries, grouped by script and host."""
        domain = self.domain
        assert isinstance(domain, IRIDomain)
        config = domain.env.config
        found: dict[tuple[str, str, IndexEntry], None] = {}  # script, host and entry
        wanted = None if docnames is None else set(docnames)
        for docname, use in domain.uses():
            if wanted is None or docname in wanted:
                # LaTeX and Texinfo name the anchor of a page ":doc". If the title of the first section is the title of
                # the book, the section has no other anchor.
                anchor = ":doc" if use.top and docnames is not None else use.anchor
                name = use.iri if docnames is None else printed(use.iri, config)
                entry = IndexEntry(name, 2, docname, anchor, "", "", "")
                found[scripts(use.iri), host(use.iri), entry] = None
        content = []
        for script, rows in groupby(sorted(found, key=lambda row: (*row[:2], row[2].name)), itemgetter(0)):
            entries = []
            for name, same in groupby(rows, itemgetter(1)):
                entries += [IndexEntry(name, 1, "", "", "", "", ""), *map(itemgetter(2), same)]
            content.append((heading(script, config.language), entries))
        return content, False


class IRIDomain(Domain):
    """Store the links to IRIs, the problems and the number of unlinked IRIs of each document."""

    name = "iri"
    label = "IRI"
    roles: ClassVar[dict[str, Any]] = {"link": iri_role}
    initial_data: ClassVar[dict[str, Any]] = {"uses": {}, "problems": {}, "unlinked": {}}
    data_version = 3  # increase if pickled data or doctrees change, so that Sphinx reads all documents again

    def uses(self) -> Iterator[tuple[str, Use]]:
        """Yield pairs of document name and link, sorted by document name."""
        for docname in sorted(self.data["uses"]):
            yield from ((docname, Use(*use)) for use in self.data["uses"][docname])

    def problems(self) -> Iterator[Reported]:
        """Yield the problems of all documents, sorted by document, source and line."""
        for docname in sorted(self.data["problems"]):
            yield from sorted(self.data["problems"][docname], key=lambda known: (known.source, known.line))

    def clear_doc(self, docname: str) -> None:
        """Remove the data of a document."""
        self.data["uses"].pop(docname, None)
        self.data["problems"].pop(docname, None)
        self.data["unlinked"].pop(docname, None)

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Add the data of documents that another process has read."""
        for kind in ("uses", "problems", "unlinked"):
            self.data[kind].update({doc: kept for doc, kept in otherdata[kind].items() if doc in docnames})

    def resolve_any_xref(self, *_arguments: Any) -> list[Any]:
        """Return []: the domain has no references to names. MyST warns about domains without this method."""
        return []


def iri_domain(env: BuildEnvironment) -> IRIDomain:
    """Return the domain ``iri`` of an environment."""
    domain = env.get_domain("iri")
    assert isinstance(domain, IRIDomain)
    return domain


def add_index(app: Sphinx, config: Config) -> None:
    """Add the index with translated titles, if ``iri_index`` is set."""
    if config.iri_index:
        localname, shortname, _other = words(config.language)
        names = {"localname": localname, "shortname": shortname}
        app.add_index_to_domain("iri", type("IRIIndex", (IRIIndex,), names))


def uses_in(document: nodes.document, links: Iterable[tuple[nodes.Node, str]]) -> Iterator[Use]:
    """Yield the uses of IRIs in ``links`` of a document."""
    first = next((child for child in document.children if isinstance(child, nodes.section)), None)
    for node, uri in links:
        if not is_external(uri) or (uri.isascii() and not _may_decode(uri)):
            continue
        iri = iri_of(uri) if uri.isascii() else uri
        if not iri.isascii() and (parent := _section(node)) is not None:
            ids = parent["ids"] if isinstance(parent, nodes.section) else []
            yield Use(iri, str(ids[0]) if ids else "", first is not None and (not ids or parent is first))


# RFC 3987 §3.2: only a URI with percent-encoding or a Punycode host has a non-ASCII IRI.
_may_decode = re.compile("%|xn--", re.IGNORECASE).search


def _section(node: Any) -> nodes.Element | None:
    """Return the section of ``node``, the document, or None in a substitution definition, which is not written."""
    while not (isinstance(node, nodes.section) and node["ids"]):
        if isinstance(node, nodes.substitution_definition):
            return None
        if node.parent is None:
            break
        node = node.parent
    found: nodes.Element = node
    return found


class NameIndex(SphinxPostTransform):
    """Set the text of references to the index in formats without an index page. Sphinx would show ``iri-index``."""

    formats = ("latex", "texinfo")
    default_priority = 5  # before references are resolved (10)

    def run(self, **_kwargs: Any) -> None:
        """Set the text of the references without an explicit title."""
        for node in self.document.findall(addnodes.pending_xref):
            if node["reftarget"] == "iri-index" and node["reftype"] == "ref" and not node["refexplicit"]:
                shown: Any = node[0]
                shown.children = [nodes.Text(words(self.config.language)[0])]
