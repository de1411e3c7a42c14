"""reStructuredText parser for docutils without Sphinx: ``docutils --parser=sphinx_iri.rst``.

In docutils.conf, write ``parser: sphinx_iri.rst``.
"""

from __future__ import annotations

from docutils.parsers import rst

from _sphinx_iri import check_engine

check_engine()

from sphinx_iri.parsing.inliner import RSTParserMixin  # noqa: E402
from sphinx_iri.standalone import SETTINGS, StandaloneParserMixin  # noqa: E402


class Parser(StandaloneParserMixin, RSTParserMixin, rst.Parser):
    """The reStructuredText parser of docutils, extended to find, check and convert IRIs."""

    settings_spec = (*rst.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "restructuredtext parser")
