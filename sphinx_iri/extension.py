"""What Sphinx is told: configuration values, events, transforms, nodes, roles."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from extract import Problem
from sphinx_iri import __version__
from sphinx_iri import nodes as output
from sphinx_iri.config import VALUES
from sphinx_iri.parsers import equip_parsers
from sphinx_iri.roles import iri_role
from sphinx_iri.validation import Place, Validator, is_external, validate

logger = logging.getLogger(__name__)


class KeepAddresses(SphinxTransform):
    """Keep smart quotes (750; 510 in docutils 1.0) out of addresses that are shown: ``--`` is no dash there."""

    default_priority = 505

    def apply(self, **_kwargs: Any) -> None:
        """Mark the references that show an address."""
        for node in self.document.findall(nodes.reference):
            text = node.astext()
            if text and (is_external(text) or text in node.get("refuri", "")) and not any(map(str.isspace, text)):
                node["support_smartquotes"] = False


class CheckLinks(SphinxTransform):
    """Check every link of a document; problems are warnings of type ``iri`` and subtype the rule's name."""

    # Behind the resolution of named and anonymous targets, before what collects titles and toctrees (880).
    default_priority = 865

    def apply(self, **_kwargs: Any) -> None:
        """Check the references and images, then the toctrees."""
        validate(self.document, _warn)
        for node in self.document.findall(addnodes.toctree):
            _check_toctree(node, Validator(self.document.settings, _warn))


def _check_toctree(node: addnodes.toctree, validator: Validator) -> None:
    """Give the entries that are IRIs their URI and, where they have no title, the IRI as title.

    Here, because the toctrees of pages and sidebars are made of these entries without a transform.
    """
    entries = []
    for title, target in node["entries"]:
        if "://" in target and not target.isascii():
            if validator.accepts(target, node):
                entries.append((title or target, validator.convert(target)))
        else:
            entries.append((title, target))
    node["entries"] = entries


def _warn(_iri: str, problem: Problem, message: str, place: Place) -> None:
    source, line = place
    location = f"{source}:{'' if line is None else line}" if source else None
    logger.warning("%s", message, type="iri", subtype=problem.name, location=location)


def _process_uri(app: Sphinx, uri: str) -> str | None:
    """Let linkcheck ask for the URI itself; it would convert an IRI by other rules."""
    from extract import IRIError
    from sphinx_iri.config import converter

    try:
        return None if uri.isascii() else converter(app.config)(uri)
    except IRIError:
        return None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything."""
    for name, value in VALUES.items():
        app.add_config_value(name, value.default, value.rebuild, types=frozenset(value.types))
    app.add_role("iri", iri_role)
    app.add_transform(KeepAddresses)
    app.add_transform(CheckLinks)
    output.setup(app)
    app.connect("builder-inited", equip_parsers, priority=900)
    return {
        "version": __version__,
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
