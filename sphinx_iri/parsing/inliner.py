"""reStructuredText: an Inliner that finds whole IRIs while the text is parsed.

docutils ends a link at the first non-ASCII character and, before that, takes ``_``, ``*`` and the like inside an
address for markup. Both are set right here, where positions and backslash escapes are still known. Markup that
docutils makes is made: an IRI ends where it begins. What would only be an error there belongs to the IRI: a start
without an end, a reference without a target (``…/Закон_Бойля_—_Мариотта``), which is known when the whole document has
been parsed.
In ASCII addresses markup always keeps its meaning: ``http://x/foo_`` ends in a reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from docutils.parsers import Parser
from docutils.parsers.rst.states import Inliner, MarkupMismatch
from docutils.utils import unescape
from docutils.utils.urischemes import schemes as docutils_schemes

from extract.iri.schemes import UNSAFE_SCHEMES
from sphinx_iri.config import Find, finder, is_unsuspicious, schemes, setting, usual_schemes_are_on
from sphinx_iri.parsing.escapes import links_in_rst
from sphinx_iri.placeholders import is_template, with_word_for_port

if TYPE_CHECKING:
    from extract import Link

# What a method of Inliner.dispatch returns: the text before, the nodes, the remaining text, the messages.
Handled = tuple[str, Any, str, Any]


class Undecided(NamedTuple):
    """An IRI that has references in it, if they have targets."""

    node: nodes.inline  # as an IRI
    text: str
    names: frozenset[str]  # of the targets
    arguments: tuple[Any, ...]  # of `Inliner.parse`: the line, memo, parent


# docutils has cut an address: a delimiter and a non-ASCII letter follow its match. Other punctuation ends it rightly
# (``tel:+49-1、``).
_CUT = re.compile(r"[-/:.?#&=@_]+[^\W\x00-\x7f]")


class IRIInliner(Inliner):
    """Mixin that makes an Inliner find IRIs; see `iri_aware_inliner`."""

    def init_customizations(self, settings: Any) -> None:
        """Read the settings; docutils calls this once for each document."""
        super().init_customizations(settings)
        self.settings = settings
        self.detects = setting(settings, "iri_detect")
        # ``None``: docutils also links the other schemes that it knows
        self.only = None if usual_schemes_are_on(settings) else schemes(settings)
        self.bare = setting(settings, "iri_bare_domains")
        self.may_have_link = may_be_domain if self.bare else may_be_link
        # all links that `usual_links` knows are found
        self.usual = self.detects and self.only is None and setting(settings, "iri_profile") == "prose"
        self.unguarded: dict[str, Any] = type(self).dispatch
        self.guarded = {start: _guarded(method) for start, method in self.unguarded.items()}
        self.undecided: list[Undecided] = []
        dispatch: list[tuple[Any, Any]] = [
            (_Safe(pattern, email=setting(settings, "iri_email")), self.whole_uri)
            if method.__name__ == "standalone_uri"
            else (pattern, method)
            for pattern, method in self.implicit_dispatch
        ]
        self.implicit_dispatch = dispatch
        # docutils would only try its slow pattern of URIs, which cannot match where a quick look finds nothing
        self.links_only = (
            [method for _, method in self.implicit_dispatch] == [self.whole_uri]
            and super().implicit_inline.__func__ is Inliner.implicit_inline  # type: ignore[attr-defined]
        )

    @cached_property
    def find(self) -> Find:
        """Find the links of a text; made when the first text may have one."""
        return finder(self.settings) if self.detects else _nothing

    def parse(self, text: str, *arguments: Any) -> Any:
        """Parse a block of text; ASCII text needs no guard.

        docutils reads ``dispatch`` once at the start, so text that a role parses in between does not disturb it.
        """
        self.dispatch = self.unguarded if text.isascii() else self.guarded
        self.arguments = arguments
        return super().parse(text, *arguments)

    def decide(self, document: nodes.document) -> None:
        """Make the references inside IRIs whose targets the document has."""
        if not getattr(self, "undecided", ()):  # without it nothing was parsed: a line was too long
            return
        known = {*document.nameids, *document.substitution_defs}
        if any(target.get("anonymous") for target in document.findall(nodes.target)):
            known.add("")
        for node, text, names, arguments in self.undecided:
            if node.parent is None:
                continue
            children: list[nodes.Node] = node.children
            if not known.isdisjoint(names):
                with self.all_markup():
                    children, messages = self.parse(text, *arguments)
                children += messages
            node.replace_self(children)
        self.undecided.clear()

    @contextmanager
    def all_markup(self) -> Iterator[None]:
        """Make all markup inside IRIs."""
        guarded, self.guarded = self.guarded, self.unguarded
        try:
            yield
        finally:
            self.guarded = guarded

    def implicit_inline(self, text: str, lineno: int) -> Any:
        """Link what `extract` finds; docutils handles the text between the links, such as PEPs and RFCs."""
        # two searches for a character take a third of the pattern's time, and all text of a project comes here
        if not (":" in text or "@" in text or self.bare) or not self.may_have_link(text):
            return [nodes.Text(text)] if text and self.links_only else super().implicit_inline(text, lineno)
        found: list[nodes.Node] = []
        position = 0
        for start, end, node in self.links(text):
            found += self.between_links(text[position:start], lineno)
            found.append(node)
            position = end
        found += self.between_links(text[position:], lineno)
        return found

    def links(self, text: str) -> Iterator[tuple[int, int, nodes.reference]]:
        """Yield the places and nodes of the links of a text."""
        usual = usual_links(text) if self.usual and not self.bare else None
        if usual is not None:
            for start, end in usual:
                yield start, end, nodes.reference(text[start:end], text[start:end], refuri=text[start:end])
            return
        for known in links_in_rst(self.find, text, self.end_string_suffix):
            link = as_in_markup(text, known)
            if link is not None and not is_template(link.text):
                yield link.start, link.end, reference(link)

    def between_links(self, text: str, lineno: int) -> Any:
        """Let docutils handle text without links of ours."""
        known = self.links_only and not self.may_have_link(text)
        return ([nodes.Text(text)] if text else []) if known else super().implicit_inline(text, lineno)

    def adjust_uri(self, uri: str) -> Any:
        """Accept a non-ASCII e-mail address too: ```Jürgen <jürgen@example.org>`_``."""
        if uri.isascii():
            return super().adjust_uri(uri)
        found = next(iter(self.find(uri)), None)
        return found.iri if found is not None and found.kind == "email" and found.text == uri else uri

    def whole_uri(self, match: re.Match[str], lineno: int) -> Any:
        """Link an ASCII URI that only docutils knows (``news:x``), but not if it is cut off or part of an address."""
        if self.detects:
            scheme = match["scheme"]
            if scheme and self.only is not None and scheme.lower() not in self.only:
                raise MarkupMismatch
            if _CUT.match(match.string, match.end("whole")) and not with_word_for_port(match["whole"]):
                raise MarkupMismatch
            if match["email"] and _inside.search(match.string, max(0, match.start("whole") - 64), match.start("whole")):
                raise MarkupMismatch
        return self.standalone_uri(match, lineno)


# Marks of emphasis after a link. Markup is parsed before, so what is left belongs to the address, as in docutils
# (``…/wiki/A*``).
_rest = re.compile(r"[.,;:!?*_~]*[*_~](?![^\s\x00<>\"'()\[\]{},.;:!?])").match
# A word as port: docutils links all of it in ASCII, else its beginning, or nothing is linked.
_word_for_port = re.compile(r":[A-Za-z_]").match
# ``http://192.168.*.*/``, ``http://a.*:80``: a host that stands for many. In ``http://a.example*`` it marks a note.
_wildcard_in_host = re.compile(r"\.\*|\*+(?:[\w/:-]|\.[\w*])").match
_ends_in_host = re.compile(r"[^/]*://[^/?#]*\Z").match
# Before an e-mail address: a user name (``joe:password@h.example``), not a label (``E-mail:joe@h.example``).
_inside = re.compile(
    r"(?<![A-Za-z0-9])(?!\S*mail:|by:|from:|to:|cc:|bcc:|contact:|author:)[a-z][a-z0-9_.-]*:\Z", re.ASCII
)
# Before another address: a scheme with which docutils links both as one (``jdbc:mysql://h/x``,
# ``view-source:http://…``).
_outer = re.compile(r"(?<![A-Za-z0-9+.-])([a-z][a-z0-9+.-]*):\Z").search
# After these, which docutils has before no address, a scheme without "//" is the end of a word (``package_info:Dict``).
_IN_WORD = frozenset("_.=+@#$%&~^")
_without_authority = re.compile(r"(?i)(?!mailto:)[a-z][a-z0-9+.-]*:(?!//)").match


def as_in_markup(text: str, link: Link) -> Link | None:
    """Return a link as it is in text whose markup has been parsed already; None to leave it to docutils."""
    end = link.end
    if _is_in_other(text, link) or up_to_word_for_port(link):
        return None
    after = text[end : end + 1]
    if link.kind == "iri" and after and after in ":.,;!?*_~":
        in_host = _ends_in_host(link.text)
        if in_host and (_word_for_port(text, end) or _wildcard_in_host(text, end)):
            return None
        rest = None if in_host else _rest(text, end)
        if rest:
            more = rest[0]
            return link._replace(end=rest.end(), text=link.text + more, iri=link.iri + more)
    return link


def _is_in_other(text: str, link: Link) -> bool:
    """Return whether a link is part of a word, or of what docutils links: after a user name, or another scheme."""
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
    """Return ``http://hostname:port`` of ``http://hostname:port/に``, if nobody can follow it."""
    address = "" if link.text.isascii() else with_word_for_port(link.text)
    if not address or not address.isascii():
        return None
    return link._replace(end=link.start + len(address), text=address, iri=address)


