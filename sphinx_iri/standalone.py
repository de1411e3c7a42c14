"""docutils without Sphinx: settings, transforms, the role."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst import roles
from docutils.transforms import Transform

from extract import Problem
from sphinx_iri.config import VALUES, validate
from sphinx_iri.doctree.addresses import all_nodes, show, shows_address
from sphinx_iri.doctree.places import LocateDefinitions, SourceLine
from sphinx_iri.doctree.transforms import CheckLinks, ProtectURLsFromSmartQuotes
from sphinx_iri.roles import iri_role
from sphinx_iri.writing.docutils import WriteURIs

# Values that only Sphinx needs.
_SPHINX_ONLY = ("iri_heading_ids", "iri_index")
_BOOLEANS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}
Option = tuple[str, list[str], dict[str, Any]]


def _option(name: str) -> list[Option]:
    """Return the command-line options of a configuration value; ``--iri-detect`` and ``--no-iri-detect`` of a bool."""
    value = VALUES[name]
    flag = name.replace("_", "-")
    if value.types == (bool,):
        yes = {"action": "store_true", "validator": _validator(name), "default": value.default}
        return [
            (f"IRIs: {value.help}.", [f"--{flag}"], yes),
            (f"IRIs: do not {value.help}.", [f"--no-{flag}"], {"action": "store_false", "dest": name}),
        ]
    return [(f"IRIs: {value.help}.", [f"--{flag}"], {"validator": _validator(name), "default": value.default})]


def _validator(name: str) -> Any:
    """Return docutils' validator of a value: of a list the parts between commas; "yes" and "no" are bool."""

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


class DocutilsProtectURLs(ProtectURLsFromSmartQuotes):
    """Remember the addresses that links show: docutils' smart quotes change them, and `check` restores them."""

    def is_address(self, node: nodes.reference) -> bool:
        """Return whether the text is the address of the link."""
        return "refuri" in node and shows_address(node)

    def protect(self, node: nodes.reference) -> None:
        """Remember the text."""
        node.iri_shown = node.astext()  # type: ignore[attr-defined]


class DocutilsCheckLinks(CheckLinks):
    """Check links, and report problems as warnings of docutils."""

    def apply(self, **kwargs: Any) -> None:
        """Restore the addresses, and check the links."""
        for node in all_nodes(self.document, nodes.reference):
            shown = getattr(node, "iri_shown", None)
            if shown is not None and node.astext() != shown:
                show(node, shown)
        super().apply(**kwargs)

    def report(self, _iri: str, problem: Problem, message: str, place: SourceLine) -> None:
        """Warn of a problem."""
        located: dict[str, Any] = {"source": place.source, "line": place.line}
        self.document.reporter.warning(f"{message} [iri.{problem.name}]", **located)


TRANSFORMS: list[type[Transform]] = [LocateDefinitions, DocutilsProtectURLs, DocutilsCheckLinks, WriteURIs]


class StandaloneParserMixin(Parser):
    """Mixin that gives a parser of docutils the transforms and the role ``iri``."""

    def get_transforms(self) -> list[type[Transform]]:
        """Add the checks and the conversion to the parser's own transforms."""
        return [*super().get_transforms(), *TRANSFORMS]

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with the role ``iri``."""
        roles.register_local_role("iri", iri_role)  # type: ignore[arg-type]
        super().parse(inputstring, document)
