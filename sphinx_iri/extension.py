"""What Sphinx is told: configuration values, events, transforms, nodes, roles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from extract import Problem, __version__
from sphinx_iri import config as config_values
from sphinx_iri import linkcheck as linkchecking
from sphinx_iri._compat import current_docname
from sphinx_iri.builder import IRIBuilder
from sphinx_iri.config import VALUES
from sphinx_iri.doctree.convert import ConvertImages, ConvertReferences, isolate_in_titles
from sphinx_iri.doctree.validator import LocateDefinitions, Place, Validator, address_of, all_nodes, is_external
from sphinx_iri.domain import FillLists, IRIDomain, IRIList, NameIndex, Reported, hide_index, iri_list
from sphinx_iri.parsing.install import equip_parsers
from sphinx_iri.roles import iri_role
from sphinx_iri.writing import html as writers
from sphinx_iri.writing import latex

logger = logging.getLogger(__name__)


class KeepAddresses(SphinxTransform):
    """Keep smart quotes (750; 510 in docutils 1.0) out of addresses that are shown: ``--`` is no dash there."""

    default_priority = 505

    def apply(self, **_kwargs: Any) -> None:
        """Mark the references that show an address."""
        if not self.config.smartquotes:
            return
        for node in all_nodes(self.document, nodes.reference):
            text = node.astext()
            if text and (is_external(text) or text in node.get("refuri", "")) and not any(map(str.isspace, text)):
                node["support_smartquotes"] = False


class CheckLinks(SphinxTransform):
    """Check every link of a document; problems are warnings of type ``iri`` and subtype the rule's name."""

    # Behind the resolution of named and anonymous targets, before what collects titles and toctrees (880).
    default_priority = 865

    def apply(self, **_kwargs: Any) -> None:
        """Check the references, images and toctrees."""
        validator = Validator(self.document, self._report)
        links: list[tuple[nodes.Node, str]] = []
        for node in all_nodes(self.document, nodes.reference, nodes.image, addnodes.toctree):
            if isinstance(node, addnodes.toctree):
                links += ((node, address) for address in _check_toctree(node, validator))
            elif validator.check_link(node) and isinstance(node, nodes.reference) and not node.get("internal"):
                links.append((node, address_of(node)))
        self._domain.note_uses(current_docname(self.env), self.document, links)

    @property
    def _domain(self) -> IRIDomain:
        domain = self.env.domains["iri"]
        assert isinstance(domain, IRIDomain)
        return domain

    def _report(self, iri: str, problem: Problem, message: str, place: Place) -> None:
        source, line = place.source or "", place.line or 0
        reported = Reported(source, line, iri, problem, place.before)
        self._domain.note_problem(current_docname(self.env), reported)
        location = f"{source}:{line or ''}" if source else None
        logger.warning("%s", message, type="iri", subtype=problem.name, location=location)


def _check_toctree(node: addnodes.toctree, validator: Validator) -> list[str]:
    """Give the entries that are IRIs their URI and, where they have no title, the IRI as title; return the addresses.

    Here, because the toctrees of pages and sidebars are made of these entries without a transform.
    """
    entries, addresses = [], []
    for title, target in node["entries"]:
        if "://" in target and not target.isascii():
            if not validator.accepts(target, node):
                continue
            entries.append((title or target, validator.convert(target)))
        else:
            entries.append((title, target))
        if "://" in target:
            addresses.append(target)
    node["entries"] = entries
    return addresses


def check_config(_app: Sphinx, config: Config) -> None:
    """Refuse a configuration value that cannot be used, before anything is read."""
    for name in VALUES:
        try:
            config_values.validate(name, getattr(config, name))
        except ValueError as error:
            raise ConfigError(str(error)) from error


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything."""
    for name, value in VALUES.items():
        app.add_config_value(name, value.default, value.rebuild, types=frozenset(value.types))
    app.add_message_catalog("sphinx_iri", str(Path(__file__).parent / "locale"))
    app.add_role("iri", iri_role)
    app.add_domain(IRIDomain)
    app.add_directive("iri-list", IRIList)
    app.add_node(iri_list)
    app.add_builder(IRIBuilder)
    app.add_transform(LocateDefinitions)
    app.add_transform(KeepAddresses)
    app.add_transform(CheckLinks)
    writers.register(app)
    for transform in (ConvertImages, FillLists, NameIndex, ConvertReferences):
        app.add_post_transform(transform)
    app.connect("config-inited", check_config)
    app.connect("config-inited", latex.add_commands)
    app.connect("builder-inited", hide_index)
    app.connect("builder-inited", equip_parsers, priority=900)
    app.connect("builder-inited", writers.register_for_builders, priority=900)
    app.connect("doctree-read", isolate_in_titles, priority=900)  # behind Sphinx's collectors, 500
    app.connect("env-updated", writers.isolate_links_to_titles)
    app.connect("html-page-context", writers.isolate_titles, priority=400)  # before the themes' own, 500
    app.connect("linkcheck-process-uri", linkchecking.uri_to_check)
    app.connect("builder-inited", linkchecking.find_anchors)
    return {
        "version": __version__,
        "env_version": 2,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