class _Safe:
    """docutils' pattern of URIs, which skips programs, data (``javascript:``), and what only begins like a mailbox.

    RFC 5322 §3.2.3 allows ``'`` in a mailbox. At its start it is a quotation mark: ``['@args.txt']``.
    """

    def __init__(self, pattern: re.Pattern[str], *, email: bool) -> None:
        self._pattern = pattern
        self._never = UNSAFE_SCHEMES if email else UNSAFE_SCHEMES | {"mailto"}

    def search(self, text: str) -> re.Match[str] | None:
        """Find the first URI that may be linked."""
        for match in self._pattern.finditer(text):
            if (match["scheme"] or "mailto").lower() not in self._never and match["whole"][0] != "'":
                return match
        return None


def usual_links(text: str) -> list[tuple[int, int]] | None:
    """Return the places of the links of a text that has only usual ones: web addresses of plain words; else None.

    They stand between white space, perhaps before a full stop or a comma. The finder has the same; small projects have
    no others, and need not load it.
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
_ends_usually = re.compile(r".*[A-Za-z0-9/]\Z").match


def reference(link: Link) -> nodes.reference:
    """Return the doctree node of a link: it shows what was written, and ``refuri`` is the IRI."""
    return nodes.reference(unescape(link.text, True), link.text, refuri=link.iri)


may_be_link = re.compile(r":\S|@").search
may_be_domain = re.compile(r"[:.]\S|@").search


def _nothing(_text: str) -> Iterator[Link]:
    return iter(())


@cache
def _guarded(method: Callable[..., Handled]) -> Callable[..., Handled]:
    """Return a handler that refuses markup that starts inside an IRI, and finds IRIs in emphasized text."""

    def handle(inliner: IRIInliner, match: re.Match[str], lineno: int) -> Handled:
        if match.string.isascii():
            return method(inliner, match, lineno)
        begin, end = _iri_around(inliner, match)
        if end:
            text = match.string
            made = _made(inliner, method, match, lineno)
            if not made:
                return text[:end], [], text[end:], []
            if names := _names(made):
                node = nodes.inline("", "", *inliner.implicit_inline(text[begin:end], lineno))
                whole = unescape(text[begin:end], restore_backslashes=True)
                inliner.undecided.append(Undecided(node, whole, names, inliner.arguments))
                return text[:begin], [node], text[end:], []
        before, inlines, remaining, messages = method(inliner, match, lineno)
        for node in inlines:
            if isinstance(node, (nodes.emphasis, nodes.strong)):
                _link_inside(inliner, node)
        return before, inlines, remaining, messages

    return handle


def _iri_around(inliner: IRIInliner, match: re.Match[str]) -> tuple[int, int]:
    """Return the place of the IRI in which the markup starts, or zeros."""
    text, at = match.string, _markup_start(match)
    begin = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at)) + 1
    if text.find(":", begin, at) < 0:
        return 0, 0
    space = re.compile(r"[ \n]|\Z").search(text, at)
    assert space is not None
    for link in links_in_rst(inliner.find, text[begin : space.start()], inliner.end_string_suffix):
        inside = begin + link.start <= at < begin + link.end
        if inside and not link.text.isascii() and not up_to_word_for_port(link):
            return begin + link.start, begin + link.end
    return 0, 0


class _Nothing:
    """A document and a reporter that do nothing and return themselves."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self


