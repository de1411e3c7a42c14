"""MyST in docutils without Sphinx: ``docutils --parser=sphinx_iri.myst``; needs the package myst-parser."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.transforms import Transform
from myst_parser.parsers import docutils_

from sphinx_iri.parsing.markdown import myst_finds_iris
from sphinx_iri.roles import register_role
from sphinx_iri.writing.docutils import SETTINGS, TRANSFORMS


class Parser(docutils_.Parser):
    """MyST's parser for docutils, which finds, checks and converts IRIs."""

    settings_spec = (*docutils_.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "myst parser")  # type: ignore[assignment]

    def get_transforms(self) -> list[type[Transform]]:
        """Add the checks and the conversion to the parser's own transforms."""
        transforms: list[type[Transform]] = super().get_transforms()  # type: ignore[no-untyped-call]
        return [*transforms, *TRANSFORMS]

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with a Markdown parser that finds IRIs, and with the role ``iri``."""
        register_role()
        with myst_finds_iris(type(self), document.settings):
            super().parse(inputstring, document)
