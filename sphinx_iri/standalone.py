"""Settings, transforms and the role for docutils without Sphinx."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst import roles
from docutils.transforms import Transform

from extract import Problem
from sphinx_iri.config import VALUES, validate
from sphinx_iri.doctree.places import LocateDefinitions, SourceLine
from sphinx_iri.doctree.transforms import CheckLinks, ProtectFromSmartQuotes
from sphinx_iri.roles import iri_role
from sphinx_iri.writing.docutils import WriteURIs

# Values that are only for Sphinx.
_SPHINX_ONLY = ("iri_heading_ids", "iri_index")
_BOOLEANS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}
Option = tuple[str, list[str], dict[str, Any]]


def _option(name: str) -> list[Option]:
    """Return the command-line options of a configuration value. A bool has ``--iri-detect`` and ``--no-iri-detect``."""
    value = VALUES[name]
    flag = name.replace("_", "-")
    given: dict[str, Any] = {"validator": _validator(name), "default": value.default}
    options: list[Option] = [(f"IRIs: {value.help}.", [f"--{flag}"], given)]
    if value.types == (bool,):
        given["action"] = "store_true"
        options.append((f"IRIs: do not {value.help}.", [f"--no-{flag}"], {"action": "store_false", "dest": name}))
    return options


def _validator(name: str) -> Any:
    """Return a docutils validator that splits lists at commas and converts "yes" and "no" to bool."""

    def validator(given: Any, value: Any = None, *_more: Any, **_parsers: Any) -> Any:
        text = given if value is None else value
        if isinstance(text, str):
            if list in VALUES[name].types and str not in VALUES[name].types:
                text = [part.strip() for part in text.split(",") if part.strip()]
            elif bool in VALUES[name].types and text.lower() in _BOOLEANS:
                text = _BOOLEANS[text.lower()]
        validate(name, text)
        return text

    return validator


SETTINGS = ("IRIs", None, tuple(option for name in VALUES if name not in _SPHINX_ONLY for option in _option(name)))


class DocutilsCheckLinks(CheckLinks):
    """Check links, and report problems as warnings of docutils."""

    def report(self, _iri: str, problem: Problem, message: str, place: SourceLine) -> None:
        """Report a problem as a warning."""
        located: dict[str, Any] = {"source": place.source, "line": place.line}
        self.document.reporter.warning(f"{message} [iri.{problem.name}]", **located)


TRANSFORMS: list[type[Transform]] = [LocateDefinitions, ProtectFromSmartQuotes, DocutilsCheckLinks, WriteURIs]


class StandaloneParserMixin(Parser):
    """Mixin that adds the transforms and the role ``iri`` to a docutils parser."""

    def get_transforms(self) -> list[type[Transform]]:
        """Return the transforms of the parser, with the checks and the conversion."""
        return [*super().get_transforms(), *TRANSFORMS]

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Register the role ``iri`` and parse."""
        roles.register_local_role("iri", iri_role)  # type: ignore[arg-type]
        super().parse(inputstring, document)
