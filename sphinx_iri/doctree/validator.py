"""The read phase's last word on links: each is checked, and what cannot be followed is text again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import regex
from docutils import nodes
from docutils.transforms import Transform

from extract import IRIError, Problem
from extract.iri.schemes import UNSAFE_SCHEMES
from extract.text.terminal import escape_invisible
from sphinx_iri.config import checker, converter, finder, is_ignored, is_silenced


class Place(NamedTuple):
    """Where a link stands: the source file and the line, from 1, as far as they are known."""

    source: str | None
    line: int | None
    before: int = 0  # how often the same address stands in the line before


Report = Callable[[str, Problem, str, Place], None]  # the IRI, what is wrong, the message, the place

_IMPLIED = ("", "mailto:", "https://", "http://")  # what a link's address has before the text that it shows

_EXTERNAL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//|[A-Za-z][A-Za-z0-9+.\-]*:(?!\\)")


# The source of a directive, in a substitution without its "..", or in MyST; not of an image inside text.
_DIRECTIVE = re.compile(r"(?:\.\. )?[\w:.+-]+::|(?:`{3,}|~{3,}|:{3,})\{")


def is_external(uri: str) -> bool:
    """Tell whether an address leads out of the project: it has a scheme, or an authority."""
    return _EXTERNAL.match(uri) is not None


# Browsers drop some of these before they read a scheme (WHATWG URL, basic URL parser), and readers see none.
_HIDDEN = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]++")


def is_unsafe(uri: str) -> bool:
    """Return whether an address is a program or data itself (``javascript:``), its scheme in whatever disguise."""
    scheme, colon, _ = uri.partition(":")
    return bool(colon) and _HIDDEN.sub("", scheme).lower() in UNSAFE_SCHEMES


def is_unsafe_text(node: nodes.reference) -> bool:
    """Return whether a link is a program or data in running text, which another Inliner or parser has linked.

    Such a link shows its address, and its source is the same but for backslashes. The source of explicit links has
    their markup; those of ``extlinks``, which keep none, have the attribute ``internal``.
    """
    address = address_of(node)
    if not is_unsafe(address) or "internal" in node:
        return False
    text = node.astext()
    return unquote(text) == unquote(address) and node.rawsource.replace("\\", "") in ("", text)


def all_nodes(root: nodes.Node, *kinds: type[nodes.Element]) -> list[Any]:
    """Return the elements of these kinds in a node, in their order; `findall` takes three times as long."""
    found: list[Any] = []
    _collect(root, _with_subclasses(kinds), found)
    return found


def _collect(node: nodes.Node, kinds: frozenset[type], found: list[Any]) -> None:
    for child in node.children:
        kind = child.__class__
        if kind is not nodes.Text:
            if kind in kinds:
                found.append(child)
            within = child.children
            if len(within) > 1 or (within and within[0].__class__ is not nodes.Text):  # most have one text and no more
                _collect(child, kinds, found)


def _with_subclasses(kinds: Iterable[type]) -> frozenset[type]:
    found = [*kinds]
    for kind in found:  # which grows
        found += kind.__subclasses__()
    return frozenset(found)


def address_of(node: nodes.reference | nodes.image) -> str:
    """Return the address of a link, a download's too, or of an image; "" if it has none."""
    name = "uri" if isinstance(node, nodes.image) else "refuri" if "refuri" in node else "reftarget"
    return str(node.get(name, ""))


def shows_address(node: nodes.reference) -> bool:
    """Tell whether the text of a link is its address."""
    address = address_of(node)
    return not _is_picture(node) and node.astext() in (address, address.removeprefix("mailto:"))


def _is_picture(node: nodes.reference) -> bool:
    """Tell whether a link is round an image, whose description is its text."""
    return bool(node.children) and isinstance(node.children[0], nodes.image)


