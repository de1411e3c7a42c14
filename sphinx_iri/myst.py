"""MyST in docutils without Sphinx: ``docutils --parser=sphinx_iri.myst``; needs the package myst-parser."""

from __future__ import annotations

from myst_parser.parsers import docutils_

from sphinx_iri.parsing.markdown import MySTParserMixin
from sphinx_iri.standalone import SETTINGS, StandaloneParserMixin


class Parser(StandaloneParserMixin, MySTParserMixin, docutils_.Parser):
    """MyST's parser for docutils, which finds, checks and converts IRIs."""

    settings_spec = (*docutils_.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "myst parser")  # type: ignore[assignment]
