"""Sphinx's source parsers: every one that is registered, a third party's too, learns to find whole IRIs."""

from __future__ import annotations

from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from sphinx.application import Sphinx

from sphinx_iri.parsing.inliner import RSTParserMixin
from sphinx_iri.parsing.markdown import MySTParserMixin, is_myst
from sphinx_iri.parsing.unknown import UnknownParserMixin


def iri_aware(parser: type[Parser]) -> type[Parser]:
    """Return the subclass of a parser that finds IRIs."""
    if issubclass(parser, (RSTParserMixin, MySTParserMixin, UnknownParserMixin)):
        return parser
    mixin = (
        MySTParserMixin if is_myst(parser) else RSTParserMixin if issubclass(parser, RSTParser) else UnknownParserMixin
    )
    # The name and module stay those of the parser: they are in messages and in pickled environments.
    return type(parser.__name__, (mixin, parser), {"__module__": parser.__module__, "__doc__": parser.__doc__})


def install_parsers(app: Sphinx) -> None:
    """Replace every registered parser by its subclass that finds IRIs."""
    if app.config.iri_detect:
        parsers = app.registry.source_parsers
        parsers.update((name, iri_aware(parser)) for name, parser in parsers.items())