def is_shown_iri(node: nodes.reference) -> bool:
    """Tell whether the whole text of a link, also of one inside the project, is an IRI beyond ASCII."""
    text = node.astext()
    if text.isascii() or _is_picture(node):
        return False
    address = node.get("iri") or node.get("refuri", "")
    return any(text == address.removeprefix(implied) for implied in _IMPLIED) or reads_as_iri(text)


def reads_as_iri(text: str) -> bool:
    """Tell whether a text is an IRI beyond ASCII, from its scheme to its end."""
    return not text.isascii() and "://" in text and is_external(text) and not any(map(str.isspace, text))


class Validator:
    """Checks the links of one document and reports what is wrong with them."""

    def __init__(self, document: nodes.document, report: Report) -> None:
        self.settings = document.settings
        self.report = report
        self.substituted: set[tuple[str | None, int, str]] = set()  # what is reported at its definition
        for definition in document.substitution_defs.values():
            defined = all_nodes(definition, nodes.reference, nodes.image)
            for node in defined:
                self.check_link(node)
            self.substituted.update(
                (node.source, node.line, address_of(node)) for node in defined if node.line is not None
            )

    @cached_property
    def check(self) -> Callable[[str], list[Problem]]:
        """The problems of an IRI."""
        return checker(self.settings)

    @cached_property
    def convert(self) -> Callable[[str], str]:
        """The URI of an IRI."""
        return converter(self.settings)

    def accepts(self, iri: str, node: nodes.Node, *, shown: str | None = None) -> bool:
        """Report the problems of an IRI; return whether it is to be a link.

        A link that its author made one stays one as long as it can be converted; what was found in running text,
        where it is ``shown``, is no link if it is no IRI.
        """
        problems = self.check(iri)
        broken = shown is not None and (_has_error(problems) or self._is_refused(shown))
        try:
            self.convert(iri)
        except IRIError as reason:
            broken = True
            known = _has_error(problems) or any(
                (problem.start, problem.end) == (reason.start, reason.end) for problem in problems
            )
            if not known and not is_silenced(self.settings, iri):
                problems.append(_problem("syntax", str(reason), reason.start, reason.end, reason.component))
        if broken and not problems and not is_silenced(self.settings, iri):
            # RFC 9110 §4.2.4; UTS #58 links no user information in http
            problems.append(_problem("userinfo", "user information hides the host: leave it out", 0, 0, "userinfo"))
        self._tell(iri, node, problems, broken=broken, shown=shown)
        return not broken

    def _tell(
        self, iri: str, node: nodes.Node, problems: list[Problem], *, broken: bool, shown: str | None = None
    ) -> None:
        if problems and (node.source, node.line, iri) not in self.substituted:
            place = place_of(node, shown or iri)
            for problem in problems:
                what = f"'{escape_invisible(iri)}'{' is not linked' if broken else ''}"
                message = f"{what}: {escape_invisible(problem.message)}"
                self.report(iri, problem, message, place)

    def check_link(self, node: nodes.reference | nodes.image) -> bool:
        """Check a link, also to a path, or an image elsewhere; unlink what cannot be followed, and return False.

        Of an image that no URI leads to its description stays: no writer may put an IRI where a URI is asked for.
        """
        uri = address_of(node)
        if isinstance(node, nodes.image):
            if is_external(uri) and not uri.startswith("data:") and not self.accepts(uri, node):
                text = node.get("alt") or uri
                inside = isinstance(node.parent, nodes.TextElement)
                if inside and not any(map(node.get, node.basic_attributes)):
                    node.replace_self(nodes.Text(text))
                else:  # an element takes over ids, names and classes
                    node.replace_self((nodes.inline if inside else nodes.paragraph)("", text))
                return False
            return True
        if "iri_problem" in node:  # what the role knows
            problem = node["iri_problem"]
            if not is_ignored(self.settings, uri, problem):
                self._tell(uri, node, [problem], broken=True)
            _unlink(node)
            return False
        if is_unsafe_text(node):
            _unlink(node)
            return False
        if node.get("internal") or (uri.isascii() and not is_external(uri)):
            return True
        shown = node.astext() if shows_address(node) else None
        if not self.accepts(uri, node, shown=shown):
            _unlink(node)
            return False
        return True

    def _is_refused(self, shown: str) -> bool:
        """Tell whether detection knows this for a link that is none (``http://user@host/``)."""
        if "@" not in shown:
            return False
        return any(finder(self.settings)(shown)) and not any(finder(self.settings, broken=False)(shown))


