"""Check links when a document is read, and replace links that cannot be followed by text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes

from extract.iri.errors import IRIError
from sphinx_iri.config import RUNS_ON, as_path, checker, converter, finder, is_ignored, problem_of
from sphinx_iri.doctree.addresses import address_of, all_nodes, has_markup, is_external, is_unsafe_text, shows_address
from sphinx_iri.doctree.places import SourceLine, place_of
from sphinx_iri.placeholders import only_spoken_of

if TYPE_CHECKING:
    from extract import Problem

# A space in a reStructuredText target, except before a line break and after a backslash.
_WITH_SPACE = re.compile(
    r"(?:<|:[ \t]+)(?P<iri>(?:[A-Za-z][A-Za-z0-9+.\-]*://|mailto:)[^\s<>]+(?<![\\\0])(?P<space>[ \t]+)"
    r"[^\s<>\0][^\n<>]*+)(?:>(?:`__)?)?\Z"
)

Report = Callable[[str, "Problem", str, SourceLine], None]  # the IRI, the problem, the message, the place


class Validator:
    """Check the links of a document and report their problems."""

    def __init__(self, document: nodes.document, report: Report) -> None:
        self.settings = document.settings
        self.folder = Path(document.get("source") or "").parent
        self.report = report
        self.check = checker(self.settings)
        self.convert = converter(self.settings)
        # IRIs of explicit links from the parser, if the doctree does not contain this information.
        self.explicit: set[str] = getattr(document, "iri_explicit", set())
        self.substituted: set[tuple[str | None, int, str]] = set()  # links that were reported at their definition
        for node in all_nodes(document, nodes.target, nodes.reference):
            if isinstance(node, nodes.target) or node.rawsource.endswith(">`__"):  # without a separate target node
                self._check_spaces(node)
        for definition in document.substitution_defs.values():
            defined = all_nodes(definition, nodes.reference, nodes.image)
            for node in defined:
                self.check_link(node)
            self.substituted.update(
                (node.source, node.line, address_of(node)) for node in defined if node.line is not None
            )

    def _check_spaces(self, target: nodes.target | nodes.reference) -> None:
        """Report spaces that docutils deletes from an explicit target (IRI guidelines §4.2)."""
        written = _WITH_SPACE.search(target.rawsource) if "refuri" in target else None
        if written is None:
            return
        start, end = written.start("space") - written.start("iri"), written.end("space") - written.start("iri")
        message = f'docutils deletes the space at {start}; write "%20" if it is part of the link'
        if not is_ignored(self.settings, target["refuri"], "space"):
            problem = problem_of("space", start, end, message)
            self._report(written["iri"], target, [problem], broken=False, shown=written["iri"])

    def validate(self, iri: str, node: nodes.Node, *, shown: str | None = None) -> bool:
        """Report the problems of an IRI, and return whether it remains a link.

        An explicit link remains if it can be converted. A link from running text, with the text ``shown``, remains only
        if it has no error.
        """
        if shown is not None and (use := only_spoken_of(iri)) is not None:
            return use
        checked = as_path(iri)
        added = len(checked) - len(iri)
        problems = [*self.check(checked)]
        if added:
            problems = [replace(problem, start=problem.start - added, end=problem.end - added) for problem in problems]
        if shown is not None:
            problems = [problem for problem in problems if not _is_left_alone(iri, problem)]
            problems += self._runs_on(shown)
        broken = shown is not None and _has_error(problems, but=_FOLLOWED) and not _SLASHES.match(iri)
        try:
            self.convert(iri)
        except IRIError as reason:
            broken = True
            problems = [*problems, *self._refused(iri, reason, added, problems)]
        if shown is not None and self._hides_host(shown):
            return False
        self._report(iri, node, problems, broken=broken, shown=shown)
        return not broken

    def _refused(self, iri: str, reason: IRIError, added: int, known: list[Problem]) -> Iterator[Problem]:
        """Yield the reason why an IRI cannot be converted, unless it is in ``known`` or ignored."""
        from extract.rules import check

        start, end = reason.start - added, reason.end - added
        if _has_error(known) or any((problem.start, problem.end) == (start, end) for problem in known):
            return
        sub_rules = ["syntax", *(problem.sub_rule for problem in check(iri))]
        if not any(is_ignored(self.settings, iri, sub_rule) for sub_rule in sub_rules):
            yield problem_of("syntax", start, end, str(reason), reason.component)

    def _runs_on(self, shown: str) -> list[Problem]:
        """Return the problem of an IRI that includes words of the sentence. The link remains: it may be correct."""
        if shown.isascii():
            return []
        from extract.detect.run_on import words_in

        at = words_in(shown, len(shown))
        if not at or is_ignored(self.settings, shown, RUNS_ON):
            return []
        from extract.rules import sub_rule_named
        from extract.rules.text.prose import run_on

        return [sub_rule_named(RUNS_ON).attributed(run_on(shown, at))]

    def _report(
        self, iri: str, node: nodes.Node, problems: list[Problem], *, broken: bool, shown: str | None = None
    ) -> None:
        if problems and (node.source, node.line, iri) not in self.substituted:
            from extract.rules.languages import said
            from extract.text.terminal import escape_invisible

            place = place_of(node, shown or iri)
            for problem in problems:
                what = f"'{escape_invisible(iri)}'{' ' + said('is not linked') if broken else ''}"
                message = f"{what}: {escape_invisible(said(problem.message))}"
                self.report(iri, problem, message, place)

    def check_link(self, node: nodes.reference | nodes.image) -> bool:
        """Check a link or a remote image. If it cannot be followed, unlink it and return False."""
        uri = address_of(node)
        if isinstance(node, nodes.image):
            return self._check_image(node, uri)
        if self._can_be_followed(node, uri):
            return True
        _unlink(node)
        return False

    def _check_image(self, node: nodes.image, uri: str) -> bool:
        """Return whether an image remains. Replace it by its ``alt`` if its IRI cannot be converted."""
        checked = is_external(uri) and not uri.startswith("data:") and not self._names_file(uri)
        if not checked or self.validate(uri, node):
            return True
        text = node.get("alt") or uri
        inside = isinstance(node.parent, nodes.TextElement)
        if inside and not any(map(node.get, node.basic_attributes)):
            node.replace_self(nodes.Text(text))
        else:  # keep ids, names and classes
            node.replace_self((nodes.inline if inside else nodes.paragraph)("", text))
        return False

    def _can_be_followed(self, node: nodes.reference, uri: str) -> bool:
        """Report the problems of a link, and return whether it remains a link."""
        if "iri_problem" in node:  # found by the role
            problem = node["iri_problem"]
            if not is_ignored(self.settings, uri, problem.sub_rule):
                self._report(uri, node, [problem], broken=True)
            return False
        if is_unsafe_text(node):
            return False
        # Sphinx treats a download as a file unless it contains ``://``.
        if self._names_file(uri) if "refuri" in node else "://" not in uri:
            return True
        if self.holds_markup(uri, node):
            return uri.isascii() or (is_external(uri) and self._has_uri(uri))
        if node.get("internal") or (uri.isascii() and not is_external(uri)):
            return True
        explicit = has_markup(node) or uri in self.explicit
        shown = node.astext() if shows_address(node) and not explicit else None
        return self.validate(uri, node, shown=shown)

    def _names_file(self, address: str) -> bool:
        """Return whether ``address`` is a file name, such as ``http:자료.txt``."""
        with suppress(OSError, ValueError):
            if ":" in address and "//" not in address:
                return any((self.folder / name).is_file() for name in {address, unquote(address)})
        return False

    def _has_uri(self, iri: str) -> bool:
        try:
            self.convert(iri)
        except IRIError:
            return False
        return True

    def holds_markup(self, address: str, node: nodes.Node) -> bool:
        """Report markup in ``address`` (`` `title <https://a.example>`_ `` in a toctree). Return whether it has any.

        The link remains, as without the extension.
        """
        found = "://" in address and (_MARKUP if is_external(address) else _MARKUP_FIRST).search(address)
        if found:
            alone = next((link.text for link in finder(self.settings)(address[found.end() :])), None)
            advice = f"write {alone!r} alone" if alone else "write the address alone"
            if not is_ignored(self.settings, address, "syntax"):
                problem = problem_of("syntax", *found.span(), f"the address contains markup; {advice}")
                self._report(address, node, [problem], broken=False)
        return bool(found)

    def _hides_host(self, shown: str) -> bool:
        """Return whether user information prevents a link in text: ``http://user@host/`` (UTS #58, RFC 9110 §4.2.4).

        Such IRIs are usually examples of configuration. `iri lint` and checks of explicit links report the others.
        """
        if "@" not in shown:
            return False
        return any(finder(self.settings)(shown)) and not any(finder(self.settings, broken=False)(shown))


# Sub-rules of schemes that docutils always links in text, even if an IRI violates the rules of its scheme.
_LEFT_TO_DOCUTILS = frozenset(("scheme-rule", "userinfo", "zone-id"))


def _is_left_alone(iri: str, problem: Problem) -> bool:
    """Return whether ``problem`` is not reported for an IRI in running text.

    There, an unknown top-level domain is usually an example (``http://index.html``), unless it is a misspelled one.
    """
    if problem.sub_rule == "unknown-tld":
        from extract.rules.iri.host import is_misspelled_tld

        return not is_misspelled_tld(iri[problem.start : problem.end])
    return iri.isascii() and problem.sub_rule in _LEFT_TO_DOCUTILS


# WHATWG URL, "special authority ignore slashes state": docutils links these IRIs, browsers open them, and we warn.
_SLASHES = re.compile(r"https?:(?:/(?:/{2,})?)?[^/?#\\]", re.ASCII | re.IGNORECASE)
# Errors that do not break a link: another IRI in the path, and text that looks misread but may be correct.
_FOLLOWED = frozenset(("adjoining-links", "mojibake"))
# Markup before a second IRI (reST ``<…>`_``, Markdown ``](…)``), or before the first one.
_MARKUP = re.compile(r"(?:[`<]|\]\()(?=[A-Za-z][A-Za-z0-9+.\-]*://)")
_MARKUP_FIRST = re.compile(r"(?:[`<*|\"'\u2018\u201c\u00ab]|\]\()(?=[A-Za-z][A-Za-z0-9+.\-]*://)")


def _unlink(node: nodes.reference) -> None:
    """Replace a link by its content, and keep its ids, names and classes."""
    children = node.children
    if any(map(node.get, node.basic_attributes)) and not (children and isinstance(children[0], nodes.Element)):
        children = [nodes.inline(node.rawsource, "", *children)]  # replace_self moves them to the first element
    node.replace_self(children or nodes.Text(""))


def _has_error(problems: list[Problem], *, but: frozenset[str] = frozenset()) -> bool:
    return any(problem.severity == "error" and problem.sub_rule not in but for problem in problems)