def _made(inliner: IRIInliner, method: Callable[..., Handled], match: re.Match[str], lineno: int) -> list[nodes.Node]:
    """Return the nodes that docutils makes of markup; none if it only reports an error."""
    if match.groupdict().get("backquote"):  # roles may do anything: look for the end alone
        end = inliner.patterns.interpreted_or_phrase_ref.search(match.string[match.end("backquote") :])
        return [nodes.inline()] if end and end.start(1) else []
    asked: Any = copy(inliner)
    asked.document = asked.reporter = _Nothing()
    _, made, _, messages = method(asked, match, lineno)
    return [] if messages else list(made)


def _names(made: list[nodes.Node]) -> frozenset[str]:
    """Return the names of the targets without which references would be errors."""
    names = set()
    for node in made:
        if isinstance(node, nodes.reference):
            names.add(node.get("refname", ""))
        elif isinstance(node, nodes.substitution_reference):
            names.add(node.astext())
    return frozenset(names)


def _markup_start(match: re.Match[str]) -> int:
    groups = match.groupdict()
    for name in ("start", "backquote", "whole", "refend"):
        if groups.get(name):
            return match.start(name)
    return match.start()


def _link_inside(inliner: IRIInliner, node: nodes.TextElement) -> None:
    """Link the IRIs in emphasized text. docutils links nothing there, so ASCII addresses stay unlinked."""
    text = node.astext()
    if len(node) != 1 or text.isascii():
        return
    node.children = []
    position = 0
    for link in inliner.find(text):
        if not link.text.isascii() and not up_to_word_for_port(link):
            node += [nodes.Text(text[position : link.start])] if position < link.start else []
            node += reference(link)
            position = link.end
    node += [nodes.Text(text[position:])] if position < len(text) else []