def _unlink(node: nodes.reference) -> None:
    """Put what is in a link in its place; its ids, names and classes stay."""
    children = node.children
    if any(map(node.get, node.basic_attributes)) and not (children and isinstance(children[0], nodes.Element)):
        children = [nodes.inline(node.rawsource, "", *children)]  # replace_self moves them to the first element
    node.replace_self(children or nodes.Text(""))


def _problem(name: str, message: str, start: int, end: int, component: str | None) -> Problem:
    return Problem("IRI101", name, message, "error", start, end, component)


def _has_error(problems: list[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def place_of(node: nodes.Node, written: str) -> Place:
    """Return the exact place of a link: where its block begins, the line breaks before it, and a look at the source.

    Titles, embedded targets and the entries of a toctree have no line of their own; the nearest line that holds what
    is ``written`` is taken, if the source can be read. Fields of objects know no line at all: what is above them does,
    however far, and the first line from there on is taken.
    """
    before = ""
    directive = _directive(node)
    if directive is not None:
        option = max(0, directive.rawsource.find(":target:")) if isinstance(node, nodes.reference) else 0
        before = "\n" * directive.rawsource.count("\n", 0, option)
        node = directive
    while isinstance(node, (nodes.Inline, nodes.Text)) and node.parent is not None and directive is None:
        siblings = node.parent.children[: node.parent.index(node)]
        before = "".join(getattr(sibling, "rawsource", "") or sibling.astext() for sibling in siblings) + before
        node = node.parent
    above, source, start = _start(node)
    if source is None or start is None:
        return Place(source, start)
    line = start + before.count("\n")
    lines = _source_lines(source)
    near = sorted(range(max(start - 2, 1), min(line + 100, len(lines) + 1)), key=lambda number: abs(number - line))
    far = range(line + 100, len(lines) + 1) if above is not node else ()
    found = next((number for number in chain(near, far) if written in lines[number - 1]), line)
    return Place(source, found, before.rpartition("\n")[2].count(written) if found == line else 0)


def _start(node: Any) -> tuple[Any, str | None, int | None]:
    """Return the node that knows its line, with source and line: the node, or what is before or round it.

    Old docutils gives images no line; Sphinx gives the fields of objects none, and some of what it makes the line 0.
    """
    while not node.line and node.parent is not None:
        siblings = node.parent.children[: node.parent.index(node)]
        node = next((sibling for sibling in reversed(siblings) if sibling.line), node.parent)
    if not node.line and isinstance(node, nodes.document):
        return node, node.get("source"), 1
    return node, node.source, node.line or None


def _directive(node: nodes.Node) -> nodes.Element | None:
    """Return the image of a directive that a node is or, as its ``:target:``, is round; it has a line of its own."""
    if isinstance(node, nodes.reference):
        node = node.children[0] if node.children else node
    return node if isinstance(node, nodes.image) and _DIRECTIVE.match(node.rawsource) else None


class LocateDefinitions(Transform):
    """Give the links of substitution definitions their lines; what is substituted is known by its line."""

    default_priority = 215  # substitutions 220

    def apply(self) -> None:
        """Find the lines."""
        for definition in self.document.substitution_defs.values():
            for node in all_nodes(definition, nodes.reference, nodes.image):
                node.source, node.line, _ = place_of(node, address_of(node))


@lru_cache(maxsize=1)
def _source_lines(source: str) -> list[str]:
    try:
        return Path(source).read_text("utf-8", errors="replace").splitlines()
    except (OSError, ValueError):  # such as "module.py:docstring of module"
        return []
