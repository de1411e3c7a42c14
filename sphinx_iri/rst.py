"""docutils without Sphinx: ``docutils --parser=sphinx_iri.rst``, or ``parser: sphinx_iri.rst`` in docutils.conf."""

from __future__ import annotations

from docutils.parsers import rst

from sphinx_iri.parsing.inliner import RSTParserMixin
from sphinx_iri.standalone import SETTINGS, StandaloneParserMixin


class Parser(StandaloneParserMixin, RSTParserMixin, rst.Parser):
    """The reStructuredText parser of docutils, which finds, checks and converts IRIs."""

    settings_spec = (*rst.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "restructuredtext parser")