@cache
def iri_aware_inliner(inliner: Any) -> Any:
    """Return a subclass of an Inliner, docutils' own or another, that finds IRIs.

    docutils builds its patterns from ``vars(self.__class__)``, so their pieces must be in the class itself.
    """
    pieces = {
        name: value
        for base in reversed(inliner.__mro__)
        for name, value in vars(base).items()
        if isinstance(value, str) and not name.startswith("__")
    }
    bases = (IRIInliner,) if inliner is Inliner else (IRIInliner, inliner)
    return type(inliner.__name__, bases, pieces)


def install_inliner(parser: Any) -> None:
    """Give a reStructuredText parser an Inliner that finds IRIs, a subclass of the one it has."""
    if parser.inliner is None:
        parser.inliner = iri_aware_inliner(Inliner)()
    elif not isinstance(parser.inliner, IRIInliner):
        parser.inliner.__class__ = iri_aware_inliner(parser.inliner.__class__)


class RSTParserMixin(Parser):
    """Mixin that makes a reStructuredText parser find IRIs."""

    inliner: Any

    def parse(self, inputstring: Any, document: nodes.document) -> None:
        """Parse with an Inliner that finds IRIs."""
        install_inliner(self)
        super().parse(inputstring, document)
        self.inliner.decide(document)
