"""MyST parser for docutils without Sphinx: ``docutils --parser=sphinx_iri.myst``. Requires myst-parser."""

from __future__ import annotations

from _sphinx_iri import check_engine

check_engine()

from extract._exports import needed_by  # noqa: E402
from sphinx_iri.standalone import SETTINGS, StandaloneParserMixin  # noqa: E402

with needed_by("sphinx_iri.myst", "myst-parser"):
    from myst_parser.parsers import docutils_

    from sphinx_iri.parsing.markdown import MySTParserMixin


class Parser(StandaloneParserMixin, MySTParserMixin, docutils_.Parser):
    """MyST's parser for docutils, extended to find, check and convert IRIs."""

    settings_spec = (*docutils_.Parser.settings_spec, *SETTINGS)
    config_section_dependencies = ("parsers", "myst parser")  # type: ignore[assignment]
