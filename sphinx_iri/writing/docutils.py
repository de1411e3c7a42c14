"""What docutils needs without Sphinx: settings from the table of configuration values, and the transforms."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from docutils import frontend, nodes
from docutils.transforms import Transform

from extract import IRIError, Problem
from sphinx_iri.config import VALUES, converter, displayer, validate
from sphinx_iri.doctree.validator import (
    LocateDefinitions,
    Place,
    Validator,
    all_nodes,
    is_external,
    is_shown_iri,
    shows_address,
)

# Values that are about Sphinx alone.
_SPHINX_ONLY = ("iri_index",)
Option = tuple[str, list[str], dict[str, Any]]


def _option(name: str) -> list[Option]:
    """Return the command-line options of a configuration value; ``--iri-detect`` and ``--no-iri-detect`` of a bool."""
    value = VALUES[name]
    flag = name.replace("_", "-")
    if value.types == (bool,):
        yes = {"action": "store_true", "validator": frontend.validate_boolean, "default": value.default}
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
            if str not in VALUES[name].types:
                text = [part.strip() for part in text.split(",") if part.strip()]
            elif bool in VALUES[name].types and text.lower() in ("yes", "true", "no", "false"):
                text = text.lower() in ("yes", "true")
        validate(name, text)
        return text

    return validator


SETTINGS = ("IRIs", None, tuple(option for name in VALUES if name not in _SPHINX_ONLY for option in _option(name)))


class RememberAddresses(Transform):
    """Remember the addresses that are shown, before smart quotes (855; 510 in docutils 1.0) make dashes of ``--``."""

    default_priority = 505

    def apply(self) -> None:
        """Keep the text of each link that shows its address."""
        for node in self.document.findall(nodes.reference):
            if "refuri" in node and shows_address(node):
                node.iri_shown = node.astext()  # type: ignore[attr-defined]


class CheckLinks(Transform):
    """Restore the addresses, check the links, and unlink what cannot be followed."""

    # Behind the resolution of named and anonymous targets (640) and of dangling references (850).
    default_priority = 865

    def apply(self) -> None:
        """Check the document."""
        for node in self.document.findall(nodes.reference):
            shown = getattr(node, "iri_shown", None)
            if shown is not None and node.astext() != shown:
                node.children = []
                node.append(nodes.Text(shown))
        validator = Validator(self.document, self._report)
        for node in all_nodes(self.document, nodes.reference, nodes.image):
            validator.check_link(node)

    def _report(self, _iri: str, problem: Problem, message: str, place: Place) -> None:
        located: dict[str, Any] = {"source": place.source, "line": place.line}
        self.document.reporter.warning(f"{message} [iri.{problem.name}]", **located)


class WriteURIs(Transform):
    """Give links and images their URI; there are no writers of our own here, so ``refuri`` is what is written.

    A manual page shows every address, and has no links: there it stays the IRI.
    """

    default_priority = 990

    def apply(self) -> None:
        """Convert the document."""
        convert, show = converter(self.document.settings), displayer(self.document.settings)
        writer: Any = self.document.transformer.components.get("writer")
        kinds = writer.supported if writer is not None else ()  # supports() is true of pseudoxml for all
        for node in list(self.document.findall(nodes.reference)):
            iri = node.get("refuri", "")
            if not node.get("internal") and (is_external(iri) or ("html" in kinds and not iri.isascii())):
                with suppress(IRIError):  # reported by CheckLinks
                    uri = convert(iri)
                    if shows_address(node) and show(iri) != iri:
                        node.children = []
                        node.append(nodes.Text(show(iri)))
                    if "html" in kinds:
                        _isolate(node)
                    if "manpage" not in kinds:
                        node["refuri"] = uri
            elif "html" in kinds:  # the entry of a title in a table of contents
                _isolate(node)
        for attribute, kind in (("refuri", nodes.target), ("uri", nodes.image)):
            for element in self.document.findall(kind):
                if is_external(element.get(attribute, "")):
                    with suppress(IRIError):
                        element[attribute] = convert(element[attribute])


def _isolate(node: nodes.reference) -> None:
    """Show an IRI from left to right, whatever is round it (RFC 3987 §4.1); docutils gives ``<a>`` no ``dir``."""
    if is_shown_iri(node):
        node.insert(0, nodes.raw("", '<span dir="ltr">', format="html"))
        node.append(nodes.raw("", "</span>", format="html"))


TRANSFORMS: list[type[Transform]] = [LocateDefinitions, RememberAddresses, CheckLinks, WriteURIs]
