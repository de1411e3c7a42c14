"""Makes every source parser that is registered with Sphinx find whole IRIs, third parties' too."""

from __future__ import annotations

from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from sphinx.application import Sphinx

from sphinx_iri.parsing.inliner import RSTParserMixin


def iri_aware(parser: type[Parser]) -> type[Parser]:
    """Return the subclass of a parser that finds IRIs."""
    if getattr(parser, "is_iri_aware", False):
        return parser
    # Name and module stay those of the parser: messages and pickled environments have them.
    attributes = {"__module__": parser.__module__, "__doc__": parser.__doc__, "is_iri_aware": True}
    return type(parser.__name__, (_mixin_for(parser), parser), attributes)


def _mixin_for(parser: type[Parser]) -> type[Parser]:
    # MyST's parser, for Sphinx or docutils, or a subclass
    if any(base.__module__.startswith("myst_parser.") for base in parser.__mro__):
        from sphinx_iri.parsing.markdown import MySTParserMixin  # few projects need more than reStructuredText

        return MySTParserMixin
    if issubclass(parser, RSTParser):
        return RSTParserMixin
    from sphinx_iri.parsing.unknown import UnknownParserMixin

    return UnknownParserMixin


def install_parsers(app: Sphinx) -> None:
    """Replace every registered parser by its subclass that finds IRIs."""
    if app.config.iri_detect:
        parsers = app.registry.source_parsers
        parsers.update((name, iri_aware(parser)) for name, parser in parsers.items())
