"""An Inliner for reStructuredText that finds whole IRIs during parsing.

docutils ends a link at the first non-ASCII character, and treats ``_``, ``*`` and other characters inside an IRI as
markup. The Inliner corrects both, while positions and backslash escapes are still known. Valid markup still works and
ends an IRI. A start without an end is part of it, as is a reference without a target (``…/Закон_Бойля_—_Мариотта``),
which is decided after the whole document is parsed.
In ASCII IRIs, markup always keeps its meaning: ``http://x/foo_`` ends with a reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from docutils.nodes import fully_normalize_name
from docutils.parsers import Parser
from docutils.parsers.rst.states import Inliner, MarkupMismatch
from docutils.utils import unescape
from docutils.utils.urischemes import schemes as docutils_schemes

from sphinx_iri.config import USUAL, Find, finder, is_unsuspicious, schemes, setting, unsafe_schemes
from sphinx_iri.parsing.escapes import links_in_rst
from sphinx_iri.placeholders import is_template, with_word_for_port

if TYPE_CHECKING:
    from extract import Link

Placed = tuple[int, int, nodes.reference]  # a link and its span
# The result of a method of Inliner.dispatch: the text before, the nodes, the remaining text, the messages.
Handled = tuple[str, Any, str, Any]


class Undecided(NamedTuple):
    """An IRI that contains references if their targets exist."""

    node: nodes.inline  # the link of the whole IRI
    text: str
    names: frozenset[str]  # normalized names of the targets, "" for an anonymous one
    place: tuple[int, Any, nodes.Element]  # the arguments of `Inliner.parse`: line, memo, parent


# docutils has cut an IRI if a delimiter and a non-ASCII letter follow its match. Other punctuation correctly ends it
# (``tel:+49-1、``).
_CUT = re.compile(r"[-/:.?#&=@_]+[^\W\x00-\x7f]")


class IRIInliner(Inliner):
    """Mixin that extends an Inliner to find IRIs (see `iri_aware_inliner`)."""

    def init_customizations(self, settings: Any) -> None:
        """Read the settings. docutils calls this once for each document."""
        super().init_customizations(settings)
        self.settings = settings
        self.detects = setting(settings, "iri_detect")
        # None: docutils also links all other schemes that it knows.
        self.only = None if USUAL in setting(settings, "iri_schemes") else schemes(settings)
        self.bare = setting(settings, "iri_bare_domains")
        self.may_have_link = may_be_domain if self.bare else may_be_link
        # Whether all links of `usual_links` are found with these settings.
        self.usual = self.detects and self.only is None and setting(settings, "iri_profile") == "prose"
        self.dispatch = {start: _guarded(start, method) for start, method in type(self).dispatch.items()}
        self.undecided: list[Undecided] = []
        self.targets: frozenset[str] | None = None  # while `decide` parses an IRI: the names of its targets that exist
        self.safe = _Safe(self.patterns.uri, unsafe_schemes(settings))
        dispatch: list[tuple[Any, Any]] = [
            (self.safe, self.whole_uri) if method.__name__ == "standalone_uri" else (pattern, method)
            for pattern, method in self.implicit_dispatch
        ]
        self.implicit_dispatch = dispatch
        # Whether docutils would only try its slow URI pattern, which cannot match if `may_have_link` does not.
        self.links_only = (
            [method for _, method in self.implicit_dispatch] == [self.whole_uri]
            and super().implicit_inline.__func__ is Inliner.implicit_inline  # type: ignore[attr-defined]
        )

    @cached_property
    def find(self) -> Find:
        """The function that finds links, created for the first text that may contain one."""
        return finder(self.settings) if self.detects else _nothing

    def parse(self, text: str, lineno: int, memo: Any, parent: nodes.Element) -> Any:
        """Parse a block of text, and remember its place for `decide`."""
        self.place = lineno, memo, parent
        return super().parse(text, lineno, memo, parent)

    def decide(self, known: frozenset[str]) -> None:
        """Create the references inside IRIs whose targets are ``known``."""
        if not getattr(self, "undecided", ()):  # missing if a line was too long to parse
            return
        for node, text, names, place in self.undecided:
            if node.parent is None or node not in node.parent.children:  # a directive has dropped it
                continue
            children: list[nodes.Node] = node.children
            self.targets = known & names
            if isinstance(node.parent, nodes.substitution_definition):  # where docutils refuses anonymous references
                self.targets -= {""}
            if self.targets:
                children, messages = self.parse(text, *place)
                children += messages
            node.replace_self(children)
        self.undecided.clear()
        self.targets = None

    def implicit_inline(self, text: str, lineno: int) -> Any:
        """Link the IRIs that `extract` finds. docutils handles the text between them, such as PEPs and RFCs."""
        # Two searches for a character take a third of the time of the pattern, which matters for all text of a project.
        if not (":" in text or "@" in text or self.bare) or not self.may_have_link(text):
            return [nodes.Text(text)] if text and self.links_only else super().implicit_inline(text, lineno)
        return _woven(text, self.links(text), lambda piece: self.between_links(piece, lineno))

    def links(self, text: str) -> Iterator[Placed]:
        """Yield the spans and nodes of the links of ``text``."""
        usual = usual_links(text) if self.usual and not self.bare else None
        if usual is not None:
            for start, end in usual:
                yield start, end, nodes.reference(text[start:end], text[start:end], refuri=text[start:end])
            return
        for known in self.known_links(text):
            link = as_in_markup(text, known)
            if link is not None and not is_template(link.text):
                yield link.start, link.end, reference(link)

    def known_links(self, text: str) -> Iterator[Link]:
        """Find links. docutils finds a link with backslash escapes, unless its own ends before a non-ASCII part."""
        links = links_in_rst(self.find, text)
        if "\x00" not in text:
            return links
        found = (match for match in self.safe.finditer(text) if not _is_cut(match))
        theirs = {match.start("whole"): match.end() for match in found if not _ends_with_mark_of_host(match["whole"])}

        def is_theirs(link: Link) -> bool:
            end = theirs.get(link.start)
            return end is not None and text[end : link.end].partition("\x00")[0].isascii()

        return (link for link in links if "\x00" not in text[link.start : link.end + 1] or not is_theirs(link))

    def between_links(self, text: str, lineno: int) -> Any:
        """Return the nodes of docutils for text between our links."""
        known = self.links_only and not self.may_have_link(text)
        return _text(text) if known else super().implicit_inline(text, lineno)

    def adjust_uri(self, uri: str) -> Any:
        """Also accept a non-ASCII email address: ```Jürgen <jürgen@example.org>`_``."""
        if uri.isascii():
            return super().adjust_uri(uri)
        found = next(iter(self.find(uri)), None)
        return found.iri if found is not None and found.kind == "email" and found.text == uri else uri

    def whole_uri(self, match: re.Match[str], lineno: int) -> Any:
        """Link an ASCII URI that only docutils recognizes (``news:x``), unless it is cut or part of an IRI."""
        if self.detects:
            scheme = match["scheme"]
            is_off = scheme and self.only is not None and scheme.lower() not in self.only
            start = match.start("whole")
            if is_off or _is_cut(match) or (match["email"] and _inside.search(match.string, max(0, start - 64), start)):
                raise MarkupMismatch
        return self.standalone_uri(match, lineno)


def _is_cut(match: re.Match[str]) -> bool:
    """Return whether docutils has cut an IRI."""
    return bool(_CUT.match(match.string, match.end("whole"))) and not with_word_for_port(match["whole"])


# Emphasis characters after a link. Markup is already parsed, so remaining ones are part of the IRI, as in docutils
# (``…/wiki/A*``).
_rest = re.compile(r"[.,;:!?*_~]*[*_~](?![^\s\x00<>\"'()\[\]{},.;:!?])").match
# ``http://192.168.*.*/``, ``http://a.*:80``: wildcards in a host. In ``http://a.example*`` it is a note mark.
_wildcard_in_host = re.compile(r"\.\*|\*+(?:[\w/:-]|\.[\w*])").match
_ends_with_mark_of_host = re.compile(r"[^/]*://[^/?#]*[*~=+]\Z").match
_ends_in_host = re.compile(r"[^/]*://[^/?#]*\Z").match
# Before an email address: a user name (``joe:password@h.example``), but not a label (``E-mail:joe@h.example``).
_inside = re.compile(
    r"(?<![A-Za-z0-9])(?!\S*mail:|by:|from:|to:|cc:|bcc:|contact:|author:)[a-z][a-z0-9_.-]*:\Z", re.ASCII
)
# Before another IRI: a scheme, with which docutils links both as one (``jdbc:mysql://h/x``, ``view-source:http://…``).
_outer = re.compile(r"(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]*):\Z").search
# After these characters, a scheme without "//" is the end of a word (``package_info:Dict``), as in docutils.
_IN_WORD = frozenset("_.=+@#$%&~^")
_without_authority = re.compile(r"(?i)(?!mailto:)[a-z][a-z0-9+.-]*:(?!//)").match


@cache
def _word_for_port() -> re.Pattern[str]:
    """Compile the pattern of a word as port, but not a Finnish suffix (``https://yle.fi:n``).

    docutils links an ASCII IRI with one whole. Otherwise the start of the IRI is linked, or nothing.
    """
    from extract.detect.particles import some

    return re.compile(rf":(?!{some('colon')}(?![\w/]))[A-Za-z_]")


def as_in_markup(text: str, link: Link) -> Link | None:
    """Return ``link`` with emphasis characters after it, which are not markup, or None to leave it to docutils."""
    end = link.end
    if _is_in_other(text, link) or up_to_word_for_port(link):
        return None
    after = text[end : end + 1]
    if link.kind == "iri" and after and after in ":.,;!?*_~":
        in_host = _ends_in_host(link.text)
        if in_host and (_word_for_port().match(text, end) or _wildcard_in_host(text, end)):
            return None
        rest = None if in_host else _rest(text, end)
        if rest:
            more = rest[0]
            return link._replace(end=rest.end(), text=link.text + more, iri=link.iri + more)
    return link


def _is_in_other(text: str, link: Link) -> bool:
    """Return whether a link is part of a word, or of a link of docutils: after a user name or another scheme."""
    if link.start and text[link.start - 1] in _IN_WORD:
        return _without_authority(link.text) is not None
    if not text.endswith(":", 0, link.start):
        return False
    before = text[max(0, link.start - 64) : link.start]
    if link.kind == "email":
        return _inside.search(before) is not None
    outer = _outer(before)
    return outer is not None and outer[1] in docutils_schemes


def up_to_word_for_port(link: Link) -> Link | None:
    """Return the part up to the port of a non-ASCII IRI whose port is a word (``http://hostname:port/に``), or None."""
    address = "" if link.text.isascii() else with_word_for_port(link.text)
    if not address or not address.isascii():
        return None
    return link._replace(end=link.start + len(address), text=address, iri=address)


class _Safe:
    """docutils' URI pattern without unsafe schemes (``javascript:``) and without matches that start with ``'``.

    RFC 5322 §3.2.3 allows ``'`` in a mailbox, but at the start it is usually a quotation mark: ``['@args.txt']``.
    """

    def __init__(self, pattern: re.Pattern[str], never: frozenset[str]) -> None:
        self._pattern = pattern
        self._never = never

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Find the URIs that may be linked."""
        for match in self._pattern.finditer(text):
            if (match["scheme"] or "mailto").lower() not in self._never and match["whole"][0] != "'":
                yield match

    def search(self, text: str) -> re.Match[str] | None:
        """Find the first URI that may be linked."""
        return next(self.finditer(text), None)


def usual_links(text: str) -> list[tuple[int, int]] | None:
    """Return the spans of the links of ``text``, or None if it may have links other than plain web IRIs.

    Such links are between whitespace, optionally before a full stop or a comma. The finder finds the same links, but
    small projects with only such links need not load it.
    """
    places = []
    for word in _word(text):
        if ":" in word[0][:-1] or "@" in word[0]:
            address = word[0][:-1] if word[0][-1] in ".," else word[0]
            if not _ends_usually(address) or not address.isascii() or not is_unsuspicious(address):
                return None
            places.append((word.start(), word.start() + len(address)))
    return places


_word = re.compile(r"\S+").finditer
_ends_usually = re.compile(r"(?!.*[:\-'][a-z]{1,4}\Z).*[A-Za-z0-9/]\Z").match  # not with a suffix: a.fi:n, a.hu/-ra


def reference(link: Link) -> nodes.reference:
    """Return the doctree node of a link, with the text as written, and the IRI as ``refuri``."""
    return nodes.reference(unescape(link.text, True), link.text, refuri=link.iri)


may_be_link = re.compile(r":\S|@").search
may_be_domain = re.compile(r"[:.]\S|@").search


def _nothing(_text: str) -> Iterator[Link]:
    return iter(())


# The names of docutils' patterns for the end of markup, by its start. A reference has no start.
_ENDS = {"*": "emphasis", "**": "strong", "``": "literal", "`": "interpreted_or_phrase_ref", "_`": "target"}
_REFERENCES = ("_", "__")


@cache
def _guarded(start: str, method: Callable[..., Handled]) -> Callable[..., Handled]:
    """Return a handler that ignores invalid markup inside an IRI, and finds IRIs in emphasized text."""
    if start not in _ENDS and start not in _REFERENCES:
        return method

    def handle(inliner: IRIInliner, match: re.Match[str], lineno: int) -> Handled:
        text = match.string
        if inliner.targets is not None:  # only an IRI is parsed
            is_text = _name(match) not in inliner.targets if start in _REFERENCES else not _is_closed(inliner, match)
            if is_text:
                return text[: match.end()], [], text[match.end() :], []
        elif not text.isascii():
            begin, end = _iri_around(inliner, match)
            if end and (start in _REFERENCES or not _is_closed(inliner, match)):
                end, markup_end, names = _up_to_markup(inliner, match, end)
                after = max(end, markup_end)
                if not names:
                    return text[:after], [], text[after:], []
                node = _undecided(inliner, text[begin:end], text[end:after], names, lineno)
                return text[:begin], [node], text[after:], []
        before, inlines, remaining, messages = method(inliner, match, lineno)
        for node in inlines:
            if isinstance(node, (nodes.emphasis, nodes.strong)):
                _link_inside(inliner, node)
        return before, inlines, remaining, messages

    return handle


def _up_to_markup(inliner: IRIInliner, match: re.Match[str], end: int) -> tuple[int, int, frozenset[str]]:
    """Return the end of an IRI, up to ``end``, in which markup from ``match`` on is a reference, or has no end.

    Also return the end of the last such markup, which may be after the IRI (``_http://…_``), and the names of the
    references, as in `Undecided`.
    """
    names, unclosed = set[str](), {_start_string(match)}
    found: re.Match[str] | None = match
    at = 0  # where `found.string` begins
    while found and at + found.start() < end:
        start = _start_string(found)
        if start in _REFERENCES:
            names.add(_name(found))
        elif start not in unclosed:
            if start not in _ENDS or _is_closed(inliner, found):
                end = at + found.start()
                break
            unclosed.add(start)
        at += found.end()
        found = inliner.patterns.initial.search(match.string[at:])  # as docutils, which goes on with the rest
    return end, at, frozenset(names)


def _start_string(match: re.Match[str]) -> str:
    """Return the key of `Inliner.dispatch` for markup."""
    return match["start"] or match["backquote"] or match["refend"] or match["fnend"]


def _undecided(inliner: IRIInliner, iri: str, after: str, names: frozenset[str], lineno: int) -> nodes.inline:
    """Return a node with the link of an IRI and the text after it, which `IRIInliner.decide` replaces."""
    node = nodes.inline("", "", *inliner.implicit_inline(iri, lineno), nodes.Text(after))
    text = iri + after
    inliner.undecided.append(Undecided(node, unescape(text, restore_backslashes=True), names, inliner.place))
    return node


def _name(reference: re.Match[str]) -> str:
    """Return the name of the target of a reference, or "" if it is anonymous."""
    return "" if reference["refend"] == "__" else fully_normalize_name(reference["refname"])


def _iri_around(inliner: IRIInliner, match: re.Match[str]) -> tuple[int, int]:
    """Return the span of the IRI in which the markup starts, or (0, 0)."""
    text = match.string
    at = next(match.start(name) for name in ("start", "backquote", "whole") if match[name])
    begin = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at)) + 1
    if text.find(":", begin, at) < 0:
        return 0, 0
    space = re.compile(r"[ \n]|\Z").search(text, at)
    assert space is not None
    for link in inliner.known_links(text[begin : space.start()]):
        inside = begin + link.start <= at < begin + link.end
        if inside and not link.text.isascii() and not up_to_word_for_port(link):
            return begin + link.start, begin + link.end
    return 0, 0


def _is_closed(inliner: IRIInliner, match: re.Match[str]) -> bool:
    """Return whether markup has an end, and text before it."""
    end = getattr(inliner.patterns, _ENDS[_start_string(match)]).search(match.string[match.end() :])
    return end is not None and end.start(1) > 0


def _link_inside(inliner: IRIInliner, node: nodes.TextElement) -> None:
    """Link the non-ASCII IRIs in emphasized text. docutils does not link ASCII IRIs there."""
    text = node.astext()
    if len(node) != 1 or text.isascii():
        return
    links = (link for link in inliner.find(text) if not link.text.isascii() and not up_to_word_for_port(link))
    node.children = []
    node += _woven(text, ((link.start, link.end, reference(link)) for link in links), _text)


def _woven(text: str, links: Iterable[Placed], between: Callable[[str], list[nodes.Node]]) -> list[nodes.Node]:
    """Return the nodes of a text: its links, and the nodes that ``between`` makes of the text around them."""
    found: list[nodes.Node] = []
    position = 0
    for start, end, node in links:
        found += [*between(text[position:start]), node]
        position = end
    return found + between(text[position:])


def _text(text: str) -> list[nodes.Node]:
    return [nodes.Text(text)] if text else []


def targets_in(document: nodes.document) -> frozenset[str]:
    """Return the names of the targets in a document, with "" for an anonymous one."""
    has_anonymous = any(node.get("anonymous") for node in document.ids.values())
    return frozenset((*document.nameids, *[""] * has_anonymous))


@cache
def iri_aware_inliner(inliner: Any) -> Any:
    """Return a subclass of an Inliner that finds IRIs.

    docutils builds its patterns from ``vars(self.__class__)``, so the class itself must contain their parts.
    """
    pieces = {
        name: value
        for base in reversed(inliner.__mro__)
        for name, value in vars(base).items()
        if isinstance(value, str) and not name.startswith("__")
    }
    return type(inliner.__name__, (IRIInliner, inliner), pieces)


def install_inliner(parser: Any) -> None:
    """Replace the Inliner of a reStructuredText parser by a subclass that finds IRIs."""
    parser.inliner = parser.inliner or Inliner()
    if not isinstance(parser.inliner, IRIInliner):
        parser.inliner.__class__ = iri_aware_inliner(parser.inliner.__class__)


class RSTParserMixin(Parser):
    """Mixin that extends a reStructuredText parser to find IRIs."""

    inliner: Any

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with an Inliner that finds IRIs."""
        install_inliner(self)
        super().parse(inputstring, document)
        known = targets_in(document)
        if str(document.get("source")).endswith(":<translated>"):  # a message of a catalog, whose targets are elsewhere
            known |= getattr(document.settings, "iri_targets", known)
        else:
            document.settings.iri_targets = known
        self.inliner.decide(known)
