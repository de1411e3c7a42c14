"""docutils without Sphinx: ``docutils --parser=sphinx_iri.rst``, or ``parser: sphinx_iri.rst`` in docutils.conf."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers import rst
from docutils.transforms import Transform

from sphinx_iri.parsing.inliner import equip
from sphinx_iri.roles import register_role
from sphinx_iri.writing.docutils import SETTINGS, TRANSFORMS


class Parser(rst.Parser):
    """The reStructuredText parser of docutils, which finds, checks and converts IRIs."""

    settings_spec = (*rst.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "restructuredtext parser")

    def get_transforms(self) -> list[type[Transform]]:
        """Add the checks and the conversion to the parser's own transforms."""
        return [*super().get_transforms(), *TRANSFORMS]

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with an Inliner that finds IRIs, and with the role ``iri``."""
        register_role()
        equip(self)
        super().parse(inputstring, document)
