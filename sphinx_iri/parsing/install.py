"""Sphinx's source parsers: every one that is registered, a third party's too, learns to find whole IRIs."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst import Parser as RSTParser
from docutils.transforms import Transform
from sphinx.application import Sphinx

from sphinx_iri.parsing.inliner import equip
from sphinx_iri.parsing.markdown import is_myst, myst_finds_iris
from sphinx_iri.parsing.unknown import LinkText


class RSTFindsIRIs(RSTParser):
    """What is added to a reStructuredText parser."""

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with an Inliner that finds IRIs."""
        equip(self)
        super().parse(inputstring, document)


class MySTFindsIRIs(Parser):
    """What is added to a MyST parser."""

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with a Markdown parser that finds IRIs and leaves them as they are written."""
        with myst_finds_iris(type(self), document.settings):
            super().parse(inputstring, document)


class OtherFindsIRIs(Parser):
    """What is added to any other parser: its documents are searched when they are made."""

    def get_transforms(self) -> list[type[Transform]]:
        """Add the search to the parser's own transforms."""
        return [*super().get_transforms(), LinkText]


def with_iris(parser: type[Parser]) -> type[Parser]:
    """Return the subclass of a parser that finds IRIs."""
    if issubclass(parser, (RSTFindsIRIs, MySTFindsIRIs, OtherFindsIRIs)):
        return parser
    kind = MySTFindsIRIs if is_myst(parser) else RSTFindsIRIs if issubclass(parser, RSTParser) else OtherFindsIRIs
    # The name and module stay those of the parser: they are in messages and in pickled environments.
    return type(parser.__name__, (kind, parser), {"__module__": parser.__module__, "__doc__": parser.__doc__})


def equip_parsers(app: Sphinx) -> None:
    """Replace every registered parser by its subclass that finds IRIs."""
    if app.config.iri_detect:
        parsers = app.registry.source_parsers
        parsers.update((name, with_iris(parser)) for name, parser in parsers.items())
